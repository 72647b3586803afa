"""Bots: they see their View, like anybody at the table, and nothing else.

``policy("pepper", "hard").choose(view, rng)`` is an action of ``view.legal``. Without compiled code, and
until it is there (``prepare``), the simple rules answer; importing this package does not import Numba.
"""

from functools import lru_cache
from typing import cast

from peppernut.bots.bot import Bot, Chance
from peppernut.refusal import Refused

LEVELS = ("easy", "medium", "hard")
OTHERS = ("simple", "random")  # for tests and for measuring
__all__ = ["LEVELS", "OTHERS", "Bot", "policy", "prepare", "ready"]


@lru_cache(maxsize=64)
def policy(game: str, level: str) -> Bot:
    """The bot of this level for this game; Refused ``bad_record`` if there is none."""
    if level not in LEVELS and level not in OTHERS:
        raise Refused(
            "bad_record", f"There is no level {level!r}; there are {', '.join((*LEVELS, *OTHERS))}."
        )
    if game == "nerts":
        from peppernut.bots.nerts import STYLES, Racer

        return cast("Bot", Racer(STYLES["plain" if level == "simple" else level]))
    if level == "random" and game in {"peanuts", "pepper"}:
        return Chance()
    if game == "peanuts":
        from peppernut.bots.simple_peanuts import SimplePeanuts

        return SimplePeanuts()
    if game == "pepper":
        from peppernut.bots.simple_pepper import SimplePepper

        return SimplePepper()
    raise Refused("bad_record", f"There are no bots for {game!r}.")


def prepare() -> None:
    """Make the compiled code ready, in the calling thread; until then the simple rules answer."""


def ready() -> bool:
    """Whether the compiled code is there."""
    return False
