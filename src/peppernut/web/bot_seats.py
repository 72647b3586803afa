"""The seats of a table that bots play: when they think, and what comes of a thought."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import zlib
from typing import TYPE_CHECKING, Any, Final

from peppernut.refusal import Refused
from peppernut.web import protocol
from peppernut.web.journal import Acted
from peppernut.web.protocol import Wish, encode
from peppernut.web.wishes import PACES

if TYPE_CHECKING:
    from peppernut.web.desk import Desk
    from peppernut.web.line import Line
    from peppernut.web.table import Seat

log = logging.getLogger("peppernut.bot_seats")

# How long bots take to act at the card table, and how long a finished trick is looked at.
TRICK_TIMES: Final = (1.0, 1.6)
TRICK_PAUSE: Final = 0.9
# At the race nobody acts sooner after what he has seen.
LEAST_REACTION: Final = 0.25


class BotSeats:
    """Who of a table's bots is thinking. A thought is forgotten when the table has moved on."""

    def __init__(self, desk: Desk) -> None:
        """Nobody thinks yet."""
        self.desk = desk
        self._thinking: dict[int, object] = {}

    def forget(self, seat: int) -> None:
        """What this seat is thinking is not wanted any more."""
        self._thinking.pop(seat, None)

    def forget_all(self) -> None:
        """The same for all seats."""
        self._thinking.clear()

    def think(self, seat: int, chair: Seat, state: Any) -> None:
        """Let a bot begin to think what to do on this seat, if it has not yet."""
        if seat in self._thinking:
            return
        token = object()
        self._thinking[seat] = token
        level = "hard" if self._partners_a_person(seat) else chair.level or "medium"
        self.desk.spawn(self._bot(seat, token, level, state.view(seat)))

    def _partners_a_person(self, seat: int) -> bool:
        """Whether the side of a bot has a person in it: such a bot always plays its best."""
        table = self.desk.table
        state: Any = table.match.current if table.match is not None else None
        if state is None:
            return False
        mates = {other for side in state.rules.side_seats if seat in side for other in side}
        if table.game == "pepper" and state.rules.sides == "called":
            team = state.team()
            mates = {
                other for other in range(state.rules.players) if team and (other in team) == (seat in team)
            }
        return any(other != seat and table.seats[other].kind == "person" for other in mates)

    async def _bot(self, seat: int, token: object, level: str, view: Any) -> None:
        desk, table = self.desk, self.desk.table
        began = desk.loop.time()
        action, ms = await desk.lobby.minds.choose(table.name, table.game, level, view, secrets.randbits(64))
        pace = PACES[desk.table.pace] * desk.settings.pace
        left = _delay(table.game, view, ms) * pace
        if pace and table.game == "nerts":
            left = max(LEAST_REACTION, left)
        left -= desk.loop.time() - began
        if left > 0:
            await asyncio.sleep(left)
        desk.submit(self._on_bot, seat, token, action)

    def _on_bot(self, seat: int, token: object, action: str | None) -> None:
        # Somebody else is acting now, or the table has moved on: the thought is forgotten.
        if self._thinking.get(seat) is not token:
            return
        del self._thinking[seat]
        table = self.desk.table
        if not table.seats[seat].by_bot or not table.dealing or table.paused or action is None:
            return
        try:
            ms = self.desk.clock.now(table) if table.game == "nerts" else None
        except Wish:
            return
        try:
            self.desk.acted(Acted(seat=seat, action=action, ms=ms, bot=True))
        except Refused as refused:
            if table.game == "nerts":
                return  # somebody was quicker
            log.error("table %s: a bot wanted %r: %s", table.name, action, refused.code)  # noqa: TRY400  (a sentence is enough)
            self.desk.metrics["bot_fallbacks"] += 1
            legal = table.match.current.legal(seat) if table.match and table.match.current else []
            if not legal:
                return
            self.desk.acted(Acted(seat=seat, action=legal[0], ms=ms, bot=True))
        self.desk.metrics["bot_actions"] += 1

    async def hint(self, line: Line, seat: int, n: int) -> None:
        """Tell a player what a strong bot would do on his seat."""
        table = self.desk.table
        state = table.match.current if table.match is not None else None
        answer: Any = protocol.Refusal(n, "no_bot", "There is no hint to be had now.")
        if state is not None and seat in state.to_act:
            try:
                # asked again, the same advice
                seed = zlib.crc32(f"{table.name} {table.position} {seat}".encode())
                action, reason = await self.desk.lobby.minds.hint(
                    table.name, table.game, state.view(seat), seed
                )
                answer = protocol.Hinted(n, action or "wait", reason)
            except Exception:
                log.exception("table %s: no hint", table.name)
        line.send(encode(answer))


def _delay(game: str, view: Any, ms: int | None) -> float:
    """How long a person would take: at the card table as long for a forced move as for a chosen one."""
    if ms is not None:
        return ms / 1000
    delay = random.uniform(*TRICK_TIMES)
    if game != "nerts" and view.phase == "play" and view.last_trick is not None and not view.trick:
        delay += TRICK_PAUSE
    return delay
