"""``hint``, ``simulate``, ``arena`` and ``bench``."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from cyclopts import Parameter

from peppernut import rules as house
from peppernut.catalog import room
from peppernut.cli.app import (
    BAD_INPUT,
    FINE,
    Count,
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
from peppernut.cli.records import error_of, play_again, read_records, where
from peppernut.cli.shown import named_seat
from peppernut.refusal import Refused
from peppernut.rules.rulebook import capital


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
    for number, record in read_records(file):
        outcome = play_again(record)
        error = outcome.error
        answer: dict[str, Any] = {"seat": None, "action": None, "reason": None, "alternatives": []}
        if error is None and outcome.match is not None:
            try:
                answer = ask(outcome.match, bot, seed, seat)
            except Refused as refused:
                error = error_of(refused)
        if error is not None:
            status = complain(where(file, number, error), BAD_INPUT)
        if json:
            print(dump(answer if error is None else {**answer, "error": error}))
        elif error is None and outcome.match is not None:
            print(capital(f"{named_seat(answer['seat'], outcome.match.seats)}: {answer['reason']}"))
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
        rules = house.resolve(table, given_rules(table, self.preset, self.options))
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
        print(dump(report.to_json()) if self.json else report.text())


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
    print(dump([row for row in rows if "ratio" not in row]) if json else measure.table(rows))
    return FINE
