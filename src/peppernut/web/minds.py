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

# An action (None: wait), and the milliseconds a person would take for it, if the bot knows.
Thought = tuple[str | None, int | None]

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
        self.think: Callable[[str, str, Any, int], Thought] = think

    def prepare(self) -> None:
        """Import (and compile) what the bots need, before the first of them is asked."""
        if self.ready:
            self._pool.submit(_prepare)

    async def choose(self, game: str, level: str, view: Any, seed: int) -> Thought:
        """What the bot does; a safe legal action if it is late or fails."""
        loop = asyncio.get_running_loop()
        try:
            thought = loop.run_in_executor(self._pool, self.think, game, level, view, seed)
            action, ms = await asyncio.wait_for(thought, self.seconds)
            if action is not None and action not in view.legal:
                raise ValueError(f"{action!r} is not legal")  # noqa: TRY301
        except TimeoutError:
            log.warning("a %s bot at %s was late", level, game)
        except Exception as error:
            # The whole story once, then a line each time.
            told, self._told = self._told, True
            log.error("a %s bot at %s failed: %r", level, game, error, exc_info=None if told else error)  # noqa: TRY400  (a sentence is enough)
        else:
            return action, ms
        self.metrics["bot_fallbacks"] += 1
        return self.safe(view), None

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


def think(game: str, level: str, view: Any, seed: int) -> Thought:
    """One decision, from the view alone."""
    policy = _policy()
    rng = random.Random(seed)
    if policy is None:
        return by_chance(view, rng), None
    bot: Any = policy(game, level)
    action: str | None = bot.choose(view, rng)
    delay = getattr(bot, "delay", None)
    return action, None if delay is None else delay(view, rng, action)


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
    action: str | None = bot.choose(view, random.Random(seed))
    return action, "" if action is None else str(bot.reason(view, action))
