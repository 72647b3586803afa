"""Golden games: one per preset of the trick games, played at random from a named seed (scripts/golden)."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from peppernut import testing
from peppernut.catalog import room
from peppernut.match import Match
from peppernut.record import replay
from peppernut.rules import resolve

FOLDER = Path(__file__).parent / "golden"
MOST_DEALS = {"peanuts": 20, "pepper": 6}
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


def presets() -> list[tuple[str, str]]:
    """Game and preset of every golden game."""
    return [(game, preset) for game in MOST_DEALS for preset in room(game).PRESETS]


def record(game: str, preset: str) -> dict[str, Any]:
    """The record of the game with this name."""
    rng = Random(f"golden {game} {preset}")
    rules = resolve(room(game), {"preset": preset})
    match = Match(game, rules, list(NAMES[: rules.players]))
    for _ in range(MOST_DEALS[game]):
        state = match.begin(match.shuffle(rng.randbytes(32)))
        while not state.over:
            seat = rng.choice(state.to_act)
            match.apply(seat, testing.choose(state, seat, rng))
        if match.over:
            break
    written: dict[str, Any] = {**match.to_record(), "rules": {"preset": preset}}
    return written


def text(game: str, preset: str) -> str:
    """The file of a golden game: the record, a deal a line, and what its replay tells."""
    played = record(game, preset)
    lines = ",\n".join(json.dumps(deal, separators=(",", ":")) for deal in played.pop("deals"))
    head = json.dumps(played)[:-1]
    told = replay(record(game, preset)).to_json()
    expected = {key: told[key] for key in ("rules", "scores", "over", "winners", "deals")}
    return f'{{"record":{head},"deals":[\n{lines}\n]}},\n"expect":{json.dumps(expected)}}}\n'


def main() -> None:
    """Write all golden games."""
    FOLDER.mkdir(exist_ok=True)
    for game, preset in presets():
        path = FOLDER / f"{game}-{preset}.json"
        path.write_text(text(game, preset), "utf-8")
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
