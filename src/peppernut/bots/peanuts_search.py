"""The compiled search of peanuts: worlds that fit what was done, and what comes of a choice in each of them.

A world is not only how the cards lie but also how each of the others thinks: as the simple rules do, aiming as
our own light policy does, or in a way of which only the bid tells a little. A Markov chain goes from world to world;
how likely the others would have bid and played so says how long it stays (Metropolis). In a world the others
go on as they think, and the own seat by what it has learned in the worlds before, kept under no more than a
player sees. In a part of the worlds the last cards are played with open hands, everybody for himself.
"""

from math import exp, log, sqrt
from typing import Any, NamedTuple

from peppernut.bots.peanuts_light import SCRATCH, aim, chances, exactly, expected, light, worth
from peppernut.bots.pepper_light import count
from peppernut.bots.solver import low_at
from peppernut.bots.worlds import Unseen, put, stir
from peppernut.cards import KINDS
from peppernut.engine.chance import Words, below, word
from peppernut.engine.row import (
    BEST_STRENGTH,
    BID,
    BIDDING,
    DEALER,
    HAND,
    LED,
    OVER,
    PHASE,
    PLANES,
    PLAY,
    PLAYED,
    POINTS,
    SEATS,
    TAKEN,
    TRICKS,
    TRUMP,
    TURN,
)
from peppernut.engine.tricks import Row, Table, add_card, playable
from peppernut.peanuts.machine import apply, start

SIMPLE, AIMING, ANYHOW = range(3)  # how somebody thinks
MINDS = 3
WIDE = 1.0  # how far a bid lies from what the hand is worth to a simple mind: twice the variance
ROUGH = 8.0  # the same for a mind of which nothing is known
SLIP = 0.06  # how often a mind does something else
SETTLING = 60  # steps to the first world
SWAPS = 4  # tries to swap two cards from one world to the next
CURIOUS = 0.1  # of what the best and the worst end differ, how much for the unknown
OPEN_END = 12  # cards left to play: no more are tried out with open hands
OPEN_SHARE = 0.1  # in which share of the worlds they are
NODES = 13  # cards of a node, at most
ZEAL = 5e-4  # what a point counts besides the chance to win: a lost game, too, is played well to its end
SETTLED = 11  # what ``settle`` leaves: the points of up to ten seats, and their worth
LADDER = sum(1 << kind for kind in range(52) if kind % 13 < 12)  # the cards that have a next higher one


class Known(NamedTuple):
    """What a seat has seen: per kind the cards not yet played (``left``) and those not turned up (``whole``).

    ``played`` counts per seat and kind, ``said`` is who did what, in pairs.
    """

    left: Any
    whole: Any
    played: Any
    said: Any


class Desk(NamedTuple):
    """Room to work in, made by ``desk``: compiled code allocates nothing."""

    rows: Any  # a world, what comes of it, cards counted, where the own seat went
    spare: Any  # places of another world
    keys: Any  # turns of the own seat, and per card …
    tries: Any  # … how often it was tried
    gains: Any  # … and what came of it, in all
    saved: Any  # the rows of an ending, by depth
    found: Any  # what they are worth
    span: Any  # the worst and the best end so far
    out: Any  # for the light policies
    odds: Any


def desk(world: Unseen, seats: int, cards: int, room: int) -> Desk:
    """A desk for hands of so many cards, with room to learn about so many turns."""
    import numpy as np

    row, steps = len(world.row), seats * cards + 1
    return Desk(
        rows=np.zeros((4, max(KINDS, row)), np.int64),
        spare=np.zeros(max(1, len(world.places)), np.int64),
        keys=np.zeros(room, np.int64),
        tries=np.zeros((room, NODES), np.int64),
        gains=np.zeros((room, NODES)),
        saved=np.zeros(steps * (row + 2), np.int64),
        found=np.zeros((steps + 1) * SETTLED),
        span=np.array([1e9, -1e9]),
        out=np.zeros(60, np.int64),
        odds=np.zeros(SCRATCH),
    )


