"""The log of all tables in one SQLite file. The log is the truth.

Appending compares and swaps the head of the table and inserts the entries, in one transaction, all or nothing. One
thread writes; whatever has gathered while it was busy goes to the disk together, so that hundreds of tables share the
price of one commit. Nothing is reported as stored before the commit has returned.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import threading
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import apsw
import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

log = logging.getLogger("peppernut.store")

# "PPNT": tells our files from those of other programs.
APPLICATION: Final = 0x50504E54
# How long the writer waits for company before it commits: a few milliseconds nobody notices, and a few more
# when many tables are busy, since a commit costs about the same for one entry and for fifty.
GATHER: Final = 0.002
GATHER_BUSY: Final = 0.012

# Forward only: migration i leads from schema i to schema i + 1.
MIGRATIONS: Final = (
    """
    CREATE TABLE head (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        seq INTEGER NOT NULL,
        opened REAL NOT NULL
    );
    CREATE TABLE log (
        table_id INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    """,
)
SCHEMA: Final = len(MIGRATIONS)

_SWAP = """
    UPDATE head SET seq = json_extract(j.value, '$[2]') FROM json_each(?) AS j
    WHERE head.id = json_extract(j.value, '$[0]') AND head.seq = json_extract(j.value, '$[1]')
    RETURNING head.id
"""
_INSERT = """
    INSERT INTO log (table_id, seq, body)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?)
