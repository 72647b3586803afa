"""A table with people, bots and time around it: one queue of inputs, handled in the order of arrival.

A run takes what is waiting, lets it happen in memory, and hands the new entries to the log; what has to be said waits
until they are stored. If they cannot be stored, the table in memory is dropped and replayed: the log is the truth.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import deque
from typing import TYPE_CHECKING, Any, Final

import msgspec

from peppernut import rules as house
from peppernut.catalog import GAMES
from peppernut.refusal import Refused
from peppernut.web import auth, journal, protocol
from peppernut.web.journal import (
    Acted,
    Botted,
    Chair,
    Covered,
    Dealt,
    Entry,
    Guest,
    Hosted,
    Keyed,
    Left,
    Named,
    Paused,
    Rematch,
    Sat,
    Sealed,
    Setting,
    Started,
)
from peppernut.web.protocol import CLOSE_REMOVED, CLOSE_TOO_MUCH, encode
from peppernut.web.store import NotStored, StoreError
from peppernut.web.table import MOST_SEATS, NewerRules, Seat, Table, seed_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from peppernut.web.line import Line
    from peppernut.web.lobby import Lobby
    from peppernut.web.table import Event

log = logging.getLogger("peppernut.desk")

LEVELS: Final = ("easy", "medium", "hard")
PACES: Final = {"slow": 1.8, "normal": 1.0, "quick": 0.4}
COVERS: Final = ("bot", "wait")
RING: Final = 128
# Steps are still made for a viewer whose line has dropped, for so long.
GRACE: Final = 30.0
MOST_GUESTS: Final = 100
MOST_LINES: Final = 200
MOST_IN_A_RUN: Final = 64
CODE_TRIES: Final = 10

# How long a bot at the race takes from seeing to moving, per level.
RACE_TIMES: Final = {"easy": (1.8, 3.2), "medium": (1.1, 2.0), "hard": (0.6, 1.2)}
LEAST_REACTION: Final = 0.25
TRICK_TIMES: Final = (1.0, 1.6)
# A finished trick is looked at before the next bot plays.
TRICK_PAUSE: Final = 0.9

BOT_NAMES: Final = (
    "Hazel", "Basil", "Juniper", "Rowan", "Clover", "Sorrel", "Maple", "Bramble", "Linden", "Poppy", "Alder", "Fern",
    "Myrtle", "Aspen", "Saffron", "Willow",
)  # fmt: skip


class Wish(Exception):
    """A wish that cannot be granted: a code and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        """Say why."""
        super().__init__(message)
        self.code = code
        self.message = message


class Bucket:
    """So many messages a second, with bursts."""

    __slots__ = ("at", "left", "over")

    def __init__(self, burst: float, now: float) -> None:
        """A full bucket."""
        self.left = burst
        self.at = now
        self.over = 0

    def take(self, now: float, rate: float, burst: float) -> bool:
        """Take one, if there is one."""
        self.left = min(burst, self.left + (now - self.at) * rate)
        self.at = now
        if self.left < 1:
            self.over += 1
            return False
        self.left -= 1
        self.over = 0
        return True


