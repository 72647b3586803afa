"""All tables of one server: opened, found, replayed when somebody comes, and let go when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from typing import TYPE_CHECKING, Any

import msgspec

from peppernut import rules as house
from peppernut.catalog import room
from peppernut.refusal import Refused
from peppernut.web import auth, journal, protocol
from peppernut.web.desk import Desk
from peppernut.web.journal import Botted, Opened, Sat, Sealed
from peppernut.web.metrics import Metrics
from peppernut.web.minds import Minds
from peppernut.web.protocol import Wish
from peppernut.web.store import NotStored, StoreError
from peppernut.web.table import NewerRules, Table
from peppernut.web.wishes import BOT_NAMES, LEVELS

if TYPE_CHECKING:
    from collections.abc import Callable

    from peppernut.web.journal import Entry
    from peppernut.web.settings import Settings
    from peppernut.web.store import Store

log = logging.getLogger("peppernut.lobby")

DEFAULT_LEVEL = "medium"
SWEEP = 30.0


class Lobby:
    """The tables in memory, and the way to those that are not."""

    def __init__(self, store: Store, settings: Settings) -> None:
        """An empty lobby over a file of tables."""
        self.store = store
        self.settings = settings
        self.metrics = Metrics()
        self.minds = Minds(settings.think, self.metrics)
        self.desks: dict[str, Desk] = {}
        self.stopping = False
        # Where other devices in the house find this server; asked anew each time, as a laptop moves.
        self.in_house: Callable[[], str | None] = lambda: None
        self.began = time.monotonic()
        self._loading: dict[str, asyncio.Task[Desk | None]] = {}
        self._opened_by: dict[str, list[float]] = {}

    async def open(self, client: str, token: str, body: protocol.OpenBody) -> tuple[Desk, str]:
        """Open a table for this person; the desk and the secret of its link."""
        game_room = room(body.game)
        rules = house.resolve(game_room, body.rules)
        preset = body.rules.get("preset") or next(iter(game_room.PRESETS))
        bots = _bots(body, rules.players)
        self._may_open(client)
        name, secret = auth.new_name(), auth.new_secret()
        entries: list[Entry] = [
            Opened(
                game=body.game,
                given={"preset": preset, **body.rules},
                rules=house.to_json(rules),
                rules_version=journal.RULES_VERSION,
                seats=rules.players,
                link=auth.link_hash(name, secret),
            ),
            Sat(
                seat=0,
                name=protocol.clean_name(body.name, "Host"),
                key=auth.key_of(name, token),
                seal=auth.seal(name, token, secret),
            ),
            Sealed(secret=secrets.token_hex(32)),
            *bots,
        ]
        bodies = [journal.encode(entry) for entry in entries]
        table = Table.replay(name, bodies)
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: NotStored | None) -> None:
            if not stored.done():
                if error is None:
                    stored.set_result(None)
                else:
                    stored.set_exception(error)

        number = self.store.create(name, bodies, done)
        await stored
        desk = self.desks[name] = Desk(self, table, number, len(bodies))
        self.metrics["tables_opened"] += 1
        return desk, secret

    def _may_open(self, client: str) -> None:
        now = time.monotonic()
        times = [at for at in self._opened_by.get(client, ()) if now - at < 3600]
        if len(times) >= self.settings.tables_an_hour:
            raise Wish("too_many", "You have opened many tables within an hour; use one of them, or wait.")
        times.append(now)
        self._opened_by[client] = times
        if len(self._opened_by) > 10_000:
            self._opened_by.pop(next(iter(self._opened_by)))

    async def find(self, name: str) -> Desk | None:
        """The table with this name, replayed from the log if it is not in memory; None if there is none."""
        if not auth.is_name(name):
            return None
        desk = self.desks.get(name)
        if desk is not None:
            return desk
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.ensure_future(self._load(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load(self, name: str) -> Desk | None:
        stored = await asyncio.to_thread(self.store.read, name)
        if stored is None or not stored.bodies:
            return None
        try:
            table = await asyncio.to_thread(Table.replay, name, stored.bodies)
        except msgspec.MsgspecError as error:
            raise NewerRules(
                "This table was played with a newer Peppernut; start the newer program."
            ) from error
        except Refused as error:
            raise StoreError(f"The log of table {name} does not fit its rules: {error.message}") from error
        desk = self.desks[name] = Desk(self, table, stored.id, stored.head)
        self.metrics["tables_loaded"] += 1
        return desk

    async def sweep(self) -> None:
        """Let go of tables where nobody is, again and again."""
        while True:
            await asyncio.sleep(SWEEP)
            now = asyncio.get_running_loop().time()
            for name, desk in list(self.desks.items()):
                if desk.idle and now - desk.last_used > self.settings.idle_after:
                    desk.close()
                    del self.desks[name]

    async def stop(self) -> None:
        """Tell everybody, and wait until all that was accepted is stored."""
        if not self.stopping:
            self.stopping = True
            for desk in self.desks.values():
                desk.say_bye()
            await asyncio.sleep(0.02)  # let it leave
        for _ in range(100):
            if all(desk.drain() for desk in self.desks.values()):
                break
            await asyncio.sleep(0.02)
        for desk in self.desks.values():
            desk.close()
        self.minds.close()

    def gauges(self) -> dict[str, float]:
        """What is measured now, for /metrics."""
        return {
            "tables": len(self.desks),
            "sockets": sum(len(desk.lines) for desk in self.desks.values()),
            "bots_waiting": self.minds.waiting,
            "commits_total": self.store.commits,
            "commit_failures_total": self.store.failures,
            "log_entries_total": self.store.entries,
            "commit_seconds_total": self.store.seconds,
            "log_trouble": float(self.store.trouble is not None),
            "up_seconds": time.monotonic() - self.began,
        }


def _bots(body: protocol.OpenBody, players: int) -> list[Entry]:
    """The bots that somebody wants from the start."""
    wanted: dict[int, str] = {}
    if body.bots == "fill":
        wanted = dict.fromkeys(range(1, players), body.level or DEFAULT_LEVEL)
    elif isinstance(body.bots, dict):
        for text, level in body.bots.items():
            if not text.isdecimal() or not 1 <= int(text) < players:
                raise Wish("bad_seat", f"There is no free seat {text[:10]} for a bot.")
            wanted[int(text)] = level
    elif body.bots is not None:
        raise Wish("bad_value", 'bots must be "fill" or say which level sits on which seat.')
    if any(level not in LEVELS for level in wanted.values()):
        raise Wish("bad_value", "Bots are easy, medium or hard.")
    names = [name for name in BOT_NAMES if name != protocol.clean_name(body.name)]
    return [Botted(seat=seat, level=level, name=names[seat]) for seat, level in sorted(wanted.items())]


def rules_answer(body: protocol.RulesBody) -> dict[str, Any]:
    """Whether these rules can be, and what they are."""
    game_room = room(body.game)
    given = body.rules if body.players is None else {**body.rules, "players": body.players}
    try:
        rules = house.resolve(game_room, given)
    except Refused as refused:
        names = {option.name for option in house.options(game_room.Rules)}
        named = [word for word in dict.fromkeys(re.findall(r"\w+", refused.message)) if word in names]
        return {"ok": False, "error": {"code": refused.code, "message": refused.message, "options": named}}
    preset = given.get("preset") or next(iter(game_room.PRESETS))
    return {"ok": True, "rules": house.to_json(rules), "differs": house.differences(game_room, rules, preset)}
