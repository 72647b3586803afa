"""The chance to win a match of two sides from any totals, by value iteration.

How a deal changes the totals comes from many deals between equal players (the light policy), played once per
set of rules with a fixed seed. The rest is arithmetic: the chance from here is the mean of the chances from
where the next deal may lead.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from peppernut.bots.pepper_light import light
from peppernut.bots.solver import as_table
from peppernut.engine.chance import Words, below
from peppernut.engine.compiled import compiled
from peppernut.engine.row import DECLARER, HAND, OUTCOME, OVER, PHASE, PLANES, POINTS, SEATS, TURN
from peppernut.engine.tricks import Row, Table, add_card
from peppernut.pepper.machine import apply, kitty_at, side_of, start
from peppernut.pepper.table import compile_rules

DEALS = 2000  # of four hands of six; fewer of what takes longer
SWEEPS = 60
STILL = 1e-4  # a sweep that changes no chance by more is the last
FAR = 100  # targets beyond this are played for points
NONE: tuple[Any, int] = (np.zeros(1), 0)  # play for points


def self_play(
    t: Table, s: Row, pack: Any, cards: Any, size: int, deals: int, x: Words, plan: Any, out: Any
) -> None:
    """Deals by the light policy; per deal the points of both sides and which side bid and made it (2: none)."""
    seats, planes = t[SEATS], t[PLANES]
    for deal in range(deals):
        for last in range(len(cards) - 1, 0, -1):
            pick = below(x, last + 1)
            cards[last], cards[pick] = cards[pick], cards[last]
        for at in range(len(s)):
            s[at] = 0
        for at in range(len(cards)):
            owner = at // size
            spot = HAND + owner * planes if owner < seats else kitty_at(t)
            add_card(s, spot, cards[at])
        start(t, s, deal % seats, size, 0)
        while s[PHASE] != OVER:
            seat = s[TURN]
            apply(t, s, seat, light(t, s, pack, seat, plan))
        out[deal, 0] = s[POINTS]
        out[deal, 1] = s[POINTS + 1]
        out[deal, 2] = 2
        if s[OUTCOME] and s[DECLARER] >= 0 and s[POINTS + side_of(t, s[DECLARER])] > 0:
            out[deal, 2] = side_of(t, s[DECLARER])


def sweep(value: Any, ends: Any, results: Any, chance: Any) -> float:
    """Renew all chances once, from the highest totals down; the largest change. What one side wins the other loses."""
    size, most = len(value), 0.0
    for mine in range(size - 1, -1, -1):
        for theirs in range(mine - 1, -1, -1):  # level totals are even chances
            fresh = 0.0
            for at in range(len(chance)):
                one = min(max(mine + results[at, 0], 0), size - 1)
                two = min(max(theirs + results[at, 1], 0), size - 1)
                end = ends[results[at, 2], one, two]
                fresh += chance[at] * (end if end >= 0 else value[one, two])
            most = max(most, abs(fresh - value[mine, theirs]))
            value[mine, theirs] = fresh
            value[theirs, mine] = 1.0 - fresh
    return most


@lru_cache(maxsize=32)
def table(rules: Any) -> tuple[Any, int]:
    """The chances, and how far the totals reach; see ``peppernut.bots.pepper.value_of``.

    Three tables one after the other, by who bid and made the last deal (the own side, the others, nobody),
    each with a row per own total and a column per total of the others, from -reach to reach. Where each plays for
    himself there are no such tables, and reach is the target.
    """
    if rules.target > FAR:
        return NONE
    if rules.sides != "partners":
        return np.zeros(1), rules.target
    t = as_table(compile_rules(rules))
    from peppernut.pepper.machine import size as row_size

    pack = [0] * int(t[PLANES])
    for kind in rules.pack():
        plane = 0
        while pack[plane] >> kind & 1:
            plane += 1
        pack[plane] |= 1 << kind
    cards = rules.players * rules.hand_size
    kitty = len(rules.pack()) - cards if rules.kitty != "none" else 0
    deals = DEALS * 24 // max(24, cards) * 64 // (64 + kitty * kitty)
    out = np.zeros((deals, 3), np.int64)
    compiled(self_play)(
        t,
        as_table([0] * row_size(compile_rules(rules))),
        as_table(pack),
        as_table(rules.pack()),
        rules.hand_size,
        deals,
        as_table([1, 2, 3, 4]),
        as_table([-1, -1, -1]),
        out,
    )
    flipped = out[:, [1, 0, 2]].copy()
    flipped[:, 2] = np.where(out[:, 2] == 2, 2, 1 - out[:, 2])
    results, counts = np.unique(np.concatenate([out, flipped]), axis=0, return_counts=True)
    reach = rules.target + 30
    totals = np.arange(-reach, reach + 1)
    mine, theirs = np.meshgrid(totals, totals, indexing="ij")
    value = np.clip(0.5 + (mine - theirs) / (4.0 * rules.target), 0.02, 0.98)
    ends = np.stack([_ends(rules, mine, theirs, made) for made in range(3)])
    for _ in range(SWEEPS):
        if compiled(sweep)(value, ends, results, counts / counts.sum()) < STILL:
            break
    return np.where(ends >= 0, ends, value).ravel(), reach


def _ends(rules: Any, mine: Any, theirs: Any, made: int) -> Any:
    """Per pair of totals 1, 0 or a half if the match is over there, -1 if it goes on."""
    goes_on = np.full(mine.shape, -1.0)
    if not rules.must_bid_to_win:
        there = np.maximum(mine, theirs) >= rules.target
        return np.where(there & (mine != theirs), (mine > theirs) * 1.0, goes_on)
    end = np.where(mine <= -rules.target, 0.0, np.where(theirs <= -rules.target, 1.0, goes_on))
    if made == 0:
        end = np.where(mine >= rules.target, 1.0, end)
    if made == 1:
        end = np.where(theirs >= rules.target, 0.0, end)
    return end