"""


class StoreError(Exception):
    """The file cannot be used; the text is a sentence for people."""


class NotStored(Exception):
    """The entries are not in the log, none of them; the text is a sentence for people."""


class Stale(NotStored):
    """Somebody else has appended to this table meanwhile: what was thought about it is out of date."""


class Stored(NamedTuple):
    """A table as it stands in the file."""

    id: int
    head: int
    bodies: list[str]


class _Append(NamedTuple):
    table: int
    head: int
    bodies: Sequence[str]
    name: str | None
    done: Callable[[NotStored | None], None]


class Store:
    """One file with the logs of all tables, held by one server.

    `deliver` brings finished appends to the thread that wants to hear of them; without it they are reported in the
    thread of the writer.
    """

    def __init__(
        self, path: str | Path, deliver: Callable[[Callable[[], None]], object] | None = None
    ) -> None:
        """Lock and open the file (it is made if it is not there); `StoreError` with a sentence if that cannot be."""
        self.path = Path(path)
        self.deliver = deliver
        self.gather = GATHER
        self.commits = 0
        self.entries = 0
        self.seconds = 0.0
        self.failures = 0
        self.trouble: str | None = None
        self._queue: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._closing = False
        self._read_lock = threading.Lock()
        self._lock_file = -1
        self._check_before_touching()
        self._lock()
        try:
            self._db = self._open()
            self._reader = apsw.Connection(str(self.path), flags=apsw.SQLITE_OPEN_READONLY)
            self._reader.set_busy_timeout(5000)
            last = self._db.execute("SELECT coalesce(max(id), 0) FROM head").get
        except BaseException:
            self._unlock()
            raise
        self._next_id = int(str(last)) + 1
        self._thread = threading.Thread(target=self._work, name="peppernut-log", daemon=True)
        self._thread.start()

    # Opening

    def _check_before_touching(self) -> None:
        try:
            if self.path.is_dir():
                raise StoreError(f"{self.path} is a folder, not a file of tables.")
            self.path.parent.mkdir(parents=True, exist_ok=True)
            there = self.path if self.path.exists() else self.path.parent
            if not os.access(there, os.W_OK):
                raise StoreError(f"{there} may not be written by this account.")
            if self.path.exists() and self.path.stat().st_size:
                with self.path.open("rb") as file:
                    if file.read(16) != b"SQLite format 3\x00":
                        raise StoreError(
                            f"{self.path} is not a Peppernut file of tables; it was left as it is."
                        )
        except OSError as error:
            raise StoreError(f"{self.path} cannot be used: {error.strerror or error}.") from error

    def _lock(self) -> None:
        side = self.path.with_name(self.path.name + ".lock")
        try:
            self._lock_file = os.open(side, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{side} cannot be made: {error.strerror or error}.") from error
        try:
            try:
                import fcntl
            except ImportError:  # pragma: no cover  (Windows)
                import msvcrt

                msvcrt.locking(self._lock_file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            else:
                fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._unlock()
            raise StoreError(
                f"Another Peppernut server is using {self.path}; stop it first, or choose another file with --data."
            ) from error

    def _unlock(self) -> None:
        if self._lock_file >= 0:
            os.close(self._lock_file)
            self._lock_file = -1

    def _open(self) -> apsw.Connection:
        try:
            db = apsw.Connection(str(self.path))
            db.set_busy_timeout(5000)
            version = int(str(db.execute("PRAGMA user_version").get))
            application = int(str(db.execute("PRAGMA application_id").get))
            empty = not db.execute("SELECT count(*) FROM sqlite_schema").get
            if not empty and application != APPLICATION:
                raise StoreError(f"{self.path} is a database of another program; it was left as it is.")
            if version > SCHEMA:
                raise StoreError(
                    f"{self.path} was written by a newer Peppernut (its version is {version}, this program knows "
                    f"up to {SCHEMA}); start the newer program."
                )
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            if version < SCHEMA:
                with db:
                    for i in range(version, SCHEMA):
                        db.execute(MIGRATIONS[i])
                    db.execute(f"PRAGMA application_id = {APPLICATION}")
                    db.execute(f"PRAGMA user_version = {SCHEMA}")
        except apsw.Error as error:
            raise StoreError(f"{self.path} cannot be used: {_sentence(error)}") from error
        return db

    # Writing

    def create(self, name: str, bodies: Sequence[str], done: Callable[[NotStored | None], None]) -> int:
        """Begin the log of a new table; its number at once, `done` after the commit."""
        number = self._next_id
        self._next_id += 1
        self._put(_Append(number, 0, bodies, name, done))
        return number

    def append(
        self, table: int, head: int, bodies: Sequence[str], done: Callable[[NotStored | None], None]
    ) -> None:
        """Append to a table whose log is thought to end at `head`; `done` after the commit, or with what went wrong."""
        self._put(_Append(table, head, bodies, None, done))

    def _put(self, job: _Append) -> None:
        if self._closing:
            raise NotStored("The server is stopping.")
        self._queue.put(job)

    def _work(self) -> None:
        later: deque[_Append] = deque()
        together = 1
        stop = False
        while not stop or later:
            if not later:
                first = self._queue.get()
                if first is None:
                    return
                later.append(first)
            if self.gather and not self._closing:
                time.sleep(min(GATHER_BUSY, self.gather * max(1, together)))
            with contextlib.suppress(queue.Empty):
                while not stop:
                    job = self._queue.get_nowait()
                    if job is None:
                        stop = True
                    else:
                        later.append(job)
            # Two appends to one table cannot share a swap: the second waits for the next round.
            batch: dict[int, _Append] = {}
            left: deque[_Append] = deque()
            for job in later:
                if job.table in batch:
                    left.append(job)
                else:
                    batch[job.table] = job
            later = left
            together = len(batch)
            self._report(self._commit(list(batch.values())))

    def _report(self, results: list[tuple[_Append, NotStored | None]]) -> None:
        def tell() -> None:
            for job, error in results:
                try:
                    job.done(error)
                except Exception:
                    log.exception("a table could not take the news of its log")

        if self.deliver is None:
            tell()
            return
        try:
            self.deliver(tell)
        except RuntimeError:  # the loop is closed: nobody is left to hear
            log.debug("nobody left to tell")

    def _commit(self, batch: list[_Append]) -> list[tuple[_Append, NotStored | None]]:
        began = time.perf_counter()
        db = self._db
        try:
            db.execute("BEGIN IMMEDIATE")
            now = time.time()
            fresh = [(job.table, job.name, now) for job in batch if job.name is not None]
            if fresh:
                db.executemany("INSERT INTO head (id, name, seq, opened) VALUES (?, ?, 0, ?)", fresh)
            swaps = [(job.table, job.head, job.head + len(job.bodies)) for job in batch]
            won = {row[0] for row in db.execute(_SWAP, (msgspec.json.encode(swaps).decode(),))}
            rows = [
                (job.table, job.head + i, body)
                for job in batch
                if job.table in won
                for i, body in enumerate(job.bodies, 1)
            ]
            if rows:
                db.execute(_INSERT, (msgspec.json.encode(rows).decode(),))
            db.execute("COMMIT")
        except apsw.Error as error:
            self._rollback()
            if len(batch) > 1 and isinstance(error, apsw.ConstraintError):
                # One of them is wrong in itself: the others must not suffer.
                return [result for job in batch for result in self._commit([job])]
            self.failures += 1
            self.trouble = _sentence(error)
            log.error("the log could not be written: %s", self.trouble)  # noqa: TRY400  (a sentence is enough)
            reason = NotStored(f"The table could not be saved, so nothing has happened: {self.trouble}")
            return [(job, reason) for job in batch]
        self.trouble = None
        self.commits += 1
        self.entries += len(rows)
        self.seconds += time.perf_counter() - began
        stale = Stale("The table has been changed by somebody else meanwhile.")
        return [(job, None if job.table in won else stale) for job in batch]

    def _rollback(self) -> None:
        # A full disk may have rolled back already.
        if not self._db.get_autocommit():
            try:
                self._db.execute("ROLLBACK")
            except apsw.Error:
                log.exception("no way back out of a transaction")

    # Reading

    def read(self, name: str) -> Stored | None:
        """The log of a table, or None if there is no such table."""
        try:
            with self._read_lock, self._reader:
                row = self._reader.execute("SELECT id, seq FROM head WHERE name = ?", (name,)).fetchone()
                if row is None:
                    return None
                number, head = int(str(row[0])), int(str(row[1]))
                bodies = [
                    str(body)
                    for (body,) in self._reader.execute(
                        "SELECT body FROM log WHERE table_id = ? ORDER BY seq", (number,)
                    )
                ]
        except apsw.Error as error:
            raise StoreError(f"The log of table {name} cannot be read: {_sentence(error)}") from error
        if len(bodies) != head:
            raise StoreError(f"The log of table {name} is damaged: {len(bodies)} entries instead of {head}.")
        return Stored(number, head, bodies)

    def count(self) -> int:
        """How many tables there are."""
        with self._read_lock:
            return int(str(self._reader.execute("SELECT count(*) FROM head").get))

    def close(self) -> None:
        """Write what is waiting, then let the file go."""
        if self._closing:
            return
        self._closing = True
        self._queue.put(None)
        self._thread.join(timeout=30)
        with self._read_lock:
            self._reader.close()
        self._db.close()
        self._unlock()


def read_table(path: str | Path, name: str) -> list[str] | None:
    """The log of one table, read beside a running server (for `peppernut export`)."""
    path = Path(path)
    if not path.is_file():
        raise StoreError(f"There is no file of tables at {path}.")
    try:
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            if int(str(db.execute("PRAGMA application_id").get)) != APPLICATION:
                raise StoreError(f"{path} is not a Peppernut file of tables.")
            rows = list(
                db.execute(
                    "SELECT body FROM log WHERE table_id = (SELECT id FROM head WHERE name = ?) ORDER BY seq",
                    (name,),
                )
            )
        finally:
            db.close()
    except apsw.Error as error:
        raise StoreError(f"{path} cannot be read: {_sentence(error)}") from error
    return [str(body) for (body,) in rows] or None


def _sentence(error: apsw.Error) -> str:
    if isinstance(error, apsw.FullError):
        return "the disk is full; make room, then go on."
    if isinstance(error, apsw.NotADBError):
        return "it is not a Peppernut file of tables."
    if isinstance(error, apsw.ReadOnlyError):
        return "the file may not be written."
    if isinstance(error, apsw.CantOpenError):
        return "the file cannot be opened."
    if isinstance(error, apsw.CorruptError):
        return "the file is damaged."
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return "another program is holding the file."
    if isinstance(error, apsw.IOError):
        return "the disk reports an error; there may be no room left."
    return f"{error}."
