"""How people come to a table: by its link, by a cookie they have already, or by a code from their other device.

Every function runs in the queue of the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from peppernut.web import auth, protocol
from peppernut.web.journal import Guest, Keyed, Sat
from peppernut.web.protocol import Wish

if TYPE_CHECKING:
    from peppernut.web.desk import Desk

MOST_GUESTS: Final = 100
CODE_TRIES: Final = 10


def join(
    desk: Desk, token: str, secret: str | None, name: str | None, seat: int | None, code: str | None
) -> int | None:
    """Sit down, or watch; the seat."""
    table = desk.table
    key = auth.key_of(table.name, token)
    mine = table.seat_of(key)
    if mine is not None:
        return mine
    if code is not None:
        return _join_by_code(desk, key, token, code)
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
            desk.do(Guest(key=key, seal=sealed))
        return None
    seat = free[0] if seat is None else seat
    return _sit(desk, seat, key, sealed, protocol.clean_name(name or "", f"Player {seat + 1}"))


def _sit(desk: Desk, seat: int, key: str, sealed: str, name: str) -> int:
    table = desk.table
    desk.bots.forget(seat)
    events = desk.do(Sat(seat=seat, name=name, key=key, seal=sealed))
    chair = table.seats[seat]
    desk.gone_at[id(chair)] = desk.loop.time()
    # Whoever was shown this seat is somebody else.
    desk.show.forget(seat)
    desk.step(events, table=True, match=table.started)
    for line in desk.lines:
        if line.key == key:
            line.seat = seat
            desk.welcome(line)
    if table.seats[table.host].kind != "person":
        desk.new_host(seat, None)
    return seat


def _join_by_code(desk: Desk, key: str, token: str, code: str) -> int:
    table = desk.table
    tidy = auth.tidy_code(code)
    found = desk.codes.get(tidy)
    if (
        found is None
        or found[1] < desk.loop.time()
        or found[0] not in table.seats
        or found[0].kind != "person"
    ):
        desk.code_tries += 1
        if desk.code_tries >= CODE_TRIES:
            desk.codes.clear()
        raise Wish("wrong_code", "This code is not good (any more); ask for a new one on the other device.")
    del desk.codes[tidy]
    chair, _, secret = found
    seat = table.seats.index(chair)
    desk.do(Keyed(seat=seat, key=key, seal=auth.seal(table.name, token, secret) if secret else ""))
    return seat


def code(desk: Desk, token: str) -> str:
    """A one-time code for the same seat on another device."""
    table = desk.table
    key = auth.key_of(table.name, token)
    seat = table.seat_of(key)
    if seat is None:
        raise Wish("no_seat", "You have no seat at this table.")
    chair = table.seats[seat]
    desk.codes = {c: found for c, found in desk.codes.items() if found[0] is not chair}
    desk.code_tries = 0
    made = auth.new_code()
    secret = auth.unseal(table.name, token, chair.seals.get(key, ""))
    desk.codes[auth.tidy_code(made)] = (chair, desk.loop.time() + auth.CODE_SECONDS, secret or "")
    return made
