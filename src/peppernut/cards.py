"""Cards as text and as small numbers.

A card's *kind* is ``13 * suit + rank`` (suits ``C D H S`` = 0…3, ranks 2 … ace = 0…12); the joker is 52.
Copies of a card in a double deck are the same kind: equal cards are equal values.
A set of kinds is an integer with bit ``kind`` set. How strong a card is depends on the contract and is
not said here (see ``peppernut.engine.tables``).
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

SUITS = "CDHS"
RANKS = "23456789TJQKA"
JOKER = 52
KINDS = 53
NO_TRUMP = 4
DENOMINATIONS = ("C", "D", "H", "S", "NT")

TEXT: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), "XX")
KIND: dict[str, int] = {text: kind for kind, text in enumerate(TEXT)}
HIDDEN = "??"

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES = dict(
    zip(RANKS, ["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"], strict=True)
)
_SIGNS = "♣♦♥♠"

T = TypeVar("T")


def suit(kind: int) -> int:
    """The printed suit of a card, 0…3; 4 for the joker."""
    return kind // 13


def rank(kind: int) -> int:
    """The printed rank of a card, 0 (two) … 12 (ace). Not its strength, not its value."""
    return kind % 13


def members(mask: int) -> Iterator[int]:
    """The kinds in a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(kinds: Iterable[int]) -> int:
    """The set of these kinds."""
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask


def hand_text(kinds: Iterable[int]) -> str:
    """Cards as a record writes them: ``"9C TC JH"``."""
    return " ".join(TEXT[kind] for kind in kinds)


def spoken(kind: int) -> str:
    """A card as a sentence names it: ``♥9``, ``♠A``, ``the joker``."""
    if kind == JOKER:
        return "the joker"
    text = TEXT[kind]
    return _SIGNS[suit(kind)] + ("10" if text[0] == "T" else text[0])


def shuffled(items: Sequence[T], secret: bytes, label: str) -> list[T]:
    """The items in an order drawn from ``secret``: Fisher–Yates with rejection sampling.

    The stream is SHAKE-256 of label and secret, read as 32-bit numbers, so that everybody who knows the
    secret deals the same cards again, on any machine.
    """
    pack = list(items)
    numbers = _numbers(secret, label)
    for last in range(len(pack) - 1, 0, -1):
        pick = _below(last + 1, numbers)
        pack[last], pack[pick] = pack[pick], pack[last]
    return pack


def chosen(count: int, secret: bytes, label: str) -> int:
    """A number below ``count`` drawn from ``secret``; every one equally likely."""
    return _below(count, _numbers(secret, label))


def _numbers(secret: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.shake_256(b"peppernut/1 %d %s\0%s" % (block, label.encode(), secret)).digest(1024)
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _below(count: int, numbers: Iterator[int]) -> int:
    limit = (1 << 32) // count * count
    for number in numbers:
        if number < limit:
            return number % count
    raise AssertionError("the stream of numbers has no end")
