"""What viewers are shown: full views, and steps that patch them.

A step is found by comparing what a viewer was shown with what he may see now; both come from `view`, which is an
allow-list. Nothing else gets into a frame, so what is hidden cannot leave a trace in it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from peppernut.catalog import GAMES
from peppernut.web import auth, protocol
from peppernut.web.protocol import encode

if TYPE_CHECKING:
    from peppernut.web.line import Line
    from peppernut.web.race_clock import RaceClock
    from peppernut.web.table import Event, Table

RING: Final = 128
# Steps are still made for a viewer whose line has dropped, for so long.
GRACE: Final = 30.0

Viewer = int | None


class Show:
    """The pictures that the viewers of one table have, and the steps between them."""

    def __init__(self, table: Table, lines: list[Line], clock: RaceClock) -> None:
        """Nobody has seen anything yet."""
        self.table = table
        self.lines = lines
        # A number that no earlier life of this table has used: nobody resumes what he has not seen.
        self.seq = secrets.randbelow(1 << 40) << 10
        self.clock = clock
        self._loop = asyncio.get_running_loop()
        self._ring: deque[tuple[int, dict[Viewer, bytes]]] = deque(maxlen=RING)
        self._deals: dict[Viewer, dict[str, Any]] = {}
        self._race: _Race | None = None
        self._match = self._match_now()
        self._state = self._state_now()
        self._recent: dict[Viewer, float] = {}

    # What there is to see now

    def _match_now(self) -> dict[str, Any] | None:
        match = self.table.match
        if match is None:
            return None
        seen = match.view(None)
        del seen["deal"]
        return seen

    def _deal_now(self, viewer: Viewer) -> dict[str, Any] | None:
        match = self.table.match
        if match is None or not match.states:
            return None
        view: dict[str, Any] = match.states[-1].view(viewer).to_json()
        return view

    def _state_now(self) -> dict[str, Any]:
        table = self.table
        here = {line.seat for line in self.lines}
        return {
            "name": table.name,
            "game": table.game,
            "title": GAMES[table.game],
            "rules": table.rules_json,
            "preset": table.preset,
            "differs": table.differs,
            "sides": table.sides(),
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
            "starts_in": self.clock.starts_in(),
            "fair": table.fair(),
        }

    # Steps

    def _viewers(self) -> list[Viewer]:
        """Whose pictures are kept up to date: who is here, and who has dropped out just now."""
        if self._recent:
            now = self._loop.time()
            self._recent = {viewer: until for viewer, until in self._recent.items() if until > now}
        viewers = {line.seat for line in self.lines if line.joined} | set(self._recent)
        for viewer in [viewer for viewer in self._deals if viewer not in viewers]:
            del self._deals[viewer]
        return [viewer for viewer in viewers if viewer in self._deals]

    def step(self, events: list[Event], *, table: bool, match: bool) -> dict[Viewer, bytes]:
        """The step that has just happened, for everyone who watches.

        `table`, `match`: whether more than the deal may have changed.
        """
        self.seq += 1
        head = b'{"t":"step","seq":%d,"position":%d' % (self.seq, self.table.position)
        private = any("private" in event for event in events)
        if table:
            head += self._state_patch()
        if not match and not private:
            shared = self._shared_patch(events)
            if shared is not None:
                payload = head + b',"events":' + encode(events) + shared + b"}"
                frames = dict.fromkeys(self._viewers(), payload)
                self._ring.append((self.seq, frames))
                return frames
        frames = {}
        news = self._match_patch() if match else None
        heard = encode(events)
        for viewer in self._viewers():
            if private:
                heard = encode([event for event in events if event.get("private", viewer) == viewer])
            frames[viewer] = head + b',"events":' + heard + self._own_patch(viewer, news) + b"}"
        if match:
            self._race = None
        self._ring.append((self.seq, frames))
        return frames

    def _state_patch(self) -> bytes:
        now = self._state_now()
        patch = {key: value for key, value in now.items() if value != self._state[key]}
        self._state = now
        return b',"table":' + encode(patch) if patch else b""

    def _match_patch(self) -> dict[str, Any]:
        now = self._match_now()
        before, self._match = self._match, now
        if now is None:
            return {}
        return now if before is None else {key: value for key, value in now.items() if value != before[key]}

    def _own_patch(self, viewer: Viewer, news: dict[str, Any] | None) -> bytes:
        """What has changed in this viewer's picture of the deal (and of the match, if there are news of it)."""
        shown = self._deals[viewer]
        view = self._deals[viewer] = self._deal_now(viewer) or {}
        if news is not None:
            return b',"match":' + encode({**news, "deal": view or None})
        changed = {key: value for key, value in view.items() if key not in shown or shown[key] != value}
        return b',"deal":' + encode(changed) if changed else b""

    def _shared_patch(self, events: list[Event]) -> bytes | None:
        """The change of the deal where it is the same for all; None if each must be looked at."""
        if self.table.game == "nerts" and self.table.dealing:
            if self._race is None:
                self._race = _Race(self._deal_now(None) or {})
                return self._race.whole()
            return self._race.patch(events)
        return None if any("action" in event for event in events) else b""

    # Full views

    def welcome(self, line: Line) -> bytes:
        """The whole of what this line may see, as of the last step."""
        viewer, table = line.seat, self.table
        state: dict[str, Any] = {**self._state_now(), "position": table.position}
        host = viewer is not None and viewer == table.host
        if host and viewer is not None:
            sealed = table.seats[viewer].seals.get(line.key)
            state["link_secret"] = sealed and auth.unseal(table.name, line.token, sealed)
        match = self._match_now()
        if match is not None:
            match["deal"] = self._deal_now(viewer)
        self._deals[viewer] = (match and match["deal"]) or {}
        n = 0 if viewer is None else table.seats[viewer].last_n
        line.joined = True
        line.since = self.seq
        return encode(protocol.Welcome(protocol.VERSION, self.seq, viewer, host, n, state, match))

    def begin_anew(self) -> None:
        """Everything is new: nobody can resume, all pictures are drawn afresh."""
        self._ring.clear()
        self._recent.clear()
        self._deals.clear()
        self._race = None
        self._match = self._match_now()
        self._state = self._state_now()
        self.seq += 1

    # Coming back

    def keep(self, viewer: Viewer) -> None:
        """A viewer has dropped out: for a while steps are made for him too."""
        self._recent[viewer] = self._loop.time() + GRACE

    def back(self, viewer: Viewer) -> None:
        """He is here again."""
        self._recent.pop(viewer, None)

    def forget(self, viewer: Viewer) -> None:
        """Whoever had this seat is gone for good: his picture is not for the next one."""
        self._recent.pop(viewer, None)
        self._deals.pop(viewer, None)

    def missed(self, have: int, viewer: Viewer) -> list[bytes] | None:
        """The steps after `have` for a viewer; None if they are not all there."""
        if viewer not in self._deals:
            return None
        if have == self.seq:
            return []
        found = [(seq, frames.get(viewer)) for seq, frames in self._ring if seq > have]
        if not found or found[0][0] != have + 1 or len(found) != self.seq - have:
            return None
        payloads = [payload for _, payload in found if payload is not None]
        return payloads if len(payloads) == len(found) else None


