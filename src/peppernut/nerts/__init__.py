"""The race that everybody plays at once: Nerts, also called Peanuts, Pounce or Squeal.

``rules`` are its house rules, ``machine`` steps a round, ``deal`` lays it out, ``state`` is a round in
progress, ``view`` what a seat may see of it, ``book`` the rulebook.
"""

from typing import TYPE_CHECKING

from peppernut.nerts.deal import Deal, shuffle
from peppernut.nerts.rules import PRESET_NOTES, PRESETS, TITLE, Rules, finished
from peppernut.nerts.state import State
from peppernut.nerts.view import View

if TYPE_CHECKING:
    from peppernut.rules.rulebook import Book

__all__ = [
    "PRESETS",
    "PRESET_NOTES",
    "TITLE",
    "Deal",
    "Rules",
    "State",
    "View",
    "finished",
    "rulebook",
    "shuffle",
]


def rulebook(rules: Rules, preset: str | None = None) -> "Book":
    """The rules page of exactly these house rules."""
    from peppernut.nerts.book import book

    return book(rules, preset)
