"""Sharing out unseen cards over the places where they may lie, every way equally likely."""

from collections.abc import Sequence
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
    if not bars:
        return []
    classes: dict[tuple[bool, ...], list[int]] = {}
    for card in cards:
        classes.setdefault(tuple(not bar >> card & 1 for bar in bars), []).append(card)
    held = list(classes.values())
    for kinds in held:
        rng.shuffle(kinds)
    takes = [[index for index, fits in enumerate(classes) if fits[at]] for at in range(len(bars))]
    order = sorted(range(len(bars)), key=lambda at: (len(takes[at]), room[at], takes[at]))
    last = order.pop()
    ways = _Ways([tuple(fits[at] for at in (*order, last)) for fits in classes], [room[at] for at in order])

    got: list[list[int]] = [[] for _ in bars]
    left = [len(kinds) for kinds in held]
    if not ways.count(0, left):
        raise NoWay("no way to share out these cards")
    slot = 0
    for at in order:
        for _ in range(room[at]):
            slot += 1
            choices = [index for index in takes[at] if left[index]]
            weights = []
            for index in choices:
                left[index] -= 1
                weights.append(ways.count(slot, left))
                left[index] += 1
            draw = rng.randrange(sum(weights))
            index = 0
            while draw >= weights[index]:
                draw -= weights[index]
                index += 1
            got[at].append(held[choices[index]].pop())
            left[choices[index]] -= 1
    got[last] = [card for kinds in held for card in kinds]
    return got


class _Ways:
    """In how many ways the slots of places can be filled, one after the other, and the last place with the rest.

    Once a place is full it does not matter who might have lain there: classes that differ in nothing else are
    one group from then on, which keeps the counting short.
    """

    def __init__(self, classes: list[tuple[bool, ...]], room: list[int]) -> None:
        """Per class of cards the places that take it, in their order; the size of each place but the last."""
        stages = range(len(room) + 1)
        self.stage_of = [*(stage for stage in stages[:-1] for _ in range(room[stage])), stages[-1]]
        fits = [list(dict.fromkeys(kind[stage:] for kind in classes)) for stage in stages]
        self.group_of = [[fits[stage].index(kind[stage:]) for kind in classes] for stage in stages]
        # per stage: the groups that its place takes, those that no place takes any more, where they go then
        self.taken = [[at for at, kind in enumerate(fits[stage]) if kind[0]] for stage in stages]
        self.stranded = [[at for at, kind in enumerate(fits[stage]) if not any(kind)] for stage in stages]
        self.onward = [[fits[stage + 1].index(kind[1:]) for kind in fits[stage]] for stage in stages[:-1]]
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}

    def count(self, slot: int, left: list[int]) -> int:
        """From this slot on, with so many cards left of each class; which cards of a class is not counted."""
        stage = self.stage_of[slot]
        ways = self._cards(slot, _together(left, self.group_of[stage]))
        for number in left:
            ways //= factorial(number)
        return ways

    def _cards(self, slot: int, left: tuple[int, ...]) -> int:
        """The same by groups, each card told apart."""
        known = self._known.get((slot, left))
        if known is not None:
            return known
        stage = self.stage_of[slot]
        ways = 0
        if any(left[group] for group in self.stranded[stage]):
            pass
        elif slot == len(self.stage_of) - 1:
            ways = factorial(sum(left))
        else:
            for group in self.taken[stage]:
                if left[group]:
                    then = (*left[:group], left[group] - 1, *left[group + 1 :])
                    if self.stage_of[slot + 1] != stage:
                        then = _together(then, self.onward[stage])
                    ways += left[group] * self._cards(slot + 1, then)
        self._known[slot, left] = ways
        return ways


def _together(numbers: Sequence[int], group_of: list[int]) -> tuple[int, ...]:
    """The numbers of each group added up."""
    sums = [0] * (max(group_of, default=-1) + 1)
    for number, group in zip(numbers, group_of, strict=True):
        sums[group] += number
    return tuple(sums)
