"""Bots by simple rules, and random ones: legal in every preset and in house rules by chance."""

import subprocess
import sys
from random import Random
from typing import Any

import pytest

from peppernut import bots
from peppernut.bots import pepper as pepper_search
from peppernut.bots import simple_pepper
from peppernut.bots.pepper_light import worth
from peppernut.bots.solver import as_table
from peppernut.cards import NO_TRUMP
from peppernut.catalog import room
from peppernut.engine.compiled import compiled
from peppernut.match import Match
from peppernut.refusal import Refused
from peppernut.rules import options, resolve
from peppernut.standing import Standing

DECKS: list[dict[str, Any]] = [
    {},
    {"copies": 2},
    {"low": "7"},
    {"low": "8", "jokers": 1},
    {"copies": 2, "jokers": 3, "drop": ["9C", "9D", "9H"]},
    {"extra": ["8C", "8D", "8H", "8S", "7H", "7S"]},
]
LEVELS: list[Any] = [
    None,
    [3, 4, 5, "little", "big"],
    ["say 3", 4, "say 4", 5, "little", "big"],
    [1, 2, 3],
    ["little", "big"],
    ["say 4", 5],
]


def any_rules(game: str, rng: Random) -> Any:
    """Some house rules that can be."""
    home = room(game)
    while True:
        given: dict[str, Any] = {"preset": rng.choice(list(home.PRESETS))}
        for spec in options(home.Rules):
            if rng.random() > 0.35:
                continue
            if spec.kind == "bool":
                given[spec.name] = rng.random() < 0.5
            elif spec.kind == "deck":
                given[spec.name] = rng.choice(DECKS)
            elif spec.kind == "levels":
                given[spec.name] = rng.choice(LEVELS)
            elif spec.low is not None and spec.high is not None and (not spec.choices or rng.random() < 0.6):
                high = min(spec.high, 14)
                given[spec.name] = rng.randint(spec.low, max(spec.low, high))
            elif spec.choices:
                given[spec.name] = rng.choice(spec.choices)
        try:
            return resolve(home, given)
        except Refused:
            continue


def play(game: str, rules: Any, names: list[str], rng: Random, deals: int) -> None:
    """Some deals of a game; every action must be accepted, and some must have words."""
    match = Match(game, rules, names)
    for _ in range(deals):
        if match.over:
            return
        state = match.begin(match.shuffle(rng.randbytes(32)))
        while not state.over:
            seat = rng.choice(state.to_act)
            view = state.view(seat)
            policy = bots.policy(game, names[seat])
            action = policy.choose(view, rng)
            assert action in view.legal, (names[seat], rules, view.phase)
            if rng.random() < 0.02:
                for other in view.legal:
                    assert policy.reason(view, other)
            match.apply(seat, action)


def seats(rules: Any, rng: Random, names: tuple[str, ...]) -> list[str]:
    return [rng.choice(names) for _ in range(rules.players)]


@pytest.mark.parametrize(
    ("game", "preset"), [(game, preset) for game in ("peanuts", "pepper") for preset in room(game).PRESETS]
)
def test_every_preset(game: str, preset: str) -> None:
    rng = Random(f"presets {game} {preset}")
    rules = resolve(room(game), {"preset": preset})
    for _ in range(10):
        play(game, rules, seats(rules, rng, ("simple", "simple", "random")), rng, 30)


@pytest.mark.parametrize("game", ["peanuts", "pepper"])
def test_rules_by_chance(game: str) -> None:
    rng = Random(f"rules {game}")
    for _ in range(400):
        rules = any_rules(game, rng)
        play(game, rules, seats(rules, rng, ("simple", "simple", "random")), rng, 3)


@pytest.mark.parametrize("preset", room("pepper").PRESETS)
def test_the_light_policy_counts_a_hand_as_simple_rules_do(preset: str) -> None:
    rules = resolve(room("pepper"), {"preset": preset})
    home = pepper_search.room_of(rules)
    for number in range(5):
        state = room("pepper").State.start(
            rules, room("pepper").shuffle(rules, number, 0, bytes([number] * 32)), Standing(0, ())
        )
        row = as_table(state.row)
        for seat in range(rules.players):
            sight = simple_pepper.sight_of(state.view(seat))
            for trump in range(5):
                counted = compiled(worth)(home.table, row, home.pack, seat, trump)
                # in no trump they judge a long suit differently
                near = 1.5 if trump == NO_TRUMP else 0.15
                assert abs(counted - simple_pepper.own_tricks(sight, trump)) < near, (seat, trump)


def test_numbers_of_players() -> None:
    rng = Random("players")
    for players in range(2, 11):
        rules = resolve(room("peanuts"), {}, players)
        play("peanuts", rules, seats(rules, rng, ("simple", "random")), rng, 20)


def test_unknown() -> None:
    for game, level in (("pepper", "clever"), ("chess", "hard")):
        with pytest.raises(Refused):
            bots.policy(game, level)


def test_no_numba() -> None:
    """Simple bots answer without Numba being imported."""
    code = (
        "import sys; from random import Random; from peppernut import bots\n"
        "from peppernut.catalog import room\n"
        "from peppernut.match import Match; from peppernut.rules import resolve\n"
        "for game in ('peanuts', 'pepper'):\n"
        "    match = Match(game, resolve(room(game), {}), ['a'] * 4)\n"
        "    state = match.begin(match.shuffle(bytes(32)))\n"
        "    for level in ('simple', *bots.LEVELS):\n"
        "        seat = state.to_act[0]\n"
        "        bots.policy(game, level).choose(state.view(seat), Random(1))\n"
        "assert 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
