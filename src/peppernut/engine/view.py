"""What one seat may know of a deal of a trick game: an allow-list, built fresh, never cut from the truth."""

from dataclasses import dataclass
from typing import Any

from peppernut.standing import Standing

Said = tuple[int, str]


@dataclass(frozen=True)
class View:
    """A deal as seen from a seat (None: a spectator). Cards and actions are texts; ``??`` is hidden.

    ``hands`` are what is left of each hand; ``actions`` everything done so far, in which hidden cards and
    secret bids read ``??``; ``barred`` per seat the cards it cannot hold, as everybody at the table can
    tell from its plays. Bots and browsers get this and nothing else.
    """

    game: str
    rules: Any
    standing: Standing
    seat: int | None
    phase: str
    over: bool
    to_act: tuple[int, ...]
    legal: tuple[str, ...]
    dealer: int
    cards: int
    hands: tuple[tuple[str, ...], ...]
    turnup: str | None
    kitty: tuple[str, ...]
    actions: tuple[Said, ...]
    barred: tuple[int, ...]
    trump: str | None
    declarer: int | None
    bid: str | None
    called: str | None
    partner: int | None
    in_play: tuple[int, ...]
    bids: tuple[Any, ...]
    auction: tuple[Said, ...]
    talk: tuple[Said, ...]
    leader: int | None
    trick: tuple[Said, ...]
    last_trick: tuple[tuple[Said, ...], int] | None
    tricks: tuple[int, ...]
    forehead: bool
    points: tuple[int, ...] | None
    dealt: tuple[tuple[str, ...], ...] | None

    def to_json(self) -> dict[str, Any]:
        """The view as it goes over the wire: without what a person at the table could not look up (P9)."""
        # a taken trick lies face down once the next is led, unless the house looks back (P9, review_tricks)
        last = self.last_trick if not self.trick or getattr(self.rules, "review_tricks", True) else None
        row: dict[str, Any] = {
            "game": self.game,
            "seat": self.seat,
            "phase": self.phase,
            "over": self.over,
            "number": self.standing.number,
            "rough": self.standing.rough,
            "dealer": self.dealer,
            "cards": self.cards,
            "to_act": list(self.to_act),
            "legal": list(self.legal),
            "hands": [list(hand) for hand in self.hands],
            "turnup": self.turnup,
            "kitty": list(self.kitty),
            "trump": self.trump,
            "declarer": self.declarer,
            "bid": self.bid,
            "called": self.called,
            "partner": self.partner,
            "out": [seat for seat in range(len(self.hands)) if seat not in self.in_play],
            "bids": list(self.bids),
            "auction": [list(said) for said in self.auction],
            "talk": [list(said) for said in self.talk],
            "leader": self.leader,
            "trick": [list(play) for play in self.trick],
            "last_trick": last and {"cards": [list(play) for play in last[0]], "winner": last[1]},
            "tricks": list(self.tricks),
            "forehead": self.forehead,
            "points": self.points and list(self.points),
        }
        if self.over:
            row["history"] = [list(said) for said in self.actions]
            row["dealt"] = [list(hand) for hand in self.dealt or ()]
        return row
