"""Laws of the race under random play: cards, refusals, replay, legality, guesses, secrets, scores.

The long form of the battery, over 10,000 rounds::

    NERTS_ROUNDS=10000 pytest tests/test_nerts_properties.py -k battery
"""

import itertools
import json
import os
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peppernut import nerts
from peppernut.nerts import machine as m
from peppernut.nerts import moves
from peppernut.nerts.cards import CARD
from peppernut.nerts.view import Foundation, Place, View
from peppernut.refusal import Refused
from peppernut.rules import resolve
from peppernut.standing import Standing

SIZES = st.one_of(st.just(13), st.integers(1, 30))


def checked(values: dict[str, Any]) -> nerts.Rules:
    rules = resolve(nerts, values)
    assert isinstance(rules, nerts.Rules)
    return rules


@st.composite
def any_rules(draw: st.DrawFn, most: int = 12) -> nerts.Rules:
    players = draw(st.one_of(st.integers(2, min(4, most)), st.integers(2, most)))
    given_rules = {
        "players": players,
        "pile": draw(SIZES),
        "handicap": draw(st.one_of(st.none(), st.lists(SIZES, min_size=players, max_size=players))),
        "work_piles": draw(st.integers(3, 6)),
        "draw": draw(st.integers(1, 3)),
        "move_runs": draw(st.booleans()),
        "call": draw(st.sampled_from(["manual", "auto"])),
        "card_points": draw(st.integers(1, 5)),
        "pile_penalty": draw(st.integers(0, 5)),
    }
    return checked(given_rules)


def start(rules: nerts.Rules, seed: int) -> nerts.State:
    return nerts.State.start(rules, nerts.shuffle(rules, 0, None, seed.to_bytes(32, "big")), Standing())


def chosen(state: nerts.State, rng: random.Random, late: int) -> tuple[int, str]:
    """Any legal action of any seat; after `late` actions everybody says that he is stuck."""
    seat = rng.choice([seat for seat in state.to_act if state.legal(seat)])
    if len(state.actions) >= late:
        return next(other for other in state.to_act if state.allows(other, "stuck")), "stuck"
    legal = state.legal(seat)
    if rng.random() < 0.7:
        legal = [text for text in legal if text not in ("stuck", "call")] or legal
    return seat, rng.choice(legal)


def step(state: nerts.State, rng: random.Random, late: int = 10**9) -> None:
    seat, text = chosen(state, rng, late)
    state.apply(seat, text, len(state.actions))


def held(state: nerts.State, seat: int) -> list[int]:
    """All cards of a seat, wherever they lie."""
    s = state.row
    b = m.SEATS + seat * m.STRIDE
    cards = s[b + m.PILE : b + m.PILE + s[b + m.PILE_N]]
    cards += s[b + m.DECK : b + m.DECK + s[b + m.WASTE_N]]
    cards += s[b + m.DECK + s[b + m.STOCK_AT] : b + m.DECK + 52]
    for pile in state.view(None).places[seat].work:
        cards += pile
    for foundation in state.view(None).foundations:
        suit = "CDSH".index(foundation.suit)
        cards += [rank * 4 + suit for rank, owner in enumerate(foundation.owners) if owner == seat]
    return sorted(cards)


CODES = {"does_not_fit", "gone", "pile_not_empty", "not_your_turn", "wrong_phase", "unknown_action"}
RULES_AND_PLAY = {"rules": any_rules(), "seed": st.integers(0, 2**32), "length": st.integers(0, 300)}


@settings(max_examples=30, deadline=None)
@given(**RULES_AND_PLAY)
def test_everybodys_52_cards_are_there_at_every_step(rules: nerts.Rules, seed: int, length: int) -> None:
    state, rng = start(rules, seed), random.Random(seed)
    for _ in range(length):
        for seat in range(rules.players):
            assert held(state, seat) == list(range(52))
        if state.over:
            break
        step(state, rng)


