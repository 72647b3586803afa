"""The house rules of the race."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from peppernut.nerts import machine as m
from peppernut.refusal import Refused
from peppernut.rules import option

TITLE = "Nerts, the race (also called Peanuts)"

LARGEST_PILE = 30


def _sizes(value: object) -> tuple[int, ...] | None:
    if value is None or value == "none":
        return None
    if isinstance(value, (list, tuple)) and all(
        type(size) is int and 1 <= size <= LARGEST_PILE for size in value
    ):
        return tuple(value)
    raise ValueError(f"none or a list of pile sizes from 1 to {LARGEST_PILE}, one for each seat")


@dataclass(frozen=True)
class Rules:
    """How this family races."""

    players: int = option(
        4, "Players", "How many play; best with two to four.", group="table", between=(2, 12)
    )
    pile: int = option(
        13,
        "Peanuts pile",
        "Cards in the peanuts pile, which is to be emptied.",
        group="layout",
        between=(1, LARGEST_PILE),
    )
    handicap: tuple[int, ...] | None = option(
        None,
        "Handicap",
        "Pile sizes, one for each seat, instead of one for all: short for children, long for champions.",
        group="layout",
        choices=("none",),
        between=(1, LARGEST_PILE),
        kind="sizes",
        read=_sizes,
    )
    work_piles: int = option(
        4, "Work piles", "Work piles beside the peanuts pile.", group="layout", between=(3, 6)
    )
    draw: int = option(
        3, "Draw", "Cards that go from the stock to the waste at a time.", group="play", between=(1, 3)
    )
    move_runs: bool = option(
        True,
        "Runs move",
        "A run of cards may move together from one work pile to another; if not, only single cards do.",
        group="play",
    )
    call: str = option(
        "manual",
        "The call",
        "manual: with an empty peanuts pile one calls when one likes; auto: an empty pile ends the round.",
        group="play",
        choices=("manual", "auto"),
    )
    card_points: int = option(
        1, "Points a card", "Points for each own card on the foundations.", group="score", between=(1, 5)
    )
    pile_penalty: int = option(
        2,
        "Penalty a card",
        "Points lost for each card left in the peanuts pile.",
        group="score",
        between=(0, 5),
    )
    target: int = option(
        100, "Target", "The game ends when a total reaches this.", group="score", between=(10, 1000)
    )
    rounds: int | None = option(
        None,
        "Rounds",
        "Play this many rounds instead of playing to the target.",
        group="score",
        choices=("none",),
        between=(1, 50),
    )

    @property
    def side_seats(self) -> list[list[int]]:
        """Everybody plays alone."""
        return [[seat] for seat in range(self.players)]

    def checked(self) -> Self:
        """These rules, or Refused ``bad_rules`` when two options do not go together."""
        if self.handicap is not None and len(self.handicap) != self.players:
            raise Refused(
                "bad_rules",
                f"handicap names {len(self.handicap)} pile sizes, but players is {self.players}: "
                "it needs one for each seat.",
            )
        return self

    def pile_of(self, seat: int) -> int:
        """How many cards the seat's peanuts pile starts with."""
        return self.pile if self.handicap is None else self.handicap[seat]


PRESETS: dict[str, dict[str, Any]] = {
    "classic": {},
    "quick": {"target": 50},
    "family": {"pile": 10, "draw": 1},
}

PRESET_NOTES: dict[str, str] = {
    "classic": "The race as most play it: 13 cards in the pile, three at a time from the stock, to 100.",
    "quick": "As classic, but 50 points are enough: an evening's second game.",
    "family": "Ten cards in the pile and the stock one card at a time: kinder to slow hands.",
}


def tables(rules: Rules) -> list[int]:
    """What the rules compile to for the machine."""
    t = [0] * m.TABLE
    t[m.PLAYERS] = rules.players
    t[m.WORK_PILES] = rules.work_piles
    t[m.DRAW] = rules.draw
    t[m.MOVE_RUNS] = int(rules.move_runs)
    t[m.AUTO] = int(rules.call == "auto")
    t[m.CARD_POINTS] = rules.card_points
    t[m.PILE_PENALTY] = rules.pile_penalty
    t[m.FOUNDATIONS] = m.SEATS + rules.players * m.STRIDE
    for seat in range(rules.players):
        t[m.PILES + seat] = rules.pile_of(seat)
    return t


def finished(rules: Rules, totals: list[int], deals: Sequence[Any]) -> list[int] | None:
    """Who has won the game after so many rounds with these totals; None while it goes on."""
    best = max(totals)
    winners = [seat for seat, total in enumerate(totals) if total == best]
    if rules.rounds is not None:
        return winners if len(deals) >= rules.rounds else None
    return winners if best >= rules.target and len(winners) == 1 else None
