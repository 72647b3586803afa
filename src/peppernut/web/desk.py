"""A table with people, bots and time around it: one queue of inputs, handled in the order of arrival.

A run takes what is waiting, lets it happen in memory, and hands the new entries to the log; what has to be said waits
until they are stored. If they cannot be stored, the table in memory is dropped and replayed: the log is the truth.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from typing import TYPE_CHECKING, Any, Final

import msgspec

from peppernut.refusal import Refused
from peppernut.web import auth, journal, protocol
from peppernut.web.bot_seats import BotSeats
from peppernut.web.journal import Acted, Covered, Dealt, Entry, Hosted, Left, Moved, Named, Sealed
from peppernut.web.protocol import CLOSE_REMOVED, CLOSE_TOO_MUCH, Wish, encode
from peppernut.web.show import Show
from peppernut.web.store import NotStored, StoreError
from peppernut.web.table import NewerRules, Seat, Table, seed_of
from peppernut.web.wishes import checked_mix, grant

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from peppernut.web.line import Line
    from peppernut.web.lobby import Lobby
    from peppernut.web.show import Viewer
    from peppernut.web.table import Event

log = logging.getLogger("peppernut.desk")

MOST_LINES: Final = 200
MOST_IN_A_RUN: Final = 64
# After the log could not be written, bots wait so long: the disk may get room.
HOLD: Final = 5.0


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
        self._repeats: list[tuple[Line, Any]] = []
        self._asks: list[asyncio.Future[Any]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.bots = BotSeats(self)
        self._hold = 0.0
        self.gone_at: dict[int, float] = {}
        self._buckets: dict[str, Bucket] = {}
        self.codes: dict[str, tuple[Seat, float, str]] = {}
        self.code_tries = 0
        self._race_from: float | None = None
        self._told_rtt = 0.0
        self.show = Show(table, self.lines)
        now = self.loop.time()
        for chair in table.seats:
            self.gone_at[id(chair)] = now
        self.start_race_clock()
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
        self._repeats.clear()
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
        # What was done before and asked again is not undone: it is answered when the log has been read.
        self._inbox.extend((self._on_message, repeat) for repeat in self._repeats)
        self._repeats.clear()
        for ask in self._asks:
            if not ask.done():
                ask.set_exception(error)
        self._asks.clear()
        self.bots.forget_all()
        self._hold = self.loop.time() + HOLD
        self.spawn(self._read_again())

    async def _read_again(self) -> None:
        wait = 0.2
        while not self.closed:
            try:
                stored = await asyncio.to_thread(self.lobby.store.read, self.table.name)
                table = None
                if stored is not None:
                    table = await asyncio.to_thread(Table.replay, self.table.name, stored.bodies)
            except (StoreError, NewerRules, msgspec.MsgspecError, Refused) as error:
                log.error("table %s cannot be replayed: %s", self.table.name, error)  # noqa: TRY400  (a sentence is enough)
                stored = table = None
            if stored is None or table is None:
                await asyncio.sleep(wait)
                wait = min(10.0, wait * 2)
                continue
            old, self.table, self.head = self.table, table, stored.head
            now = self.loop.time()
            self.gone_at = {id(chair): now for chair in table.seats}
            for chair, before in zip(table.seats, old.seats, strict=False):
                if chair.keys == before.keys:
                    chair.ready, chair.mix, chair.rtt = before.ready, before.mix, before.rtt
            self.codes.clear()
            self.start_race_clock()
            self.show = Show(table, self.lines)
            self.show.starts_at = self._race_from
            self.seat_lines()
            for line in list(self.lines):
                self.welcome(line)
            self.submit(self.check_absent)
            self._busy = False
            self._publish()
            return

    def spawn(self, work: Awaitable[None]) -> None:
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

    def do(self, entry: Entry) -> list[Event]:
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

    # Steps and views: made as things happen, said after the commit

    def here(self, seat: int) -> bool:
        """Whether a socket of this seat is connected."""
        return any(line.seat == seat for line in self.lines)

    def step(self, events: list[Event], *, table: bool = False, match: bool = False) -> None:
        """Show everyone what has just happened."""
        frames = self.show.step(events, table=table, match=match)
        seq = self.show.seq
        self._out.append(lambda: self._send_step(seq, frames))

    def _send_step(self, seq: int, frames: dict[Viewer, bytes]) -> None:
        for line in self.lines:
            if line.joined and line.since < seq:
                payload = frames.get(line.seat)
                if payload is None:
                    # Not foreseen when the step was made: a fresh view is always right.
                    self.look(line)
                else:
                    line.send(payload)

    def welcome(self, line: Line) -> None:
        """Show one line the whole of what it may see."""
        self._say([line], self.show.welcome(line))

    def welcome_all(self) -> None:
        """Everything is new: a full view for everyone."""
        self.seat_lines()
        self.show.begin_anew()
        for line in self.lines:
            if line.joined:
                self.welcome(line)

    def look(self, line: Line) -> None:
        """A full view for this line, please."""
        self.submit(self._on_look, line)

    def _on_look(self, line: Line) -> None:
        if line in self.lines:
            # The others know the table's state up to the last step: show all of them what has changed since.
            self.step([], table=True)
            self.welcome(line)

    def seat_lines(self) -> None:
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
        self.show.back(seat)
        events: list[Event] = []
        if seat is not None:
            chair = self.table.seats[seat]
            self.gone_at.pop(id(chair), None)
            if chair.covered:
                # His again at once; what the bot was about to do is dropped.
                self.bots.forget(seat)
                events = self.do(Covered(seat=seat, on=False))
        missed = None if have is None or line.joined else self.show.missed(have, seat)
        if missed is None:
            self.step(events, table=True)
            self.welcome(line)
            return
        n = 0 if seat is None else self.table.seats[seat].last_n
        line.joined = True
        line.since = self.show.seq
        for payload in (encode(protocol.Resumed(have or 0, n)), *missed):
            self._say([line], payload)
        self.step(events, table=True)

    def gone(self, line: Line) -> None:
        """A socket is gone."""
        self.submit(self._on_gone, line)

    def _on_gone(self, line: Line) -> None:
        if line not in self.lines:
            return
        self.lines.remove(line)
        seat = line.seat
        if line.joined and not any(other.seat == seat for other in self.lines):
            self.show.keep(seat)
        if seat is not None and not self.here(seat):
            self.gone_at[id(self.table.seats[seat])] = self.loop.time()
            for delay in (self.settings.cover_after, self.settings.host_after):
                self.loop.call_later(delay + 0.05, self._absence)
        self.step([], table=True)

    def _absence(self) -> None:
        if not self.closed:
            self.submit(self.check_absent)

    def check_absent(self) -> None:
        now = self.loop.time()
        table = self.table
        for seat, chair in enumerate(table.seats):
            since = self.gone_at.get(id(chair))
            if since is None or chair.kind != "person" or self.here(seat):
                continue
            if (
                table.cover == "bot"
                and table.dealing
                and not chair.covered
                and now - since >= self.settings.cover_after
            ):
                self.step(self.do(Covered(seat=seat, on=True)), table=True)
        keeper = table.seats[table.host]
        since = self.gone_at.get(id(keeper), 0.0 if keeper.kind != "person" else now)
        if not self.here(table.host) and now - since >= self.settings.host_after:
            heirs = [
                seat for seat, chair in enumerate(table.seats) if chair.kind == "person" and self.here(seat)
            ]
            if heirs:
                self.new_host(heirs[0], None)

    def new_host(self, seat: int, by: tuple[int, int, str] | None) -> None:
        entry = Hosted(seat=seat) if by is None else Hosted(seat=seat, by=by[0], n=by[1], fp=by[2])
        self.step(self.do(entry), table=True)
        for line in self.lines:
            if line.seat == seat and line.joined:
                self.welcome(line)

    def told_rtt(self, line: Line, rtt: int) -> None:
        """A client has measured its round trip."""
        if line.seat is not None and 0 <= rtt < 100_000:
            self.table.seats[line.seat].rtt = rtt
            now = self.loop.time()
            if now - self._told_rtt > 10.0 and self.table.dealing:
                self._told_rtt = now
                self.submit(lambda: self.step([], table=True))

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
            self._repeats.append((line, message))
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
            # The chair may stand elsewhere now.
            self._ack(self.table.seats.index(chair), n)

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
        elif isinstance(message, protocol.Sit):
            self._move(seat, message.seat, by)
        elif isinstance(message, protocol.Leave):
            self._leave(seat, by)
        elif isinstance(message, protocol.Hint):
            self.spawn(self.bots.hint(line, seat, message.n))
            return False
        elif isinstance(message, protocol.Host):
            if seat != self.table.host:
                raise Wish("not_host", "Only the host of the table can do this.")
            grant(self, message, {"by": by[0], "n": by[1], "fp": by[2]})
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
            ms = self.race_now()
        else:
            at = message.at
            if at is None or not table.since[seat] <= at <= table.position:
                raise Wish("stale", "The table has moved on since; look again.")
        if len(message.action) > 64:
            raise Wish("unknown_action", "That is no action of this game.")
        self.acted(Acted(seat=seat, action=message.action, ms=ms, by=seat, n=message.n))
        self.metrics["actions"] += 1

    def acted(self, entry: Acted) -> None:
        events = self.do(entry)
        if self.table.dealing:
            self.step(events)
        else:
            self.do(Sealed(secret=secrets.token_hex(32)))
            self.stop_race_clock()
            self.bots.forget_all()
            self.step(events, table=True, match=True)

    def _ready(self, seat: int, mix: str | None) -> None:
        table = self.table
        if table.started and not table.between:
            raise Wish("between" if table.dealing else "game_over", "Nobody is waiting for this now.")
        chair = table.seats[seat]
        chair.mix = checked_mix(mix)
        if not chair.ready:
            chair.ready = True
            self.step([], table=True)

    def _name(self, seat: int, name: str, by: tuple[int, int, str]) -> None:
        self.do(Named(seat=seat, name=protocol.clean_name(name), by=by[0], n=by[1], fp=by[2]))
        self.step([], table=True, match=self.table.started)

    def _move(self, seat: int, to: int, by: tuple[int, int, str]) -> None:
        table = self.table
        if not table.lobby:
            raise Wish("bad_value", "Seats can be changed before the game only.")
        if not 0 <= to < len(table.seats):
            raise Wish("bad_seat", "There is no such seat.")
        if table.seats[to].kind != "open":
            raise Wish("seat_taken", "This seat is not open.")
        events = self.do(Moved(seat=seat, to=to, by=by[0], n=by[1], fp=by[2]))
        self.show.forget(seat)
        self.seat_lines()
        self.step(events, table=True)
        for line in self.lines:
            if line.seat == to and line.joined:
                self.welcome(line)

    def _leave(self, seat: int, by: tuple[int, int, str]) -> None:
        self._ack(seat, by[1])
        self.remove(seat, by)

    def remove(self, seat: int, by: tuple[int, int, str]) -> None:
        lines = [line for line in self.lines if line.seat == seat]
        self.bots.forget(seat)
        events = self.do(Left(seat=seat, by=by[0], n=by[1], fp=by[2]))
        self.seat_lines()
        self.show.forget(seat)
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
        self.step(events, table=True)
        if seat == self.table.host:
            self.gone_at[id(self.table.seats[seat])] = 0.0
            heirs = [i for i, chair in enumerate(self.table.seats) if chair.kind == "person"]
            heirs.sort(key=lambda i: not self.here(i))
            if heirs:
                self.new_host(heirs[0], None)

    # Dealing and the race's clock

    def deal(self) -> None:
        table = self.table
        match = table.match
        assert match is not None
        again = table.next_deal()
        if again is not None:
            entry = Dealt(cards=again[1], dealer=again[0], again=True)
        else:
            if table.secret is None:
                self.do(Sealed(secret=secrets.token_hex(32)))
            assert table.secret is not None
            mixes = {str(i): chair.mix for i, chair in enumerate(table.seats) if chair.mix}
            deal = match.shuffle(seed_of(table.secret, mixes))
            entry = Dealt(cards=deal.to_json(), dealer=deal.dealer, mixes=mixes)
        self.bots.forget_all()
        events = self.do(entry)
        self.start_race_clock()
        self.step(events + self.countdown(), table=True, match=True)
        self.submit(self.check_absent)

    def start_race_clock(self) -> None:
        """After a countdown the race's clock goes on where the log says it stood."""
        table = self.table
        self._race_from = None
        if table.game == "nerts" and table.dealing and not table.paused:
            self._race_from = self.loop.time() + self.settings.countdown
            self.loop.call_later(self.settings.countdown + 0.01, self._race_begins)
        self._race_base = table.race_ms
        self.show.starts_at = self._race_from

    def stop_race_clock(self) -> None:
        """Nothing counts now."""
        self._race_from = self.show.starts_at = None

    def _race_begins(self) -> None:
        if not self.closed:
            self.submit(lambda: None)

    def countdown(self) -> list[Event]:
        if self._race_from is None:
            return []
        return [{"kind": "countdown", "ms": round((self._race_from - self.loop.time()) * 1000)}]

    def race_now(self) -> int:
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
            if chair.by_bot:
                self.bots.think(seat, chair, state)

    def _deal_if_ready(self) -> None:
        table = self.table
        if table.between and not table.paused:
            people = [
                seat for seat, chair in enumerate(table.seats) if chair.kind == "person" and self.here(seat)
            ]
            if all(table.seats[seat].ready for seat in people):
                self.deal()

    def finished(self, number: int) -> tuple[Any, set[int]]:
        """A deal of a trick game that is over, and the places of the actions that bots chose in it."""
        table = self.table
        if table.game == "nerts":
            raise Wish("bad_request", "In the race nobody has time for reasons.")
        if table.match is None or not 0 <= number < len(table.match.states) - table.dealing:
            raise Wish("no_deal", "There is no such finished deal; reasons are told when it is over.")
        return table.match.states[number], table.by_bots[number]

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


def fingerprint(message: Any) -> str:
    """What a message asks for, without its counter and position."""
    if isinstance(message, protocol.Act):
        return "act " + message.action
    kind = type(message).__name__.lower()
    if isinstance(message, protocol.Host):
        return f"host {message.do} {message.seat} {message.level} {message.value} {message.same}"[:100]
    if isinstance(message, protocol.Name):
        return f"name {message.name}"[:100]
    if isinstance(message, protocol.Sit):
        return f"sit {message.seat}"[:100]
    if isinstance(message, protocol.Chat):
        return f"chat {message.text}"[:100]
    return kind
