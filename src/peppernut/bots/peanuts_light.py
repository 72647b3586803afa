"""A light policy for peanuts: what the searching bot supposes everybody does, and it itself later.

It sees one hand, the cards that nobody has seen yet, the bids and the tricks. Plain integers and floats, so
that Numba compiles it. ``left`` counts per kind the cards not yet played nor turned up, one's own among them.
"""

from math import exp
from typing import Any

from peppernut.bots.pepper_light import count
from peppernut.bots.solver import low_at
from peppernut.cards import KINDS
from peppernut.engine.row import (
    BEST_STRENGTH,
    BID,
    BIDDING,
    DONE,
    HAND,
    LED,
    PHASE,
    PLANES,
    PLAYED,
    SEATS,
    STRENGTH,
    SUIT_OF,
    TAKEN,
    TRICKS,
    TRUMP,
)
from peppernut.engine.tables import TRUMP_STRENGTH
from peppernut.engine.tricks import Row, Table, playable
from peppernut.peanuts.machine import legal

Left = Any  # per kind: cards that are out or in the own hand


def copies(t: Table, s: Row, seat: int, kind: int) -> int:
    """How many of a card a seat holds."""
    number = 0
    for plane in range(t[PLANES]):
        number += s[HAND + seat * t[PLANES] + plane] >> kind & 1
    return number


def look(t: Table, s: Row, left: Left, seat: int, out: Any) -> float:
    """Fill ``out`` (per kind the cards out, then per suit their number); the share of them in other hands."""
    total = 0
    for suit in range(4):
        out[52 + suit] = 0
    for kind in range(52):
        number = left[kind] - copies(t, s, seat, kind)
        out[kind] = number
        out[52 + kind // 13] += number
        total += number
    seats = t[SEATS]
    others = 0
    for other in range(seats):
        if other != seat:
            for plane in range(t[PLANES]):
                others += count(s[HAND + other * t[PLANES] + plane])
    if total <= others:
        return 1.0
    return others / total


def later(t: Table, s: Row, seat: int, kind: int, out: Any, share: float) -> float:
    """The chance that a card takes a trick sooner or later."""
    trump = s[TRUMP]
    others = t[SEATS] - 1
    suit = kind // 13
    above = 0
    for higher in range(kind + 1, 13 * suit + 13):
        above += out[higher]
    if suit == trump:
        over = 0
        for higher in range(kind + 1, 13 * suit + 13):
            over += copies(t, s, seat, higher)
        if above == 0:
            return 1.0
        return 0.15 + 0.85 * exp(-0.35 * max(0.0, above * share - 0.6 * over))
    each = out[52 + suit] * share / others
    trumps = out[52 + trump] * share / others
    void = exp(-1.25 * each)
    ruff = 1.0 - exp(-trumps)
    return exp(-0.9 * above * share) * (1.0 - void * ruff) ** others


def expected(t: Table, s: Row, left: Left, seat: int, out: Any) -> float:
    """How many tricks a hand should take, as it looks in the bidding."""
    share = look(t, s, left, seat, out)
    trump = s[TRUMP]
    total = 0.0
    for suit in range(4):
        better = 0
        for rank in range(12, -1, -1):
            kind = 13 * suit + rank
            mine = copies(t, s, seat, kind)
            if mine:
                chance = later(t, s, seat, kind, out, share)
                for _ in range(mine):
                    total += chance if suit == trump else chance * 0.72**better
                    better += 1
    return total


def bid(t: Table, s: Row, left: Left, seat: int, out: Any) -> int:
    """The legal bid nearest to what is expected."""
    allowed = legal(t, s, seat)
    wish = expected(t, s, left, seat, out)
    best, least = -1, 1e9
    scan = allowed
    while scan:
        tricks = low_at(scan)
        scan &= scan - 1
        off = abs(tricks - wish)
        if off < least:
            best, least = tricks, off
    return best


def holds(t: Table, s: Row, kind: int, out: Any, share: float) -> float:
    """The chance that a card which holds the trick now keeps it."""
    seats = t[SEATS]
    after = seats - 1 - s[PLAYED]
    if after <= 0:
        return 1.0
    part = share * after / (seats - 1)
    suit = kind // 13
    trump = s[TRUMP]
    above = 0
    for higher in range(kind + 1, 13 * suit + 13):
        above += out[higher]
    led = s[LED] if s[LED] >= 0 else suit
    if suit == trump:
        return exp(-above * part * (1.0 if led == trump else 0.4))
    each = out[52 + led] * share / (seats - 1)
    trumps = out[52 + trump] * share / (seats - 1)
    return exp(-above * part) * (1.0 - exp(-1.25 * each) * (1.0 - exp(-trumps))) ** after


def card(t: Table, s: Row, left: Left, seat: int, out: Any) -> int:
    """The card to play: win as cheaply as possible while tricks are missing, duck when not."""
    hand = s[HAND + seat * t[PLANES]]
    cards = playable(t, s, seat, hand)
    if cards & (cards - 1) == 0:
        return low_at(cards)
    share = look(t, s, left, seat, out)
    trump = s[TRUMP]
    need = s[BID + seat] - s[TAKEN + seat]
    rest = s[TRICKS] - s[DONE]
    after = t[SEATS] - 1 - s[PLAYED]
    best, most = -1, -1e9
    scan = cards
    while scan:
        kind = low_at(scan)
        scan &= scan - 1
        strong = t[STRENGTH + trump * KINDS + kind]
        wins = True
        if s[LED] >= 0:
            follows = t[SUIT_OF + trump * KINDS + kind] == s[LED] or strong >= TRUMP_STRENGTH
            wins = follows and strong > s[BEST_STRENGTH]
        if need <= 0:
            if s[LED] < 0:
                value = -100.0 * later(t, s, seat, kind, out, share) - 0.1 * strong
            elif wins:
                # if it has to be, with the highest when nobody follows, else with the lowest
                value = -500.0 + (strong if after == 0 else -strong)
            else:
                value = 100.0 * later(t, s, seat, kind, out, share) + 0.1 * strong
        elif need >= rest:
            value = strong + 0.0 if wins else -100.0 - strong
        elif s[LED] < 0:
            chance = later(t, s, seat, kind, out, share)
            if chance > 0.8:
                value = 100.0 + 10.0 * chance + 0.1 * strong
            else:
                value = -100.0 * chance - 0.1 * strong
        elif wins:
            if after == 0:
                value = 200.0 - strong
            elif holds(t, s, kind, out, share) > 0.6:
                value = 100.0 - strong
            else:
                value = -100.0 - strong
        else:
            value = -0.5 * strong
        if value > most:
            best, most = kind, value
    return best


def light(t: Table, s: Row, left: Left, seat: int, out: Any) -> int:
    """What a seat does."""
    if s[PHASE] == BIDDING:
        return bid(t, s, left, seat, out)
    return card(t, s, left, seat, out)


__all__ = ["bid", "card", "expected", "light"]
