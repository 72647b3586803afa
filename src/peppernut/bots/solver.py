"""The open hand of a trick deal, solved exactly: how many of the tricks to come does a team take?

All cards are known, every card is there once and none is a joker, and each seat belongs to one of two teams. The
search asks "can the team still take n tricks?" (alpha-beta with an empty window), with the next n given by the answer. At
the start of each trick positions are looked up in a table by what matters in them: who leads, and per suit
the owners of the cards that are left, from the strongest down. So what was found once holds in every other
deal, trump and world in which the same ending comes up.

Cards become bits of a small number, suit by suit (trump first), in each suit the stronger the higher. Plain
integers only, so that Numba compiles it; suits and strengths come from the rules' tables.
"""

import time
from random import Random
from typing import Any

from peppernut.cards import DENOMINATIONS, KINDS, NO_TRUMP, members
from peppernut.engine.compiled import available, compiled
from peppernut.engine.row import (
    BEST,
    CARD,
    DECLARER,
    DONE,
    HAND,
    IN_PLAY,
    LEADER,
    PHASE,
    PLANES,
    PLAY,
    PLAYED,
    SEATS,
    STRENGTH,
    SUIT_OF,
    TRICKS,
    TRUMP,
    TURN,
)
from peppernut.engine.tricks import Row, Table, add_card, open_trick, play_card, playable

Work = Any  # an int64 array

ENTRIES = 1 << 16  # places of the table of endings
_PER = 3  # first key, second key, bounds
MOVES = 16

# parts of the working array
_HANDS = 0  # per seat
_SUITS = 10  # per suit the bits it can have
_NODES = 14  # positions looked at, for measuring
_LAID = 15  # the cards that lay in the trick at the start
_ORDER = 16  # per bit the kind
_BIT = 80  # per kind the bit
_PLIES = 140  # per ply: fields below
_P_SEAT, _P_LED, _P_BEST, _P_CARD, _P_COUNT, _P_NEXT, _P_NEED, _P_LEADER, _P_PLAYED, _P_KEY1, _P_KEY2 = range(
    11
)
_P_MOVES = 11
_P_SIZE = _P_MOVES + MOVES
WORK_SIZE = _PLIES + 64 * _P_SIZE


def workspace() -> tuple[Any, Any]:
    """A working array and an empty table of endings; both may be used again and again."""
    if not available():
        return [0] * WORK_SIZE, [-1] * (ENTRIES * _PER)
    import numpy as np

    return np.zeros(WORK_SIZE, np.int64), np.full(ENTRIES * _PER, -1, np.int64)


def fits(t: Table, s: Row) -> bool:
    """Whether this deal can be solved: no equal cards, no joker, few enough cards for the keys."""
    seats = t[SEATS]
    if s[TRUMP] < 0 or t[PLANES] > 1:
        return False
    together = 0
    for seat in range(seats):
        if s[IN_PLAY] >> seat & 1:
            together |= s[HAND + seat]
        if s[CARD + seat] >= 0:
            together |= 1 << s[CARD + seat]
    if together >> 52:
        return False
    for suit in range(4):
        width = 0
        for kind in range(52):
            if together >> kind & 1 and t[SUIT_OF + s[TRUMP] * KINDS + kind] == suit:
                width += 1
        if width > (10 if suit == s[TRUMP] else 8):
            return False
    return True


def low_at(mask: int) -> int:
    """The number of the lowest bit of a set that is not empty."""
    at = 0
    if not mask & 0xFFFFFFFF:
        mask >>= 32
        at = 32
    if not mask & 0xFFFF:
        mask >>= 16
        at += 16
    if not mask & 0xFF:
        mask >>= 8
        at += 8
    if not mask & 0xF:
        mask >>= 4
        at += 4
    if not mask & 3:
        mask >>= 2
        at += 2
    return at + 1 - (mask & 1)


def high_at(mask: int) -> int:
    """The number of the highest bit of a set that is not empty."""
    at = 0
    if mask >> 32:
        mask >>= 32
        at = 32
    if mask >> 16:
        mask >>= 16
        at += 16
    if mask >> 8:
        mask >>= 8
        at += 8
    if mask >> 4:
        mask >>= 4
        at += 4
    if mask >> 2:
        mask >>= 2
        at += 2
    return at + (mask >> 1)


