"""Bots: they see their View, like anybody at the table, and nothing else.

``policy("pepper", "hard").choose(view, rng)`` is an action of ``view.legal``. The levels of the trick games
search with compiled code; without it, and until it is there (``prepare``), the simple rules answer. Importing
this package does not import Numba.
"""

import importlib.util
import logging
import os
import subprocess
import sys
import threading
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, cast

from peppernut.bots.bot import Bot, Chance
from peppernut.engine.compiled import available, compiled
from peppernut.refusal import Refused

LEVELS = ("easy", "medium", "hard")
OTHERS = ("simple", "random", "plain")  # for tests and for measuring
__all__ = ["LEVELS", "OTHERS", "Bot", "known", "load", "policy", "prepare", "ready"]

log = logging.getLogger("peppernut.bots")
_ready = threading.Event()
_begun = threading.Lock()
_threads: list[threading.Thread] = []


def known(level: str, *more: str) -> None:
    """Refused ``bad_rules`` if there is no such bot; ``more``: whom else one may name here."""
    names = (*LEVELS, *OTHERS, *more)
    if level not in names:
        raise Refused("bad_rules", f"There is no bot {level!r}; there are {', '.join(names)}.")


@lru_cache(maxsize=64)
def policy(game: str, level: str) -> Bot:
    """The bot of this level for this game; Refused if there is none."""
    known(level)
    if game == "nerts":
        from peppernut.bots.nerts import STYLES, Racer

        return cast("Bot", Racer(STYLES["plain" if level == "simple" else level]))
    if game not in {"peanuts", "pepper"}:
        raise Refused("bad_record", f"There are no bots for {game!r}.")
    if level == "random":
        return Chance()
    simple = _simple(game)
    return simple if level == "simple" else Searching(game, level, simple)


def _simple(game: str) -> Bot:
    if game == "peanuts":
        from peppernut.bots.simple_peanuts import SimplePeanuts

        return SimplePeanuts()
    from peppernut.bots.simple_pepper import SimplePepper

    return SimplePepper()


class Searching:
    """A level of a trick game: it searches once the compiled code is there, till then by the simple rules."""

    def __init__(self, game: str, level: str, simple: Bot) -> None:
        self._game, self._level, self._simple = game, level, simple

    def choose(self, view: Any, rng: Random, effort: float = 1.0) -> str:
        """One of ``view.legal``; without any effort what the simple rules say."""
        if len(view.legal) == 1 or not effort or not ready():
            return self._simple.choose(view, rng)
        return _thinker(self._game, self._level).choose(view, rng, effort)

    def values(self, view: Any, rng: Random, effort: float = 1.0) -> dict[str, float]:
        """What was weighed: candidates and the chance to win that each leaves; empty without a search."""
        if len(view.legal) == 1 or not effort or not ready():
            return {}
        thinker: Any = _thinker(self._game, self._level)
        return dict(thinker.alternatives(view, rng, effort))

    def reason(self, view: Any, action: str) -> str:
        """Why, in plain words."""
        return self._simple.reason(view, action)


@lru_cache(maxsize=16)
def _thinker(game: str, level: str) -> Bot:
    search: Any = importlib.import_module(f"peppernut.bots.{game}")
    return cast("Bot", search.Thinker(level))


def ready() -> bool:
    """Whether the compiled code is there."""
    return _ready.is_set()


def load() -> None:
    """Make the compiled code ready in this process, here and now (for processes that only measure)."""
    if available() and not ready():
        from peppernut.bots.warm import warm

        done = _marker()
        if done is not None and not done.exists() and sys.stderr.isatty():
            print("Preparing the bots: once for this version, in a minute or two …", file=sys.stderr)
        warm()
        if done is not None and done.parent.exists():
            done.touch()
        _ready.set()


def _marker() -> Path | None:
    """The file that says that everything is compiled."""
    from peppernut.bots.solver import low_at

    compiled(low_at)  # chooses where compiled code is kept
    kept = os.environ.get("NUMBA_CACHE_DIR")
    return Path(kept) / "peppernut-bots" if kept else None


def prepare(wait: bool = False) -> None:
    """Make the compiled code ready in the background, or wait for it. Without Numba nothing happens.

    The first time on a machine a process of its own compiles it, for a minute or two; later it is loaded from
    disk in a few seconds.
    """
    if not available():
        return
    with _begun:
        if not _threads:
            _threads.append(threading.Thread(target=_prepare, name="peppernut-bots-prepare", daemon=True))
            _threads[0].start()
    if wait:
        _threads[0].join()


def _prepare() -> None:
    try:
        done = _marker()
        if done is not None and done.exists():
            load()
            return
        # compiling in this process would take the lock that all its threads share
        command = [sys.executable, "-m", "peppernut.bots.warm"]
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True)  # noqa: S603
        if done is not None:
            done.touch()
        load()
    except (OSError, subprocess.CalledProcessError) as error:
        log.warning("the bots stay with simple rules: %s", error)
    except Exception:
        log.exception("the bots stay with simple rules")
