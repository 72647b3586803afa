"""``replay`` and ``deal``; and how records are read from a file."""

import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from peppernut import rules as house
from peppernut.catalog import room
from peppernut.cli.app import (
    BAD_INPUT,
    FINE,
    File,
    Json,
    Number,
    Preset,
    Sets,
    app,
    complain,
    dump,
    given_rules,
)
from peppernut.cli.shown import standing
from peppernut.refusal import Refused

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")


@app.command
def replay(file: File, *, seat: Number | None = None, json: Json = False) -> int:
    """Replay a record (- for standard input) and print where it stands; of JSON Lines, one result a line.

    Parameters
    ----------
    file
        The record, or - for standard input.
    seat
        Show only what this seat may know.
    """
    status = FINE
    for number, record in read_records(file):
        outcome = play_again(record)
        match = outcome.match
        if seat is not None and match is not None:
            try:
                match.seated(seat)
            except Refused as refused:
                outcome = _unread(refused)
        result = outcome.to_json(seat, truth=seat is None)
        if json:
            print(dump(result))
        elif outcome.match is not None:
            print(standing(result, outcome.match.seats))
        elif match is None:
            print("This record could not be read.")
        if outcome.error is not None:
            status = complain(where(file, number, outcome.error), BAD_INPUT)
    return status


def read_records(file: str) -> Iterator[tuple[int | None, Any]]:
    """The records of a file with their line numbers (None: the only one); Refused for one that cannot be read."""
    data = (sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()).removeprefix(BOM_UTF8)
    whole = _line(data)
    if not isinstance(whole, Refused):
        yield None, whole
        return
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    values = [(number, _line(line)) for number, line in lines]
    if len(values) > 1 and any(isinstance(value, dict) for _, value in values):
        yield from values
    else:
        yield None, whole


def _line(line: bytes) -> Any:
    from peppernut.record import load

    try:
        return load(line.decode())
    except UnicodeDecodeError as error:
        return Refused("bad_record", f"This is not UTF-8 text: {error.reason} at byte {error.start}.")
    except Refused as refused:
        return refused


def play_again(record: Any) -> Any:
    from peppernut.record import replay as again

    return _unread(record) if isinstance(record, Refused) else again(record)


def _unread(refused: Refused) -> Any:
    from peppernut.record import Outcome

    return Outcome(None, None, error_of(refused))


def error_of(refused: Refused) -> dict[str, Any]:
    return {"deal": None, "action": None, "seat": None, "code": refused.code, "message": refused.message}


def where(file: str, line: int | None, error: dict[str, Any]) -> str:
    place = "standard input" if file == "-" else file
    if line is not None:
        place += f", line {line}"
    if error["deal"] is not None:
        place += f", deal {error['deal']}"
    if error["action"] is not None:
        place += f", action {error['action']} (seat {error['seat']})"
    return f"{place}: {error['code']}: {error['message']}"


@app.command
def deal(
    game: str,
    *,
    seed: Number,
    preset: Preset = None,
    options: Sets = None,
    json: Json = False,  # noqa: ARG001
) -> int:
    """Print a record with one freshly shuffled deal and no actions; the same seed deals the same everywhere.

    Parameters
    ----------
    game
        peanuts, nerts or pepper.
    seed
        Any whole number.
    """
    import hashlib

    from peppernut.match import Match

    table, given = room(game), given_rules(room(game), preset, options)
    rules = house.resolve(table, given)
    match = Match(game, rules, list(NAMES[: rules.players]))
    secret = hashlib.sha256(f"peppernut deal {game} {seed}".encode()).digest()
    cards = match.shuffle(secret)
    print(
        dump(
            {
                "format": "peppernut/1",
                "game": game,
                "rules": given,
                "seats": match.seats,
                "deals": [{**cards.to_json(), "actions": []}],
            }
        )
    )
    return FINE
