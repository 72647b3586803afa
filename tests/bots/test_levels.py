"""The searching levels: legal everywhere, within their time, the same for the same seed, and stronger."""

import re
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.bots.test_simple import any_rules, play

from peppernut import bots
from peppernut.bots import arena, equity, hearing, peanuts_search, pepper, simulate
from peppernut.bots.hint import hint
from peppernut.catalog import room
from peppernut.engine.compiled import available, compiled
from peppernut.match import Match
from peppernut.record import replay
from peppernut.refusal import Refused
from peppernut.rules import resolve

PRESETS = [(game, preset) for game in ("peanuts", "pepper") for preset in room(game).PRESETS]


@pytest.fixture(scope="module", autouse=True)
def compiled_code() -> None:
    if not available():
        pytest.skip("without Numba the simple rules answer")
    bots.load()


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset(game: str, preset: str) -> None:
    rng = Random(f"levels {game} {preset}")
    rules = resolve(room(game), {"preset": preset})
    play(game, rules, [rng.choice(bots.LEVELS) for _ in range(rules.players)], rng, 4)


@pytest.mark.parametrize("game", ["peanuts", "pepper"])
def test_rules_by_chance(game: str) -> None:
    rng = Random(f"levels and rules {game}")
    for _ in range(25):
        rules = any_rules(game, rng)
        play(game, rules, [rng.choice(("easy", "medium")) for _ in range(rules.players)], rng, 2)


FEW_PLAYERS = [("peanuts", {"players": players, "start_cards": cards}) for players, cards in ((2, 7), (3, 8))]


@pytest.mark.parametrize(
    ("game", "given"), [*((game, {"preset": name}) for game, name in PRESETS), *FEW_PLAYERS]
)
def test_time(game: str, given: dict[str, Any]) -> None:
    """300 ms a choice on one core: measured in time of the processor, since tests share their machine."""
    rng = Random(f"time {game} {given}")
    rules = resolve(room(game), given)
    match = Match(game, rules, ["hard"] * rules.players)
    policy = bots.policy(game, "hard")
    spent = []
    for _ in range(2):
        state = match.begin(match.shuffle(rng.randbytes(32)))
        while not state.over:
            seat = state.to_act[0]
            begin = time.thread_time()
            action = policy.choose(state.view(seat), rng)
            spent.append(time.thread_time() - begin)
            match.apply(seat, action)
    # the first choice under new rules also makes the table of chances to win
    assert sorted(spent)[-2] < 0.3


def test_compiled_once() -> None:
    """Nothing is compiled again while somebody waits: every entry has one signature, at all levels."""
    rng = Random("once")
    for game in ("peanuts", "pepper"):
        for rules in (resolve(room(game), {}), any_rules(game, rng)):
            names = [*bots.LEVELS, "plain", *["easy"] * rules.players][: rules.players]
            play(game, rules, names, rng, 2)
    for function in (peanuts_search.ponder, pepper.ponder, hearing.every, equity.self_play):
        assert len(compiled(function).signatures) == 1, function


def test_same_seed_same_report() -> None:
    rules = resolve(room("pepper"), {})
    first, again = (arena.run("pepper", rules, ["easy", "simple"], 3, 5) for _ in range(2))
    other = arena.run("pepper", rules, ["easy", "simple"], 3, 6)
    one, two, three = ({**report.to_json(), "mean_ms": None} for report in (first, again, other))
    assert one == two != three
    assert "95 %" in first.text()


def test_cheater_lives_in_the_arena_only() -> None:
    with pytest.raises(Refused):
        bots.policy("pepper", arena.CHEATER)
    report = arena.run(
        "peanuts", resolve(room("peanuts"), {"start_cards": 3}), [arena.CHEATER, "random"], 4, 1
    )
    assert report.difference.mean > 0


def test_the_gap_to_the_cheater() -> None:
    rules = resolve(room("peanuts"), {"start_cards": 3})
    report = arena.ladder("peanuts", rules, ["random", arena.CHEATER], 12, 1)
    random, cheater = report.ladder
    assert cheater.gap_closed is not None
    assert cheater.gap_closed.mean == 1
    assert random.gap_closed is not None
    assert random.gap_closed.mean < 0
    assert "gap to the cheater closed" in report.text()
    assert "from simple to the cheater" in report.picture()


def test_simulate() -> None:
    rules = resolve(room("peanuts"), {"start_cards": 3})
    report = simulate.run("peanuts", rules, ["medium", "random", "random", "random"], games=6, seed=2)
    assert report.seats[0].won is not None
    assert report.seats[0].won.mean > 0.5
    assert sum(line.bids for line in report.seats) == 6 * 6 * 4
    assert "won" in report.text()
    report = simulate.run("pepper", resolve(room("pepper"), {}), ["simple"], deals=10, seed=2)
    assert report.deals == 10
    assert len(report.sides) == 2


def record(actions: list[Any]) -> dict[str, Any]:
    return {
        "format": "peppernut/1",
        "game": "pepper",
        "rules": {"preset": "iowa"},
        "seats": ["Ann", "Bob", "Cid", "Dee"],
        "deals": [
            {
                "dealer": 3,
                "hands": ["JH JD AH KH 9C 9S", "9D TD QD KD AD TC", "QH TH 9H JC QC KC", "AC JS TS QS KS AS"],
                "actions": actions,
            }
        ],
    }


def replayed(actions: list[list[object]]) -> Match:
    match = replay(record(actions)).match
    assert match is not None
    return match


def test_hint() -> None:
    answer = hint(replayed([[0, "bid 4"], [1, "pass"], [2, "pass"], [3, "pass"]]))
    assert answer["seat"] == 0
    assert answer["action"] == "trump H"
    assert "hearts" in answer["reason"]
    assert answer["alternatives"][0]["action"] == "trump H"
    with pytest.raises(Refused):
        hint(replayed([[seat, "pass"] for seat in range(4)]))


def test_all_that_is_compiled_is_made_ready() -> None:
    """No choice at a table has to wait for the compiler: ``load`` meets every compiled function of the searches."""
    if not available():
        pytest.skip("without Numba nothing is compiled")
    code = (
        "from peppernut import bots; bots.load()\n"
        "from peppernut.engine.compiled import _done\n"
        "for (f, inner), made in _done.items():\n"
        "    if made.signatures and not inner: print(f.__module__, f.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    ready = {line.split(" ")[1] for line in done.stdout.splitlines()}
    assert {"peppernut.bots.pepper ponder", "peppernut.bots.peanuts_search ponder"} <= set(
        done.stdout.splitlines()
    )
    package = Path(bots.__file__).parent
    for name in ("pepper", "peanuts", "equity"):
        asked = set(re.findall(r"compiled\((\w+)\)", (package / f"{name}.py").read_text("utf-8")))
        assert asked
        assert asked <= ready, name
