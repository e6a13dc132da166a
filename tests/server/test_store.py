"""One suite for every store."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from deathmatch.server.store import logs
from deathmatch.server.store.interface import AccountRow, Addition, Behind, Exists, HookRow, Key, NewLog, Store, StoreError
from deathmatch.server.store.sqlite import SqliteStore
from deathmatch_postgres.database.store import open_postgres

Make = Callable[[], Awaitable[Store]]

LATER = logs.VERSION + 1  # a format of tomorrow


@pytest.fixture(params=["sqlite", "postgres"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    if request.param == "postgres":
        url = request.getfixturevalue("database")
        return lambda: open_postgres(url)

    async def made() -> Store:
        return SqliteStore(tmp_path / "matches.sqlite")

    return made


async def test_a_match_is_made_once(make: Make) -> None:
    store = await make()
    await store.create(NewLog("m1", {b"a" * 32: "A"}, [b"zero"]), 5)
    with pytest.raises(Exists):
        await store.create(NewLog("m1", {b"b" * 32: "A"}, [b"other"]), 6)
    assert await store.load("m1") == [b"zero"]
    assert await store.find(b"b" * 32) is None
    await store.close()


async def test_two_writers_cannot_both_add_to_one_log(make: Make) -> None:
    store = await make()
    await store.create(NewLog("m1", {}, [b"zero"]), 5)
    results = await asyncio.gather(
        store.append(Addition("m1", 1, [b"one"], 6, begun=True)),
        store.append(Addition("m1", 1, [b"uno"], 6, begun=True)),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), Behind]
    with pytest.raises(Behind):
        await store.append(Addition("m1", 5, [b"five"], 6, begun=True))
    assert await store.load("m1") == [b"zero", b"one"]
    await store.close()


async def test_a_match_that_follows_is_made_with_the_entries_that_make_it(make: Make) -> None:
    store = await make()
    await store.create(NewLog("m1", {b"a" * 32: "A"}, [b"zero"]), 5)
    following = NewLog("m2", {b"b" * 32: "A"}, [b"next"])
    with pytest.raises(Behind):
        await store.append(Addition("m1", 7, [b"wish"], 6, begun=False, following=following))
    assert await store.load("m2") is None
    await store.append(Addition("m1", 1, [b"wish"], 6, begun=False, following=following))
    assert (await store.load("m1"), await store.load("m2")) == ([b"zero", b"wish"], [b"next"])
    assert await store.find(b"b" * 32) == Key("m2", "A")
    assert await store.due() == []
    more = NewLog("m2", {b"c" * 32: "host", b"a" * 32: "B"}, [b"other"])  # an earlier server has made it already
    await store.append(Addition("m1", 2, [b"wish"], 7, begun=False, following=more))
    assert await store.load("m2") == [b"next"]
    assert [await store.find(digest * 32) for digest in (b"a", b"b", b"c")] == [Key("m1", "A"), Key("m2", "A"), Key("m2", "host")]
    await store.close()


async def test_a_match_is_due_when_its_last_entry_says_so(make: Make) -> None:
    store = await make()
    for match in ("m1", "m2", "m3", "m4"):
        await store.create(NewLog(match, {}, [b"zero"]), 5, due=0 if match == "m4" else None)
    await store.append(Addition("m1", 1, [b"begun"], 6, begun=True, due=90))
    await store.append(Addition("m3", 1, [b"begun"], 6, begun=True, due=70))
    assert sorted(await store.due()) == [(0, "m4"), (70, "m3"), (90, "m1")]
    await store.append(Addition("m1", 2, [b"moved"], 7, begun=True, due=80))
    await store.append(Addition("m3", 2, [b"over"], 7, begun=True))
    with pytest.raises(Behind):
        await store.append(Addition("m4", 7, [b"nothing"], 7, begun=True, due=1))  # the moment is kept with the entries or not at all
    assert sorted(await store.due()) == [(0, "m4"), (80, "m1")]
    await store.set_due("m4", 60)
    await store.set_due("m1", None)
    assert await store.due() == [(60, "m4")]
    assert await store.unbegun() == [("m2", b"zero"), ("m4", b"zero")]
    await store.close()


async def test_a_match_that_never_ran_can_be_dropped_and_no_other(make: Make) -> None:
    store = await make()
    for match in ("waits", "runs", "over", "later"):
        await store.create(NewLog(match, {match.encode() * 8: "A"}, [f"first of {match}".encode()]), 1)
    await store.append(Addition("waits", 1, [b"somebody sat down"], 2, begun=False))
    await store.append(Addition("runs", 1, [b"begun"], 2, begun=True))
    await store.append(Addition("over", 1, [b"begun"], 2, begun=True))
    await store.append(Addition("over", 2, [b"over"], 3, begun=True))
    assert await store.unbegun() == [("later", b"first of later"), ("waits", b"first of waits")]
    assert [await store.drop(match) for match in ("runs", "over", "waits", "waits", "nowhere")] == [False, False, True, False, False]
    assert await store.load("waits") is None
    assert await store.find(b"waits" * 8) is None
    assert await store.find(b"later" * 8) == Key("later", "A")
    assert await store.load("over") == [b"first of over", b"begun", b"over"]
    assert await store.unbegun() == [("later", b"first of later")]
    await store.close()


def older(path: Path, steps: int) -> sqlite3.Connection:
    """A file of the format that so many migrations make."""
    db = sqlite3.connect(path, isolation_level=None)
    for step in (step for migration in logs.MIGRATIONS[:steps] for step in migration):
        db.execute(str(step))
    db.execute(f"PRAGMA user_version={steps}")
    return db


@pytest.mark.parametrize(
    ("format", "matches", "unbegun"),
    [
        (1, "('over', 0), ('runs', 1), ('waits', 0)", []),  # it did not know which have never begun, so it keeps them all
        (2, "('over', 0, 1), ('runs', 1, 1), ('waits', 0, 0)", [("waits", "zero")]),
    ],
)
async def test_a_file_of_an_older_format_is_read_and_nothing_in_it_lost(
    format: int, matches: str, unbegun: list[tuple[str, str]], tmp_path: Path
) -> None:
    with contextlib.closing(older(tmp_path / "matches.sqlite", format)) as db:
        db.execute(f"INSERT INTO matches VALUES {matches}")
        db.execute("INSERT INTO entries VALUES ('over', 0, 'zero'), ('runs', 0, 'zero'), ('waits', 0, 'zero')")
    for _ in range(2):
        store = SqliteStore(tmp_path / "matches.sqlite")
        assert [await store.load(match) for match in ("over", "runs", "waits")] == [["zero"]] * 3
        assert await store.due() == [(0, "runs")]  # whenever that is: at once, to find it out
        assert await store.unbegun() == unbegun
        assert not await store.drop("over")
        await store.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    db = older(tmp_path / "matches.sqlite", 1)
    db.execute("CREATE TABLE old_beats (in_the_way)")
    db.execute("INSERT INTO entries VALUES ('m', 0, 'zero')")
    before = list(db.iterdump())
    for _ in range(2):
        with pytest.raises(sqlite3.OperationalError, match="old_beats"):
            logs.migrate(db)
        assert (list(db.iterdump()), db.execute("PRAGMA user_version").fetchone()) == (before, (1,))
    db.close()


# --- On disk


async def test_a_folder_has_one_server_and_it_is_all_there_after_closing_and_opening(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite")
    await store.create(NewLog("m1", {b"a" * 32: "A"}, [b"zero"]), 5, due=8)
    with pytest.raises(StoreError, match="another server"):
        SqliteStore(tmp_path / "matches.sqlite")
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.beat(1)
    with pytest.raises(StoreError, match="closed"):
        await store.load("m1")
    again = SqliteStore(tmp_path / "matches.sqlite")
    assert (await again.load("m1"), await again.due(), await again.find(b"a" * 32)) == ([b"zero"], [(8, "m1")], Key("m1", "A"))
    await again.close()


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"this is no database at all, but it is long enough" * 20, "not a database"), (None, f"format {LATER}")],
)
def test_a_file_that_is_not_ours_is_refused_and_let_go(tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "matches.sqlite"
    if content is None:
        db = sqlite3.connect(path)
        db.execute(f"PRAGMA user_version={LATER}")
        db.close()
    else:
        path.write_bytes(content)
    for _ in range(2):  # the second time it is not locked by the first
        with pytest.raises(StoreError, match=words):
            SqliteStore(path)


async def test_nobody_but_the_owner_can_read_what_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    path.touch(0o644)
    path.chmod(0o644)
    store = SqliteStore(path)
    await store.create(NewLog("m1", {}, [b"zero"]), 5)
    modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert modes == dict.fromkeys(("matches.latest", "matches.lock", "matches.sqlite", "matches.sqlite-shm", "matches.sqlite-wal"), 0o600)
    await store.close()


# --- A read of a store sees one state, whatever is written between two statements of it: every read, in every store


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


@pytest.mark.parametrize("table", ["matches", "keys", "entries", "beats"])
def test_a_file_of_an_older_format_ends_with_the_tables_of_a_new_one(table: str, tmp_path: Path) -> None:
    texts = []
    for name, steps in (("old", 2), ("new", 0)):
        db = older(tmp_path / name, steps)
        logs.migrate(db)
        logs.migrate(db)
        assert db.execute("PRAGMA user_version").fetchone() == (logs.VERSION,)
        texts.append(db.execute("SELECT name, sql FROM sqlite_schema WHERE tbl_name = ? ORDER BY name", (table,)).fetchall())
        if table in logs.ROWS:
            assert tuple(row[1] for row in db.execute(f"PRAGMA table_info({table})"))[:-1] == logs.ROWS[table]
        db.close()
    assert texts[0] == texts[1]
