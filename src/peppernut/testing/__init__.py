"""The battery that every game with every set of house rules must pass; for a new game too.

    from peppernut import testing

    testing.battery("pepper", {"preset": "melton"}, seed=1, deals=20)

plays random legal deals and raises AssertionError, with the rules and the actions so far, where a law of the
table is broken:

- a deal ends; somebody may act until then, and only who may act has legal actions;
- what is legal is accepted and everything else is refused, over all words of the game; a refusal changes nothing;
- no card appears, vanishes or is doubled, at any step, and hands have the size they must have;
- a view shows no more than its seat may know: change what is hidden, and its bytes stay the same;
- a guess at a view looks the same from that seat;
- the record of what was played, or of a part of it, replays to the same;
- points and totals add up, and are what ``score`` says, if one is given.

``random_rules`` draws rules at random that can be played. ``choose`` is the player: random, but it does not
bid everything away. ``game_of_bots`` lets bots play a whole game, and looks at what they choose and how long that
takes.
"""

import copy
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from peppernut import rules as house
from peppernut.cards import DENOMINATIONS, HIDDEN, TEXT
from peppernut.catalog import room
from peppernut.match import Match
from peppernut.record import replay
from peppernut.refusal import Refused
from peppernut.testing.bots import LIMIT, Watch, game_of_bots
from peppernut.testing.law import Broken, hold
from peppernut.testing.rules import random_rules

Score = Callable[[dict[str, Any], dict[str, Any], list[int], bool], list[int]]
"""(resolved rules, deal with its actions, totals before, rough?) -> points per side, reckoned independently."""

PHASES = {"bid", "kitty", "trump", "call", "exchange", "drop_out", "play", "race"}
MOST_STEPS = 5000
_CARD = re.compile(r"\b(?:[2-9TJQKA][CDHS]|XX)\b")

_BIDS = [str(number) for number in range(15)] + ["99", "1000000000000000000000", "9" * 5000]
_CARD_WORDS = [f"{verb} {card}" for verb in ("play", "discard", "give", "call") for card in TEXT]
WORDS: dict[str, list[str]] = {
    "peanuts": [
        *(f"bid {bid}" for bid in _BIDS),
        *(f"play {card}" for card in TEXT),
        "pass",
        "bid -1",
        "bid 01",
    ],
    "pepper": [
        *("pass", "surrender", "with", "yes", "no", "maybe", "say 3", "say 4", "bid little", "bid big"),
        *(f"bid {bid}" for bid in _BIDS),
        *(f"bid {bid} {trump}" for bid in (*range(1, 14), "little", "big") for trump in DENOMINATIONS),
        *(f"trump {trump}" for trump in DENOMINATIONS),
        *_CARD_WORDS,
        *("say 5", "bid", "with XX", "trump", "play", "play 1C"),
    ],
    "nerts": [
        *("draw", "stuck", "call"),
        *(f"move {where} F" for where in ("P", "W", "T1", "T2", "T3", "T4", "T5", "T6")),
        *(f"move {where} T{to}" for where in ("P", "W", "T1", "T2", "T3", "T4") for to in range(1, 7)),
        *(f"move T{one} T{to} {run}" for one in range(1, 4) for to in range(1, 4) for run in (2, 3, 13)),
        *("move F P", "move T1", "move", "draw 2"),
    ],
}
STRANGE = [
    "",
    " ",
    "dance",
    "play  9C",
    "PLAY 9C",
    "play 9c",
    "bid three",
    "pass ",
    "play 9C 9D",
    "\ud800",
    "♥9",
    "null",
]


def battery(
    game: str,
    given: dict[str, Any],
    *,
    players: int | None = None,
    seed: object = 0,
    deals: int = 2,
    games: int = 1,
    thorough: float = 0.1,
    score: Score | None = None,
    words: Iterable[str] | None = None,
    guessing: bool = True,
) -> Counter[str]:
    """Play up to ``deals`` deals of each of ``games`` games by these rules; how often what was looked at.

    ``thorough`` is the share of the steps at which the dear laws (all words, secrets, guesses) are checked.
    """
    table = room(game)
    rules = house.resolve(table, given, players)
    resolved = house.to_json(rules)
    again = house.resolve(table, json.loads(json.dumps(resolved)), rules.players)
    hold(again == rules, "resolved rules do not read back as the same rules", resolved)
    seen: Counter[str] = Counter()
    every = [*(words if words is not None else WORDS[game]), *STRANGE]
    for number in range(games):
        rng = Random(f"{seed}/{game}/{number}")
        match = Match(game, rules, [f"seat {seat}" for seat in range(rules.players)])
        try:
            _game(match, rng, deals, thorough, score, every, guessing, seen)
        except (AssertionError, Refused, LookupError, ArithmeticError, TypeError, ValueError) as error:
            record = json.dumps(match.to_record())
            raise Broken(f"{type(error).__name__}: {error}\nin {record}") from error
    return seen


