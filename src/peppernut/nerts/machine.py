"""The race, written once: plain functions over a flat row of integers.

Every function takes ``t``, what the rules compile to, and ``s``, the row of one round. Both may be lists of
ints (a table with people) or int64 arrays (a million rounds, compiled by Numba); nothing here may use more
than indexing and integer arithmetic.

Cards are numbers: ``rank * 4 + suit`` with the ace as rank 0 and the suits in the order clubs, diamonds,
spades, hearts, so that the lowest bit of a card is its colour.

The row::

    OVER CALLER SAID ROTATIONS FOUND LAST FILLED ROUND     the round as a whole
    WAITING + card         how many foundations wait for this card (aces: as many as there are players)
    SPARE                  room to turn a stock over
    SEATS + seat * STRIDE  one block a seat: counts, peanuts pile, stock and waste, work piles
    t[FOUNDATIONS]         one block a foundation in the order of their start: cards on it, suit, owners

Stock and waste share the 52 places of ``DECK``: the waste grows from the left end, the stock ends at the
right end with the next card first, and drawing carries cards over the gap between them.
"""

from collections.abc import MutableSequence, Sequence

from peppernut.engine.chance import Words, below

Row = MutableSequence[int]

# What the rules compile to.
PLAYERS = 0
WORK_PILES = 1
DRAW = 2
MOVE_RUNS = 3
AUTO = 4
CARD_POINTS = 5
PILE_PENALTY = 6
FOUNDATIONS = 7  # where the blocks of the foundations begin
PILES = 8  # and from here the size of each seat's peanuts pile
TABLE = PILES + 12

# The round as a whole.
OVER = 0
CALLER = 1  # seat + 1, or 0
SAID = 2  # how many say that they are stuck
ROTATIONS = 3  # how often all were stuck without a play in between
FOUND = 4  # how many foundations have been started
LAST = 5  # the foundation that the last accepted move went to, or -1
FILLED = 6  # 1 if the last accepted move let the peanuts pile fill a work pile
WAITING = 8  # 52 cards, and the closed foundations of each suit
SPARE = WAITING + 56
SEATS = SPARE + 52

# One seat, counted from the start of its block.
PILE_N = 0
WASTE_N = 1
STOCK_AT = 2  # where in DECK the next card of the stock lies; 52 when the stock is empty
STUCK = 3
OUT = 4  # cards on the foundations
DRAWS = 5  # draws since anybody's last accepted move
IDLE = 6  # draws since the seat's own last accepted move
PILE = 7  # the top card last
DECK = 37
WORK_N = 89
WORK = 95
HEIGHT = 13  # the most cards a work pile can hold
SEEN = WORK + 6 * HEIGHT  # one bit a card: those that have lain on top of the waste
STRIDE = SEEN + 1

# One foundation: how many cards lie on it, its suit, and whose they are.
HEAP = 15

DRAW_ACTION = 0
STUCK_ACTION = 1
CALL_ACTION = 2
MOVE = 1024  # MOVE | from << 7 | to << 4 | cards

FROM_PILE = 0
FROM_WASTE = 1
FROM_WORK = 2  # the first work pile
TO_FOUNDATION = 0  # and 1 … 6 are work piles

# Why a move is refused.
FINE = 0
DOES_NOT_FIT = 1
GONE = 2
PILE_NOT_EMPTY = 3
SAID_BEFORE = 4
WRONG_PHASE = 5

ALL_STUCK = 3  # so many rotations in a row end the round


def length(players: int) -> int:
    """How many integers the row of a round has."""
    return SEATS + players * (STRIDE + 4 * HEAP)


def begin(t: Sequence[int], s: Row) -> None:
    """Empty the table; the seats' cards are laid by :func:`lay`."""
    for at in range(len(s)):
        s[at] = 0
    s[LAST] = -1
    for suit in range(4):
        s[WAITING + suit] = t[PLAYERS]


