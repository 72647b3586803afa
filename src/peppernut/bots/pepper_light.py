"""A light policy for pepper in every variant: what the searching bot supposes the others, and it later, do.

Up to the play it sees one hand and what is public; in the play also which cards the others, and which the
opponents, hold in the world that is tried. It answers in a microsecond: for thousands of deals played to the end.
Plain integers and floats, so that Numba compiles it.
"""

from math import exp
from typing import Any

from peppernut.bots.solver import low_at
from peppernut.cards import JOKER, KINDS, NO_TRUMP
from peppernut.engine.row import (
    BEST,
    BEST_STRENGTH,
    BIDDING,
    CALLED,
    CALLING,
    CARD,
    DECLARER,
    DROP_OUT,
    EXCHANGE,
    HAND,
    IN_PLAY,
    KITTY,
    LED,
    NAMING,
    ORDER,
    PARTNER,
    PHASE,
    PLANES,
    SEATS,
    SPOKEN,
    STRENGTH,
    SUIT_MASK,
    SUIT_OF,
    TRICKS,
    TRUMP,
)
from peppernut.engine.tables import TRUMP_STRENGTH
from peppernut.engine.tricks import Row, Table, playable
from peppernut.pepper.machine import (
    FIRST_BID,
    HELD_BACK,
    LEFT_WORD,
    LEVEL,
    MAYBE,
    NEED,
    NO,
    PASS,
    SURRENDER,
    WITH,
    YES,
    legal,
)
from peppernut.pepper.machine import KIND as CONTRACT
from peppernut.pepper.table import (
    BIG,
    BIG_PEPPER,
    CALLED_SIDES,
    CONTINUOUS,
    DEFENCE_VALUE,
    DROPPING,
    EXCHANGING,
    INDIVIDUAL,
    LEVEL_KIND,
    LEVEL_TRICKS,
    LEVELS,
    LITTLE,
    LITTLE_PEPPER,
    MADE_TRICKS,
    NO_TRUMP_OK,
    NUMBER,
    PARTNERS,
    SHUTOUT_PENALTY,
    SIDES,
    SUIT_BIDS,
    VOTE,
)

Plan = Any  # seat, trump, 1 for alone; -1: no plan
Pack = Any  # planes of the whole pack


def count(mask: int) -> int:
    """How many cards a set has."""
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


def held(t: Table, s: Row, seat: int, within: int) -> int:
    """How many cards of a set a seat holds, equal cards each."""
    number = 0
    for plane in range(t[PLANES]):
        number += count(s[HAND + seat * t[PLANES] + plane] & within)
    return number


def worth(t: Table, s: Row, pack: Pack, seat: int, trump: int) -> float:
    """How many tricks a hand takes by itself in a contract, roughly."""
    planes, seats = t[PLANES], t[SEATS]
    at = HAND + seat * planes
    size = 0
    total = 0
    for plane in range(planes):
        size += count(s[at + plane])
        total += count(pack[plane])
    share = size * (seats - 1.0) / max(1, total - size)
    if share > 1:
        share = 1.0
    others = seats - 1.0
    value = 0.0
    voids = 0
    trumps = 0
    jokers = 0  # out, they beat everything in no trump
    for plane in range(planes):
        jokers += (pack[plane] >> JOKER & 1) - (s[at + plane] >> JOKER & 1)
    order = ORDER + trump * KINDS
    suits = SUIT_OF + trump * KINDS
    begin = 0
    while begin < KINDS:
        suit = t[suits + t[order + begin]]
        length = 0
        out_all = 0
        end = begin
        while end < KINDS and t[suits + t[order + end]] == suit:
            kind = t[order + end]
            for plane in range(planes):
                length += s[at + plane] >> kind & 1
                out_all += pack[plane] >> kind & 1
            end += 1
        out = (out_all - length) * share
        if length == 0:
            voids += 1 if suit < 4 and suit != trump else 0
            begin = end
            continue
        if suit == trump:
            trumps = length
        rank_in_hand = 0
        # stronger cards elsewhere
        over = jokers + 0.0 if trump == NO_TRUMP and suit < 4 else 0.0
        top_is_mine = False
        while begin < end and rank_in_hand < length:
            kind = t[order + begin]
            begin += 1
            mine = 0
            every = 0
            for plane in range(planes):
                mine += s[at + plane] >> kind & 1
                every += pack[plane] >> kind & 1
            for _ in range(mine):
                if rank_in_hand == 0:
                    top_is_mine = over == 0
                if suit == trump and trump < NO_TRUMP:
                    chance = exp(-0.55 * max(0.0, over * share - 0.5 * rank_in_hand))
                    if rank_in_hand >= out / others + 0.8:
                        chance = max(chance, 0.85)
                elif trump == NO_TRUMP:
                    chance = 1.0
                    if suit < 4:
                        chance = exp(-0.9 * max(0.0, over * share - 0.35 * rank_in_hand))
                        if rank_in_hand and top_is_mine and rank_in_hand >= out / others + 0.3:
                            chance = max(chance, 0.8)
                else:
                    chance = exp(-0.9 * max(0.0, over * share - 0.35 * rank_in_hand))
                    void = exp(-max(0.0, out / others - 0.8 * rank_in_hand))
                    chance *= 1.0 - 0.75 * void if rank_in_hand == 0 else 0.45 * (1.0 - void)
                value += chance
                rank_in_hand += 1
            over += every - mine
        begin = end
    if trumps:
        value += 0.15 * voids * min(2, trumps)
    elif trump < NO_TRUMP:
        value *= 0.9
    return min(value, size + 0.0)


