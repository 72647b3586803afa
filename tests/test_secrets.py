"""Nobody sees what the seat may not see: views, events, refusals, summaries (law 1).

The battery of peppernut.testing changes what is hidden at random steps of random games (test_conformance);
here it is every step of fewer games, and the ways out of the table that the battery does not watch.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.small import deal_of_pepper, do

from peppernut import testing
from peppernut.cards import HIDDEN
from peppernut.catalog import room
from peppernut.match import Match
from peppernut.refusal import Refused
from peppernut.rules import resolve

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("peanuts", {"start_cards": 3, "hands": 6}),
    ("peanuts", {"preset": "oh-hell", "start_cards": 4, "players": 7}),
    *(("pepper", {"preset": preset}) for preset in room("pepper").PRESETS),
    ("pepper", {"deck": {"jokers": 3}, "kitty": "exposed", "hand_size": 5, "auction": "continuous"}),
    ("pepper", {"deck": {"jokers": 3}, "kitty": "hidden", "hand_size": 5, "suit_bids": True}),
]


@pytest.mark.parametrize(("game", "given"), GAMES)
def test_every_step(game: str, given: dict[str, Any]):
    rng = Random(f"secrets {given}")
    match = Match(game, resolve(room(game), given), ["x"] * resolve(room(game), given).players)
    seen: Counter[str] = Counter()
    for _ in range(2):
        state = match.begin(match.shuffle(rng.randbytes(32)))
        while not state.over:
            testing.secrets(state, rng, seen)
            seat = rng.choice(state.to_act)
            events = match.apply(seat, testing.choose(state, seat, rng))
            heard(state, events)
    assert seen["secrets"]


def heard(state: Any, events: list[dict[str, Any]]) -> None:
    """Events are for everybody: no card in them that a spectator may not know."""
    if not state.over:
        named = set(testing.cards_in(json.dumps(events)))
        assert named <= testing.entitled(state, None), events


@pytest.mark.parametrize(("game", "given"), GAMES[:6])
def test_refusals_tell_nothing(game: str, given: dict[str, Any]):
    """What a seat is told when it tries things is the same whatever the others hold."""
    rng = Random(f"refusals {given}")
    rules = resolve(room(game), given)
    match = Match(game, rules, ["x"] * rules.players)
    words = testing.WORDS[game]
    compared = 0
    for _ in range(2):
        state = match.begin(match.shuffle(rng.randbytes(32)))
        while not state.over:
            if rng.random() < 0.15:
                for seat in range(rules.players):
                    twin = testing.disturbed(state, seat, rng)
                    if twin is None:
                        continue
                    for text in rng.sample(words, 40):
                        assert answer(state, seat, text) == answer(twin, seat, text)
                        compared += 1
            seat = rng.choice(state.to_act)
            match.apply(seat, testing.choose(state, seat, rng))
    assert compared


def answer(state: Any, seat: int, text: str) -> tuple[str, str] | None:
    if text in state.legal(seat):
        return None
    with pytest.raises(Refused) as caught:
        state.apply(seat, text)
    return caught.value.code, caught.value.message


def test_forehead_bids_do_not_change_what_others_see():
    rules = resolve(room("peanuts"), {"players": 3, "start_cards": 1})
    match = Match("peanuts", rules, ["x"] * 3)
    views = []
    for bid in (0, 1):
        state = match.room.State.start(rules, match.shuffle(bytes(32), 0), match.standing())
        events = state.apply(1, f"bid {bid}")
        assert "bid ??" in json.dumps(events)
        views.append([testing.seen_bytes(state, seat) for seat in (None, 0, 2)])
        assert f"bid {bid}".encode() in testing.seen_bytes(state, 1)
    assert views[0] == views[1]


def test_hidden_actions_are_masked_for_others_and_open_afterwards():
    hands = ["AH 9C", "AC TC", "AS 9S", "9D TD"]
    state = do(deal_of_pepper(hands), "0 bid 1, 1 pass, 2 pass, 3 pass, 0 trump H, 0 discard 9C, 2 give AS")
    sees = {seat: [text for _, text in state.view(seat).actions[-2:]] for seat in (0, 1, 2, 3, None)}
    nothing = [f"discard {HIDDEN}", f"give {HIDDEN}"]
    assert sees == {
        0: ["discard 9C", "give AS"],
        1: nothing,
        2: [nothing[0], "give AS"],
        3: nothing,
        None: nothing,
    }
    do(state, "1 no, 3 no")
    assert [text for _, text in state.view(None).actions[5:7]] == ["discard 9C", "give AS"]
    assert state.view(None).to_json()["dealt"][0] == ["9C", "AH"]


def test_the_called_partner_is_told_to_nobody():
    hands = ["AH 9C", "AC TC", "AS 9S", "9D TD"]
    state = deal_of_pepper(hands, sides="called", exchange="none", drop_out="none")
    do(state, "0 bid 1, 1 pass, 2 pass, 3 pass, 0 trump H, 0 call AC, 0 play AH, 1 play TC")
    for seat in (None, 0, 1, 2, 3):
        assert state.view(seat).to_json()["partner"] is None
        assert state.summary(seat, truth=False)["partner"] is None


def test_what_lies_in_the_stock_is_not_in_what_hands_lack():
    """A seat that cannot follow lacks the whole suit, also the cards of it that were never dealt."""
    rules = resolve(room("peanuts"), {"players": 2, "start_cards": 2})
    deal = room("peanuts").Deal.parse(rules, {"dealer": 1, "hands": ["AS 2S", "3D 4D"], "turnup": "9H"})
    state = room("peanuts").State.start(rules, deal, Match("peanuts", rules, ["a", "b"]).standing())
    do(state, "0 bid 0, 1 bid 0, 0 play AS, 1 play 3D")
    assert state.barred[1].bit_count() == 26, "no spade, no heart"
