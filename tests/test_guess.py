"""Guesses are even: every deal that a view cannot tell from the truth comes as often as any other.

On small deals all of them are enumerated, by trying every deal and every hidden action, and guesses are
counted against that list (chi-square, fixed seeds).
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from tests.small import deal_of_pepper, do, kinds

from peppernut import peanuts, pepper
from peppernut import rules as house
from peppernut.cards import HIDDEN, KIND, TEXT
from peppernut.engine.deal import Deal
from peppernut.engine.fill import NoWay, Place, fill
from peppernut.refusal import Refused
from peppernut.standing import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

World = tuple[Any, ...]


def world(state: Any) -> World:
    """A deal and all that was done, told apart by value."""
    hands = tuple(tuple(sorted(hand)) for hand in state.deal.hands)
    return hands, tuple(sorted(state.deal.kitty)), tuple(state.actions)


def shares(cards: tuple[int, ...], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to share different cards out over places of these sizes."""
    if not sizes:
        yield []
        return
    for taken in itertools.combinations(cards, sizes[0]):
        left = tuple(card for card in cards if card not in taken)
        for rest in shares(left, sizes[1:]):
            yield [taken, *rest]


def worlds(
    truth: Any, seat: int | None, pack: tuple[int, ...], sizes: list[int], turnup: int | None
) -> set[World]:
    """Every deal with every hidden action that looks the same from this seat, by trying all of them."""
    view = truth.view(seat)
    known = truth.deal.hands[seat] if seat is not None and not view.forehead else ()
    hidden = [at for at in range(len(sizes)) if at != seat or view.forehead]
    cards = tuple(card for card in pack if card not in known and card != turnup)
    players = truth.rules.players
    found: set[World] = set()
    for share in shares(cards, [sizes[at] for at in hidden]):
        places: list[tuple[int, ...]] = [tuple(known)] * len(sizes)
        for at, got in zip(hidden, share, strict=True):
            places[at] = got
        kitty = tuple(card for place in places[players:] for card in place)
        stock = turnup is not None
        deal = Deal(view.dealer, tuple(places[:players]), turnup, () if stock else kitty)
        state = type(truth).start(truth.rules, deal, truth.standing)
        _try(state, list(view.actions), view, seat, found)
    return found


def _try(state: Any, todo: list[tuple[int, str]], view: Any, seat: int | None, found: set[World]) -> None:
    """Do the rest of the actions in every way that the hidden ones allow."""
    done = len(state.actions)
    if done == len(todo):
        if state.view(seat) == view:
            found.add(world(state))
        return
    who, text = todo[done]
    if HIDDEN in text:
        texts = [other for other in state.legal(who) if other.split(" ")[0] == text.split(" ")[0]]
    else:
        texts = [text]
    for other in texts:
        twin = state if len(texts) == 1 else again(state)
        try:
            twin.apply(who, other)
        except Refused:
            continue
        _try(twin, todo, view, seat, found)


def again(state: Any) -> Any:
    twin = type(state).start(state.rules, state.deal, state.standing)
    for who, text in state.actions:
        twin.apply(who, text)
    return twin


def even(truth: Any, seat: int | None, all_worlds: set[World], times: int = 25, least: int = 2) -> None:
    """Chi-square of guesses against an even share; a limit that an even source misses once in ten thousand."""
    assert world(truth) in all_worlds
    assert len(all_worlds) >= least
    view = truth.view(seat)
    rng = Random(f"{seat} {len(all_worlds)}")
    draws = max(times * len(all_worlds), 400)
    counts = Counter(world(type(truth).guess(view, rng)) for _ in range(draws))
    assert not set(counts) - all_worlds, "a guess that does not fit"
    mean = draws / len(all_worlds)
    square = sum((counts[one] - mean) ** 2 / mean for one in all_worlds)
    freedom = len(all_worlds) - 1
    # Wilson and Hilferty
    limit = freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3
    assert square < limit, f"{square:.0f} with {freedom} degrees of freedom, limit {limit:.0f}"


# --- peanuts -------------------------------------------------------------------------------------------

SMALL = "2C 3C 4C 2D 3D 2H 3H 2S 3S"


def hand_of_peanuts(
    monkeypatch: pytest.MonkeyPatch, pack: str, turnup: str, *hands: str, number: int = 0, **options: Any
) -> Any:
    monkeypatch.setattr(peanuts.Rules, "pack", lambda _: kinds(pack))
    rules = house.resolve(
        peanuts, {"players": len(hands), "decks": 1, "start_cards": len(hands[0].split()), **options}
    )
    deal = Deal(0, tuple(kinds(hand) for hand in hands), KIND[turnup])
    return peanuts.State.start(rules, deal, Standing(number))


