"""The store in one SQLite file. One thread writes (writer.py); reads have a connection of their own in a second thread, and a third one
moves committed pages from SQLite's log into the database (opening.py).

WAL with `synchronous=FULL`: a commit that returned survives a power cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from deathmatch.server.figures import StoreFigures
from deathmatch.server.store import logs, writer
from deathmatch.server.store.interface import AccountRow, Addition, Behind, Health, HookNote, HookRow, Key, NewLog, StoreError
from deathmatch.server.store.opening import PAGES, Checkpoints, Latest, latest_file, lock, missing, opened

T = TypeVar("T")


class SqliteStore:
    """See `Store` in interface.py. `path` is the database file; its folder must exist."""

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
        """See `Store`."""

        def work(db: sqlite3.Connection) -> None:
            logs.create(db, new, due, begun=begun)
            logs.keep_listed(db, new.match, listed)
            logs.beat(db, at)

        await self._write(work)

    async def append(self, addition: Addition) -> None:
        """See `Store`."""
        await self._write(addition if addition.plain else lambda db: logs.append(db, addition))

    async def rewrite(self, match: str, count: int, entries: Sequence[bytes], at: int, *, listed: bytes | None = None) -> None:
        """See `Store`."""

        def work(db: sqlite3.Connection) -> None:
            logs.rewrite(db, match, count, entries)
            logs.keep_listed(db, match, listed)
            logs.beat(db, at)

        await self._write(work)

    async def load(self, match: str, first: int = 0) -> list[bytes] | None:
        """See `Store`. All of them are read, because each checksum covers the entries before."""
        entries = await self._read(lambda db: logs.load(db, match))
        return None if entries is None else entries[first:]

    async def counts(self, matches: Sequence[str]) -> Mapping[str, int]:
        """See the protocol."""
        return await self._read(lambda db: logs.counts(db, matches))

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

    async def listed(self) -> list[tuple[str, bytes]]:
        """See `Store`."""
        return await self._read(logs.listed)

    async def unlist(self, matches: Sequence[str]) -> None:
        """See `Store`."""
        await self._write(lambda db: logs.unlist(db, matches))

    async def hooks(self) -> list[HookNote]:
        """See `Store`."""
        return await self._read(logs.hooks)

    async def hook(self, name: str) -> HookRow | None:
        """See `Store`."""
        return await self._read(lambda db: logs.hook(db, name))

    async def hooks_of(self, match: str) -> list[HookRow]:
        """See `Store`."""
        return await self._read(lambda db: logs.hooks_of(db, match))

    async def keep_hook(self, row: HookRow) -> None:
        """See `Store`."""
        await self._write(lambda db: logs.keep_hook(db, row))

    async def drop_hook(self, name: str) -> None:
        """See `Store`."""
        await self._write(lambda db: logs.drop_hook(db, name))

    async def account(self, name: str) -> AccountRow | None:
        """See `Store`."""
        return await self._read(lambda db: logs.account(db, name))

    async def account_behind(self, door: bytes) -> AccountRow | None:
        """See `Store`."""
        return await self._read(lambda db: logs.account_behind(db, door))

    async def leaving(self) -> list[str]:
        """See `Store`."""
        return await self._read(logs.leaving)

    async def keep_account(self, row: AccountRow, doors: frozenset[bytes]) -> None:
        """See `Store`."""
        await self._write(lambda db: logs.keep_account(db, row, doors))

    async def drop_account(self, name: str) -> None:
        """See `Store`."""
        await self._write(lambda db: logs.drop_account(db, name))

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
