"""Bots compared on the same deals with their seats changed, with intervals: two of them, or the whole ladder.

Every deal is played once per arrangement of the seats, from a level score. Only the arena knows the
``cheater``, who sees all hands: the upper bound that the levels are measured against.
"""

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from hashlib import sha256
from importlib import import_module
from multiprocessing import active_children, get_context
from random import Random
from time import perf_counter
from typing import Any

from peppernut import bots
from peppernut.bots.bootstrap import Mean, interval, ratio
from peppernut.bots.picture import Bar, bars, svg
from peppernut.catalog import room
from peppernut.refusal import Refused
from peppernut.rules.rulebook import counted
from peppernut.standing import Standing

CHEATER = "cheater"
RUNGS = ("random", "plain", "easy", "medium", "hard", CHEATER)
Progress = Callable[[int, int], None]
"""(done, of how many)"""


@dataclass
class Clock:
    """How long each bot thought, and over how many choices."""

    seconds: Counter[str] = field(default_factory=Counter)
    choices: Counter[str] = field(default_factory=Counter)

    def time(self, name: str, choose: Callable[[], Any]) -> Any:
        """What a bot chooses, with its time noted."""
        begin = perf_counter()
        action = choose()
        self.seconds[name] += perf_counter() - begin  # type: ignore[assignment]  # a sum of floats
        self.choices[name] += 1
        return action

    @staticmethod
    def mean_ms(clocks: Sequence["Clock"], names: Sequence[str]) -> dict[str, float]:
        """The mean time of a choice in milliseconds over many deals."""
        return {
            name: 1000
            * sum(clock.seconds[name] for clock in clocks)
            / max(1, sum(clock.choices[name] for clock in clocks))
            for name in names
        }


@dataclass(frozen=True)
class Report:
    """What the arena found: points a deal of the first bot less those of the second."""

    game: str
    bots: list[str]
    deals: int
    seed: int
    arrangements: int
    difference: Mean
    better: int
    equal: int
    worse: int
    mean_ms: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values; but for ``mean_ms`` the same for any number of processes."""
        return asdict(self)

    def text(self) -> str:
        """The report for people."""
        one, two = self.bots
        times = ", ".join(f"{name} {ms:.1f} ms" for name, ms in self.mean_ms.items())
        return (
            f"{self.game}: {one} against {two}, {_played(self)}\n"
            f"points a deal, {one} less {two}: {self.difference.text()}   (95 % interval)\n"
            f"{one} does better on {counted(self.better, 'deal')}, equally well on {self.equal}, "
            f"worse on {self.worse}\n"
            f"mean time of a choice: {times}"
        )


@dataclass(frozen=True)
class Rung:
    """How one bot fares against the reference.

    ``gap_closed``: its lead as a share of the cheater's; None where that cannot be told.
    """

    bot: str
    difference: Mean
    better: int
    equal: int
    worse: int
    gap_closed: Mean | None


@dataclass(frozen=True)
class Ladder:
    """What the arena found out about many bots, each against the reference on the same deals."""

    game: str
    reference: str
    deals: int
    seed: int
    arrangements: int
    ladder: list[Rung]
    mean_ms: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values; but for ``mean_ms`` the same for any number of processes."""
        return asdict(self)

    def text(self) -> str:
        """The report for people: a table and a picture."""
        axis = f"is {self.reference}, the cheater 100 %" if self._head() else f"is {self.reference}"
        lines = [
            f"{self.game}: the ladder, {_played(self)}",
            f"{'':9}{'points a deal more than ' + self.reference:33}{self._head():30}{'time':>8}",
        ]
        for rung in self.ladder:
            share = rung.gap_closed.share() if rung.gap_closed else ""
            ms = self.mean_ms[rung.bot]
            lines.append(f"{rung.bot:9}{rung.difference.text():33}{share:30}{ms:>5.2f} ms")
        lines += [
            f"{self.reference:9}{'0':33}{'':30}{self.mean_ms[self.reference]:>5.2f} ms",
            *self._remarks(),
            "",
            bars(self._rows()),
            f"│ {axis}; ▓░ the 95 % interval about the end of the bar",
        ]
        return "\n".join(lines)

    def picture(self) -> str:
        """The picture as an SVG."""
        about = f"{counted(self.deals, 'deal')}, seed {self.seed}"
        if not self._head():
            title = f"{self.game}: points a deal more than {self.reference}"
            return svg(title, f"{about}; mean with 95 % interval", self._rows())
        return svg(
            f"{self.game}: how much of the way from {self.reference} to the cheater",
            f"{about}; with 95 % intervals; in grey points a deal more than {self.reference}",
            self._rows(),
            [(0.0, f"{self.reference} 0 %"), (0.5, "50 %"), (1.0, "cheater 100 %")],
        )

    def _rows(self) -> list[Bar]:
        """A bar a bot: its share of the gap, or its lead in points where there is no gap to share."""
        rows = []
        for rung in self.ladder:
            share, lead = rung.gap_closed, rung.difference
            if share is None:
                rows.append(Bar(rung.bot, lead, f"{lead.mean:+.2f}", lead.text()))
            else:
                text = "100 %" if rung.bot == CHEATER else share.share(0)
                rows.append(Bar(rung.bot, share, text, lead.text()))
        return rows

    def _head(self) -> str:
        return "gap to the cheater closed" if any(rung.gap_closed for rung in self.ladder) else ""

    def _remarks(self) -> list[str]:
        """What a reader misses in the table, and why."""
        if self.game == "nerts":
            chance = "random makes any legal move, as quickly as hard and onto its work piles too."
            return [
                "In the race plain is the bot that leaves its work piles alone.",
                *([chance] if any(rung.bot == "random" for rung in self.ladder) else []),
                "There is no cheater, and so no gap to close.",
            ]
        if self._head():
            return []
        if all(rung.bot != CHEATER for rung in self.ladder):
            return ["Without the cheater there is no gap to measure by."]
        return ["On so few deals the cheater's lead is not certain: no share of the gap."]


