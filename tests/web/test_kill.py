"""`kill -9` at any moment: everything acknowledged is there afterwards, and the table goes on."""

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from peppernut.record import replay
from peppernut.web.journal import Acted, decode
from peppernut.web.store import read_table
from peppernut.web.table import Table
from peppernut.web.visitor import Chair, Visitor

SERVE = (
    "import sys; from peppernut.web import serve; sys.exit(serve(port=int(sys.argv[1]), data=sys.argv[2]))"
)
KILLS = 20


def start(port: int, data: Path) -> subprocess.Popen[str]:
    env = {
        **os.environ,
        "PEPPERNUT_PACE": "0.004",
        "PEPPERNUT_WARM": "0",
        "PEPPERNUT_RATE": "10000",
        "PEPPERNUT_BURST": "10000",
    }
    return subprocess.Popen(
        [sys.executable, "-c", SERVE, str(port), str(data)], stdout=subprocess.PIPE, text=True, env=env
    )


async def answers(base: str, within: float = 15.0) -> float:
    """Wait until the page answers; how long it took."""
    began = time.monotonic()
    while time.monotonic() - began < within:
        try:
            if (await Visitor(base).ask("GET", "/healthz"))[0] == 200:
                return time.monotonic() - began
        except OSError:
            await asyncio.sleep(0.02)
    raise AssertionError("the server does not answer")


def stop(server: subprocess.Popen[str], how: signal.Signals) -> None:
    server.send_signal(how)
    server.wait(20)
    if server.stdout:
        server.stdout.close()


@dataclass
class Ledger:
    """What the driver was told, and what it still waits for."""

    acknowledged: dict[int, str] = field(default_factory=dict)
    pending: dict[str, Any] | None = None
    have: int | None = None

    def check(self, bodies: list[str], shown: list[tuple[int, str]]) -> None:
        """The log must hold everything that was acknowledged or shown, once."""
        acts = [entry for entry in map(decode, bodies) if isinstance(entry, Acted)]
        mine = [(entry.n, entry.action) for entry in acts if entry.by == 0]
        assert len(mine) == len(dict(mine)), "an action was done twice"
        lost = {n: action for n, action in self.acknowledged.items() if dict(mine).get(n) != action}
        assert not lost, f"acknowledged and lost: {lost}"
        stored = [(entry.seat, entry.action) for entry in acts]
        played = iter(stored)
        assert all(action in played for action in shown), f"shown {shown}, stored {stored}"


def test_kill_twenty_times(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite3"
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    rng = random.Random(20)

    async def scenario() -> None:
        server = start(port, data)
        try:
            await answers(base)
            ann, ledger = Visitor(base), Ledger()
            table, _ = await ann.open("peanuts", {"start_cards": 13, "hands": 26, "decks": 2}, bots="fill")
            for _ in range(KILLS):
                doomed = asyncio.get_running_loop().call_later(rng.uniform(0.05, 0.6), server.kill)
                chair = ann.sit(table, ledger.have)
                with contextlib.suppress(OSError, WebSocketException, TimeoutError, EOFError):
                    await chair.__aenter__()
                    await play(chair, ledger, rng)
                ledger.have = chair.seq
                doomed.cancel()
                stop(server, signal.SIGKILL)
                shown = [
                    (e["seat"], e["action"])
                    for e in chair.events
                    if e["kind"] == "action" and "??" not in e["action"]
                ]
                ledger.check(read_table(data, table) or [], shown)
                server = start(port, data)
                await answers(base)
            assert len(ledger.acknowledged) > KILLS
            # And on it goes, to the end of the hand.
            async with ann.sit(table, ledger.have) as chair:
                await asyncio.wait_for(finish(chair, rng), 30)
            record = Table.replay(table, read_table(data, table) or []).record()
            assert record is not None
            assert replay(record).to_json()["error"] is None
        finally:
            if server.poll() is None:
                stop(server, signal.SIGTERM)
        assert server.returncode == 0

    asyncio.run(scenario())


async def play(chair: Chair, ledger: Ledger, rng: random.Random) -> None:
    """Play as fast as it goes, until the line breaks. What was not acknowledged is sent again with its number."""
    if not chair.table["started"]:
        await chair.wish(t="host", do="start")
    if ledger.pending is not None:
        await chair.send(**ledger.pending)
    while True:
        if ledger.pending is None and chair.table["over"]:
            await chair.wish(t="host", do="rematch")
        elif ledger.pending is None and chair.table["between"] and not chair.table["seats"][0]["ready"]:
            await chair.wish(t="ready")
        elif ledger.pending is None and chair.match and chair.match["deal"] and chair.deal["legal"]:
            chair.n += 1
            action = rng.choice(chair.deal["legal"])
            ledger.pending = {"t": "act", "n": chair.n, "at": chair.table["position"], "action": action}
            await chair.send(**ledger.pending)
        frame = await chair.take(5)
        if ledger.pending is not None and frame["t"] == "ack" and frame["n"] == ledger.pending["n"]:
            if frame["ok"]:
                ledger.acknowledged[frame["n"]] = ledger.pending["action"]
            ledger.pending = None


async def finish(chair: Chair, rng: random.Random) -> None:
    """Play until a hand has ended."""
    rows = len((chair.match or {})["sheet"]) % 26
    while len((chair.match or {})["sheet"]) <= rows:
        if chair.table["over"]:
            await chair.wish(t="host", do="rematch")
        elif chair.table["between"] and not chair.table["seats"][0]["ready"]:
            await chair.wish(t="ready")
        elif chair.match and chair.match["deal"] and chair.deal["legal"]:
            await chair.act(rng.choice(chair.deal["legal"]))
        else:
            await chair.take()


def test_a_graceful_stop_says_goodbye(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    base = f"http://127.0.0.1:{port}"

    async def scenario() -> None:
        server = start(port, tmp_path / "tables.sqlite3")
        try:
            took = await answers(base)
            assert took < 10.0  # two seconds on a machine that has time; tests share theirs
            ann = Visitor(base)
            table, _ = await ann.open("peanuts", bots="fill")
            async with ann.sit(table) as chair:
                server.send_signal(signal.SIGTERM)
                bye = await chair.until(lambda frame: frame["t"] == "bye")
                assert bye["why"] == "stopping"
                try:
                    while True:
                        await chair.take(5)
                except WebSocketException:
                    assert chair.line.close_code == 1012
        finally:
            stop(server, signal.SIGTERM)
        assert server.returncode == 0

    asyncio.run(scenario())