def utility(t: Table, s: Row, seat: int, totals: Any, luck: float) -> float:
    """The chance to win the game from the totals after this hand; ``luck`` 0: it was the last one.

    With negative ``luck`` points count: the own ones, and the mean of the others times ``luck``.
    """
    seats = t[SEATS]
    mine = totals[seat] + s[POINTS + seat] + 0.0
    if luck < 0:
        others = 0.0
        for other in range(seats):
            if other != seat:
                others += s[POINTS + other]
        return 0.01 * (s[POINTS + seat] + luck * others / (seats - 1))
    zeal = ZEAL * s[POINTS + seat]
    if luck == 0:
        best, equal = True, 1
        for other in range(seats):
            if other != seat:
                total = totals[other] + s[POINTS + other]
                if total > mine:
                    best = False
                elif total == mine:
                    equal += 1
        return zeal + (1.0 / equal if best else 0.0)
    whole = 0.0
    for other in range(seats):
        whole += exp((totals[other] + s[POINTS + other] - mine) / luck)
    return zeal + 1.0 / whole


def usual(t: Table, s: Row, left: Any, who: int, mind: int, w: Any, out: Any, odds: Any) -> int:
    """What a seat of this mind does."""
    if mind == AIMING:
        return aim(t, s, left, who, w, out, odds)
    return light(t, s, left, who, out)


def fitting(t: Table, s: Row, left: Any, who: int, act: int, mind: int, w: Any, out: Any, odds: Any) -> float:
    """How likely a player of this mind bids so with this hand."""
    if mind != AIMING:
        off = expected(t, s, left, who, out) - act
        wide = WIDE if mind == SIMPLE else ROUGH
        return 0.01 + exp(-off * off / wide) / sqrt(3.14 * wide)
    exactly(chances(t, s, left, who, w, out, odds), -1, odds)
    total = 1e-9
    for tricks in range(s[TRICKS] + 1):
        total += worth(t, tricks, odds)
    return 0.01 + worth(t, act, odds) / total


def likely(
    t: Table, s: Row, seat: int, said: Any, left: Any, minds: int, least: float, w: Any, out: Any, odds: Any
) -> float:
    """How likely the others would have said and played with these hands what they did; 0 if below ``least``.

    ``s`` holds the hands as they were dealt, ``left`` the cards not turned up; both are used up. ``said`` is
    who did what, in pairs.
    """
    weight = 1.0
    for at in range(0, len(said), 2):
        who, act = said[at], said[at + 1]
        mind = minds >> 2 * who & 3
        if s[PHASE] == BIDDING:
            if who != seat:
                weight *= fitting(t, s, left, who, act, mind, w, out, odds)
        else:
            if who != seat:
                choices = count(playable(t, s, who, s[HAND + who * t[PLANES]]))
                if choices > 1:
                    if mind == ANYHOW:
                        weight /= choices
                    else:
                        supposed = usual(t, s, left, who, mind, w, out, odds)
                        weight *= 1.0 - SLIP if supposed == act else SLIP / (choices - 1)
            left[act] -= 1
        if weight < least:
            return 0.0
        apply(t, s, who, act)
    return weight


def settle(t: Table, s: Row, seat: int, totals: Any, luck: float, saved: Any, found: Any) -> None:
    """What comes of the rest when all see all cards and each plays for his own points (max^n).

    ``found`` gets the points of all, and last what they are worth to ``seat``. Between equal choices of another
    player the one that is worst for ``seat`` counts. The stack is kept by hand: per depth the row, the cards
    still to try and the number of those tried; Numba cannot load recursive code from its cache.
    """
    size = len(s)
    depth, fresh = 0, True
    while True:
        at, here = depth * (size + 2), depth * SETTLED
        ended = s[PHASE] == OVER
        if ended:
            for other in range(t[SEATS]):
                found[here + other] = s[POINTS + other]
            found[here + SETTLED - 1] = utility(t, s, seat, totals, luck)
        elif fresh:
            for field in range(size):
                saved[at + field] = s[field]
            cards = playable(t, s, s[TURN], s[HAND + s[TURN] * t[PLANES]])
            saved[at + size] = cards & ~(cards >> 1 & LADDER)  # of neighbours in a suit one is enough
            saved[at + size + 1] = 0
        else:
            ended = saved[at + size] == 0
        if not ended:
            kind = low_at(saved[at + size])
            saved[at + size] ^= 1 << kind
            apply(t, s, s[TURN], kind)
            depth, fresh = depth + 1, True
            continue
        if depth == 0:
            return
        # back to the choice that led here
        depth, fresh = depth - 1, False
        at, here, child = at - size - 2, here - SETTLED, here
        for field in range(size):
            s[field] = saved[at + field]
        value, best = found[child + SETTLED - 1], found[here + SETTLED - 1]
        better = saved[at + size + 1] == 0
        if not better and s[TURN] == seat:
            better = value > best
        elif not better:
            gain = found[child + s[TURN]] - found[here + s[TURN]]
            better = gain > 0 or (gain == 0 and value < best)
        saved[at + size + 1] += 1
        if better:
            for other in range(SETTLED):
                found[here + other] = found[child + other]