def _game(
    match: Match,
    rng: Random,
    deals: int,
    thorough: float,
    score: Score | None,
    words: list[str],
    guessing: bool,
    seen: Counter[str],
) -> None:
    for _ in range(deals):
        _deal(match, rng, thorough, words, guessing, seen)
        state = match.states[-1]
        row = {**state.deal.to_json(), "actions": [list(action) for action in state.actions]}
        before = match.sheet()[-2]["totals"] if len(match.states) > 1 else [0] * len(match.sides)
        if score is not None:
            rough = bool(getattr(getattr(state, "standing", None), "rough", False))
            reckoned = score(house.to_json(match.rules), row, list(before), rough)
            hold(state.points == reckoned, "points are not those of the rules", state.points, reckoned)
        after = [total + gain for total, gain in zip(before, state.points, strict=True)]
        hold(
            match.scores == after == match.sheet()[-1]["totals"], "totals do not add up", before, match.scores
        )
        seen["deals"] += 1
        if match.over:
            hold(match.winners, "a game without winners")
            seen["games"] += 1
            break
    record = json.loads(json.dumps(match.to_record()))
    told = replay(record)
    hold(told.error is None, "the record is refused", told.error)
    assert told.match is not None
    hold(
        told.match.scores == match.scores and told.match.over == match.over, "the record replays differently"
    )
    hold(told.match.winners == match.winners, "the record replays to other winners")
    for one, other in zip(told.match.states, match.states, strict=True):
        hold(_image(one) == _image(other), "a deal replays to another state")


def _deal(
    match: Match, rng: Random, thorough: float, words: list[str], guessing: bool, seen: Counter[str]
) -> None:
    table = match.room
    dealer = match.next_dealer
    dealt = match.shuffle(rng.randbytes(32), dealer)
    written = json.loads(json.dumps(dealt.to_json()))
    hold(table.Deal.parse(match.rules, written) == dealt, "a deal does not read back", written)
    state = match.begin(dealt)
    seats = range(match.rules.players)
    cut = rng.randrange(40)
    for step in range(MOST_STEPS):
        if state.over:
            break
        hold(state.phase in PHASES, "unknown phase", state.phase)
        hold(state.points is None, "points before the end", state.points)
        acting = state.to_act
        hold(acting, "nobody may act, and the deal is not over")
        for seat in seats:
            legal = state.legal(seat)
            hold(bool(legal) == (seat in acting), "legal actions and the turn differ", seat, legal, acting)
            hold(len(set(legal)) == len(legal), "a legal action twice", legal)
        conserved(state)
        if rng.random() < thorough:
            _words(state, rng, words, seen)
            secrets(state, rng, seen)
            if guessing:
                _guesses(state, rng, seen)
        if step == cut:
            _cut(match, state)
        seat = rng.choice(acting)
        before = len(state.actions)
        text = choose(state, seat, rng, late=step > 300)
        events = match.apply(seat, text, step)
        hold(len(state.actions) == before + 1, "an accepted action is not in the list")
        hold(json.dumps(events), "no events")
        seen["steps"] += 1
    hold(state.over, "the deal does not end")
    hold(
        state.to_act == () and not any(state.legal(seat) for seat in seats), "somebody may act after the end"
    )
    hold(len(state.points) == len(match.sides), "not one number of points a side", state.points)
    hold(
        all(type(points) is int for points in state.points), "points that are no whole numbers", state.points
    )
    conserved(state)
    secrets(state, rng, seen)
    if guessing:
        _guesses(state, rng, seen)
    image = _image(state)
    for seat in seats:
        try:
            match.apply(seat, rng.choice(words), 10**6)
        except Refused as refused:
            hold(refused.code in {"wrong_phase", "unknown_action"}, "a late action", refused.code)
        else:
            raise Broken("an action after the end of the deal was accepted")
    hold(_image(state) == image, "a late action has changed the deal")


def choose(state: Any, seat: int, rng: Random, late: bool = False) -> str:
    """A random legal action, leaning to the lower ones, so that auctions end; ``late``: hurry to the end."""
    legal: list[str] = state.legal(seat)
    if late and "stuck" in legal:
        return "stuck"
    if state.phase == "bid" and rng.random() < 0.4:
        return legal[0]
    if state.phase == "bid":
        return legal[min(rng.randrange(len(legal)), rng.randrange(len(legal)))]
    if "draw" in legal and rng.random() < 0.3:
        return "draw"
    return rng.choice(legal)


