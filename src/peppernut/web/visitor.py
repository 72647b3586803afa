"""A small client of the protocol in Python: what tests and measurements sit down with.

It keeps the picture of the table as docs/protocol.md says a client should: welcomes replace it, steps patch it.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
from typing import TYPE_CHECKING, Any, Self

from websockets.asyncio.client import connect

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection


# Differs from view to view: for the host only, or by the moment.
TIMED = {"link_secret", "starts_in"}


class Gap(AssertionError):
    """A step was lost or repeated."""


class Visitor:
    """A person with a browser: a cookie, and sockets to tables."""

    def __init__(self, base: str) -> None:
        """`base`: the address of the server, as in `http://127.0.0.1:8000`."""
        self.base = base
        self.cookie = ""

    async def ask(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any, dict[str, str]]:
        """An HTTP request: status, body (JSON or bytes), headers."""
        return await asyncio.to_thread(self._ask, method, path, body, headers or {})

    def _ask(
        self, method: str, path: str, body: object, headers: dict[str, str]
    ) -> tuple[int, Any, dict[str, str]]:
        line = http.client.HTTPConnection(self.base.removeprefix("http://"), timeout=20)
        try:
            sent = {"Cookie": self.cookie} if self.cookie else {}
            payload: bytes | None = None
            if body is not None:
                sent["Content-Type"] = "application/json"
                payload = body if isinstance(body, bytes) else json.dumps(body).encode()
            line.request(method, path, payload, {**sent, **headers})
            response = line.getresponse()
            raw = response.read()
            got = {key.lower(): value for key, value in response.getheaders()}
            if "set-cookie" in got:
                self.cookie = got["set-cookie"].partition(";")[0]
            is_json = got.get("content-type", "").startswith("application/json")
            return response.status, json.loads(raw) if is_json else raw, got
        finally:
            line.close()

    async def open(self, game: str, rules: dict[str, Any] | None = None, **more: Any) -> tuple[str, str]:
        """Open a table; its name and the secret of its link."""
        wish = {"game": game, "rules": rules or {}, "name": "Ann", **more}
        status, made, _ = await self.ask("POST", "/api/tables", wish)
        if status != 201:
            raise AssertionError(made)
        return made["table"], made["secret"]

    async def join(self, table: str, secret: str | None, **more: Any) -> Any:
        """Sit down (or watch); the seat."""
        status, made, _ = await self.ask("POST", f"/api/tables/{table}/join", {"secret": secret, **more})
        if status != 200:
            raise AssertionError(made)
        return made["seat"]

    def sit(self, table: str, have: int | None = None) -> Chair:
        """A socket to the table; use with `async with`."""
        return Chair(self, table, have)


class Chair:
    """A socket at a table and the picture it has drawn."""

    line: ClientConnection

    def __init__(self, visitor: Visitor, table: str, have: int | None = None) -> None:
        """Not connected yet."""
        self.visitor = visitor
        self.name = table
        self.have = have
        self.small = False  # take in little at a time, like a phone far from the house
        self.seat: int | None = None
        self.host = False
        self.n = 0
        self.seq = 0
        self.table: dict[str, Any] = {}
        self.match: dict[str, Any] | None = None
        self.frames: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.events: list[dict[str, Any]] = []
        self.acks: dict[int, dict[str, Any]] = {}

    async def __aenter__(self) -> Self:
        """Connect and say hello."""
        await self.open()
        await self.send(t="hello", v=1, have=self.have)
        await self.until(lambda frame: frame["t"] in {"welcome", "resumed"})
        return self

    async def open(self) -> None:
        """Connect without a word."""
        base = self.visitor.base
        sock = None
        if self.small:
            host, _, port = base.removeprefix("http://").rpartition(":")
            sock = socket.socket()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
            sock.setblocking(False)
            await asyncio.get_running_loop().sock_connect(sock, (host, int(port)))
        self.line = await connect(
            base.replace("http", "ws", 1) + "/ws/" + self.name,
            origin=base,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.visitor.cookie},
            compression=None,
            max_size=None,
            sock=sock,
            max_queue=None,
        )

    async def __aexit__(self, *_: object) -> None:
        """Go."""
        await self.line.close()

    async def send(self, **message: Any) -> None:
        """Send a message as it is."""
        await self.line.send(json.dumps(message))

    async def take(self, seconds: float = 10.0) -> dict[str, Any]:
        """The next frame, drawn into the picture."""
        async with asyncio.timeout(seconds):
            text = str(await self.line.recv())
        frame: dict[str, Any] = json.loads(text)
        self.raw.append(text)
        self.frames.append(frame)
        kind = frame["t"]
        if kind == "welcome":
            if frame["seq"] == self.seq and self.seat == frame["seat"]:
                self._compare(frame)
            self.seq, self.seat, self.host = frame["seq"], frame["seat"], frame["host"]
            self.n = max(self.n, frame["n"])
            self.table, self.match = dict(frame["table"]), frame["match"] and dict(frame["match"])
        elif kind == "resumed":
            self.seq, self.n = frame["seq"], max(self.n, frame["n"])
        elif kind == "step":
            self._step(frame)
        elif kind == "ack":
            self.acks[frame["n"]] = frame
            self.n = max(self.n, frame["n"])
        return frame

    def _compare(self, frame: dict[str, Any]) -> None:
        """What was drawn from steps must be what a fresh view shows."""
        drawn = {key: value for key, value in self.table.items() if key not in TIMED}
        fresh = {key: value for key, value in frame["table"].items() if key not in TIMED}
        if self.match is not None and self.table.get("game") == "nerts" and self.match.get("deal"):
            self.match["deal"]["legal"] = frame["match"]["deal"]["legal"]
        if (drawn, self.match) != (fresh, frame["match"]):
            raise Gap("the picture drawn from steps is not what the table shows")

    def _step(self, frame: dict[str, Any]) -> None:
        if frame["seq"] != self.seq + 1:
            raise Gap(f"step {frame['seq']} after {self.seq}")
        self.seq = frame["seq"]
        self.table["position"] = frame["position"]
        self.table.update(frame.get("table", {}))
        if "match" in frame:
            self.match = {**(self.match or {}), **frame["match"]}
        if "deal" in frame:
            assert self.match is not None
            self.match["deal"] = {**self.match["deal"], **frame["deal"]}
        self.events += frame["events"]

    async def until(self, when: Callable[[dict[str, Any]], object], seconds: float = 10.0) -> dict[str, Any]:
        """Take frames until one fits."""
        async with asyncio.timeout(seconds):
            while True:
                frame = await self.take(seconds)
                if when(frame):
                    return frame

    async def wish(self, **message: Any) -> dict[str, Any]:
        """Send with the next counter and wait for the answer."""
        self.n += 1
        n = self.n
        await self.send(n=n, **message)
        while n not in self.acks:
            await self.take()
        return self.acks[n]

    async def act(self, action: str) -> dict[str, Any]:
        """Do an action at the position of the picture."""
        return await self.wish(t="act", at=self.table["position"], action=action)

    @property
    def deal(self) -> dict[str, Any]:
        """The deal as seen from here."""
        assert self.match is not None
        found: dict[str, Any] = self.match["deal"]
        return found
