"""A server on loopback in the loop of the test, and visitors who sit down at its tables."""

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from peppernut.web.lobby import Lobby
from peppernut.web.server import serving
from peppernut.web.settings import Settings
from peppernut.web.store import Store
from peppernut.web.visitor import Visitor

QUICK = {
    "pace": 0.0,
    "countdown": 0.05,
    "rate": 5000.0,
    "burst": 5000.0,
    "tables_an_hour": 10_000,
    "warm": False,
}


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A test of one table deals the same cards in every run; its bots have the same luck where time does not tell."""
    cards, luck = (random.Random(f"{of} {request.node.name}") for of in ("cards", "bots"))
    known = SimpleNamespace(token_hex=lambda size: cards.randbytes(size).hex(), randbits=luck.getrandbits)
    for module in ("bot_seats", "desk", "lobby"):
        monkeypatch.setattr(f"peppernut.web.{module}.secrets", known)


class House:
    """A running server."""

    def __init__(self, base: str, lobby: Lobby) -> None:
        self.base = base
        self.lobby = lobby

    def visitor(self) -> Visitor:
        return Visitor(self.base)


Opener = Callable[..., AbstractAsyncContextManager[House]]


@pytest.fixture
def house(tmp_path: Path) -> Opener:
    """Serve the file of this test; use with `async with`."""

    @asynccontextmanager
    async def opened(small: bool = False, **settings: Any) -> AsyncIterator[House]:
        store = Store(tmp_path / "tables.sqlite3")
        sock = socket.create_server(("127.0.0.1", 0))
        if small:  # little room in the kernel, so that a slow reader is noticed soon
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        port = sock.getsockname()[1]
        try:
            async with serving(store, Settings(**{**QUICK, **settings}), sock) as (_, lobby):
                yield House(f"http://127.0.0.1:{port}", lobby)
        finally:
            await asyncio.to_thread(store.close)

    return opened
