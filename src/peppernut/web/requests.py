"""What people at a table send: every message once, its first answer again to a repeat, said after the commit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peppernut.refusal import Refused
from peppernut.web import protocol
from peppernut.web.journal import Acted, Moved, Named
from peppernut.web.protocol import CLOSE_TOO_MUCH, Wish, encode
from peppernut.web.wishes import checked_mix, grant

if TYPE_CHECKING:
    from peppernut.web.desk import Desk
    from peppernut.web.line import Line


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


class Requests:
    """The messages of one table's people."""

    def __init__(self, desk: Desk) -> None:
        """Nobody has sent anything yet."""
        self.desk = desk
        self._buckets: dict[str, Bucket] = {}
        # Since the last commit: what is under way, and what was asked again.
        self._waiting: list[tuple[Line, int]] = []
        self._repeats: list[tuple[Line, Any]] = []

    def settled(self) -> None:
        """What they brought about is stored."""
        self._waiting.clear()
        self._repeats.clear()

    def lost(self, error: Exception) -> None:
        """What they brought about is not stored."""
        for line, n in self._waiting:
            line.send(encode(protocol.Refusal(n, "not_stored", str(error))))
        self._waiting.clear()
        # What was done before and asked again is not undone: it is answered when the log has been read.
        for repeat in self._repeats:
            self.desk.submit(self._on_message, *repeat)
        self._repeats.clear()

    def take(self, line: Line, message: protocol.Inbound) -> None:
        """A message of a person who has said hello."""
        desk = self.desk
        bucket = self._buckets.get(line.key)
        now = desk.loop.time()
        if bucket is None:
            bucket = self._buckets[line.key] = Bucket(desk.settings.burst, now)
        if not bucket.take(now, desk.settings.rate, desk.settings.burst):
            desk.metrics["rate_limited"] += 1
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
            desk.look(line)
        else:
            desk.submit(self._on_message, line, message)

    def _on_message(self, line: Line, message: Any) -> None:
        if line not in self.desk.lines:
            return
        n = message.n
        seat = line.seat
        if seat is None:
            self._refuse(line, n, "no_seat", "You are watching; only people at the table can do this.")
            return
        chair = self.desk.table.seats[seat]
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
            self.desk.metrics["actions_refused"] += 1
            chair.remember(n, what, (refused.code, refused.message))
            self._refuse_all(seat, line, n, refused.code, refused.message)
            return
        if handled:
            chair.remember(n, what, None)
            # The chair may stand elsewhere now.
            self._ack(self.desk.table.seats.index(chair), n)

    def _ack(self, seat: int, n: int) -> None:
        payload = b'{"t":"ack","n":%d,"ok":true}' % n
        self.desk.say([line for line in self.desk.lines if line.seat == seat], payload)

    def _refuse(self, line: Line, n: int, code: str, message: str) -> None:
        self.desk.say([line], encode(protocol.Refusal(n, code, message)))

    def _refuse_all(self, seat: int, line: Line, n: int, code: str, message: str) -> None:
        lines = [other for other in self.desk.lines if other.seat == seat] or [line]
        self.desk.say(lines, encode(protocol.Refusal(n, code, message)))

    def _handle(self, line: Line, seat: int, message: Any, by: tuple[int, int, str]) -> bool:
        """Do what was asked; whether it is done (a hint is answered later)."""
        desk = self.desk
        if isinstance(message, protocol.Act):
            self._act(seat, message)
        elif isinstance(message, protocol.Ready):
            self._ready(seat, message.mix)
        elif isinstance(message, protocol.Chat):
            text = protocol.clean_text(message.text, protocol.MAX_CHAT)
            if text:
                desk.say([other for other in desk.lines if other.joined], encode(protocol.Said(seat, text)))
        elif isinstance(message, protocol.Name):
            self._name(seat, message.name, by)
        elif isinstance(message, protocol.Sit):
            self._move(seat, message.seat, by)
        elif isinstance(message, protocol.Leave):
            self._leave(seat, by)
        elif isinstance(message, protocol.Hint):
            desk.spawn(desk.bots.hint(line, seat, message.n))
            return False
        elif isinstance(message, protocol.Host):
            if seat != desk.table.host:
                raise Wish("not_host", "Only the host of the table can do this.")
            grant(desk, message, {"by": by[0], "n": by[1], "fp": by[2]})
        return True

    def _playing(self) -> None:
        table = self.desk.table
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
        table = self.desk.table
        ms = None
        if table.game == "nerts":
            ms = self.desk.clock.now(table)
        else:
            at = message.at
            if at is None or not table.since[seat] <= at <= table.position:
                raise Wish("stale", "The table has moved on since; look again.")
        if len(message.action) > 64:
            raise Wish("unknown_action", "That is no action of this game.")
        self.desk.acted(Acted(seat=seat, action=message.action, ms=ms, by=seat, n=message.n))
        self.desk.metrics["actions"] += 1

    def _ready(self, seat: int, mix: str | None) -> None:
        table = self.desk.table
        if table.started and not table.between:
            raise Wish("between" if table.dealing else "game_over", "Nobody is waiting for this now.")
        chair = table.seats[seat]
        chair.mix = checked_mix(mix)
        if not chair.ready:
            chair.ready = True
            self.desk.step([], table=True)

    def _name(self, seat: int, name: str, by: tuple[int, int, str]) -> None:
        self.desk.do(Named(seat=seat, name=protocol.clean_name(name), by=by[0], n=by[1], fp=by[2]))
        self.desk.step([], table=True, match=self.desk.table.started)

    def _move(self, seat: int, to: int, by: tuple[int, int, str]) -> None:
        desk, table = self.desk, self.desk.table
        if not table.lobby:
            raise Wish("bad_value", "Seats can be changed before the game only.")
        if not 0 <= to < len(table.seats):
            raise Wish("bad_seat", "There is no such seat.")
        if table.seats[to].kind != "open":
            raise Wish("seat_taken", "This seat is not open.")
        events = desk.do(Moved(seat=seat, to=to, by=by[0], n=by[1], fp=by[2]))
        desk.show.forget(seat)
        desk.seat_lines()
        desk.step(events, table=True)
        for line in desk.lines:
            if line.seat == to and line.joined:
                desk.welcome(line)

    def _leave(self, seat: int, by: tuple[int, int, str]) -> None:
        self._ack(seat, by[1])
        self.desk.remove(seat, by)


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
