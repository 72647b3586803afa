"""The battery of peppernut.testing over every game: presets, seats, options one by one, and at random.

`scripts/battery` runs the same over thousands of rule combinations.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests import reckoning

from peppernut import rules as house
from peppernut import testing
from peppernut.catalog import GAMES, room
from peppernut.engine.row import POINTS
from peppernut.match import Match
from peppernut.refusal import Refused

SEATS = {"peanuts": range(2, 11), "pepper": range(3, 7), "nerts": (2, 3, 4, 8, 12)}
THOROUGH = {"peanuts": 0.01, "pepper": 0.03, "nerts": 0.003}
DEALS = {"peanuts": 2, "pepper": 3, "nerts": 1}
RANDOM = {"peanuts": 15, "pepper": 45, "nerts": 4}


def battery(game: str, given: dict[str, Any], **more: Any) -> None:
    usual = {"deals": DEALS[game], "thorough": THOROUGH[game], "score": reckoning.SCORES.get(game)}
    seen = testing.battery(game, given, **{**usual, **more})
    assert seen["deals"]


def refusal(game: str, given: dict[str, Any]) -> Refused | None:
    """Why these rules cannot be."""
    try:
        house.resolve(room(game), given)
    except Refused as refused:
        return refused
    return None


def presets() -> list[tuple[str, str, int]]:
    """Every preset with every number of seats that its rules allow."""
    found = []
    for game in GAMES:
        for preset in room(game).PRESETS:
            for players in SEATS[game]:
                try:
                    house.resolve(room(game), {"preset": preset}, players)
                except Refused:
                    continue
                found.append((game, preset, players))
    return found


@pytest.mark.parametrize(("game", "preset", "players"), presets())
def test_preset(game: str, preset: str, players: int):
    battery(game, {"preset": preset}, players=players, seed=f"{preset}{players}")


BASES: dict[str, list[dict[str, Any]]] = {
    "peanuts": [{"start_cards": 3}, {"start_cards": 3, "players": 7}],
    "nerts": [{"pile": 4}],
    "pepper": [
        {},
        {"players": 6, "exchange": "none", "drop_out": "none"},
        {"preset": "cutthroat-3"},
        {"preset": "reagan"},
        {"deck": {"copies": 2, "jokers": 2}, "hand_size": 6, "kitty": "hidden"},
    ],
}
# values for options whose declaration does not list them
VALUES: dict[str, list[Any]] = {
    "deck": [
        {"low": "7"},
        {"low": "T", "copies": 2, "drop": ["TC"]},
        {"jokers": 4},
        {"extra": ["8C", "8D", "9C", "9C"], "jokers": 1},
    ],
    "levels": [
        [2, 4],
        [1, "little", "big"],
        ["say 3", 4, "say 4", 5, 6],
        [6, "big"],
        ["little"],
    ],
    "hand_size": [2, 5],
    "hands": [1, 5],
    "target": [1, 6, 25],
    "handicap": [None],
}


def alone() -> list[tuple[str, str, Any]]:
    """Each option alone, set to something else."""
    found = []
    for game in GAMES:
        for spec in house.options(room(game).Rules):
            values = VALUES.get(spec.name)
            if values is None:
                values = [True, False] if spec.kind == "bool" else list(spec.choices)
                if spec.low is not None and spec.high is not None:
                    values += sorted({spec.low, min(spec.high, spec.low + 1), min(spec.high, 6)})
            found += [(game, spec.name, value) for value in values if value != spec.default]
    return found


@pytest.mark.parametrize(("game", "name", "value"), alone())
def test_option_alone(game: str, name: str, value: Any):
    played = 0
    for base in BASES[game]:
        given = {**base, name: value}
        why = refusal(game, given)
        if why is not None:
            assert why.code == "bad_rules"
            assert name in why.message
            continue
        played += 1
        battery(game, given, seed=f"{name}{value}", deals=2 if game == "pepper" else 1)
    assert played or (game, name) in {("nerts", "target"), ("pepper", "players")}, (
        "no rules go with this value"
    )


@pytest.mark.parametrize("game", GAMES)
def test_random_rules(game: str):
    for number in range(RANDOM[game]):
        given = testing.random_rules(game, Random(f"rules {game} {number}"))
        battery(game, given, seed=number)


def test_the_battery_finds_a_leak(monkeypatch: pytest.MonkeyPatch):
    from peppernut.pepper import State

    honest = State._sees
    monkeypatch.setattr(State, "_sees", lambda self, viewer, owner: owner == 3 or honest(self, viewer, owner))
    with pytest.raises(testing.Broken, match="hidden cards"):
        testing.battery("pepper", {}, deals=3, thorough=1, guessing=False)


def test_the_battery_finds_a_wrong_score(monkeypatch: pytest.MonkeyPatch):
    from peppernut.peanuts import machine

    honest = machine.score

    def wrong(t: Any, s: Any) -> None:
        honest(t, s)
        s[POINTS] += 1

    monkeypatch.setattr(machine, "score", wrong)
    with pytest.raises(testing.Broken, match="points"):
        testing.battery("peanuts", {"start_cards": 1}, score=reckoning.peanuts)


def test_the_battery_finds_a_refusal_that_changes_something(monkeypatch: pytest.MonkeyPatch):
    from peppernut.peanuts import State

    honest = State.apply

    def apply(self: State, seat: int, text: str, ms: int | None = None) -> Any:
        self.barred[0] ^= 1
        return honest(self, seat, text, ms)

    monkeypatch.setattr(State, "apply", apply)
    with pytest.raises(testing.Broken):
        testing.battery("peanuts", {"start_cards": 1}, thorough=1, guessing=False)


def test_games_end_and_are_won_as_reckoned():
    """R10 and must_bid_to_win, reckoned from the records of random games with low targets."""
    ended = shared = 0
    for number in range(120):
        rng = Random(f"winners {number}")
        given = {**testing.random_rules("pepper", rng), "target": rng.choice((2, 5, 9, 14))}
        rules = house.resolve(room("pepper"), given)
        match = Match("pepper", rules, ["x"] * rules.players)
        written = house.to_json(rules)
        while not match.over and len(match.states) < 12:
            state = match.begin(match.shuffle(rng.randbytes(32)))
            while not state.over:
                match.apply(state.to_act[0], testing.choose(state, state.to_act[0], rng))
            row = {**state.deal.to_json(), "actions": state.actions}
            won = reckoning.pepper_winners(written, match.scores, row, state.standing.rough)
            assert (match.winners or None) == won, match.to_record()
            assert match.over == bool(won)
        ended += match.over
        shared += len(match.winners) > 1
    assert ended > 60
    assert shared


def test_peanuts_is_won_by_the_highest_total():
    for number in range(10):
        rng = Random(f"peanuts winners {number}")
        rules = house.resolve(
            room("peanuts"), {"players": 4, "start_cards": 1 + number % 3, "bonus": number % 2}
        )
        match = Match("peanuts", rules, ["x"] * 4)
        totals = [0] * 4
        for hand in range(rules.hands):
            assert not match.over
            state = match.begin(match.shuffle(rng.randbytes(32)))
            while not state.over:
                seat = rng.choice(state.to_act)
                match.apply(seat, testing.choose(state, seat, rng))
            row = {**state.deal.to_json(), "actions": state.actions}
            points = reckoning.peanuts(house.to_json(rules), row, totals, False)
            totals = [total + gain for total, gain in zip(totals, points, strict=True)]
            assert match.sheet()[hand]["totals"] == totals
        assert match.over
        assert match.winners == [seat for seat in range(4) if totals[seat] == max(totals)]
