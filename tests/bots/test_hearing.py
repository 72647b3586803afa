"""Worlds that go with what was said: the chain against enumeration with the same weights."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

from peppernut.bots import hearing
from peppernut.bots.pepper import room_of
from peppernut.bots.worlds import words
from peppernut.catalog import room
from peppernut.engine.compiled import compiled
from peppernut.engine.row import SEATS
from peppernut.rules import resolve
from peppernut.standing import Standing

HANDS = ["JH AH KH AS 9D QS", "9C TC AC JS TS KD", "9H TH JD KC QC JC", "9S KS QH AD QD TD"]
WITH = "0 bid 4,1 pass,2 pass,3 pass,0 trump H,0 with,1 yes,3 yes"
ALONE = "0 bid 4,1 pass,2 pass,3 pass,0 trump H,0 discard 9D,2 give JD,1 yes,3 yes"


def heard(said: str, plays: str, seat: int) -> tuple[Any, hearing.Heard]:
    home: Any = room("pepper")
    rules = resolve(home, {})
    state = home.State.start(
        rules, home.Deal.parse(rules, {"dealer": 3, "hands": HANDS}), Standing(0, (0, 0))
    )
    for word in said.split(","):
        who, _, text = word.partition(" ")
        state.apply(int(who), text)
    for card in plays.split():
        state.apply(state.to_act[0], f"play {card}")
    view = state.view(seat)
    return room_of(rules), hearing.hear(view, home.State.guess(view, Random(1)))


def weight(home: Any, world: hearing.Heard, seat: int, spare: Any, fits: Any) -> float:
    """The weight of a world from the beginning, seat by seat."""
    compiled(hearing.begin)(home.table, world, home.pack, seat, spare, fits)
    total = 1.0
    for value in fits:
        total *= float(value)
    return total


@pytest.mark.parametrize(
    ("said", "plays", "seat"),
    [
        (WITH, "JH 9C 9H QH AS JS JC 9S KH TC TH AD QS TS QC KS", 3),
        (WITH, "JH 9C 9H QH AS JS JC 9S KH TC TH AD QS TS QC KS", 0),
    ],
)
def test_chain_against_enumeration(said: str, plays: str, seat: int) -> None:
    """Every world comes as often as its weight says (chi-square over worlds that differ in a hand)."""
    import numpy as np

    home, world = heard(said, plays, seat)
    spare, fits = np.array(world.row), np.ones(4)
    start = list(world.places)
    exact: dict[tuple[int, ...], float] = {}
    for places in set(permutations(start)):
        if all(allowed >> place & 1 for allowed, place in zip(world.allowed, places, strict=True)):
            world.places[:] = places
            exact[places] = weight(home, world, seat, spare, fits)
    assert len(exact) > 5
    total = sum(exact.values())
    shares = {key: value / total for key, value in exact.items()}
    check_chain(home, world, seat, shares, start)

    assert hearing.few(world)
    world.places[:] = sorted(start)
    worlds, weights = np.zeros((hearing.MANY, len(start)), np.int64), np.zeros(hearing.MANY)
    number = compiled(hearing.every)(home.table, world, home.pack, seat, True, spare, fits, worlds, weights)
    listed = {tuple(map(int, worlds[at])): weights[at] / number for at in range(number)}
    assert listed == pytest.approx(shares)


def test_exchange_against_enumeration() -> None:
    """The same after an exchange, which the defender did not see: which card was the gift, which the discard."""
    import numpy as np

    seat = 3
    home, world = heard(ALONE, "JH 9C QH JD JS AD AH TC 9S KH TS TD", seat)
    spare, fits = np.array(world.row), np.ones(4)
    start, bidder, played = list(world.places), 0, 6
    ours = [at for at in range(len(start)) if start[at] in {bidder, played}]
    assert sum(world.came) == 1
    exact: dict[tuple[int, ...], float] = {}
    loose = [at for at in range(len(start)) if start[at] != played]
    for places in set(permutations([start[at] for at in loose])):
        if not all(world.allowed[at] >> place & 1 for at, place in zip(loose, places, strict=True)):
            continue
        for at, place in zip(loose, places, strict=True):
            world.places[at] = place
        ours = [at for at in range(len(start)) if world.places[at] in {bidder, played}]
        for gift in ours:
            world.came[:] = 0
            world.came[gift] = 1
            exact[(*(int(place) for place in world.places), gift)] = weight(home, world, seat, spare, fits)
    total = sum(exact.values())
    shares = {key: value / total for key, value in exact.items()}
    world.places[:] = start
    world.came[:] = 0
    world.came[next(at for at in range(len(start)) if start[at] in {bidder, played})] = 1
    check_chain(home, world, seat, shares, start, marked=True)


def check_chain(
    home: Any,
    world: hearing.Heard,
    seat: int,
    shares: dict[tuple[int, ...], float],
    start: list[int],
    marked: bool = False,
) -> None:
    """Long-run shares against exact ones: total variation below what so many draws leave."""
    import numpy as np

    world.places[:] = start
    spare, fits, x = np.array(world.row), np.ones(home.table[SEATS]), words(Random(2))
    compiled(hearing.begin)(home.table, world, home.pack, seat, spare, fits)
    seen: Counter[tuple[int, ...]] = Counter()
    draws = 40_000
    for _ in range(draws):
        compiled(hearing.walk)(home.table, world, home.pack, seat, 30, x, spare, fits)
        key = tuple(int(place) for place in world.places)
        seen[(*key, int(np.argmax(world.came))) if marked else key] += 1
    assert set(seen) <= set(shares)
    apart = sum(abs(seen[key] / draws - share) for key, share in shares.items()) / 2
    noise = sum((share / draws) ** 0.5 for share in shares.values()) / 2
    assert apart < 1.5 * noise + 0.004
