"""The steps of a deal of pepper: start, legal, apply, score. Plain integers only; see ``peppernut.engine``.

Actions are small numbers, and ``legal`` gives the set of them as bits. In the auction bit 0 is a pass, bit 1
a surrender, bit 2 + n the level with index n; a bid that names its trump carries the denomination in the
bits above 6. Trump: the denomination. Drop-out: yes, no, maybe. Everywhere else: the kind of the card, and
``WITH`` for playing with the partner.

The deal goes: auction, kitty, trump, (vote,) call, exchange, dropping out, play. Each step ends by calling
the function that begins the next; whatever the rules skip, that function passes on.
"""

from peppernut.cards import NO_TRUMP
from peppernut.engine.chance import Words, below, mix, pick
from peppernut.engine.row import (
    BID,
    BIDDING,
    CALLED,
    CALLING,
    DEALER,
    DECLARER,
    DONE,
    DROP_OUT,
    EXCHANGE,
    GAME,
    HAND,
    IN_PLAY,
    KITTY,
    NAMING,
    OUTCOME,
    OVER,
    PARTNER,
    PHASE,
    PLANES,
    PLAY,
    POINTS,
    SEATS,
    SPOKEN,
    TAKEN,
    TOTAL,
    TRICKS,
    TRUMP,
    TURN,
)
from peppernut.engine.tables import JACK
from peppernut.engine.tricks import (
    Row,
    Table,
    add_card,
    deal_cards,
    next_in_play,
    open_trick,
    play_card,
    playable,
    take_card,
)
from peppernut.pepper.table import (
    ACES,
    BIG,
    BIG_PEPPER,
    BIG_SET,
    BLACK_JACKS,
    CALLED_SIDES,
    CAP,
    CONTINUOUS,
    DECK_SET,
    DEFENCE_VALUE,
    DIRTY_CLUBS,
    DROPPING,
    EXCHANGING,
    FORMAL,
    INDIVIDUAL,
    KITTY_MODE,
    LEFT_OVER,
    LEVEL_KIND,
    LEVEL_RANK,
    LEVEL_TRICKS,
    LEVELS,
    LITTLE,
    LITTLE_PEPPER,
    LITTLE_SET,
    MADE_TRICKS,
    MIN_BID,
    NO_DROP,
    NO_TRUMP_FORCED,
    NO_TRUMP_LEADER,
    NO_TRUMP_OK,
    NOT_HELD,
    NUMBER,
    PARTNERS,
    RED_JACKS,
    SAY_FOUR,
    SAY_THREE,
    SET_PENALTY,
    SHUTOUT_PENALTY,
    SIDES,
    SIX_FREE,
    STICK,
    STUCK_PLAYS,
    SUIT_BIDS,
    TALK,
    VOTE,
)

PASS, SURRENDER, FIRST_BID = 0, 1, 2
YES, NO, MAYBE = 0, 1, 2
WITH = 53

# outcomes
THROWN_IN, GAVE_UP, UNCHALLENGED, PLAYED_OUT = 1, 2, 3, 4

# fields of the row
LEVEL = GAME  # index of the highest bid; -1 none
KIND = GAME + 1  # NUMBER, LITTLE_PEPPER, BIG_PEPPER of the contract (say 4 counts as a number)
NEED = GAME + 2  # tricks the contract needs
SAID_THREE = GAME + 3
QUIET = GAME + 4  # passes in a row
FORCED = GAME + 5  # the highest bid is that of a stuck dealer
ROUGH = GAME + 6
HELD_BACK = GAME + 7  # cards discarded so far in kitty or exchange
YESES = GAME + 8
LEFT_WORD = GAME + 9


def kitty_at(t: Table) -> int:
    """Where the planes of the kitty begin in a row."""
    return HAND + t[SEATS] * t[PLANES]


def size(t: Table) -> int:
    """How long a row is."""
    return kitty_at(t) + t[PLANES]