def helped(t: Table, s: Row, own: float) -> float:
    """A hand's own tricks and what partners add."""
    rest = max(0.0, s[TRICKS] - own)
    if t[SIDES] == PARTNERS:
        if t[SEATS] == 4:  # fitted to open-hand results, a little below them
            return 0.72 * own + 0.31 * s[TRICKS]
        return own + rest * 0.34
    if t[SIDES] == CALLED_SIDES:
        return own + rest * 0.34
    return own


def favourite(t: Table, s: Row, pack: Pack, seat: int) -> tuple[int, float]:
    """The contract a hand likes best, and its own tricks in it."""
    best, most = 0, -1.0
    for trump in range(5 if t[NO_TRUMP_OK] else 4):
        value = worth(t, s, pack, seat, trump) - (0.25 if trump == NO_TRUMP else 0.0)
        if value > most:
            best, most = trump, value
    return best, most


def level_for(t: Table, s: Row, own: float, bids: int, partner_bid: bool) -> int:
    """The index of the highest level among ``bids`` (action bits) that such a hand bids; -1: none."""
    expected = helped(t, s, own) + (0.4 if partner_bid else 0.0)
    limit = expected - (0.1 if t[SIDES] == PARTNERS else 0.0)
    tricks = s[TRICKS]
    alone = own + (0.75 if t[EXCHANGING] else 0.0)
    chosen = -1
    first = -1
    for level in range(t[LEVELS]):
        if not bids >> FIRST_BID + level & 1:
            continue
        kind = t[LEVEL_KIND + level]
        if kind == LITTLE_PEPPER:
            fits = (alone if t[EXCHANGING] else expected) >= tricks - 0.15
        elif kind == BIG_PEPPER:
            fits = own >= tricks - 0.12
        elif kind == NUMBER:
            fits = t[LEVEL_TRICKS + level] <= limit
        else:
            fits = limit >= 3
        if fits:
            if first < 0 and kind == NUMBER:
                first = level
            chosen = level
    if first >= 0 and (t[CONTINUOUS] or t[MADE_TRICKS]) and t[LEVEL_KIND + chosen] == NUMBER:
        return first
    return chosen


