"""Bots play whole games, or single deals: how they fare by seat and by side."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from peppernut import bots
from peppernut.bots import arena
from peppernut.bots.arena import Clock, Progress, spread
from peppernut.bots.bootstrap import Mean, interval
from peppernut.match import Match
from peppernut.refusal import Refused
from peppernut.rules.rulebook import counted


@dataclass(frozen=True)
class Line:
    """How a seat, or a side, has fared. ``made`` of the ``bids``: its own contracts, or in peanuts its bids."""

    who: str
    bots: list[str]
    won: Mean | None
    points: Mean
    bids: int
    made: int


@dataclass(frozen=True)
class Report:
    """What a simulation found. Points are those of a game, or of a deal when single deals were played."""

    game: str
    bots: list[str]
    games: int | None
    deals: int
    seed: int
    seats: list[Line]
    sides: list[Line]

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values; the same for any number of processes."""
        return asdict(self)

    def text(self) -> str:
        """The report for people."""
        what = counted(self.deals, "deal")
        if self.games:
            what = f"{counted(self.games, 'game')} ({what})"
        rows = [f"{self.game}: {what}, seed {self.seed}; means with 95 % intervals"]
        for line in [*self.seats, *(self.sides if len(self.sides) != len(self.seats) else [])]:
            won = ""
            if line.won is not None:
                won = f"won {line.won.share()}  "
            kept = f"bids made {line.made} of {line.bids}" if line.bids else ""
            rows.append(
                f"{line.who:8} {'+'.join(line.bots):16} {won}points {line.points.text(1)}  {kept}".rstrip()
            )
        return "\n".join(rows)


@dataclass(frozen=True)
class Job:
    """One game, or one deal, to play."""

    game: str
    rules: Any
    names: tuple[str, ...]
    seed: int
    number: int
    whole: bool


@dataclass(frozen=True)
class Result:
    """How it ended: shares of the win, points and bids by side and by seat, and the number of deals."""

    won: list[float]
    scores: list[int]
    bids: list[int]
    made: list[int]
    deals: int


def run(
    game: str,
    rules: Any,
    names: Sequence[str],
    games: int | None = None,
    deals: int | None = None,
    seed: int = 0,
    processes: int = 1,
    progress: Progress | None = None,
) -> Report:
    """Play so many games, or single deals. One name fills all seats; the first dealer is drawn by chance."""
    seated = list(names) if len(names) != 1 else list(names) * rules.players
    if len(seated) != rules.players:
        raise Refused(
            "bad_rules", f"{len(seated)} bots are named for {rules.players} seats; name one, or all."
        )
    if arena.CHEATER in seated:
        raise Refused(
            "bad_rules", f"The {arena.CHEATER} plays in the arena only, as the bound for the others."
        )
    for name in seated:
        bots.known(name)
    count = games if games is not None else deals or 0
    if count < 1:
        raise Refused("bad_rules", "There must be at least one game, or one deal, to play.")
    jobs = [Job(game, rules, tuple(seated), seed, number, games is not None) for number in range(count)]
    results: list[Result] = list(spread(one, jobs, processes, progress, arena.searches(game, seated)))
    label = f"simulate {game} {seed}"
    sides = rules.side_seats

    def line(who: str, at: int, seats: list[int]) -> Line:
        """The line of a side, or of one of its seats."""
        return Line(
            who,
            [seated[seat] for seat in seats],
            interval([result.won[at] for result in results], label) if games is not None else None,
            interval([float(result.scores[at]) for result in results], label),
            sum(result.bids[seat] for result in results for seat in seats),
            sum(result.made[seat] for result in results for seat in seats),
        )

    return Report(
        game,
        seated,
        games,
        sum(result.deals for result in results),
        seed,
        [
            line(f"seat {seat}", at, [seat])
            for seat in range(rules.players)
            for at, side in enumerate(sides)
            if seat in side
        ],
        [line(f"side {at}", at, side) for at, side in enumerate(sides)],
    )


def one(job: Job) -> Result:
    """Play one job."""
    match = Match(job.game, job.rules, list(job.names))
    seats = job.rules.players
    bids, made, deals = [0] * seats, [0] * seats, 0
    while not match.over:
        label = f"simulate {job.game} {job.seed} {job.number} {deals}"
        deal = match.shuffle(sha256(label.encode()).digest())
        match.begin(deal)
        arena.play(job.game, match.states[-1], job.names, label, Clock(), match)
        deals += 1
        count(job.game, match.states[-1], bids, made)
        if not job.whole:
            break
    won = [0.0] * len(match.sides)
    for side in match.winners:
        won[side] = 1 / len(match.winners)
    return Result(won, list(match.scores), bids, made, deals)


def count(game: str, state: Any, bids: list[int], made: list[int]) -> None:
    """Add the bids of a deal, and those that were made."""
    summary = state.summary()
    if game == "peanuts":
        for seat, (bid, tricks) in enumerate(zip(summary["bids"], summary["tricks"], strict=True)):
            bids[seat] += 1
            made[seat] += bid == tricks
    elif game == "pepper" and summary["declarer"] is not None:
        seat = summary["declarer"]
        bids[seat] += 1
        side = next(at for at, side in enumerate(state.rules.side_seats) if seat in side)
        made[seat] += side in state.bidders_who_made()


__all__ = ["Line", "Report", "run"]
