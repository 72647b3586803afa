"""One socket: frames in, frames out, never more waiting than a person could want."""

from __future__ import annotations

import asyncio
import logging
import struct
from collections import deque
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from peppernut.web import protocol
from peppernut.web.protocol import CLOSE_TOO_MUCH, Error, Hello, Ping, Pong

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from peppernut.web.desk import Desk
    from peppernut.web.metrics import Metrics

log = logging.getLogger("peppernut.line")

# More than this unread: the reader is slow and gets a fresh view when it has caught up.
BEHIND: Final = 256 * 1024
# Still behind after so many seconds: given up.
PATIENCE: Final = 20.0
MOST_BAD: Final = 50


class Wire(Protocol):
    """The way out of the process."""

    def write(self, payload: bytes) -> None:
        """Send a text frame; never waits."""

    def waiting(self) -> int:
        """How many bytes have not left yet."""

    def close(self, code: int) -> None:
        """Close politely."""

    def abort(self) -> None:
        """Let go at once."""


class Line:
    """A person's (or spectator's) socket at one table."""

    __slots__ = (
        "_bad",
        "_loop",
        "behind_since",
        "desk",
        "joined",
        "key",
        "metrics",
        "seat",
        "since",
        "token",
        "wire",
    )

    def __init__(self, wire: Wire, desk: Desk, key: str, token: str, metrics: Metrics) -> None:
        """A socket whose cookie fits the table."""
        self.wire = wire
        self.desk = desk
        self.key = key
        self.token = token
        self.metrics = metrics
        self.seat: int | None = None
        self.joined = False
        self.since = 0
        self.behind_since: float | None = None
        self._bad = 0
        self._loop = asyncio.get_running_loop()

    def send(self, payload: bytes) -> None:
        """Send, unless the reader is behind: then a fresh view follows later instead."""
        if self.behind_since is not None:
            return
        if self.wire.waiting() > BEHIND:
            self.metrics["slow_readers"] += 1
            self.behind_since = self._loop.time()
            self._loop.call_later(0.25, self._caught_up)
            return
        self.metrics["frames_out"] += 1
        self.wire.write(payload)

    def _caught_up(self) -> None:
        if self.behind_since is None:
            return
        if self.wire.waiting() < BEHIND // 8:
            self.behind_since = None
            self.desk.look(self)
        elif self._loop.time() - self.behind_since > PATIENCE:
            self.metrics["slow_dropped"] += 1
            self.wire.abort()
        else:
            self._loop.call_later(0.25, self._caught_up)

    def receive(self, text: str | bytes) -> None:
        """A frame has come."""
        self.metrics["frames_in"] += 1
        try:
            message = protocol.decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError) as error:
            self._refuse_frame(error)
            return
        if type(message) is Ping:
            self.send(protocol.encode(Pong(message.ms)))
            if message.rtt is not None:
                self.desk.told_rtt(self, message.rtt)
        elif type(message) is Hello:
            self.desk.hello(self, message)
        elif not self.joined:
            self.send(protocol.encode(Error("no_hello", "The first message must be hello.")))
        else:
            self.desk.requests.take(self, message)

    def _refuse_frame(self, error: Exception) -> None:
        self.metrics["frames_bad"] += 1
        self._bad += 1
        said = str(error) if isinstance(error, msgspec.ValidationError) else "The frame is not JSON."
        self.send(protocol.encode(Error("bad_message", said[:200])))
        if self._bad >= MOST_BAD:
            self.wire.close(CLOSE_TOO_MUCH)

    def lost(self) -> None:
        """The socket is gone."""
        self.behind_since = None
        self.desk.gone(self)


def frame(payload: bytes) -> bytes:
    """A payload as an unmasked text frame."""
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 65536:
        return struct.pack("!BBH", 0x81, 126, size) + payload
    return struct.pack("!BBQ", 0x81, 127, size) + payload


class AsgiWire:
    """A wire over any ASGI server: one task writes what is waiting."""

    def __init__(self, send: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
        """Begin to write."""
        self._send = send
        self._queue: deque[bytes] = deque()
        self._size = 0
        self._code: int | None = None
        self._wake = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._work())

    def write(self, payload: bytes) -> None:
        """Put a frame in the queue."""
        self._queue.append(payload)
        self._size += len(payload)
        self._wake.set()

    def waiting(self) -> int:
        """What is in the queue."""
        return self._size

    def close(self, code: int) -> None:
        """Close when the queue is empty."""
        self._code = code
        self._wake.set()

    def abort(self) -> None:
        """Stop writing."""
        self._task.cancel()

    async def _work(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._queue:
                    payload = self._queue.popleft()
                    await self._send({"type": "websocket.send", "text": payload.decode()})
                    self._size -= len(payload)
                if self._code is not None:
                    await self._send({"type": "websocket.close", "code": self._code})
                    return
        except (OSError, RuntimeError):
            log.debug("a socket went away while we wrote")
