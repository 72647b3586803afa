"""The command line (docs/records.md): exit status 0 fine, 1 the surroundings failed, 2 bad input."""

import json
import os
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import (
    App,
    CycloptsError,
    MissingArgumentError,
    Parameter,
    UnusedCliTokensError,
    validators,
)

import peppernut
from peppernut import rules as house
from peppernut.cards import HIDDEN
from peppernut.catalog import room
from peppernut.refusal import Refused
from peppernut.rules.rulebook import capital, counted

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
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
        raise ValueError(f"{text[:60]!r} is no whole number.")
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


def main(arguments: list[str] | None = None) -> None:
    """Run a command and leave with its exit status."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run a command: its exit status; what went wrong is one sentence on standard error."""
    _open_streams()
    try:
        status = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except UnusedCliTokensError as error:
        return _complain(_too_much(error), BAD_INPUT)
    except MissingArgumentError as error:
        return _complain(_too_little(error), BAD_INPUT)
    except CycloptsError as error:
        return _complain(str(error).strip().splitlines()[0], BAD_INPUT)
    except (RecursionError, UnicodeError):
        return _complain("An argument is nested too deeply or is no readable text.", BAD_INPUT)
    except Refused as refused:
        return _complain(refused.message, BAD_INPUT)
    except BrokenPipeError:
        sys.stderr.close()
        return SURROUNDINGS
    except OSError as error:
        return _complain(f"{error.filename or 'The system'}: {error.strerror or error}.", SURROUNDINGS)
    except KeyboardInterrupt:
        return _complain("Stopped.", SURROUNDINGS)
    return status if isinstance(status, int) else FINE


def _too_much(error: UnusedCliTokensError) -> str:
    rest = " ".join(error.unused_tokens or [])
    if error.command_chain:
        return f"{rest!r} is more than this command takes."
    names = ", ".join(name for name in app if not name.startswith("-"))
    return f"There is no command {rest!r}; there are {names}."


def _too_little(error: MissingArgumentError) -> str:
    argument = error.argument
    assert argument is not None
    name = argument.name if argument.field_info.is_keyword_only else argument.name.lstrip("-").upper()
    command = " ".join(error.command_chain or ())
    needs = f"{command} needs {name}" if error.keyword is None else f"{error.keyword} needs a value"
    meant = re.search("Did you mean .*[?]", str(error))
    return f"{needs}. {meant[0]}" if meant else f"{needs}: see peppernut {command} --help."