def lay(t: Sequence[int], s: Row, seat: int, cards: Sequence[int]) -> None:
    """Lay out a seat's 52 cards: peanuts pile from its top, work piles, stock from its next card."""
    b = SEATS + seat * STRIDE
    pile = t[PILES + seat]
    work = t[WORK_PILES]
    s[b + PILE_N] = pile
    s[b + WASTE_N] = 0
    s[b + STOCK_AT] = pile + work
    s[b + STUCK] = 0
    s[b + OUT] = 0
    s[b + DRAWS] = 0
    s[b + IDLE] = 0
    s[b + SEEN] = 0
    for at in range(pile):
        s[b + PILE + pile - 1 - at] = cards[at]
    for w in range(6):
        s[b + WORK_N + w] = 0
    for w in range(work):
        s[b + WORK_N + w] = 1
        s[b + WORK + w * HEIGHT] = cards[pile + w]
    for at in range(pile + work, 52):
        s[b + DECK + at] = cards[at]


def source(s: Row, b: int, src: int, n: int) -> int:
    """The card that moves (the first of the run of n), or -1 if there are not so many."""
    if src == FROM_PILE:
        count = s[b + PILE_N]
        return s[b + PILE + count - 1] if count > 0 else -1
    if src == FROM_WASTE:
        count = s[b + WASTE_N]
        return s[b + DECK + count - 1] if count > 0 else -1
    w = src - FROM_WORK
    count = s[b + WORK_N + w]
    return s[b + WORK + w * HEIGHT + count - n] if count >= n else -1


def target(s: Row, b: int, w: int) -> int:
    """The end card of work pile w, or -1 if it is empty."""
    count = s[b + WORK_N + w]
    return s[b + WORK + w * HEIGHT + count - 1] if count > 0 else -1


def fits(card: int, end: int) -> int:
    """Does the card go on a work pile that ends with `end` (-1: an empty one)?"""
    if end < 0:
        return 1
    return 1 if (end >> 2) - (card >> 2) == 1 and (end ^ card) & 1 else 0


def came_by(s: Row, card: int) -> int:
    """Does a foundation of the suit hold this rank already?"""
    above = card + 4
    while above < 56:
        if s[WAITING + above] > 0:
            return 1
        above += 4
    return 0


def refusal(t: Sequence[int], s: Row, seat: int, action: int) -> int:
    """FINE, or why the seat may not do this now. Changes nothing and costs the same for every action."""
    if s[OVER]:
        return WRONG_PHASE
    b = SEATS + seat * STRIDE
    if action >= MOVE:
        src = (action >> 7) & 7
        dst = (action >> 4) & 7
        n = action & 15
        card = source(s, b, src, n)
        if card < 0:
            return DOES_NOT_FIT
        if dst == TO_FOUNDATION:
            if s[WAITING + card] > 0:
                return FINE
            return GONE if came_by(s, card) else DOES_NOT_FIT
        if src - FROM_WORK == dst - 1 or (n > 1 and t[MOVE_RUNS] == 0):
            return DOES_NOT_FIT
        return FINE if fits(card, target(s, b, dst - 1)) else DOES_NOT_FIT
    if action == DRAW_ACTION:
        return FINE if s[b + WASTE_N] > 0 or s[b + STOCK_AT] < 52 else DOES_NOT_FIT
    if action == STUCK_ACTION:
        return SAID_BEFORE if s[b + STUCK] else FINE
    return PILE_NOT_EMPTY if s[b + PILE_N] > 0 or t[AUTO] else FINE


