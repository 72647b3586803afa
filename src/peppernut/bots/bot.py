"""What every bot is."""

from random import Random
from typing import Any, Protocol


class Bot(Protocol):
    """Somebody who acts on what a seat may know.

    ``view`` is the View of a game (``peppernut.engine.view``, ``peppernut.nerts.view``). A bot keeps nothing
    from one choice to the next: the same view, random numbers and effort give the same action.
    """

    def choose(self, view: Any, rng: Random, effort: float = 1.0) -> str:
        """One of ``view.legal``; a search looks at as much of what it usually does as ``effort`` says."""
        ...

    def reason(self, view: Any, action: str) -> str:
        """Why a bot would do this, in plain words."""
        ...


class Chance:
    """Any legal action, each equally likely. For tests and as the lowest rung of the ladder."""

    def choose(self, view: Any, rng: Random, effort: float = 1.0) -> str:
        """One of ``view.legal``."""
        return str(rng.choice(view.legal))

    def reason(self, view: Any, action: str) -> str:
        """Why: by chance."""
        return f"{action}: picked by chance"