def _open_streams() -> None:
    """Cards and names are UTF-8 wherever we run; a stream that is closed takes and gives nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _complain(sentence: str, status: int) -> int:
    """One line on standard error, not endlessly long."""
    line = " ".join(sentence.split())
    print(f"peppernut: {line if len(line) <= 500 else line[:499] + '…'}", file=sys.stderr)
    return status


# --- the table ---------------------------------------------------------------------------------------


@app.default
def home(
    *,
    host: Host = "0.0.0.0",  # noqa: S104
    port: Port = 8000,
    data: Data = None,
    open_browser: Browser = True,
) -> int:
    """Start the tables on this machine, open the browser, and print the address for the phones in the house."""
    from peppernut import web

    return web.serve(host, port, data, open_browser)


@app.command
def serve(*, host: Host = "127.0.0.1", port: Port = 8000, data: Data = None) -> int:
    """Start the table server alone."""
    from peppernut import web

    return web.serve(host, port, data, open_browser=False)


@app.command
def export(name: str, *, data: Data = None, json: Json = False) -> int:  # noqa: ARG001
    """Print the record of a table: its finished deals, and all of it once the game is over.

    Parameters
    ----------
    name
        The table's name, as in its address /t/NAME, or the whole address.
    """
    from peppernut.web.server import default_data
    from peppernut.web.store import StoreError, read_table
    from peppernut.web.table import Table

    if "/t/" in name:
        name = re.split("[/?#]", name.split("/t/")[1])[0]
    file = data or default_data()
    try:
        log = read_table(file, name)
    except StoreError as error:
        return _complain(str(error), SURROUNDINGS)
    if log is None:
        raise Refused("bad_record", f"There is no table {name!r} in {file}.")
    record = Table.replay(name, log).record()
    if record is None:
        raise Refused("bad_record", f"At the table {name!r} no game has begun.")
    print(_dump(record))
    return FINE


# --- records -----------------------------------------------------------------------------------------


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
    for number, record in _records(file):
        outcome = _play_again(record)
        match = outcome.match
        if seat is not None and match is not None:
            try:
                match.seated(seat)
            except Refused as refused:
                outcome = _unread(refused)
        result = outcome.to_json(seat, truth=seat is None)
        if json:
            print(_dump(result))
        elif outcome.match is not None:
            print(_standing(result, outcome.match.seats))
        elif match is None:
            print("This record could not be read.")
        if outcome.error is not None:
            status = _complain(_where(file, number, outcome.error), BAD_INPUT)
    return status


def _records(file: str) -> Iterator[tuple[int | None, Any]]:
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


def _play_again(record: Any) -> Any:
    from peppernut.record import replay as play_again

    return _unread(record) if isinstance(record, Refused) else play_again(record)


def _unread(refused: Refused) -> Any:
    from peppernut.record import Outcome

    return Outcome(None, None, _error(refused))


def _error(refused: Refused) -> dict[str, Any]:
    return {"deal": None, "action": None, "seat": None, "code": refused.code, "message": refused.message}


def _where(file: str, line: int | None, error: dict[str, Any]) -> str:
    place = "standard input" if file == "-" else file
    if line is not None:
        place += f", line {line}"
    if error["deal"] is not None:
        place += f", deal {error['deal']}"
    if error["action"] is not None:
        place += f", action {error['action']} (seat {error['seat']})"
    return f"{place}: {error['code']}: {error['message']}"


def _standing(result: dict[str, Any], names: list[str]) -> str:
    """Where a record stands, for people."""
    names = [_printable(name) for name in names]
    sides = [" and ".join(names[seat] for seat in side) for side in result["sides"]]
    lines = [f"{result['game']}: {counted(len(result['deals']), 'deal')}"]
    lines.append("seats: " + ", ".join(f"{seat} {name}" for seat, name in enumerate(names)))
    for number, deal in enumerate(result["deals"]):
        facts = ", ".join(f"{name} {_brief(value)}" for name, value in deal.items() if value is not None)
        lines.append(f"  deal {number}: {facts}")
    scores = zip(sides, result["scores"], strict=True)
    lines.append("scores: " + ", ".join(f"{side} {score}" for side, score in scores))
    following = result["next"]
    if result["over"]:
        lines.append(f"over; won by {', '.join(sides[side] for side in result['winners'])}")
    elif following["phase"] == "deal":
        dealer = following["dealer"]
        lines.append("next: a deal" + (f" by {_seat(dealer, names)}" if dealer is not None else ""))
    else:
        for seat, actions in following["legal"].items():
            lines.append(f"next ({following['phase']}): {_seat(int(seat), names)}: {', '.join(actions)}")
        view = result.get("view")
        if view and not following["legal"]:
            turn = ", ".join(_seat(seat, names) for seat in view["to_act"]) or "anybody"
            lines.append(f"next ({following['phase']}): {turn}")
        if view:
            lines += _race(view, names) if view["game"] == "nerts" else _table(view, names)
    return "\n".join(lines)


def _seat(seat: int, names: list[str]) -> str:
    return f"seat {seat} ({_printable(names[seat])})"


def _printable(name: str) -> str:
    """A name from somebody else's file, on one line and without what a terminal obeys."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())


def _table(view: dict[str, Any], names: list[str]) -> list[str]:
    """What a seat sees of the cards of a trick game."""
    lines = [f"turned up: {view['turnup']}"] if view["turnup"] else []
    for seat, cards in enumerate(view["hands"]):
        if seat == view["seat"]:
            lines.append(f"hand: {' '.join(cards)}")
        elif any(card != HIDDEN for card in cards):
            lines.append(f"hand of {names[seat]}: {' '.join(cards)}")
    if any(card != HIDDEN for card in view["kitty"]):
        lines.append(f"kitty: {' '.join(view['kitty'])}")
    if view["trick"]:
        lines.append("trick: " + ", ".join(f"{names[seat]} {card}" for seat, card in view["trick"]))
    return lines


