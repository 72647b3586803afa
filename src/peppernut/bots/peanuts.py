"""Peanuts by search: sampled worlds, each played to the end after every choice (``peanuts_search``).

All choices see the same worlds (common random numbers). What counts is the chance to win the game: how the
totals after this hand stand, with luck to come that grows with the root of the hands left. Forehead hands are
solved exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from random import Random
from typing import Any

from peppernut.bots import sense, simple_peanuts
from peppernut.bots.peanuts_light import aim
from peppernut.bots.peanuts_search import AIMING, OPEN_END, SIMPLE, Known, desk, ponder
from peppernut.bots.peanuts_weights import WEIGHTS
from peppernut.bots.solver import as_table
from peppernut.bots.worlds import Unseen, unseen, words
from peppernut.cards import KIND, KINDS
from peppernut.engine.compiled import compiled
from peppernut.engine.row import HAND
from peppernut.engine.view import View
from peppernut.peanuts import State
from peppernut.peanuts.rules import compile_rules


@dataclass(frozen=True)
class Level:
    """How much a level looks at."""

    worlds: int
    evidence: int = 0  # steps of the chain from world to world; 0: what was said and played tells nothing
    points: float | None = None  # plays for points, and counts those of the others so much; None: to win
    mind: int = AIMING  # how it supposes that it goes on itself
    learns: bool = False  # … and whether it learns better in the worlds tried
    memory: int | None = None  # how many tricks back it remembers what was played; None: all
    caution: float = 0.0  # by how many standard errors another choice must be better than the usual one
    open_end: int = 0  # how many cards, at most, it tries out with open hands


LEVELS = {
    "easy": Level(worlds=6, mind=SIMPLE, memory=1),
    "medium": Level(worlds=48, evidence=1, caution=1.0),
    "hard": Level(worlds=1000, evidence=3, learns=True, open_end=OPEN_END),
    "plain": Level(worlds=1300, points=0.5),
}
CERTAIN = 16  # worlds when all cards are known, and only the minds are not
LARGE = 40  # cards of a deal; in larger ones fewer worlds are looked at, for time's sake
LONG = 10  # … cards of a hand: in longer ones
TWO_DECKS = 0.65  # … of how many with two decks, where each step takes longer
FEWEST = 4  # worlds, however short the time
ROOM = 16384  # turns to learn about
SPREAD = 4.8  # of a hand's points, as the width of the luck to come


class Thinker:
    """A bot that searches. ``effort`` from 0 to 1 is how much of the level's worlds it looks at."""

    def __init__(self, level: str) -> None:
        self.level = LEVELS[level]

    def choose(self, view: View, rng: Random, effort: float = 1.0) -> str:
        """One of ``view.legal``."""
        if len(view.legal) == 1:
            return view.legal[0]
        if view.forehead and view.phase == "bid":
            return simple_peanuts.SimplePeanuts().choose(view, rng)
        values = self.values(view, rng, effort)
        return max(values, key=lambda text: values[text])

    def reason(self, view: View, action: str) -> str:
        """Why, in plain words."""
        return simple_peanuts.explain(view, action)

    def alternatives(self, view: View, rng: Random, effort: float = 1.0) -> dict[str, float]:
        """What was weighed; empty where a rule decides."""
        if view.forehead and view.phase == "bid":
            return {}
        values = self.values(view, rng, effort)
        return values if len(values) > 1 else {}

    def values(self, view: View, rng: Random, effort: float = 1.0) -> dict[str, float]:
        """The candidates and what each is worth."""
        world = unseen(view, State.guess(view, rng), view.rules.pack())
        return self.weigh(view, world, rng, effort)

    def weigh(self, view: View, world: Unseen, rng: Random, effort: float = 1.0) -> dict[str, float]:
        """The same, going out from a world."""
        assert view.seat is not None
        import numpy as np

        level, rules, seats = self.level, view.rules, len(view.hands)
        t, w = _table(rules), np.array(WEIGHTS)
        whole = [0] * KINDS
        for kind in rules.pack():
            whole[kind] += 1
        whole[KIND[str(view.turnup)]] -= 1
        left, played, said = list(whole), [0] * (KINDS * seats), []
        for who, text in view.actions:
            verb, _, what = text.partition(" ")
            said += [who, int(what) if verb == "bid" else KIND[what]]
            if verb == "play":
                left[said[-1]] -= 1
                played[KINDS * who + said[-1]] += 1
        hidden = len(world.places) > 0
        if hidden and level.memory is not None:
            forgotten = _forgotten(view, level.memory)
            for kind in forgotten:
                left[kind] += 1
            world = _again(world, forgotten, view)
        place = desk(world, seats, view.cards, ROOM if level.learns else 0)
        codes = {
            text: int(text[4:]) if view.phase == "bid" else KIND[text[5:]] for text in sense.peanuts(view)
        }
        first = int(compiled(aim)(t, world.row, as_table(left), view.seat, w, place.out, place.odds))
        order = sorted(codes, key=lambda text: (codes[text] != first, abs(codes[text] - first)))
        if view.phase == "bid":
            sure = _sure(left, rules.deck_count, KIND[str(view.turnup)] // 13, world.row, view.seat)
            # where the hook forbids what is sure, the next below
            order = [text for text in order if codes[text] >= sure][:5] or [max(order, key=codes.__getitem__)]
        hands_left = rules.hands - view.standing.number - 1
        heard = hidden and any(who != view.seat for who in said[::2])
        share = effort * min(1.0, LARGE / (seats * view.cards)) * min(1.0, LONG / view.cards)
        if rules.deck_count > 1:
            share *= TWO_DECKS
        tried = min(level.worlds, max(FEWEST, round(level.worlds * share))) if hidden else CERTAIN
        sums, squares = np.zeros(len(order)), np.zeros(len(order))
        compiled(ponder)(
            t,
            world,
            view.seat,
            Known(as_table(left), as_table(whole), as_table(played), as_table(said)),
            as_table([codes[text] for text in order]),
            as_table(view.standing.totals or (0,) * seats),
            SPREAD * sqrt(hands_left) if level.points is None else -level.points,
            level.mind,
            level.evidence if heard else 0,
            tried,
            # with fewer players these are more tricks, and many more ways to play them
            min(level.open_end, 3 * rules.players + 1) if rules.deck_count == 1 else 0,
            w,
            words(rng),
            place,
            sums,
            squares,
        )
        values = {order[0]: float(sums[0]) / tried}
        for at in range(1, len(order)):
            mean = float(sums[at]) / tried
            error = sqrt(max(0.0, float(squares[at]) / tried - mean * mean) / tried)
            values[order[at]] = values[order[0]] + mean - level.caution * error - 1e-7 * at
        return values


def _sure(left: Sequence[int], planes: int, trump: int, row: Any, seat: int) -> int:
    """How many tricks the trumps from the top down take for sure: no smaller bid can be made."""
    tricks = 0
    for kind in range(13 * trump + 12, 13 * trump - 1, -1):
        mine = sum(int(row[HAND + seat * planes + plane]) >> kind & 1 for plane in range(planes))
        if mine < left[kind]:
            break
        tricks += mine
    return tricks


def _forgotten(view: View, memory: int) -> list[int]:
    """The cards of the tricks that lie further back."""
    plays = [KIND[text[5:]] for _, text in view.actions if text.startswith("play ")]
    tricks = len(plays) // len(view.hands)
    return plays[: len(view.hands) * max(0, tricks - memory)]


def _again(world: Unseen, kinds: Sequence[int], view: View) -> Unseen:
    """The world of somebody who does not know that these cards are gone: they may lie anywhere."""
    import numpy as np

    seats = len(view.hands)
    anywhere = (2 << seats) - 1 & ~(1 << view.seat if view.seat is not None else 0)
    return Unseen(
        world.row,
        np.append(world.kinds, as_table(kinds)),
        np.append(world.places, as_table([seats] * len(kinds))),
        np.append(world.allowed, as_table([anywhere] * len(kinds))),
    )


@lru_cache(maxsize=64)
def _table(rules: Any) -> Any:
    return as_table(compile_rules(rules))


__all__ = ["LEVELS", "Level", "Thinker"]
