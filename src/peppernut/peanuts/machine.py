"""The steps of a hand of peanuts: start, legal, apply. Plain integers only; see ``peppernut.engine``.

Actions are small numbers: in the bidding the bid itself, in the play the kind of the card. ``legal`` gives
the set of them as bits.
"""

from peppernut.engine.chance import Words, mix, pick
from peppernut.engine.row import (
    BID,
    BIDDING,
    CALLED,
    DEALER,
    DECLARER,
    DONE,
    GAME,
    HAND,
    IN_PLAY,
    OVER,
    PARTNER,
    PHASE,
    PLANES,
    PLAY,
    POINTS,
    SEATS,
    SPOKEN,
    TAKEN,
    TRICKS,
    TRUMP,
    TURN,
)
from peppernut.engine.tricks import (
    Row,
    Table,
    deal_cards,
    next_in_play,
    open_trick,
    play_card,
    playable,
)
from peppernut.peanuts.rules import ALL_OR_NOTHING, BONUS, FOREHEAD, HOOK

SECRET = GAME  # the bids of this hand are made all at once (P5)


def size(t: Table) -> int:
    """How long a row is."""
    return HAND + t[SEATS] * t[PLANES]


def start(t: Table, s: Row, dealer: int, cards: int, trump: int) -> None:
    """Begin a hand in a row whose hands are dealt already (P3, P4)."""
    s[PHASE] = BIDDING
    s[DEALER] = dealer
    s[TRICKS] = cards
    s[TRUMP] = trump
    s[IN_PLAY] = (1 << t[SEATS]) - 1
    s[DONE] = 0
    s[SPOKEN] = 0
    s[DECLARER] = -1
    s[CALLED] = -1
    s[PARTNER] = -1
    s[SECRET] = 1 if t[FOREHEAD] and cards == 1 else 0
    for seat in range(t[SEATS]):
        s[TAKEN + seat] = 0
        s[BID + seat] = -1
        s[POINTS + seat] = 0
    open_trick(t, s, next_in_play(t, s, dealer))
    if s[SECRET]:
        s[TURN] = -1


def begin_random(t: Table, s: Row, pack: Row, x: Words, dealer: int, cards: int) -> None:
    """Deal a hand from a pack and a random stream, and begin it."""
    need = t[SEATS] * cards
    mix(x, pack, need + 1)
    deal_cards(t, s, pack, cards, 0)
    start(t, s, dealer, cards, pack[need] // 13)


def playouts(t: Table, s: Row, pack: Row, x: Words, cards: int, deals: int) -> int:
    """Play so many hands of so many cards at random; how many decisions that took."""
    decisions = 0
    dealer = 0
    for _ in range(deals):
        begin_random(t, s, pack, x, dealer, cards)
        dealer = dealer + 1 if dealer + 1 < t[SEATS] else 0
        while s[PHASE] != OVER:
            seat = s[TURN] if s[TURN] >= 0 else s[SPOKEN]
            apply(t, s, seat, pick(x, legal(t, s, seat)))
            decisions += 1
    return decisions


def legal(t: Table, s: Row, seat: int) -> int:
    """The set of actions open to a seat; 0 when it may not act."""
    if s[PHASE] == BIDDING:
        if s[SECRET]:
            return 3 if s[BID + seat] < 0 else 0
        if seat != s[TURN]:
            return 0
        bids = (2 << s[TRICKS]) - 1
        if t[HOOK] and seat == s[DEALER]:
            forbidden = s[TRICKS]
            for other in range(t[SEATS]):
                if other != seat:
                    forbidden -= s[BID + other]
            if forbidden >= 0:
                bids &= ~(1 << forbidden)
        return bids
    if s[PHASE] == PLAY and seat == s[TURN]:
        return playable(t, s, seat, s[HAND + seat * t[PLANES]])
    return 0


def apply(t: Table, s: Row, seat: int, action: int) -> None:
    """Do a legal action."""
    if s[PHASE] == BIDDING:
        s[BID + seat] = action
        s[SPOKEN] += 1
        if s[SPOKEN] == t[SEATS]:
            s[PHASE] = PLAY
            open_trick(t, s, next_in_play(t, s, s[DEALER]))
        elif not s[SECRET]:
            s[TURN] = next_in_play(t, s, seat)
    elif play_card(t, s, seat, action):
        s[PHASE] = OVER
        s[TURN] = -1
        score(t, s)


def score(t: Table, s: Row) -> None:
    """The points of a finished hand (P10)."""
    for seat in range(t[SEATS]):
        taken = s[TAKEN + seat]
        if taken == s[BID + seat]:
            s[POINTS + seat] = t[BONUS] + taken
        else:
            s[POINTS + seat] = 0 if t[ALL_OR_NOTHING] else taken
