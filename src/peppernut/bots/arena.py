"""Two bots compared on the same deals with their seats changed, with intervals.

Every deal is played once per arrangement of the seats, from a level score. Only the arena knows the
``cheater``, who sees all hands: the upper bound that the levels are measured against.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib import import_module
from multiprocessing import get_context
from random import Random
from typing import Any

from peppernut import bots
from peppernut.catalog import room
from peppernut.refusal import Refused
from peppernut.standing import Standing

CHEATER = "cheater"
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Mean:
    """A mean with its 95 % interval."""

    mean: float
    low: float | None  # None: one value has no interval
    high: float | None

    def share(self) -> str:
        """As a report prints a mean that is a share."""
        if self.low is None or self.high is None:
            return f"{100 * self.mean:.1f} %"
        return f"{100 * self.mean:.1f} % ({100 * self.low:.1f} … {100 * self.high:.1f})"

    def text(self, digits: int = 2) -> str:
        """As a report prints it."""
        if self.low is None or self.high is None:
            return f"{self.mean:+.{digits}f}"
        return f"{self.mean:+.{digits}f} ({self.low:+.{digits}f} … {self.high:+.{digits}f})"


def interval(values: Sequence[float], name: str, rounds: int = 2000) -> Mean:
    """The mean and its 95 % interval by bootstrap over the values (one a deal, or one a game)."""
    import numpy as np

    seed = int.from_bytes(sha256(name.encode()).digest()[:8], "big")
    sample = np.array(values, float)
    if len(sample) < 2:
        return Mean(float(sample.mean()), None, None)
    picks = np.random.default_rng(seed)
    means = np.array([sample[picks.integers(0, len(sample), len(sample))].mean() for _ in range(rounds)])
    low, high = np.percentile(means, [2.5, 97.5])
    return Mean(float(sample.mean()), float(low), float(high))


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
        """The report as JSON values; without the times the same for any number of processes."""
        return asdict(self)

    def text(self) -> str:
        """The report for people."""
        one, two = self.bots
        times = ", ".join(f"{name} {ms:.1f} ms" for name, ms in self.mean_ms.items())
        return (
            f"{self.game}: {one} against {two}, {self.deals} deals, each played {self.arrangements} times with the "
            f"seats changed (seed {self.seed})\n"
            f"points a deal, {one} less {two}: {self.difference.text()}   (95 % interval)\n"
            f"{one} does better on {self.better} deals, equally well on {self.equal}, worse on {self.worse}\n"
            f"mean time of a choice: {times}"
        )


def run(
    game: str,
    rules: Any,
    names: Sequence[str],
    deals: int,
    seed: int = 0,
    processes: int = 1,
    progress: Progress | None = None,
) -> Report:
    """Compare two bots on so many deals. The same seed gives the same report for any number of processes."""
    names = list(names)
    if len(names) != 2:
        raise Refused("bad_rules", "The arena compares two bots.")
    known(game, names)
    jobs = [(game, rules, tuple(names), seed, number) for number in range(deals)]
    rows = list(spread(one_deal, jobs, processes, progress, searches(game, names)))
    differences = [row[0] for row in rows]
    times = {
        name: 1000 * sum(row[1][at] for row in rows) / max(1, sum(row[2][at] for row in rows))
        for at, name in enumerate(names)
    }
    return Report(
        game,
        names,
        deals,
        seed,
        len(arrangements(game, rules)),
        interval(differences, f"arena {game} {seed}"),
        sum(value > 0 for value in differences),
        sum(value == 0 for value in differences),
        sum(value < 0 for value in differences),
        times,
    )


def known(game: str, names: Sequence[str]) -> None:
    """Refused if one of the names is no bot."""
    for name in names:
        if name != CHEATER or game == "nerts":
            bots.policy(game, name)


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
                progress(number + 1)
        return
    if compiled:
        bots.prepare(wait=True)
    with ProcessPoolExecutor(processes, get_context("spawn"), bots.load if compiled else None) as pool:
        chunk = max(1, min(8, len(jobs) // (4 * processes)))
        for number, result in enumerate(pool.map(work, jobs, chunksize=chunk)):
            yield result
            if progress:
                progress(number + 1)


def arrangements(game: str, rules: Any) -> list[tuple[int, ...]]:
    """Who sits where: per seat 0 for the first bot, 1 for the second."""
    seats = rules.players
    if game == "pepper" and rules.sides == "partners":
        return [tuple(seat % 2 for seat in range(seats)), tuple(1 - seat % 2 for seat in range(seats))]
    return [tuple(int(seat != own) for seat in range(seats)) for own in range(seats)]


def one_deal(job: tuple[str, Any, tuple[str, ...], int, int]) -> tuple[float, list[float], list[int]]:
    """One deal in all arrangements: the difference a deal, and per bot the time and the choices it took."""
    game, rules, names, seed, number = job
    home: Any = room(game)
    secret = sha256(f"arena {game} {seed} {number}".encode()).digest()
    hand = number % rules.hands if game == "peanuts" else 0
    standing = Standing(hand, (0,) * len(rules.side_seats))
    total, spent, choices = 0.0, [0.0, 0.0], [0, 0]
    seatings = arrangements(game, rules)
    for seating in seatings:
        deal = home.shuffle(rules, hand, number % rules.players, secret)
        state = home.State.start(rules, deal, standing)
        play(
            game, state, [names[which] for which in seating], f"{seed} {number}", spent, choices, list(names)
        )
        sides = rules.side_seats
        points = {seat: state.points[at] for at, side in enumerate(sides) for seat in side}
        for which, sign in ((0, 1), (1, -1)):
            seats = [seat for seat in range(rules.players) if seating[seat] == which]
            total += sign * sum(points[seat] for seat in seats) / len(seats)
    return total / len(seatings), spent, choices


def play(
    game: str,
    state: Any,
    seated: Sequence[str],
    label: str,
    spent: list[float],
    choices: list[int],
    names: list[str],
    match: Any = None,
) -> None:
    """Play a deal to its end, in its match if there is one. Every seat has random numbers of its own."""
    from time import perf_counter

    if game == "nerts":
        race(state, seated, label, match)
        return
    streams = [Random(f"{label} seat {seat}") for seat in range(len(seated))]
    while not state.over:
        seat = state.to_act[0]
        name = seated[seat]
        view = state.view(seat)
        begin = perf_counter()
        if name == CHEATER:
            action = cheat(game, view, state, streams[seat])
        else:
            action = bots.policy(game, name).choose(view, streams[seat])
        spent[names.index(name)] += perf_counter() - begin
        choices[names.index(name)] += 1
        (match or state).apply(seat, action)


def cheat(game: str, view: Any, state: Any, rng: Random) -> str:
    """What a player does who sees all hands."""
    from peppernut.bots.worlds import the_truth

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


def race(state: Any, seated: Sequence[str], label: str, match: Any) -> None:
    """A race between bots, at their own speeds."""
    from peppernut.bots.race import race as run_race

    racers: list[Any] = [bots.policy("nerts", name) for name in seated]
    finished = run_race(state.rules, state.deal, state.standing, racers, label)
    for seat, text, ms in finished.actions:
        (match or state).apply(seat, text, ms)


__all__ = ["CHEATER", "Mean", "Report", "interval", "play", "run", "spread"]