class Desk:
    """One table in the memory of one server."""

    def __init__(self, lobby: Lobby, table: Table, number: int, head: int) -> None:
        """A table just opened or replayed."""
        self.lobby = lobby
        self.settings = lobby.settings
        self.metrics = lobby.metrics
        self.table = table
        self.number = number
        self.head = head
        self.loop = asyncio.get_running_loop()
        self.lines: list[Line] = []
        self.closed = False
        self.last_used = self.loop.time()
        self._inbox: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque()
        self._scheduled = False
        self._busy = False  # a commit or a replay is under way
        self._entries: list[str] = []
        self._out: list[Callable[[], None]] = []
        self._waiting: list[tuple[Line, int]] = []
        self._asks: list[asyncio.Future[Any]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: dict[int, object] = {}
        self._hold = 0.0
        self._gone: dict[int, float] = {}
        self._buckets: dict[str, Bucket] = {}
        self._codes: dict[str, tuple[Seat, float, str]] = {}
        self._code_tries = 0
        self._race_from: float | None = None
        self._told_rtt = 0.0
        self._forget_views()
        now = self.loop.time()
        for chair in table.seats:
            self._gone[id(chair)] = now
        self._start_race_clock()
        for delay in (self.settings.cover_after, self.settings.host_after):
            self.loop.call_later(delay + 0.05, self._absence)

    # The queue

    def submit(self, handler: Callable[..., None], *args: Any) -> None:
        """Put an input in the queue."""
        self._inbox.append((handler, args))
        if not self._scheduled and not self._busy:
            self._scheduled = True
            self.loop.call_soon(self._run)

    def _run(self) -> None:
        self._scheduled = False
        if self._busy or self.closed:
            return
        self.last_used = self.loop.time()
        inbox = self._inbox
        for _ in range(min(MOST_IN_A_RUN, len(inbox))):
            handler, args = inbox.popleft()
            try:
                handler(*args)
            except Exception:
                # A fault of ours, perhaps in the middle of a change: nothing of this run is believed.
                log.exception("table %s: an input could not be handled", self.table.name)
                self.metrics["errors"] += 1
                self._doubt(NotStored("Something went wrong at this table; nothing has happened. Try again."))
                return
        if self._entries:
            self._busy = True
            entries, self._entries = self._entries, []
            try:
                self.lobby.store.append(
                    self.number, self.head, entries, lambda e: self._committed(e, len(entries))
                )
            except NotStored as error:
                self._doubt(error)
            return
        self._publish()

    def _committed(self, error: NotStored | None, count: int) -> None:
        if self.closed:
            return
        if error is not None:
            self._doubt(error)
            return
        self._busy = False
        self.head += count
        self._publish()

    def _publish(self) -> None:
        out, self._out = self._out, []
        self._waiting.clear()
        self._asks.clear()
        for say in out:
            say()
        if self._inbox and not self._scheduled:
            self._scheduled = True
            self.loop.call_soon(self._run)
        self._go_on()

    def _doubt(self, error: NotStored) -> None:
        """Forget everything that is not in the log, and read it again."""
        self._busy = True
        self.metrics["tables_doubted"] += 1
        self._entries.clear()
        self._out.clear()
        for line, n in self._waiting:
            line.send(encode(protocol.Refusal(n, "not_stored", str(error))))
        self._waiting.clear()
        for ask in self._asks:
            if not ask.done():
                ask.set_exception(error)
        self._asks.clear()
        self._thinking.clear()
        self._hold = self.loop.time() + 5.0
        self._spawn(self._read_again())

    async def _read_again(self) -> None:
        wait = 0.2
        while not self.closed:
            try:
                stored = await asyncio.to_thread(self.lobby.store.read, self.table.name)
                table = None
                if stored is not None:
                    table = await asyncio.to_thread(Table.replay, self.table.name, stored.bodies)
            except (StoreError, NewerRules, msgspec.MsgspecError, Refused) as error:
                log.error("table %s cannot be replayed: %s", self.table.name, error)
                stored = table = None
            if stored is None or table is None:
                await asyncio.sleep(wait)
                wait = min(10.0, wait * 2)
                continue
            old, self.table, self.head = self.table, table, stored.head
            now = self.loop.time()
            self._gone = {id(chair): now for chair in table.seats}
            for chair, before in zip(table.seats, old.seats, strict=False):
                if chair.keys == before.keys:
                    chair.ready, chair.mix, chair.rtt = before.ready, before.mix, before.rtt
            self._codes.clear()
            self._start_race_clock()
            self._forget_views()
            self._seat_lines()
            for line in list(self.lines):
                self._welcome(line)
            self.submit(self._check_absent)
            self._busy = False
            self._publish()
            return

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def ask(self, handler: Callable[..., Any], *args: Any) -> Any:
        """Put a question in the queue; its answer after all it did is stored. `Wish` if it was refused."""
        answer: asyncio.Future[Any] = self.loop.create_future()
        self.submit(self._asked, answer, handler, args)
        return await answer

    def _asked(self, answer: asyncio.Future[Any], handler: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self._asks.append(answer)
        try:
            result = handler(*args)
        except Wish as wish:
            fault = wish
            self._out.append(lambda: None if answer.done() else answer.set_exception(fault))
        else:
            self._out.append(lambda: None if answer.done() else answer.set_result(result))

    def _do(self, entry: Entry) -> list[Event]:
        """Let an entry happen, and put it down for the log. `Refused` changes nothing."""
        events = self.table.admit(entry)
        self._entries.append(journal.encode(entry))
        return events

    def close(self) -> None:
        """Leave the memory."""
        self.closed = True
        for task in self._tasks:
            task.cancel()

    @property
    def idle(self) -> bool:
        """Nobody is here, nothing is under way."""
        return not self.lines and not self._busy and not self._inbox

    def drain(self) -> bool:
        """Whether everything accepted has been stored and said."""
        return not self._busy and not self._inbox

    # Views and steps

    def _forget_views(self) -> None:
        # A number that no earlier life of this table has used: nobody resumes what he has not seen.
        self.seq = secrets.randbelow(1 << 40) << 10
        self._ring: deque[tuple[int, dict[int | None, bytes]]] = deque(maxlen=RING)
        self._shown: dict[int | None, dict[str, Any]] = {}
        self._shown_match: dict[str, Any] | None = self._match_top()
        self._shown_table = self._table_state()
        self._recent: dict[int | None, float] = {}

    def _match_top(self) -> dict[str, Any] | None:
        match = self.table.match
        if match is None:
            return None
        top = match.view(None)
        del top["deal"]
        return top

    def _deal_view(self, seat: int | None) -> dict[str, Any] | None:
        match = self.table.match
        if match is None or not match.states:
            return None
        view: dict[str, Any] = match.states[-1].view(seat).to_json()
        return view

    def here(self, seat: int) -> bool:
        """Whether a socket of this seat is connected."""
        return any(line.seat == seat for line in self.lines)

    def _table_state(self) -> dict[str, Any]:
        table = self.table
        here = {line.seat for line in self.lines}
        starts_in = None
        if self._race_from is not None and table.dealing and not table.paused:
            left = self._race_from - self.loop.time()
            starts_in = round(left * 1000) if left > 0 else None
        return {
            "name": table.name,
            "game": table.game,
            "title": GAMES[table.game],
            "rules": table.rules_json,
            "preset": table.preset,
            "differs": table.differs,
            "seats": [
                {
                    "seat": i,
                    "name": chair.name,
                    "kind": chair.kind,
                    "level": chair.level,
                    "here": i in here or chair.kind == "bot",
                    "host": i == table.host,
                    "covered": chair.covered,
                    "ready": chair.ready or chair.by_bot,
                    "rtt": chair.rtt,
                }
                for i, chair in enumerate(table.seats)
            ],
            "watching": sum(1 for line in self.lines if line.seat is None),
            "started": table.started,
            "paused": table.paused,
            "pace": table.pace,
            "cover": table.cover,
            "between": table.between,
            "over": table.over,
            "starts_in": starts_in,
            "fair": table.fair(),
        }

    def _viewers(self) -> list[int | None]:
        now = self.loop.time()
        for viewer, until in list(self._recent.items()):
            if until < now:
                del self._recent[viewer]
        present = {line.seat for line in self.lines if line.joined}
        viewers = present | set(self._recent)
        for viewer in [v for v in self._shown if v not in viewers]:
            del self._shown[viewer]
        return [v for v in viewers if v in self._shown]

    def _step(self, events: list[Event], *, table: bool = False, match: bool = False) -> None:
        """Make the step that has just happened, for everyone who is here; it goes out after the commit.

        `table`, `match`: whether more than the deal has changed. What differs is found by comparing what a viewer was
        shown with what he may see now: nothing else can get into a frame.
        """
        self.seq += 1
        raw = msgspec.Raw
        frame: dict[str, Any] = {
            "t": "step",
            "seq": self.seq,
            "position": self.table.position,
            "events": events,
        }
        private = any("private" in event for event in events)
        if not private:
            frame["events"] = raw(encode(events))
        if table:
            state = self._table_state()
            patch = {k: v for k, v in state.items() if v != self._shown_table[k]}
            self._shown_table = state
            if patch:
                frame["table"] = raw(encode(patch))
        top_patch: dict[str, Any] | None = None
        if match:
            top = self._match_top()
            before = self._shown_match
            top_patch = (
                top if before is None or top is None else {k: v for k, v in top.items() if v != before[k]}
            )
            self._shown_match = top
        viewers = self._viewers()
        frames: dict[int | None, bytes] = {}
        if self.table.game == "nerts" and top_patch is None and not private:
            # Everybody sees the same cards: one frame for all.
            self._race_patch(frame)
            payload = encode(frame)
            frames = dict.fromkeys(viewers, payload)
        elif top_patch is None and not private and not any("action" in event for event in events):
            payload = encode(frame)
            frames = dict.fromkeys(viewers, payload)
        else:
            for viewer in viewers:
                own = dict(frame)
                if private:
                    own["events"] = [e for e in events if e.get("private", viewer) == viewer]
                shown = self._shown[viewer]
                view = self._deal_view(viewer) or {}
                if top_patch is not None:
                    own["match"] = {**top_patch, "deal": view or None}
                else:
                    changed = {k: v for k, v in view.items() if k not in shown or shown[k] != v}
                    if changed:
                        own["deal"] = changed
                self._shown[viewer] = view
                frames[viewer] = encode(own)
            if self.table.game == "nerts":
                self._shown_race = self._deal_view(None) or {}
        seq = self.seq
        self._ring.append((seq, frames))
        self._out.append(lambda: self._send_step(seq, frames))

    def _race_patch(self, frame: dict[str, Any]) -> None:
        view = self._deal_view(None)
        if view is None:
            return
        shown = self._shown_race
        changed = {k: v for k, v in view.items() if k not in {"seat", "legal"} and shown.get(k) != v}
        self._shown_race = view
        if changed:
            frame["deal"] = changed

    _shown_race: dict[str, Any] = {}  # noqa: RUF012  (replaced, never changed)

    def _send_step(self, seq: int, frames: dict[int | None, bytes]) -> None:
        for line in self.lines:
            if line.joined and line.since < seq:
                payload = frames.get(line.seat)
                if payload is None:
                    # Not foreseen when the step was made: a fresh view is always right.
                    self.look(line)
                else:
                    line.send(payload)

    def _welcome(self, line: Line) -> None:
        """A full view for one line, as of now; it goes out after the commit."""
        seat = line.seat
        self._shown_table = self._table_state()
        state: dict[str, Any] = {**self._shown_table, "position": self.table.position}
        host = seat is not None and seat == self.table.host
        if host and seat is not None:
            sealed = self.table.seats[seat].seals.get(line.key)
            state["link_secret"] = sealed and auth.unseal(self.table.name, line.token, sealed)
        match = self._match_top()
        if match is not None:
            match["deal"] = self._deal_view(seat)
        self._shown_match = self._match_top()
        self._shown[seat] = (match and match["deal"]) or {}
        if self.table.game == "nerts":
            self._shown_race = self._deal_view(None) or {}
        n = 0 if seat is None else self.table.seats[seat].last_n
        payload = encode(protocol.Welcome(protocol.VERSION, self.seq, seat, host, n, state, match))
        line.joined = True
        line.since = self.seq
        self._say([line], payload)

    def look(self, line: Line) -> None:
        """A full view for this line, please."""
        self.submit(self._on_look, line)

    def _on_look(self, line: Line) -> None:
        if line in self.lines:
            # The others know the table's state up to the last step: show all of them what has changed since.
            self._step([], table=True)
            self._welcome(line)

    def _welcome_all(self) -> None:
        """Everything is new: a full view for everyone."""
        self._ring.clear()
        self._recent.clear()
        self.seq += 1
        self._seat_lines()
        for line in self.lines:
            if line.joined:
                self._welcome(line)

    def _seat_lines(self) -> None:
        for line in self.lines:
            line.seat = self.table.seat_of(line.key)

    # Coming and going

    def hello(self, line: Line, message: protocol.Hello) -> None:
        """A socket says hello."""
        self.submit(self._on_hello, line, message.have)

    def _on_hello(self, line: Line, have: int | None) -> None:
        if line not in self.lines:
            if len(self.lines) >= MOST_LINES:
                line.wire.close(CLOSE_TOO_MUCH)
                return
            self.lines.append(line)
        seat = line.seat = self.table.seat_of(line.key)
        self._recent.pop(seat, None)
        events: list[Event] = []
        if seat is not None:
            chair = self.table.seats[seat]
            self._gone.pop(id(chair), None)
            if chair.covered:
                # His again at once; what the bot was about to do is dropped.
                self._thinking.pop(seat, None)
                events = self._do(Covered(seat=seat, on=False))
        missing = None
        if have is not None and not line.joined and seat in self._shown:
            missing = self._missed(have, seat)
        if missing is not None:
            n = 0 if seat is None else self.table.seats[seat].last_n
            answer = encode(protocol.Resumed(have or 0, n))
            line.joined = True
            line.since = self.seq
            for payload in (answer, *missing):
                self._say([line], payload)
            self._step(events, table=True)
        else:
            self._step(events, table=True)
            self._welcome(line)

    def _missed(self, have: int, viewer: int | None) -> list[bytes] | None:
        if have == self.seq:
            return []
        frames = [(seq, frames.get(viewer)) for seq, frames in self._ring if seq > have]
        if not frames or frames[0][0] != have + 1 or len(frames) != self.seq - have:
            return None
        payloads = [payload for _, payload in frames if payload is not None]
        return payloads if len(payloads) == len(frames) else None

    def gone(self, line: Line) -> None:
        """A socket is gone."""
        self.submit(self._on_gone, line)

    def _on_gone(self, line: Line) -> None:
        if line not in self.lines:
            return
        self.lines.remove(line)
        seat = line.seat
        if line.joined and not any(other.seat == seat for other in self.lines):
            self._recent[seat] = self.loop.time() + GRACE
        if seat is not None and not self.here(seat):
            self._gone[id(self.table.seats[seat])] = self.loop.time()
            for delay in (self.settings.cover_after, self.settings.host_after):
                self.loop.call_later(delay + 0.05, self._absence)
        self._step([], table=True)

    def _absence(self) -> None:
        if not self.closed:
            self.submit(self._check_absent)

    def _check_absent(self) -> None:
        now = self.loop.time()
        table = self.table
        for seat, chair in enumerate(table.seats):
            since = self._gone.get(id(chair))
            if since is None or chair.kind != "person" or self.here(seat):
                continue
            if (
                table.cover == "bot"
                and table.dealing
                and not chair.covered
                and now - since >= self.settings.cover_after
            ):
                self._step(self._do(Covered(seat=seat, on=True)), table=True)
        keeper = table.seats[table.host]
        since = self._gone.get(id(keeper), 0.0 if keeper.kind != "person" else now)
        if not self.here(table.host) and now - since >= self.settings.host_after:
            heirs = [
                seat for seat, chair in enumerate(table.seats) if chair.kind == "person" and self.here(seat)
            ]
            if heirs:
                self._new_host(heirs[0], None)

    def _new_host(self, seat: int, by: tuple[int, int, str] | None) -> None:
        entry = Hosted(seat=seat) if by is None else Hosted(seat=seat, by=by[0], n=by[1], fp=by[2])
        self._step(self._do(entry), table=True)
        for line in self.lines:
            if line.seat == seat and line.joined:
                self._welcome(line)

    def told_rtt(self, line: Line, rtt: int) -> None:
        """A client has measured its round trip."""
        if line.seat is not None and 0 <= rtt < 100_000:
            self.table.seats[line.seat].rtt = rtt
            now = self.loop.time()
            if now - self._told_rtt > 10.0 and self.table.dealing:
                self._told_rtt = now
                self.submit(lambda: self._step([], table=True))

    # What people send

    def take(self, line: Line, message: protocol.Inbound) -> None:
        """A message of a person who has said hello."""
        bucket = self._buckets.get(line.key)
        now = self.loop.time()
        if bucket is None:
            bucket = self._buckets[line.key] = Bucket(self.settings.burst, now)
        if not bucket.take(now, self.settings.rate, self.settings.burst):
            self.metrics["rate_limited"] += 1
            n = getattr(message, "n", None)
            said = "Too many messages at once; wait a moment."
            line.send(
                encode(
                    protocol.Error("too_fast", said) if n is None else protocol.Refusal(n, "too_fast", said)
                )
            )
            if bucket.over > 500:
                line.wire.close(CLOSE_TOO_MUCH)
            return
        if isinstance(message, protocol.Look):
            self.look(line)
        else:
            self.submit(self._on_message, line, message)

    def _on_message(self, line: Line, message: Any) -> None:
        if line not in self.lines:
            return
        n = message.n
        seat = line.seat
        if seat is None:
            self._refuse(line, n, "no_seat", "You are watching; only people at the table can do this.")
            return
        chair = self.table.seats[seat]
        what = fingerprint(message)
        before = chair.answers.get(n)
        if before is not None:
            if before[0] != what:
                self._refuse(
                    line, n, "counter_used", "This number was used for something else; take a higher one."
                )
            elif before[1] is None:
                self._ack(seat, n)
            else:
                self._refuse(line, n, *before[1])
            return
        self._waiting.append((line, n))
        try:
            handled = self._handle(line, seat, message, (seat, n, what))
        except (Wish, Refused) as refused:
            self.metrics["actions_refused"] += 1
            chair.remember(n, what, (refused.code, refused.message))
            self._refuse_all(seat, line, n, refused.code, refused.message)
            return
        if handled:
            chair.remember(n, what, None)
            self._ack(seat, n)

    def _ack(self, seat: int, n: int) -> None:
        payload = b'{"t":"ack","n":%d,"ok":true}' % n
        self._say([line for line in self.lines if line.seat == seat], payload)

    def _say(self, lines: list[Line], payload: bytes) -> None:
        """Send to these lines after the commit."""

        def say() -> None:
            for line in lines:
                line.send(payload)

        self._out.append(say)

    def _refuse(self, line: Line, n: int, code: str, message: str) -> None:
        self._say([line], encode(protocol.Refusal(n, code, message)))

    def _refuse_all(self, seat: int, line: Line, n: int, code: str, message: str) -> None:
        lines = [other for other in self.lines if other.seat == seat] or [line]
        self._say(lines, encode(protocol.Refusal(n, code, message)))

    def _handle(self, line: Line, seat: int, message: Any, by: tuple[int, int, str]) -> bool:
        """Do what was asked; whether it is done (a hint is answered later)."""
        if isinstance(message, protocol.Act):
            self._act(seat, message)
        elif isinstance(message, protocol.Ready):
            self._ready(seat, message.mix)
        elif isinstance(message, protocol.Chat):
            text = protocol.clean_text(message.text, protocol.MAX_CHAT)
            if text:
                self._say([other for other in self.lines if other.joined], encode(protocol.Said(seat, text)))
        elif isinstance(message, protocol.Name):
            self._name(seat, message.name, by)
        elif isinstance(message, protocol.Leave):
            self._leave(seat, by)
        elif isinstance(message, protocol.Hint):
            self._spawn(self._hint(line, seat, message.n))
            return False
        elif isinstance(message, protocol.Host):
            if seat != self.table.host:
                raise Wish("not_host", "Only the host of the table can do this.")
            self._host(seat, message, by)
        return True

    def _playing(self) -> None:
        table = self.table
        if table.match is None:
            raise Wish("not_started", "The game has not begun yet.")
        if table.match.over:
            raise Wish("game_over", "The game is over.")
        if not table.dealing:
            raise Wish("between", "The next cards have not been dealt yet.")
        if table.paused:
            raise Wish("paused", "The table is paused.")

    def _act(self, seat: int, message: protocol.Act) -> None:
        self._playing()
        table = self.table
        ms = None
        if table.game == "nerts":
            ms = self._race_now()
        else:
            at = message.at
            if at is None or not table.since[seat] <= at <= table.position:
                raise Wish("stale", "The table has moved on since; look again.")
        if len(message.action) > 64:
            raise Wish("unknown_action", "That is no action of this game.")
        self._acted(Acted(seat=seat, action=message.action, ms=ms, by=seat, n=message.n))
        self.metrics["actions"] += 1

    def _acted(self, entry: Acted) -> None:
        events = self._do(entry)
        if self.table.dealing:
            self._step(events)
        else:
            self._do(Sealed(secret=secrets.token_hex(32)))
            self._race_from = None
            self._thinking.clear()
            self._step(events, table=True, match=True)

    def _ready(self, seat: int, mix: str | None) -> None:
        table = self.table
        if table.started and not table.between:
            raise Wish("between" if table.dealing else "game_over", "Nobody is waiting for this now.")
        chair = table.seats[seat]
        chair.mix = checked_mix(mix)
        if not chair.ready:
            chair.ready = True
            self._step([], table=True)

    def _name(self, seat: int, name: str, by: tuple[int, int, str]) -> None:
        self._do(Named(seat=seat, name=protocol.clean_name(name), by=by[0], n=by[1], fp=by[2]))
        self._step([], table=True, match=self.table.started)

    def _leave(self, seat: int, by: tuple[int, int, str]) -> None:
        self._ack(seat, by[1])
        self._remove(seat, by)

    def _remove(self, seat: int, by: tuple[int, int, str]) -> None:
        lines = [line for line in self.lines if line.seat == seat]
        self._thinking.pop(seat, None)
        events = self._do(Left(seat=seat, by=by[0], n=by[1], fp=by[2]))
        self._seat_lines()
        self._recent.pop(seat, None)
        self._shown.pop(seat, None)
        payload = encode(protocol.Bye("removed"))

        def part() -> None:
            for line in lines:
                line.send(payload)
                line.wire.close(CLOSE_REMOVED)
                if line in self.lines:
                    self.lines.remove(line)

        for line in lines:
            line.joined = False
        self._out.append(part)
        self._step(events, table=True)
        if seat == self.table.host:
            self._gone[id(self.table.seats[seat])] = 0.0
            heirs = [i for i, chair in enumerate(self.table.seats) if chair.kind == "person"]
            heirs.sort(key=lambda i: not self.here(i))
            if heirs:
                self._new_host(heirs[0], None)

    # The host

    def _host(self, seat: int, message: protocol.Host, by: tuple[int, int, str]) -> None:
        wish = _WISHES.get(message.do)
        if wish is None:
            raise Wish("bad_value", "The host cannot wish for this.")
        wish(self, message, {"by": by[0], "n": by[1], "fp": by[2]})
        del seat

    def _chair(self, message: protocol.Host) -> tuple[int, Seat]:
        if message.seat is None or not 0 <= message.seat < len(self.table.seats):
            raise Wish("bad_seat", "There is no such seat.")
        return message.seat, self.table.seats[message.seat]

    def _wish_start(self, message: protocol.Host, by: dict[str, Any]) -> None:
        table = self.table
        if table.started:
            raise Wish("bad_value", "The game has begun already.")
        if any(chair.kind == "open" for chair in table.seats):
            raise Wish(
                "seats_open", "There are open seats: wait for people, put bots in, or close the seats."
            )
        chairs = [i for i, chair in enumerate(table.seats) if chair.kind != "closed"]
        rules = self._rules_for(len(chairs))
        given = {**table.given, "players": len(chairs)}
        table.seats[table.host].mix = checked_mix(message.mix) or table.seats[table.host].mix
        mixes = [chair.mix for chair in table.seats]
        self._step(
            self._do(Started(chairs=chairs, given=given, rules=house.to_json(rules), **by)), table=True
        )
        self._seat_lines()
        for chair, mix in zip(table.seats, [mixes[i] for i in chairs], strict=True):
            chair.mix = mix
        self._deal()
        self._welcome_all()

    def _rules_for(self, players: int) -> Any:
        try:
            return self.table.resolve(self.table.given, players)
        except Refused as refused:
            raise Wish("bad_rules", f"The game cannot be played like this: {refused.message}") from refused

    def _wish_bot(self, message: protocol.Host, by: dict[str, Any]) -> None:
        seat, chair = self._chair(message)
        level = message.level or "medium"
        if level not in LEVELS:
            raise Wish("bad_value", "Bots are easy, medium or hard.")
        if chair.kind == "person":
            if self.here(seat):
                raise Wish("seat_taken", f"{chair.name} is sitting there.")
            if self.table.lobby or chair.covered:
                raise Wish("seat_taken", f"The seat is {chair.name}'s.")
            self._step(self._do(Covered(seat=seat, on=True, **by)), table=True)
            return
        self._thinking.pop(seat, None)
        name = chair.name if chair.kind == "bot" else self.bot_name()
        events = self._do(Botted(seat=seat, level=level, name=name, **by))
        self._step(events, table=True, match=self.table.started)

    def bot_name(self) -> str:
        """A name nobody at this table has."""
        taken = {chair.name for chair in self.table.seats}
        return next((name for name in BOT_NAMES if name not in taken), "Bot")

    def _wish_open(self, message: protocol.Host, by: dict[str, Any]) -> None:
        table = self.table
        if message.seat == len(table.seats) and table.lobby and len(table.seats) < MOST_SEATS:
            self._do(Chair(seat=message.seat, open=True, **by))
            self._gone[id(table.seats[-1])] = self.loop.time()
        else:
            seat, chair = self._chair(message)
            if chair.kind == "person":
                raise Wish("seat_taken", f"{chair.name} is sitting there.")
            if not table.lobby and chair.kind != "bot":
                raise Wish("bad_seat", "The seat is open.")
            self._do(Chair(seat=seat, open=True, **by))
        self._step([], table=True)

    def _wish_close(self, message: protocol.Host, by: dict[str, Any]) -> None:
        seat, chair = self._chair(message)
        if not self.table.lobby:
            raise Wish("bad_value", "Seats can be closed before the game only.")
        if chair.kind == "person":
            raise Wish("seat_taken", f"{chair.name} is sitting there.")
        self._do(Chair(seat=seat, open=False, **by))
        self._step([], table=True)

    def _wish_kick(self, message: protocol.Host, by: dict[str, Any]) -> None:
        seat, chair = self._chair(message)
        if chair.kind != "person" or seat == self.table.host:
            raise Wish("bad_seat", "There is nobody to remove on this seat.")
        self._remove(seat, (by["by"], by["n"], by["fp"]))

    def _wish_host(self, message: protocol.Host, by: dict[str, Any]) -> None:
        seat, chair = self._chair(message)
        if chair.kind != "person":
            raise Wish("bad_seat", "Only a person can be host.")
        self._new_host(seat, (by["by"], by["n"], by["fp"]))

    def _wish_pace(self, message: protocol.Host, by: dict[str, Any]) -> None:
        if message.value not in PACES:
            raise Wish("bad_value", "The pace is slow, normal or quick.")
        self._do(Setting(name="pace", value=message.value, **by))
        self._step([], table=True)

    def _wish_cover(self, message: protocol.Host, by: dict[str, Any]) -> None:
        if message.value not in COVERS:
            raise Wish("bad_value", "For people who are gone a bot can play, or the table can wait.")
        self._do(Setting(name="cover", value=message.value, **by))
        self._step([], table=True)
        self._check_absent()

    def _wish_pause(self, message: protocol.Host, by: dict[str, Any]) -> None:
        del message
        if self.table.paused:
            return
        self._thinking.clear()
        self._step(self._do(Paused(on=True, **by)), table=True)
        self._race_from = None

    def _wish_resume(self, message: protocol.Host, by: dict[str, Any]) -> None:
        del message
        if not self.table.paused:
            return
        events = self._do(Paused(on=False, **by))
        self._start_race_clock()
        self._step(events + self._countdown(), table=True)

    def _wish_next(self, message: protocol.Host, by: dict[str, Any]) -> None:
        del by
        if not self.table.between:
            raise Wish("bad_value", "There is nothing to deal now.")
        chair = self.table.seats[self.table.host]
        chair.mix = checked_mix(message.mix) or chair.mix
        self._deal()

    def _wish_rematch(self, message: protocol.Host, by: dict[str, Any]) -> None:
        if not self.table.over:
            raise Wish("bad_value", "The game is not over yet.")
        self._step(self._do(Rematch(same=message.same, **by)), table=True)
        self._deal()
        self._welcome_all()

    # Dealing and the race's clock

    def _deal(self) -> None:
        table = self.table
        match = table.match
        assert match is not None
        again = table.next_deal()
        if again is not None:
            entry = Dealt(cards=again[1], dealer=again[0], again=True)
        else:
            if table.secret is None:
                self._do(Sealed(secret=secrets.token_hex(32)))
            assert table.secret is not None
            mixes = {str(i): chair.mix for i, chair in enumerate(table.seats) if chair.mix}
            deal = match.shuffle(seed_of(table.secret, mixes))
            entry = Dealt(cards=deal.to_json(), dealer=deal.dealer, mixes=mixes)
        self._thinking.clear()
        events = self._do(entry)
        self._start_race_clock()
        self._step(events + self._countdown(), table=True, match=True)
        self.submit(self._check_absent)

    def _start_race_clock(self) -> None:
        """After a countdown the race's clock goes on where the log says it stood."""
        table = self.table
        self._race_from = None
        if table.game == "nerts" and table.dealing and not table.paused:
            self._race_from = self.loop.time() + self.settings.countdown
            self.loop.call_later(self.settings.countdown + 0.01, self._race_begins)
        self._race_base = table.race_ms

    def _race_begins(self) -> None:
        if not self.closed:
            self.submit(lambda: None)

    def _countdown(self) -> list[Event]:
        if self._race_from is None:
            return []
        return [{"kind": "countdown", "ms": round((self._race_from - self.loop.time()) * 1000)}]

    def _race_now(self) -> int:
        if self._race_from is None:
            raise Wish("not_started", "The race has not begun yet.")
        since = self.loop.time() - self._race_from
        if since < 0:
            raise Wish("not_started", "The race begins in a moment.")
        return max(self.table.race_ms, self._race_base + int(since * 1000))

    # What happens by itself

    def _go_on(self) -> None:
        """After every run: deal when all are ready, let bots think."""
        table = self.table
        if self._busy or self._inbox or table.match is None or table.paused:
            return
        if not self.lines and not self.settings.alone:
            return
        people = [
            seat for seat, chair in enumerate(table.seats) if chair.kind == "person" and self.here(seat)
        ]
        if not people and not self.settings.alone:
            return
        if self.loop.time() < self._hold:
            self.loop.call_later(self._hold - self.loop.time() + 0.1, self._race_begins)
            return
        if table.between:
            if all(table.seats[seat].ready for seat in people):
                self.submit(self._deal_if_ready)
            return
        if not table.dealing:
            return
        if table.game == "nerts" and (self._race_from is None or self._race_from > self.loop.time()):
            return
        state: Any = table.match.current
        for seat in state.to_act:
            chair = table.seats[seat]
            if chair.by_bot and seat not in self._thinking:
                self._think(seat, chair, state)

    def _deal_if_ready(self) -> None:
        table = self.table
        if table.between and not table.paused:
            people = [
                seat for seat, chair in enumerate(table.seats) if chair.kind == "person" and self.here(seat)
            ]
            if all(table.seats[seat].ready for seat in people):
                self._deal()

    def _think(self, seat: int, chair: Seat, state: Any) -> None:
        token = object()
        self._thinking[seat] = token
        view = state.view(seat)
        self._spawn(self._bot(seat, token, chair.level or "medium", view, self._delay(chair, view)))

    def _delay(self, chair: Seat, view: Any) -> float:
        pace = PACES[self.table.pace] * self.settings.pace
        if not pace:
            return 0.0
        if self.table.game == "nerts":
            low, high = RACE_TIMES[chair.level or "medium"]
            return max(LEAST_REACTION, random.uniform(low, high) * pace)
        # As long for a forced move as for a chosen one: time tells nothing.
        delay = random.uniform(*TRICK_TIMES)
        if view.phase == "play" and view.last_trick is not None and not view.trick:
            delay += TRICK_PAUSE
        return delay * pace

    async def _bot(self, seat: int, token: object, level: str, view: Any, delay: float) -> None:
        began = self.loop.time()
        try:
            action = await self.lobby.minds.choose(self.table.game, level, view, secrets.randbits(64))
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("table %s: a %s bot failed", self.table.name, level)
            self.metrics["bot_fallbacks"] += 1
            action = self.lobby.minds.safe(view)
        left = delay - (self.loop.time() - began)
        if left > 0:
            await asyncio.sleep(left)
        self.submit(self._on_bot, seat, token, action)

    def _on_bot(self, seat: int, token: object, action: str | None) -> None:
        # Somebody else is acting now, or the table has moved on: the thought is forgotten.
        if self._thinking.get(seat) is not token:
            return
        del self._thinking[seat]
        table = self.table
        if not table.seats[seat].by_bot or not table.dealing or table.paused or action is None:
            return
        try:
            ms = self._race_now() if table.game == "nerts" else None
        except Wish:
            return
        try:
            self._acted(Acted(seat=seat, action=action, ms=ms, bot=True))
        except Refused as refused:
            if table.game == "nerts":
                return  # somebody was quicker
            log.error("table %s: a bot wanted %r: %s", table.name, action, refused.code)
            self.metrics["bot_fallbacks"] += 1
            legal = table.match.current.legal(seat) if table.match and table.match.current else []
            if not legal:
                return
            self._acted(Acted(seat=seat, action=legal[0], ms=ms, bot=True))
        self.metrics["bot_actions"] += 1

    async def _hint(self, line: Line, seat: int, n: int) -> None:
        table = self.table
        state = table.match.current if table.match is not None else None
        if state is None or seat not in state.to_act or not self.lobby.minds.ready:
            line.send(encode(protocol.Refusal(n, "no_bot", "There is no hint to be had now.")))
            return
        try:
            action, reason = await self.lobby.minds.hint(table.game, state.view(seat), secrets.randbits(64))
        except Exception:
            log.exception("table %s: no hint", table.name)
            line.send(encode(protocol.Refusal(n, "no_bot", "There is no hint to be had now.")))
            return
        if action is None:
            line.send(encode(protocol.Refusal(n, "no_bot", "There is no hint to be had now.")))
            return
        line.send(encode(protocol.Hinted(n, action, reason)))

    # Questions over HTTP (each runs in the queue)

    def join(
        self, token: str, secret: str | None, name: str | None, seat: int | None, code: str | None
    ) -> int | None:
        """Sit down, or watch; the seat."""
        table = self.table
        key = auth.key_of(table.name, token)
        mine = table.seat_of(key)
        if mine is not None:
            return mine
        if code is not None:
            return self._join_by_code(key, token, code)
        if secret is None or not auth.is_secret(secret):
            if key not in table.guests:
                raise Wish("wrong_secret", "The link is not complete; ask for it again.")
            secret = auth.unseal(table.name, token, table.guests[key])
        if secret is None or not auth.same(auth.link_hash(table.name, secret), table.link):
            raise Wish("wrong_secret", "The link does not fit this table; ask for it again.")
        sealed = auth.seal(table.name, token, secret)
        free = [i for i, chair in enumerate(table.seats) if chair.kind == "open"]
        if seat is not None and seat >= 0 and seat not in free:
            raise Wish("seat_taken", "This seat is not open.")
        if seat == -1 or not free:
            if key not in table.guests:
                if len(table.guests) >= MOST_GUESTS:
                    raise Wish("too_many", "Too many people are watching already.")
                self._do(Guest(key=key, seal=sealed))
            return None
        seat = free[0] if seat is None else seat
        return self._sit(seat, key, sealed, protocol.clean_name(name or "", f"Player {seat + 1}"))

    def _sit(self, seat: int, key: str, sealed: str, name: str) -> int:
        table = self.table
        self._thinking.pop(seat, None)
        events = self._do(Sat(seat=seat, name=name, key=key, seal=sealed))
        chair = table.seats[seat]
        self._gone[id(chair)] = self.loop.time()
        # Whoever was shown this seat is somebody else.
        self._shown.pop(seat, None)
        self._recent.pop(seat, None)
        self._step(events, table=True, match=table.started)
        for line in self.lines:
            if line.key == key:
                line.seat = seat
                self._welcome(line)
        if table.seats[table.host].kind != "person":
            self._new_host(seat, None)
        return seat

    def _join_by_code(self, key: str, token: str, code: str) -> int:
        table = self.table
        tidy = auth.tidy_code(code)
        found = self._codes.get(tidy)
        if (
            found is None
            or found[1] < self.loop.time()
            or found[0] not in table.seats
            or found[0].kind != "person"
        ):
            self._code_tries += 1
            if self._code_tries >= CODE_TRIES:
                self._codes.clear()
            raise Wish(
                "wrong_code", "This code is not good (any more); ask for a new one on the other device."
            )
        del self._codes[tidy]
        chair, _, secret = found
        seat = table.seats.index(chair)
        self._do(Keyed(seat=seat, key=key, seal=auth.seal(table.name, token, secret) if secret else ""))
        return seat

    def code(self, token: str) -> str:
        """A one-time code for the same seat on another device."""
        table = self.table
        key = auth.key_of(table.name, token)
        seat = table.seat_of(key)
        if seat is None:
            raise Wish("no_seat", "You have no seat at this table.")
        chair = table.seats[seat]
        self._codes = {c: found for c, found in self._codes.items() if found[0] is not chair}
        self._code_tries = 0
        code = auth.new_code()
        secret = auth.unseal(table.name, token, chair.seals.get(key, ""))
        self._codes[auth.tidy_code(code)] = (chair, self.loop.time() + auth.CODE_SECONDS, secret or "")
        return code

    def knows(self, token: str | None, secret: str | None) -> bool:
        """Whether this cookie or secret belongs to the table."""
        table = self.table
        if token is not None:
            key = auth.key_of(table.name, token)
            if table.seat_of(key) is not None or key in table.guests:
                return True
        return (
            secret is not None
            and auth.is_secret(secret)
            and auth.same(auth.link_hash(table.name, secret), table.link)
        )

    def say_bye(self) -> None:
        """The server stops."""
        payload = encode(protocol.Bye("stopping"))
        for line in self.lines:
            line.send(payload)


_WISHES: Final[dict[str, Callable[[Desk, protocol.Host, dict[str, Any]], None]]] = {
    "start": Desk._wish_start,
    "bot": Desk._wish_bot,
    "open": Desk._wish_open,
    "close": Desk._wish_close,
    "kick": Desk._wish_kick,
    "host": Desk._wish_host,
    "pace": Desk._wish_pace,
    "cover": Desk._wish_cover,
    "pause": Desk._wish_pause,
    "resume": Desk._wish_resume,
    "next": Desk._wish_next,
    "rematch": Desk._wish_rematch,
}


def fingerprint(message: Any) -> str:
    """What a message asks for, without its counter and position."""
    if isinstance(message, protocol.Act):
        return "act " + message.action
    kind = type(message).__name__.lower()
    if isinstance(message, protocol.Host):
        return f"host {message.do} {message.seat} {message.level} {message.value} {message.same}"[:100]
    if isinstance(message, protocol.Name):
        return f"name {message.name}"[:100]
    if isinstance(message, protocol.Chat):
        return f"chat {message.text}"[:100]
    return kind


def checked_mix(mix: str | None) -> str:
    """The random bytes of a person's program, or nothing."""
    if mix is None:
        return ""
    if len(mix) != 64 or any(c not in "0123456789abcdef" for c in mix):
        raise Wish("bad_value", "mix must be 64 hex digits, small letters.")
    return mix
