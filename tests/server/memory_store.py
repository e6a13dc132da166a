"""A store in memory that can fail, for tests: SQLite without a file and without threads."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar, cast

from deathmatch.server.store import logs
from deathmatch.server.store.interface import Addition, Health, StoreError
from deathmatch.server.store.sqlite import SqliteStore, Work

T = TypeVar("T")


@cache
def _empty() -> bytes:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        logs.migrate(db)
        return db.serialize()


class MemoryStore(SqliteStore):
    """A store that forgets with the process, and that fails when it is told to.

    Attributes:
        failing: whether nothing can be written.
        gate: where set, writes wait for it.
    """

    def __init__(self) -> None:
        self.failing = False
        self.gate: asyncio.Event | None = None
        self._full = False
        self._db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._db.deserialize(_empty())

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        """Meanwhile nothing can be added to a log; everything else works."""
        self._full = True
        yield
        self._full = False

    async def append(self, addition: Addition) -> None:
        if self._full:
            raise StoreError("disk full")
        await self._write(lambda db: logs.append(db, addition))

    async def _write(self, work: Work) -> None:
        if self.gate is not None:
            await self.gate.wait()
        await asyncio.sleep(0)
        if self.failing:
            raise StoreError("disk full")
        self._db.execute("BEGIN")
        try:
            cast("Callable[[sqlite3.Connection], None]", work)(self._db)
        except BaseException:
            self._db.rollback()
            raise
        self._db.commit()

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        await asyncio.sleep(0)
        return work(self._db)

    @property
    def health(self) -> Health:
        return Health("disk full" if self.failing else "")

    async def close(self) -> None:
        """Nothing is held."""

    # --- For tests to look into

    def put(self, match: str, log: Sequence[bytes]) -> None:
        """Put these entries in the place of a log, whatever they are."""
        logs.rewrite(self._db, match, len(self.matches[match]), log)

    @property
    def matches(self) -> dict[str, list[bytes]]:
        """Every log."""
        return {match: logs.load(self._db, match) or [] for match, *_ in self.table("matches")}

    @property
    def moments(self) -> dict[str, int]:
        """When the matches are due."""
        return {match: due for due, match in logs.due(self._db)}

    @property
    def lists(self) -> dict[str, bytes]:
        """The rows of the public lists."""
        return dict(logs.listed(self._db))

    def table(self, name: str) -> list[tuple[Any, ...]]:
        """All rows of a table."""
        return self._db.execute(f"SELECT * FROM {name}").fetchall()