def start(t: Table, s: Row, dealer: int, tricks: int, rough: int) -> None:
    """Begin a deal in a row whose hands and kitty are dealt and whose totals are set (R1)."""
    s[PHASE] = BIDDING
    s[DEALER] = dealer
    s[TRICKS] = tricks
    s[TRUMP] = -1
    s[IN_PLAY] = (1 << t[SEATS]) - 1
    s[DONE] = 0
    s[SPOKEN] = 0
    s[DECLARER] = -1
    s[CALLED] = -1
    s[PARTNER] = -1
    s[OUTCOME] = 0
    s[LEVEL] = -1
    s[KIND] = NUMBER
    s[NEED] = 0
    s[SAID_THREE] = 0
    s[QUIET] = 0
    s[FORCED] = 0
    s[ROUGH] = rough
    s[HELD_BACK] = 0
    for seat in range(t[SEATS]):
        s[TAKEN + seat] = 0
        s[BID + seat] = -1
        s[POINTS + seat] = 0
    first = next_in_play(t, s, dealer)
    open_trick(t, s, first)
    if rough:
        s[NEED] = 4
        win_auction(t, s, first)


def begin_random(t: Table, s: Row, pack: Row, x: Words, dealer: int, tricks: int) -> None:
    """Deal from a pack and a random stream, and begin; totals are left as they are."""
    mix(x, pack, t[SEATS] * tricks + t[LEFT_OVER])
    deal_cards(t, s, pack, tricks, t[LEFT_OVER])
    start(t, s, dealer, tricks, 0)


def random_action(t: Table, s: Row, x: Words, seat: int) -> int:
    """Any legal action; a bid that names its trump gets one at random."""
    action = pick(x, legal(t, s, seat))
    if t[SUIT_BIDS] and s[PHASE] == BIDDING and action >= FIRST_BID:
        action |= below(x, 5 if t[NO_TRUMP_OK] else 4) << 6
    return action


def playouts(t: Table, s: Row, pack: Row, x: Words, tricks: int, deals: int) -> int:
    """Play so many deals at random; how many decisions that took."""
    decisions = 0
    dealer = 0
    for _ in range(deals):
        begin_random(t, s, pack, x, dealer, tricks)
        dealer = dealer + 1 if dealer + 1 < t[SEATS] else 0
        while s[PHASE] != OVER:
            seat = s[TURN]
            apply(t, s, seat, random_action(t, s, x, seat))
            decisions += 1
    return decisions


def legal(t: Table, s: Row, seat: int) -> int:
    """The set of actions open to a seat; 0 when it may not act."""
    if seat != s[TURN]:
        return 0
    phase = s[PHASE]
    hand = s[HAND + seat * t[PLANES]]
    if phase == PLAY:
        return playable(t, s, seat, hand)
    if phase == BIDDING:
        return biddable(t, s, seat, hand)
    if phase == NAMING:
        return 31 if t[NO_TRUMP_OK] else 15
    if phase == EXCHANGE:
        if s[HELD_BACK] == 0 and t[EXCHANGING] == 1:
            return hand | 1 << WITH
        return hand
    if phase == CALLING:
        return callable_cards(t, s, hand)
    if phase == DROP_OUT:
        clear = t[DROPPING] != TALK or s[SPOKEN] == 2
        if t[DROPPING] == FORMAL:
            clear = s[SPOKEN] == 1
        return 3 if clear else 7
    return hand  # KITTY: any card may be discarded


def biddable(t: Table, s: Row, seat: int, hand: int) -> int:
    """What a seat may say in the auction (R3, levels, stick_dealer, the says)."""
    rank = -1
    if s[LEVEL] >= 0:
        rank = t[LEVEL_RANK + s[LEVEL]]
    elif s[SAID_THREE]:
        rank = 0
    bids = 1 << PASS
    lowest = 0
    if is_stuck(t, s, seat):
        if s[SAID_THREE]:
            bids = 0
            lowest = 4
        elif t[STICK]:
            bids = 1 << SURRENDER if t[STICK] == 2 else 0
    for at in range(t[LEVELS]):
        kind = t[LEVEL_KIND + at]
        if t[LEVEL_RANK + at] <= rank:
            continue
        if kind == SAY_THREE and (s[SPOKEN] > 1 or not hand & t[ACES]):
            continue
        if kind == SAY_FOUR and not (hand & t[RED_JACKS] and hand & t[BLACK_JACKS]):
            continue
        if kind == NUMBER and t[LEVEL_TRICKS + at] < lowest:
            continue
        bids |= 1 << FIRST_BID + at
    return bids