def _race(view: dict[str, Any], names: list[str]) -> list[str]:
    """What everybody sees of a race: the foundations and what lies before each seat."""
    lines = ["foundations: " + (" ".join(pile["top"] for pile in view["foundations"]) or "none")]
    for name, place in zip(names, view["places"], strict=True):
        pile = f"{place['pile']} ({place['pile_top']})" if place["pile"] else "empty"
        work = " | ".join(" ".join(cards) or "–" for cards in place["work"])
        waste = place["waste_top"] or "–"
        lines.append(f"{name}: pile {pile}, work {work}, waste {waste}, stock {place['stock']}")
    return lines


def _brief(value: Any) -> str:
    return (
        " ".join("–" if item is None else str(item) for item in value)
        if isinstance(value, list)
        else str(value)
    )


def _dump(value: Any) -> str:
    return json.dumps(value, separators=(", ", ": "))


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

    table, given = room(game), _given(room(game), preset, options)
    rules = house.resolve(table, given)
    match = Match(game, rules, list(NAMES[: rules.players]))
    secret = hashlib.sha256(f"peppernut deal {game} {seed}".encode()).digest()
    cards = match.shuffle(secret)
    print(
        _dump(
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


# --- rules -------------------------------------------------------------------------------------------


@app.command
def rules(
    game: str,
    *,
    preset: Preset = None,
    options: Sets = None,
    format: Literal["text", "markdown", "html", "json"] = "text",  # noqa: A002
    json: Json = False,
) -> int:
    """Print the rulebook of exactly these house rules.

    Parameters
    ----------
    game
        peanuts, nerts or pepper.
    format
        How to print it; json lists every option with its value, meaning and allowed values.
    """
    table = room(game)
    given = _given(table, preset, options)
    chosen = house.resolve(table, given)
    name = given["preset"]
    if json or format == "json":
        values = house.to_json(chosen)
        rows = [
            {"name": row["name"], "value": values[row["name"]], **row}
            for row in (option.to_json() for option in house.options(table.Rules))
        ]
        print(
            _dump(
                {
                    "game": game,
                    "preset": name,
                    "differs": house.differences(table, chosen, name),
                    "rules": values,
                    "options": rows,
                }
            )
        )
        return FINE
    book = table.rulebook(chosen, name)
    print({"text": book.text, "markdown": book.markdown, "html": book.page}[format]())
    return FINE


def _given(table: Any, preset: str | None, options: list[str] | None) -> dict[str, Any]:
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


# --- bots --------------------------------------------------------------------------------------------


@app.command
def hint(
    file: File,
    *,
    bot: str = "hard",
    seat: Number | None = None,
    seed: Number = 0,
    json: Json = False,
) -> int:
    """Tell what a bot would do where a record stands, from the view of the seat to act.

    Parameters
    ----------
    file
        The record, or - for standard input.
    bot
        The bot's level: easy, medium or hard.
    seat
        Who asks; in the race everybody can act (by default seat 0), else it must be this seat's turn.
    seed
        The same seed gives the same hint.
    """
    from peppernut.bots import known
    from peppernut.bots.hint import hint as ask

    known(bot)
    status = FINE
    for number, record in _records(file):
        outcome = _play_again(record)
        error = outcome.error
        answer: dict[str, Any] = {"seat": None, "action": None, "reason": None, "alternatives": []}
        if error is None and outcome.match is not None:
            try:
                answer = ask(outcome.match, bot, seed, seat)
            except Refused as refused:
                error = _error(refused)
        if error is not None:
            status = _complain(_where(file, number, error), BAD_INPUT)
        if json:
            print(_dump(answer if error is None else {**answer, "error": error}))
        elif error is None and outcome.match is not None:
            print(capital(f"{_seat(answer['seat'], outcome.match.seats)}: {answer['reason']}"))
    return status


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Measuring:
    """What the commands have in common that let bots play."""

    seed: Number = 0
    "The same seed gives the same report, but for times."
    processes: Count = 1
    "How many processes share the work; the report stays the same."
    preset: Preset = None
    options: Sets = None
    json: Json = False

    def report(self, game: str, measure: Any) -> Any:
        """What ``measure(rules, seed, processes, progress)`` finds, under a progress bar where somebody looks."""
        table = room(game)
        rules = house.resolve(table, _given(table, self.preset, self.options))
        if not sys.stderr.isatty():
            return measure(rules, self.seed, self.processes, None)
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True)) as bar:
            task = bar.add_task(game, total=None)
            return measure(
                rules,
                self.seed,
                self.processes,
                lambda done, total: bar.update(task, completed=done, total=total),
            )

    def show(self, report: Any) -> None:
        """Print a report, for people or as JSON."""
        print(_dump(report.to_json()) if self.json else report.text())


