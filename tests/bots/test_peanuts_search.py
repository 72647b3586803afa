"""The exact endings of peanuts against trying everything; the light policy's chances against enumeration."""

from dataclasses import replace
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from peppernut import peanuts
from peppernut.bots import peanuts_search, simple_peanuts
from peppernut.bots.peanuts import LEVELS, Thinker
from peppernut.bots.peanuts_light import EXACTLY, SCRATCH, card, exactly
from peppernut.engine.compiled import available, compiled
from peppernut.engine.row import OVER, PHASE, POINTS, SEATS, TURN
from peppernut.peanuts import machine
from peppernut.peanuts.rules import compile_rules
from peppernut.rules import resolve
from peppernut.standing import Standing

PLAYED = "AS KS QS 2S 3C 4C 5C 2C 2D"


def brute(t: Any, s: list[int], seat: int, totals: list[int], luck: float) -> tuple[list[int], float]:
    """The points of all, and what they are worth to a seat, when everybody sees everything."""
    if s[PHASE] == OVER:
        points = s[POINTS : POINTS + t[SEATS]]
        return points, peanuts_search.utility(t, s, seat, totals, luck)
    who = s[TURN]
    found = []
    legal = machine.legal(t, s, who)
    for kind in range(52):
        if legal >> kind & 1:
            row = list(s)
            machine.apply(t, row, who, kind)
            found.append(brute(t, row, seat, totals, luck))
    if who == seat:
        return max(found, key=lambda end: end[1])
    return max(found, key=lambda end: (end[0][who], -end[1]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_endings_against_brute_force(players: int) -> None:
    """Endings of two and three cards, in the middle of a trick too, in house rules by chance."""
    if not available():
        pytest.skip("without Numba nothing is searched")
    import numpy as np

    rng = Random(f"endings {players}")
    fast = compiled(peanuts_search.settle)
    for number in range(40):
        rules = resolve(
            peanuts,
            {
                "players": players,
                "start_cards": 3 if number % 4 == 0 or players < 4 else 2,
                "void": rng.choice(("trump", "any")),
                "scoring": rng.choice(("all_or_nothing", "alternate")),
                "bonus": rng.choice((0, 3, 10)),
            },
        )
        t = compile_rules(rules)
        deal = peanuts.shuffle(rules, 0, rng.randrange(players), rng.randbytes(32))
        state: Any = peanuts.State.start(rules, deal, Standing(0, (0,) * players))
        for _ in range(players + rng.randrange(players)):
            who = state.to_act[0]
            state.apply(who, rng.choice(state.legal(who)))
        seat = rng.randrange(players)
        totals = [rng.randrange(30) for _ in range(players)]
        luck = rng.choice((0.0, 9.0, -1.0))
        s = np.array(state.row)
        steps = players * rules.start_cards + 1
        found = np.zeros((steps + 1) * peanuts_search.SETTLED)
        saved = np.zeros(steps * (len(s) + 2), np.int64)
        fast(np.array(t), s, seat, np.array(totals), luck, saved, found)
        assert list(s) == state.row
        points, value = brute(t, list(state.row), seat, totals, luck)
        assert found[peanuts_search.SETTLED - 1] == pytest.approx(value)
        assert list(found[:players]) == points


def test_exactly_by_enumeration() -> None:
    rng = Random("exactly")
    for cards in (1, 2, 5, 8):
        odds = [0.0] * SCRATCH
        odds[:cards] = [rng.choice((0.0, 1.0, rng.random())) for _ in range(cards)]
        for without in range(-1, cards):
            exactly(cards, without, odds)
            used = [chance for at, chance in enumerate(odds[:cards]) if at != without]
            for tricks in range(len(used) + 1):
                ways = (ways for ways in product((0, 1), repeat=len(used)) if sum(ways) == tricks)
                sought = sum(
                    prod(p if won else 1 - p for p, won in zip(used, way, strict=True)) for way in ways
                )
                assert odds[EXACTLY + tricks] == pytest.approx(sought)


def test_when_every_trick_is_needed() -> None:
    """The policy in the worlds tried plays one of the cards that the simple rules allow then."""
    looked, tight = 0, 0
    for number in range(300):
        rng = Random(f"every trick {number}")
        rules = resolve(peanuts, {"start_cards": rng.choice((2, 3, 5)), "void": rng.choice(("trump", "any"))})
        t = compile_rules(rules)
        deal = peanuts.shuffle(rules, 0, rng.randrange(4), rng.randbytes(32))
        state: Any = peanuts.State.start(rules, deal, Standing(0, (0,) * 4))
        while not state.over:
            seat = state.to_act[0]
            view = state.view(seat)
            if state.phase == "play" and simple_peanuts.wanted(view) == len(view.hands[seat]):
                able = simple_peanuts.for_every_trick(simple_peanuts.sight_of(view))
                if able and len(view.legal) > 1:
                    left = [1] * 52
                    assert card(t, list(state.row), left, seat, [0.0] * SCRATCH) in able
                    looked += 1
                    tight += len(able) < len(view.legal)
            if state.phase == "bid":
                state.apply(seat, rng.choice(view.legal[-2:]))
            else:
                state.apply(seat, rng.choice(view.legal))
    assert looked > 100
    assert tight > 50


@pytest.mark.parametrize(
    ("level", "without"),
    [
        ("easy", {"memory": None}),
        ("easy", {"points": 0.5}),
        ("medium", {"evidence": 0}),
        ("medium", {"caution": 0.0}),
        ("medium", {"points": 0.5}),
        ("hard", {"evidence": 0}),
        ("hard", {"learns": False}),
        ("hard", {"open_end": 0}),
        ("hard", {"points": 0.5}),
    ],
    ids=str,
)
def test_what_makes_a_level(level: str, without: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part of a level weighs in: without it a seat in the third trick of five sees other values."""
    if not available():
        pytest.skip("without Numba nothing is searched")
    rules = resolve(peanuts, {})
    hands = ["AS 3C KD 7D 8D", "KS 4C AD 9D TH", "QS 5C 2D 3D 4D", "2S 2C JS QC 4S"]
    deal = peanuts.Deal.parse(rules, {"dealer": 3, "hands": hands, "turnup": "2H"})
    state = peanuts.State.start(rules, deal, Standing(5, (0, 0, 0, 0)))
    for text in ("bid 1", "bid 1", "bid 1", "bid 0", *(f"play {text}" for text in PLAYED.split())):
        state.apply(state.to_act[0], text)
    view = state.view(3)
    whole = Thinker(level).values(view, Random(1))
    monkeypatch.setitem(LEVELS, level, replace(LEVELS[level], **without))
    less = Thinker(level).values(view, Random(1))
    assert set(less) == set(whole)
    assert less != whole


def test_effort() -> None:
    """Full effort is the normal choice; the shortest looks at a few worlds and stays legal."""
    if not available():
        pytest.skip("without Numba nothing is searched")
    rules = resolve(peanuts, {})
    state: Any = peanuts.State.start(
        rules, peanuts.shuffle(rules, 0, 3, bytes(32)), Standing(0, (0,) * rules.players)
    )
    view = state.view(0)
    thinker = Thinker("hard")
    full = thinker.values(view, Random(1))
    assert thinker.values(view, Random(1), effort=1.0) == full
    short = thinker.values(view, Random(1), effort=0.001)
    assert set(short) == set(full)
    assert short != full
    assert thinker.choose(view, Random(1), effort=0.001) in view.legal
