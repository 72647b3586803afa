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
from peppernut.web.journal import Acted, Covered, Dealt, Entry, Hosted, Left, Sealed
from peppernut.web.protocol import CLOSE_REMOVED, CLOSE_TOO_MUCH, Wish, encode
from peppernut.web.race_clock import RaceClock
from peppernut.web.requests import Requests
from peppernut.web.show import Show
from peppernut.web.store import NotStored, StoreError
from peppernut.web.table import NewerRules, Seat, Table, seed_of

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
        self._asks: list[asyncio.Future[Any]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.bots = BotSeats(self)
        self.requests = Requests(self)
        self._hold = 0.0
        self.gone_at: dict[int, float] = {}
        self.codes: dict[str, tuple[Seat, float, str]] = {}
        self.code_tries = 0
        self.clock = RaceClock(self.settings.countdown, self._wake)
        self.clock.start(table)
        self._told_rtt = 0.0
        self.show = Show(table, self.lines, self.clock)
        now = self.loop.time()
        for chair in table.seats:
            self.gone_at[id(chair)] = now
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
        self.requests.settled()
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
        self.requests.lost(error)
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
            self.clock.start(table)
            self.show = Show(table, self.lines, self.clock)
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
        self.say([line], self.show.welcome(line))

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

    def say(self, lines: list[Line], payload: bytes) -> None:
        """Send to these lines after the commit."""

        def say() -> None:
            for line in lines:
                line.send(payload)

        self._out.append(say)

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
            self.say([line], payload)
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

    def acted(self, entry: Acted) -> None:
        events = self.do(entry)
        if self.table.dealing:
            self.step(events)
        else:
            self.do(Sealed(secret=secrets.token_hex(32)))
            self.clock.stop()
            self.bots.forget_all()
            self.step(events, table=True, match=True)

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

    # Dealing

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
        self.clock.start(table)
        self.step(events + self.clock.event(), table=True, match=True)
        self.submit(self.check_absent)

    # What happens by itself

    def _wake(self) -> None:
        """A moment has come to look what there is to do."""
        if not self.closed:
            self.submit(lambda: None)

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
            self.loop.call_later(self._hold - self.loop.time() + 0.1, self._wake)
            return
        if table.between:
            if all(table.seats[seat].ready for seat in people):
                self.submit(self._deal_if_ready)
            return
        if not table.dealing:
            return
        if table.game == "nerts" and not self.clock.running():
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

    # What is asked by the way: in the queue, of the table that the log tells then

    def record(self) -> dict[str, Any] | None:
        """The game as a record; None before it has begun."""
        return self.table.record()

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