def say(t: Table, s: Row, pack: Pack, seat: int) -> int:
    """A word in the auction."""
    bids = legal(t, s, seat)
    trump, own = favourite(t, s, pack, seat)
    stands = s[LEVEL] >= 0 and t[SIDES] == PARTNERS and (s[DECLARER] - seat) % 2 == 0
    level = level_for(t, s, own, bids, stands)
    number = level >= 0 and t[LEVEL_KIND + level] == NUMBER and not t[SUIT_BIDS]
    if stands and number and t[LEVEL_TRICKS + level] < t[LEVEL_TRICKS + s[LEVEL]] + 2:
        level = -1
    if level < 0:
        if bids >> PASS & 1:
            return PASS
        lowest = 0
        while not bids >> FIRST_BID + lowest & 1:
            lowest += 1
        if bids >> SURRENDER & 1 and t[LEVEL_TRICKS + lowest] > helped(t, s, own) + 1.5:
            return SURRENDER
        level = lowest
    code = FIRST_BID + level
    if t[SUIT_BIDS]:
        code |= trump << 6
    return code


def keep(t: Table, s: Row, seat: int, kind: int, trump: int, mask: int) -> float:
    """How much a hand wants to keep a card; ``mask`` are the cards that are elsewhere."""
    own = t[SUIT_OF + trump * KINDS + kind]
    strong = t[STRENGTH + trump * KINDS + kind]
    if strong >= TRUMP_STRENGTH:
        return 1000.0 + strong
    suit = t[SUIT_MASK + trump * 5 + own]
    above = 0
    scan = mask & suit
    while scan:
        other = low_at(scan)
        scan &= scan - 1
        above += t[STRENGTH + trump * KINDS + other] > strong
    guards = held(t, s, seat, suit) - 1
    if above == 0:
        return 500.0 + strong
    if trump == NO_TRUMP:
        return 100.0 / (1 + above) + 20.0 * guards + 0.1 * strong
    return (100.0 if guards else 20.0) / (1 + above) + 30.0 * guards + 0.1 * strong


def lay_away(t: Table, s: Row, pack: Pack, seat: int, trump: int) -> int:
    """The card a hand misses least."""
    hand = s[HAND + seat * t[PLANES]]
    mask = pack[0] & ~hand
    best, least = -1, 1e9
    cards = hand
    while cards:
        kind = low_at(cards)
        cards &= cards - 1
        value = keep(t, s, seat, kind, trump, mask)
        if value < least:
            best, least = kind, value
    return best


def gift(t: Table, s: Row, seat: int, hand: int) -> int:
    """What a partner gives, by the published rule (see ``peppernut.bots.simple_pepper.gift``)."""
    trump = s[TRUMP]
    best, most = -1, -1
    cards = hand
    while cards:
        kind = low_at(cards)
        cards &= cards - 1
        strong = t[STRENGTH + trump * KINDS + kind]
        suit = t[SUIT_OF + trump * KINDS + kind]
        length = held(t, s, seat, t[SUIT_MASK + trump * 5 + suit]) if suit < 4 else 0
        value = strong * 4096 + (length if trump == NO_TRUMP else 32 - length) * 64 - kind
        if value > most:
            best, most = kind, value
    return best


def call(t: Table, s: Row, pack: Pack, seat: int) -> int:
    """The best card that is not all in the own hand."""
    cards = legal(t, s, seat)
    trump = s[TRUMP]
    planes = t[PLANES]
    best, most = -1, -1
    while cards:
        kind = low_at(cards)
        cards &= cards - 1
        out = 0
        for plane in range(planes):
            out += (pack[plane] >> kind & 1) - (s[HAND + seat * planes + plane] >> kind & 1)
        suit = t[SUIT_OF + trump * KINDS + kind]
        length = held(t, s, seat, t[SUIT_MASK + trump * 5 + suit]) if suit < 4 else 0
        value = (4096 if out else 0) + t[STRENGTH + trump * KINDS + kind] * 32 + length
        if value > most:
            best, most = kind, value
    return best


def stakes(t: Table, s: Row) -> tuple[float, float]:
    """What defenders pay for no trick, and the chance of one from which playing pays."""
    value = s[NEED]
    if s[CONTRACT] != NUMBER:
        value = t[LITTLE] if s[CONTRACT] == LITTLE_PEPPER else t[BIG]
    shutout = t[SHUTOUT_PENALTY] if t[SHUTOUT_PENALTY] >= 0 else value
    if s[CONTRACT] != NUMBER and t[DEFENCE_VALUE]:
        return value + 0.0, 0.28
    return shutout + 0.0, shutout / (shutout + 1.5)