def peanuts_worlds(state: Any, seat: int | None, pack: str) -> set[World]:
    sizes = [len(hand) for hand in state.deal.hands]
    left = len(pack.split()) - sum(sizes) - 1
    found = worlds(state, seat, kinds(pack), [*sizes, left], state.deal.turnup)
    assert {kitty for _, kitty, _ in found} == {()}
    return found


def test_peanuts_at_the_start(monkeypatch: pytest.MonkeyPatch):
    state = hand_of_peanuts(monkeypatch, SMALL, "3S", "2C 3C", "2D 3D", "4C 2H")
    even(state, 0, peanuts_worlds(state, 0, SMALL))


def test_peanuts_void_of_a_suit(monkeypatch: pytest.MonkeyPatch):
    state = hand_of_peanuts(monkeypatch, SMALL, "3S", "2C 3D", "2D 2S", "3H 4C")
    do(state, "1 bid 0", "2 bid 0", "0 bid 1", "1 play 2D", "2 play 3H", "0 play 3D")
    everything = peanuts_worlds(state, 0, SMALL)
    even(state, 0, everything, times=100)  # seat 2 has neither a diamond nor a trump
    even(state, None, peanuts_worlds(state, None, SMALL))


def test_peanuts_trumped(monkeypatch: pytest.MonkeyPatch):
    state = hand_of_peanuts(monkeypatch, SMALL, "3H", "2C 3D", "2D 2S", "2H 4C")
    do(state, "1 bid 0", "2 bid 0", "0 bid 1", "1 play 2D", "2 play 2H", "0 play 3D")
    even(state, 0, peanuts_worlds(state, 0, SMALL), times=100)


def test_peanuts_any_card_when_void(monkeypatch: pytest.MonkeyPatch):
    state = hand_of_peanuts(monkeypatch, SMALL, "3S", "2C 3D", "2D 2S", "3H 4C", void="any")
    do(state, "1 bid 0", "2 bid 0", "0 bid 1", "1 play 2D", "2 play 3H", "0 play 3D")
    even(state, 0, peanuts_worlds(state, 0, SMALL), times=100)


def test_peanuts_forehead(monkeypatch: pytest.MonkeyPatch):
    state = hand_of_peanuts(monkeypatch, SMALL, "3S", "2C", "2D", "4C")
    do(state, "1 bid 1")
    even(state, 0, peanuts_worlds(state, 0, SMALL), times=60)  # own card and the bid of seat 1
    even(state, 1, peanuts_worlds(state, 1, SMALL), times=60)
    even(state, None, peanuts_worlds(state, None, SMALL))
    do(state, "0 bid 0", "2 bid 0")
    assert {bids for _, _, bids in peanuts_worlds(state, 2, SMALL)} == {tuple(state.actions)}