def think(t: Table, x: Words) -> int:
    """Any mind for everybody, two bits a seat."""
    minds = 0
    for seat in range(t[SEATS]):
        minds |= below(x, MINDS) << 2 * seat
    return minds


def deal_back(t: Table, s: Row, played: Any) -> None:
    """Make of a row in the play the row before the first bid."""
    planes = t[PLANES]
    for who in range(t[SEATS]):
        for kind in range(52):
            for _ in range(played[who * KINDS + kind]):
                add_card(s, HAND + who * planes, kind)
    start(t, s, s[DEALER], s[TRICKS], s[TRUMP])


def node(t: Table, s: Row, seat: int, keys: Any) -> int:
    """Where a seat keeps what it learned about such a turn: its cards, its tricks, the card to beat; -1: no room."""
    at, planes, size = HAND + seat * t[PLANES], t[PLANES], len(keys)
    key = s[at]
    for plane in range(1, planes):
        key = (key * 31 ^ s[at + plane]) & 0xFFFFFFFFFFFFF
    key = (key ^ key >> 29) & 0xFFFFFFFFFF
    key = (key * 16 + s[TAKEN + seat]) * 16 + s[BID + seat]
    key = (key ^ key >> 23) & 0xFFFFFFFFFF
    key = (key * 11 + s[PLAYED]) * 61 + (s[BEST_STRENGTH] if s[PLAYED] > 0 else 0)
    key = key * 5 + s[LED] + 2
    slot = (key ^ key >> 17 ^ key >> 34) & size - 1
    for _ in range(8):
        if keys[slot] == key:
            return slot
        if keys[slot] == 0:
            keys[slot] = key
            return slot
        slot = slot + 1 & size - 1
    return -1


def explore(cards: int, slot: int, tries: Any, gains: Any, x: Words) -> int:
    """Which of the cards to try at a node: the best so far, with a premium for those seldom tried (UCB).

    -1: none was tried yet. A new card is taken up only when the old ones were tried often enough.
    """
    visits, tried, fresh, at = 0, 0, -1, 0
    scan = cards
    while scan:
        visits += tries[slot, at]
        if tries[slot, at]:
            tried += 1
        elif fresh < 0 or below(x, at + 1 - tried) == 0:
            fresh = low_at(scan)
        scan &= scan - 1
        at += 1
    if visits == 0:
        return -1
    if fresh >= 0 and tried * tried < visits:
        return fresh
    premium = CURIOUS * sqrt(log(visits + 1.0))
    best, most, at = -1, -1e9, 0
    scan = cards
    while scan:
        times = tries[slot, at]
        if times:
            value = gains[slot, at] / times + premium / sqrt(times + 0.0)
            if value > most:
                best, most = low_at(scan), value
        scan &= scan - 1
        at += 1
    return best


