"""Sampled worlds: uniform over all that fit, against enumeration; the forehead hand against counting."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from peppernut.bots import worlds
from peppernut.bots.simple_peanuts import forehead_chance, forehead_level
from peppernut.bots.simple_pepper import forced
from peppernut.catalog import room
from peppernut.engine.compiled import compiled
from peppernut.rules import resolve
from peppernut.standing import Standing


def test_uniform_against_enumeration() -> None:
    """Two known voids and three hands: every fitting deal comes equally often (chi-square)."""
    home: Any = room("pepper")
    rules = resolve(home, {})
    deal = home.Deal.parse(
        rules,
        {
            "dealer": 3,
            "hands": ["JH AH KH AS 9D QS", "9C TC AC JS TS KD", "9H TH JD KC QC JC", "9S KS QH AD QD TD"],
        },
    )
    state = home.State.start(rules, deal, Standing(0, (0, 0)))
    words = "bid 4,pass,pass,pass,trump H,with,yes,yes"
    for seat, text in zip((0, 1, 2, 3, 0, 0, 1, 3), words.split(","), strict=True):
        state.apply(seat, text)
    for card in ["JH", "9C", "9H", "QH", "AS", "JS", "JC", "9S", "9D", "KD", "KC", "AD"]:
        state.apply(state.to_act[0], f"play {card}")
    view = state.view(3)
    world = worlds.unseen(view, home.State.guess(view, Random(1)), rules.pack())
    cards = list(world.kinds)
    at = {seat: [i for i in range(len(cards)) if world.places[i] == seat] for seat in range(3)}
    assert all(len(places) == 3 for places in at.values())

    fitting = 0
    for first in combinations(range(9), 3):
        for second in combinations([i for i in range(9) if i not in first], 3):
            third = [i for i in range(9) if i not in first and i not in second]
            fitting += all(
                world.allowed[i] >> seat & 1 for seat, hand in enumerate((first, second, third)) for i in hand
            )
    assert 1 < fitting < 1680
    stir, x = compiled(worlds.stir), worlds.words(Random(2))
    seen: Counter[tuple[int, ...]] = Counter()
    draws = 60 * fitting
    for _ in range(draws):
        stir(world.places, world.allowed, 40, x)
        seen[tuple(int(place) for place in world.places)] += 1
    assert len(seen) == fitting
    expected = draws / fitting
    chi = sum((count - expected) ** 2 / expected for count in seen.values())
    # mean fitting - 1; six standard deviations
    assert chi < fitting - 1 + 6 * (2 * (fitting - 1)) ** 0.5


def test_forehead_by_counting() -> None:
    home: Any = room("peanuts")
    rules = resolve(home, {})
    deal = home.Deal.parse(rules, {"dealer": 0, "hands": ["3C", "KS", "4D", "5C"], "turnup": "2H"})
    state = home.State.start(rules, deal, Standing(9, (0,) * 4))
    # seat 1 leads: 48 cards may be his; 12 hearts win, and any card that stands alone in its suit, or is highest
    # of it: spades all 12 of them less none seen … clubs 6 … ace (9), diamonds 5 … ace (10), spades all 12
    assert forehead_chance(state.view(1)) == Fraction(12 + 9 + 10 + 13, 48)
    assert forehead_level("all_or_nothing", 10) == Fraction(10, 21)
    assert forehead_level("alternate", 10) == Fraction(1, 2)
    assert forehead_level("all_or_nothing", 0) == 0


def test_a_dealer_who_must_bid() -> None:
    """Left with the bid by all others, his least tells nothing; over another bid it does."""
    home: Any = room("pepper")
    rules = resolve(home, {"auction": "continuous", "stick_dealer": "bid", "min_bid": 3})
    for words, must in (("pass,pass,pass,bid 3", True), ("pass,bid 3,pass,bid 4", False)):
        state = home.State.start(rules, home.shuffle(rules, 0, 3, bytes(32)), Standing(0, (0, 0)))
        for seat, text in enumerate(words.split(",")):
            state.apply(seat, text)
        assert forced(state.view(0), 3) == must
