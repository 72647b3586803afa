"""Playing cards: what may be played, what a card does, who takes the trick.

Written for plain integers and indexable runs of them, so that Numba compiles the same lines
(``peppernut.engine.compiled``). ``t`` is a table, ``s`` a row; see ``peppernut.engine.row``.
"""

from collections.abc import MutableSequence, Sequence

from peppernut.cards import JOKER, KINDS, NO_TRUMP
from peppernut.engine.row import (
    BEST,
    BEST_STRENGTH,
    CALLED,
    CALLED_FORCED,
    CARD,
    DECLARER,
    DONE,
    HAND,
    IN_PLAY,
    LAST_WINS,
    LEADER,
    LED,
    MUST_TRUMP,
    PARTNER,
    PLANES,
    PLAYED,
    SEATS,
    STRENGTH,
    SUIT_MASK,
    SUIT_OF,
    TAKEN,
    TRICKS,
    TRUMP,
    TURN,
)
from peppernut.engine.tables import TRUMP_STRENGTH

Table = Sequence[int]
Row = MutableSequence[int]

_JOKER_BIT = 1 << JOKER


def playable(t: Table, s: Row, seat: int, hand: int) -> int:
    """Which cards of the set ``hand`` this seat might play now (P6, P7, R7, jokers, called card)."""
    trump = s[TRUMP]
    cards = hand
    if s[LED] < 0:
        # a joker is led in no trump only from a hand of nothing else
        if trump == NO_TRUMP and hand & ~_JOKER_BIT:
            cards = hand & ~_JOKER_BIT
    else:
        follow = hand & t[SUIT_MASK + trump * 5 + s[LED]]
        if follow:
            cards = follow
        elif t[MUST_TRUMP]:
            trumps = hand & t[SUIT_MASK + trump * 5 + trump]
            if trumps:
                cards = trumps
    called = s[CALLED]
    if called >= 0 and t[CALLED_FORCED] and s[PARTNER] < 0 and seat != s[DECLARER] and cards >> called & 1:
        cards = 1 << called
    return cards


def take_card(t: Table, s: Row, at: int, card: int) -> None:
    """Take one copy of a card out of the planes that begin at ``at``."""
    plane = t[PLANES] - 1
    while not s[at + plane] >> card & 1:
        plane -= 1
    s[at + plane] ^= 1 << card


def add_card(s: Row, at: int, card: int) -> None:
    """Put one copy of a card into the planes that begin at ``at``."""
    plane = 0
    while s[at + plane] >> card & 1:
        plane += 1
    s[at + plane] |= 1 << card


def deal_cards(t: Table, s: Row, pack: Row, cards: int, left: int) -> None:
    """Give every seat so many cards from the front of a pack, and the next ``left`` to the kitty behind them."""
    planes, seats = t[PLANES], t[SEATS]
    for at in range(HAND, HAND + seats * planes):
        s[at] = 0
    for seat in range(seats):
        for card in range(seat * cards, (seat + 1) * cards):
            add_card(s, HAND + seat * planes, pack[card])
    if left:
        kitty = HAND + seats * planes
        for at in range(kitty, kitty + planes):
            s[at] = 0
        for card in range(seats * cards, seats * cards + left):
            add_card(s, kitty, pack[card])


def next_in_play(t: Table, s: Row, seat: int) -> int:
    """The next seat clockwise that plays; seats that sit out or have dropped are passed over."""
    seats = t[SEATS]
    seat = seat + 1 if seat + 1 < seats else 0
    while not s[IN_PLAY] >> seat & 1:
        seat = seat + 1 if seat + 1 < seats else 0
    return seat


def open_trick(t: Table, s: Row, leader: int) -> None:
    """Give the lead to a seat."""
    s[LEADER] = leader
    s[TURN] = leader
    s[LED] = -1
    s[PLAYED] = 0
    for seat in range(t[SEATS]):
        s[CARD + seat] = -1


def play_card(t: Table, s: Row, seat: int, card: int) -> bool:
    """Play a card that may be played; True when it was the last of the deal.

    The highest trump takes the trick, else the highest card of the suit led (P8, R7); of equal cards the
    first or the last, as the rules say.
    """
    take_card(t, s, HAND + seat * t[PLANES], card)
    trump = s[TRUMP]
    own = t[SUIT_OF + trump * KINDS + card]
    strength = t[STRENGTH + trump * KINDS + card]
    if s[PLAYED] == 0:
        s[LED] = own
        s[BEST] = seat
        s[BEST_STRENGTH] = strength
    elif own == s[LED] or strength >= TRUMP_STRENGTH:
        best = s[BEST_STRENGTH]
        if strength > best or (strength == best and t[LAST_WINS]):
            s[BEST] = seat
            s[BEST_STRENGTH] = strength
    s[CARD + seat] = card
    s[PLAYED] += 1
    if card == s[CALLED] and s[PARTNER] < 0 and seat != s[DECLARER]:
        s[PARTNER] = seat
    following = next_in_play(t, s, seat)
    if following != s[LEADER]:
        s[TURN] = following
        return False
    winner = s[BEST]
    s[TAKEN + winner] += 1
    s[DONE] += 1
    open_trick(t, s, winner)
    return s[DONE] == s[TRICKS]
