"""The games there are. A room is the package of one game; all rooms offer the same names."""

from importlib import import_module
from types import ModuleType

from peppernut.refusal import Refused

GAMES = {
    "peanuts": "Peanuts, the trick game",
    "nerts": "Nerts, the race (also called Peanuts)",
    "pepper": "Pepper, Bid Euchre",
}


def room(name: object) -> ModuleType:
    """The room of a game, imported when it is first asked for; Refused ``bad_record`` if there is none."""
    if not isinstance(name, str) or name not in GAMES:
        raise Refused("bad_record", f"There is no game {name!r}; there are {', '.join(GAMES)}.")
    return import_module(f"peppernut.{name}")