def _image(state: Any) -> dict[str, Any]:
    """All that a state remembers, copied."""
    names = [*getattr(state, "__dict__", ()), *getattr(type(state), "__slots__", ())]
    kept = {"rules", "deal", "standing", "table", "_t", "_out", "number"}
    return {name: copy.deepcopy(getattr(state, name)) for name in names if name not in kept}


def _twin(state: Any) -> Any:
    kept = ("rules", "deal", "standing", "table", "_t")
    return copy.deepcopy(state, {id(thing): thing for name in kept if (thing := getattr(state, name, None))})


def _cut(match: Match, state: Any) -> None:
    """A record that stops here replays to here."""
    told = replay(json.loads(json.dumps(match.to_record())))
    hold(told.error is None, "the record of a part is refused", told.error)
    assert told.match is not None
    hold(_image(told.match.states[-1]) == _image(state), "the record of a part replays to another state")


def _words(state: Any, rng: Random, words: list[str], seen: Counter[str]) -> None:
    """What is legal is accepted, all else is refused and changes nothing."""
    image = _image(state)
    for seat in range(state.rules.players):
        legal = set(state.legal(seat))
        hold(
            legal <= set(words) or state.game == "nerts" if hasattr(state, "game") else True,
            "unknown words",
            legal,
        )
        for text in words:
            if text in legal:
                continue
            try:
                (state if rng.random() < 0.99 else _twin(state)).apply(seat, text, 10**6)
            except Refused as refused:
                hold(re.fullmatch("[a-z_]+", refused.code), "a refusal without a code", refused.code)
                hold(len(refused.message) > 10, "a refusal without a sentence", refused.message)
                seen["refused"] += 1
            else:
                # longer ways to write the same (`move T1 T4 1`) are accepted without being listed
                raise Broken(f"{text!r} by seat {seat} is not legal, but was accepted")
        for text in legal:
            twin = _twin(state)
            twin.apply(seat, text, 10**6)
            hold(twin.actions[-1][:2] == (seat, text), "another action was noted", twin.actions[-1])
            seen["accepted"] += 1
    for seat in (-1, state.rules.players, 10**9):
        for text in rng.sample(words, min(len(words), 30)):
            try:
                state.apply(seat, text, 10**6)
            except Refused:
                continue
            raise Broken(f"{text!r} by seat {seat}, which is none, was accepted")
    hold(_image(state) == image, "a refusal has changed the state")


# --- cards ---------------------------------------------------------------------------------------------


def conserved(state: Any) -> None:
    """No card appears, vanishes or is doubled; hands have their sizes (trick games)."""
    if not hasattr(state, "hand"):
        return
    seats = range(state.rules.players)
    hands = [[TEXT[kind] for kind in state.hand(seat)] for seat in seats]
    gone = [text.split(" ")[1] for _, text in state.actions if text.split(" ")[0] in {"play", "discard"}]
    dealt = [TEXT[kind] for hand in state.deal.hands for kind in hand]
    took = getattr(state.rules, "kitty", "none") != "none" and state.phase != "bid" and _bought(state)
    if took:
        dealt += [TEXT[kind] for kind in state.deal.kitty]
    there = Counter(gone) + Counter(card for hand in hands for card in hand)
    hold(there == Counter(dealt), "cards are not conserved", there - Counter(dealt), Counter(dealt) - there)
    view = state.view(None)
    hold(
        [len(hand) for hand in view.hands] == [len(hand) for hand in hands],
        "a view shows hands of other sizes",
    )
    if state.phase == "play":
        trick = {seat for seat, _ in view.trick}
        left = view.cards - sum(view.tricks)
        for seat in view.in_play:
            hold(len(hands[seat]) == left - (seat in trick), "a hand of a wrong size", seat, hands[seat])
    if state.over and any(text.startswith("play") for _, text in state.actions):
        hold(sum(view.tricks) == view.cards, "not every trick was taken", view.tricks)
        hold(not any(hands[seat] for seat in view.in_play), "cards are left after the last trick", hands)


def _bought(state: Any) -> bool:
    return not state.over or state.summary().get("declarer") is not None


# --- secrets -------------------------------------------------------------------------------------------


def viewers(state: Any) -> Iterator[int | None]:
    """Everybody who may look: the spectator and every seat."""
    yield None
    yield from range(state.rules.players)


