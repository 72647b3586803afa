"""Sharing out unseen cards over the places where they may lie, every way equally likely."""

from functools import cache
from math import factorial
from random import Random
from typing import NamedTuple


class Place(NamedTuple):
    """Somewhere that holds ``size`` unseen cards, none of them in the set ``barred``."""

    size: int
    barred: int


class NoWay(ValueError):
    """The cards cannot lie like that."""


def fill(places: list[Place], cards: list[int], rng: Random) -> list[list[int]]:
    """The cards for each place, drawn uniformly from all ways that the places allow.

    Cards are told apart here as cardboard is: a pair of equal cards lies in two ways in two hands, as it
    does when real cards are shuffled. Raises NoWay if there is none.
    """
    if sum(place.size for place in places) != len(cards):
        raise NoWay("the places do not hold as many cards as there are")
    # places that bar the same of these cards are one place, divided at random afterwards
    there = 0
    for card in cards:
        there |= 1 << card
    alike: dict[int, list[int]] = {}
    for at, place in enumerate(places):
        if place.size:
            alike.setdefault(place.barred & there, []).append(at)
    bars = list(alike)
    room = [sum(places[at].size for at in alike[bar]) for bar in bars]
    result: list[list[int]] = [[] for _ in places]
    for bar, got in zip(bars, _share(bars, room, cards, rng), strict=True):
        rng.shuffle(got)
        for at in alike[bar]:
            result[at] = [got.pop() for _ in range(places[at].size)]
    return result


def _share(bars: list[int], room: list[int], cards: list[int], rng: Random) -> list[list[int]]:
    """Share out card by card, counting at each step in how many ways the rest can follow.

    A class are cards that may lie in the same places; which class comes to each of a place's slots is all
    that must be counted. The places that bar most come first and leave few choices; a large place that bars
    little comes last and takes what is left, without any counting.
    """
    classes: dict[tuple[bool, ...], list[int]] = {}
    for card in cards:
        classes.setdefault(tuple(not bar >> card & 1 for bar in bars), []).append(card)
    held = list(classes.values())
    for kinds in held:
        rng.shuffle(kinds)
    takes = [[index for index, fits in enumerate(classes) if fits[at]] for at in range(len(bars))]
    order = sorted(range(len(bars)), key=lambda at: (len(takes[at]), room[at], takes[at]))
    last = order.pop() if order else None
    slots = [at for at in order for _ in range(room[at])]
    strange = [index for index in range(len(held)) if last is None or index not in takes[last]]

    @cache
    def ways(slot: int, left: tuple[int, ...]) -> int:
        if slot == len(slots):
            if any(left[index] for index in strange):
                return 0
            count = factorial(sum(left))
            for number in left:
                count //= factorial(number)
            return count
        return sum(ways(slot + 1, _less(left, index)) for index in takes[slots[slot]] if left[index])

    got: list[list[int]] = [[] for _ in bars]
    left = tuple(len(kinds) for kinds in held)
    if not ways(0, left):
        raise NoWay("no way to share out these cards")
    for slot, at in enumerate(slots):
        choices = [index for index in takes[at] if left[index]]
        weights = [ways(slot + 1, _less(left, index)) for index in choices]
        draw = rng.randrange(sum(weights))
        index = 0
        while draw >= weights[index]:
            draw -= weights[index]
            index += 1
        got[at].append(held[choices[index]].pop())
        left = _less(left, choices[index])
    if last is not None:
        got[last] = [card for kinds in held for card in kinds]
    return got


def _less(left: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*left[:index], left[index] - 1, *left[index + 1 :])
