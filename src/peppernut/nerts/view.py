"""What a seat of the race may know: an allow-list of the cards that lie face up, and counts."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from peppernut.nerts.cards import TEXT
from peppernut.nerts.rules import Rules


class Foundation(NamedTuple):
    """A foundation in the middle: its suit, how far it has come, and who played each card, the ace first."""

    suit: str
    owners: tuple[int, ...]

    @property
    def top(self) -> str:
        """The card that lies on top."""
        return "A23456789TJQK"[len(self.owners) - 1] + self.suit


class Place(NamedTuple):
    """What lies before one seat. Cards are the machine's numbers, -1 where there is none.

    ``draws`` counts the seat's draws since anybody's last accepted move, ``idle`` those since its own: all
    can count along.
    """

    pile: int
    pile_top: int
    work: tuple[tuple[int, ...], ...]
    waste: int
    waste_top: int
    stock: int
    stuck: bool
    out: int
    draws: int
    idle: int

    def to_json(self) -> dict[str, Any]:
        """The place as it goes over the wire."""
        return {
            "pile": self.pile,
            "pile_top": _name(self.pile_top),
            "work": [[TEXT[card] for card in cards] for cards in self.work],
            "waste": self.waste,
            "waste_top": _name(self.waste_top),
            "stock": self.stock,
            "stuck": self.stuck,
            "foundation_cards": self.out,
            "draws": self.draws,
            "idle": self.idle,
        }


@dataclass(frozen=True, slots=True)
class View:
    """A round as one seat (or a spectator, seat None) may see it. All see the same cards.

    ``decks`` is what can be remembered: each seat's waste and then its stock, in the order in which they are
    turned up, with the cards that have lain on top of the waste before; the others are -1. It does not go over the
    wire: people remember for themselves.
    """

    seat: int | None
    rules: Rules
    phase: str
    number: int
    legal: tuple[str, ...]
    points: tuple[int, ...] | None
    caller: int | None
    rotations: int
    foundations: tuple[Foundation, ...]
    places: tuple[Place, ...]
    decks: tuple[tuple[int, ...], ...]

    @property
    def over(self) -> bool:
        """Has the round ended?"""
        return self.points is not None

    def to_json(self) -> dict[str, Any]:
        """What goes over the wire."""
        return {
            "game": "nerts",
            "seat": self.seat,
            "phase": self.phase,
            "number": self.number,
            "legal": list(self.legal),
            "over": self.over,
            "points": None if self.points is None else list(self.points),
            "caller": self.caller,
            "rotations": self.rotations,
            "foundations": [
                {"suit": foundation.suit, "top": foundation.top, "cards": len(foundation.owners)}
                for foundation in self.foundations
            ],
            "places": [place.to_json() for place in self.places],
        }


def _name(card: int) -> str | None:
    return None if card < 0 else TEXT[card]
