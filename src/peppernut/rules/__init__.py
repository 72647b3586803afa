"""House rules as values: the declaration of an option, and how given rules are read.

A game's rules are a frozen dataclass. Each field is declared once with :func:`option`; validation, the
rulebook, ``peppernut rules --format json`` and the client's rule editor all read that declaration.
"""

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from peppernut.refusal import Refused

Reader = Callable[[object], object]


@dataclass(frozen=True)
class Option:
    """One house rule that can be set.

    ``kind`` is ``int``, ``bool``, ``choice``, ``levels``, ``sizes`` or ``deck``. ``choices`` are words (and,
    for ``levels``, numbers) that stand beside or instead of a number from ``low`` to ``high``.
    ``default`` None: it follows from other options, as ``meaning`` says.
    """

    name: str
    default: Any
    kind: str
    choices: tuple[Any, ...]
    low: int | None
    high: int | None
    label: str
    meaning: str
    group: str
    read: Reader = dataclasses.field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Everything about the option that an editor needs, as JSON values."""
        return {
            field.name: plain(getattr(self, field.name))
            for field in dataclasses.fields(self)
            if field.name != "read"
        }


def option(
    default: Any,
    label: str,
    meaning: str,
    *,
    group: str,
    choices: Sequence[Any] = (),
    between: tuple[int, int] | None = None,
    kind: str | None = None,
    read: Reader | None = None,
) -> Any:
    """Declare a field of a ``Rules`` dataclass as an option.

    ``between`` are the lowest and highest number, ``choices`` words allowed beside them. ``read`` turns a
    given value into the stored one, or raises ValueError with the end of the sentence "NAME must be …".
    """
    if kind is None:
        kind = "bool" if isinstance(default, bool) else "int" if between else "choice"
    low, high = between or (None, None)
    reader = read or _reader(kind, tuple(choices), low, high)
    spec = {
        "default": default,
        "kind": kind,
        "choices": tuple(choices),
        "low": low,
        "high": high,
        "label": label,
        "meaning": meaning,
        "group": group,
        "read": reader,
    }
    if default.__hash__ is None:
        raise TypeError(f"the default of {label} must be a value that cannot change")
    return dataclasses.field(default=default, metadata={"option": spec})


def _reader(kind: str, choices: tuple[Any, ...], low: int | None, high: int | None) -> Reader:
    words = [str(choice) for choice in choices]
    if low is not None:
        words.append(f"a number from {low} to {high}")
    allowed = "true or false" if kind == "bool" else " or ".join(words)

    def read(value: object) -> object:
        if kind == "bool":
            if isinstance(value, bool):
                return value
        elif value is None and "none" in choices:
            return None if kind == "int" else "none"
        elif isinstance(value, str):
            if value in choices:
                return None if value == "none" and kind == "int" else value
        elif type(value) is int and low is not None and high is not None and low <= value <= high:
            return value
        raise ValueError(allowed)

    return read


def options(rules: type | Any) -> list[Option]:
    """The options of a ``Rules`` class (or of a value of it), in the order of declaration."""
    return [
        Option(name=field.name, **field.metadata["option"])
        for field in dataclasses.fields(rules)
        if "option" in field.metadata
    ]


def plain(value: Any) -> Any:
    """A rules value as JSON knows it."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def to_json(rules: Any) -> dict[str, Any]:
    """Every option with its resolved value."""
    return {spec.name: plain(getattr(rules, spec.name)) for spec in options(rules)}


def resolve(room: ModuleType, given: object, players: int | None = None) -> Any:
    """The rules of a game from a preset name and options laid over it.

    ``given`` is the ``rules`` object of a record; ``players`` the number of seats, if that is known.
    Raises Refused ``bad_rules`` with a sentence that names the option, or ``bad_record`` when the seats do
    not fit the number of players that the rules name.
    """
    if not isinstance(given, Mapping):
        raise Refused("bad_rules", "The rules must be an object of options and their values.")
    _, values = chosen_values(room, given)
    specs = {spec.name: spec for spec in options(room.Rules)}
    read: dict[str, Any] = {}
    for name, value in values.items():
        if name not in specs:
            raise Refused(
                "bad_rules",
                f"There is no option {name!r} in this game; `rules GAME --format json` lists them all.",
            )
        spec = specs[name]
        if value is None and spec.default is None:
            continue
        try:
            read[name] = spec.read(value)
        except ValueError as error:
            raise Refused("bad_rules", f"{name} must be {error}, not {_short(value)}.") from None
    if players is not None and "players" not in read:
        try:
            read["players"] = specs["players"].read(players)
        except ValueError as error:
            raise Refused("bad_rules", f"players must be {error}, not {players}.") from None
    rules = room.Rules(**read).checked()
    if players is not None and rules.players != players:
        raise Refused(
            "bad_record", f"These rules are for {rules.players} players, but there are {players} seats."
        )
    return rules


def chosen_values(room: ModuleType, given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The preset's name and all values that preset and options set, unread."""
    preset = given.get("preset")
    presets: dict[str, dict[str, Any]] = room.PRESETS
    if preset is None:
        preset = next(iter(presets))
    if not isinstance(preset, str) or preset not in presets:
        raise Refused("bad_rules", f"There is no preset {_short(preset)}; there are {', '.join(presets)}.")
    return preset, {**presets[preset], **{name: value for name, value in given.items() if name != "preset"}}


def differences(room: ModuleType, rules: Any, preset: str) -> list[str]:
    """The names of the options whose value is not that of the preset."""
    try:
        base = resolve(room, {"preset": preset, **_seats_of(room, rules, preset)})
    except Refused:
        base = resolve(room, {"preset": preset})
    return [spec.name for spec in options(rules) if getattr(rules, spec.name) != getattr(base, spec.name)]


def _seats_of(room: ModuleType, rules: Any, preset: str) -> dict[str, int]:
    """A preset that leaves the number of players open is compared at the table's own number."""
    return {} if "players" in room.PRESETS[preset] else {"players": rules.players}


def _short(value: object) -> str:
    try:
        text = json.dumps(value, default=str, ensure_ascii=False)
    except (ValueError, RecursionError):
        return "a value too large to be shown"
    text = text.encode("utf-8", "replace").decode()  # half a character can stand in JSON, but not be printed
    return text if len(text) <= 60 else text[:57] + "…"
