"""The sample cases: records with the results worked out by an independent implementation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from peppernut.record import load, replay

HERE = Path(__file__).parent / "cases"
CASES = [
    json.loads(line) for path in sorted(HERE.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
]


def fits(expected: Any, got: Any, where: str = "") -> list[str]:
    """Where the result is not what is expected: named fields must be equal, legal actions are sets."""
    if isinstance(expected, dict) and isinstance(got, dict):
        return [
            fault
            for key, value in expected.items()
            for fault in (
                fits(value, got[key], f"{where}.{key}") if key in got else [f"{where}.{key} is missing"]
            )
        ]
    if isinstance(expected, list) and isinstance(got, list):
        if ".legal." in where:
            expected, got = sorted(expected), sorted(got)
        if len(expected) == len(got):
            pairs = enumerate(zip(expected, got, strict=True))
            return [fault for at, (one, other) in pairs for fault in fits(one, other, f"{where}.{at}")]
    same = type(expected) is type(got) and expected == got
    return [] if same else [f"{where}: {got!r} instead of {expected!r}"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]):
    got = replay(load(json.dumps(case["record"]))).to_json()
    assert not fits(case["expect"], json.loads(json.dumps(got))), case["why"]
    legal = got["next"]["legal"] if got["next"] else {}
    named = (case["expect"].get("next") or {}).get("legal")
    if named is not None:
        assert set(legal) == set(named), "other seats may act"


def test_there_are_cases_of_every_game():
    assert {case["id"].split(".")[0] for case in CASES} == {"peanuts", "pepper", "nerts"}
