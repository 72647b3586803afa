"""Start and stop: the socket, the file of tables, what is printed, what is said when something is in the way."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import ipaddress
import json
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import uvicorn

from peppernut.web import protocol
from peppernut.web.app import Site, is_loopback
from peppernut.web.lobby import Lobby
from peppernut.web.settings import Settings
from peppernut.web.store import Store, StoreError
from peppernut.web.wire import TableProtocol

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PING_EVERY: Final = 15.0
PING_TIMEOUT: Final = 20.0


def default_data() -> Path:
    """Where this person's tables are kept."""
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "peppernut" / "tables.sqlite3"


class _Server(uvicorn.Server):
    """Says goodbye before the sockets are closed."""

    lobby: Lobby

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the people, store what was accepted, then close."""
        await self.lobby.stop()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Any:
        """Stop on SIGINT and SIGTERM as a normal end of the program, not as a death by signal."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {
            number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, old in before.items():
                signal.signal(number, old)


def _bind(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, proto, _, address = found[0]
    sock = socket.socket(family, kind, proto)
    try:
        if os.name != "nt":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(1024)
    except BaseException:
        sock.close()
        raise
    return sock


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def addresses(host: str, port: int) -> list[str]:
    """The addresses under which the page can be opened, the best for this machine first."""
    with contextlib.suppress(ValueError):
        if not ipaddress.ip_address(host).is_unspecified:
            return [f"http://{f'[{host}]' if ':' in host else host}:{port}"]
    if host and host not in {"0.0.0.0", "::"}:  # noqa: S104
        return [f"http://{host}:{port}"]
    found = [f"http://127.0.0.1:{port}"]
    # Which of our addresses would a packet to the house leave from? Nothing is sent.
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        mine = probe.getsockname()[0]
        if not ipaddress.ip_address(mine).is_loopback:
            found.append(f"http://{mine}:{port}")
    return found


def _print_welcome(host: str, urls: list[str], data: Path, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"addresses": urls, "data": str(data)}), flush=True)
        return
    print(f"Peppernut is open: {urls[0]}")
    if len(urls) > 1:
        print(f"For the phones in the house: {urls[1]}")
        if sys.stdout.isatty():
            import segno

            segno.make(urls[1], error="l").terminal(compact=True)
    elif is_loopback(host):
        print("Only this machine reaches it; for the phones in the house add --host 0.0.0.0.")
    print(f"Tables are kept in {data}. Stop with Ctrl+C.", flush=True)


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: str | Path | None = None,
    open_browser: bool = False,
    as_json: bool = False,
    **given: Any,
) -> int:
    """Serve tables until told to stop. 0: stopped as asked; 1: something was in the way (one sentence says what)."""
    logging.basicConfig(
        level=os.environ.get("PEPPERNUT_LOG", "WARNING").upper(),
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
        stream=sys.stderr,
    )
    if isinstance(data, str) and "://" in data:
        _say(f"peppernut: tables can be kept in a file only, not at {data.partition('://')[0]}://….")
        return 1
    path = Path(data) if data is not None else default_data()
    try:
        settings = Settings.from_env(**given)
    except (ValueError, TypeError) as error:
        _say(f"peppernut: a setting in the environment does not fit: {error}.")
        return 1
    try:
        sock = _bind(host, port)
    except OSError as error:
        _say(f"peppernut: {_in_the_way(error, host, port)}")
        return 1
    except OverflowError:
        _say(f"peppernut: {port} is no port; ports go from 0 to 65535.")
        return 1
    try:
        store = Store(path)
    except StoreError as error:
        sock.close()
        _say(f"peppernut: {error}")
        return 1
    try:
        asyncio.run(_serve(sock, host, path, store, settings, open_browser, as_json))
    except KeyboardInterrupt:
        pass
    finally:
        store.close()
    return 0


def _server(lobby: Lobby) -> _Server:
    config = uvicorn.Config(
        Site(lobby),
        ws=TableProtocol,
        ws_max_size=protocol.MAX_FRAME,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_TIMEOUT,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        backlog=1024,
    )
    server = _Server(config)
    server.lobby = lobby
    return server


async def _serve(
    sock: socket.socket,
    host: str,
    path: Path,
    store: Store,
    settings: Settings,
    open_browser: bool,
    as_json: bool,
) -> None:
    # What is imported stays: the collector need not look at it, and long looks at everything should be rare.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
    async with serving(store, settings, sock) as (server, lobby):
        port = sock.getsockname()[1]
        urls = addresses(host, port)
        lobby.in_house = lambda: next(iter(addresses(host, port)[1:]), None)
        _print_welcome(host, urls, path, as_json)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(urls[0],), daemon=True).start()
        await server


@contextlib.asynccontextmanager
async def serving(
    store: Store, settings: Settings, sock: socket.socket | None = None
) -> AsyncIterator[tuple[asyncio.Task[None], Lobby]]:
    """A server in this loop; leaving the context stops it. The store stays open."""
    lobby = Lobby(store, settings)
    server = _server(lobby)
    running = asyncio.create_task(server.serve(sockets=[sock or _bind("127.0.0.1", 0)]))
    try:
        while not server.started and not running.done():  # noqa: ASYNC110  (uvicorn has no event for it)
            await asyncio.sleep(0.005)
        yield running, lobby
    finally:
        server.should_exit = True
        await running


def _in_the_way(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken by another program; stop it, or choose another with --port."
    if error.errno == errno.EACCES:
        return f"port {port} may not be used by this account; choose one above 1023 with --port."
    return f"the address {host}:{port} cannot be used: {error.strerror or error}."
