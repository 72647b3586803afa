"""Random numbers for simulations: xoshiro128** over four 32-bit words, plain or compiled alike.

Real deals never come from here; they come from ``peppernut.cards.shuffled``.
"""

import hashlib
from collections.abc import MutableSequence

Words = MutableSequence[int]

_MASK = 0xFFFFFFFF


def stream(*names: object) -> list[int]:
    """The four starting words of the stream with these names (a seed, a purpose, a number …)."""
    digest = hashlib.sha256("/".join(str(name) for name in names).encode()).digest()
    return [int.from_bytes(digest[at : at + 4], "big") | (at == 0) for at in range(0, 16, 4)]


def word(x: Words) -> int:
    """The next 32 random bits."""
    value = x[1] * 5 & _MASK
    value = (value << 7 | value >> 25) & _MASK
    value = value * 9 & _MASK
    shifted = x[1] << 9 & _MASK
    x[2] ^= x[0]
    x[3] ^= x[1]
    x[1] ^= x[2]
    x[0] ^= x[3]
    x[2] ^= shifted
    x[3] = (x[3] << 11 | x[3] >> 21) & _MASK
    return value


def below(x: Words, count: int) -> int:
    """A number from 0 to ``count`` − 1; the bias of less than count / 2**32 is far below what is measured."""
    return word(x) * count >> 32


def pick(x: Words, mask: int) -> int:
    """One of the bits of a set that is not empty, every one equally likely."""
    left = mask
    count = 0
    while left:
        left &= left - 1
        count += 1
    left = mask
    for _ in range(below(x, count)):
        left &= left - 1
    return position(left & -left)


def position(bit: int) -> int:
    """Which bit this is, by halves: faster, compiled, than counting up to it."""
    at = 0
    for half in (32, 16, 8, 4, 2, 1):
        if bit >> half:
            bit >>= half
            at += half
    return at


def mix(x: Words, pack: Words, count: int) -> None:
    """Bring ``count`` random cards of the pack to its front."""
    size = len(pack)
    for at in range(count):
        other = at + below(x, size - at)
        pack[at], pack[other] = pack[other], pack[at]
