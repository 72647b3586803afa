"""The command line: exit statuses, one sentence on standard error, JSON and nothing else on standard output."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from peppernut import bench
from peppernut.cli import run

RECORD: dict[str, Any] = {
    "format": "peppernut/1",
    "game": "pepper",
    "rules": {"preset": "iowa"},
    "seats": ["Ann", "Bob", "Cy", "Dee"],
    "deals": [
        {
            "dealer": 3,
            "hands": ["9C TC QH KH AH JS", "TH 9S TS QS KS AS", "JH JC 9D TD QD KD", "JD 9H AD AC KC QC"],
            "actions": [[0, "bid 2"], [1, "pass"], [2, "bid 3"], [3, "pass"]],
        }
    ],
}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["deal", "peanuts"],
        ["deal", "peanuts", "--seed", "1.5"],
        ["deal", "peanuts", "--seed", "1", "--set", "players=11"],
        ["deal", "chess", "--seed", "1"],
        ["rules", "peanuts", "--set", "hook"],
        ["rules", "pepper", "--set", "levels=" + "[" * 5000],
        ["rules", "pepper", "--format", "verse"],
        ["serve", "--port", "99999"],
        ["simulate", "peanuts", "--bots", "simple", "--deals", "0"],
        ["simulate", "peanuts", "--bots", "nobody", "--deals", "1"],
        ["arena", "peanuts", "--bots", "simple", "--deals", "1"],
        ["deal", "peanuts", "--seed", "1", "--preset", ""],
        ["bench", "everything"],
    ],
)
def test_bad_input(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert len(err) < 600


@pytest.mark.parametrize("arguments", [["replay", "nowhere.json"], ["hint", "nowhere.json"]])
def test_a_file_that_is_not_there(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_replay_of_a_seat(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(record), "--seat", "1"]) == 0
    told = capsys.readouterr().out
    assert "next (trump): seat 2 (Cy)" in told
    assert "scores: Ann and Cy 0, Bob and Dee 0" in told
    assert "hand: TH 9S TS QS KS AS" in told
    assert "JH" not in told


def test_every_record_gets_its_line(
    tmp_path: Path, record: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    lines = tmp_path / "games.jsonl"
    lines.write_bytes(
        b"\n".join([record.read_bytes(), b"\xff broken", b"not json", b"[]", record.read_bytes()])
    )
    assert run(["replay", str(lines), "--json"]) == 2
    out, err = capsysbinary.readouterr()
    results = [json.loads(line) for line in out.splitlines()]
    codes = [result["error"] and result["error"]["code"] for result in results]
    assert codes == [None, "bad_record", "bad_record", "bad_record", None]
    assert err.count(b"\n") == 3


def test_hint_says_where_a_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal = RECORD["deals"][0]
    broken = {**RECORD, "deals": [{**deal, "actions": [[0, "bid 2"], [1, "bid 1"]]}]}
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(broken), encoding="utf-8")
    assert run(["hint", str(path), "--bot", "simple", "--json"]) == 2
    out, err = capsys.readouterr()
    error = json.loads(out)["error"]
    assert (error["deal"], error["action"], error["seat"], error["code"]) == (0, 1, 1, "bid_too_low")
    assert "action 1 (seat 1)" in err


def test_a_hint_for_each_seat_of_the_race(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["deal", "nerts", "--seed", "3", "--set", "players=2"]) == 0
    path = tmp_path / "race.json"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    for arguments, seat in (([], 0), (["--seat", "1"], 1)):
        assert run(["hint", str(path), *arguments, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["seat"] == seat
    assert run(["replay", str(path), "--seat", "1"]) == 0
    assert re.search(
        r"foundations: none\nAnn: pile 13 \(\w\w\), work (\w\w( \| )?){4}, waste –, stock 35\nBob: pile",
        capsys.readouterr().out,
    )


def dealt(**change: Any) -> dict[str, Any]:
    """The record with its deal changed."""
    return {"deals": [{**RECORD["deals"][0], **change}]}


OTHERS = RECORD["deals"][0]["hands"][1:]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": None}, "format 'peppernut/1', not null."),
        (
            {"deals": [RECORD["deals"][0], {"hands": []}]},
            "Deal 1: a deal needs a dealer, a seat from 0 to 3.",
        ),
        (dealt(actions=[[0, "bid 2"], [1]]), "Deal 0: action 1 is no list"),
        (dealt(actions=[["x", "bid 2"]]), "Deal 0: action 0 does not begin"),
        (dealt(hands=["9C", *OTHERS]), "Seat 0 has 1 card instead of 6."),
        (dealt(hands=["9C 9C QH KH AH JS", *OTHERS]), "♣9 is dealt twice, but the deck has it once."),
        ({"rules": {"preset": "iowa", "hook": True}}, "`rules GAME --format json` lists them all."),
    ],
)
def test_a_broken_record_says_where(
    change: dict[str, Any], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.json"
    path.write_text(json.dumps({**RECORD, **change}), encoding="utf-8")
    assert run(["replay", str(path), "--json"]) == 2
    assert sentence in capsys.readouterr().err


def test_serve_tells_programs_where_it_is(tmp_path: Path) -> None:
    """With --json one line of JSON and nothing else; without, who can reach it."""
    code = "import sys; from peppernut.cli import run; sys.exit(run(sys.argv[1:]))"
    where = ["serve", "--port", "0", "--data", str(tmp_path / "t.sqlite3")]
    for more in (["--json"], []):
        command = [sys.executable, "-c", code, *where, *more]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PEPPERNUT_WARM": "0"}
        ) as process:
            assert process.stdout is not None
            line = process.stdout.readline()
            second = "" if more else process.stdout.readline()
            process.terminate()
            process.wait(20)
        if more:
            told = json.loads(line)
            assert set(told) == {"addresses", "data"}
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+", told["addresses"][0])
        else:
            assert line.startswith("Peppernut is open: http://127.0.0.1:")
            assert "--host 0.0.0.0" in second


@pytest.mark.parametrize("command", ["hint", "replay"])
def test_a_seat_that_is_not_there(command: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, str(record), "--seat", "4"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.endswith("bad_record: There is no seat 4; seats go from 0 to 3.\n")


def test_a_hint_for_a_seat_that_is_not_to_act(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hint", str(record), "--seat", "0"]) == 2
    assert "not_your_turn" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["foo"], "There is no command 'foo'; there are arena, bench, "),
        (["hint"], "hint needs FILE: see peppernut hint --help."),
        (["arena", "pepper"], "arena needs --deals: see peppernut arena --help."),
        (["arena", "pepper", "--deals"], "--deals needs a value: see"),
        (["deal", "pepper", "--sed", "1"], "deal needs --seed. Did you mean"),
        (["arena", "pepper", "--deals", "1", "--bots", "foo,bar"], "plain, cheater."),
        (["simulate", "pepper", "--deals", "1", "--bots", "foo"], "random, plain."),
        (["arena", "nerts", "--deals", "1", "--bots", "foo,bar"], "random, plain."),
    ],
)
def test_what_is_missing_or_unknown_is_named(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert sentence in capsys.readouterr().err


def test_the_turned_up_card_and_the_cards_of_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = ["AS", "2C", "KD", "9H"]
    deals = [{"dealer": 3, "hands": hands, "turnup": "3S", "actions": []}]
    names = ["Ann\n\x1b[2J", "Bob", "Cy", "Dee"]
    record = {**RECORD, "game": "peanuts", "rules": {"start_cards": 1}, "seats": names, "deals": deals}
    path = tmp_path / "forehead.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert run(["replay", str(path), "--seat", "1"]) == 0
    told = capsys.readouterr().out
    assert "turned up: 3S\nhand of Ann [2J: AS\nhand: ??\nhand of Cy: KD" in told


def test_the_export_names_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "tables.sqlite3")
    for name in ("kitchen", "http://example.test/t/kitchen#key", "http://example.test/t/kitchen/rules"):
        assert run(["export", name, "--data", file]) in {1, 2}
        err = capsys.readouterr().err
        assert file in err
        assert "example" not in err


def test_no_line_ends_in_blanks(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "nerts", "--bots", "easy", "--deals", "1", "--set", "players=2"]) == 0
    assert all(line == line.rstrip() for line in capsys.readouterr().out.splitlines())


def test_figures_are_short() -> None:
    assert bench.table([{"mean_ms": 0.2690702099062037, "deals": 1000}]).split()[2:] == ["0.27", "1000"]


def test_the_cheater_stays_in_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "pepper", "--bots", "cheater", "--deals", "1"]) == 2
    assert "in the arena only" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["peanuts", "pepper", "nerts"])
def test_one_deal_of_every_game(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    level = "easy" if game == "nerts" else "simple"
    assert run(["simulate", game, "--bots", level, "--deals", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert report["deals"] == 1
    assert run(["arena", game, "--bots", f"{level},random", "--deals", "1", "--json"]) == 0
    json.loads(capsys.readouterr().out, parse_constant=pytest.fail)


def test_cards_are_printed_wherever_we_run() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert "♥J" in done.stdout.decode()


PROGRAM = "import sys; from peppernut.cli import run; sys.exit(run(['rules', 'pepper']))"


@pytest.mark.parametrize("seconds", [0.8, 2.5])
def test_ctrl_c_ends_all_processes_without_a_word(seconds: float) -> None:
    """As a terminal sends it, to the whole group: while the processes start, and while they work."""
    command = ["simulate", "peanuts", "--bots", "simple", "--games", "100000", "--processes", "2"]
    with subprocess.Popen(
        [sys.executable, "-c", "from peppernut.cli import main; main()", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        time.sleep(seconds)
        os.killpg(running.pid, signal.SIGINT)
        try:
            out, err = running.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            raise
    assert (running.returncode, out, err) == (130, "", "")