def legal(t: Sequence[int], s: Row, seat: int, out: Row) -> int:
    """Write the actions open to a seat into `out` and return how many there are."""
    if s[OVER]:
        return 0
    count = 0
    b = SEATS + seat * STRIDE
    work = t[WORK_PILES]
    if s[b + WASTE_N] > 0 or s[b + STOCK_AT] < 52:
        out[count] = DRAW_ACTION
        count += 1
    if not s[b + STUCK]:
        out[count] = STUCK_ACTION
        count += 1
    if s[b + PILE_N] == 0 and not t[AUTO]:
        out[count] = CALL_ACTION
        count += 1
    for src in range(FROM_WORK + work):
        card = source(s, b, src, 1)
        if card < 0:
            continue
        if s[WAITING + card] > 0:
            out[count] = MOVE | src << 7 | 1
            count += 1
        have = s[b + WORK_N + src - FROM_WORK] if src >= FROM_WORK and t[MOVE_RUNS] else 1
        for w in range(work):
            if w == src - FROM_WORK:
                continue
            end = target(s, b, w)
            if end < 0:
                for n in range(1, have + 1):
                    out[count] = MOVE | src << 7 | (w + 1) << 4 | n
                    count += 1
            else:
                # A run falls by one a card, so only one length can meet the end card.
                n = (end >> 2) - (card >> 2)
                if 1 <= n <= have and (source(s, b, src, n) ^ end) & 1:
                    out[count] = MOVE | src << 7 | (w + 1) << 4 | n
                    count += 1
    return count


def found(t: Sequence[int], s: Row, seat: int, card: int) -> None:
    """Put a card on the first foundation that waits for it; an ace starts one."""
    suit = card & 3
    rank = card >> 2
    base = t[FOUNDATIONS]
    at = s[FOUND]
    if rank == 0:
        s[FOUND] += 1
        s[base + at * HEAP + 1] = suit
    else:
        at = 0
        while s[base + at * HEAP] != rank or s[base + at * HEAP + 1] != suit:
            at += 1
    s[base + at * HEAP] = rank + 1
    s[base + at * HEAP + 2 + rank] = seat
    s[WAITING + card] -= 1
    s[WAITING + card + 4] += 1
    s[LAST] = at


def move(t: Sequence[int], s: Row, seat: int, src: int, dst: int, n: int) -> None:
    """Carry cards that are known to fit, fill the emptied work pile, and clear every `stuck`."""
    b = SEATS + seat * STRIDE
    s[LAST] = -1
    s[FILLED] = 0
    if src == FROM_PILE:
        s[b + PILE_N] -= 1
        first = b + PILE + s[b + PILE_N]
    elif src == FROM_WASTE:
        s[b + WASTE_N] -= 1
        first = b + DECK + s[b + WASTE_N]
        show(s, b)
    else:
        w = src - FROM_WORK
        s[b + WORK_N + w] -= n
        first = b + WORK + w * HEIGHT + s[b + WORK_N + w]
    if dst == TO_FOUNDATION:
        found(t, s, seat, s[first])
        s[b + OUT] += 1
    else:
        count = s[b + WORK_N + dst - 1]
        end = b + WORK + (dst - 1) * HEIGHT + count
        for at in range(n):
            s[end + at] = s[first + at]
        s[b + WORK_N + dst - 1] = count + n
    if src >= FROM_WORK:
        w = src - FROM_WORK
        if s[b + WORK_N + w] == 0 and s[b + PILE_N] > 0:
            s[b + PILE_N] -= 1
            s[b + WORK + w * HEIGHT] = s[b + PILE + s[b + PILE_N]]
            s[b + WORK_N + w] = 1
            s[FILLED] = 1
    s[SAID] = 0
    s[ROTATIONS] = 0
    for other in range(t[PLAYERS]):
        s[SEATS + other * STRIDE + STUCK] = 0
        s[SEATS + other * STRIDE + DRAWS] = 0
    s[b + IDLE] = 0
    if t[AUTO] and s[b + PILE_N] == 0:
        s[OVER] = 1
        s[CALLER] = seat + 1


def show(s: Row, b: int) -> None:
    """All see the card that has come to the top of the waste, and may remember it."""
    if s[b + WASTE_N] > 0:
        s[b + SEEN] |= 1 << s[b + DECK + s[b + WASTE_N] - 1]


