"""One statement of each rule: the plain functions and the compiled ones give the same rows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from peppernut import bench, testing
from peppernut import rules as house
from peppernut.catalog import room
from peppernut.engine import chance
from peppernut.engine.compiled import available, compiled
from peppernut.engine.row import OVER, PHASE, TOTAL
from peppernut.peanuts import machine as peanuts
from peppernut.peanuts.rules import compile_rules as peanuts_table
from peppernut.pepper import machine as pepper
from peppernut.pepper.table import compile_rules as pepper_table

pytestmark = pytest.mark.skipif(not available(), reason="Numba is not here")

MACHINES: dict[str, tuple[Any, Any]] = {"peanuts": (peanuts, peanuts_table), "pepper": (pepper, pepper_table)}
RULES = [
    *(
        ("peanuts", {"preset": preset, "players": seats})
        for preset in room("peanuts").PRESETS
        for seats in (2, 4, 7)
    ),
    *(("pepper", {"preset": preset}) for preset in room("pepper").PRESETS),
    *(("pepper", testing.random_rules("pepper", Random(f"compiled {number}"))) for number in range(25)),
]


def array(values: Any) -> Any:
    import numpy as np

    return np.array(values, dtype=np.int64)


@pytest.mark.parametrize(
    ("game", "given"), RULES, ids=[f"{game}-{number}" for number, (game, _) in enumerate(RULES)]
)
def test_step_by_step(game: str, given: dict[str, Any]):
    machine, compile_rules = MACHINES[game]
    rules = house.resolve(room(game), given)
    table = compile_rules(rules)
    plain: tuple[Any, ...] = (
        table,
        [0] * machine.size(table),
        list(rules.pack()),
        chance.stream("plain", game),
    )
    fast = tuple(array(part) for part in plain)
    functions = machine.begin_random, machine.legal, machine.apply
    begin, legal, apply = (compiled(function) for function in functions)
    rng = Random(str(given))
    for deal in range(6):
        cards = rules.cards(deal * 3 % rules.hands) if game == "peanuts" else rules.hand_size
        for side in range(rules.players):
            plain[1][TOTAL + side] = fast[1][TOTAL + side] = rng.randint(-40, 40)
        machine.begin_random(*plain, deal % rules.players, cards)
        begin(*fast, deal % rules.players, cards)
        t, s = plain[:2]
        for _ in range(1000):
            assert list(s) == fast[1].tolist()
            masks = [machine.legal(t, s, seat) for seat in range(rules.players)]
            assert masks == [legal(fast[0], fast[1], seat) for seat in range(rules.players)]
            if s[PHASE] == OVER:
                break
            seat = rng.choice([seat for seat, mask in enumerate(masks) if mask])
            action = rng.choice([bit for bit in range(64) if masks[seat] >> bit & 1])
            if game == "pepper" and rules.suit_bids and s[PHASE] == 0 and action >= pepper.FIRST_BID:
                action |= rng.randrange(5 if rules.no_trump else 4) << 6
            machine.apply(t, s, seat, action)
            apply(fast[0], fast[1], seat, action)
        assert s[PHASE] == OVER


@pytest.mark.parametrize(
    ("game", "given"), RULES[:22], ids=[f"{game}-{n}" for n, (game, _) in enumerate(RULES[:22])]
)
def test_playouts(game: str, given: dict[str, Any]):
    machine, compile_rules = MACHINES[game]
    rules = house.resolve(room(game), given)
    table = compile_rules(rules)
    cards = rules.start_cards if game == "peanuts" else rules.hand_size
    plain: tuple[Any, ...] = (
        table,
        [0] * machine.size(table),
        list(rules.pack()),
        chance.stream("playouts", game),
    )
    fast = tuple(array(part) for part in plain)
    decisions = machine.playouts(*plain, cards, 20)
    assert decisions == compiled(machine.playouts)(*fast, cards, 20)
    assert [list(part) for part in plain] == [part.tolist() for part in fast]


def test_picks_are_even():
    x = chance.stream("even")
    mask = 1 << 3 | 1 << 17 | 1 << 52 | 1
    counts = dict.fromkeys((0, 3, 17, 52), 0)
    for _ in range(8000):
        counts[chance.pick(x, mask)] += 1
    assert all(1850 < count < 2150 for count in counts.values())


def test_streams_with_other_names_are_other_streams():
    words = {
        tuple(chance.word(x) for _ in range(4))
        for x in (chance.stream("a"), chance.stream("b"), chance.stream("a", 1))
    }
    assert len(words) == 3
    assert all(0 <= word < 1 << 32 for stream in words for word in stream)


@pytest.mark.parametrize(
    ("game", "preset"), [(game, preset) for game in MACHINES for preset in room(game).PRESETS]
)
def test_the_bench_plays_every_preset(game: str, preset: str) -> None:
    table = bench.Table(game, preset)
    assert table.playouts(2) > 0
    assert table.steps(2) > 0