def test_peanuts_many_different_voids():
    """Seven and more hands that lack different suits: each card as often in each hand as it must be."""
    cards = list(range(16))  # four suits of four
    suits = [0b1111 << 4 * suit for suit in range(4)]
    bars = [
        suits[0],
        suits[1],
        suits[2],
        suits[3],
        suits[0] | suits[1],
        suits[2] | suits[3],
        suits[1] | suits[3],
        0,
    ]
    places = [Place(2, bar) for bar in bars]
    rng = Random("voids")
    draws = 1500
    counts = Counter(
        (at, card // 4)
        for _ in range(draws)
        for at, got in enumerate(fill(places, list(cards), rng))
        for card in got
    )
    exact = _expected(places, 4)
    for (at, suit), mean in exact.items():
        assert abs(counts[at, suit] / draws - mean) < 0.07, (at, suit, counts[at, suit] / draws, mean)


def _expected(places: list[Place], each: int) -> dict[tuple[int, int], float]:
    """Mean number of cards of each suit in each place, by counting whole tables of suits."""
    from math import comb

    total = 0
    sums: Counter[tuple[int, int]] = Counter()

    def step(at: int, left: tuple[int, ...], weight: int, made: list[tuple[int, ...]]) -> None:
        nonlocal total
        if at == len(places):
            total += weight
            for place, counts in enumerate(made):
                for suit, count in enumerate(counts):
                    sums[place, suit] += weight * count
            return
        for counts in itertools.product(range(places[at].size + 1), repeat=4):
            if sum(counts) != places[at].size or any(
                one > two for one, two in zip(counts, left, strict=True)
            ):
                continue
            if any(count and places[at].barred >> each * suit & 1 for suit, count in enumerate(counts)):
                continue
            ways = weight
            for one, two in zip(counts, left, strict=True):
                ways *= comb(two, one)
            step(
                at + 1, tuple(two - one for one, two in zip(counts, left, strict=True)), ways, [*made, counts]
            )

    step(0, (each,) * 4, 1, [])
    return {(at, suit): sums[at, suit] / total for at in range(len(places)) for suit in range(4)}


def test_many_seats_that_bar_each_other_take_no_long_counting():
    """Six players, two decks, an open kitty: 48 unseen cards of 16 kinds of freedom over eleven places."""
    room = (6, 3, 2, 9, 1, 1, 2, 1, 1, 1, 20)
    classes = {  # where such cards may lie, and how many there are
        ".x.x......x": 4, ".x.xx.....x": 1, "xxxx......x": 12, "xxxx.x....x": 1, "xxxx..x...x": 1, "x..x......x": 6,
        "x..x....x.x": 1, "xxxx.....xx": 1, "..........x": 4, "....x.....x": 1, "..x.......x": 9, "..x..x....x": 1,
        "..x...x...x": 2, ".......x..x": 1, "........x.x": 1, "..x......xx": 1,
    }  # fmt: skip
    cards = [kind for kind, number in enumerate(classes.values()) for _ in range(number)]
    places = [
        Place(size, sum(1 << kind for kind, where in enumerate(classes) if where[at] == "."))
        for at, size in enumerate(room)
    ]
    begin = time.thread_time()
    for got, place in zip(fill(places, cards, Random(1)), places, strict=True):
        assert len(got) == place.size
        assert not any(place.barred >> kind & 1 for kind in got)
    assert time.thread_time() - begin < 0.25


def test_no_way():
    with pytest.raises(NoWay):
        fill([Place(1, 0b11), Place(1, 0)], [0, 1], Random(1))
    with pytest.raises(NoWay):
        fill([Place(1, 0)], [0, 1], Random(1))


# --- pepper --------------------------------------------------------------------------------------------


def pepper_worlds(state: Any, seat: int | None) -> set[World]:
    sizes = [len(hand) for hand in state.deal.hands]
    kitty = len(state.deal.kitty)
    return worlds(state, seat, state.rules.pack(), [*sizes, kitty] if kitty else sizes, None)


EIGHT = ["AC 9C", "JD 9D", "AH 9H", "JC 9S"]


@pytest.mark.parametrize("seat", range(4))
def test_pepper_exchange(seat: int):
    state = deal_of_pepper(EIGHT)
    do(
        state,
        "0 bid 1",
        "1 pass",
        "2 pass",
        "3 pass",
        "0 trump H",
        "0 discard 9C",
        "2 give AH",
        "1 yes",
        "3 yes",
    )
    even(state, seat, pepper_worlds(state, seat), times=20)
    do(state, "0 play AH", "1 play JD", "3 play 9S")
    even(state, seat, pepper_worlds(state, seat), times=40)


def test_pepper_left_bower_and_voids():
    state = deal_of_pepper(EIGHT, exchange="none", drop_out="none")
    do(
        state,
        "0 bid 1",
        "1 pass",
        "2 pass",
        "3 pass",
        "0 trump S",
        "0 play AC",
        "1 play 9D",
        "2 play 9H",
        "3 play 9S",
    )
    # nobody else has a club; seat 3 held a trump beside the jack of clubs, which is one too
    even(state, 0, pepper_worlds(state, 0), times=100)
    even(state, 1, pepper_worlds(state, 1), times=100)


THREE: dict[str, Any] = {"sides": "solo", "exchange": "none", "drop_out": "none"}


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("kitty", ["hidden", "exposed"])
def test_pepper_kitty(kitty: str, seat: int):
    state = deal_of_pepper(["AC 9C", "JD 9D", "AH 9H"], "JC 9S", dealer=2, kitty=kitty, **THREE)
    do(state, "0 bid 1", "1 pass", "2 pass")
    even(state, seat, pepper_worlds(state, seat), times=20, least=1 if seat == 0 else 2)
    do(state, "0 discard 9C", "0 discard 9S")
    even(state, seat, pepper_worlds(state, seat), times=10)
    do(state, "0 trump S", "0 play JC", "1 play 9D", "2 play 9H")
    even(state, seat, pepper_worlds(state, seat), times=40)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_pepper_exposed_kitty_and_exchange(seat: int):
    state = deal_of_pepper(["AC 9C", "JD 9D", "AH 9H", "KC KS"], "JC", kitty="exposed")
    do(
        state,
        "0 bid 1",
        "1 pass",
        "2 pass",
        "3 pass",
        "0 discard 9C",
        "0 trump C",
        "0 discard AC",
        "2 give AH",
    )
    do(state, "1 yes", "3 yes", "0 play JC", "1 play 9D", "3 play KC")
    even(state, seat, pepper_worlds(state, seat), times=25)


@pytest.mark.parametrize("call", ["free", "not_held"])
@pytest.mark.parametrize("forced", [False, True])
def test_pepper_called_card(forced: bool, call: str):
    options: dict[str, Any] = {
        "sides": "called",
        "exchange": "none",
        "drop_out": "none",
        "call": call,
        "called_card_forced": forced,
    }
    state = deal_of_pepper(["AC 9C", "9S 9D", "AH 9H", "KD KS"], **options)
    do(state, "0 bid 1", "1 pass", "2 pass", "3 pass", "0 trump C", "0 call AH")
    for seat in (0, 3):
        even(state, seat, pepper_worlds(state, seat), times=30)
    do(state, "0 play AC", "1 play 9D")
    # where the call is forced, seat 1, who could have played it, does not hold the ace of hearts
    for seat in range(4):
        even(state, seat, pepper_worlds(state, seat), times=40)


def test_pepper_says_tell_of_aces_and_jacks():
    levels = ["say 3", 4, "say 4", "little", "big"]
    hands = ["AC 9C 9S TS", "JD JC TD KD", "AH 9H KS KC", "TC TH QS QD"]
    state = deal_of_pepper(hands, levels=levels)
    do(state, "0 say 3", "1 say 4")
    view = state.view(3)
    rng = Random("says")
    for _ in range(200):
        deal = pepper.State.guess(view, rng).deal
        assert {KIND["AC"], KIND["AH"]} & set(deal.hands[0])
        assert {KIND["JD"], KIND["JC"]} <= set(deal.hands[1])


def test_pepper_joker_led():
    state = deal_of_pepper(["XX XX", "9S 9D", "AH 9H", "KD KS"], exchange="none", drop_out="none")
    do(state, "0 bid 1", "1 pass", "2 pass", "3 pass", "0 trump NT", "0 play XX")
    for seat in range(1, 4):
        assert all(
            TEXT[kind] == "XX" for kind in pepper.State.guess(state.view(seat), Random(seat)).deal.hands[0]
        )


def test_equal_cards_weigh_as_cardboard():
    """Two equal cards in two unseen hands: one each is twice as likely as both in one given hand."""
    rng = Random("equal")
    counts = Counter(
        tuple(sorted(fill([Place(2, 0), Place(2, 0)], [7, 7, 1, 2], rng)[0])) for _ in range(6000)
    )
    assert set(counts) == {(7, 7), (1, 7), (2, 7), (1, 2)}
    assert all(abs(counts[one] - 2000) < 180 for one in ((1, 7), (2, 7)))
    assert all(abs(counts[one] - 1000) < 140 for one in ((7, 7), (1, 2)))


def weigh(state: Any, todo: list[tuple[int, str]], weight: int, view: Any, found: Counter[World]) -> None:
    """As ``_try``, each way counted as often as equal cards can be taken for each other as cardboard."""
    done = len(state.actions)
    if done == len(todo):
        if state.view(view.seat) == view:
            found[world(state)] += weight
        return
    who, text = todo[done]
    verb, _, card = text.partition(" ")
    texts = [other for other in state.legal(who) if other.split(" ")[0] == verb] if card == HIDDEN else [text]
    for other in texts:
        copies = state.hand(who).count(KIND.get(other.partition(" ")[2], -1)) or 1
        twin = again(state)
        try:
            twin.apply(who, other)
        except Refused:
            continue
        weigh(twin, todo, weight * copies, view, found)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_pepper_exposed_kitty_and_exchange_with_equal_cards(seat: int):
    """The bidder plays an ace: the one of the kitty, the one given, or his own? All ways as cardboard."""
    truth = deal_of_pepper(["AC 9C", "JD 9D", "AC 9H", "KC KS"], "AC", kitty="exposed")
    do(
        truth,
        "0 bid 1",
        "1 pass",
        "2 pass",
        "3 pass",
        "0 discard 9C",
        "0 trump S",
        "0 discard AC",
        "2 give AC",
    )
    do(truth, "1 yes", "3 yes", "0 play AC", "1 play 9D", "3 play KC")
    view = truth.view(seat)
    own = truth.deal.hands[seat]
    rest = list(truth.rules.pack())
    for kind in (*own, KIND["AC"]):
        rest.remove(kind)
    found: Counter[World] = Counter()
    for at in shares(tuple(range(len(rest))), [2, 2, 2]):
        hands = [tuple(rest[index] for index in indexes) for indexes in at]
        hands.insert(seat, own)
        deal = Deal(3, tuple(hands), None, (KIND["AC"],))
        state = pepper.State.start(truth.rules, deal, Standing())
        weigh(state, list(view.actions), 1, view, found)
    total = sum(found.values())
    rng = Random(seat)
    draws = 40 * len(found)
    counts = Counter(world(pepper.State.guess(view, rng)) for _ in range(draws))
    assert set(counts) <= set(found)
    square = sum(
        (counts[one] - draws * part / total) ** 2 / (draws * part / total) for one, part in found.items()
    )
    freedom = len(found) - 1
    assert square < freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3
