"""Every message of the table protocol as a typed struct; docs/protocol.md says the same in words.

Clients send the structs of `Inbound`; the table answers with the structs below it. Steps are put together in `desk.py`
from parts that are encoded once and shared, in exactly the shape of `Step`.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Final, Literal

import msgspec

VERSION: Final = 1
MAX_FRAME: Final = 8 * 1024
MAX_BODY: Final = 64 * 1024
MAX_NAME: Final = 40
MAX_CHAT: Final = 300

# Close codes of the socket.
CLOSE_NO_SEAT: Final = 4401
CLOSE_NO_TABLE: Final = 4404
CLOSE_NO_HELLO: Final = 4408
CLOSE_REMOVED: Final = 4409
CLOSE_TOO_MUCH: Final = 4429

Seat = int
Counter = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]


class Message(msgspec.Struct, tag_field="t", frozen=True, omit_defaults=False):
    """A message with its kind in `t`."""


# What the client sends


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a socket."""

    v: int = VERSION
    have: int | None = None


class Act(Message, frozen=True, tag="act"):
    """Play, bid, draw: an action of the game."""

    n: Counter
    action: str
    at: int | None = None


class Ready(Message, frozen=True, tag="ready"):
    """Between deals (and before the game): this person is ready."""

    n: Counter
    mix: str | None = None


class Host(Message, frozen=True, tag="host"):
    """A wish of the host."""

    n: Counter
    do: str
    seat: int | None = None
    level: str | None = None
    value: str | None = None
    same: bool = False
    mix: str | None = None


class Chat(Message, frozen=True, tag="chat"):
    """A word to the table; never stored."""

    n: Counter
    text: str


class Hint(Message, frozen=True, tag="hint"):
    """What would a bot do here?"""

    n: Counter


class Name(Message, frozen=True, tag="name"):
    """A new name for the seat."""

    n: Counter
    name: str


class Sit(Message, frozen=True, tag="sit"):
    """Before the game: move to another seat, which is open."""

    n: Counter
    seat: int


class Leave(Message, frozen=True, tag="leave"):
    """Give the seat up."""

    n: Counter


class Look(Message, frozen=True, tag="look"):
    """Ask for a full view."""


class Ping(Message, frozen=True, tag="ping"):
    """Answered at once; tells the round trip that the client measured last."""

    ms: float
    rtt: int | None = None


Inbound = Hello | Act | Ready | Host | Chat | Hint | Name | Sit | Leave | Look | Ping


# What the table sends


class SeatState(msgspec.Struct, frozen=True):
    """One chair as everybody may see it."""

    seat: Seat
    name: str
    kind: Literal["person", "bot", "open", "closed"]
    level: str | None
    here: bool
    host: bool
    covered: bool
    ready: bool
    rtt: int | None


class Welcome(Message, frozen=True, tag="welcome"):
    """The whole of what this viewer may know."""

    v: int
    seq: int
    seat: Seat | None
    host: bool
    n: Counter
    table: dict[str, Any]
    match: dict[str, Any] | None


class Resumed(Message, frozen=True, tag="resumed"):
    """Nothing was lost: the missing steps follow."""

    seq: int
    n: Counter


class Step(Message, frozen=True, tag="step", omit_defaults=True):
    """One change: patches for the table, the match and the deal."""

    seq: int
    position: int
    events: list[dict[str, Any]]
    table: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    match: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    deal: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class Done(Message, frozen=True, tag="ack"):
    """Accepted and stored."""

    n: Counter
    ok: bool = True


class Refusal(Message, frozen=True, tag="ack"):
    """Refused: nothing has changed."""

    n: Counter
    code: str
    message: str
    ok: bool = False


class Said(Message, frozen=True, tag="chat"):
    """Somebody's word."""

    seat: Seat
    text: str


class Hinted(Message, frozen=True, tag="hint"):
    """What a bot would do on this seat (in the race it may be ``wait``), and why."""

    n: Counter
    action: str
    reason: str


class Pong(Message, frozen=True, tag="pong"):
    """Answer to a ping."""

    ms: float


class Error(Message, frozen=True, tag="error"):
    """The frame was no message of this protocol."""

    code: str
    message: str


class Bye(Message, frozen=True, tag="bye"):
    """The server stops (`stopping`) or the seat is gone (`removed`)."""

    why: str


# Bodies of HTTP requests


class RulesBody(msgspec.Struct, frozen=True):
    """A question about rules."""

    game: str
    rules: dict[str, Any] = {}
    players: int | None = None


class OpenBody(msgspec.Struct, frozen=True):
    """Open a table."""

    game: str
    name: str
    rules: dict[str, Any] = {}
    bots: str | dict[str, str] | None = None
    level: str | None = None


class JoinBody(msgspec.Struct, frozen=True):
    """Sit down, or watch."""

    secret: str | None = None
    name: str | None = None
    seat: int | None = None
    code: str | None = None


class QrBody(msgspec.Struct, frozen=True):
    """Text to be drawn as a QR code."""

    text: str


class Wish(Exception):
    """A wish that cannot be granted: a code and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        """Say why."""
        super().__init__(message)
        self.code = code
        self.message = message


_decoder = msgspec.json.Decoder(Inbound)
_encoder = msgspec.json.Encoder()
encode = _encoder.encode


def decode(frame: str | bytes) -> Inbound:
    """Read a frame of a client; `msgspec.MsgspecError` (or `RecursionError`) if it is no message."""
    return _decoder.decode(frame)


# Marks that turn the direction of the text around them: a name must not reorder the names beside it.
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_text(text: str, limit: int) -> str:
    """Text as a person meant it: NFC, no control or direction marks, single spaces, at most `limit` characters."""
    text = unicodedata.normalize("NFC", text[: 8 * limit])
    kept = [
        " " if c.isspace() else c
        for c in text
        if c not in _BIDI
        and (c.isspace() or unicodedata.category(c) not in {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
    ]
    return " ".join("".join(kept).split())[:limit].strip()


def clean_name(name: str, otherwise: str = "Guest") -> str:
    """A name for a seat; `otherwise` if nothing visible is left of it."""
    kept = clean_text(name, MAX_NAME)
    return kept if any(unicodedata.category(c)[0] in "LNPS" for c in kept) else otherwise
