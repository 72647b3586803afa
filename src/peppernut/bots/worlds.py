"""How the unseen cards may lie: many worlds that fit all that a seat knows.

A first world comes from ``State.guess``, which draws every fitting deal with the same chance. Further ones come
from it by swapping pairs of unseen cards wherever both may lie. Such swaps keep the uniform distribution, so
that every world by itself is exactly uniform; only neighbours resemble each other, less with every swap.
What the bidding tells comes in afterwards, as weights.
"""

from collections import Counter
from random import Random
from typing import Any, NamedTuple

from peppernut.bots.solver import as_table
from peppernut.cards import HIDDEN, KIND
from peppernut.engine.chance import Words, below
from peppernut.engine.row import BIDDING, HAND, IN_PLAY, PHASE, PLANES, SEATS
from peppernut.engine.tricks import Row, Table, add_card
from peppernut.engine.view import View

Tokens = Any  # an int64 array


class Unseen(NamedTuple):
    """The unseen cards of a view, one token a card: its kind, where it lies in this world, where it may lie.

    Places are the seats, and after them one for the cards that lie out (not dealt, or laid away).
    """

    row: Any
    kinds: Tokens
    places: Tokens
    allowed: Tokens


def unseen(view: View, state: Any, pack: tuple[int, ...]) -> Unseen:
    """The tokens of a world (a state that this view cannot tell from the truth)."""
    seats = len(view.hands)
    visible = [KIND[card] for hand in view.hands for card in hand if card != HIDDEN]
    rest = Counter(pack)
    rest.subtract(visible)
    if view.turnup is not None:
        rest[KIND[view.turnup]] -= 1
    for _, text in view.actions:
        verb, _, card = text.partition(" ")
        if verb in {"play", "discard"} and card != HIDDEN:
            rest[KIND[card]] -= 1
    kinds: list[int] = []
    places: list[int] = []
    for seat, hand in enumerate(view.hands):
        if HIDDEN in hand:
            held = state.hand(seat)
            kinds += held
            places += [seat] * len(held)
            rest.subtract(held)
    out = list(rest.elements())
    kinds += out
    places += [seats] * len(out)
    barred = list(view.barred)
    bidder = view.declarer
    if bidder is not None and view.called is not None and view.rules.call == "not_held":
        barred[bidder] |= 1 << KIND[view.called]
    hidden = [seat for seat, hand in enumerate(view.hands) if HIDDEN in hand]
    allowed = [
        1 << seats | sum(1 << seat for seat in hidden if not barred[seat] >> kind & 1) for kind in kinds
    ]
    if bidder is not None and view.seat != bidder and view.kitty and HIDDEN not in view.kitty:
        # an open kitty went to the bidder: what of it was not played is in his hand or laid away
        known = Counter(KIND[card] for card in view.kitty)
        known.subtract(KIND[text[5:]] for who, text in view.actions if who == bidder and text[:5] == "play ")
        for at, (kind, place) in enumerate(zip(kinds, places, strict=True)):
            if known[kind] > 0 and place in {bidder, seats}:
                known[kind] -= 1
                allowed[at] &= 1 << bidder | 1 << seats
    return Unseen(as_table(state.row), as_table(kinds), as_table(places), as_table(allowed))


def stir(places: Tokens, allowed: Tokens, swaps: int, x: Words) -> None:
    """Go on to another world."""
    cards = len(places)
    if cards < 2:
        return
    for _ in range(swaps):
        one, two = below(x, cards), below(x, cards)
        here, there = places[one], places[two]
        if here != there and allowed[one] >> there & 1 and allowed[two] >> here & 1:
            places[one], places[two] = there, here


def put(t: Table, base: Row, kinds: Tokens, places: Tokens, s: Row) -> None:
    """Make ``s`` the row of a world: the base row with the tokens in the hands that are not seen."""
    planes, seats = t[PLANES], t[SEATS]
    hidden = 0
    cards = len(kinds)  # ``places`` may be longer
    for at in range(cards):
        hidden |= 1 << places[at]
    for at in range(len(base)):
        s[at] = base[at]
    for seat in range(seats):
        if hidden >> seat & 1:
            for plane in range(planes):
                s[HAND + seat * planes + plane] = 0
    # until the auction is over, what was not dealt is the kitty that the bidder may take
    kitty = len(base) > HAND + seats * planes and base[PHASE] == BIDDING and hidden >> seats & 1 == 1
    if kitty:
        for plane in range(planes):
            s[HAND + seats * planes + plane] = 0
    for at in range(cards):
        if kitty or (places[at] < seats and base[IN_PLAY] >> places[at] & 1):
            add_card(s, HAND + places[at] * planes, kinds[at])


def words(rng: Random) -> Any:
    """The state of a stream of random numbers for compiled code."""
    return as_table([rng.getrandbits(32) | (at == 0) for at in range(4)])


def the_truth(state: Any) -> Unseen:
    """The world as it is, for the cheating player of the arena; nobody else gets a state."""
    nothing = as_table([])
    return Unseen(as_table(state.row), nothing, nothing, nothing)
