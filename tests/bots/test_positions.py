"""The embarrassment suite: positions in which a person would be ashamed of a certain action.

Each file in ``positions`` has the cards, the actions so far and what the seat to act must (``only``) or must
never do. Every level passes with every one of several seeds; ``levels`` names them where a lower level cannot be
asked: where it sees hardly a difference, or where one must have listened.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from peppernut import bots
from peppernut.catalog import room
from peppernut.engine.compiled import available
from peppernut.rules import resolve
from peppernut.standing import Standing

FILES = sorted((Path(__file__).parent / "positions").glob("*.json"))
SEEDS = 20
CASES = [
    (path, level)
    for path in FILES
    for level in json.loads(path.read_text("utf-8")).get("levels", bots.LEVELS)
]


def position(path: Path) -> tuple[dict[str, Any], Any]:
    """A position file and the state it describes."""
    given = json.loads(path.read_text("utf-8"))
    home: Any = room(given["game"])
    rules = resolve(home, given["rules"])
    standing = Standing(given["number"], tuple(given["totals"]))
    state = home.State.start(rules, home.Deal.parse(rules, given["deal"]), standing)
    for seat, text in given["actions"]:
        state.apply(seat, text)
    return given, state


@pytest.fixture(scope="module", autouse=True)
def compiled_code() -> None:
    if not available():
        pytest.skip("without Numba the simple rules answer")
    bots.load()


@pytest.mark.parametrize(("path", "level"), CASES, ids=[f"{path.stem}-{level}" for path, level in CASES])
def test_not_ashamed(path: Path, level: str) -> None:
    given, state = position(path)
    seat = state.to_act[0]
    view = state.view(seat)
    for seed in range(SEEDS):
        action = bots.policy(given["game"], level).choose(view, Random(seed))
        assert action in given.get("only", [action]), (given["about"], action)
        assert action not in given.get("never", []), (given["about"], action)


@pytest.mark.parametrize("level", [*bots.LEVELS, "simple"])
@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_no_peeking(path: Path, level: str) -> None:
    """In every world that the seat cannot tell from the truth it decides alike, for the same seed."""
    given, state = position(path)
    seat = state.to_act[0]
    view = state.view(seat)
    policy = bots.policy(given["game"], level)
    action = policy.choose(view, Random(1))
    for seed in range(3):
        other = type(state).guess(view, Random(seed))
        assert policy.choose(other.view(seat), Random(1)) == action
