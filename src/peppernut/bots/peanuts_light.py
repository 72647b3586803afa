"""Light policies for peanuts: what the searching bot supposes the others do, and it itself later.

``light`` plays by simple rules; ``aim`` bids and plays for the chance to take exactly what was bid, by weights
that were trained (``peanuts_weights``). They see one hand, the cards that nobody has seen yet, the bids and
the tricks. Plain integers and floats, so that Numba compiles them. ``left`` counts per kind the cards not yet
played nor turned up, one's own among them.
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
from peppernut.peanuts.rules import ALL_OR_NOTHING, BONUS

# what the weights are for (``peanuts_weights``): the chance that a card takes a trick some time falls …
NAMES = (
    "OUTRANKED",  # with every card in other hands that beats it
    "LONG",  # with every better card of the suit in the own hand
    "VOID",  # the fewer cards of the suit the others have: they trump
    "RUFF",  # … if they have trumps
    "LEAST",  # not below this for a trump
    "OVERTRUMPED",  # with every higher trump
    "COVERED",  # … less than that where there are higher ones in the own hand
    "NOW_OUTRANKED",  # and the chance to take this trick: the same
    "NOW_VOID",
    "NOW_RUFF",
    "NOW_OVERTRUMPED",  # a trump on another suit
    "CROWDED",  # the more tricks the others want than there are
    "SATED",  # how much of an eager player somebody is who wants no more tricks
)
(
    OUTRANKED,
    LONG,
    VOID,
    RUFF,
    LEAST,
    OVERTRUMPED,
    COVERED,
    NOW_OUTRANKED,
    NOW_VOID,
    NOW_RUFF,
    NOW_OVERTRUMPED,
    CROWDED,
    SATED,
) = range(len(NAMES))
KIND_AT, ABOVE_AT, SHARE_AT, EXACTLY, SCRATCH = 16, 32, 48, 64, 96  # where ``odds`` keeps what

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
    best, most, enough = -1, -1e9, -1
    scan = cards
    while scan:
        kind = low_at(scan)
        scan &= scan - 1
        strong = t[STRENGTH + trump * KINDS + kind]
        wins = True
        if s[LED] >= 0:
            follows = t[SUIT_OF + trump * KINDS + kind] == s[LED] or strong >= TRUMP_STRENGTH
            wins = follows and strong > s[BEST_STRENGTH]
        if need >= rest and wins and after == 0:
            if kind // 13 == enough:
                continue
            enough = kind // 13  # for the last to play the lowest of a suit
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


def chances(t: Table, s: Row, left: Left, seat: int, w: Any, out: Any, odds: Any) -> int:
    """Fill ``odds``: per card of the hand the chance that it takes a trick, its kind, how many that beat it are out.

    Gives the number of cards.
    """
    share = look(t, s, left, seat, out)
    seats, trump = t[SEATS], s[TRUMP]
    others = seats - 1
    # do the others want more tricks than there are?
    asked = 0.0
    if s[PHASE] == BIDDING:
        for other in range(seats):
            if other != seat and s[BID + other] >= 0:
                asked += s[BID + other] - (s[TRICKS] + 0.0) / seats
    else:
        asked -= s[TRICKS] - s[DONE]
        for other in range(seats):
            asked += max(0, s[BID + other] - s[TAKEN + other])
    rival = exp(w[CROWDED] * asked)
    trumps = out[52 + trump] * share / others
    cards = 0
    for suit in range(4):
        above, over = 0, 0
        keep = 1.0
        if suit != trump:
            each = out[52 + suit] * share / others
            keep = (1.0 - exp(-w[VOID] * each) * (1.0 - exp(-w[RUFF] * trumps))) ** others
        for rank in range(12, -1, -1):
            kind = 13 * suit + rank
            mine = copies(t, s, seat, kind)
            for _ in range(mine):
                if suit != trump:
                    chance = exp(-w[OUTRANKED] * above * share) * keep * w[LONG] ** over
                elif above == 0:
                    chance = 1.0
                else:
                    chance = w[LEAST] + (1.0 - w[LEAST]) * exp(
                        -w[OVERTRUMPED] * max(0.0, above * share - w[COVERED] * over)
                    )
                odds[cards] = chance**rival
                odds[KIND_AT + cards] = kind
                odds[ABOVE_AT + cards] = above * share
                cards += 1
                over += 1
            above += out[kind]
    odds[SHARE_AT] = share
    return cards


def now(t: Table, s: Row, seat: int, kind: int, above: float, w: Any, out: Any, share: float) -> float:
    """The chance that a card takes the trick to which it is played."""
    seats, trump = t[SEATS], s[TRUMP]
    suit = kind // 13
    led = s[LED]
    if led < 0:
        led = suit
    else:
        strong = t[STRENGTH + trump * KINDS + kind]
        if strong <= s[BEST_STRENGTH] or (suit != led and strong < TRUMP_STRENGTH):
            return 0.0
    # who plays after this seat, and how eager they are
    after = 0.0
    other = seat
    for _ in range(seats - 1 - s[PLAYED]):
        other = other + 1 if other + 1 < seats else 0
        after += 1.0 if s[BID + other] > s[TAKEN + other] else w[SATED]
    part = after / (seats - 1)
    if suit == trump:
        return exp(-above * part * (w[NOW_OUTRANKED] if led == trump else w[NOW_OVERTRUMPED]))
    each = out[52 + led] * share / (seats - 1)
    trumps = out[52 + trump] * share / (seats - 1)
    ruffed = exp(-w[NOW_VOID] * each) * (1.0 - exp(-w[NOW_RUFF] * trumps))
    stands: float = exp(-w[NOW_OUTRANKED] * above * part) * (1.0 - ruffed) ** after
    return stands


def exactly(cards: int, without: int, odds: Any) -> None:
    """``odds`` from ``EXACTLY`` on gets the chances that the cards but one take 0, 1, 2, … tricks."""
    odds[EXACTLY] = 1.0
    had = 0
    for at in range(cards):
        if at != without:
            chance = odds[at]
            odds[EXACTLY + had + 1] = odds[EXACTLY + had] * chance
            for tricks in range(had, 0, -1):
                odds[EXACTLY + tricks] = (
                    odds[EXACTLY + tricks] * (1.0 - chance) + odds[EXACTLY + tricks - 1] * chance
                )
            odds[EXACTLY] *= 1.0 - chance
            had += 1


def worth(t: Table, tricks: int, odds: Any) -> float:
    """What a bid brings, by the chances of so many tricks."""
    brings: float = odds[EXACTLY + tricks] * (t[BONUS] + 0.01 + (tricks if t[ALL_OR_NOTHING] else 0))
    return brings


def aim(t: Table, s: Row, left: Left, seat: int, w: Any, out: Any, odds: Any) -> int:
    """The bid that brings most, or the card that is most likely to bring exactly the tricks that were bid."""
    if s[PHASE] == BIDDING:
        cards = chances(t, s, left, seat, w, out, odds)
        exactly(cards, -1, odds)
        best, most = -1, -1e9
        scan = legal(t, s, seat)
        while scan:
            tricks = low_at(scan)
            scan &= scan - 1
            value = worth(t, tricks, odds)
            if value > most:
                best, most = tricks, value
        return best
    hand = playable(t, s, seat, s[HAND + seat * t[PLANES]])
    if hand & (hand - 1) == 0:
        return low_at(hand)
    need = s[BID + seat] - s[TAKEN + seat]
    rest = s[TRICKS] - s[DONE]
    if need < 0 or need >= rest:  # lost, or nothing to choose: every trick is needed
        return card(t, s, left, seat, out)
    cards = chances(t, s, left, seat, w, out, odds)
    best, most = -1, 1e-4
    for at in range(cards):
        kind = int(odds[KIND_AT + at])
        if hand >> kind & 1:
            wins = now(t, s, seat, kind, odds[ABOVE_AT + at], w, out, odds[SHARE_AT])
            exactly(cards, at, odds)
            value = (1.0 - wins) * odds[EXACTLY + need]
            if need > 0:
                value += wins * odds[EXACTLY + need - 1]
            if value > most:
                best, most = kind, value
    if best < 0:
        return card(t, s, left, seat, out)
    return best


def light(t: Table, s: Row, left: Left, seat: int, out: Any) -> int:
    """What a seat does."""
    if s[PHASE] == BIDDING:
        return bid(t, s, left, seat, out)
    return card(t, s, left, seat, out)


__all__ = ["aim", "bid", "card", "expected", "light"]