@settings(max_examples=60, deadline=None)
@given(**RULES_AND_PLAY)
def test_what_is_legal_is_accepted_and_nothing_else(rules: nerts.Rules, seed: int, length: int) -> None:
    state, rng = start(rules, seed), random.Random(seed)
    while not state.over and len(state.actions) < length:
        step(state, rng)
    before = list(state.row), list(state.actions)
    for seat in range(rules.players):
        accepted = []
        for text in moves.TEXT.values():
            twin = state.copy()
            if state.allows(seat, text):
                twin.apply(seat, text)
                accepted.append(text)
            else:
                with pytest.raises(Refused) as refusal:
                    twin.apply(seat, text)
                assert (twin.row, twin.actions) == before
                assert refusal.value.code in CODES
        assert len(state.legal(seat)) == len(set(state.legal(seat)))
        assert set(state.legal(seat)) == set(accepted)
    assert (state.row, state.actions) == before


@settings(max_examples=30, deadline=None)
@given(**RULES_AND_PLAY)
def test_replay_is_the_same_to_the_last_number(rules: nerts.Rules, seed: int, length: int) -> None:
    state, rng = start(rules, seed), random.Random(seed)
    while not state.over and len(state.actions) < length:
        step(state, rng)
    assert state.deal is not None
    deal = nerts.Deal.parse(rules, json.loads(json.dumps(state.deal.to_json())))
    again = nerts.State.start(rules, deal, Standing())
    for seat, text, ms in state.actions:
        again.apply(seat, text, ms)
    assert again.row == state.row
    assert again.actions == state.actions


def hidden(state: nerts.State, seat: int) -> list[int]:
    """Where in the row the cards of a seat lie that nobody has seen, by the log and not by the row's own mark."""
    s = state.row
    b = m.SEATS + seat * m.STRIDE
    top = b + m.DECK + s[b + m.WASTE_N] - 1
    shown = uncovered(state)[seat]
    places = [at for at, card in laid(state, seat).items() if card not in shown and at != top]
    return [*range(b + m.PILE, b + m.PILE + s[b + m.PILE_N] - 1), *places]


def laid(state: nerts.State, seat: int) -> dict[int, int]:
    """The cards of a seat's waste and stock by their place in the row."""
    s = state.row
    b = m.SEATS + seat * m.STRIDE + m.DECK
    waste, stock = s[b - m.DECK + m.WASTE_N], s[b - m.DECK + m.STOCK_AT]
    return {at: s[at] for at in (*range(b, b + waste), *range(b + stock, b + 52))}


def uncovered(state: nerts.State) -> list[set[int]]:
    """For each seat the cards that have lain on top of its waste so far."""
    shown: list[set[int]] = [set() for _ in range(state.rules.players)]
    if state.deal is not None:
        past = nerts.State.start(state.rules, state.deal, Standing())
        for seat, text, ms in state.actions:
            past.apply(seat, text, ms)
            for cards, place in zip(shown, past.view(None).places, strict=True):
                cards.add(place.waste_top)
    return shown


def told(state: nerts.State, seat: int | None) -> list[str]:
    """Every byte that a seat can get out of a position: its view, and what is said to each action."""
    bytes_ = [json.dumps(state.view(seat).to_json()), repr(state.view(seat)), json.dumps(state.summary(seat))]
    if seat is not None:
        for text in moves.TEXT.values():
            twin = state.copy()
            try:
                twin.apply(seat, text)
            except Refused as error:
                bytes_.append(error.code + error.message)
    return bytes_


@settings(max_examples=25, deadline=None)
@given(**RULES_AND_PLAY)
def test_what_is_hidden_changes_no_byte(rules: nerts.Rules, seed: int, length: int) -> None:
    state, rng = start(rules, seed), random.Random(seed)
    while not state.over and len(state.actions) < length:
        step(state, rng)
    other = state.copy()
    for seat in range(rules.players):
        places = hidden(state, seat)
        cards = [state.row[at] for at in places]
        rng.shuffle(cards)
        for at, card in zip(places, cards, strict=True):
            other.row[at] = card
    for viewer in (None, 0, rules.players - 1):
        assert told(state, viewer) == told(other, viewer)


@settings(max_examples=40, deadline=None)
@given(**RULES_AND_PLAY)
def test_a_guess_looks_the_same(rules: nerts.Rules, seed: int, length: int) -> None:
    state, rng = start(rules, seed), random.Random(seed)
    while not state.over and len(state.actions) < length:
        step(state, rng)
    for viewer in (None, *range(rules.players)):
        view = state.view(viewer)
        guessed = nerts.State.guess(view, random.Random(seed))
        assert guessed.view(viewer) == view
        assert nerts.State.guess(view, random.Random(seed)).row == guessed.row
        for other, shown in enumerate(uncovered(state)):
            assert held(guessed, other) == list(range(52))
            deck = laid(state, other).values()
            assert view.decks[other] == tuple(card if card in shown else -1 for card in deck)
    guessed = nerts.State.guess(state.view(0), rng)
    for _ in range(50):  # it can be played on
        if not guessed.over:
            step(guessed, rng)