@app.command
def simulate(
    game: str,
    *,
    bots: str,
    games: Count | None = None,
    deals: Count | None = None,
    how: Measuring = Measuring(),
) -> int:
    """Let bots play whole games (or single deals) and print how they fared.

    Parameters
    ----------
    game
        peanuts, nerts or pepper.
    bots
        Levels, one for all seats or one a seat, separated by commas.
    games
        How many games; or give --deals.
    deals
        How many single deals, instead of whole games.
    """
    from peppernut.bots import simulate as simulation

    if (games is None) == (deals is None):
        raise Refused("bad_rules", "Give either --games or --deals, a number of at least one.")
    how.show(
        how.report(
            game,
            lambda rules, seed, processes, progress: simulation.run(
                game, rules, _levels(bots), games, deals, seed, processes, progress
            ),
        )
    )
    return FINE


@app.command
def arena(
    game: str,
    *,
    deals: Count,
    bots: str | None = None,
    picture: str | None = None,
    how: Measuring = Measuring(),
) -> int:
    """Compare bots on the same deals with seats changed, with 95 % intervals: the whole ladder, or two of them.

    Parameters
    ----------
    game
        peanuts, nerts or pepper.
    deals
        How many deals.
    bots
        Two levels, separated by a comma: they play each other. One, or more than two: each of them plays
        simple (in nerts plain). None: the whole ladder does, from random to the cheater, who sees all hands.
    picture
        Also draw the ladder into this file, an SVG.
    """
    from peppernut.bots import arena as contest

    names = _levels(bots) if bots is not None else []
    two = len(names) == 2
    if picture is not None:
        if two:
            raise Refused(
                "bad_rules",
                "A picture is drawn of a ladder, not of two bots: name one bot, three or more, or leave out --bots.",
            )
        if not picture.endswith(".svg"):
            raise Refused("bad_rules", "The picture is an SVG: name a file that ends in .svg.")
        _writable(Path(picture))  # better refused now than after the measuring
    measure = contest.run if two else contest.ladder
    report = how.report(
        game,
        lambda rules, seed, processes, progress: measure(
            game, rules, names, deals, seed, processes, progress
        ),
    )
    how.show(report)
    if picture is not None:
        Path(picture).write_text(report.picture(), encoding="utf-8")
    return FINE


def _writable(path: Path) -> None:
    """An OSError where this file cannot be written; nothing changes."""
    there = path.exists()
    path.open("a", encoding="utf-8").close()
    if not there:
        path.unlink()


def _levels(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


@app.command
def bench(*what: Literal["playouts", "solver", "server"], json: Json = False) -> int:
    """Measure this machine.

    Parameters
    ----------
    what
        playouts, solver, server; playouts if nothing is named.
    """
    from peppernut import bench as measure

    def server() -> list[dict[str, Any]]:
        from peppernut.web.load import measure_all

        return measure_all(lambda text: print(text, file=sys.stderr))

    measures = {**measure.MEASURES, "server": server}
    rows = [row for name in what or ("playouts",) for row in measures[name]()]
    print(_dump([row for row in rows if "ratio" not in row]) if json else measure.table(rows))
    return FINE
