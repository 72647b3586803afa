"""A table as its log tells it: chairs, rules, deals, actions. No clock, no sockets: entries in, events out.

The same `admit` is used when an entry is new and when the log is replayed, so a table in memory is always what its log
says. `desk.py` puts people, bots and time around it.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

from peppernut import catalog
from peppernut import rules as house
from peppernut.match import Match
from peppernut.refusal import Refused
from peppernut.web import journal
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
    Moved,
    Named,
    Opened,
    Paused,
    Rematch,
    Sat,
    Sealed,
    Setting,
    Started,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

Event = dict[str, Any]
# The first answer to a counter: a code and a sentence, or None for "done".
Answer = tuple[str, str] | None

REMEMBERED: Final = 256
MOST_SEATS: Final = 12


class NewerRules(Exception):
    """The log speaks of rules that this program does not know."""


class Seat:
    """One chair: who sits there and what has been asked from it."""

    __slots__ = ("answers", "covered", "keys", "kind", "level", "mix", "name", "ready", "rtt", "seals")

    def __init__(self) -> None:
        """An open chair."""
        self.clear()

    def clear(self) -> None:
        """Make it an open chair that nobody remembers."""
        self.kind = "open"
        self.name = ""
        self.level: str | None = None
        self.keys: list[str] = []
        self.seals: dict[str, str] = {}
        self.covered = False
        self.answers: OrderedDict[int, tuple[str, Answer]] = OrderedDict()
        # What the log does not know: gone after a restart, and nobody misses it.
        self.ready = False
        self.mix = ""
        self.rtt: int | None = None

    def remember(self, n: int, asked: str, answer: Answer) -> None:
        """Keep the first answer to a counter, so that a repeat gets it again."""
        self.answers[n] = (asked, answer)
        if len(self.answers) > REMEMBERED:
            self.answers.popitem(last=False)

    @property
    def last_n(self) -> int:
        """The highest counter in use."""
        return max(self.answers, default=0)

    @property
    def by_bot(self) -> bool:
        """Whether a bot acts here now."""
        return self.kind == "bot" or (self.covered and self.kind in {"person", "open"})


class Table:
    """Everything the log says about one table."""

    def __init__(self, name: str) -> None:
        """A table before its first entry."""
        self.name = name
        self.game = ""
        self.given: dict[str, Any] = {}
        self.rules: Any = None
        self.rules_json: dict[str, Any] = {}
        self.preset: str | None = None
        self.differs: list[str] = []
        self.link = ""
        self.seats: list[Seat] = []
        self.guests: dict[str, str] = {}
        self.host = 0
        self.pace = "normal"
        self.cover = "wait"
        self.paused = False
        self.match: Match | None = None
        # Before the game: the chairs in use, and the sides that they would make.
        self._sides: tuple[list[int], list[list[int]]] | None = None
        self.position = 0
        # Per seat: the position since which it could act without a change of what it may do.
        self.since: list[int] = []
        self.secret: str | None = None
        self.fair_deal: dict[str, Any] | None = None
        self.fair_last: dict[str, Any] | None = None
        self.race_ms = 0
        self.again: list[tuple[int | None, dict[str, Any]]] = []
        self.dealt: list[tuple[int | None, dict[str, Any]]] = []
        # Per deal of a trick game the places of the actions that bots chose.
        self.by_bots: list[set[int]] = []

    @classmethod
    def replay(cls, name: str, bodies: Iterable[str]) -> Table:
        """The table of a log."""
        table = cls(name)
        for body in bodies:
            table.admit(journal.decode(body))
        return table

    # What is asked often

    @property
    def room(self) -> Any:
        """The module of the game."""
        return catalog.room(self.game)

    @property
    def started(self) -> bool:
        """Whether a game has begun."""
        return self.match is not None

    @property
    def over(self) -> bool:
        """Whether the game has been played to its end."""
        return self.match is not None and self.match.over

    @property
    def dealing(self) -> bool:
        """Whether a deal is in progress."""
        match = self.match
        return match is not None and bool(match.states) and not match.states[-1].over

    @property
    def between(self) -> bool:
        """Whether the next deal is waited for."""
        return self.match is not None and not self.match.over and not self.dealing

    @property
    def lobby(self) -> bool:
        """Whether people and bots may still be placed freely."""
        return self.match is None

    def seat_of(self, key: str) -> int | None:
        """The seat that a cookie's hash holds."""
        for i, seat in enumerate(self.seats):
            if seat.kind == "person" and key in seat.keys:
                return i
        return None

    def next_deal(self) -> tuple[int | None, dict[str, Any]] | None:
        """The deal that has to come next in a rematch with the same deals."""
        assert self.match is not None
        number = len(self.match.states)
        return self.again[number] if number < len(self.again) else None

    def resolve(self, given: dict[str, Any], players: int) -> Any:
        """Rules for this many seats."""
        return house.resolve(self.room, {**given, "players": players})

    def sides(self) -> list[list[int]]:
        """The seats of each side; before the game as they would be, and none while the rules do not fit the seats."""
        if self.match is not None:
            return self.match.sides
        chairs = [i for i, chair in enumerate(self.seats) if chair.kind != "closed"]
        if self._sides is None or self._sides[0] != chairs:
            try:
                sides = self.resolve(self.given, len(chairs)).side_seats
            except Refused:
                sides = []
            self._sides = chairs, [[chairs[seat] for seat in side] for side in sides]
        return self._sides[1]

    # The one way in

    def admit(self, entry: Entry) -> list[Event]:
        """Let an entry happen. `Refused` leaves everything as it was (only an action or a deal can be refused)."""
        # Who asked keeps his counter where he sits afterwards.
        chair = self.seats[entry.by] if entry.n >= 0 and 0 <= entry.by < len(self.seats) else None
        events: list[Event] = getattr(self, "_" + type(entry).__name__.lower())(entry)
        if chair is not None:
            chair.remember(entry.n, asked(entry), None)
        return events

    def _opened(self, entry: Opened) -> list[Event]:
        if entry.rules_version > journal.RULES_VERSION:
            raise NewerRules("This table was opened by a newer Peppernut; its rules are not known here.")
        self.game = entry.game
        self.link = entry.link
        self.seats = [Seat() for _ in range(entry.seats)]
        self.since = [0] * entry.seats
        self._take_rules(entry.given, entry.rules)
        return []

    def _take_rules(self, given: dict[str, Any], resolved: dict[str, Any]) -> None:
        # The rules as resolved then are the truth: a later program may have other defaults.
        self.given = given
        self._sides = None
        preset = given.get("preset")
        self.preset = preset if isinstance(preset, str) else next(iter(self.room.PRESETS))
        self.rules = house.resolve(self.room, {"preset": self.preset, **resolved})
        self.rules_json = house.to_json(self.rules)
        self.differs = house.differences(self.room, self.rules, self.preset)

    def _sat(self, entry: Sat) -> list[Event]:
        seat = self.seats[entry.seat]
        seat.clear()
        seat.kind = "person"
        seat.name = entry.name
        seat.keys = [entry.key]
        seat.seals = {entry.key: entry.seal}
        self.guests.pop(entry.key, None)
        self._call(entry.seat)
        return [{"kind": "sit", "seat": entry.seat, "name": entry.name}]

    def _moved(self, entry: Moved) -> list[Event]:
        seats, here, there = self.seats, entry.seat, entry.to
        seats[here], seats[there] = seats[there], seats[here]
        if self.host == here:
            self.host = there
        return [{"kind": "sit", "seat": there, "name": seats[there].name}]

    def _named(self, entry: Named) -> list[Event]:
        self.seats[entry.seat].name = entry.name
        self._call(entry.seat)
        return []

    def _call(self, seat: int) -> None:
        """The score sheet calls people as the chairs do."""
        if self.match is not None:
            self.match.seats[seat] = self.seats[seat].name

    def _keyed(self, entry: Keyed) -> list[Event]:
        seat = self.seats[entry.seat]
        if entry.key not in seat.keys:
            seat.keys = [*seat.keys[-7:], entry.key]
        seat.seals[entry.key] = entry.seal
        return []

    def _guest(self, entry: Guest) -> list[Event]:
        self.guests[entry.key] = entry.seal
        return []

    def _left(self, entry: Left) -> list[Event]:
        seat = self.seats[entry.seat]
        name = seat.name
        seat.clear()
        if not self.lobby:
            seat.name = name
            seat.level = "medium"
            seat.covered = True
        return [{"kind": "leave", "seat": entry.seat}]

    def _botted(self, entry: Botted) -> list[Event]:
        seat = self.seats[entry.seat]
        if seat.kind != "bot":
            seat.clear()
            seat.kind = "bot"
        seat.level = entry.level
        seat.name = entry.name
        self._call(entry.seat)
        return [{"kind": "sit", "seat": entry.seat, "name": entry.name}]

    def _chair(self, entry: Chair) -> list[Event]:
        if entry.seat == len(self.seats):
            self.seats.append(Seat())
            self.since.append(0)
            return []
        seat = self.seats[entry.seat]
        if self.lobby:
            seat.clear()
            seat.kind = "open" if entry.open else "closed"
            return []
        # In a game the bot keeps the chair warm.
        seat.kind = "open"
        seat.covered = True
        return []

    def _hosted(self, entry: Hosted) -> list[Event]:
        self.host = entry.seat
        return [{"kind": "host", "seat": entry.seat}]

    def _setting(self, entry: Setting) -> list[Event]:
        if entry.name == "pace":
            self.pace = entry.value
        elif entry.name == "cover":
            self.cover = entry.value
        return []

    def _paused(self, entry: Paused) -> list[Event]:
        self.paused = entry.on
        return [{"kind": "pause" if entry.on else "resume"}]

    def _started(self, entry: Started) -> list[Event]:
        keeper = self.seats[self.host]
        self.seats = [self.seats[i] for i in entry.chairs]
        self.host = self.seats.index(keeper) if keeper in self.seats else 0
        self.since = [0] * len(self.seats)
        self._take_rules(entry.given, entry.rules)
        self._new_match()
        return [{"kind": "start"}]

    def _new_match(self) -> None:
        self.match = Match(self.game, self.rules, [seat.name for seat in self.seats])
        self.dealt = []
        self.by_bots = []
        self._nobody_ready()

    def _nobody_ready(self) -> None:
        for seat in self.seats:
            seat.ready = False
            seat.mix = ""

    def _sealed(self, entry: Sealed) -> list[Event]:
        self.secret = entry.secret
        return []

    def _dealt(self, entry: Dealt) -> list[Event]:
        match = self.match
        assert match is not None
        state = match.begin(self.room.Deal.parse(self.rules, entry.cards))
        number = len(match.states) - 1
        self.dealt.append((entry.dealer, entry.cards))
        self.by_bots.append(set())
        self._nobody_ready()
        self.race_ms = 0
        self.position += 1
        self.since = [self.position] * len(self.seats)
        if entry.again or self.secret is None:
            self.fair_deal = None
        else:
            self.fair_deal = {
                "deal": number,
                "commit": commitment(self.secret),
                "secret": self.secret,
                "mixes": entry.mixes,
                "dealer": entry.dealer,
            }
            self.secret = None
        if state.over:
            self._deal_over()
        return [{"kind": "deal", "number": number, "dealer": entry.dealer}]

    def _acted(self, entry: Acted) -> list[Event]:
        match = self.match
        if match is None or match.current is None:
            raise Refused("between", "There is no deal to play in now.")
        state = match.current
        before = state.to_act
        place = len(state.actions)
        events = match.apply(entry.seat, entry.action, entry.ms)
        if entry.bot and self.game != "nerts":
            self.by_bots[-1].add(place)
        self.position += 1
        if entry.ms is not None:
            self.race_ms = entry.ms
        if state.over:
            self._deal_over()
        elif self.game != "nerts":
            may = state.to_act
            for i in range(len(self.since)):
                # Who could act before and still can has seen nothing that changes what he meant.
                if i == entry.seat or i not in before or i not in may:
                    self.since[i] = self.position
        return events

    def _deal_over(self) -> None:
        self.fair_last = self.fair_deal
        self.fair_deal = None

    def _covered(self, entry: Covered) -> list[Event]:
        self.seats[entry.seat].covered = entry.on
        return [{"kind": "cover", "seat": entry.seat, "on": entry.on}]

    def _rematch(self, entry: Rematch) -> list[Event]:
        self.again = self.dealt if entry.same else []
        self._new_match()
        return [{"kind": "rematch"}]

    # What everybody may know

    def fair(self) -> dict[str, Any]:
        """The commitment to the coming or current deal, and the opened one of the last."""
        current = self.fair_deal
        if current is not None:
            commit: str | None = current["commit"]
        else:
            commit = None if self.secret is None else commitment(self.secret)
        number = len(self.match.states) - (self.dealing) if self.match is not None else 0
        return {"commit": commit, "deal": number, "last": self.fair_last}

    def record(self) -> dict[str, Any] | None:
        """The game as a record: finished deals only, until it is over (law 1: an open deal has secrets)."""
        if self.match is None:
            return None
        record: dict[str, Any] = self.match.to_record()
        if self.dealing:
            record = {**record, "deals": record["deals"][:-1]}
        return record


def commitment(secret: str) -> str:
    """What is published of a secret before the deal."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str, mixes: dict[str, str]) -> bytes:
    """What the cards are shuffled from: the server's secret and what people mixed in, in the order of seats."""
    mixed = [bytes.fromhex(mixes[seat]) for seat in sorted(mixes, key=int)]
    return hashlib.sha256(bytes.fromhex(secret) + b"".join(mixed)).digest()


def asked(entry: Entry) -> str:
    """What a counter was used for, so that a repeat can be told from something else."""
    return "act " + entry.action if isinstance(entry, Acted) else entry.fp
