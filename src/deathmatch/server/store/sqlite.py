"""The store in one SQLite file. One thread writes, and takes all that waits into one commit: commits wait for the disk, so grouping is all.

WAL with `synchronous=FULL`: a commit that returned survives a power cut. Reads have a connection of their own in a second thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TypeVar

from deathmatch.server.store.interface import Behind, Busy, Exists, Key, NewLog, StoreError

T = TypeVar("T")

GROUP = 500  # writes in one commit at most
_SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (id TEXT PRIMARY KEY, begun INTEGER NOT NULL, due INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS keys (digest BLOB PRIMARY KEY, match TEXT NOT NULL, role TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (match TEXT NOT NULL, n INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (match, n)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS beats (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS due_matches ON matches (id) WHERE due IS NOT NULL;
CREATE INDEX IF NOT EXISTS unbegun_matches ON matches (begun) WHERE begun = 0;
CREATE INDEX IF NOT EXISTS keys_of_matches ON keys (match);
"""
_BEAT = "INSERT INTO beats VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = max(at, excluded.at)"
_LAST_BEAT = "SELECT coalesce(max(at), 0) FROM beats"
_DUE = "SELECT due, id FROM matches WHERE due IS NOT NULL"  # the index has the ids alone, so a later moment does not move anything in it
_AT_START = (_LAST_BEAT, _DUE)  # what every server reads before it serves: where this fails, the file is damaged
_VERSION = 3
_OLDER = {
    1: "ALTER TABLE matches ADD COLUMN begun INTEGER NOT NULL DEFAULT 1;",  # what was there already is kept
    2: """
        CREATE TABLE moments (id TEXT PRIMARY KEY, begun INTEGER NOT NULL, due INTEGER) WITHOUT ROWID;
        INSERT INTO moments SELECT id, begun, CASE live WHEN 1 THEN 0 END FROM matches;
        DROP TABLE matches;
        ALTER TABLE moments RENAME TO matches;
    """,  # those that ran are loaded once, and then it is known when they are due
}
"""What makes the next format of a file in each older one."""


