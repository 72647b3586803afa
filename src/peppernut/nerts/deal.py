"""The layouts of a round: everybody's own 52 cards as they were laid."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from peppernut.cards import shuffled
from peppernut.nerts.cards import CARD, TEXT
from peppernut.nerts.rules import Rules
from peppernut.refusal import Refused

Layout = tuple[int, ...]  # 52 cards: the pile from its top, the work piles, the stock from its next card


@dataclass(frozen=True)
class Deal:
    """One layout a seat, and how each is cut into pile, work piles and stock."""

    layouts: tuple[Layout, ...]
    piles: tuple[int, ...]
    work_piles: int

    @property
    def dealer(self) -> None:
        """Nobody deals: each lays out his own cards."""
        return None

    @classmethod
    def parse(cls, rules: Rules, given: Mapping[str, Any]) -> "Deal":
        """Read the ``layouts`` of a record."""
        rows = given.get("layouts")
        if not isinstance(rows, list):
            raise Refused("bad_record", "A round of nerts needs its layouts, one for each seat.")
        texts = [_parts(seat, row) for seat, row in enumerate(rows)]
        if len(texts) != rules.players:
            raise Refused("bad_deal", f"There are {len(texts)} layouts for {rules.players} seats.")
        layouts = tuple(_layout(rules, seat, parts) for seat, parts in enumerate(texts))
        return cls(layouts, tuple(map(rules.pile_of, range(rules.players))), rules.work_piles)

    def to_json(self) -> dict[str, Any]:
        """The deal as a record holds it."""
        return {
            "layouts": [
                {
                    "pile": " ".join(TEXT[card] for card in layout[:pile]),
                    "work": " ".join(TEXT[card] for card in layout[pile : pile + self.work_piles]),
                    "stock": " ".join(TEXT[card] for card in layout[pile + self.work_piles :]),
                }
                for layout, pile in zip(self.layouts, self.piles, strict=True)
            ]
        }


def _parts(seat: int, row: object) -> tuple[list[str], list[str], list[str]]:
    if isinstance(row, Mapping):
        pile, work, stock = row.get("pile"), row.get("work"), row.get("stock")
        if isinstance(pile, str) and isinstance(work, str) and isinstance(stock, str):
            return pile.split(), work.split(), stock.split()
    raise Refused("bad_record", f"The layout of seat {seat} must have the texts pile, work and stock.")


def _layout(rules: Rules, seat: int, parts: tuple[list[str], list[str], list[str]]) -> Layout:
    pile, work, stock = parts
    names = [*pile, *work, *stock]
    for name in names:
        if name not in CARD:
            raise Refused("bad_deal", f"{name[:20]!r} in the layout of seat {seat} is no card of this game.")
    layout = tuple(CARD[name] for name in names)
    twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
    if twice is not None:
        raise Refused("bad_deal", f"Seat {seat} has {twice} twice.")
    if len(layout) < len(TEXT):
        missing = next(name for name in TEXT if name not in names)
        raise Refused("bad_deal", f"Seat {seat} lacks {missing}.")
    if len(pile) != rules.pile_of(seat) or len(work) != rules.work_piles:
        raise Refused(
            "bad_deal",
            f"Seat {seat} needs {rules.pile_of(seat)} cards in the peanuts pile and {rules.work_piles} "
            f"work piles, not {len(pile)} and {len(work)}.",
        )
    return layout


def shuffle(rules: Rules, number: int, dealer: int | None, secret: bytes) -> Deal:
    """Everybody's layout of round `number`, drawn from the secret; nobody is the dealer."""
    del dealer
    return Deal(
        tuple(
            tuple(shuffled(range(len(TEXT)), secret, f"nerts {number} seat {seat}"))
            for seat in range(rules.players)
        ),
        tuple(map(rules.pile_of, range(rules.players))),
        rules.work_piles,
    )
