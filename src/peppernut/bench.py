"""Measuring this machine: ``peppernut bench``. Numbers go into docs, never into tests."""

import random
import time
from collections.abc import Callable
from typing import Any

from peppernut import rules as house
from peppernut.catalog import room
from peppernut.engine.chance import stream
from peppernut.engine.compiled import compiled
from peppernut.engine.row import PHASE, TURN
from peppernut.peanuts import machine as peanuts
from peppernut.peanuts.rules import compile_rules as compile_peanuts
from peppernut.pepper import machine as pepper
from peppernut.pepper.table import SUIT_BIDS
from peppernut.pepper.table import compile_rules as compile_pepper

SECONDS = 0.4  # how long a round lasts, at least
ROUNDS = 4  # of which the best is told
MACHINES: dict[str, tuple[Any, Any]] = {
    "peanuts": (peanuts, compile_peanuts),
    "pepper": (pepper, compile_pepper),
}


class Table:
    """One game's compiled machine with its table, a row, a pack and a stream of random numbers."""

    def __init__(self, game: str, preset: str) -> None:
        import numpy as np

        rules = house.resolve(room(game), {"preset": preset})
        self.players: int = rules.players
        self.machine, compile_rules = MACHINES[game]
        self.table = np.array(compile_rules(rules), dtype=np.int64)
        self.named = game == "pepper" and bool(self.table[SUIT_BIDS])  # a bid names its suit
        self.row = np.zeros(self.machine.size(self.table), dtype=np.int64)
        self.cards: int = rules.start_cards if game == "peanuts" else rules.hand_size
        self.pack = np.array(rules.pack(), dtype=np.int64)
        self.stream = np.array(stream("bench", game, preset), dtype=np.int64)

    def playouts(self, deals: int) -> int:
        """Play random deals inside compiled code; the number of decisions."""
        run = compiled(self.machine.playouts)
        return int(run(self.table, self.row, self.pack, self.stream, self.cards, deals))

    def steps(self, deals: int) -> int:
        """Play random deals with every decision made here, in Python; the number of decisions."""
        begin = compiled(self.machine.begin_random)
        legal, apply = compiled(self.machine.legal), compiled(self.machine.apply)
        table, row = self.table, self.row
        draw = random.Random(1).random
        suits = [0, 64, 128, 192]
        decisions = 0
        for deal in range(deals):
            begin(table, row, self.pack, self.stream, deal % self.players, self.cards)
            seat = row.item(TURN)
            while seat >= 0:
                action = _any(legal(table, row, seat), draw())
                if self.named and row.item(PHASE) == 0 and action > 1:
                    action += suits[int(draw() * 4)]
                apply(table, row, seat, action)
                decisions += 1
                seat = row.item(TURN)
        return decisions


def _any(mask: int, chance: float) -> int:
    """One of the bits of a set, by a number from 0 up to 1."""
    for _ in range(int(chance * mask.bit_count())):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def _rate(run: Callable[[int], int], least: int) -> tuple[float, float]:
    """Deals and decisions a second of a function that plays so many deals: the best of a few rounds.

    The best, since whatever else the machine does can only slow a round down.
    """
    run(least)
    deals, best = least, (0.0, 0.0)
    rounds = 0
    while rounds < ROUNDS:
        before = time.perf_counter()
        decisions = run(deals)
        spent = time.perf_counter() - before
        if spent >= SECONDS:
            rounds += 1
            best = max(best, (deals / spent, decisions / spent))
        else:
            deals = max(deals * 2, int(deals * SECONDS * 1.2 / max(spent, 1e-6)))
    return best


def playouts() -> list[dict[str, Any]]:
    """Random deals of every preset of the trick games: compiled, stepped from Python, and OpenSpiel's."""
    rows = []
    for game in MACHINES:
        for preset in room(game).PRESETS:
            table = Table(game, preset)
            for how, run, least in (("compiled", table.playouts, 100), ("python", table.steps, 10)):
                deals, decisions = _rate(run, least)
                rows.append(_row(game, preset, table.players, how, deals, decisions))
    return rows + open_spiel()


def _row(
    game: str, preset: str | None, players: int, how: str, deals: float, decisions: float
) -> dict[str, Any]:
    return {
        "game": game,
        "preset": preset,
        "players": players,
        "stepped": how,
        "deals_per_s": round(deals),
        "decisions_per_s": round(decisions),
        "threads": 1,
    }


def open_spiel() -> list[dict[str, Any]]:
    """OpenSpiel's comparable games, played inside C++ and stepped from Python; nothing where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return []
    rows = []
    for name, parameters in PEERS.items():
        game = pyspiel.load_game(name, parameters)
        start = random.Random(1)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(start.choice(state.legal_actions()))
        decisions = _peer_steps(game, 100) / 100

        def inside(deals: int, game: Any = game, state: Any = state, decisions: float = decisions) -> int:
            # one simulation of a search that plays so many random games from the first decision to the end
            rollouts = pyspiel.RandomRolloutEvaluator(deals, 7)
            pyspiel.MCTSBot(game, rollouts, 1.0, 1, 100, False, 3, False).mcts_search(state)
            return int(deals * decisions)

        def outside(deals: int, game: Any = game) -> int:
            return _peer_steps(game, deals)

        for how, run, least in (("compiled", inside, 1000), ("python", outside, 100)):
            rows.append(_row(f"OpenSpiel {name}", None, 4, how, *_rate(run, least)))
    return rows


PEERS: dict[str, dict[str, int]] = {"oh_hell": {"players": 4, "num_tricks_fixed": 10}, "euchre": {}}
COMPARED = {("peanuts", "oh-hell"): "OpenSpiel oh_hell", ("pepper", "iowa"): "OpenSpiel euchre"}


def _peer_steps(game: Any, deals: int) -> int:
    """Random games of OpenSpiel stepped from Python, chance as its documentation samples it; the decisions."""
    draw = random.Random(2)
    decisions = 0
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(actions, chances)[0])
            else:
                state.apply_action(draw.choice(state.legal_actions()))
                decisions += 1
    return decisions


def ratios(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """How many times as many deals a second as OpenSpiel's comparable game, for rows of one run."""
    rates = {(row["game"], row["preset"], row["stepped"]): row["deals_per_s"] for row in rows}
    return [
        {
            "ratio": f"{game} {preset} to {peer}, {how}",
            "times": round(rates[game, preset, how] / rates[peer, None, how], 1),
        }
        for (game, preset), peer in COMPARED.items()
        for how in ("compiled", "python")
        if (peer, None, how) in rates
    ]


def _playouts_and_ratios() -> list[dict[str, Any]]:
    rows = playouts()
    return rows + ratios(rows)


def _solver() -> list[dict[str, Any]]:
    from peppernut.bots import solver

    return solver.bench(deals=1000, seed=1)


MEASURES: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "playouts": _playouts_and_ratios,
    "solver": _solver,
}


def table(rows: list[dict[str, Any]]) -> str:
    """Rows of figures for people, those of one shape under each other."""
    lines: list[str] = []
    heads: tuple[str, ...] = ()
    for row in rows:
        if tuple(row) != heads:
            heads = tuple(row)
            lines += ["", "  ".join(f"{head:>18}" for head in heads)]
        lines.append("  ".join(f"{_figure(value):>18}" for value in row.values()))
    return "\n".join(lines).strip("\n")


def _figure(value: Any) -> str:
    return "" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)
