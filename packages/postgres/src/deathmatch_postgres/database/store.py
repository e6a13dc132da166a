"""The store in a PostgreSQL, which any number of processes share. One task writes (writer.py); reads have connections of their own.

`synchronous_commit` is on: a commit that returned survives a power cut, if PostgreSQL's `fsync` is on too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from time import monotonic
from typing import TypeVar

import psycopg
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from deathmatch.server.store.interface import AccountRow, Addition, Health, HookNote, HookRow, Key, NewLog, StoreError
from deathmatch.server.store.logs import is_plain
from deathmatch.server.times import StoreFigures
from deathmatch_postgres.database import rows, schema
from deathmatch_postgres.database.connecting import Address, Db, bounded, connected, is_lost, prepare, read_address, version_of, words_of
from deathmatch_postgres.database.sharing import BEGIN, PostgresSharing
from deathmatch_postgres.database.writer import Work, Writer
from deathmatch_postgres.sharing import Note

log = logging.getLogger("deathmatch.store")
T = TypeVar("T")

READERS = 4  # connections
READ_S = 5.0  # in which a read is tried again over new connections
ANSWER_S = 10.0  # longer, and the connection counts as lost
RETRY_S = 1.0  # in which the pool tries twice to connect, again and again; by itself it would wait for up to as long as it was without
WAITS_S = (0.02, 0.05, 0.1, 0.2, 0.4)  # between two attempts; the last one again and again


class PostgresStore:
    """See `Store` in interface.py. Made by `open_postgres`."""

    def __init__(self, address: Address, pool: AsyncConnectionPool[Db], writer: Writer) -> None:
        self._address = address
        self._pool = pool
        self._writer = writer
        self._sharing = PostgresSharing(address, writer, self._read)
        self._vacuuming: set[asyncio.Task[None]] = set()
        self._closed = False

    # --- Logs

    async def create(self, new: NewLog, at: int, *, due: int | None = None, listed: bytes | None = None, begun: bool = False) -> None:
        """See `Store`."""

        async def work(db: Db) -> None:
            await rows.create(db, new, due, begun=begun)
            await rows.keep_listed(db, new.match, listed)

        await self._write(work, at, [Note("log", new.match, len(new.entries)), *_listing(new.match, listed)], [new.match])

    async def append(self, addition: Addition) -> None:
        """See `Store`."""
        if is_plain(addition):
            await self._queue(addition)
            return
        match, following = addition.match, addition.following
        new = [] if following is None else [Note("log", following.match, len(following.entries))]
        notes = [Note("log", match, addition.first + len(addition.entries)), *new, *_listing(match, addition.listed)]
        await self._write(lambda db: rows.append(db, addition), addition.at, notes, [match, *(note.id for note in new)])

    async def rewrite(self, match: str, count: int, entries: Sequence[bytes], at: int, *, listed: bytes | None = None) -> None:
        """See `Store`. The old text leaves the table at once; docs/postgresql.md says where else it lies."""

        async def work(db: Db) -> None:
            await rows.rewrite(db, match, count, entries)
            await rows.keep_listed(db, match, listed)

        await self._write(work, at, [Note("rewritten", match, len(entries)), *_listing(match, listed)], [match])
        self._sweep("entries")

    async def load(self, match: str, first: int = 0) -> list[bytes] | None:
        """See `Store`."""
        return await self._read(lambda db: rows.load(db, match, first))

    async def counts(self, matches: Sequence[str]) -> Mapping[str, int]:
        """See `Store`."""
        return await self._read(lambda db: rows.counts(db, matches))

    async def find(self, digest: bytes) -> Key | None:
        """See `Store`."""
        return await self._read(lambda db: rows.find(db, digest))

    async def due(self) -> list[tuple[int, str]]:
        """See `Store`."""
        return await self._read(rows.due)

    async def set_due(self, match: str, due: int | None) -> None:
        """See `Store`."""
        await self._write(lambda db: rows.set_due(db, match, due), matches=[match])

    async def unbegun(self) -> list[tuple[str, bytes]]:
        """See `Store`."""
        return await self._read(rows.unbegun)

    async def open_of(self, maker: str) -> int:
        """See `Store`."""
        return await self._read(lambda db: rows.open_of(db, maker))

    async def drop(self, match: str) -> bool:
        """See `Store`."""
        dropped = False

        async def work(db: Db) -> None:
            nonlocal dropped
            dropped = await rows.drop(db, match)

        await self._write(work, notes=[Note("dropped", match), Note("listed", match)], matches=[match])
        return dropped

    # --- Lists, webhooks, accounts

    async def listed(self) -> list[tuple[str, bytes]]:
        """See `Store`."""
        return await self._read(rows.listed)

    async def unlist(self, matches: Sequence[str]) -> None:
        """See `Store`."""
        await self._write(lambda db: rows.unlist(db, matches), notes=[Note("listed", match) for match in matches])

    async def hooks(self) -> list[HookNote]:
        """See `Store`."""
        return await self._read(rows.hooks)

    async def hook(self, name: str) -> HookRow | None:
        """See `Store`."""
        return await self._read(lambda db: rows.hook(db, name))

    async def hooks_of(self, match: str) -> list[HookRow]:
        """See `Store`."""
        return await self._read(lambda db: rows.hooks_of(db, match))

    async def keep_hook(self, row: HookRow) -> None:
        """See `Store`."""
        await self._write(lambda db: rows.keep_hook(db, row), notes=[Note("hook", row.id)])

    async def drop_hook(self, name: str) -> None:
        """See `Store`."""
        await self._write(lambda db: rows.drop_hook(db, name), notes=[Note("hook", name)])

    async def account(self, name: str) -> AccountRow | None:
        """See `Store`."""
        return await self._read(lambda db: rows.account(db, name))

    async def account_behind(self, door: bytes) -> AccountRow | None:
        """See `Store`."""
        return await self._read(lambda db: rows.account_behind(db, door))

    async def leaving(self) -> list[str]:
        """See `Store`."""
        return await self._read(rows.leaving)

    async def keep_account(self, row: AccountRow, doors: frozenset[bytes]) -> None:
        """See `Store`."""
        await self._write(lambda db: rows.keep_account(db, row, doors))

    async def drop_account(self, name: str) -> None:
        """See `Store`."""
        await self._write(lambda db: rows.drop_account(db, name))
        self._sweep("accounts")

    # --- Time, health, the key

    async def beat(self, at: int) -> None:
        """See `Store`."""
        await self._write(_nothing, at)

    async def last_beat(self) -> int:
        """See `Store`."""
        return await self._read(rows.last_beat)

    @property
    def sharing(self) -> PostgresSharing:
        """See `Store`."""
        return self._sharing

    @property
    def health(self) -> Health:
        """See `Store`."""
        return self._writer.health

    async def mark(self) -> bytes | None:
        """See `Store`."""
        return await self._read(rows.mark)

    async def set_mark(self, mark: bytes) -> None:
        """See `Store`."""
        await self._write(lambda db: rows.set_mark(db, mark))

    async def close(self) -> None:
        """See `Store`."""
        if self._closed:
            return
        self._closed = True
        await self._sharing.close()
        await self._writer.close()
        await asyncio.gather(*self._vacuuming)
        await self._pool.close()

    # --- Inside

    async def _write(
        self, do: Callable[[Db], Awaitable[None]], at: int = 0, notes: Sequence[Note] = (), matches: Sequence[str] = ()
    ) -> None:
        await self._queue(Work(do, at, notes, matches))

    async def _queue(self, work: Work | Addition) -> None:
        if self._closed:
            raise StoreError("the store is closed")
        await self._writer.write(work)

    async def _read(self, work: Callable[[Db], Awaitable[T]]) -> T:
        """Read something, over another connection if one is lost; raises StoreError."""
        if self._closed:
            raise StoreError("the store is closed")
        end, tries = monotonic() + READ_S, 0
        while True:
            db: Db | None = None
            try:
                async with self._pool.connection(timeout=READ_S) as db:
                    with bounded(db, ANSWER_S):
                        return await work(db)
            except (psycopg.Error, OSError) as error:
                wait = WAITS_S[min(tries, len(WAITS_S) - 1)]
                tries += 1
                if isinstance(error, PoolTimeout):
                    raise StoreError(f"{self._address.shown} does not answer") from None
                if not is_lost(error, db) or monotonic() + wait > end:
                    raise StoreError(words_of(error)) from None
                await asyncio.sleep(wait)

    def _sweep(self, table: str) -> None:
        """Have PostgreSQL give the place of deleted rows free, soon."""
        task = asyncio.create_task(self._vacuum(table), name="store-vacuum")
        self._vacuuming.add(task)
        task.add_done_callback(self._vacuuming.discard)

    async def _vacuum(self, table: str) -> None:
        try:
            async with self._pool.connection(timeout=READ_S) as db:
                await db.execute(f"VACUUM {table}".encode())
        except (psycopg.Error, OSError) as error:
            log.warning("the place of deleted rows of %s is not free yet: %s", table, words_of(error))


def _listing(match: str, listed: bytes | None) -> list[Note]:
    return [] if listed is None else [Note("listed", match)]


async def _connect_again(pool: AsyncConnectionPool[Db]) -> None:
    """The pool could not connect for `RETRY_S`: it tries again at once, also if nobody reads."""
    await pool.check()


async def _nothing(_: Db) -> None:
    """A beat: the commit itself writes the moment."""


async def open_postgres(text: str, waiting: int = 10_000, figures: StoreFigures | None = None) -> PostgresStore:
    """The store at an address; raises StoreError if it cannot be reached, is of another format, or the address is none."""
    address = read_address(text)
    at = await _look(address)
    writer = Writer(address, waiting, figures or StoreFigures())
    await writer.start(at)
    pool: AsyncConnectionPool[Db] = AsyncConnectionPool(
        "",
        kwargs={**address.parts, "autocommit": True},
        min_size=1,
        max_size=READERS,
        open=False,
        configure=prepare,
        name="store-read",
        reconnect_timeout=RETRY_S,
        reconnect_failed=_connect_again,
    )
    try:
        await pool.open(wait=True, timeout=READ_S)
    except (psycopg.Error, OSError) as error:
        await writer.close()
        await pool.close()
        raise StoreError(f"{address.shown}: {words_of(error)}") from None
    return PostgresStore(address, pool, writer)


async def _look(address: Address) -> int:
    """Check that a database is ours and of this format; returns the latest moment in it. Raises StoreError."""
    async with await connected(address) as db:
        try:
            with bounded(db, ANSWER_S):
                schema.refuse_other(await version_of(db), address.shown)
                fsync = await (await db.execute("SHOW fsync")).fetchone()
                if fsync is not None and fsync[0] == "off":
                    log.warning("fsync is off in this PostgreSQL: a power cut can lose moves that were acknowledged")
                await db.execute(BEGIN.encode())
                for look in (rows.due, rows.mark):  # read before a server serves: if this fails, the database is damaged
                    await look(db)
                return await rows.last_beat(db)
        except (psycopg.Error, OSError) as error:
            raise StoreError(f"{address.shown}: {words_of(error)}") from None
