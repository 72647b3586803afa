"""What the commands have in common: the app, its options, and how they speak."""

import json
import re
import sys
from typing import Annotated, Any

from cyclopts import App, Parameter, validators

import peppernut
from peppernut import rules as house
from peppernut.refusal import Refused

FINE, SURROUNDINGS, BAD_INPUT = 0, 1, 2

app = App(
    name="peppernut",
    help="A family's own card games by its own house rules: peanuts, nerts and pepper.",
    version=peppernut.__version__,
    help_format="plaintext",
)

Preset = Annotated[str | None, Parameter(name="--preset", help="The preset to start from.")]
Sets = Annotated[
    list[str] | None,
    Parameter(
        name="--set", help="OPTION=VALUE, a house rule laid over the preset; may be repeated.", negative=()
    ),
]
Json = Annotated[bool, Parameter(name="--json", help="Print JSON and nothing else.", negative=())]
File = Annotated[str, Parameter(allow_leading_hyphen=True)]
Host = Annotated[str, Parameter(help="The address to listen on.")]


def _whole(_type: Any, tokens: Any) -> int:
    """A whole number, written as one: ``1.5`` is none."""
    text = tokens[0].value
    if not re.fullmatch(r"[+-]?[0-9]{1,50}", text):
        raise ValueError(f"{text[:60]!r} is no whole number of at most 50 digits.")
    return int(text)


Number = Annotated[int, Parameter(converter=_whole)]
Count = Annotated[int, Parameter(converter=_whole, validator=validators.Number(gte=1, lte=10**9))]
Port = Annotated[
    int,
    Parameter(
        converter=_whole,
        help="The port to listen on; 0: any that is free.",
        validator=validators.Number(gte=0, lte=65535),
    ),
]
Browser = Annotated[bool, Parameter(help="Open the page in this machine's browser.")]
Data = Annotated[str | None, Parameter(help="The file the tables are kept in.")]


def complain(sentence: str, status: int) -> int:
    """One line on standard error, not endlessly long."""
    line = " ".join(sentence.split())
    print(f"peppernut: {line if len(line) <= 500 else line[:499] + '…'}", file=sys.stderr)
    return status


def dump(value: Any) -> str:
    """JSON on one line."""
    return json.dumps(value, separators=(", ", ": "))


def given_rules(table: Any, preset: str | None, options: list[str] | None) -> dict[str, Any]:
    """The ``rules`` object of a record from ``--preset`` and ``--set``."""
    given: dict[str, Any] = {"preset": next(iter(table.PRESETS)) if preset is None else preset}
    kinds = {option.name: option.kind for option in house.options(table.Rules)}
    for text in options or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise Refused("bad_rules", f"--set takes OPTION=VALUE, not {text!r}.")
        try:
            given[name] = json.loads(value)
        except ValueError:
            many = kinds.get(name) in {"levels", "sizes"}
            parts = [part.strip() for part in value.split(",")]
            given[name] = [int(part) if part.isdecimal() else part for part in parts] if many else value
    return given
