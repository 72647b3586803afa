"""The house rules of peanuts: every option once, the presets, and what cannot be."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from peppernut.engine.row import EXTRA, LAST_WINS, MUST_TRUMP, OPTIONS, PLANES, SEATS
from peppernut.engine.tables import trick_tables
from peppernut.refusal import Refused
from peppernut.rules import option

ALL_OR_NOTHING, BONUS, FOREHEAD, HOOK = range(OPTIONS, OPTIONS + 4)  # fields of the compiled table


@dataclass(frozen=True)
class Rules:
    """The rules of one game of peanuts (P1–P12)."""

    players: int = option(4, "Players", "How many play, each for themselves.", group="table", between=(2, 10))
    decks: Any = option(
        "auto",
        "Decks",
        "How many decks of 52 cards. auto: one for up to five players, two from six on",
        group="table",
        choices=("auto",),
        between=(1, 2),
    )
    start_cards: int = option(
        10,
        "Cards in the first hand",
        "Each hand after it has one card less, down to one, and then one card more each time.",
        group="table",
        between=(1, 13),
    )
    hands: Any = option(
        None,
        "Hands in the game",
        "How many hands are played. Not set: all the way down to one card and up again.",
        group="table",
        between=(1, 26),
    )
    scoring: Literal["all_or_nothing", "alternate"] = option(
        "all_or_nothing",
        "Scoring",
        "all or nothing: only an exact bid scores; alternate: each trick is one point, and an exact bid "
        "brings the bonus on top",
        group="scoring",
        choices=("all_or_nothing", "alternate"),
    )
    bonus: int = option(10, "Bonus", "Points for an exact bid.", group="scoring", between=(0, 100))
    forehead: bool = option(
        True,
        "Forehead hands",
        "In hands of one card you hold it to your forehead: you see every card but your own, and all bids "
        "are shown at once.",
        group="bidding",
    )
    void: Literal["trump", "any"] = option(
        "trump",
        "When you cannot follow suit",
        "trump: you have to play a trump if you have one; any: you may play what you like",
        group="play",
        choices=("trump", "any"),
    )
    hook: bool = option(
        False,
        "The dealer is hooked",
        "The dealer bids last, and may not bring the sum of the bids to the "
        "number of tricks: somebody has to miss. Not in forehead hands.",
        group="bidding",
    )
    identical: Literal["first", "last"] = option(
        "first",
        "Two equal cards",
        "With two decks, when the best card of a trick is there twice: does the first or the last one win?",
        group="play",
        choices=("first", "last"),
    )
    review_tricks: bool = option(
        False, "Looking back", "The last trick may be looked at once more.", group="play"
    )

    @property
    def deck_count(self) -> int:
        """The number of decks, 1 or 2 (P1)."""
        return int(self.decks)

    def pack(self) -> tuple[int, ...]:
        """All cards of the game, lowest first, equal cards as often as they are there (P1)."""
        return tuple(sorted(tuple(range(52)) * self.deck_count))

    @property
    def side_seats(self) -> list[list[int]]:
        """Everybody plays alone."""
        return [[seat] for seat in range(self.players)]

    def cards(self, number: int) -> int:
        """Cards each in the hand with this number, counted from 0 (P2)."""
        down = self.start_cards - number
        return down if down > 0 else 1 - down

    def checked(self) -> "Rules":
        """The rules with everything filled in that follows; Refused ``bad_rules`` if they cannot be."""
        decks = self.decks if self.decks != "auto" else (1 if self.players <= 5 else 2)
        hands = self.hands if self.hands is not None else 2 * self.start_cards
        if hands > 2 * self.start_cards:
            raise Refused(
                "bad_rules",
                f"hands is {hands}, but start_cards {self.start_cards} gives only {2 * self.start_cards} hands.",
            )
        need = self.players * self.start_cards + 1
        if need > 52 * decks:
            raise Refused(
                "bad_rules",
                f"players {self.players} with start_cards {self.start_cards} need {need} cards with the one "
                f"turned up, but decks {decks} have {52 * decks}.",
            )
        return dataclasses.replace(self, decks=decks, hands=hands)


PRESETS: dict[str, dict[str, Any]] = {
    "jasperson": {},
    "jasperson-alternate": {"scoring": "alternate"},
    "short": {"hands": 10},
    "oh-hell": {"scoring": "alternate", "void": "any", "hook": True, "forehead": False},
}
PRESET_NOTES = {
    "jasperson": "The family's game: twenty hands, exact bids, follow or trump, forehead hands.",
    "jasperson-alternate": "The same, but every trick counts a point even when the bid fails.",
    "short": "Ten hands only, from ten cards down to one.",
    "oh-hell": "The cousin known elsewhere: no duty to trump, the dealer is hooked, no forehead hands.",
}


@lru_cache(maxsize=256)
def compile_rules(rules: Rules) -> tuple[int, ...]:
    """The table that the machine reads."""
    table = trick_tables(bowers=False, size=EXTRA)
    table[SEATS] = rules.players
    table[PLANES] = rules.deck_count
    table[MUST_TRUMP] = rules.void == "trump"
    table[LAST_WINS] = rules.identical == "last"
    table[ALL_OR_NOTHING] = rules.scoring == "all_or_nothing"
    table[BONUS] = rules.bonus
    table[FOREHEAD] = rules.forehead
    table[HOOK] = rules.hook
    return tuple(int(value) for value in table)


def finished(rules: Rules, totals: list[int], deals: Sequence[Any]) -> list[int] | None:
    """The sides that have won once all hands are played; None while the game goes on (P11)."""
    if len(deals) < rules.hands:
        return None
    return [side for side, total in enumerate(totals) if total == max(totals)]