def _played(report: Report | Ladder) -> str:
    """On which deals a report stands."""
    times = counted(report.arrangements, "time")
    return f"{counted(report.deals, 'deal')}, each played {times}, seats changed (seed {report.seed})"


def run(
    game: str,
    rules: Any,
    names: Sequence[str],
    deals: int,
    seed: int = 0,
    processes: int = 1,
    progress: Progress | None = None,
) -> Report:
    """Compare two bots on so many deals."""
    if len(names) != 2:
        raise Refused("bad_rules", "Two bots are compared.")
    known(game, names)
    jobs = [(game, rules, tuple(names), seed, number) for number in range(deals)]
    results = list(spread(one_deal, jobs, processes, progress, searches(game, names)))
    return Report(
        game,
        list(names),
        deals,
        seed,
        len(arrangements(game, rules)),
        *_compared([difference for difference, _ in results], f"arena {game} {seed}"),
        Clock.mean_ms([clock for _, clock in results], names),
    )


def ladder(
    game: str,
    rules: Any,
    names: Sequence[str] = (),
    deals: int = 200,
    seed: int = 0,
    processes: int = 1,
    progress: Progress | None = None,
) -> Ladder:
    """Compare many bots (all, if none is named), each with the reference on the same deals."""
    reference = "plain" if game == "nerts" else "simple"
    every = [name for name in RUNGS if game != "nerts" or name != CHEATER]
    names = [name for name in dict.fromkeys(names or every) if name != reference]
    if not names:
        raise Refused("bad_rules", f"All are measured against {reference}; name another bot.")
    known(game, names)
    jobs = [(game, rules, (name, reference), seed, number) for number in range(deals) for name in names]
    results = list(spread(one_deal, jobs, processes, progress, searches(game, names)))
    differences = {
        name: [difference for difference, _ in results[at :: len(names)]] for at, name in enumerate(names)
    }
    label = f"arena {game} {seed}"
    whole = differences.get(CHEATER)
    return Ladder(
        game,
        reference,
        deals,
        seed,
        len(arrangements(game, rules)),
        [
            Rung(name, *_compared(values, label), None if whole is None else ratio(values, whole, label))
            for name, values in differences.items()
        ],
        Clock.mean_ms([clock for _, clock in results], [*names, reference]),
    )


def _compared(values: Sequence[float], label: str) -> tuple[Mean, int, int, int]:
    """The mean difference, and on how many deals it was above, at and below nought."""
    return (
        interval(values, label),
        sum(value > 0 for value in values),
        sum(value == 0 for value in values),
        sum(value < 0 for value in values),
    )


def known(game: str, names: Sequence[str]) -> None:
    """Refused if one of the names is no bot that plays here."""
    for name in names:
        if name == CHEATER and game == "nerts":
            raise Refused("bad_rules", "The race has no cheater.")
        bots.known(name, *([CHEATER] if game != "nerts" else []))


def searches(game: str, names: Sequence[str]) -> bool:
    """Whether one of these bots needs compiled code."""
    return game != "nerts" and not set(names) <= {"simple", "random"}


