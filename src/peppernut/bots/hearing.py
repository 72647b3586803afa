"""Worlds of pepper that go with what was said: a chain whose long-run shares are the chances of the worlds.

A world is weighed by how well each hand, as it was dealt, fits the words of its owner; after an exchange also by
the partner's gift (the published rule) and the bidder's discard. A step proposes to swap the roles of two unseen
cards and is taken by the ratio of the weights (Metropolis), so that rare worlds that explain the auction are
found by walking, where drawing blindly would hardly ever meet one.
"""

from collections import Counter
from math import exp, factorial
from typing import Any, NamedTuple

from peppernut.bots.pepper_light import favourite, gift, helped, keep, word_chance, worth
from peppernut.bots.pepper_weights import STEEP, THRESHOLDS
from peppernut.bots.simple_pepper import forced
from peppernut.bots.solver import as_table, low_at
from peppernut.bots.worlds import Tokens
from peppernut.bots.worlds import unseen as tokens_of
from peppernut.cards import HIDDEN, KIND, NO_TRUMP
from peppernut.engine.chance import Words, below
from peppernut.engine.chance import word as random_word
from peppernut.engine.row import BIDDING, DECLARER, HAND, PHASE, PLANES, SEATS, TRICKS, TRUMP
from peppernut.engine.tricks import Row, Table, add_card
from peppernut.engine.view import View

SILENT = -1  # has not said anything yet
MANY = 2000  # more worlds are not counted through
OTHER_GIFT = 0.012  # how likely a partner gives another card than the rule says
NEXT_DISCARD, OTHER_DISCARD = 0.2, 0.015  # … a bidder keeps his worst card and lays away the next, or another
OTHER_TRUMP = 2.0  # how much a bidder shuns a trump that is worth a trick less to him
TOO_BRIGHT = 0.5  # tricks by which the estimate of a hand flatters no trump


class Heard(NamedTuple):
    """The unseen cards of a view, one token a card, and what was said.

    Places are the seats (a partner who gave a card and sits out keeps his others), then ``seats``: not dealt,
    ``seats + 1``: laid away by the bidder, ``seats + 2``: played by the bidder, who may have got it after the
    auction. ``came``: that card was not dealt to the bidder; it came from the partner or the kitty.
    ``fixed``: per seat and kind the cards that were dealt to it for certain, and are not tokens.
    """

    row: Any
    kinds: Tokens
    places: Tokens
    allowed: Tokens
    came: Tokens
    fixed: Tokens
    words: Tokens  # per seat: the least it could bid, what it bid (0: passed), its word about dropping out
    marks: int  # how the bidder's cards came to him: 0 known, 1 unknown (hand), 2 unknown (discards too)
    giver: int  # the partner who gave a card; -1: nobody