def is_stuck(t: Table, s: Row, seat: int) -> bool:
    """Whether a seat is the dealer, everybody has spoken before him, and there is no bid."""
    return seat == s[DEALER] and s[SPOKEN] == t[SEATS] - 1 and s[LEVEL] < 0


def callable_cards(t: Table, s: Row, hand: int) -> int:
    """Which cards may be called for a partner (call)."""
    cards = t[DECK_SET]
    if t[NOT_HELD]:
        cards &= ~hand
        trump = s[TRUMP]
        if trump != NO_TRUMP:
            # both bowers: the jacks of the colour of trump
            cards &= ~(1 << 13 * trump + JACK | 1 << 13 * (3 - trump) + JACK)
    return cards


def apply(t: Table, s: Row, seat: int, action: int) -> None:
    """Do a legal action."""
    phase = s[PHASE]
    if phase == PLAY:
        if play_card(t, s, seat, action):
            finish(t, s, PLAYED_OUT)
    elif phase == BIDDING:
        speak(t, s, seat, action)
    elif phase == KITTY:
        take_card(t, s, HAND + seat * t[PLANES], action)
        s[HELD_BACK] += 1
        if s[HELD_BACK] == t[LEFT_OVER]:
            begin_naming(t, s)
    elif phase == NAMING:
        s[TRUMP] = action
        begin_vote(t, s)
    elif phase == CALLING:
        s[CALLED] = action
        begin_drop_out(t, s)
    elif phase == EXCHANGE:
        exchange(t, s, seat, action)
    else:
        answer(t, s, seat, action)


def speak(t: Table, s: Row, seat: int, action: int) -> None:
    """A word in the auction (R3)."""
    if action == SURRENDER:
        finish(t, s, GAVE_UP)
        return
    stuck = is_stuck(t, s, seat)
    s[SPOKEN] += 1
    if action == PASS:
        s[QUIET] += 1
    else:
        s[QUIET] = 0
        s[FORCED] = 1 if stuck and t[STICK] else 0
        level = (action & 63) - FIRST_BID
        if t[LEVEL_KIND + level] == SAY_THREE:
            s[SAID_THREE] = 1
        else:
            s[LEVEL] = level
            s[BID + seat] = level
            s[DECLARER] = seat
            if t[SUIT_BIDS]:
                s[TRUMP] = action >> 6
    seats = t[SEATS]
    if t[CONTINUOUS]:
        ended = s[QUIET] == (seats - 1 if s[LEVEL] >= 0 else seats)
    else:
        ended = s[SPOKEN] == seats
    if not ended:
        s[TURN] = next_in_play(t, s, seat)
    elif s[LEVEL] < 0:
        finish(t, s, THROWN_IN)
    else:
        level = s[LEVEL]
        kind = t[LEVEL_KIND + level]
        s[KIND] = NUMBER if kind == SAY_FOUR else kind
        s[NEED] = t[LEVEL_TRICKS + level]
        win_auction(t, s, s[DECLARER])


def win_auction(t: Table, s: Row, seat: int) -> None:
    """The bidder is known: he takes the kitty, where it is his to take."""
    s[DECLARER] = seat
    s[TURN] = seat
    s[SPOKEN] = 0
    if t[KITTY_MODE] == 0:
        begin_naming(t, s)
        return
    s[PHASE] = KITTY
    planes = t[PLANES]
    for plane in range(planes):
        cards = s[kitty_at(t) + plane]
        for card in range(53):
            if cards >> card & 1:
                add_card(s, HAND + seat * planes, card)


def begin_naming(t: Table, s: Row) -> None:
    """The bidder names trump, unless his bid did (R4)."""
    if t[SUIT_BIDS] and not s[ROUGH]:
        begin_vote(t, s)
    else:
        s[PHASE] = NAMING


def begin_vote(t: Table, s: Row) -> None:
    """The others vote whether the hand is played, before a card is called (drop_out: vote)."""
    if t[DROPPING] == VOTE and may_drop(t, s):
        ask(t, s)
    else:
        begin_call(t, s)


def begin_call(t: Table, s: Row) -> None:
    """The bidder calls a card; big pepper calls nothing (sides: called)."""
    s[TURN] = s[DECLARER]
    if t[SIDES] == CALLED_SIDES and s[KIND] != BIG_PEPPER:
        s[PHASE] = CALLING
    else:
        begin_exchange(t, s)


