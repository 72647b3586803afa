"""Peanuts by search: sampled worlds, each played to the end by a light policy after every choice.

All choices see the same worlds (common random numbers). The others' bids say how strong they are: worlds in
which their hands do not fit their bids count less. What counts is the chance to win the game: how the totals
after this hand stand, with as much luck to come as there are hands left. Forehead hands are solved exactly.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import exp, sqrt
from random import Random
from typing import Any

from peppernut.bots import simple_peanuts
from peppernut.bots.peanuts_light import expected, light
from peppernut.bots.solver import as_table
from peppernut.bots.worlds import Unseen, put, stir, unseen, words
from peppernut.cards import KIND
from peppernut.engine.chance import Words, word
from peppernut.engine.compiled import compiled
from peppernut.engine.row import (
    BID,
    HAND,
    OVER,
    PHASE,
    PLANES,
    PLAY,
    POINTS,
    SEATS,
    TURN,
)
from peppernut.engine.tricks import Row, Table, add_card
from peppernut.engine.view import View
from peppernut.peanuts import State
from peppernut.peanuts.machine import apply
from peppernut.peanuts.rules import compile_rules


@dataclass(frozen=True)
class Level:
    """How much a level looks at."""

    worlds: int
    drawn: int
    evidence: bool = True
    win: bool = True  # the chance to win rather than points


LEVELS = {
    "easy": Level(worlds=4, drawn=4, evidence=False, win=False),
    "medium": Level(worlds=16, drawn=32),
    "hard": Level(worlds=64, drawn=256),
    "plain": Level(worlds=64, drawn=64, evidence=False, win=False),
}
SPREAD = 4.8  # of a hand's points, as the width of the luck to come


# --- compiled ---------------------------------------------------------------------------------------------


def utility(t: Table, s: Row, seat: int, totals: Any, luck: float) -> float:
    """The chance to win the game from the totals after this hand; ``luck`` 0: it was the last one.

    With negative ``luck`` points count, the own ones less the mean of the others.
    """
    seats = t[SEATS]
    mine = totals[seat] + s[POINTS + seat] + 0.0
    if luck < 0:
        others = 0.0
        for other in range(seats):
            if other != seat:
                others += s[POINTS + other]
        return 0.01 * (s[POINTS + seat] - 0.5 * others / (seats - 1))
    if luck == 0:
        best, equal = True, 1
        for other in range(seats):
            if other != seat:
                total = totals[other] + s[POINTS + other]
                if total > mine:
                    best = False
                elif total == mine:
                    equal += 1
        return 1.0 / equal if best else 0.0
    whole = 0.0
    for other in range(seats):
        whole += exp((totals[other] + s[POINTS + other] - mine) / luck)
    return 1.0 / whole


def play_on(t: Table, s: Row, left: Any, out: Any) -> None:
    """Play a row to the end by the light policy."""
    while s[PHASE] != OVER:
        seat = s[TURN]
        action = light(t, s, left, seat, out)
        if s[PHASE] == PLAY:
            left[action] -= 1
        apply(t, s, seat, action)


def fitting(t: Table, s: Row, seat: int, played: Any, left: Any, spare: Row, out: Any) -> float:
    """How well the hands of a world fit the bids that were made."""
    planes = t[PLANES]
    weight = 1.0
    for other in range(t[SEATS]):
        said = s[BID + other]
        if other == seat or said < 0:
            continue
        at = HAND + other * planes
        for plane in range(planes):
            spare[at + plane] = s[at + plane]
        for kind in range(52):
            for _ in range(played[other * 53 + kind]):
                add_card(spare, at, kind)
    for other in range(t[SEATS]):
        said = s[BID + other]
        if other == seat or said < 0:
            continue
        off = expected(t, spare, left, other, out) - said
        weight *= 0.03 + exp(-off * off / 2.2)
    return weight


def ponder(
    t: Table,
    base: Row,
    seat: int,
    kinds: Any,
    places: Any,
    allowed: Any,
    left: Any,
    whole: Any,
    played: Any,
    actions: Any,
    totals: Any,
    luck: float,
    drawn: int,
    tried: int,
    x: Words,
    rows: Any,
    worlds: Any,
    weights: Any,
    out: Any,
    sums: Any,
) -> None:
    """Try all actions in sampled worlds; ``sums`` gets their utilities.

    ``left`` counts the cards not yet played, ``whole`` those not turned up (as it was in the bidding).
    """
    s, r, counts = rows[0], rows[1], rows[2]
    cards = len(places)
    total = 0.0
    for number in range(drawn):
        stir(places, allowed, 2 * cards + 10, x)
        for at in range(cards):
            worlds[number, at] = places[at]
        weights[number] = 1.0
        if drawn > tried:
            put(t, base, kinds, places, s)
            put(t, base, kinds, places, r)
            weights[number] = fitting(t, s, seat, played, whole, r, out)
        total += weights[number]
    step = total / tried
    mark = step * (word(x) / 4294967296.0)
    number = 0
    reached = weights[0]
    for _ in range(tried):
        while reached < mark and number + 1 < drawn:
            number += 1
            reached += weights[number]
        mark += step
        put(t, base, kinds, worlds[number], s)
        for act in range(len(actions)):
            for at in range(len(base)):
                r[at] = s[at]
            for kind in range(53):
                counts[kind] = left[kind]
            if r[PHASE] == PLAY:
                counts[actions[act]] -= 1
            apply(t, r, seat, actions[act])
            play_on(t, r, counts, out)
            sums[act] += utility(t, r, seat, totals, luck)


# --- the bot ----------------------------------------------------------------------------------------------


class Thinker:
    """A bot that searches."""

    def __init__(self, level: str) -> None:
        self.level = LEVELS[level]

    def choose(self, view: View, rng: Random) -> str:
        """One of ``view.legal``."""
        if len(view.legal) == 1:
            return view.legal[0]
        if view.forehead and view.phase == "bid":
            return simple_peanuts.SimplePeanuts().choose(view, rng)
        values = self.values(view, rng)
        return max(values, key=lambda text: values[text])

    def reason(self, view: View, action: str) -> str:
        """Why, in plain words."""
        return simple_peanuts.explain(view, action)

    def alternatives(self, view: View, rng: Random) -> dict[str, float]:
        """What was weighed; empty where a rule decides."""
        return {} if view.forehead and view.phase == "bid" else self.values(view, rng)

    def values(self, view: View, rng: Random) -> dict[str, float]:
        """The candidates and what each is worth."""
        return self.weigh(view, unseen(view, State.guess(view, rng), view.rules.pack()), rng)

    def weigh(self, view: View, world: Unseen, rng: Random) -> dict[str, float]:
        """The same, going out from a world."""
        assert view.seat is not None
        import numpy as np

        level, rules = self.level, view.rules
        t = _table(rules)
        cards = rules.pack()
        whole = [0] * 53
        for kind in cards:
            whole[kind] += 1
        whole[KIND[str(view.turnup)]] -= 1
        left = list(whole)
        played = [0] * (53 * len(view.hands))
        for who, text in view.actions:
            if text.startswith("play "):
                left[KIND[text[5:]]] -= 1
                played[53 * who + KIND[text[5:]]] += 1
        scratch = as_table([0] * 60)
        codes = {text: int(text[4:]) if view.phase == "bid" else KIND[text[5:]] for text in view.legal}
        first = int(compiled(light)(t, world.row, as_table(left), view.seat, scratch))
        order = sorted(codes, key=lambda text: (codes[text] != first, abs(codes[text] - first)))
        if view.phase == "bid":
            order = order[:5]
        totals = view.standing.totals or (0,) * rules.players
        hands_left = rules.hands - view.standing.number - 1
        luck = SPREAD * sqrt(hands_left) if level.win else -1.0
        known = any(isinstance(said, int) for who, said in enumerate(view.bids) if who != view.seat)
        drawn = level.drawn if level.evidence and known and not view.forehead else level.worlds
        sums = np.zeros(len(order))
        compiled(ponder)(
            t,
            world.row,
            view.seat,
            world.kinds,
            world.places,
            world.allowed,
            as_table(left),
            as_table(whole),
            as_table(played),
            as_table([codes[text] for text in order]),
            as_table(totals),
            luck,
            drawn,
            level.worlds,
            words(rng),
            np.zeros((3, max(53, len(world.row))), np.int64),
            np.zeros((drawn, max(1, len(world.places))), np.int64),
            np.ones(drawn),
            scratch,
            sums,
        )
        return {text: float(sums[at]) / level.worlds - 1e-7 * at for at, text in enumerate(order)}


@lru_cache(maxsize=64)
def _table(rules: Any) -> Any:
    return as_table(compile_rules(rules))


__all__ = ["LEVELS", "Level", "Thinker"]