def hear(view: View, state: Any) -> Heard:
    """The tokens of a world (a state that this view cannot tell from the truth)."""
    pack = view.rules.pack()
    seats = len(view.hands)
    plain = tokens_of(view, state, pack)
    words = said(view)
    kinds, places, allowed = list(plain.kinds), list(plain.places), list(plain.allowed)
    fixed = [0] * (53 * seats)
    bidder = -1 if view.declarer is None else view.declarer
    took_kitty = bidder >= 0 and view.rules.kitty != "none"
    giver, gift_seen = -1, None
    laid = 0
    for who, text in view.actions:
        verb, _, card = text.partition(" ")
        if verb == "give":
            giver, gift_seen = who, card
        elif verb == "discard" and card == HIDDEN:
            laid += 1
    for who, text in view.actions:
        if text.startswith("play "):
            kind = KIND[text[5:]]
            if who == bidder and who != view.seat and (giver >= 0 or took_kitty):
                kinds.append(kind)
                places.append(seats + 2)
                allowed.append(0)
            else:
                fixed[53 * who + kind] += 1
    came = [0] * len(kinds)
    marks = 0
    if giver >= 0:
        # the giver's other cards and the discard lie out: tell them apart as they do in this world
        rest = [KIND[text[5:]] for who, text in state.actions if text.startswith("give ")]
        away = [KIND[text[8:]] for who, text in state.actions if text.startswith("discard ")][:laid]
        kept = list(state.deal.hands[giver])
        if gift_seen not in (HIDDEN, None) and bidder == view.seat:
            fixed[53 * giver + KIND[gift_seen]] += 1
            kept.remove(KIND[gift_seen])
        else:
            marks = 1
            kept.remove(rest[0])
            at = next(
                at
                for at, kind in enumerate(kinds)
                if kind == rest[0] and places[at] in {bidder, seats + 2} and not came[at]
            )
            came[at] = 1
        for at, kind in enumerate(kinds):
            if places[at] == seats:
                if kind in away:
                    away.remove(kind)
                    places[at] = seats + 1
                elif kind in kept:
                    kept.remove(kind)
                    places[at] = giver
            if allowed[at] >> seats & 1:
                allowed[at] |= 1 << giver | (1 << seats + 1 if laid else 0)
    elif took_kitty and bidder != view.seat:
        known = [KIND[card] for card in view.kitty if card != HIDDEN]
        marks = 0 if known else 2
        from_kitty = list(state.deal.kitty)
        for at in range(len(kinds)):
            if places[at] == seats:
                places[at] = seats + 1
            if allowed[at] >> seats & 1:
                allowed[at] = allowed[at] & ~(1 << seats) | 1 << seats + 1
        for at, kind in enumerate(kinds):
            if kind in from_kitty and places[at] in {bidder, seats + 1, seats + 2}:
                from_kitty.remove(kind)
                came[at] = 1
    dealt = [sum(fixed[53 * seat : 53 * seat + 53]) for seat in range(seats)]
    for at in range(len(kinds)):
        seat = owner(places, came, at, seats, bidder, giver)
        if seat >= 0:
            dealt[seat] += 1
    for seat in range(seats):
        if dealt[seat] != view.cards:  # who dropped out has laid his cards away: they say nothing any more
            words[3 * seat + 1] = words[3 * seat + 2] = SILENT
    return Heard(
        plain.row,
        as_table(kinds),
        as_table(places),
        as_table(allowed),
        as_table(came),
        as_table(fixed),
        as_table(words),
        marks,
        giver,
    )


def few(world: Heard) -> bool:
    """Whether no more than ``MANY`` worlds are possible, and nobody's getting of a card is in doubt."""
    ways = factorial(len(world.places))
    for number in Counter(int(place) for place in world.places).values():
        ways //= factorial(number)
    return len(world.places) > 0 and ways <= MANY and not world.marks and all(world.allowed)


def what_was_bid(text: str, size: int) -> int:
    """The tricks of a bid; one more than all for little pepper, two more for big; 0: none."""
    verb, _, level = text.partition(" ")
    if verb not in {"bid", "say"}:
        return 0
    level = level.split(" ")[0]
    return int(level) if level.isdigit() else size + (1 if level == "little" else 2)


def said(view: View) -> list[int]:
    """Per seat the least it could bid, what it bid (0: passed) and its word about dropping out (-1: none)."""
    words = [SILENT] * (3 * len(view.hands))
    highest = 0
    lowest = min((level for level in view.rules.levels if isinstance(level, int)), default=1)
    size = view.rules.hand_size
    for at, (who, text) in enumerate(view.auction):
        need = max(highest + 1, lowest)
        tricks = what_was_bid(text, size)
        highest = max(highest, tricks)
        if tricks == need and forced(view, at):
            continue
        if tricks or words[3 * who + 1] < 0:
            words[3 * who : 3 * who + 2] = [min(need, size), tricks]
    for who, text in view.talk:
        words[3 * who + 2] = ("yes", "no", "maybe").index(text)
    return words


# --- compiled ---------------------------------------------------------------------------------------------