def begin_exchange(t: Table, s: Row) -> None:
    """The exchange with the partner; with big pepper the bidder is alone (R5)."""
    s[HELD_BACK] = 0
    if s[KIND] == BIG_PEPPER:
        if t[SIDES] == PARTNERS:
            for seat in range(t[SEATS]):
                if seat != s[DECLARER] and (seat - s[DECLARER]) % 2 == 0:
                    s[IN_PLAY] &= ~(1 << seat)
        begin_drop_out(t, s)
    elif t[EXCHANGING] and not s[ROUGH]:
        s[PHASE] = EXCHANGE
    else:
        begin_drop_out(t, s)


def exchange(t: Table, s: Row, seat: int, action: int) -> None:
    """With the partner, or a discard, or the partner's card (R5)."""
    planes = t[PLANES]
    if action == WITH:
        begin_drop_out(t, s)
        return
    take_card(t, s, HAND + seat * planes, action)
    if s[HELD_BACK] == 0:
        s[HELD_BACK] = 1
        s[TURN] = (seat + 2) % t[SEATS]
    else:
        add_card(s, HAND + s[DECLARER] * planes, action)
        s[IN_PLAY] &= ~(1 << seat)
        begin_drop_out(t, s)


def may_drop(t: Table, s: Row) -> bool:
    """Whether the defenders are asked at all (R6 and the options that force them to play)."""
    if s[ROUGH]:
        return False
    if t[NO_TRUMP_FORCED] and s[TRUMP] == NO_TRUMP:
        return False
    if t[DIRTY_CLUBS] and s[TRUMP] == 0:
        return False
    number = s[KIND] == NUMBER
    if t[SIX_FREE] and number and s[NEED] == 6:
        return False
    return not (t[STUCK_PLAYS] and s[FORCED] and number and s[NEED] == t[MIN_BID])


def begin_drop_out(t: Table, s: Row) -> None:
    """The defenders are asked whether they play (R6)."""
    if t[DROPPING] == NO_DROP or t[DROPPING] == VOTE or not may_drop(t, s):
        lead(t, s)
    else:
        ask(t, s)


def ask(t: Table, s: Row) -> None:
    """The first seat after the bidder has the word; nobody has answered yet."""
    s[PHASE] = DROP_OUT
    s[SPOKEN] = 0
    s[YESES] = 0
    s[TURN] = (s[DECLARER] + 1) % t[SEATS]


def answer(t: Table, s: Row, seat: int, word: int) -> None:
    """A defender's word (R6, drop_out)."""
    s[SPOKEN] += 1
    seats = t[SEATS]
    if t[DROPPING] == VOTE or t[DROPPING] == INDIVIDUAL:
        if word == YES:
            s[YESES] += 1
        elif t[DROPPING] == INDIVIDUAL:
            s[IN_PLAY] &= ~(1 << seat)
        if s[SPOKEN] < seats - 1:
            s[TURN] = (seat + 1) % seats
        elif t[DROPPING] == VOTE:
            if s[YESES] >= 2:
                begin_call(t, s)
            else:
                finish(t, s, UNCHALLENGED)
        else:
            settle(t, s, YES if s[YESES] else NO)
        return
    left = (s[DECLARER] + 1) % seats
    if s[SPOKEN] == 1:
        s[LEFT_WORD] = word
        s[TURN] = (s[DECLARER] + seats - 1) % seats
    elif s[SPOKEN] == 2 and t[DROPPING] == TALK:
        other = s[LEFT_WORD]
        if word == other and word != MAYBE:
            settle(t, s, word)
        elif word != other and word == MAYBE:
            settle(t, s, other)
        elif word != other and other == MAYBE:
            settle(t, s, word)
        else:
            s[TURN] = left
    else:
        settle(t, s, word)


def settle(t: Table, s: Row, word: int) -> None:
    """The defenders have decided."""
    if word == YES:
        lead(t, s)
    else:
        finish(t, s, UNCHALLENGED)


