"""The store in one SQLite file. One thread writes (writer.py); reads have a connection of their own in a second thread, and a third one
moves committed pages from SQLite's log into the database (writer.py).

WAL with `synchronous=FULL`: a commit that returned survives a power cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from pathlib import Path
from types import CoroutineType
from typing import Any, Concatenate, ParamSpec, TypeVar

from deathmatch.server.figures import StoreFigures
from deathmatch.server.store import logs, writer
from deathmatch.server.store.interface import Addition, Behind, Health, NewLog, StoreError
from deathmatch.server.store.writer import PAGES, Checkpoints, Latest, latest_file, lock, missing, opened

P = ParamSpec("P")
T = TypeVar("T")


def _reading(
    work: Callable[Concatenate[sqlite3.Connection, P], T],
) -> Callable[Concatenate[SqliteStore, P], CoroutineType[Any, Any, T]]:
    """A method that reads so."""

    @wraps(work)
    async def method(self: SqliteStore, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._read(lambda db: work(db, *args, **kwargs))

    return method  # type: ignore[return-value]  # mypy calls it a Coroutine, pyright a CoroutineType


def _writing(
    work: Callable[Concatenate[sqlite3.Connection, P], None],
) -> Callable[Concatenate[SqliteStore, P], CoroutineType[Any, Any, None]]:
    """A method that writes so, in a transaction of its own."""

    @wraps(work)
    async def method(self: SqliteStore, /, *args: P.args, **kwargs: P.kwargs) -> None:
        await self._write(lambda db: work(db, *args, **kwargs))

    return method  # type: ignore[return-value]  # mypy calls it a Coroutine, pyright a CoroutineType


class SqliteStore:
    """The `Store` of interface.py in a file.

    Args:
        path: the database file; its folder must exist.
        waiting: writes that may wait.
        figures: counters of its commits and conflicts.
    """

    def __init__(self, path: Path, waiting: int = 10_000, figures: StoreFigures | None = None) -> None:
        self._figures = figures or StoreFigures()
        self._lock = lock(path.with_suffix(".lock"))
        with contextlib.ExitStack() as opening:
            opening.callback(self._lock.close)
            self._reading, writing, moving = (opening.enter_context(contextlib.closing(opened(path))) for _ in range(3))
            writing.execute(f"PRAGMA wal_autocheckpoint={PAGES}")
            if lost := missing(path, logs.last_beat(writing)):
                words = (
                    f"{lost}: its last part is damaged, or it is an older copy; `deathmatch check` says more. To go on without it, delete"
                )
                raise StoreError(f"{path}: {words} {latest_file(path)}")
            latest = Latest(path)
            opening.callback(latest.close)
            opening.pop_all()
        self._readers = ThreadPoolExecutor(1, "store-read")
        self._checkpoints = Checkpoints(moving)
        self._writer = writer.Writer(writing, waiting, latest, self._figures)
        self._closed = False

    # --- The interface

    async def create(self, new: NewLog, at: int, *, due: int | None = None, listed: bytes | None = None, begun: bool = False) -> None:
        """Begin the log of a match."""

        def work(db: sqlite3.Connection) -> None:
            logs.create(db, new, due, begun=begun)
            logs.keep_listed(db, new.match, listed)
            logs.beat(db, at)

        await self._write(work)

    async def append(self, addition: Addition) -> None:
        """Add entries to the log of a match, and make the other changes of the addition with them."""
        await self._write(addition if addition.plain else lambda db: logs.append(db, addition))

    async def rewrite(self, match: str, count: int, entries: Sequence[bytes], at: int, *, listed: bytes | None = None) -> None:
        """Put other entries in the place of a whole log."""

        def work(db: sqlite3.Connection) -> None:
            logs.rewrite(db, match, count, entries)
            logs.keep_listed(db, match, listed)
            logs.beat(db, at)

        await self._write(work)

    async def load(self, match: str, first: int = 0) -> list[bytes] | None:
        """The entries of a match from this one on. All of them are read, because each checksum covers the entries before."""
        entries = await self._read(lambda db: logs.load(db, match))
        return None if entries is None else entries[first:]

    counts = _reading(logs.counts)
    find = _reading(logs.find)
    due = _reading(logs.due)
    set_due = _writing(logs.set_due)
    unbegun = _reading(logs.unbegun)
    open_of = _reading(logs.open_of)
    listed = _reading(logs.listed)
    unlist = _writing(logs.unlist)
    hooks = _reading(logs.hooks)
    hook = _reading(logs.hook)
    hooks_of = _reading(logs.hooks_of)
    keep_hook = _writing(logs.keep_hook)
    drop_hook = _writing(logs.drop_hook)
    account = _reading(logs.account)
    account_behind = _reading(logs.account_behind)
    leaving = _reading(logs.leaving)
    keep_account = _writing(logs.keep_account)
    drop_account = _writing(logs.drop_account)

    async def drop(self, match: str) -> bool:
        """Forget a match that has never begun, with its links; whether it did."""
        dropped = False

        def work(db: sqlite3.Connection) -> None:
            nonlocal dropped
            dropped = logs.drop(db, match)

        await self._write(work)
        return dropped

    beat = _writing(logs.beat)
    last_beat = _reading(logs.last_beat)

    @property
    def health(self) -> Health:
        """Whether it saves."""
        return self._writer.health

    mark = _reading(logs.mark)
    set_mark = _writing(logs.set_mark)

    async def close(self) -> None:
        """Finish what waits, and let the file go."""
        if self._closed:
            return
        self._closed = True
        await asyncio.to_thread(self._checkpoints.close)
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        self._reading.close()
        self._lock.close()

    # --- Inside

    async def _write(self, work: writer.Work) -> None:
        if self._closed:
            raise StoreError("the store is closed")
        try:
            await self._writer.write(work)
        except Behind:
            self._figures.conflict()
            raise

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreError("the store is closed")

        def guarded() -> T:
            try:
                self._reading.execute("BEGIN")  # all statements of a read see one state, whatever is written between them
                try:
                    return work(self._reading)
                finally:
                    self._reading.rollback()
            except sqlite3.Error as error:
                raise StoreError(str(error)) from error
            except MemoryError as error:
                raise StoreError("the memory of this machine is used up") from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, guarded)
