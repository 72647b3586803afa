"""Pepper, the Bid Euchre of the Great Lakes, with its written-down variants.

Rules R1–R10 and all options are in docs/rules/pepper.md. ``rules`` has the options, ``presets`` the variants,
``table`` what they compile to, ``machine`` the steps of a deal, ``state`` a deal in progress, ``book`` the
rulebook.
"""

from typing import TYPE_CHECKING

from peppernut.pepper.presets import PRESET_NOTES, PRESETS
from peppernut.pepper.rules import Rules, finished, rough_deals
from peppernut.pepper.state import Deal, State, shuffle

if TYPE_CHECKING:
    from peppernut.rules.rulebook import Book

TITLE = "Pepper, Bid Euchre"

__all__ = [
    "PRESETS",
    "PRESET_NOTES",
    "TITLE",
    "Deal",
    "Rules",
    "State",
    "finished",
    "rough_deals",
    "rulebook",
    "shuffle",
]


def rulebook(rules: Rules, preset: str | None = None) -> "Book":
    """The rules page of exactly these house rules."""
    from peppernut.pepper.book import book

    return book(rules, preset)
