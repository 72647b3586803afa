"""What can be set about a server, with the values a family wants."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields, replace


@dataclass(frozen=True)
class Settings:
    """Times in seconds. Every setting can be given in the environment: PEPPERNUT_PACE=0 and so on."""

    pace: float = 1.0  # of all bots; 0: at once (for tests)
    countdown: float = 3.0  # before a race
    think: float = 3.0  # then something simple is done for a bot
    cover_after: float = 30.0  # gone for so long: a bot may play
    host_after: float = 60.0  # gone for so long: somebody else is host
    idle_after: float = 300.0  # an empty table leaves the memory
    hello_within: float = 10.0
    rate: float = 15.0  # messages a second from one seat
    burst: float = 40.0
    tables_an_hour: int = 60  # by one client
    alone: bool = False  # bots play on at a table without people
    warm: bool = True  # prepare the bots' compiled code when the server starts
    origin: str = ""  # the address of the page, where a proxy changes it

    @classmethod
    def from_env(cls, **given: float | str | bool) -> Settings:
        """The defaults, what the environment says, and over it what is given."""
        settings = cls()
        for field in fields(cls):
            text = os.environ.get("PEPPERNUT_" + field.name.upper())
            if text is not None:
                kind = type(getattr(settings, field.name))
                value = text not in {"", "0", "false", "no"} if kind is bool else kind(text)
                given.setdefault(field.name, value)
        return replace(settings, **given)  # type: ignore[arg-type]
