"""Sharing out unseen cards over the places where they may lie, every way equally likely."""

from functools import cache
from math import comb
from random import Random
from typing import NamedTuple

EXACT = 6  # places of different kinds up to which the ways are counted exactly


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
    room = tuple(sum(places[at].size for at in alike[bar]) for bar in bars)
    share = _counted if len(bars) <= EXACT else _stirred
    result: list[list[int]] = [[] for _ in places]
    for bar, got in zip(bars, share(bars, room, cards, rng), strict=True):
        rng.shuffle(got)
        for at in alike[bar]:
            result[at] = [got.pop() for _ in range(places[at].size)]
    return result


def _counted(bars: list[int], room: tuple[int, ...], cards: list[int], rng: Random) -> list[list[int]]:
    """Exact: count the ways class by class, a class being cards that may lie in the same places."""
    classes: dict[tuple[int, ...], list[int]] = {}
    for card in cards:
        fits = tuple(at for at, bar in enumerate(bars) if not bar >> card & 1)
        classes.setdefault(fits, []).append(card)
    order = sorted(classes.items(), key=lambda item: len(item[0]))
    shapes = [(fits, len(held)) for fits, held in order]
    last = len(shapes) - 1

    @cache
    def ways(index: int, step: int, left: int, free: tuple[int, ...]) -> int:
        fits, held = shapes[index]
        if index == last:
            # nothing is left to choose but which card goes where: the cards must fill what is free
            mine = [free[at] for at in fits]
            return _arrangements(held, mine) if sum(mine) == sum(free) else 0
        if step == len(fits):
            if left:
                return 0
            return ways(index + 1, 0, shapes[index + 1][1], free)
        return sum(
            comb(left, count) * ways(index, step + 1, left - count, _less(free, fits[step], count))
            for count in range(min(left, free[fits[step]]) + 1)
        )

    got: list[list[int]] = [[] for _ in bars]
    free = room
    for index, (fits, held) in enumerate(order):
        rng.shuffle(held)
        if index == last:
            if sum(free[at] for at in fits) != len(held) or sum(free) != len(held):
                raise NoWay("no way to share out these cards")
            for at in fits:
                got[at] += [held.pop() for _ in range(free[at])]
            break
        for step, at in enumerate(fits):
            weights = [
                comb(len(held), count) * ways(index, step + 1, len(held) - count, _less(free, at, count))
                for count in range(min(len(held), free[at]) + 1)
            ]
            total = sum(weights)
            if not total:
                raise NoWay("no way to share out these cards")
            draw = rng.randrange(total)
            count = 0
            while draw >= weights[count]:
                draw -= weights[count]
                count += 1
            got[at] += [held.pop() for _ in range(count)]
            free = _less(free, at, count)
        if held:
            raise NoWay("no way to share out these cards")
    return got


def _arrangements(cards: int, sizes: list[int]) -> int:
    """In how many ways so many cards fill places of these sizes."""
    count = 1
    for size in sizes:
        count *= comb(cards, size)
        cards -= size
    return count


def _less(free: tuple[int, ...], at: int, count: int) -> tuple[int, ...]:
    return (*free[:at], free[at] - count, *free[at + 1 :])


def _stirred(bars: list[int], room: tuple[int, ...], cards: list[int], rng: Random) -> list[list[int]]:
    """Many different places: begin with any way, then swap pairs of cards for long (a Markov chain)."""
    owner = _any_way(bars, room, cards, rng)
    for _ in range(40 * len(cards)):
        one, two = rng.randrange(len(cards)), rng.randrange(len(cards))
        if not bars[owner[two]] >> cards[one] & 1 and not bars[owner[one]] >> cards[two] & 1:
            owner[one], owner[two] = owner[two], owner[one]
    got: list[list[int]] = [[] for _ in bars]
    for card, at in zip(cards, owner, strict=True):
        got[at].append(card)
    return got


def _any_way(bars: list[int], room: tuple[int, ...], cards: list[int], rng: Random) -> list[int]:
    """One way, by augmenting paths: the place of every card."""
    owner = [-1] * len(cards)
    held: list[list[int]] = [[] for _ in bars]

    def settle(card: int, tried: set[int]) -> bool:
        for at in rng.sample(range(len(bars)), len(bars)):
            if at in tried or bars[at] >> cards[card] & 1:
                continue
            tried.add(at)
            if len(held[at]) < room[at]:
                held[at].append(card)
                owner[card] = at
                return True
            for other in list(held[at]):
                if settle(other, tried):
                    held[at].remove(other)
                    held[at].append(card)
                    owner[card] = at
                    return True
        return False

    for card in rng.sample(range(len(cards)), len(cards)):
        if not settle(card, set()):
            raise NoWay("no way to share out these cards")
    return owner
