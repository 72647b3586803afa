"""Load on a server of its own: real sockets, every action committed before it is acknowledged.

The server runs as a process on one core, the clients in this process on another (where the system can pin them).
Clients are as small as they can be, so that the server is what is measured.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from peppernut.web.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Callable

SERVE: Final = (
    "import sys; from peppernut.web import serve; sys.exit(serve(port=int(sys.argv[1]), data=sys.argv[2]))"
)
SEATS: Final = 4
_json = msgspec.json.Decoder()


class Member(asyncio.Protocol):
    """One socket at one table: counts, times, and acts by simple rules."""

    def __init__(self, load: Load, table: str, cookie: str) -> None:
        """Not connected yet."""
        self.load = load
        self.table = table
        self.cookie = cookie
        self.seat = 0
        self.n = 0
        self.sent: dict[int, float] = {}
        self.state: dict[str, Any] = {}
        self.match: dict[str, Any] = {}
        self.ready = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._open = False

    def connection_made(self, transport: Any) -> None:
        """Ask for the socket."""
        self.transport = transport
        sock = transport.get_extra_info("socket")
        if sock is not None:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        host = self.load.base.removeprefix("http://")
        transport.write(
            f"GET /ws/{self.table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nOrigin: {self.load.base}\r\n"
            f"Cookie: {self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take frames apart."""
        buffer = self._buffer + data
        if not self._open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            self._open = True
            self.send(b'{"t":"hello","v":1}')
        at = 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            opcode = buffer[at] & 15
            if opcode == 1:
                self.frame(buffer[start : start + size])
            elif opcode == 9:
                self.send(buffer[start : start + size], 10)
            at = start + size
        self._buffer = buffer[at:]

    def send(self, payload: bytes, opcode: int = 1) -> None:
        """Send a frame; the mask may be zero."""
        size = len(payload)
        head = (
            bytes((0x80 | opcode, 0x80 | size))
            if size < 126
            else bytes((0x80 | opcode, 0xFE)) + size.to_bytes(2, "big")
        )
        self.transport.write(head + b"\0\0\0\0" + payload)

    def frame(self, payload: bytes) -> None:
        """Draw the picture, count the answers."""
        if payload.startswith(b'{"t":"ack"'):
            now = time.perf_counter()
            answer = _json.decode(payload)
            began = self.sent.pop(answer["n"], None)
            if began is not None:
                self.load.answered(now - began, answer)
            return
        self.load.frames += 1
        frame = _json.decode(payload)
        kind = frame["t"]
        if kind == "welcome":
            self.seat, self.state, self.match = frame["seat"], frame["table"], frame["match"] or {}
            if not self.ready.done():
                self.ready.set_result(None)
        elif kind == "step":
            self.state["position"] = frame["position"]
            self.state.update(frame.get("table", ()))
            self.match.update(frame.get("match", ()))
            if "deal" in frame:
                self.match["deal"].update(frame["deal"])
            if "match" in frame and not self.match.get("over") and self.state["between"]:
                self.wish(b'"t":"ready"')

    def wish(self, body: bytes, timed: bool = False) -> None:
        """Send with the next counter."""
        self.n += 1
        if timed:
            self.sent[self.n] = time.perf_counter()
        self.send(b'{%s,"n":%d}' % (body, self.n))

    def act(self) -> None:
        """Do something that is probably legal."""
        deal = self.match.get("deal")
        if not deal:
            return
        if self.load.game == "nerts":
            action = race_action(deal, self.seat)
        elif deal["legal"]:
            action = random.choice(deal["legal"])
        else:
            return
        self.wish(b'"t":"act","at":%d,"action":"%s"' % (self.state["position"], action.encode()), timed=True)


def race_action(deal: dict[str, Any], seat: int) -> str:
    """A move that fits as far as this picture knows, else a draw."""
    place = deal["places"][seat]
    ranks = "A23456789TJQK"
    tops = {(heap["suit"], heap["cards"]) for heap in deal["foundations"]}
    sources = [("P", place["pile_top"]), ("W", place["waste_top"])]
    sources += [(f"T{i}", cards[-1] if cards else None) for i, cards in enumerate(place["work"], 1)]
    for name, card in sources:
        if card and (card[0] == "A" or (card[1], ranks.index(card[0])) in tops):
            return f"move {name} F"
    for name, card in sources[:2]:
        for i, cards in enumerate(place["work"], 1):
            if card and cards:
                end = cards[-1]
                if ranks.index(end[0]) == ranks.index(card[0]) + 1 and (end[1] in "DH") != (card[1] in "DH"):
                    return f"move {name} T{i}"
    return "draw"


