"""Bots think outside the server's loop, see views only, and have a time by which they must have answered."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import logging
import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from peppernut.web.metrics import Metrics

log = logging.getLogger("peppernut.minds")


class Minds:
    """All bots of a server: they share one thread, so that they never take more than one core."""

    def __init__(self, seconds: float, metrics: Metrics) -> None:
        """`seconds`: how long a bot may think before a safe move is made for it."""
        self.seconds = seconds
        self.metrics = metrics
        self.ready = importlib.util.find_spec("peppernut.bots") is not None
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="peppernut-bots")
        self._told = False
        # Tests put another head here.
        self.think: Callable[[str, str, Any, int], str | None] = think

    def prepare(self) -> None:
        """Import (and compile) what the bots need, before the first of them is asked."""
        if self.ready:
            self._pool.submit(_prepare)

    async def choose(self, game: str, level: str, view: Any, seed: int) -> str | None:
        """What the bot does; a safe legal action if it is late or fails."""
        loop = asyncio.get_running_loop()
        try:
            thought = loop.run_in_executor(self._pool, self.think, game, level, view, seed)
            return await asyncio.wait_for(thought, self.seconds)
        except TimeoutError:
            log.warning("a %s bot at %s was late", level, game)
        except Exception as error:
            # The whole story once, then a line each time.
            told, self._told = self._told, True
            log.error("a %s bot at %s failed: %r", level, game, error, exc_info=None if told else error)
        self.metrics["bot_fallbacks"] += 1
        return self.safe(view)

    @staticmethod
    def safe(view: Any) -> str | None:
        """A legal action that can hardly hurt."""
        return view.legal[0] if view.legal else None

    async def hint(self, game: str, view: Any, seed: int) -> tuple[str | None, str]:
        """What a strong bot would do here, and why."""
        loop = asyncio.get_running_loop()
        thought = loop.run_in_executor(self._pool, _hint, game, view, seed)
        return await asyncio.wait_for(thought, self.seconds)

    def close(self) -> None:
        """Stop thinking."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def think(game: str, level: str, view: Any, seed: int) -> str | None:
    """One decision, from the view alone."""
    policy = _policy()
    if policy is None:
        return by_chance(view, random.Random(seed))
    action: str | None = policy(game, level).choose(view, random.Random(seed))
    return action


def _policy() -> Any:
    try:
        bots = importlib.import_module("peppernut.bots")
    except ImportError:
        return None
    return getattr(bots, "policy", None)


def by_chance(view: Any, rng: random.Random) -> str | None:
    """Any legal action; at the race, one that moves a card if there is one."""
    legal = list(view.legal)
    moves = [action for action in legal if action not in {"draw", "stuck"}]
    if legal and not moves and "draw" in legal and rng.random() < 0.9:
        return "draw"
    return rng.choice(moves or legal) if legal else None


def _prepare() -> None:
    try:
        prepare = getattr(importlib.import_module("peppernut.bots"), "prepare", None)
        if prepare is not None:
            prepare()
    except Exception:
        log.exception("the bots could not be prepared")


def _hint(game: str, view: Any, seed: int) -> tuple[str | None, str]:
    policy = _policy()
    if policy is None:
        return None, ""
    bot: Any = policy(game, "hard")
    explain = getattr(bot, "explain", None)
    if explain is not None:
        action, reason = explain(view, random.Random(seed))[:2]
        return action, str(reason)
    return bot.choose(view, random.Random(seed)), ""