def owner(places: Tokens, came: Tokens, at: int, seats: int, bidder: int, giver: int) -> int:
    """The seat a token was dealt to; -1: none (not dealt, or from the kitty)."""
    if came[at]:
        return giver
    if places[at] < seats:
        seat: int = places[at]
        return seat
    return bidder if places[at] > seats else -1


def threshold(bid: int, tricks: int, thresholds: tuple[float, ...]) -> float:
    """From what estimate (of six tricks) a hand bids so much, of so many tricks; more than all: the peppers."""
    if bid > tricks:
        return thresholds[min(bid - tricks, 2) + 5]
    place = max(0.0, bid * 6.0 / tricks - 1)
    low = min(int(place), 4)
    return thresholds[low] + (place - low) * (thresholds[low + 1] - thresholds[low])


def bid_chance(
    limit: float, need: int, said: int, tricks: int, thresholds: tuple[float, ...], steep: float
) -> float:
    """How likely a hand with this estimate passes (0) where it must bid ``need``, or bids ``said``."""
    if said == 0:
        return 0.03 + 0.97 / (1.0 + exp(steep * (limit - threshold(need, tricks, thresholds))))
    chance = 1.0 / (1.0 + exp(-steep * (limit - threshold(said, tricks, thresholds))))
    if said <= tricks + 1:
        chance -= 1.0 / (1.0 + exp(-steep * (limit - threshold(said + 1, tricks, thresholds))))
    return 0.01 + max(0.0, chance)


def fit(t: Table, world: Heard, pack: Any, seat: int, spare: Row) -> float:
    """How well a seat's hand, as it was dealt in this world, goes with what its owner said and did."""
    base, kinds, places, came, giver = world.row, world.kinds, world.places, world.came, world.giver
    fixed, words = world.fixed, world.words
    seats, planes = t[SEATS], t[PLANES]
    at = HAND + seat * planes
    bidder = base[DECLARER] if base[PHASE] != BIDDING else -1
    trump = base[TRUMP] if bidder >= 0 else -1
    for plane in range(planes):
        spare[at + plane] = 0
    for kind in range(53):
        for _ in range(fixed[53 * seat + kind]):
            add_card(spare, at, kind)
    given, laid = -1, -1
    for token in range(len(kinds)):
        if owner(places, came, token, seats, bidder, giver) == seat:
            add_card(spare, at, kinds[token])
            if came[token]:
                given = kinds[token]
            if places[token] == seats + 1:
                laid = kinds[token]
    need, said, answer = words[3 * seat], words[3 * seat + 1], words[3 * seat + 2]
    weight = 1.0
    if said >= 0:
        _, own = favourite(t, spare, pack, seat)
        if seat == bidder and trump >= 0:
            chosen = worth(t, spare, pack, seat, trump)
            weight *= exp(-OTHER_TRUMP * max(0.0, own - chosen))
            own = chosen - (TOO_BRIGHT if trump == NO_TRUMP else 0.0)
        limit = helped(t, spare, own) * 6.0 / base[TRICKS]
        weight *= bid_chance(limit, need, said, base[TRICKS], THRESHOLDS, STEEP)
    if answer >= 0 and trump >= 0:
        weight *= word_chance(t, spare, pack, seat, answer)
    if giver == seat:
        if given < 0:
            for kind in range(53):  # the viewer got it
                if fixed[53 * seat + kind]:
                    given = kind
        best = gift(t, spare, seat, spare[at])
        if best != given:
            weight *= OTHER_GIFT
    if laid >= 0 and giver >= 0:
        # how many cards the bidder would rather have laid away
        mask = pack[0] & ~spare[at]
        value = keep(t, spare, seat, laid, trump, mask)
        better = 0
        cards = spare[at]
        while cards:
            kind = low_at(cards)
            cards &= cards - 1
            if keep(t, spare, seat, kind, trump, mask) < value:
                better += 1
        weight *= 1.0 if better == 0 else NEXT_DISCARD if better == 1 else OTHER_DISCARD
    return weight


