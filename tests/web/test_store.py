"""The log: compare-and-swap, all or nothing, one server, bad files, full disks."""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import apsw
import pytest

from peppernut.web.store import APPLICATION, NotStored, Stale, Store, StoreError, read_table


class Wait:
    """A `done` that can be waited for."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self.error: NotStored | None = None

    def __call__(self, error: NotStored | None) -> None:
        self.error = error
        self.event.set()

    def result(self) -> NotStored | None:
        assert self.event.wait(10)
        return self.error


def create(store: Store, name: str, bodies: Sequence[str]) -> int:
    wait = Wait()
    number = store.create(name, bodies, wait)
    assert wait.result() is None
    return number


def append(store: Store, number: int, head: int, bodies: Sequence[str]) -> NotStored | None:
    wait = Wait()
    store.append(number, head, bodies, wait)
    return wait.result()


@pytest.fixture
def store(tmp_path: Path) -> Any:
    opened = Store(tmp_path / "tables.sqlite3")
    yield opened
    opened.close()


def test_what_is_acknowledged_can_be_read_again(store: Store) -> None:
    number = create(store, "abc", ['{"a":1}', '{"ü":"♥\\u0000"}'])
    assert append(store, number, 2, ['{"b":2}']) is None
    read = store.read("abc")
    assert read is not None
    assert read == (number, 3, ['{"a":1}', '{"ü":"♥\\u0000"}', '{"b":2}'])
    assert store.read("abd") is None
    assert read_table(store.path, "abc") == read.bodies


def test_a_stale_writer_stores_nothing_of_its_batch(store: Store) -> None:
    number = create(store, "abc", ["x"])
    assert append(store, number, 1, ["y"]) is None
    for head in (0, 1, 3, -1):
        assert isinstance(append(store, number, head, ["p", "q", "r"]), Stale)
    assert isinstance(append(store, 999, 0, ["p"]), Stale)
    read = store.read("abc")
    assert read is not None
    assert read.bodies == ["x", "y"]


def test_many_tables_share_commits_and_one_stale_writer_hurts_nobody(store: Store) -> None:
    numbers = [create(store, f"t{i}", ["x"]) for i in range(50)]
    before = store.commits
    waits = [Wait() for _ in numbers]
    for i, (number, wait) in enumerate(zip(numbers, waits, strict=True)):
        store.append(number, 1 if i % 5 else 7, ["y", "z"], wait)
    results = [wait.result() for wait in waits]
    assert [isinstance(result, Stale) for result in results] == [i % 5 == 0 for i in range(50)]
    assert store.commits - before < 25
    for i in range(50):
        read = store.read(f"t{i}")
        assert read is not None
        assert read.bodies == (["x", "y", "z"] if i % 5 else ["x"])


def test_two_appends_to_one_table_at_once_only_one_wins(store: Store) -> None:
    number = create(store, "abc", ["x"])
    one, two = Wait(), Wait()
    store.append(number, 1, ["one"], one)
    store.append(number, 1, ["two"], two)
    assert one.result() is None
    assert isinstance(two.result(), Stale)


def test_two_connections_one_of_them_stale(store: Store) -> None:
    """A second process that got at the file all the same: the head decides."""
    number = create(store, "abc", ["x"])
    other = apsw.Connection(str(store.path))
    other.execute("UPDATE head SET seq = 2 WHERE id = ?", (number,))
    other.execute("INSERT INTO log VALUES (?, 2, 'theirs')", (number,))
    other.close()
    assert isinstance(append(store, number, 1, ["ours"]), Stale)
    read = store.read("abc")
    assert read is not None
    assert read.bodies == ["x", "theirs"]


def test_a_name_that_exists_is_refused_alone(store: Store) -> None:
    create(store, "abc", ["x"])
    doubled, fine = Wait(), Wait()
    store.create("abc", ["other"], doubled)
    store.create("abd", ["y"], fine)
    assert isinstance(doubled.result(), NotStored)
    assert fine.result() is None


def test_a_full_disk_acknowledges_nothing_and_goes_on_when_there_is_room(store: Store) -> None:
    number = create(store, "abc", ["x"])
    pages = int(str(store._db.execute("PRAGMA page_count").get))
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    big = "b" * 20_000
    error = append(store, number, 1, ["small", big])
    assert isinstance(error, NotStored)
    assert "full" in str(error)
    assert store.trouble is not None
    read = store.read("abc")
    assert read is not None
    assert read.bodies == ["x"]
    store._db.execute("PRAGMA max_page_count = 100000")
    assert append(store, number, 1, ["small", big]) is None
    assert store.trouble is None


def test_everything_survives_closing(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "tables.sqlite3"
    store = Store(path)
    number = create(store, "abc", ["x"])
    waits = [Wait() for _ in range(20)]
    for i, wait in enumerate(waits):
        store.append(number, 1 + i, [f"y{i}"], wait)
    store.close()
    assert [wait.result() for wait in waits] == [None] * 20
    again = Store(path)
    read = again.read("abc")
    assert read is not None
    assert read.bodies == ["x", *(f"y{i}" for i in range(20))]
    assert create(again, "next", ["x"]) == number + 1
    again.close()


def test_a_second_server_is_refused(store: Store) -> None:
    with pytest.raises(StoreError, match="Another Peppernut server"):
        Store(store.path)


def test_files_that_are_no_tables_are_left_as_they_are(tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear Ann, " * 100)
    with pytest.raises(StoreError, match="not a Peppernut file"):
        Store(text)
    assert text.read_text() == "Dear Ann, " * 100
    foreign = tmp_path / "foreign.sqlite3"
    other = apsw.Connection(str(foreign))
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    before = foreign.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store(foreign)
    assert foreign.read_bytes() == before
    with pytest.raises(StoreError, match="folder"):
        Store(tmp_path)
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"SQLite format 3\x00" + b"\xff" * 4000)
    with pytest.raises(StoreError, match="cannot be used"):
        Store(broken)
    with pytest.raises(StoreError):
        Store(text / "below" / "tables.sqlite3")


def test_a_file_that_may_not_be_written_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only when somebody opens a table. (The tests may run as root, who may write everything.)"""
    path = tmp_path / "tables.sqlite3"
    Store(path).close()
    monkeypatch.setattr(os, "access", lambda where, how: not (where == path and how == os.W_OK))
    with pytest.raises(StoreError, match=r"tables\.sqlite3 may not be written"):
        Store(path)
    monkeypatch.setattr(os, "access", lambda where, how: not (where == tmp_path and how == os.W_OK))
    with pytest.raises(StoreError, match="may not be written"):
        Store(tmp_path / "new.sqlite3")


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    Store(path).close()
    db = apsw.Connection(str(path))
    assert db.execute("PRAGMA application_id").get == APPLICATION
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreError, match="newer Peppernut"):
        Store(path)


SERVE = (
    "import sys; from peppernut.web import serve; sys.exit(serve(port=int(sys.argv[1]), data=sys.argv[2]))"
)


@pytest.mark.parametrize("what", ["second", "text", "port", "url"])
def test_the_server_says_one_sentence_and_exits_with_1(store: Store, tmp_path: Path, what: str) -> None:
    import socket

    data = str(store.path)
    if what == "text":
        data = str(tmp_path / "letter.txt")
        Path(data).write_text("Dear Ann")
    if what == "url":
        data = "postgresql://host/tables"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1] if what == "port" else 0
        done = subprocess.run(
            [sys.executable, "-c", SERVE, str(port), data],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert done.stderr.startswith("peppernut: ")
