"""The time of a race: it begins after a countdown, and goes on where the log says it stood."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from peppernut.web.protocol import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from peppernut.web.table import Table


class RaceClock:
    """The clock of one table."""

    def __init__(self, countdown: float, wake: Callable[[], None]) -> None:
        """A clock that stands; ``wake`` is called when the countdown, in seconds, is over."""
        self._countdown = countdown
        self._wake = wake
        self._loop = asyncio.get_running_loop()
        self._from: float | None = None
        self._before = 0

    def start(self, table: Table) -> None:
        """Count down, where there is a race to go on with."""
        self._from = None
        self._before = table.race_ms
        if table.game == "nerts" and table.dealing and not table.paused:
            self._from = self._loop.time() + self._countdown
            self._loop.call_later(self._countdown + 0.01, self._wake)

    def stop(self) -> None:
        """Nothing counts now."""
        self._from = None

    def starts_in(self) -> int | None:
        """Milliseconds of the countdown that are left; None outside of it."""
        if self._from is None:
            return None
        left = self._from - self._loop.time()
        return round(left * 1000) if left > 0 else None

    def running(self) -> bool:
        """Whether moves count."""
        return self._from is not None and self._from <= self._loop.time()

    def event(self) -> list[dict[str, Any]]:
        """The countdown as an event, where there is one."""
        ms = self.starts_in()
        return [] if ms is None else [{"kind": "countdown", "ms": ms}]

    def now(self, table: Table) -> int:
        """The race's time in milliseconds, never before an action that is there; `Wish` when it does not run."""
        if self._from is None:
            raise Wish("not_started", "The race has not begun yet.")
        since = self._loop.time() - self._from
        if since < 0:
            raise Wish("not_started", "The race begins in a moment.")
        return max(table.race_ms, self._before + int(since * 1000))