def daring(t: Table, s: Row, pack: Pack, seat: int) -> float:
    """By how much a defender's chance of a trick exceeds the one from which playing pays."""
    _, breaking = stakes(t, s)
    together = 0.8 * worth(t, s, pack, seat, max(s[TRUMP], 0))
    if t[DROPPING] == VOTE:
        return together - 0.8
    if t[DROPPING] != INDIVIDUAL:
        together += 0.12 * (s[TRICKS] - s[NEED]) + 0.3
    return 1 - exp(-1.3 * together) - breaking


def word(t: Table, s: Row, pack: Pack, seat: int) -> int:
    """Yes, no or maybe."""
    if stakes(t, s)[0] == 0:
        return YES
    surplus = daring(t, s, pack, seat)
    if t[DROPPING] == VOTE:
        return YES if surplus >= 0 else NO
    if surplus >= 0.12:
        return YES
    if legal(t, s, seat) >> MAYBE & 1:
        return MAYBE if surplus >= -0.15 else NO
    if surplus >= 0 or (s[SPOKEN] == 1 and s[LEFT_WORD] == YES):
        return YES
    return NO


def word_chance(t: Table, s: Row, pack: Pack, seat: int, answer: int) -> float:
    """How likely a hand gives this answer, softly: people dare more, or less."""
    if answer == MAYBE:
        return 0.5
    bold = 1.0 / (1.0 + exp(-daring(t, s, pack, seat) / 0.1))
    return 0.15 + 0.7 * (bold if answer == YES else 1.0 - bold)


def friends(t: Table, s: Row, seat: int) -> int:
    """The seats that a seat takes for its own side, itself with them."""
    seats = t[SEATS]
    declarer = s[DECLARER]
    every = (1 << seats) - 1
    if t[SIDES] == PARTNERS:
        side = 0
        for other in range(seats):
            if (other - seat) % 2 == 0:
                side |= 1 << other
        return side
    bidders = 1 << declarer
    if s[PARTNER] >= 0:
        bidders |= 1 << s[PARTNER]
    elif s[CALLED] >= 0 and seat != declarer and s[HAND + seat * t[PLANES]] >> s[CALLED] & 1:
        bidders |= 1 << seat
    if bidders >> seat & 1:
        return bidders
    return every & ~bidders


def card(t: Table, s: Row, seat: int) -> int:
    """The card to play."""
    planes = t[PLANES]
    hand = s[HAND + seat * planes]
    cards = playable(t, s, seat, hand)
    if cards & (cards - 1) == 0:
        return low_at(cards)
    trump = s[TRUMP]
    seats = t[SEATS]
    mine = friends(t, s, seat)
    out = 0
    theirs = 0
    after = 0
    for other in range(seats):
        if other != seat and s[IN_PLAY] >> other & 1:
            out |= s[HAND + other * planes]
            if not mine >> other & 1:
                theirs |= s[HAND + other * planes]
                if s[CARD + other] < 0 and s[LED] >= 0:
                    after += 1
    trump_mask = 0
    if trump < NO_TRUMP:
        trump_mask = t[SUIT_MASK + trump * 5 + trump] | 1 << JOKER
    if s[LED] < 0:
        return lead(t, s, seat, cards, mine, out, theirs, trump_mask)
    # following
    best = s[BEST_STRENGTH]
    winner, loser, cover = -1, -1, -1
    win_cost, lose_cost, strongest = 1 << 30, 1 << 30, -1
    scan = cards
    while scan:
        kind = low_at(scan)
        scan &= scan - 1
        strong = t[STRENGTH + trump * KINDS + kind]
        suit = t[SUIT_OF + trump * KINDS + kind]
        boss = is_boss(t, trump, kind, out)
        wins = (suit == s[LED] or strong >= TRUMP_STRENGTH) and strong > best
        if wins:
            if strong < win_cost:
                winner, win_cost = kind, strong
            if boss and strong > strongest:
                cover, strongest = kind, strong
        else:
            cost = strong * 8 + (400 if boss else 0)
            if suit < 4:
                cost += 8 * held(t, s, seat, t[SUIT_MASK + trump * 5 + suit])
            if cost < lose_cost:
                loser, lose_cost = kind, cost
    if loser < 0:
        return winner if after == 0 or cover < 0 else cover
    if winner < 0:
        return loser
    if mine >> s[BEST] & 1:
        holder = s[CARD + s[BEST]]
        if after == 0 or is_boss(t, trump, holder, theirs):
            return loser
        if win_cost >= TRUMP_STRENGTH and best < TRUMP_STRENGTH:
            return loser
        return cover if cover >= 0 else loser
    if after == 0:
        return winner
    if cover >= 0:
        return cover
    if win_cost >= TRUMP_STRENGTH and best < TRUMP_STRENGTH:
        return winner
    return loser