def follow(
    t: Table,
    s: Row,
    seat: int,
    left: Any,
    totals: Any,
    luck: float,
    minds: int,
    w: Any,
    x: Words,
    room: Desk,
) -> float:
    """Play a row to the end: the others by their minds, the own seat by what it has learned. What it is worth."""
    keys, tries, gains, path, span = room.keys, room.tries, room.gains, room.rows[3], room.span
    out, odds = room.out, room.odds
    steps = 0
    while s[PHASE] != OVER:
        who = s[TURN]
        action = -1
        cards = playable(t, s, who, s[HAND + who * t[PLANES]]) if s[PHASE] == PLAY else 0
        if cards and cards & (cards - 1) == 0:
            action = low_at(cards)
        elif cards and who == seat and len(keys):
            slot = node(t, s, seat, keys)
            if slot >= 0:
                action = explore(cards, slot, tries, gains, x)
                if action < 0:
                    action = usual(t, s, left, who, minds >> 2 * who & 3, w, out, odds)
                path[2 * steps] = slot
                path[2 * steps + 1] = count(cards & (1 << action) - 1)
                steps += 1
        if action < 0:
            action = usual(t, s, left, who, minds >> 2 * who & 3, w, out, odds)
        if s[PHASE] == PLAY:
            left[action] -= 1
        apply(t, s, who, action)
    value = utility(t, s, seat, totals, luck)
    span[0] = min(span[0], value)
    span[1] = max(span[1], value)
    gain = (value - span[0]) / (span[1] - span[0] + 1e-12)
    for step in range(steps):
        tries[path[2 * step], path[2 * step + 1]] += 1
        gains[path[2 * step], path[2 * step + 1]] += gain
    return value


def ponder(
    t: Table,
    world: Unseen,
    seat: int,
    known: Known,
    actions: Any,
    totals: Any,
    luck: float,
    mind: int,
    evidence: int,
    tried: int,
    open_end: int,
    w: Any,
    x: Words,
    room: Desk,
    sums: Any,
    squares: Any,
) -> None:
    """Try all actions in so many worlds; ``sums`` gets what they are worth more than the first of them.

    ``squares`` gets the same squared; both keep in their first place the worth of the first action itself.

    ``mind`` is the own one; ``evidence`` the steps of the chain from one world to the next, 0: uniform worlds.
    """
    base, kinds, places, allowed = world.row, world.kinds, world.places, world.allowed
    left, whole = known.left, known.whole
    s, r, counts = room.rows[0], room.rows[1], room.rows[2]
    spare, out, odds = room.spare, room.out, room.odds
    cards, planes = len(places), t[PLANES]
    stir(places, allowed, 2 * cards + 10, x)
    minds = think(t, x)
    weight, usually = 0.0, 0.0
    for number in range(tried):
        if not evidence:
            stir(places, allowed, 2 * cards + 10, x)
            minds = think(t, x)
        steps = evidence if number or not evidence else SETTLING
        for _ in range(steps):
            for at in range(cards):
                spare[at] = places[at]
            other_minds = minds
            if weight > 0:
                stir(spare, allowed, SWAPS, x)
                if below(x, 2):
                    whose = 2 * below(x, t[SEATS])
                    other_minds = other_minds & ~(3 << whose) | below(x, MINDS) << whose
            put(t, base, kinds, spare, r)
            deal_back(t, r, known.played)
            for kind in range(KINDS):
                counts[kind] = whole[kind]
            least = weight * (word(x) / 4294967296.0)
            other = likely(t, r, seat, known.said, counts, other_minds, least, w, out, odds)
            if other > 0:
                weight, minds = other, other_minds
                for at in range(cards):
                    places[at] = spare[at]
        minds = minds & ~(3 << 2 * seat) | mind << 2 * seat
        put(t, base, kinds, places, s)
        to_play = 0
        for at in range(HAND, HAND + t[SEATS] * planes):
            to_play += count(s[at])
        opened = s[PHASE] == PLAY and to_play <= open_end + 1 and word(x) < OPEN_SHARE * 4294967296.0
        for act in range(len(actions)):
            for at in range(len(base)):
                r[at] = s[at]
            for kind in range(KINDS):
                counts[kind] = left[kind]
            if r[PHASE] == PLAY:
                counts[actions[act]] -= 1
            apply(t, r, seat, actions[act])
            if opened:
                settle(t, r, seat, totals, luck, room.saved, room.found)
                value = room.found[SETTLED - 1]
            else:
                value = follow(t, r, seat, counts, totals, luck, minds, w, x, room)
            if act == 0:
                usually = value
            else:
                value -= usually
            sums[act] += value
            squares[act] += value * value