def lay_out(t: Table, s: Row, w: Work) -> int:
    """Fill the working array from a row in the play; the number of bits used."""
    trump = s[TRUMP]
    seats = t[SEATS]
    together = 0
    for seat in range(seats):
        w[_HANDS + seat] = 0
        if s[IN_PLAY] >> seat & 1:
            together |= s[HAND + seat]
        if s[CARD + seat] >= 0:
            together |= 1 << s[CARD + seat]
    first = trump if trump < NO_TRUMP else 0
    bits = 0
    for place in range(4):
        suit = (first + place) % 4
        start = bits
        for kind in range(52):
            if together >> kind & 1 and t[SUIT_OF + trump * KINDS + kind] == suit:
                at = bits
                strong = t[STRENGTH + trump * KINDS + kind]
                while at > start and t[STRENGTH + trump * KINDS + w[_ORDER + at - 1]] > strong:
                    w[_ORDER + at] = w[_ORDER + at - 1]
                    at -= 1
                w[_ORDER + at] = kind
                bits += 1
        w[_SUITS + place] = (1 << bits) - (1 << start)
    for bit in range(bits):
        w[_BIT + w[_ORDER + bit]] = bit
        for seat in range(seats):
            if s[IN_PLAY] >> seat & 1 and s[HAND + seat] >> w[_ORDER + bit] & 1:
                w[_HANDS + seat] |= 1 << bit
    return bits


def key_of(w: Work, place: int, left: int) -> int:
    """The owners of the cards of a suit that are left, from the strongest down, as one number."""
    word = 1
    cards = left & w[_SUITS + place]
    while cards:
        bit = high_at(cards)
        cards ^= 1 << bit
        owner = 0
        while not w[_HANDS + owner] >> bit & 1:
            owner += 1
        word = word << 3 | owner
    return word


def sure(w: Work, seats: int, leader: int, trumps: bool, left: int) -> int:
    """Tricks that the leader takes from the top without ever losing the lead (a lower bound)."""
    mine = w[_HANDS + leader]
    tricks = 0
    rest = 1
    if trumps:
        suit = w[_SUITS]
        cards = left & suit
        run = 0
        while cards:
            bit = high_at(cards)
            if not mine >> bit & 1:
                break
            cards ^= 1 << bit
            run += 1
        tricks = run
        for seat in range(seats):
            if seat != leader:
                held = w[_HANDS + seat] & suit
                count = 0
                while held:
                    held &= held - 1
                    count += 1
                if count > run:  # a partner with trumps left over might be made to take the lead
                    rest = 0
        start = 1
    else:
        start = 0
    if rest:
        for place in range(start, 4):
            cards = left & w[_SUITS + place]
            while cards:
                bit = high_at(cards)
                if not mine >> bit & 1:
                    break
                cards ^= 1 << bit
                tricks += 1
    return tricks


def top_trumps(w: Work, left: int) -> tuple[int, int]:
    """Who holds the highest trump, and how many of the highest in a row."""
    cards = left & w[_SUITS]
    holder = -1
    run = 0
    while cards:
        bit = high_at(cards)
        cards ^= 1 << bit
        if holder < 0:
            holder = 0
            while not w[_HANDS + holder] >> bit & 1:
                holder += 1
        elif not w[_HANDS + holder] >> bit & 1:
            break
        run += 1
    return holder, run


def slot(key1: int, key2: int, mark: int) -> int:
    """Where an ending belongs in the table."""
    mixed = (key1 & 0x7FFFFFFF) * 0x9E3779B1 >> 12
    mixed ^= (key1 >> 31) * 0x85EBCA6B >> 11
    mixed ^= (key2 & 0x7FFFFFFF) * 0xC2B2AE35 >> 13
    mixed ^= ((key2 >> 31) + mark) * 0x27D4EB2F >> 9
    return (mixed & ENTRIES - 1) * _PER


def store(table: Work, key1: int, key2: int, mark: int, need: int, result: bool) -> None:
    """Remember that the team takes at least ``need`` tricks from here, or that it does not."""
    spot = slot(key1, key2, mark)
    low, high = 0, 255
    if table[spot] == key1 and table[spot + 1] == key2 and table[spot + 2] >> 16 == mark:
        low, high = table[spot + 2] & 255, table[spot + 2] >> 8 & 255
    if result:
        low = max(low, need)
    else:
        high = min(high, need - 1)
    table[spot] = key1
    table[spot + 1] = key2
    table[spot + 2] = mark << 16 | high << 8 | low