def begin(t: Table, world: Heard, pack: Any, viewer: int, spare: Row, fits: Any) -> None:
    """Weigh the first world: ``fits`` gets a weight per seat; ``spare`` becomes a row to build hands in."""
    for at in range(len(world.row)):
        spare[at] = world.row[at]
    for seat in range(t[SEATS]):
        fits[seat] = 1.0
        if seat != viewer:
            fits[seat] = fit(t, world, pack, seat, spare)


def walk(t: Table, world: Heard, pack: Any, viewer: int, steps: int, x: Words, spare: Row, fits: Any) -> None:
    """Go on to another world, by so many proposals."""
    base, places, allowed, came = world.row, world.places, world.allowed, world.came
    marks, giver = world.marks, world.giver
    seats = t[SEATS]
    cards = len(places)
    if cards < 2:
        return
    bidder = base[DECLARER] if base[PHASE] != BIDDING else -1
    for _ in range(steps):
        one, two = below(x, cards), below(x, cards)
        here, there = places[one], places[two]
        mine = here == bidder or here == seats + 2 or (marks == 2 and here == seats + 1)
        also = there == bidder or there == seats + 2 or (marks == 2 and there == seats + 1)
        if marks and mine and also and came[one] != came[two]:
            swap_places = False
        elif (
            here != there
            and here != seats + 2
            and there != seats + 2
            and allowed[one] >> there & 1
            and allowed[two] >> here & 1
        ):
            swap_places = True
        else:
            continue
        old_one = owner(places, came, one, seats, bidder, giver)
        old_two = owner(places, came, two, seats, bidder, giver)
        if swap_places:
            places[one], places[two] = there, here
        came[one], came[two] = came[two], came[one]
        before = 1.0
        after = 1.0
        first, second = -1.0, -1.0
        if old_one >= 0 and old_one != viewer:
            first = fit(t, world, pack, old_one, spare)
            before *= fits[old_one]
            after *= first
        if old_two >= 0 and old_two not in (viewer, old_one):
            second = fit(t, world, pack, old_two, spare)
            before *= fits[old_two]
            after *= second
        if after >= before or after > before * (random_word(x) / 4294967296.0):
            if first >= 0:
                fits[old_one] = first
            if second >= 0:
                fits[old_two] = second
        else:
            if swap_places:
                places[one], places[two] = here, there
            came[one], came[two] = came[two], came[one]


def following(places: Tokens) -> bool:
    """Go on to the next order of these places, each different order once; False after the last (sorted: the first)."""
    at = len(places) - 2
    while at >= 0 and places[at] >= places[at + 1]:
        at -= 1
    if at < 0:
        return False
    higher = len(places) - 1
    while places[higher] <= places[at]:
        higher -= 1
    places[at], places[higher] = places[higher], places[at]
    low, high = at + 1, len(places) - 1
    while low < high:
        places[low], places[high] = places[high], places[low]
        low += 1
        high -= 1
    return True


def every(
    t: Table,
    world: Heard,
    pack: Any,
    viewer: int,
    listens: bool,
    spare: Row,
    fits: Any,
    worlds: Any,
    weights: Any,
) -> int:
    """All worlds (``places`` sorted to begin with): their places, and their weights, of mean 1; how many."""
    places, allowed = world.places, world.allowed
    found = 0
    total = 0.0
    more = True
    while more:
        fitting = True
        for at in range(len(places)):
            fitting = fitting and allowed[at] >> places[at] & 1 == 1
        if fitting:
            weight = 1.0
            if listens:
                begin(t, world, pack, viewer, spare, fits)
                for seat in range(t[SEATS]):
                    weight *= fits[seat]
            for at in range(len(places)):
                worlds[found, at] = places[at]
            weights[found] = weight
            total += weight
            found += 1
        more = following(places)
    for number in range(found):
        weights[number] *= found / total
    return found


def the_truth(state: Any) -> Heard:
    """The world as it is, for the cheating player of the arena; nobody else gets a state."""
    nothing = as_table([])
    return Heard(as_table(state.row), nothing, nothing, nothing, nothing, nothing, nothing, 0, -1)
