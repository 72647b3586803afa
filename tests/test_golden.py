"""A golden game per preset: what was recorded once replays to the same rules, points and winners."""

from __future__ import annotations

import json

import pytest
from tests import golden_games

from peppernut.record import replay


@pytest.mark.parametrize(("game", "preset"), golden_games.presets())
def test_golden_game(game: str, preset: str):
    golden = json.loads((golden_games.FOLDER / f"{game}-{preset}.json").read_text("utf-8"))
    told = replay(golden["record"]).to_json()
    assert told["error"] is None
    assert {key: told[key] for key in golden["expect"]} == golden["expect"]


@pytest.mark.parametrize(("game", "preset"), golden_games.presets())
def test_the_seed_still_plays_the_same_game(game: str, preset: str):
    """On every machine: deals, legal actions in their order, and the choice from them."""
    golden = json.loads((golden_games.FOLDER / f"{game}-{preset}.json").read_text("utf-8"))
    assert json.loads(json.dumps(golden_games.record(game, preset))) == golden["record"]