def last_trick(w: Work, seats: int, in_play: int, leader: int, trumps: bool) -> int:
    """Who takes the last trick."""
    best = leader
    card = low_at(w[_HANDS + leader])
    suit = 0
    while not w[_SUITS + suit] >> card & 1:
        suit += 1
    for seat in range(seats):
        if seat == leader or not in_play >> seat & 1:
            continue
        own = low_at(w[_HANDS + seat])
        if w[_SUITS + suit] >> own & 1:
            if own > card:
                best, card = seat, own
        elif trumps and w[_SUITS] >> own & 1:
            best, card, suit = seat, own, 0
    return best


def list_moves(w: Work, at: int, seat: int, after: int, team: int, left: int, trumps: bool) -> int:
    """Write the moves of a ply, one of each run of equals, the most promising first; their number.

    ``after``: how many seats follow in this trick. ``left``: the cards that are left, those of this trick too.
    """
    hand = w[_HANDS + seat]
    led = w[at + _P_LED]
    best = w[at + _P_BEST]
    card = w[at + _P_CARD]
    cards = hand
    if led >= 0:
        follow = hand & w[_SUITS + led]
        if follow:
            cards = follow
    count = 0
    ours = best >= 0 and (team >> best & 1) == (team >> seat & 1)
    for place in range(4):
        suit = w[_SUITS + place]
        own = cards & suit
        if not own:
            continue
        there = left & suit
        top = high_at(there)
        equal = False
        length = 0
        size = own
        while size:
            size &= size - 1
            length += 1
        while there:
            bit = low_at(there)
            there ^= 1 << bit
            if not own >> bit & 1:
                equal = False
                continue
            if equal:
                continue
            equal = True
            # how promising
            boss = bit == top
            if not boss:
                # equals up to the top are as good
                above = (left & suit) >> (bit + 1)
                mine = own >> (bit + 1)
                boss = above == mine
            if led < 0:
                if boss:
                    rank = 60 + (8 if place == 0 and trumps else 0)
                else:
                    owner = 0
                    while owner < 9 and not w[_HANDS + owner] >> top & 1:
                        owner += 1
                    friend = (team >> owner & 1) == (team >> seat & 1)
                    rank = (45 if friend else 30) - (bit & 7) - (4 if place == 0 and trumps else 0)
            else:
                wins = False
                if place == led:
                    wins = card < bit if w[at + _P_PLAYED] else True
                    # the card that holds the trick may be a trump on another suit
                    if trumps and led != 0 and w[_SUITS] >> card & 1:
                        wins = False
                elif place == 0 and trumps:
                    wins = card < bit if w[_SUITS] >> card & 1 else True
                if wins and not (ours and after == 0):
                    if after == 0:
                        rank = 60 - bit
                    elif boss:
                        rank = 90 if not ours else 50
                    else:
                        rank = 65 if not ours else 20
                else:
                    rank = 58 - (bit & 15) - (20 if place == 0 and trumps and led != 0 else 0)
                    if wins:
                        rank -= 20
                    rank -= length if place != led else 0
            code = rank + 200 << 6 | bit
            spot = count
            while spot > 0 and w[at + _P_MOVES + spot - 1] < code:
                w[at + _P_MOVES + spot] = w[at + _P_MOVES + spot - 1]
                spot -= 1
            w[at + _P_MOVES + spot] = code
            count += 1
    return count


