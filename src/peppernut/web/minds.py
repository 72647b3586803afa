"""Bots think outside the server's loop and see views only; under load they think shorter, never later."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from peppernut import bots

if TYPE_CHECKING:
    from collections.abc import Callable

    from peppernut.web.metrics import Metrics

# An action (None: wait), and the milliseconds a person would take for it, if the bot knows.
Thought = tuple[str | None, int | None]

log = logging.getLogger("peppernut.minds")

# An answer is aimed at within this part of the time: then it is there before the table's pace asks for it.
AIM: Final = 1 / 3
# Only this part of the aimed time is given out: some thoughts take longer than most.
SPENT: Final = 0.5
# A search shorter than this part of a whole one is worth less than the simple rules.
LEAST: Final = 0.05
# What a whole thought is taken to need before one was measured, in seconds, and how much a new one counts.
COST: Final = 0.05
LEARN: Final = 0.1


@dataclass(frozen=True)
class _Question:
    """Something to think about, with the effort still to be settled."""

    kind: tuple[str, str]  # game and level
    work: Callable[[float], Any]
    asked: float
    answer: asyncio.Future[Any]


class Minds:
    """All bots of a server: they share one thread, so that they never take more than one core.

    Questions wait table by table, and the tables take turns: a table with many has one of them ahead of another
    table's first. The effort of a thought is what is left of its time, shared with all that wait.
    """

    def __init__(self, seconds: float, metrics: Metrics) -> None:
        """`seconds`: how long a bot may think before something simple is done for it."""
        self.seconds = seconds
        self.metrics = metrics
        self.waiting = 0
        self._tables: dict[str, deque[_Question]] = {}  # the next table first
        self._costs: dict[tuple[str, str], float] = {}
        self._worker: asyncio.Task[None] | None = None
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="peppernut-bots")
        self._told = False
        # Tests put another head here.
        self.think: Callable[[str, str, Any, int, float], Thought] = think

    async def choose(self, table: str, game: str, level: str, view: Any, seed: int) -> Thought:
        """What the bot does; what the simple rules say if it is late or fails, or at last a safe legal action."""
        try:
            action, ms = await self._ask(
                table, (game, level), lambda effort: self.think(game, level, view, seed, effort)
            )
            if action is not None and action not in view.legal:
                raise ValueError(f"{action!r} is not legal")  # noqa: TRY301
        except TimeoutError:
            self.metrics["bot_late"] += 1
            log.warning("a %s bot at %s was late", level, game)
        except Exception as error:
            # The whole story once, then a line each time.
            told, self._told = self._told, True
            log.error("a %s bot at %s failed: %r", level, game, error, exc_info=None if told else error)  # noqa: TRY400  (a sentence is enough)
        else:
            return action, ms
        self.metrics["bot_fallbacks"] += 1
        return fallback(game, view, seed), None

    async def hint(self, table: str, game: str, view: Any, seed: int) -> tuple[str | None, str]:
        """What a strong bot would do here, and why."""
        answer: tuple[str | None, str] = await self._ask(
            table, (game, "hard"), lambda effort: hint(game, view, seed, effort)
        )
        return answer

    async def _ask(self, table: str, kind: tuple[str, str], work: Callable[[float], Any]) -> Any:
        loop = asyncio.get_running_loop()
        question = _Question(kind, work, loop.time(), loop.create_future())
        self._tables.setdefault(table, deque()).append(question)
        self.waiting += 1
        if self._worker is None or self._worker.done():
            self._worker = loop.create_task(self._work())
        return await asyncio.wait_for(question.answer, self.seconds)

    async def _work(self) -> None:
        """Answer all that waits, one question of a table after one of the next."""
        loop = asyncio.get_running_loop()
        while self._tables:
            table = next(iter(self._tables))
            questions = self._tables.pop(table)
            question = questions.popleft()
            if questions:
                self._tables[table] = questions
            self.waiting -= 1
            answer = question.answer
            if answer.done():  # nobody waits for it any more
                continue
            effort = self._effort(question.kind, loop.time() - question.asked)
            self.metrics["bot_short"] += effort < 1
            begin = time.perf_counter()
            thought = loop.run_in_executor(self._pool, question.work, effort)
            await asyncio.wait([thought])
            if effort == 1:
                cost = self._costs.get(question.kind, COST)
                self._costs[question.kind] = cost + LEARN * (time.perf_counter() - begin - cost)
            error = thought.exception()
            if answer.done():
                continue
            if error is not None:  # whoever asked tells it
                answer.set_exception(error)
            else:
                answer.set_result(thought.result())

    def _effort(self, kind: tuple[str, str], age: float) -> float:
        """How much of a whole thought there is time for; 0: the simple rules must do."""
        share = SPENT * (AIM * self.seconds - age) / (self.waiting + 1)
        effort = min(1.0, share / self._costs.get(kind, COST))
        return effort if effort >= LEAST else 0.0

    def close(self) -> None:
        """Stop thinking."""
        if self._worker is not None:
            self._worker.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def think(game: str, level: str, view: Any, seed: int, effort: float) -> Thought:
    """One decision, from the view alone."""
    bot: Any = bots.policy(game, level)
    rng = random.Random(seed)
    if game == "nerts":
        action: str | None = bot.choose(view, rng)
        return action, bot.delay(view, rng, action)
    return bot.choose(view, rng, effort), None


def fallback(game: str, view: Any, seed: int) -> str | None:
    """What the simple rules do; if even they fail, a legal action that can hardly hurt."""
    try:
        action: str | None = bots.policy(game, "simple").choose(view, random.Random(seed))
    except Exception:
        log.exception("the simple rules failed at %s", game)
    else:
        return action
    return view.legal[0] if view.legal else None


def hint(game: str, view: Any, seed: int, effort: float) -> tuple[str | None, str]:
    """What a strong bot would do, with its reason in plain words."""
    bot: Any = bots.policy(game, "hard")
    action, _ = think(game, "hard", view, seed, effort)
    return action, str(bot.reason(view, action))
