"""The routes: a visible list of them, and what each does."""

from __future__ import annotations

import asyncio
import contextlib
import io
import ipaddress
import logging
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from peppernut import __version__, bots
from peppernut import rules as house
from peppernut.bots.reasons import told
from peppernut.catalog import GAMES, room
from peppernut.refusal import Refused
from peppernut.web import auth, openapi, pages, protocol, seating
from peppernut.web.line import AsgiWire, Line
from peppernut.web.lobby import Lobby, rules_answer
from peppernut.web.protocol import CLOSE_NO_HELLO, CLOSE_NO_SEAT, CLOSE_NO_TABLE, MAX_BODY, Wish
from peppernut.web.store import NotStored, StoreError
from peppernut.web.table import NewerRules
from peppernut.web.wire import DirectWire, TableProtocol

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from peppernut.web.desk import Desk
    from peppernut.web.line import Wire

log = logging.getLogger("peppernut.web")

STATUS: Final = {
    "no_seat": 401,
    "wrong_secret": 403,
    "wrong_code": 403,
    "origin": 403,
    "no_table": 404,
    "no_deal": 404,
    "newer_rules": 409,
    "seat_taken": 409,
    "too_large": 413,
    "bad_rules": 422,
    "bad_record": 422,
    "too_many": 429,
    "not_stored": 503,
}
Body = TypeVar("Body", bound=msgspec.Struct)


