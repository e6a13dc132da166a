"""A read of a store sees one state, whatever is written between two statements of it: every read, in every store."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from deathmatch.server.store.interface import AccountRow, Addition, HookRow, NewLog, Store
from deathmatch.server.store.sqlite import SqliteStore
from deathmatch_postgres.database.store import PostgresStore, open_postgres

MATCHES = [f"m{n}" for n in range(70)]  # more than one statement reads at a time
HOOK = HookRow("hook", "m0", "maker", True, 1, b"hook")
DOOR = b"d" * 32

READS: dict[str, Callable[[Store], Awaitable[Any]]] = {
    "load": lambda store: store.load("m0"),
    "the end of a log": lambda store: store.load("m0", 1),
    "counts": lambda store: store.counts(MATCHES),
    "find": lambda store: store.find(DOOR),
    "due": lambda store: store.due(),
    "unbegun": lambda store: store.unbegun(),
    "open_of": lambda store: store.open_of("maker"),
    "listed": lambda store: store.listed(),
    "hooks": lambda store: store.hooks(),
    "hook": lambda store: store.hook("hook"),
    "hooks_of": lambda store: store.hooks_of("m0"),
    "account": lambda store: store.account("one"),
    "account_behind": lambda store: store.account_behind(DOOR),
    "leaving": lambda store: store.leaving(),
    "last_beat": lambda store: store.last_beat(),
    "mark": lambda store: store.mark(),
}


async def fill(store: Store) -> None:
    """Something of every kind."""
    for match in MATCHES:
        await store.create(NewLog(match, {DOOR: "A"} if match == "m0" else {}, [b"zero"], "maker"), 1, listed=b"row")
    await store.keep_hook(HOOK)
    await store.keep_account(AccountRow("one", False, b"has the door"), frozenset({DOOR}))
    await store.keep_account(AccountRow("two", False, b"has no door"), frozenset())


async def change(store: Store) -> None:
    """All of it changes."""
    added = [store.append(Addition(match, 1, [b"one", b"two"], 9, begun=True, due=5, over=True, listed=b"")) for match in MATCHES]
    await asyncio.gather(*added)
    await store.keep_hook(HookRow("hook", "m0", "maker", False, 3, b"changed"))
    await store.keep_account(AccountRow("one", True, b"gave the door away"), frozenset())
    await store.keep_account(AccountRow("two", False, b"got the door"), frozenset({DOOR}))
    await store.set_mark(b"mark")


@pytest.mark.parametrize("read", READS)
async def test_a_read_of_a_file_sees_one_state(read: str, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite")
    await fill(store)
    loop, statements, changed = asyncio.get_running_loop(), [0], threading.Event()

    def between(sql: str) -> None:  # in the thread that reads, before each of its statements
        statements[0] += sql.startswith("SELECT")
        if statements[0] == 2 and not changed.is_set():
            changed.set()
            asyncio.run_coroutine_threadsafe(change(store), loop).result(30)

    before = await READS[read](store)
    store._reading.set_trace_callback(between)
    found = await READS[read](store)
    store._reading.set_trace_callback(None)
    assert statements[0], "nothing was read"
    if not changed.is_set():
        await change(store)
    assert found in (before, await READS[read](store))
    await store.close()


async def test_a_read_of_a_postgresql_sees_one_state(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real, reading = psycopg.AsyncConnection.execute, [-1]  # how many statements of the read were made; -1 while none is watched

    async def statements_of(store: PostgresStore, read: Callable[[Store], Awaitable[Any]]) -> int:
        reading[0] = 0
        await read(store)
        made, reading[0] = reading[0], -1
        return made

    async def execute(db: Any, *values: Any, **more: Any) -> Any:
        reading[0] += reading[0] >= 0
        return await real(db, *values, **more)

    monkeypatch.setattr(psycopg.AsyncConnection, "execute", execute)
    store = await open_postgres(database)
    await fill(store)
    before = {name: await read(store) for name, read in READS.items()}
    several = [name for name, read in READS.items() if await statements_of(store, read) > 1]
    assert not several, "a read of several statements sees several states: others write between them"
    await change(store)
    assert [name for name, read in READS.items() if await read(store) == before[name]] == ["find"]
    await store.close()
