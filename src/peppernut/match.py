"""A whole game: deals that follow each other, the dealer moving on, the totals, the end."""

from typing import TYPE_CHECKING, Any

from peppernut import cards
from peppernut import rules as house
from peppernut.catalog import room
from peppernut.refusal import Refused
from peppernut.standing import Standing

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["Match", "Standing"]


class Match:
    """One game by one set of house rules.

    ``states`` are its deals in order, the last of them perhaps unfinished; ``scores`` the totals per side,
    in the order of ``sides``. Everything else follows from these.
    """

    def __init__(self, game: str, rules: Any, seats: list[str]) -> None:
        self.game = game
        self.room: ModuleType = room(game)
        self.rules = rules
        self.seats = seats
        self.sides: list[list[int]] = rules.side_seats
        self.states: list[Any] = []
        self.scores = [0] * len(self.sides)
        self.over = False
        self.winners: list[int] = []
        self._totals: list[list[int]] = []  # after each finished deal
        self._rough = self._rough_after(None)

    @property
    def current(self) -> Any | None:
        """The deal in progress; None between deals."""
        return self.states[-1] if self.states and not self.states[-1].over else None

    @property
    def next_dealer(self) -> int | None:
        """Who deals next (one seat clockwise, P2, R1); None: nobody is bound to."""
        if not self.states or self.states[-1].deal.dealer is None or self.over:
            return None
        return int(self.states[-1].deal.dealer + 1) % int(self.rules.players)

    def seated(self, seat: int) -> int:
        """This seat; Refused ``bad_record`` if the game has none of this number."""
        if not 0 <= seat < self.rules.players:
            last = self.rules.players - 1
            raise Refused("bad_record", f"There is no seat {seat}; seats go from 0 to {last}.")
        return seat

    def standing(self) -> Standing:
        """What the next deal starts from."""
        return Standing(len(self.states), tuple(self.scores), self._rough > 0)

    def begin(self, deal: Any) -> Any:
        """Start the next deal; its state. Refused ``wrong_dealer``, ``bad_deal`` or ``bad_record``."""
        if self.over:
            raise Refused("bad_record", "The game is over; no further deal follows.")
        if self.current is not None:
            raise Refused("bad_record", "The deal before is not finished.")
        if self.next_dealer not in (None, deal.dealer):
            raise Refused(
                "wrong_dealer",
                f"The deal moves one seat clockwise: seat {self.next_dealer} deals, not {deal.dealer}.",
            )
        state = self.room.State.start(self.rules, deal, self.standing())
        self.states.append(state)
        return state

    def shuffle(self, secret: bytes, dealer: int | None = None) -> Any:
        """Deal the next cards from a 256-bit secret, without beginning; the first dealer is drawn too."""
        if self.next_dealer is not None:
            dealer = self.next_dealer
        elif dealer is None:
            dealer = cards.chosen(self.rules.players, secret, "first dealer")
        return self.room.shuffle(self.rules, len(self.states), dealer, secret)

    def apply(self, seat: int, text: str, ms: int | None = None) -> list[dict[str, Any]]:
        """Do an action in the deal in progress; what happened. Refused changes nothing."""
        if not self.states:
            raise Refused("wrong_phase", "No cards have been dealt yet.")
        state = self.states[-1]
        events: list[dict[str, Any]] = state.apply(seat, text, ms)
        if state.over:
            self._close(state)
        return events

    def _close(self, state: Any) -> None:
        self.scores = [total + gain for total, gain in zip(self.scores, state.points, strict=True)]
        self._totals.append(self.scores)
        winners = self.room.finished(self.rules, self.scores, self.states)
        if winners is not None:
            self.over, self.winners = True, winners
        self._rough = self._rough_after(state)

    def _rough_after(self, state: Any | None) -> int:
        """How many rough deals are to come (pepper)."""
        rough_deals = getattr(self.room, "rough_deals", None)
        if rough_deals is None:
            return 0
        return int(rough_deals(self.rules, self.scores, state, self._rough if state else 0))

    def sheet(self) -> list[dict[str, Any]]:
        """The score sheet: one row a finished deal, its summary with the totals after it (P12)."""
        return [
            {"deal": number, **state.summary(), "totals": totals}
            for number, (state, totals) in enumerate(zip(self.states, self._totals, strict=False))
        ]

    def to_record(self) -> dict[str, Any]:
        """The game as a record, with all cards and actions."""
        return {
            "format": "peppernut/1",
            "game": self.game,
            "rules": house.to_json(self.rules),
            "seats": list(self.seats),
            "deals": [
                {**state.deal.to_json(), "actions": [list(action) for action in state.actions]}
                for state in self.states
            ],
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know of the game, as JSON values."""
        deals = getattr(self.rules, "hands", None) or getattr(self.rules, "rounds", None)
        return {
            "game": self.game,
            "seats": list(self.seats),
            "sides": self.sides,
            "scores": list(self.scores),
            "over": self.over,
            "winners": list(self.winners),
            "sheet": self.sheet(),
            "deal_number": len(self.states) - 1,
            "deals_in_all": deals,
            "next_dealer": self.next_dealer,
            "deal": self.states[-1].view(seat).to_json() if self.states else None,
        }
