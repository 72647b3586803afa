"""What the host of a table can wish for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from peppernut import rules as house
from peppernut.refusal import Refused
from peppernut.web.journal import Botted, Chair, Covered, Paused, Rematch, Setting, Started
from peppernut.web.protocol import Host, Wish
from peppernut.web.table import MOST_SEATS, Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from peppernut.web.desk import Desk

# The seat, its counter and what was asked: put into the log with what came of it.
By = dict[str, Any]

LEVELS: Final = ("easy", "medium", "hard")
PACES: Final = {"slow": 1.8, "normal": 1.0, "quick": 0.4}
COVERS: Final = ("bot", "wait")
BOT_NAMES: Final = (
    "Hazel", "Basil", "Juniper", "Rowan", "Clover", "Sorrel", "Maple", "Bramble", "Linden", "Poppy", "Alder", "Fern",
    "Myrtle", "Aspen", "Saffron", "Willow",
)  # fmt: skip


def grant(desk: Desk, message: Host, by: By) -> None:
    """Do what the host wishes, or say why not (`Wish`)."""
    wish = WISHES.get(message.do)
    if wish is None:
        raise Wish("bad_value", "The host cannot wish for this.")
    wish(desk, message, by)


def _chair(desk: Desk, message: Host) -> tuple[int, Seat]:
    if message.seat is None or not 0 <= message.seat < len(desk.table.seats):
        raise Wish("bad_seat", "There is no such seat.")
    return message.seat, desk.table.seats[message.seat]


def checked_mix(mix: str | None) -> str:
    """The random bytes of a person's program, or nothing."""
    if mix is None:
        return ""
    if len(mix) != 64 or any(c not in "0123456789abcdef" for c in mix):
        raise Wish("bad_value", "mix must be 64 hex digits, small letters.")
    return mix


def start(desk: Desk, message: Host, by: By) -> None:
    """Begin the game and deal."""
    table = desk.table
    if table.started:
        raise Wish("bad_value", "The game has begun already.")
    if any(chair.kind == "open" for chair in table.seats):
        raise Wish("seats_open", "There are open seats: wait for people, put bots in, or close the seats.")
    chairs = [i for i, chair in enumerate(table.seats) if chair.kind != "closed"]
    rules = _rules_for(desk, len(chairs))
    given = {**table.given, "players": len(chairs)}
    table.seats[table.host].mix = checked_mix(message.mix) or table.seats[table.host].mix
    mixes = [chair.mix for chair in table.seats]
    desk.step(desk.do(Started(chairs=chairs, given=given, rules=house.to_json(rules), **by)), table=True)
    desk.seat_lines()
    for chair, mix in zip(table.seats, [mixes[i] for i in chairs], strict=True):
        chair.mix = mix
    desk.deal()
    desk.welcome_all()


def _rules_for(desk: Desk, players: int) -> Any:
    try:
        return desk.table.resolve(desk.table.given, players)
    except Refused as refused:
        raise Wish("bad_rules", f"The game cannot be played like this: {refused.message}") from refused


def bot(desk: Desk, message: Host, by: By) -> None:
    """A bot sits down, or covers for somebody who is gone."""
    seat, chair = _chair(desk, message)
    level = message.level or "medium"
    if level not in LEVELS:
        raise Wish("bad_value", "Bots are easy, medium or hard.")
    if chair.kind == "person":
        if desk.here(seat):
            raise Wish("seat_taken", f"{chair.name} is sitting there.")
        if desk.table.lobby or chair.covered:
            raise Wish("seat_taken", f"The seat is {chair.name}'s.")
        desk.step(desk.do(Covered(seat=seat, on=True, **by)), table=True)
        return
    desk.bots.forget(seat)
    name = chair.name if chair.kind == "bot" else bot_name(desk)
    events = desk.do(Botted(seat=seat, level=level, name=name, **by))
    desk.step(events, table=True, match=desk.table.started)


def bot_name(desk: Desk) -> str:
    """A name nobody at this table has."""
    taken = {chair.name for chair in desk.table.seats}
    return next((name for name in BOT_NAMES if name not in taken), "Bot")


