"""Where a game stands when a deal begins."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Standing:
    """What a deal needs to know of the game around it.

    ``number`` counts the deals from 0, ``totals`` are the scores per side before this deal, ``rough``
    says that the deal belongs to a rough round (pepper).
    """

    number: int = 0
    totals: tuple[int, ...] = ()
    rough: bool = False