def answer(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer."""
    out = {"Cache-Control": "no-store", **(headers or {})}
    return Response(msgspec.json.encode(value), status, media_type="application/json", headers=out)


def refusal(code: str, message: str) -> Response:
    """A refusal, in the form of docs/protocol.md."""
    return answer({"error": {"code": code, "message": message}}, STATUS.get(code, 400))


def handler(
    work: Callable[[Request, Lobby], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """A route that answers every kind of refusal with a sentence, and refuses other pages' requests."""

    async def route(request: Request) -> Response:
        lobby: Lobby = request.app.state.lobby
        origin = request.headers.get("origin")
        if (
            request.method == "POST"
            and origin is not None
            and origin != expected_origin(request.scope, lobby)
        ):
            return refusal("origin", "This request comes from another page.")
        try:
            return await work(request, lobby)
        except (Wish, Refused) as refused:
            return refusal(refused.code, refused.message)
        except NewerRules as newer:
            return refusal("newer_rules", str(newer))
        except (NotStored, StoreError) as error:
            return refusal("not_stored", str(error))

    return route


def header(scope: Scope, name: bytes) -> str | None:
    """One header, or None if it is missing or doubled."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


def expected_origin(scope: Scope, lobby: Lobby) -> str:
    """The address of our own page."""
    if lobby.settings.origin:
        return lobby.settings.origin
    scheme = "https" if scope["scheme"] in {"https", "wss"} else "http"
    return f"{scheme}://{header(scope, b'host') or ''}"


def is_loopback(host: str) -> bool:
    """Whether this name of a host means every device itself."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost" or host.endswith(".localhost")


def token_of(scope: Scope) -> str | None:
    """The person's cookie."""
    for key, value in scope["headers"]:
        if key == b"cookie":
            for part in value.decode("latin-1").split(";"):
                name, _, text = part.strip().partition("=")
                if name == auth.COOKIE and auth.is_token(text):
                    return str(text)
    return None


def cookie(scope: Scope, token: str) -> dict[str, str]:
    """The header that gives (or renews) the cookie."""
    secure = "; Secure" if scope["scheme"] == "https" else ""
    return {
        "Set-Cookie": f"{auth.COOKIE}={token}; Path=/; Max-Age={auth.COOKIE_SECONDS}; HttpOnly; SameSite=Strict{secure}"
    }


async def body_of(request: Request, kind: type[Body]) -> Body:
    """The body as a struct; anything else is refused."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Wish("bad_request", "The body must be JSON (Content-Type: application/json).")
    raw = bytearray()
    async for part in request.stream():
        raw += part
        if len(raw) > MAX_BODY:
            raise Wish("too_large", "The body is too large.")
    try:
        return msgspec.json.decode(bytes(raw), type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Wish("bad_request", f"The body does not fit: {str(error)[:200]}.") from error


async def desk_of(request: Request, lobby: Lobby) -> Desk:
    """The table that the path names."""
    desk = await lobby.find(request.path_params["name"])
    if desk is None:
        raise Wish("no_table", "There is no such table.")
    return desk


async def known_desk(request: Request, lobby: Lobby) -> Desk:
    """The table, if the cookie or the secret in the header belongs to it."""
    desk = await desk_of(request, lobby)
    secret = request.headers.get("x-table-secret")
    if not desk.knows(token_of(request.scope), secret):
        if secret is not None:
            raise Wish(
                "wrong_secret", "The link is not complete or does not fit this table; ask for it again."
            )
        raise Wish("no_seat", "You are not at this table; open the link that you were sent.")
    return desk


# Pages


async def page(request: Request, lobby: Lobby) -> Response:
    """The client; the address bar tells it which table."""
    del lobby
    return pages.index(dict(request.headers))


async def file(request: Request, lobby: Lobby) -> Response:
    """A file of the client."""
    del lobby
    found = pages.serve(request.path_params["path"], dict(request.headers))
    return found or Response("There is nothing here.\n", 404, media_type="text/plain")


# Questions about the house, its games and rules


async def address(request: Request, lobby: Lobby) -> Response:
    """Where other devices find this server, if they cannot under the address that was asked; whether none does."""
    loopback = is_loopback(urlsplit(expected_origin(request.scope, lobby)).hostname or "")
    house = lobby.in_house() if loopback else None
    return answer({"address": house, "only_here": loopback and house is None})


async def catalog(request: Request, lobby: Lobby) -> Response:
    """All games with their presets and options."""
    del request, lobby
    return answer(await asyncio.to_thread(whole_catalog))


_whole: dict[str, Any] = {}


def whole_catalog() -> dict[str, Any]:
    """The catalogue, put together once."""
    if not _whole:
        games = []
        for name, title in GAMES.items():
            try:
                games.append(_game(name, title))
            except (ImportError, AttributeError):
                log.exception("the game %s is left out of the catalogue", name)
        _whole.update(version=__version__, games=games)
    return _whole


def _game(name: str, title: str) -> dict[str, Any]:
    game_room = room(name)
    options = house.options(game_room.Rules)
    players = next(option for option in options if option.name == "players")
    return {
        "name": name,
        "title": title,
        "players": [players.low, players.high],
        "presets": [
            {
                "name": preset,
                "note": game_room.PRESET_NOTES.get(preset, ""),
                "rules": house.to_json(house.resolve(game_room, {"preset": preset})),
            }
            for preset in game_room.PRESETS
        ],
        "options": [option.to_json() for option in options],
    }


async def rules(request: Request, lobby: Lobby) -> Response:
    """Whether rules can be, and what they are."""
    del lobby
    return answer(rules_answer(await body_of(request, protocol.RulesBody)))


async def rulebook(request: Request, lobby: Lobby) -> Response:
    """The rulebook of any rules."""
    del lobby
    body = await body_of(request, protocol.RulesBody)
    game_room = room(body.game)
    given = body.rules if body.players is None else {**body.rules, "players": body.players}
    resolved = house.resolve(game_room, given)
    preset = given.get("preset") or next(iter(game_room.PRESETS))
    return answer({"html": await asyncio.to_thread(_book, game_room, resolved, preset)})


def _book(game_room: Any, resolved: Any, preset: str) -> str:
    text: str = game_room.rulebook(resolved, preset).fragment()
    return text


async def qr(request: Request, lobby: Lobby) -> Response:
    """Text as a QR code."""
    del lobby
    body = await body_of(request, protocol.QrBody)
    if not 0 < len(body.text) <= 500:
        raise Wish("bad_request", "The text must have 1 to 500 characters.")
    import segno

    out = io.BytesIO()
    segno.make(body.text, error="m", micro=False).save(
        out, kind="svg", border=4, scale=8, xmldecl=False, dark="#000"
    )
    return Response(out.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


# Tables


async def open_table(request: Request, lobby: Lobby) -> Response:
    """Open a table and sit down at it."""
    body = await body_of(request, protocol.OpenBody)
    token = token_of(request.scope) or auth.new_token()
    client = request.client.host if request.client else ""
    desk, secret = await lobby.open(client, token, body)
    made = {"table": desk.table.name, "secret": secret, "seat": 0}
    return answer(made, 201, cookie(request.scope, token))


async def join(request: Request, lobby: Lobby) -> Response:
    """Sit down at a table, or watch it."""
    desk = await desk_of(request, lobby)
    body = await body_of(request, protocol.JoinBody)
    token = token_of(request.scope) or auth.new_token()
    seat = await desk.ask(seating.join, desk, token, body.secret, body.name, body.seat, body.code)
    return answer({"seat": seat}, 200, cookie(request.scope, token))


async def table(request: Request, lobby: Lobby) -> Response:
    """What is public about a table."""
    desk = await known_desk(request, lobby)
    token = token_of(request.scope)
    it = desk.table
    return answer(
        {
            "table": it.name,
            "game": it.game,
            "title": GAMES[it.game],
            "seats": [
                {"seat": i, "name": chair.name, "kind": chair.kind} for i, chair in enumerate(it.seats)
            ],
            "started": it.started,
            "seat": None if token is None else it.seat_of(auth.key_of(it.name, token)),
        }
    )


async def table_rulebook(request: Request, lobby: Lobby) -> Response:
    """The rulebook of a table."""
    it = (await known_desk(request, lobby)).table
    return answer({"html": await asyncio.to_thread(_book, it.room, it.rules, it.preset or "")})


async def code(request: Request, lobby: Lobby) -> Response:
    """A one-time code for another device."""
    desk = await known_desk(request, lobby)
    token = token_of(request.scope)
    if token is None:
        raise Wish("no_seat", "You have no seat at this table.")
    made = await desk.ask(seating.code, desk, token)
    return answer({"code": made, "seconds": auth.CODE_SECONDS})


async def record(request: Request, lobby: Lobby) -> Response:
    """The game as a file."""
    desk = await known_desk(request, lobby)
    kept = await desk.ask(desk.record)
    if kept is None:
        raise Wish("not_started", "The game has not begun yet.")
    name = f"peppernut-{desk.table.game}-{desk.table.name}.json"
    return answer(kept, 200, {"Content-Disposition": f'attachment; filename="{name}"'})


async def reasons(request: Request, lobby: Lobby) -> Response:
    """Why the bots did what they did in a finished deal."""
    desk = await known_desk(request, lobby)
    number = int(request.path_params["deal"])
    past, by_bots = await desk.ask(desk.finished, number)
    found = await asyncio.to_thread(told, desk.table.game, past, by_bots)
    return answer({"deal": number, "reasons": found})


# For those who run it


async def healthz(request: Request, lobby: Lobby) -> Response:
    """Whether the server can do its work."""
    del request
    trouble = lobby.store.trouble
    if trouble is None:
        return answer({"ok": True, "version": __version__})
    return answer({"ok": False, "version": __version__, "trouble": trouble}, 503)


async def metrics(request: Request, lobby: Lobby) -> Response:
    """Counters."""
    del request
    return Response(lobby.metrics.text(lobby.gauges()), media_type="text/plain; version=0.0.4; charset=utf-8")


async def description(request: Request, lobby: Lobby) -> Response:
    """The routes for machines."""
    del request, lobby
    return answer(openapi.document())


ROUTES: Final = [
    Route("/", handler(page)),
    Route("/t/{name}", handler(page)),
    Route("/api/address", handler(address)),
    Route("/api/catalog", handler(catalog)),
    Route("/api/rules", handler(rules), methods=["POST"]),
    Route("/api/rulebook", handler(rulebook), methods=["POST"]),
    Route("/api/qr", handler(qr), methods=["POST"]),
    Route("/api/tables", handler(open_table), methods=["POST"]),
    Route("/api/tables/{name}", handler(table)),
    Route("/api/tables/{name}/join", handler(join), methods=["POST"]),
    Route("/api/tables/{name}/code", handler(code), methods=["POST"]),
    Route("/api/tables/{name}/record", handler(record)),
    Route("/api/tables/{name}/reasons/{deal:int}", handler(reasons)),
    Route("/api/tables/{name}/rulebook", handler(table_rulebook)),
    Route("/healthz", handler(healthz)),
    Route("/metrics", handler(metrics)),
    Route("/openapi.json", handler(description)),
    Route("/{path:path}", handler(file)),
]


class Site:
    """The ASGI application: HTTP by Starlette, sockets straight to their tables."""

    def __init__(self, lobby: Lobby) -> None:
        """The site of one lobby."""
        self.lobby = lobby
        self.http = Starlette(routes=ROUTES, lifespan=self._life)
        self.http.state.lobby = lobby
        self._secured = pages.Secured(self.http)

    @contextlib.asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        del app
        lobby = self.lobby
        loop = asyncio.get_running_loop()
        lobby.store.deliver = loop.call_soon_threadsafe
        sweeping = asyncio.create_task(lobby.sweep())
        if lobby.settings.warm:
            bots.prepare()
        try:
            yield
        finally:
            sweeping.cancel()
            await lobby.stop()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._secured(scope, receive, send)
        else:
            await self.http(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        lobby = self.lobby
        await receive()
        path = scope["path"]
        origin = header(scope, b"origin")
        if (
            not path.startswith("/ws/")
            or origin is None
            or origin != expected_origin(scope, lobby)
            or lobby.stopping
        ):
            lobby.metrics["sockets_refused"] += 1
            await send({"type": "websocket.close", "code": 1008})
            return
        token = token_of(scope)
        try:
            desk = await lobby.find(path[4:])
        except (NewerRules, StoreError) as error:
            log.error("no table for a socket: %s", error)  # noqa: TRY400  (a sentence is enough)
            desk = None
        await send({"type": "websocket.accept"})
        if desk is None or token is None or not desk.knows(token, None):
            lobby.metrics["sockets_refused"] += 1
            await send({"type": "websocket.close", "code": CLOSE_NO_TABLE if desk is None else CLOSE_NO_SEAT})
            return
        lobby.metrics["sockets_opened"] += 1
        carrier = getattr(send, "__self__", None)
        wire: Wire = DirectWire(carrier, send) if isinstance(carrier, TableProtocol) else AsgiWire(send)
        line = Line(wire, desk, auth.key_of(desk.table.name, token), token, lobby.metrics)
        if isinstance(carrier, TableProtocol):
            carrier.line = line
        waiting = asyncio.get_running_loop().call_later(
            lobby.settings.hello_within, lambda: None if line.joined else wire.close(CLOSE_NO_HELLO)
        )
        try:
            while True:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    break
                line.receive(message.get("text") or "")
        finally:
            waiting.cancel()
            line.lost()