def is_boss(t: Table, trump: int, kind: int, out: int) -> bool:
    """Whether no card of ``out`` beats a card in its own suit."""
    strong = t[STRENGTH + trump * KINDS + kind]
    suit = t[SUIT_OF + trump * KINDS + kind]
    if suit == 4:
        return True
    if out >> JOKER & 1 and trump in (suit, NO_TRUMP):
        return kind == JOKER
    scan = out & t[SUIT_MASK + trump * 5 + suit]
    while scan:
        other = low_at(scan)
        scan &= scan - 1
        if t[STRENGTH + trump * KINDS + other] > strong:
            return False
    return True


def lead(t: Table, s: Row, seat: int, cards: int, mine: int, out: int, theirs: int, trump_mask: int) -> int:
    """The card to lead."""
    trump = s[TRUMP]
    best, most = -1, -(1 << 30)
    own_trumps = count(cards & trump_mask)
    bidding = mine >> s[DECLARER] & 1
    against = count(theirs & trump_mask)
    scan = cards
    while scan:
        kind = low_at(scan)
        scan &= scan - 1
        strong = t[STRENGTH + trump * KINDS + kind]
        suit = t[SUIT_OF + trump * KINDS + kind]
        boss = is_boss(t, trump, kind, out)
        if trump_mask >> kind & 1:
            if boss and against and bidding:
                value = 3000 + strong
            elif boss and not against:
                value = 900 + strong
            elif bidding and against and own_trumps > 2:
                value = 1500 - strong
            else:
                value = -2000 - strong + (1500 if boss else 0)
        elif boss:
            value = 2000 + 10 * (count(out & t[SUIT_MASK + trump * 5 + suit]) if suit < 4 else 0)
        else:
            length = held(t, s, seat, t[SUIT_MASK + trump * 5 + suit]) if suit < 4 else 0
            value = -strong - (8 * length if trump < NO_TRUMP else 0)
        if value > most:
            best, most = kind, value
    return best


def light(t: Table, s: Row, pack: Pack, seat: int, plan: Plan) -> int:
    """What a seat does in any phase; ``plan`` overrides the trump and the exchange of one seat."""
    phase = s[PHASE]
    if phase == BIDDING:
        return say(t, s, pack, seat)
    planned = plan[0] == seat
    if phase == KITTY:
        trump = s[TRUMP]
        if trump < 0:
            trump = plan[1] if planned else favourite(t, s, pack, seat)[0]
        return lay_away(t, s, pack, seat, trump)
    if phase == NAMING:
        return plan[1] if planned else favourite(t, s, pack, seat)[0]
    if phase == CALLING:
        return call(t, s, pack, seat)
    if phase == EXCHANGE:
        if s[HELD_BACK]:
            return gift(t, s, seat, s[HAND + seat * t[PLANES]])
        if t[EXCHANGING] == 1:
            if planned:
                if plan[2] == 0:
                    return WITH
            # the partner's hand is worth more than his best card, unless every trick is needed
            elif s[NEED] < s[TRICKS] or worth(t, s, pack, seat, s[TRUMP]) < s[TRICKS] - 1.5:
                return WITH
        return lay_away(t, s, pack, seat, s[TRUMP])
    if phase == DROP_OUT:
        return word(t, s, pack, seat)
    return card(t, s, seat)


__all__ = ["card", "favourite", "light", "worth"]
