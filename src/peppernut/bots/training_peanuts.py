"""Fit the weights of the light policy of peanuts: ``python -m peppernut.bots.training_peanuts``.

One weight after the other is moved up or down, and stays moved where seat 0 then scores more against the rest:
players by simple rules, or aiming as the best weights so far. All trials of a turn play the same deals.
The same seed gives the same weights on every machine. ``peanuts_weights`` is written anew.
"""

from pathlib import Path
from typing import Any

from peppernut import peanuts
from peppernut.bots import peanuts_weights
from peppernut.bots.peanuts_light import CROWDED, LEAST, LONG, NAMES, SCRATCH, aim, light
from peppernut.bots.solver import as_table
from peppernut.engine.chance import Words, below, stream
from peppernut.engine.compiled import compiled
from peppernut.engine.row import HAND, OVER, PHASE, PLANES, PLAY, POINTS, SEATS, TURN
from peppernut.engine.tricks import Row, Table
from peppernut.peanuts.machine import apply, begin_random
from peppernut.peanuts.rules import compile_rules
from peppernut.rules import resolve

VERSION, SEED, TURNS, DEALS = 2, 2010, 6, 8000
START = (0.9, 0.72, 1.25, 1.0, 0.15, 0.35, 0.6, 1.0, 1.25, 1.0, 0.4, 0.0, 1.0)  # written by hand
PLAYERS = {4: 3, 5: 1, 3: 1, 6: 1}  # … at a table, and how much that counts
MOST = 10  # cards of a hand
STEP, FINER = 0.35, 0.7  # how far a weight is moved, and how that shrinks from turn to turn


def contest(
    t: Table,
    s: Row,
    pack: Row,
    x: Words,
    w: Any,
    rival: Any,
    aiming: int,
    deals: int,
    left: Any,
    out: Any,
    odds: Any,
) -> float:
    """Points a deal of seat 0, which aims by ``w``, less the mean of the others (aiming by ``rival``, or light)."""
    seats = t[SEATS]
    total = 0.0
    for _ in range(deals):
        cards = 2 + below(x, MOST - 1)
        begin_random(t, s, pack, x, below(x, seats), cards)
        for kind in range(52):
            left[kind] = t[PLANES]
        left[pack[seats * cards]] -= 1
        while s[PHASE] != OVER:
            who = s[TURN]
            if who == 0:
                action = aim(t, s, left, who, w, out, odds)
            elif aiming:
                action = aim(t, s, left, who, rival, out, odds)
            else:
                action = light(t, s, left, who, out)
            if s[PHASE] == PLAY:
                left[action] -= 1
            apply(t, s, who, action)
        for who in range(1, seats):
            total -= (s[POINTS + who] + 0.0) / (seats - 1)
        total += s[POINTS]
    return total / deals


def worth(w: list[float], rival: list[float], deals: int, turn: int) -> float:
    """How well weights do, over all tables and both kinds of rivals."""
    import numpy as np

    total = 0.0
    for players, share in PLAYERS.items():
        rules = resolve(peanuts, {"players": players})
        for aiming in (0, 1):
            total += share * compiled(contest)(
                as_table(compile_rules(rules)),
                np.zeros(HAND + players * rules.deck_count, np.int64),
                as_table(rules.pack()),
                as_table(stream("peanuts", f"{SEED} {turn}", players, aiming)),
                np.array(w),
                np.array(rival),
                aiming,
                deals,
                as_table([0] * 53),
                as_table([0] * 60),
                np.zeros(SCRATCH),
            )
    return total / (2 * sum(PLAYERS.values()))


def train(turns: int, deals: int) -> list[float]:
    """The weights after so many turns."""
    best, step = list(START), STEP
    for turn in range(turns):
        rival = list(best)
        most = worth(best, rival, deals, turn)
        for at in range(len(best)):
            for sign in (1, -1):
                moved = list(best)
                moved[at] += sign * step * (0.1 if at == CROWDED else abs(best[at]))
                if at in (LONG, LEAST):
                    moved[at] = min(0.99, moved[at])
                found = worth(moved, rival, deals, turn)
                if found > most:
                    best, most = moved, found
                    break
        step *= FINER
        print(f"turn {turn + 1}: {most:+.3f} points a deal more than the rest", flush=True)
    return best


def text(weights: list[float]) -> str:
    """The module that keeps the weights."""
    lines = [
        f'"""{peanuts_weights.__doc__}"""',
        "",
        *(f"{name} = {globals()[name]}" for name in ("VERSION", "SEED", "TURNS", "DEALS")),
        "",
        "# in the order of their names in ``peanuts_light``",
        "WEIGHTS = (",
        *(f"    {round(weight, 3)},  # {name}" for name, weight in zip(NAMES, weights, strict=True)),
        ")",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(str(peanuts_weights.__file__)).write_text(text(train(TURNS, DEALS)), "utf-8")