def takes(
    w: Work, table: Work, seats: int, in_play: int, team: int, trumps: bool, tricks: int, need: int, mark: int
) -> bool:
    """Whether the team takes ``need`` of the ``tricks`` still to be decided.

    The first ply must be filled; its trick may be on its way.
    """
    size = 0
    for seat in range(seats):
        size += in_play >> seat & 1
    ply = 0
    at = _PLIES
    w[at + _P_NEED] = need
    done = 0  # tricks finished since the root, at the present ply
    entering = True
    result = False
    while True:
        if entering:
            entering = False
            w[_NODES] += 1
            want = w[at + _P_NEED]
            left_tricks = tricks - done
            known = False
            if want <= 0:
                known, result = True, True
            elif want > left_tricks:
                known, result = True, False
            elif w[at + _P_PLAYED] == 0:
                left = 0
                for seat in range(seats):
                    left |= w[_HANDS + seat]
                leader = w[at + _P_SEAT]
                if left_tricks == 1:
                    known = True
                    result = team >> last_trick(w, seats, in_play, leader, trumps) & 1 == 1
                else:
                    gain = sure(w, seats, leader, trumps, left)
                    if team >> leader & 1:
                        if gain >= want:
                            known, result = True, True
                    elif left_tricks - gain < want:
                        known, result = True, False
                    if not known and trumps:
                        holder, run = top_trumps(w, left)
                        if holder >= 0:
                            if team >> holder & 1:
                                if run >= want:
                                    known, result = True, True
                            elif left_tricks - run < want:
                                known, result = True, False
                    if not known:
                        one = key_of(w, 0, left)
                        two = key_of(w, 1, left)
                        three = key_of(w, 2, left)
                        four = key_of(w, 3, left)
                        # side suits of the same shape are the same suit
                        if two < three:
                            two, three = three, two
                        if three < four:
                            three, four = four, three
                        if two < three:
                            two, three = three, two
                        key1 = one << 31 | two
                        key2 = (three << 27 | four) << 3 | leader
                        w[at + _P_KEY1] = key1
                        w[at + _P_KEY2] = key2
                        spot = slot(key1, key2, mark)
                        if table[spot] == key1 and table[spot + 1] == key2 and table[spot + 2] >> 16 == mark:
                            bounds = table[spot + 2]
                            if (bounds & 255) >= want:
                                known, result = True, True
                            elif (bounds >> 8 & 255) < want:
                                known, result = True, False
            if not known:
                seat = w[at + _P_SEAT]
                left = 0
                for other in range(seats):
                    left |= w[_HANDS + other]
                played = w[at + _P_PLAYED]
                if played:
                    back = at
                    for _ in range(played):
                        back -= _P_SIZE
                        if back >= _PLIES:
                            left |= 1 << (w[back + _P_MOVES + w[back + _P_NEXT] - 1] & 63)
                    if done == 0:
                        left |= w[_LAID]
                w[at + _P_COUNT] = list_moves(w, at, seat, size - played - 1, team, left, trumps)
                w[at + _P_NEXT] = 0
            else:
                # hand the answer up
                up = True
                while up:
                    if ply == 0:
                        return result
                    ply -= 1
                    at -= _P_SIZE
                    seat = w[at + _P_SEAT]
                    bit = w[at + _P_MOVES + w[at + _P_NEXT] - 1] & 63
                    w[_HANDS + seat] |= 1 << bit
                    if w[at + _P_PLAYED] + 1 == size:
                        done -= 1
                    mine = team >> seat & 1 == 1
                    if result == mine or w[at + _P_NEXT] == w[at + _P_COUNT]:
                        if w[at + _P_PLAYED] == 0:
                            store(table, w[at + _P_KEY1], w[at + _P_KEY2], mark, w[at + _P_NEED], result)
                    else:
                        up = False
        # play the next move of this ply
        move = w[at + _P_MOVES + w[at + _P_NEXT]] & 63
        w[at + _P_NEXT] += 1
        seat = w[at + _P_SEAT]
        w[_HANDS + seat] ^= 1 << move
        down = at + _P_SIZE
        place = 0
        while not w[_SUITS + place] >> move & 1:
            place += 1
        led, best, card = w[at + _P_LED], w[at + _P_BEST], w[at + _P_CARD]
        if w[at + _P_PLAYED] == 0:
            led, best, card = place, seat, move
        else:
            held = led
            if trumps and w[_SUITS] >> card & 1:
                held = 0
            if (place == held and move > card) or (trumps and place == 0 and held != 0):
                best, card = seat, move
        if w[at + _P_PLAYED] + 1 == size:
            done += 1
            w[down + _P_SEAT] = best
            w[down + _P_LED] = -1
            w[down + _P_BEST] = -1
            w[down + _P_CARD] = -1
            w[down + _P_PLAYED] = 0
            w[down + _P_NEED] = w[at + _P_NEED] - (team >> best & 1)
        else:
            following = seat + 1 if seat + 1 < seats else 0
            while not in_play >> following & 1:
                following = following + 1 if following + 1 < seats else 0
            w[down + _P_SEAT] = following
            w[down + _P_LED] = led
            w[down + _P_BEST] = best
            w[down + _P_CARD] = card
            w[down + _P_PLAYED] = w[at + _P_PLAYED] + 1
            w[down + _P_NEED] = w[at + _P_NEED]
        ply += 1
        at = down
        entering = True