class _Race:
    """The race's cards as everybody sees them, kept up to date by events: a look at the whole costs too much."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.places: list[dict[str, Any]] = view["places"]
        self.rotations: int = view["rotations"]
        self.places_raw = [encode(place) for place in self.places]
        self.foundations_raw = [encode(foundation) for foundation in view["foundations"]]

    def whole(self) -> bytes:
        """All that can change during a race."""
        return b',"deal":{%s,%s,"rotations":%d}' % (self._places(), self._foundations(), self.rotations)

    def _places(self) -> bytes:
        return b'"places":[%s]' % b",".join(self.places_raw)

    def _foundations(self) -> bytes:
        return b'"foundations":[%s]' % b",".join(self.foundations_raw)

    def patch(self, events: list[Event]) -> bytes:
        """What these events change."""
        parts: list[bytes] = []
        changed = False
        for event in events:
            kind = event["kind"]
            if kind in {"move", "draw"}:
                changed = True
                self._lay(event["seat"], event["place"])
                if kind == "move":
                    self._cleared()
                    if self.rotations:
                        self.rotations = 0
                        parts.append(b'"rotations":0')
                    found = event.get("foundation")
                    if found is not None:
                        self._build(found)
                        parts.append(self._foundations())
            elif kind == "stuck":
                changed = True
                self._lay(event["seat"], {**self.places[event["seat"]], "stuck": True})
            elif kind == "rotate":
                changed = True
                self.rotations = event["rotations"]
                parts.append(b'"rotations":%d' % self.rotations)
                for seat, place in enumerate(event["places"]):
                    self._lay(seat, place)
        if changed:
            parts.append(self._places())
        return b',"deal":{%s}' % b",".join(parts) if parts else b""

    def _lay(self, seat: int, place: dict[str, Any]) -> None:
        self.places[seat] = place
        self.places_raw[seat] = encode(place)

    def _cleared(self) -> None:
        """A card has moved: nobody is stuck, and draws are counted anew."""
        for seat, place in enumerate(self.places):
            if place["stuck"] or place["draws"]:
                self._lay(seat, {**place, "stuck": False, "draws": 0})

    def _build(self, found: dict[str, Any]) -> None:
        at = found["at"]
        raw = encode({"suit": found["suit"], "top": found["top"], "cards": found["cards"]})
        if at == len(self.foundations_raw):
            self.foundations_raw.append(raw)
        else:
            self.foundations_raw[at] = raw
