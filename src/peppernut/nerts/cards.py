"""The cards as the race counts them: the ace is low, and the lowest bit tells the colour."""

from peppernut import cards

SUITS = "CDSH"
RANKS = "A23456789TJQK"
TEXT: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARD: dict[str, int] = {text: card for card, text in enumerate(TEXT)}
RANK_NAMES = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
SUIT_NAMES = ("clubs", "diamonds", "spades", "hearts")


def spoken(card: int) -> str:
    """A card as a sentence names it."""
    return cards.spoken(cards.KIND[TEXT[card]])
