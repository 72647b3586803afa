"""The entries of a table's log: every accepted input, in order. The log is the truth; a table in memory is its replay.

Entries are never changed and never reused for another meaning: a new meaning gets a new kind, and what the rules mean
has a version of its own, `RULES_VERSION`.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

RULES_VERSION: Final = 1


class Entry(msgspec.Struct, tag_field="k", frozen=True, omit_defaults=True, kw_only=True):
    """One accepted input. `by`, `n`, `fp`: the seat, its counter and what was asked, so that a repeat is recognised."""

    by: int = -1
    n: int = -1
    fp: str = ""


class Opened(Entry, frozen=True, tag="open"):
    """The table: which game by which rules, the hash of its link's secret."""

    game: str
    given: dict[str, Any]
    rules: dict[str, Any]
    rules_version: int
    seats: int
    link: str


class Sat(Entry, frozen=True, tag="sit"):
    """A person sits down. `key`: hash of the cookie; `seal`: the link's secret, readable with that cookie only."""

    seat: int
    name: str
    key: str
    seal: str


class Moved(Entry, frozen=True, tag="move"):
    """Before the game: a person takes another seat, which was open."""

    seat: int
    to: int


class Named(Entry, frozen=True, tag="name"):
    """A person takes another name."""

    seat: int
    name: str


class Keyed(Entry, frozen=True, tag="key"):
    """The same person from another device."""

    seat: int
    key: str
    seal: str


class Guest(Entry, frozen=True, tag="guest"):
    """Somebody who watches."""

    key: str
    seal: str


class Left(Entry, frozen=True, tag="left"):
    """The person has left the seat, or was removed."""

    seat: int


class Botted(Entry, frozen=True, tag="bot"):
    """A bot sits on the seat."""

    seat: int
    level: str
    name: str


class Chair(Entry, frozen=True, tag="chair"):
    """A chair is opened for people, or taken away before the game."""

    seat: int
    open: bool


class Hosted(Entry, frozen=True, tag="host"):
    """Another person is host."""

    seat: int


class Setting(Entry, frozen=True, tag="set"):
    """Pace of the bots, or what happens when somebody is gone."""

    name: str
    value: str


class Paused(Entry, frozen=True, tag="pause"):
    """The host pauses the table, or lets it go on."""

    on: bool


class Started(Entry, frozen=True, tag="start"):
    """The game begins on these chairs, by these rules."""

    chairs: list[int]
    given: dict[str, Any]
    rules: dict[str, Any]


class Sealed(Entry, frozen=True, tag="seal"):
    """The secret of the coming deal (hex)."""

    secret: str


class Dealt(Entry, frozen=True, tag="deal"):
    """The cards, and what they were shuffled from."""

    cards: dict[str, Any]
    dealer: int | None
    mixes: dict[str, str] = {}
    again: bool = False


class Acted(Entry, frozen=True, tag="act"):
    """An action of the game. `bot`: not by the person of the seat."""

    seat: int
    action: str
    ms: int | None = None
    bot: bool = False


class Covered(Entry, frozen=True, tag="cover"):
    """A bot plays for a person who is gone, or the person is back."""

    seat: int
    on: bool


class Rematch(Entry, frozen=True, tag="again"):
    """The same seats play again, with the same deals if `same`."""

    same: bool


AnyEntry = (
    Opened | Sat | Moved | Named | Keyed | Guest | Left | Botted | Chair | Hosted | Setting | Paused | Started
    | Sealed | Dealt | Acted | Covered | Rematch
)  # fmt: skip

_decoder = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def encode(entry: Entry) -> str:
    """The entry as it stands in the log."""
    return _encoder.encode(entry).decode()


def decode(body: str | bytes) -> AnyEntry:
    """The entry again; `msgspec.MsgspecError` if this program does not know it."""
    return _decoder.decode(body)