def solve(t: Table, s: Row, team: int, hint: int, w: Work, table: Work) -> int:
    """How many of the tricks not yet finished the seats in ``team`` take, when everybody sees all cards.

    ``s`` is a row in the play, perhaps in the middle of a trick; it is left as it is. ``hint`` is a guess at
    the answer, to begin with.
    """
    seats = t[SEATS]
    in_play = s[IN_PLAY]
    trumps = s[TRUMP] < NO_TRUMP
    lay_out(t, s, w)
    tricks = s[TRICKS] - s[DONE]
    mark = ((team * 64 + in_play) * 2 + (1 if trumps else 0)) * 8 + seats
    at = _PLIES
    played = s[PLAYED]
    w[_LAID] = 0
    w[at + _P_LED] = -1
    w[at + _P_BEST] = -1
    w[at + _P_CARD] = -1
    w[at + _P_PLAYED] = played
    w[at + _P_SEAT] = s[TURN]
    if played:
        for seat in range(seats):
            if s[CARD + seat] >= 0:
                w[_LAID] |= 1 << w[_BIT + s[CARD + seat]]
        w[at + _P_BEST] = s[BEST]
        w[at + _P_CARD] = w[_BIT + s[CARD + s[BEST]]]
        led = w[_BIT + s[CARD + s[LEADER]]]
        place = 0
        while not w[_SUITS + place] >> led & 1:
            place += 1
        w[at + _P_LED] = place
    low, high = 0, tricks
    guess = hint
    while low < high:
        guess = min(max(guess, low + 1), high)
        if takes(w, table, seats, in_play, team, trumps, tricks, guess, mark):
            low = guess
            guess += 1
        else:
            high = guess - 1
            guess -= 1
    return low


def brute(t: Table, s: Row, team: int) -> int:
    """The same by trying everything with the machine's own steps. For tests."""
    if s[DONE] == s[TRICKS]:
        return 0
    seat = s[TURN]
    best = -1
    for card in members(playable(t, s, seat, s[HAND + seat * t[PLANES]])):
        after = list(s)
        done = after[DONE]
        play_card(t, after, seat, card)
        gain = team >> after[LEADER] & 1 if after[DONE] > done else 0
        value = gain + brute(t, after, team)
        if best < 0 or (value > best) == bool(team >> seat & 1):
            best = value
    return best


def bench(deals: int = 300, seed: int = 1) -> list[dict[str, Any]]:
    """Times of solving whole open deals of 24 cards, four hands: one row for a trump and one for no trump.

    Every deal is solved with an empty table of endings.
    """
    from peppernut import pepper
    from peppernut.pepper.table import compile_rules
    from peppernut.rules import resolve

    rules = resolve(pepper, {})
    t = as_table(compile_rules(rules))
    fast = compiled(solve)
    rows = []
    for trump in (2, NO_TRUMP):
        rng = Random(f"bench solver {seed} {DENOMINATIONS[trump]}")
        times = []
        w, table = workspace()
        for number in range(-3, deals):
            pack = list(rules.pack())
            rng.shuffle(pack)
            s = open_row(t, [pack[seat * 6 : seat * 6 + 6] for seat in range(4)], trump, rng.randrange(4))
            table[:] = table[:] if isinstance(table, list) else -1
            begin = time.perf_counter()
            fast(t, s, 5, 3, w, table)
            if number >= 0:
                times.append(1000 * (time.perf_counter() - begin))
        times.sort()
        rows.append(
            {
                "deal": "pepper 24 cards",
                "trump": DENOMINATIONS[trump],
                "mean_ms": sum(times) / len(times),
                "p99_ms": times[min(len(times) - 1, int(0.99 * len(times)))],
                "deals": len(times),
            }
        )
    return rows


def as_table(values: Any) -> Any:
    """A table or a row in the form that the compiled code reads; a list without it."""
    if not available():
        return list(values)
    import numpy as np

    return np.array(values, np.int64)


def open_row(t: Table, hands: list[list[int]], trump: int, leader: int, out: int = 0) -> Any:
    """A row of pepper in the play with these hands; the seats in the set ``out`` sit out."""
    from peppernut.pepper import machine

    s = [0] * machine.size(t)
    machine.start(t, s, 0, len(hands[leader]), 0)
    for seat, hand in enumerate(hands):
        for kind in hand:
            add_card(s, HAND + seat * t[PLANES], kind)
    s[PHASE] = PLAY
    s[TRUMP] = trump
    s[DECLARER] = leader
    s[IN_PLAY] &= ~out
    open_trick(t, s, leader)
    return as_table(s)
