"""The store in one SQLite file. One thread writes (writer.py); reads have a connection of their own in a second thread.

WAL with `synchronous=FULL`: a commit that returned survives a power cut.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, TypeVar

from deathmatch.server.store import logs
from deathmatch.server.store.interface import Health, Key, NewLog, StoreError
from deathmatch.server.store.schema import migrate
from deathmatch.server.store.writer import Writer

T = TypeVar("T")

_AT_START = (logs.last_beat, logs.due)  # what every server reads before it serves: if this fails, the file is damaged


class SqliteStore:
    """See `Store` in interface.py. `path` is the database file; its folder must exist."""

    def __init__(self, path: Path, waiting: int = 10_000) -> None:
        self._lock = _lock(path.with_suffix(".lock"))
        try:
            _keep_private(path)
            self._reading = _open(path)
            try:
                writing = _open(path)
            except BaseException:
                self._reading.close()
                raise
        except BaseException:
            self._lock.close()
            raise
        self._readers = ThreadPoolExecutor(1, "store-read")
        self._writer = Writer(writing, waiting)
        self._closed = False

    # --- The interface

    async def create(
        self, match: str, keys: Mapping[bytes, str], entries: Sequence[bytes], at: int, *, due: int | None = None, maker: str = ""
    ) -> None:
        """See `Store`."""

        def work(db: sqlite3.Connection) -> None:
            logs.create(db, NewLog(match, keys, entries, maker), due)
            logs.beat(db, at)

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
        over: bool = False,
        following: NewLog | None = None,
    ) -> None:
        """See `Store`."""

        def work(db: sqlite3.Connection) -> None:
            logs.append(db, match, first, entries, begun=begun, due=due, over=over)
            if following is not None:
                logs.follow(db, following)
            logs.beat(db, at)

        await self._write(work)

    async def load(self, match: str) -> list[bytes] | None:
        """See `Store`."""
        return await self._read(lambda db: logs.load(db, match))

    async def find(self, digest: bytes) -> Key | None:
        """See `Store`."""
        return await self._read(lambda db: logs.find(db, digest))

    async def due(self) -> list[tuple[int, str]]:
        """See `Store`."""
        return await self._read(logs.due)

    async def set_due(self, match: str, due: int | None) -> None:
        """See `Store`."""
        await self._write(lambda db: logs.set_due(db, match, due))

    async def unbegun(self) -> list[tuple[str, bytes]]:
        """See `Store`."""
        return await self._read(logs.unbegun)

    async def open_of(self, maker: str) -> int:
        """See `Store`."""
        return await self._read(lambda db: logs.open_of(db, maker))

    async def drop(self, match: str) -> bool:
        """See `Store`."""
        dropped = False

        def work(db: sqlite3.Connection) -> None:
            nonlocal dropped
            dropped = logs.drop(db, match)

        await self._write(work)
        return dropped

    async def beat(self, now: int) -> None:
        """See `Store`."""
        await self._write(lambda db: logs.beat(db, now))

    async def last_beat(self) -> int:
        """See `Store`."""
        return await self._read(logs.last_beat)

    @property
    def health(self) -> Health:
        """See `Store`."""
        return self._writer.health

    async def mark(self) -> bytes | None:
        """See `Store`."""
        return await self._read(logs.mark)

    async def set_mark(self, mark: bytes) -> None:
        """See `Store`."""
        await self._write(lambda db: logs.set_mark(db, mark))

    async def close(self) -> None:
        """See `Store`."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        self._reading.close()
        self._lock.close()

    # --- Inside

    async def _write(self, work: Callable[[sqlite3.Connection], None]) -> None:
        if self._closed:
            raise StoreError("the store is closed")
        await self._writer.write(work)

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreError("the store is closed")

        def guarded() -> T:
            try:
                return work(self._reading)
            except sqlite3.Error as error:
                raise StoreError(str(error)) from error
            except MemoryError as error:
                raise StoreError("the memory of this machine is used up") from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, guarded)


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
        db.text_factory = _text
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        migrate(db)
        for look in _AT_START:
            look(db)
    except (sqlite3.Error, StoreError) as error:
        db.close()
        raise StoreError(f"{path}: {error}") from error
    return db


def _text(raw: bytes) -> str:
    """A text of the database. One that is damaged is read too, for its checksum to tell."""
    return raw.decode("utf-8", "surrogateescape")


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
