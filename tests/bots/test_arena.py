"""The arena's and the simulation's reports: the same for any number of processes, with honest intervals."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from peppernut.bots import arena, bootstrap, picture, simulate
from peppernut.bots.bootstrap import Mean
from peppernut.bots.picture import Bar
from peppernut.catalog import room
from peppernut.cli import run
from peppernut.rules import resolve

SVG = "{http://www.w3.org/2000/svg}"


def untimed(report: Any) -> dict[str, Any]:
    return {**report.to_json(), "mean_ms": None}


def test_the_same_report_for_any_number_of_processes() -> None:
    for game in ("peanuts", "pepper"):
        rules = resolve(room(game), {})
        for measure, names in ((arena.run, ["simple", "random"]), (arena.ladder, ["random"])):
            alone, shared = (measure(game, rules, names, 9, 4, processes) for processes in (1, 2))
            assert untimed(alone) == untimed(shared)
        games = [
            simulate.run(game, rules, ["simple", *["random"] * 3], None, 9, 4, processes)
            for processes in (1, 2)
        ]
        assert games[0] == games[1]


def test_a_ladder_is_measured_on_the_deals_of_the_pairs() -> None:
    rules = resolve(room("peanuts"), {"start_cards": 3})
    ladder = arena.ladder("peanuts", rules, ["random", "simple", "random"], 8, 3)
    pair = arena.run("peanuts", rules, ["random", "simple"], 8, 3)
    assert [rung.bot for rung in ladder.ladder] == ["random"]
    assert ladder.ladder[0].difference == pair.difference
    assert ladder.ladder[0].gap_closed is None
    assert set(ladder.mean_ms) == {"random", "simple"}


def test_ratio() -> None:
    whole = [4.0, 6.0, 5.0, 9.0, 1.0]
    half = bootstrap.ratio([value / 2 for value in whole], whole, "half")
    assert half is not None
    assert (half.mean, half.low, half.high) == pytest.approx((0.5, 0.5, 0.5))
    other = bootstrap.ratio([4.0, 0.0, 0.0, 0.0, 8.5], whole, "other")
    assert other is not None
    assert other.mean == pytest.approx(0.5)
    assert other.low is not None
    assert other.high is not None
    assert other.low < 0.3
    assert other.high > 0.7
    assert bootstrap.ratio([1.0, 1.0], [5.0, -5.0], "uncertain") is None
    assert bootstrap.ratio([1.0], [5.0], "one deal") is None


def test_bars() -> None:
    lines = picture.bars(
        [
            Bar("low", Mean(-2.0, -3.0, -1.0), "-2.00", ""),
            Bar("even", Mean(0.0, -0.5, 0.5), "+0.00", ""),
            Bar("high", Mean(4.0, None, None), "+4.00", ""),
        ]
    ).splitlines()
    axis = lines[0].index("│")
    assert all(len(line) == 80 and line[axis] == "│" for line in lines)
    low, even, high = lines
    assert low[5:axis] == "░" * low.count("░") + "▓" * low.count("▓") + "█" * low.count("█")
    assert min(low.count(shade) for shade in "░▓█") > 5
    assert abs(even[:axis].count("░") - even[axis:].count("░")) <= 1
    assert high.count("█") == pytest.approx(4 / 3 * axis, abs=10)
    assert high.endswith("+4.00")


def test_equal_is_equal() -> None:
    report = arena.run("peanuts", resolve(room("peanuts"), {}), ["simple", "simple"], 30)
    assert (report.better, report.equal, report.worse) == (0, 30, 0)


def test_the_share_of_the_gap() -> None:
    whole = arena.Rung("cheater", Mean(6.0, 5.5, 6.5), 9, 1, 0, Mean(1.0, 1.0, 1.0))
    rung = arena.Rung("hard", Mean(2.8, 2.0, 3.6), 8, 1, 1, Mean(0.468, 0.432, 0.517))
    times = {"simple": 0.1, "hard": 20.0, "cheater": 1.0}
    ladder = arena.Ladder("peanuts", "simple", 10, 0, 4, [rung, whole], times)
    words = [element.text for element in ET.fromstring(ladder.picture()).iter(f"{SVG}text")]
    for word in ("simple 0 %", "cheater 100 %", "47 % (43 … 52)", "100 %", "+2.80 (+2.00 … +3.60)"):
        assert word in words
    lines = ladder.text().splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split(maxsplit=2)[0] for line in lines if line.endswith(("47 % (43 … 52)", " 100 %"))] == [
        "hard",
        "cheater",
    ]


def test_what_is_refused_leaves_no_picture(tmp_path: Path) -> None:
    file = tmp_path / "ladder.svg"
    for wrong in (["--bots", "easy,nobody,hard"], ["--preset", "nobodys"]):
        assert run(["arena", "nerts", "--deals", "1", "--picture", str(file), *wrong]) == 2
        assert not file.exists()


def test_the_ladder_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ladder.svg"
    command = ["arena", "nerts", "--deals", "1", "--set", "players=2", "--picture", str(file)]
    assert run(command) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert "no cheater" in text
    assert "one deal, each played two times" in text
    words = [element.text for element in ET.parse(file).iter(f"{SVG}text")]
    names = ["random", "easy", "medium", "hard"]
    assert [word for word in words if word in names] == names
    assert run([*command, "--json"]) == 0
    report = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert report["reference"] == "plain"
    assert [rung["bot"] for rung in report["ladder"]] == names


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--bots", "cheater"], 2),
        (["--bots", "plain"], 2),
        (["--bots", "easy,"], 2),
        (["--bots", "easy,hard", "--picture", "two.svg"], 2),
        (["--picture", "ladder.png"], 2),
        (["--picture", "nowhere/ladder.svg"], 1),
    ],
)
def test_what_the_arena_refuses(
    arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["arena", "nerts", "--deals", "1", *arguments]) == status
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