def seen_bytes(state: Any, seat: int | None) -> bytes:
    """Everything that leaves the table for a seat: its view over the wire, and what its bot gets."""
    view = state.view(seat)
    wire = json.dumps(view.to_json(), sort_keys=True)
    summary = json.dumps(state.summary(seat, truth=False), sort_keys=True)
    return f"{wire}\n{summary}\n{view!r}".encode("utf-8", "replace")


def entitled(state: Any, seat: int | None) -> set[str]:
    """The cards that a seat may know of in a trick game, said once more and apart from ``view``.

    Everybody: what was played, turned up or called, and an exposed kitty. A seat: its own cards and what it
    laid away, gave or got, and the kitty that it took. Forehead: the others' cards instead of its own until the
    bids are shown, then all (P5). Nothing is hidden of a finished deal.
    """
    seats = range(state.rules.players)
    hands = [{TEXT[kind] for kind in state.hand(other)} for other in seats]
    declarer = state.summary().get("declarer")
    known = {text.split(" ")[1] for _, text in state.actions if text.split(" ")[0] in {"play", "call"}}
    if state.deal.turnup is not None:
        known.add(TEXT[state.deal.turnup])
    if state.over:
        return set(TEXT)
    if seat is None:
        own: set[str] = set()
    elif getattr(state.rules, "forehead", False) and len(state.deal.hands[0]) == 1:
        own = set().union(*(hands[other] for other in seats if other != seat or state.phase != "bid"))
    else:
        own = hands[seat]
    for who, text in state.actions:
        verb, _, card = text.partition(" ")
        if verb in {"discard", "give"} and (who == seat or (verb == "give" and seat == declarer)):
            known.add(card)
    kitty = getattr(state.rules, "kitty", "none")
    if declarer is not None and (kitty == "exposed" or (kitty == "hidden" and seat == declarer)):
        known |= {TEXT[kind] for kind in state.deal.kitty}
    return known | own


def secrets(state: Any, rng: Random, seen: Counter[str]) -> None:
    """Change what a seat cannot know, and every byte that it gets stays the same.

    Two cards of which the seat may know no copy change places wherever they lie, in the deal and in hidden
    actions. If what was done remains legal, the seat must not be able to tell.
    """
    if not hasattr(state, "hand") or state.over:
        return
    for seat in viewers(state):
        before = seen_bytes(state, seat)
        for _ in range(3):
            other = disturbed(state, seat, rng)
            if other is not None:
                hold(
                    seen_bytes(other, seat) == before,
                    "a view tells of hidden cards",
                    seat,
                    other.deal.to_json(),
                )
                seen["secrets"] += 1


def disturbed(state: Any, seat: int | None, rng: Random) -> Any | None:
    """The same deal with two hidden cards changed, as far as this seat may know; None if that cannot be."""
    hidden = sorted({TEXT[kind] for kind in state.rules.pack()} - entitled(state, seat))
    if len(hidden) < 2:
        return None
    one, two = rng.sample(hidden, 2)
    return _relabelled(state, state.deal.to_json(), one, two)


def cards_in(text: str) -> list[str]:
    """All cards that a text names."""
    return _CARD.findall(text)


def _relabelled(state: Any, written: dict[str, Any], one: str, two: str) -> Any | None:
    swap = {one: two, two: one}

    def other(text: str) -> str:
        return _CARD.sub(lambda found: swap.get(found[0], found[0]), text)

    table = room(state.game)
    deal = table.Deal.parse(state.rules, json.loads(other(json.dumps(written))))
    try:
        twin = type(state).start(state.rules, deal, state.standing)
        for seat, text in state.actions:
            twin.apply(seat, other(text))
    except Refused:
        return None
    return twin


def _guesses(state: Any, rng: Random, seen: Counter[str]) -> None:
    """A guess at a view looks the same from its seat; and is a deal of these rules."""
    for seat in viewers(state):
        view = state.view(seat)
        guess = type(state).guess(view, rng)
        hold(guess.view(seat) == view, "a guess looks different", seat)
        hold(guess.over == state.over and guess.to_act == state.to_act, "a guess stands elsewhere", seat)
        if hasattr(state, "hand"):
            hold(seen_bytes(guess, seat) == seen_bytes(state, seat), "a guess gives other bytes", seat)
            hold(not any(HIDDEN in text for _, text in guess.actions), "a guess leaves something open", seat)
            conserved(guess)
        seen["guesses"] += 1


__all__ = [
    "LIMIT",
    "PHASES",
    "STRANGE",
    "WORDS",
    "Broken",
    "Score",
    "Watch",
    "battery",
    "cards_in",
    "choose",
    "conserved",
    "disturbed",
    "entitled",
    "game_of_bots",
    "random_rules",
    "secrets",
    "seen_bytes",
    "viewers",
]