class Load:
    """Tables, members, a pace, and what came of it."""

    def __init__(self, game: str, tables: int, every: float) -> None:
        """`every`: seconds between two actions of one member (of one table, where people take turns)."""
        self.game = game
        self.tables = tables
        self.every = every
        self.base = ""
        self.frames = 0
        self.refused = 0
        self.times: list[float] = []

    def answered(self, seconds: float, answer: dict[str, Any]) -> None:
        """An answer has come."""
        self.times.append(seconds)
        self.refused += not answer["ok"]

    async def _table(self, limit: asyncio.Semaphore) -> list[Member]:
        loop = asyncio.get_running_loop()
        async with limit:
            people = [Visitor(self.base) for _ in range(SEATS)]
            name, secret = await people[0].open(
                self.game, {"players": SEATS} if self.game != "pepper" else {}
            )
            for person in people[1:]:
                await person.join(name, secret, name="P")
            host, _, port = self.base.removeprefix("http://").rpartition(":")
            members = []
            for person in people:
                _, member = await loop.create_connection(
                    lambda p=person: Member(self, name, p.cookie),  # type: ignore[misc]
                    host,
                    int(port),
                )
                await member.ready
                members.append(member)
            members[0].wish(b'"t":"host","do":"start"')
            return members

    async def _race(self, member: Member, until: float) -> None:
        await asyncio.sleep(random.random() * self.every)
        due = time.perf_counter()
        while due < until:
            member.act()
            due += self.every
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    async def _turns(self, members: list[Member], until: float) -> None:
        await asyncio.sleep(random.random() * self.every)
        due = time.perf_counter()
        while due < until:
            for member in members:
                deal = member.match.get("deal")
                if deal and deal["legal"]:
                    member.act()
                    break
            due += self.every
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    async def run(
        self, port: int, pid: int, seconds: float, warm: float, note: Callable[[str], None]
    ) -> dict[str, Any]:
        """Seat everybody, warm up, measure."""
        self.base = f"http://127.0.0.1:{port}"
        await _answers(self.base)
        note(f"seating {self.tables * SEATS} members")
        limit = asyncio.Semaphore(8)
        tables = await asyncio.gather(*(self._table(limit) for _ in range(self.tables)))
        await asyncio.sleep(1.0)
        note(f"{self.game}: {seconds:g} s")
        until = time.perf_counter() + warm + seconds
        if self.game == "nerts":
            going = [asyncio.ensure_future(self._race(m, until)) for members in tables for m in members]
        else:
            going = [asyncio.ensure_future(self._turns(members, until)) for members in tables]
        await asyncio.sleep(warm)
        self.times.clear()
        self.frames = self.refused = 0
        cpu, began = _cpu(pid), time.perf_counter()
        await asyncio.sleep(seconds)
        took, used = time.perf_counter() - began, _cpu(pid) - cpu
        times, frames, refused = sorted(self.times), self.frames, self.refused
        for task in going:
            task.cancel()
        for members in tables:
            for member in members:
                member.transport.abort()
        count = max(1, len(times))
        return {
            "what": f"server {self.game}",
            "game": self.game,
            "tables": self.tables,
            "members": self.tables * SEATS,
            "actions_per_s": round(len(times) / took, 1),
            "refused": refused,
            "frames_per_s": round(frames / took, 1),
            "p50_ms": round(1000 * times[count // 2], 2) if times else None,
            "p99_ms": round(1000 * times[min(len(times) - 1, int(count * 0.99))], 2) if times else None,
            "cpu_us_per_action": round(1e6 * used / count, 1),
            "cpu_share": round(used / took, 3),
            "memory_mib": round(_memory(pid), 1),
        }


async def _answers(base: str) -> None:
    for _ in range(1000):
        try:
            if (await Visitor(base).ask("GET", "/healthz"))[0] == 200:
                return
        except OSError:
            await asyncio.sleep(0.02)
    raise RuntimeError("the server does not answer")


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def measure(
    game: str,
    tables: int,
    every: float,
    seconds: float = 20.0,
    warm: float = 5.0,
    note: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Start a server, load it, stop it; one row of results."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
        probe.close()
        env = {
            **os.environ,
            "PEPPERNUT_TABLES_AN_HOUR": "1000000",
            "PEPPERNUT_COUNTDOWN": "0.5",
            "PEPPERNUT_WARM": "0",
        }
        server = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", SERVE, str(port), f"{folder}/tables.sqlite3"], env=env, stdout=-3
        )
        before: set[int] | None = None
        with contextlib.suppress(AttributeError, OSError, IndexError):
            cores = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(server.pid, {cores[0]})
            before = set(cores)
            os.sched_setaffinity(0, {cores[1]})
        try:
            return asyncio.run(Load(game, tables, every).run(port, server.pid, seconds, warm, note))
        finally:
            server.terminate()
            server.wait(20)
            if before is not None:
                os.sched_setaffinity(0, before)


def measure_all(note: Callable[[str], None] = lambda _: None) -> list[dict[str, Any]]:
    """The two loads of the bench: races at two actions a second each, and card tables at one every three seconds."""
    return [measure("nerts", 200, 0.5, note=note), measure("peanuts", 1000, 3.0, note=note)]