def lead(t: Table, s: Row) -> None:
    """The first lead (R7, no_trump_leader)."""
    s[PHASE] = PLAY
    seats = t[SEATS]
    leader = s[DECLARER]
    if s[TRUMP] == NO_TRUMP:
        if t[NO_TRUMP_LEADER] == 1:
            leader = next_in_play(t, s, leader)
        elif t[NO_TRUMP_LEADER] == 2:
            leader = (s[DEALER] + seats - 1) % seats
            if not s[IN_PLAY] >> leader & 1:
                leader = next_in_play(t, s, leader)
    open_trick(t, s, leader)


def finish(t: Table, s: Row, outcome: int) -> None:
    """The deal is over; its points."""
    s[PHASE] = OVER
    s[TURN] = -1
    s[OUTCOME] = outcome
    if outcome == GAVE_UP:
        s[POINTS + side_of(t, s[DEALER])] = -t[MIN_BID]
    elif outcome == UNCHALLENGED:
        s[POINTS + side_of(t, s[DECLARER])] = worth(t, s)
    elif outcome == PLAYED_OUT:
        score(t, s)


def side_of(t: Table, seat: int) -> int:
    """The index of the side a seat scores for."""
    return seat % 2 if t[SIDES] == PARTNERS else seat


def worth(t: Table, s: Row) -> int:
    """What the contract itself is worth: the number bid, or the pepper's value."""
    if s[KIND] == NUMBER:
        return s[NEED]
    return t[LITTLE] if s[KIND] == LITTLE_PEPPER else t[BIG]


def with_bidder(t: Table, s: Row, seat: int) -> bool:
    """Whether a seat belongs to the bidder's team."""
    declarer = s[DECLARER]
    return seat == declarer or seat == s[PARTNER] or (t[SIDES] == PARTNERS and (seat - declarer) % 2 == 0)


def team_of(t: Table, s: Row) -> int:
    """The set of seats that play for the contract, whoever holds the called card among them."""
    team = 0
    for seat in range(t[SEATS]):
        if with_bidder(t, s, seat):
            team |= 1 << seat
        elif s[CALLED] >= 0 and s[PARTNER] < 0:
            for plane in range(t[PLANES]):
                if s[HAND + seat * t[PLANES] + plane] >> s[CALLED] & 1:
                    team |= 1 << seat
    return team


def made(t: Table, s: Row) -> bool:
    """Whether the bidder's team has taken the tricks of the contract."""
    return team_tricks(t, s) >= s[NEED]


def team_tricks(t: Table, s: Row) -> int:
    """The tricks of the bidder's team."""
    tricks = 0
    for seat in range(t[SEATS]):
        if with_bidder(t, s, seat):
            tricks += s[TAKEN + seat]
    return tricks


def score(t: Table, s: Row) -> None:
    """The points of a deal that was played (R8, R9 and the scoring options)."""
    tricks = team_tricks(t, s)
    success = tricks >= s[NEED]
    gain = worth(t, s)
    if s[KIND] == NUMBER:
        if success:
            if t[MADE_TRICKS]:
                gain = tricks
        else:
            gain = -t[SET_PENALTY] if t[SET_PENALTY] >= 0 else -gain
    elif not success:
        gain = -t[LITTLE_SET] if s[KIND] == LITTLE_PEPPER else -t[BIG_SET]
    for seat in range(t[SEATS]):
        side = side_of(t, seat)
        if with_bidder(t, s, seat):
            s[POINTS + side] = gain
        elif t[SIDES] == PARTNERS or s[IN_PLAY] >> seat & 1:
            taken = s[TAKEN + seat]
            if t[SIDES] != 1:
                taken = s[TRICKS] - tricks
            s[POINTS + side] = defence(t, s, side, taken, success)


def defence(t: Table, s: Row, side: int, taken: int, success: bool) -> int:
    """What a defending side that took so many tricks scores."""
    value = worth(t, s)
    if s[KIND] != NUMBER and t[DEFENCE_VALUE]:
        return -value if success else value
    if taken > 0:
        if t[CAP] >= 0:
            room = t[CAP] - s[TOTAL + side]
            if taken > room:
                return max(0, room)
        return taken
    if t[SIX_FREE] and s[KIND] == NUMBER and s[NEED] == 6:
        return 0
    return -t[SHUTOUT_PENALTY] if t[SHUTOUT_PENALTY] >= 0 else -value