KEPT = ("9C", "8H", "4D", "2S", "7S", "7H", "5C", "5H", "6D", "TC", "JC")


def test_guesses_are_uniform() -> None:
    """Four hidden cards of a seat under its pile top, under its waste top and in its stock: 24 equal ways.

    One card of the stock is remembered, and stays where it is.
    """
    kept = [CARD[name] for name in KEPT]
    foundations = tuple(
        Foundation(letter, tuple(int(rank * 4 + suit in kept) for rank in range(13)))
        for suit, letter in enumerate("CDSH")
    )
    mine = Place(2, kept[4], tuple((card,) for card in kept[:4]), 2, kept[5], 3, False, 41, 0, 0)
    theirs = Place(0, -1, ((), (), (), ()), 0, -1, 41, False, 11, 0, 0)
    decks = ((-1, kept[5], -1, kept[10], -1), (-1,) * 41)
    view = View(None, resolve(nerts, {}, 2), "race", 0, (), None, None, 0, foundations, (mine, theirs), decks)
    rng = random.Random(24)
    seen: Counter[tuple[int, ...]] = Counter()
    draws = 24 * 200
    for _ in range(draws):
        guessed = nerts.State.guess(view, rng)
        assert held(guessed, 0) == held(guessed, 1) == list(range(52))
        seen[tuple(guessed.row[at] for at in hidden(guessed, 0))] += 1
    assert set(seen) == {(*some, kept[10], last) for *some, last in itertools.permutations(kept[6:10])}
    chi = sum((count - 200) ** 2 / 200 for count in seen.values())
    assert chi < 58  # 23 degrees of freedom: beyond this once in ten thousand


class Referee:
    """The rules of the page read a second time, slowly and with card names, to score a log."""

    COLOUR = {"C": 0, "S": 0, "D": 1, "H": 1}  # noqa: RUF012
    ORDER = "A23456789TJQK"

    def __init__(self, rules: nerts.Rules, layouts: list[dict[str, str]]) -> None:
        self.rules = rules
        self.piles = [layout["pile"].split() for layout in layouts]
        self.work = [[[card] for card in layout["work"].split()] for layout in layouts]
        self.stock = [layout["stock"].split() for layout in layouts]
        self.waste: list[list[str]] = [[] for _ in layouts]
        self.middle: list[str] = []
        self.laid = [0] * len(layouts)
        self.stuck: set[int] = set()
        self.times = 0
        self.ended = False
        self.caller: int | None = None

    def act(self, seat: int, text: str) -> None:
        assert not self.ended
        words = text.split()
        if words[0] == "draw":
            if not self.stock[seat]:
                self.stock[seat], self.waste[seat] = self.waste[seat], []
            assert self.stock[seat]
            self.waste[seat] += self.stock[seat][: self.rules.draw]
            del self.stock[seat][: self.rules.draw]
        elif words[0] == "call":
            assert not self.piles[seat]
            assert self.rules.call == "manual"
            self.ended, self.caller = True, seat
        elif words[0] == "stuck":
            assert seat not in self.stuck
            self.stuck.add(seat)
            if len(self.stuck) == self.rules.players:
                self.stuck.clear()
                self.times += 1
                for stock, waste in zip(self.stock, self.waste, strict=True):
                    stock.extend(waste)
                    waste.clear()
                    stock.extend([stock.pop(0)] if stock else [])
                self.ended = self.times == 3
        else:
            self.carry(seat, *words[1:])
            self.stuck.clear()
            self.times = 0

    def carry(self, seat: int, origin: str, to: str, count: str = "1") -> None:
        n = int(count)
        if origin == "P":
            run = [self.piles[seat].pop(0)]
        elif origin == "W":
            run = [self.waste[seat].pop()]
        else:
            pile = self.work[seat][int(origin[1]) - 1]
            assert len(pile) >= n
            run = pile[-n:]
            del pile[-n:]
        if to == "F":
            rank, suit = run[0][0], run[0][1]
            if rank == "A":
                self.middle.append(run[0])
            else:
                self.middle.remove(self.ORDER[self.ORDER.index(rank) - 1] + suit)
                self.middle.append(run[0])
            self.laid[seat] += 1
        else:
            onto = self.work[seat][int(to[1]) - 1]
            assert n == 1 or self.rules.move_runs
            if onto:
                assert self.COLOUR[onto[-1][1]] != self.COLOUR[run[0][1]]
                assert self.ORDER.index(onto[-1][0]) == self.ORDER.index(run[0][0]) + 1
            else:
                assert not self.piles[seat]
            onto += run
        for pile in self.work[seat]:
            if not pile and self.piles[seat]:
                pile.append(self.piles[seat].pop(0))
        if self.rules.call == "auto" and not self.piles[seat]:
            self.ended, self.caller = True, seat

    def score(self) -> list[int]:
        return [
            self.rules.card_points * laid - self.rules.pile_penalty * len(pile)
            for laid, pile in zip(self.laid, self.piles, strict=True)
        ]


