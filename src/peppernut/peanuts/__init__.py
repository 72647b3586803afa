"""Peanuts, the trick game of the Jasperson family: exact bids, follow or trump, forehead hands.

Rules P1–P12 are in docs/rules/peanuts.md. ``rules`` has the options, ``machine`` the steps of a hand,
``state`` a hand in progress, ``book`` the rulebook.
"""

from typing import TYPE_CHECKING

from peppernut.peanuts.rules import PRESET_NOTES, PRESETS, Rules, finished
from peppernut.peanuts.state import Deal, State, shuffle

if TYPE_CHECKING:
    from peppernut.rules.rulebook import Book

TITLE = "Peanuts, the trick game"

__all__ = ["PRESETS", "PRESET_NOTES", "TITLE", "Deal", "Rules", "State", "finished", "rulebook", "shuffle"]


def rulebook(rules: Rules, preset: str | None = None) -> "Book":
    """The rules page of exactly these house rules."""
    from peppernut.peanuts.book import book

    return book(rules, preset)
