"""What a card's suit and strength is in each contract: the tables that the trick machine reads."""

from peppernut.cards import DENOMINATIONS, JOKER, KINDS, NO_TRUMP, rank, suit
from peppernut.engine.row import EXTRA, ORDER, STRENGTH, SUIT_MASK, SUIT_OF

JACK = 9
SAME_COLOUR = (3, 2, 1, 0)  # clubs–spades, diamonds–hearts
TRUMP_STRENGTH = 32  # every trump is at least this strong, every other card weaker
_QUEEN, _KING, _ACE = 10, 11, 12
_JOKER, _LEFT, _RIGHT = 13, 14, 15  # above the ace, in this order


def effective_suit(kind: int, denomination: int, bowers: bool) -> int:
    """The suit a card follows as (R2, R7); 4: a joker in no trump, which has none."""
    if kind == JOKER:
        return denomination
    if bowers and denomination != NO_TRUMP and kind == 13 * SAME_COLOUR[denomination] + JACK:
        return denomination
    return suit(kind)


def strength(kind: int, denomination: int, bowers: bool) -> int:
    """How strong a card is in a contract (P8, R2); a trump, or a joker, is stronger than TRUMP_STRENGTH."""
    if kind == JOKER:
        return TRUMP_STRENGTH + _JOKER
    if effective_suit(kind, denomination, bowers) != denomination:
        return rank(kind)
    if bowers and rank(kind) == JACK:
        return TRUMP_STRENGTH + (_RIGHT if suit(kind) == denomination else _LEFT)
    return TRUMP_STRENGTH + rank(kind)


def trick_tables(bowers: bool, size: int) -> list[int]:
    """A table of ``size`` integers with the parts that depend on the contract filled in."""
    table = [0] * size
    for denomination in range(len(DENOMINATIONS)):
        for kind in range(KINDS):
            own = effective_suit(kind, denomination, bowers)
            table[SUIT_OF + denomination * KINDS + kind] = own
            table[STRENGTH + denomination * KINDS + kind] = strength(kind, denomination, bowers)
            if own < NO_TRUMP:
                table[SUIT_MASK + denomination * 5 + own] |= 1 << kind
        suits, strengths = SUIT_OF + denomination * KINDS, STRENGTH + denomination * KINDS
        order = sorted(range(KINDS), key=lambda kind: (table[suits + kind], -table[strengths + kind]))
        table[ORDER + denomination * KINDS : ORDER + (denomination + 1) * KINDS] = order
    return table


assert EXTRA == ORDER + 5 * KINDS