def random_rules(rng: random.Random) -> nerts.Rules:
    players = rng.choice([2, 2, 3, 3, 4, 4, 5, 6, 8, 12])
    return checked(
        {
            "players": players,
            "pile": rng.choice([13, 10, rng.randint(1, 30)]),
            "handicap": rng.choice([None, None, [rng.randint(1, 30) for _ in range(players)]]),
            "work_piles": rng.randint(3, 6),
            "draw": rng.randint(1, 3),
            "move_runs": rng.random() < 0.7,
            "call": rng.choice(["manual", "auto"]),
            "card_points": rng.randint(1, 5),
            "pile_penalty": rng.randint(0, 5),
        },
    )


def test_battery() -> None:
    """Rounds over random options end, and their scores are those of an independent reading of the log."""
    rounds = int(os.environ.get("NERTS_ROUNDS", "120"))
    ends: Counter[str] = Counter()
    for number in range(rounds):
        rng = random.Random(f"nerts battery {number}")
        rules = random_rules(rng)
        state = start(rules, number)
        late = rng.choice([100, 300, 600])
        for _ in range(late + 4 * rules.players):
            if state.over:
                break
            step(state, rng, late)
        assert state.over
        assert state.deal is not None
        referee = Referee(rules, state.deal.to_json()["layouts"])
        for seat, text, _ in state.actions:
            referee.act(seat, text)
        assert referee.ended
        assert state.points == referee.score()
        assert state.caller == referee.caller
        assert state.summary()["foundation_cards"] == referee.laid
        ends["stuck" if state.caller is None else rules.call] += 1
    assert set(ends) == {"stuck", "manual", "auto"}


def test_compiled_and_plain_are_one() -> None:
    """The same functions, with and without Numba, give the same row."""
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("numba")
    from peppernut.engine.chance import stream
    from peppernut.engine.compiled import compiled

    fast = compiled(m.playout)
    for number in range(20):
        rules = random_rules(random.Random(f"compiled {number}"))
        state = start(rules, number)
        row = numpy.array(state.row, dtype=numpy.int64)
        plain, swift = stream(number), numpy.array(stream(number), dtype=numpy.int64)
        steps = m.playout(state._t, state.row, [0] * 256, plain)
        tables = numpy.array(state._t, dtype=numpy.int64)
        assert fast(tables, row, numpy.zeros(256, dtype=numpy.int64), swift) == steps
        assert row.tolist() == state.row


def test_the_most_actions_fit_their_room() -> None:
    """Six work piles, five of them empty: the longest list of legal actions there can be."""
    rules = resolve(nerts, {"players": 2, "work_piles": 6})
    state = start(rules, 1)
    s, b = state.row, m.SEATS
    s[b + m.PILE_N] = 0
    for w, size in enumerate((13, 13, 13, 0, 0, 0)):
        s[b + m.WORK_N + w] = size
        for at in range(size):
            s[b + m.WORK + w * m.HEIGHT + at] = (12 - at) * 4 + (at + w) % 2
    assert len(state.legal(0)) < 256
    assert all(len(run) == 13 for run in itertools.islice(state.view(0).places[0].work, 3))