def draw(t: Sequence[int], s: Row, seat: int) -> None:
    """The next cards of the stock onto the waste; with the stock empty the waste is the stock again."""
    b = SEATS + seat * STRIDE
    deck = b + DECK
    waste = s[b + WASTE_N]
    stock = s[b + STOCK_AT]
    if stock == 52:
        stock = 52 - waste
        at = waste - 1
        while at >= 0:
            s[deck + stock + at] = s[deck + at]
            at -= 1
        waste = 0
    take = min(t[DRAW], 52 - stock)
    for at in range(take):
        s[deck + waste + at] = s[deck + stock + at]
    s[b + WASTE_N] = waste + take
    s[b + STOCK_AT] = stock + take
    show(s, b)
    s[b + DRAWS] += 1
    s[b + IDLE] += 1


def rotate(s: Row, seat: int) -> None:
    """Turn the waste over onto the bottom of the stock, then the top card of the stock to its bottom."""
    b = SEATS + seat * STRIDE
    deck = b + DECK
    waste = s[b + WASTE_N]
    stock = s[b + STOCK_AT]
    left = 52 - stock
    count = left + waste
    for at in range(left):
        s[SPARE + at] = s[deck + stock + at]
    for at in range(waste):
        s[SPARE + left + at] = s[deck + at]
    for at in range(count):
        s[deck + 52 - count + at] = s[SPARE + (at + 1) % count]
    s[b + WASTE_N] = 0
    s[b + STOCK_AT] = 52 - count
    s[b + DRAWS] = 0
    s[b + IDLE] = 0


def say_stuck(t: Sequence[int], s: Row, seat: int) -> None:
    """Note who is stuck; when all are, everybody's stock turns, and the third time ends the round."""
    s[SEATS + seat * STRIDE + STUCK] = 1
    s[SAID] += 1
    if s[SAID] < t[PLAYERS]:
        return
    s[SAID] = 0
    s[ROTATIONS] += 1
    for other in range(t[PLAYERS]):
        s[SEATS + other * STRIDE + STUCK] = 0
        rotate(s, other)
    if s[ROTATIONS] >= ALL_STUCK:
        s[OVER] = 1


def perform(t: Sequence[int], s: Row, seat: int, action: int) -> None:
    """Do an action that :func:`refusal` finds fine."""
    if action >= MOVE:
        move(t, s, seat, (action >> 7) & 7, (action >> 4) & 7, action & 15)
    elif action == DRAW_ACTION:
        draw(t, s, seat)
    elif action == STUCK_ACTION:
        say_stuck(t, s, seat)
    else:
        s[OVER] = 1
        s[CALLER] = seat + 1


def step(t: Sequence[int], s: Row, seat: int, action: int) -> int:
    """Do the action if it is allowed; the reason if it is not, and then nothing has changed."""
    why = refusal(t, s, seat, action)
    if why == FINE:
        perform(t, s, seat, action)
    return why


def points(t: Sequence[int], s: Row, seat: int) -> int:
    """What the round is worth to a seat as it stands."""
    b = SEATS + seat * STRIDE
    return s[b + OUT] * t[CARD_POINTS] - s[b + PILE_N] * t[PILE_PENALTY]


def playout(t: Sequence[int], s: Row, out: Row, x: Words) -> int:
    """Random play to the end of the round; how many actions it took.

    A seat at random does any of its legal actions. After 2,000 of them nobody moves any more and everybody
    says that he is stuck, so that every round ends.
    """
    done = 0
    while not s[OVER]:
        seat = below(x, t[PLAYERS])
        count = legal(t, s, seat, out)
        if done < 2000:
            if count:
                perform(t, s, seat, out[below(x, count)])
        elif not s[SEATS + seat * STRIDE + STUCK]:
            say_stuck(t, s, seat)
        done += 1
    return done