@dataclass(slots=True)
class _Write:
    """One unit of work for the writer: all of it or nothing."""

    work: Callable[[sqlite3.Connection], None]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None] = field(init=False)

    def __post_init__(self) -> None:
        self.done = self.loop.create_future()

    def resolve(self, error: StoreError | None) -> None:
        """Tell the waiting task; called in the writer's thread."""
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.loop.call_soon_threadsafe(self._settle, error)

    def _settle(self, error: StoreError | None) -> None:
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class SqliteStore:
    """See `Store` in interface.py. `path` is the database file; its folder must exist."""

    def __init__(self, path: Path, waiting: int = 10_000) -> None:
        self._lock = _lock(path.with_suffix(".lock"))
        try:
            _keep_private(path)
            self._reading = _open(path)
            try:
                self._writing = _open(path)
            except BaseException:
                self._reading.close()
                raise
        except BaseException:
            self._lock.close()
            raise
        self._readers = ThreadPoolExecutor(1, "store-read")
        self._writes: queue.Queue[_Write | None] = queue.Queue(waiting)
        self._writer = threading.Thread(target=self._write_all, name="store-write", daemon=True)
        self._closed = False
        self._writer.start()

    # --- The interface

    async def create(self, match: str, keys: Mapping[bytes, str], entries: Sequence[bytes], at: int, *, due: int | None = None) -> None:
        """See `Store`."""
        rows = [(digest, match, role) for digest, role in keys.items()]

        def work(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM matches WHERE id = ?", (match,)).fetchone() is not None:
                raise Exists(f"there is a match {match} already")
            db.execute("INSERT INTO matches VALUES (?, ?, ?)", (match, False, due))
            db.executemany("INSERT INTO keys VALUES (?, ?, ?)", rows)
            db.executemany("INSERT INTO entries VALUES (?, ?, ?)", [(match, n, body) for n, body in enumerate(entries)])
            db.execute(_BEAT, (at,))

        await self._write(work)

    async def append(
        self,
        match: str,
        first: int,
        entries: Sequence[bytes],
        at: int,
        *,
        begun: bool,
        due: int | None = None,
        following: NewLog | None = None,
    ) -> None:
        """See `Store`."""

        def work(db: sqlite3.Connection) -> None:
            last = db.execute("SELECT max(n) FROM entries WHERE match = ?", (match,)).fetchone()[0]
            if last != first - 1:
                raise Behind(f"the last entry of the log of {match} is {last}, not {first - 1}")
            db.executemany("INSERT INTO entries VALUES (?, ?, ?)", [(match, first + i, body) for i, body in enumerate(entries)])
            db.execute(
                "UPDATE matches SET begun = begun OR ?1, due = ?2 WHERE id = ?3 AND (begun < ?1 OR due IS NOT ?2)", (begun, due, match)
            )
            if following is not None:
                _make(db, following)
            db.execute(_BEAT, (at,))

        await self._write(work)

    async def load(self, match: str) -> list[bytes] | None:
        """See `Store`."""

        def work(db: sqlite3.Connection) -> list[bytes] | None:
            rows = db.execute("SELECT n, body FROM entries WHERE match = ? ORDER BY n", (match,)).fetchall()
            if [n for n, _ in rows] != list(range(len(rows))):
                raise StoreError(f"the log of {match} has a gap")
            return [body for _, body in rows] or None

        return await self._read(work)

    async def find(self, digest: bytes) -> Key | None:
        """See `Store`."""

        def work(db: sqlite3.Connection) -> Key | None:
            row = db.execute("SELECT match, role FROM keys WHERE digest = ?", (digest,)).fetchone()
            return None if row is None else Key(*row)

        return await self._read(work)

    async def due(self) -> list[tuple[int, str]]:
        """See `Store`."""
        return await self._read(lambda db: db.execute(_DUE).fetchall())

    async def set_due(self, match: str, due: int | None) -> None:
        """See `Store`."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("UPDATE matches SET due = ? WHERE id = ?", (due, match))

        await self._write(work)

    async def unbegun(self) -> list[tuple[str, bytes]]:
        """See `Store`."""
        query = "SELECT id, body FROM matches JOIN entries ON match = id AND n = 0 WHERE begun = 0 ORDER BY id"
        return await self._read(lambda db: [(match, body) for match, body in db.execute(query)])

    async def drop(self, match: str) -> bool:
        """See `Store`."""
        dropped = False

        def work(db: sqlite3.Connection) -> None:
            nonlocal dropped
            dropped = db.execute("DELETE FROM matches WHERE id = ? AND begun = 0", (match,)).rowcount == 1
            if dropped:
                db.execute("DELETE FROM keys WHERE match = ?", (match,))
                db.execute("DELETE FROM entries WHERE match = ?", (match,))

        await self._write(work)
        return dropped

    async def beat(self, now: int) -> None:
        """See `Store`."""

        def work(db: sqlite3.Connection) -> None:
            db.execute(_BEAT, (now,))

        await self._write(work)

    async def last_beat(self) -> int:
        """See `Store`."""
        return await self._read(lambda db: int(db.execute(_LAST_BEAT).fetchone()[0]))

    async def close(self) -> None:
        """See `Store`."""
        if self._closed:
            return
        self._closed = True
        await asyncio.to_thread(self._writes.put, None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._readers.shutdown)
        self._reading.close()
        self._lock.close()

    # --- Inside

    async def _write(self, work: Callable[[sqlite3.Connection], None]) -> None:
        if self._closed:
            raise StoreError("the store is closed")
        write = _Write(work, asyncio.get_running_loop())
        try:
            self._writes.put_nowait(write)
        except queue.Full:
            raise Busy("too much waits for the disk") from None
        await asyncio.shield(write.done)

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreError("the store is closed")

        def guarded() -> T:
            try:
                return work(self._reading)
            except sqlite3.Error as error:
                raise StoreError(str(error)) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, guarded)

    def _write_all(self) -> None:
        """The writer's thread: groups of writes until None comes."""
        db = self._writing
        try:
            going = True
            while going:
                group: list[_Write] = []
                first = self._writes.get()
                while first is not None:
                    group.append(first)
                    if len(group) >= GROUP:
                        break
                    try:
                        first = self._writes.get_nowait()
                    except queue.Empty:
                        break
                going = first is not None
                if group:
                    _commit(db, group)
        finally:
            db.close()


def _make(db: sqlite3.Connection, new: NewLog) -> None:
    """A match that follows another. If an earlier server has made it already, it gets the links that it lacks."""
    db.execute("INSERT OR IGNORE INTO matches VALUES (?, 0, NULL)", (new.match,))
    db.executemany("INSERT OR IGNORE INTO keys VALUES (?, ?, ?)", [(digest, new.match, role) for digest, role in new.keys.items()])
    db.executemany("INSERT OR IGNORE INTO entries VALUES (?, ?, ?)", [(new.match, n, body) for n, body in enumerate(new.entries)])


def _commit(db: sqlite3.Connection, group: list[_Write]) -> None:
    """One transaction for the group. A write that fails alone fails alone; a commit that fails fails all."""
    results: list[tuple[_Write, StoreError | None]] = []
    try:
        db.execute("BEGIN IMMEDIATE")
        for write in group:
            db.execute("SAVEPOINT one")
            try:
                write.work(db)
            except StoreError as error:
                db.execute("ROLLBACK TO one")
                results.append((write, error))
            except sqlite3.IntegrityError as error:
                db.execute("ROLLBACK TO one")
                results.append((write, StoreError(str(error))))
            except sqlite3.Error:
                raise
            except Exception as error:  # a bug; its words may quote an entry
                db.execute("ROLLBACK TO one")
                results.append((write, StoreError(f"the write failed: {type(error).__name__}")))
            else:
                results.append((write, None))
            db.execute("RELEASE one")
        db.execute("COMMIT")
    except sqlite3.Error as error:
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        results = [(write, StoreError(str(error))) for write in group]
    for write, failure in results:
        write.resolve(failure)


def _keep_private(path: Path) -> None:
    """Make the database readable only by its owner; SQLite gives its other files (WAL) the same mode."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)  # one that was there already
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from error


def _open(path: Path) -> sqlite3.Connection:
    """A connection in which we begin and end transactions ourselves; raises StoreError where the file is none of ours, or damaged."""
    try:
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from error
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, *_OLDER, _VERSION):
            raise StoreError(f"{path} has format {version}; this program reads formats up to {_VERSION}")
        if version != _VERSION:
            newer = " ".join(step for older, step in _OLDER.items() if 0 < version <= older)
            db.executescript(f"BEGIN; {newer} {_SCHEMA} PRAGMA user_version={_VERSION}; COMMIT;")
        for query in _AT_START:
            db.execute(query).fetchall()
    except sqlite3.Error as error:
        db.close()
        raise StoreError(f"{path}: {error}") from error
    except StoreError:
        db.close()
        raise
    return db


def _lock(path: Path) -> IO[bytes]:
    """Hold the folder for this process; the system lets go of it when the process ends, however it ends."""
    try:
        import fcntl
    except ImportError:
        raise StoreError("a server needs a system that can lock files (fcntl), such as Linux or macOS, or WSL on Windows") from None
    file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise StoreError(f"another server uses {path.parent}; stop it, or choose another folder with --data") from None
    return file