def open_(desk: Desk, message: Host, by: By) -> None:
    """Open a chair for people."""
    table = desk.table
    if message.seat == len(table.seats) and table.lobby and len(table.seats) < MOST_SEATS:
        desk.do(Chair(seat=message.seat, open=True, **by))
        desk.gone_at[id(table.seats[-1])] = desk.loop.time()
    else:
        seat, chair = _chair(desk, message)
        if chair.kind == "person":
            raise Wish("seat_taken", f"{chair.name} is sitting there.")
        if not table.lobby and chair.kind != "bot":
            raise Wish("bad_seat", "The seat is open.")
        desk.do(Chair(seat=seat, open=True, **by))
    desk.step([], table=True)


def close(desk: Desk, message: Host, by: By) -> None:
    """Take a chair away before the game."""
    seat, chair = _chair(desk, message)
    if not desk.table.lobby:
        raise Wish("bad_value", "Seats can be closed before the game only.")
    if chair.kind == "person":
        raise Wish("seat_taken", f"{chair.name} is sitting there.")
    desk.do(Chair(seat=seat, open=False, **by))
    desk.step([], table=True)


def kick(desk: Desk, message: Host, by: By) -> None:
    """Remove a person."""
    seat, chair = _chair(desk, message)
    if chair.kind != "person" or seat == desk.table.host:
        raise Wish("bad_seat", "There is nobody to remove on this seat.")
    desk.remove(seat, (by["by"], by["n"], by["fp"]))


def host(desk: Desk, message: Host, by: By) -> None:
    """Hand over being host."""
    seat, chair = _chair(desk, message)
    if chair.kind != "person":
        raise Wish("bad_seat", "Only a person can be host.")
    desk.new_host(seat, (by["by"], by["n"], by["fp"]))


def pace(desk: Desk, message: Host, by: By) -> None:
    """Set the pace of the bots."""
    if message.value not in PACES:
        raise Wish("bad_value", "The pace is slow, normal or quick.")
    desk.do(Setting(name="pace", value=message.value, **by))
    desk.step([], table=True)


def cover(desk: Desk, message: Host, by: By) -> None:
    """Say what happens when somebody is gone."""
    if message.value not in COVERS:
        raise Wish("bad_value", "For people who are gone a bot can play, or the table can wait.")
    desk.do(Setting(name="cover", value=message.value, **by))
    desk.step([], table=True)
    desk.check_absent()


def pause(desk: Desk, message: Host, by: By) -> None:
    """Nobody acts for a while."""
    del message
    if desk.table.paused:
        return
    desk.bots.forget_all()
    desk.step(desk.do(Paused(on=True, **by)), table=True)
    desk.clock.stop()


def resume(desk: Desk, message: Host, by: By) -> None:
    """Go on."""
    del message
    if not desk.table.paused:
        return
    events = desk.do(Paused(on=False, **by))
    desk.clock.start(desk.table)
    desk.step(events + desk.clock.event(), table=True)


def next_(desk: Desk, message: Host, by: By) -> None:
    """Deal now."""
    del by
    if not desk.table.between:
        raise Wish("bad_value", "There is nothing to deal now.")
    chair = desk.table.seats[desk.table.host]
    chair.mix = checked_mix(message.mix) or chair.mix
    desk.deal()


def rematch(desk: Desk, message: Host, by: By) -> None:
    """Play again."""
    if not desk.table.over:
        raise Wish("bad_value", "The game is not over yet.")
    desk.step(desk.do(Rematch(same=message.same, **by)), table=True)
    desk.deal()
    desk.welcome_all()


WISHES: Final[dict[str, Callable[[Desk, Host, By], None]]] = {
    "start": start,
    "bot": bot,
    "open": open_,
    "close": close,
    "kick": kick,
    "host": host,
    "pace": pace,
    "cover": cover,
    "pause": pause,
    "resume": resume,
    "next": next_,
    "rematch": rematch,
}