def spread(
    work: Callable[[Any], Any], jobs: Sequence[Any], processes: int, progress: Progress | None, compiled: bool
) -> Iterator[Any]:
    """The results of the jobs in their order, from one process or several; ``compiled``: a bot searches."""
    if processes <= 1:
        if compiled:
            bots.load()
        for number, job in enumerate(jobs):
            yield work(job)
            if progress:
                progress(number + 1, len(jobs))
        return
    if compiled:
        bots.prepare(wait=True)
    chunk = max(1, min(8, len(jobs) // (4 * processes)))
    pool = ProcessPoolExecutor(processes, get_context("spawn"), bots.load if compiled else None)
    # Ctrl+C reaches the whole group, but it is this process that ends the others: they begin with it blocked
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    number = 0
    try:
        parts = [pool.submit(_each, work, jobs[at : at + chunk]) for at in range(0, len(jobs), chunk)]
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        for part in parts:
            for result in part.result():
                yield result
                number += 1
                if progress:
                    progress(number, len(jobs))
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown()


def _each(work: Callable[[Any], Any], jobs: Sequence[Any]) -> list[Any]:
    return [work(job) for job in jobs]


def arrangements(game: str, rules: Any) -> list[tuple[int, ...]]:
    """Who sits where: per seat 0 for the first bot, 1 for the second."""
    seats = rules.players
    if game == "pepper" and rules.sides == "partners":
        return [tuple(seat % 2 for seat in range(seats)), tuple(1 - seat % 2 for seat in range(seats))]
    return [tuple(int(seat != own) for seat in range(seats)) for own in range(seats)]


def one_deal(job: tuple[str, Any, tuple[str, ...], int, int]) -> tuple[float, Clock]:
    """One deal in all arrangements: the difference a deal, and how long the bots thought."""
    game, rules, names, seed, number = job
    home: Any = room(game)
    secret = sha256(f"arena {game} {seed} {number}".encode()).digest()
    hand = number % rules.hands if game == "peanuts" else 0
    standing = Standing(hand, (0,) * len(rules.side_seats))
    total, clock = Fraction(), Clock()  # exact: equal must be equal
    seatings = arrangements(game, rules)
    for seating in seatings:
        deal = home.shuffle(rules, hand, number % rules.players, secret)
        state = home.State.start(rules, deal, standing)
        play(game, state, [names[which] for which in seating], f"{seed} {number}", clock)
        sides = rules.side_seats
        points = {seat: state.points[at] for at, side in enumerate(sides) for seat in side}
        for which, sign in ((0, 1), (1, -1)):
            seats = [seat for seat in range(rules.players) if seating[seat] == which]
            total += sign * Fraction(sum(points[seat] for seat in seats), len(seats))
    return float(total / len(seatings)), clock


def play(game: str, state: Any, seated: Sequence[str], label: str, clock: Clock, match: Any = None) -> None:
    """Play a deal to its end, in its match if there is one. Every seat has random numbers of its own."""
    if game == "nerts":
        race(state, seated, label, clock, match)
        return
    streams = [Random(f"{label} seat {seat}") for seat in range(len(seated))]
    while not state.over:
        seat = state.to_act[0]
        (match or state).apply(
            seat, clock.time(seated[seat], _choice(game, seated[seat], state, streams[seat]))
        )


def _choice(game: str, name: str, state: Any, rng: Random) -> Callable[[], str]:
    """The choice of the bot to act, to be made when it is asked for."""
    view = state.view(state.to_act[0])
    if name == CHEATER:
        return lambda: cheat(game, view, state, rng)
    return lambda: bots.policy(game, name).choose(view, rng)


def cheat(game: str, view: Any, state: Any, rng: Random) -> str:
    """What a player does who sees all hands."""
    the_truth = import_module(
        "peppernut.bots.hearing" if game == "pepper" else "peppernut.bots.worlds"
    ).the_truth
    if len(view.legal) == 1:
        return str(view.legal[0])
    if game == "peanuts" and view.forehead and view.phase == "bid":
        return str(bots.policy(game, "simple").choose(view, rng))
    thinker: Any = import_module(f"peppernut.bots.{game}").Thinker("plain")
    if game == "pepper" and any(text.startswith("give ") for text in view.legal):
        return str(thinker.choose(view, rng))
    values = thinker.weigh(view, the_truth(state), rng)
    best: str = max(values, key=lambda text: values[text])
    return best


def race(state: Any, seated: Sequence[str], label: str, clock: Clock, match: Any) -> None:
    """A race between bots, at their own speeds."""
    from peppernut.bots.race import race as run_race

    racers: list[Any] = [_Timed(name, clock) for name in seated]
    finished = run_race(state.rules, state.deal, state.standing, racers, label)
    for seat, text, ms in finished.actions:
        (match or state).apply(seat, text, ms)


class _Timed:
    """A racer whose thinking is timed."""

    def __init__(self, name: str, clock: Clock) -> None:
        racer: Any = bots.policy("nerts", name)
        self.delay = racer.delay
        self.choose = lambda view, rng: clock.time(name, lambda: racer.choose(view, rng))


__all__ = [
    "CHEATER",
    "RUNGS",
    "Clock",
    "Ladder",
    "Progress",
    "Report",
    "Rung",
    "ladder",
    "play",
    "run",
    "spread",
]
