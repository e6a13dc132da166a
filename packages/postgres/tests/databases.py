"""Stores in one PostgreSQL, and a hand in it, for tests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from inspect import isawaitable

import psycopg

from deathmatch_postgres.database.store import PostgresStore, open_postgres


@contextlib.contextmanager
def changing(url: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """A hand in the database, past every store."""
    with psycopg.connect(url, autocommit=True) as db:
        yield db


def notes_told(hand: psycopg.Connection[tuple[object, ...]]) -> list[str]:
    """The notes that this listening hand was told, up to now: notes come in order, so it tells itself a last one and waits for it."""
    hand.execute("LISTEN last")
    hand.execute("NOTIFY last")
    notes: list[str] = []
    for note in hand.notifies(timeout=20):
        if note.channel == "last":
            return notes
        notes.append(note.payload)
    raise TimeoutError(f"no last note; before: {notes}")


@contextlib.asynccontextmanager
async def stores(*urls: str) -> AsyncIterator[list[PostgresStore]]:
    """A store of a process for each address."""
    async with contextlib.AsyncExitStack() as stack:
        opened = []
        for url in urls:
            opened.append(await open_postgres(url))
            stack.push_async_callback(opened[-1].close)
        yield opened


def contents(url: str) -> dict[str, bytes]:
    """All rows of each table, as bytes; texts and bytes in them are as they are."""
    with changing(url) as db:
        names = [str(row[0]) for row in db.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()]
        found = {}
        for name in names:
            with db.cursor() as cursor, cursor.copy(f"COPY {name} TO STDOUT (FORMAT binary)".encode()) as copy:
                found[name] = b"".join(map(bytes, copy))
        return found


def listeners(url: str) -> int:
    """How many processes listen to the news in this database."""
    with changing(url) as db:
        row = db.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE query = 'LISTEN deathmatch' AND datname = current_database()"
        ).fetchone()
    assert row is not None
    return int(str(row[0]))


async def until(holds: Callable[[], object]) -> None:
    """Wait until this holds; of a coroutine, its answer."""
    async with asyncio.timeout(60):
        while not (await now if isawaitable(now := holds()) else now):  # noqa: ASYNC110 - another process or task makes it so
            await asyncio.sleep(0.001)
