"""The store in PostgreSQL: what it does beyond the suite of every store (test_store.py), and what a lost connection may not do."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from pathlib import Path

import pytest

from deathmatch.server.store.interface import Addition, Behind, Busy, Damaged, Exists, HookRow, NewLog, StoreError
from deathmatch_postgres.database import connecting, schema
from deathmatch_postgres.database.migrating import migrate_database
from deathmatch_postgres.database.store import PostgresStore, open_postgres
from packages.postgres.tests.clusters import PASSWORD, Cluster
from packages.postgres.tests.databases import changing, stores, until
from packages.postgres.tests.wires import Wire


async def test_of_two_processes_one_adds_and_the_other_hears_that_it_is_behind(database: str) -> None:
    async with stores(database, database) as (one, two):
        await one.create(NewLog("m", {b"a" * 32: "A"}, [b"zero"]), 1)
        with pytest.raises(Exists):
            await two.create(NewLog("m", {}, [b"other"]), 1)
        both = (store.append(Addition("m", 1, [b"one"], 2, begun=True)) for store in (one, two))
        assert {type(result) for result in await asyncio.gather(*both, return_exceptions=True)} == {Behind, type(None)}
        await two.append(Addition("m", 2, [b"a", b"b"], 40, begun=True, over=True))
        await one.append(Addition("m", 4, [b"c"], 41, begun=True, listed=b"row"))
        assert (await two.load("m", 2), await two.load("m", 5)) == ([b"a", b"b", b"c"], [])
        assert (await one.last_beat(), await two.last_beat()) == (41, 41)


async def test_many_writers_of_many_logs_lose_nothing_and_double_nothing(database: str) -> None:
    """Two processes append to the same twenty logs, each as fast as it can; a conflict is read and tried again."""
    matches = [f"m{n}" for n in range(20)]

    async def add(store: PostgresStore, match: str, name: str) -> None:
        for k in range(10):
            while True:
                count = (await store.counts([match]))[match]
                with contextlib.suppress(Behind):
                    await store.append(Addition(match, count, [f"{name} {k}".encode()], k, begun=True, due=k))
                    break

    async with stores(database, database) as both:
        for match in matches:
            await both[0].create(NewLog(match, {}, [b"zero"]), 0)
        await asyncio.gather(*(add(store, match, f"s{n}") for n, store in enumerate(both) for match in matches))
        for match in matches:
            log = await both[0].load(match)
            assert log is not None
            assert len(log) == 21
            for name in (b"s0", b"s1"):
                assert [entry for entry in log if entry.startswith(name)] == [name + b" %d" % k for k in range(10)]


async def test_a_group_is_one_commit(database: str) -> None:
    async with stores(database) as (store,):
        await asyncio.gather(*(store.create(NewLog(f"m{n}", {}, [b"zero"]), 1) for n in range(40)))
        with changing(database) as db:
            before = int(str(db.execute("SELECT max(batch) FROM writers").fetchall()[0][0]))
            await asyncio.gather(*(store.append(Addition(f"m{n}", 1, [b"one"], 2, begun=True)) for n in range(40)))
            after = int(str(db.execute("SELECT max(batch) FROM writers").fetchall()[0][0]))
        assert after - before <= 2, "40 appends that wait together"


async def test_one_write_of_a_group_that_fails_fails_alone(database: str) -> None:
    async with stores(database) as (store,):
        await store.create(NewLog("m", {b"a" * 32: "A"}, [b"zero"]), 1)
        results = await asyncio.gather(
            store.create(NewLog("m", {}, [b"again"]), 2),
            store.create(NewLog("n", {b"a" * 32: "A"}, [b"its link opens another match"]), 2),
            store.append(Addition("m", 5, [b"five"], 2, begun=True)),
            store.append(Addition("m", 1, [b"one"], 2, begun=True)),
            store.append(Addition("m", 2, [b"two"], 2, begun=True, listed=b"row")),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [Exists, StoreError, Behind, type(None), type(None)]
        assert (await store.load("m"), await store.load("n"), await store.listed()) == (
            [b"zero", b"one", b"two"],
            None,
            [("m", b"row")],
        )
        assert "match" not in str(results[1]), "a detail would quote the row"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("DELETE FROM entries WHERE n = 1", "gap"),
        ("UPDATE entries SET body = 'other' WHERE n = 1", "entry 1 does not fit"),
        ("UPDATE matches SET count = 4", "row of its match"),
        ("DELETE FROM entries WHERE n = 2", "2 of 3 entries"),
        ("DELETE FROM matches", "is missing"),
    ],
)
async def test_a_log_that_has_changed_is_damaged(change: str, words: str, database: str) -> None:
    async with stores(database) as (store,):
        await store.create(NewLog("m", {}, [b"zero", b"one", b"two"]), 1)
        with changing(database) as db:
            db.execute(change.encode())
        with pytest.raises(Damaged, match=words):
            await store.load("m")


async def test_a_row_that_has_changed_is_damaged_for_writers_too_and_for_the_lists_it_is_missing(database: str) -> None:
    async with stores(database) as (store,):
        await store.create(NewLog("m", {b"a" * 32: "A"}, [b"zero"], "x"), 1, listed=b"row")
        await store.keep_hook(HookRow("h", "m", "x", True, 0, b"body"))
        with changing(database) as db:
            db.execute("UPDATE matches SET head = 'other', sum = 'other'")
            db.execute("UPDATE keys SET role = 'B'")
            db.execute("UPDATE listed SET body = 'other'")
            db.execute("UPDATE hooks SET body = 'other'")
        with pytest.raises(Damaged):
            await store.append(Addition("m", 1, [b"one"], 2, begun=True))
        with pytest.raises(Damaged):
            await store.find(b"a" * 32)
        assert (await store.listed(), await store.hooks(), await store.hook("h"), await store.due()) == ([], [], None, [])


async def test_too_much_that_waits_is_refused(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await open_postgres(database, waiting=3)
    results = await asyncio.gather(*(store.create(NewLog(f"m{n}", {}, [b"zero"]), 1) for n in range(8)), return_exceptions=True)
    assert [type(result) for result in results].count(Busy) == 5
    await store.close()


# --- Lost connections


async def test_a_connection_that_is_lost_is_opened_again_and_nobody_notices(database: str, cluster: Cluster) -> None:
    async with stores(database) as (store,):
        await store.create(NewLog("m", {}, [b"zero"]), 1)
        for n in range(1, 4):
            cluster.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'deathmatch'")
            await store.append(Addition("m", n, [b"more"], n, begun=True))
            assert len(await store.load("m") or []) == n + 1
        assert not store.health.trouble


async def test_a_commit_whose_answer_is_lost_is_found_and_not_made_twice(cluster: Cluster, database: str) -> None:
    """The wire swallows the answer of the database, then breaks; each time, the writer gets the answer that is true."""

    async with Wire(cluster.port) as wire:
        store = await open_postgres(cluster.tcp_url(database.split("@/")[1].split("?")[0], port=wire.port))
        await store.create(NewLog("m", {}, [b"zero"]), 1)
        await store.append(Addition("m", 1, [b"one"], 1, begun=True))
        for n in range(2, 4):  # a plain addition
            wire.break_after_next_request()
            await store.append(Addition("m", n, [b"more"], n, begun=True))
            assert await store.counts(["m"]) == {"m": n + 1}
        for request in range(1, 12):  # a whole transaction, cut at each of its requests
            count = (await store.counts(["m"]))["m"]
            wire.break_after_next_request(request)
            following = NewLog("next", {}, [b"z"])
            await store.append(Addition("m", count, [b"more"], 9, begun=True, listed=b"row %d" % request, following=following))
            assert await store.counts(["m"]) == {"m": count + 1}, request
        with pytest.raises(Behind):
            await store.append(Addition("m", 1, [b"one"], 9, begun=True))
        assert wire.broken >= 12
        await store.close()


async def test_without_a_database_writes_and_reads_fail_and_go_on_with_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed and started again; everything that was acknowledged is there. Reads go on at once, however long it was away."""
    monkeypatch.setattr("deathmatch_postgres.database.store.RETRY_S", 0.1)
    cluster = Cluster(durable=True)
    try:
        with cluster.database() as name:
            url = cluster.tcp_url(name)
            migrate_database(url)
            store = await open_postgres(url)
            await store.create(NewLog("m", {}, [b"zero"]), 1)
            for n in range(1, 6):
                await store.append(Addition("m", n, [b"more"], n, begun=True))
            cluster.kill()
            failures = await asyncio.gather(
                store.append(Addition("m", 6, [b"more"], 9, begun=True)), store.load("m"), store.beat(9), return_exceptions=True
            )
            assert [type(failure) for failure in failures] == [StoreError] * 3
            assert store.health.trouble
            assert not store.health.lasting
            while store._pool.get_stats()["connections_errors"] < 20:  # noqa: ASYNC110 - the pool's own pause would be days by now
                await asyncio.sleep(0.01)
            cluster.start()
            assert await store.load("m") == [b"zero", *[b"more"] * 5]
            await store.append(Addition("m", 6, [b"more"], 9, begun=True))
            assert not store.health.trouble
            cluster.kill()
            waiting = asyncio.gather(store.append(Addition("m", 7, [b"more"], 9, begun=True)), store.load("m"))
            cluster.start()  # within the time in which it is tried again
            _, log = await waiting
            assert log is not None
            assert len(log) in (7, 8)
            await store.close()
            for words in (*map(str, failures), caplog.text):
                assert PASSWORD not in words
                assert PASSWORD.replace(" ", "%20") not in words
    finally:
        cluster.close()


# --- Addresses and formats


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://deathmatch:a%20password%20which%20no%20log%20may%20name@127.0.0.1:1/x",
        "postgresql://deathmatch:a%20password%20which%20no%20log%20may%20name@127.0.0.1:x/y?z",
        "postgresql://deathmatch:a password which no log may name@[/x",
    ],
)
async def test_an_address_that_does_not_work_is_refused_without_its_password(url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    with pytest.raises(StoreError) as caught:
        await open_postgres(url)
    for words in (str(caught.value), repr(caught.value), caplog.text):
        assert "which" not in words


async def test_a_database_of_another_format_is_refused_until_it_is_migrated(cluster: Cluster) -> None:
    async def refused(words: str) -> None:
        with pytest.raises(StoreError, match=words) as caught:
            await open_postgres(url)
        assert "\n" not in str(caught.value)

    with cluster.database() as name:
        url = cluster.url(name)
        await refused("no tables of Deathmatch yet: run `deathmatch migrate")
        assert migrate_database(url).before == 0
        assert migrate_database(url).before == schema.VERSION
        cluster.execute(f"UPDATE deathmatch_format SET version = {schema.VERSION + 1}", name)
        await refused("install the newer program")
        with pytest.raises(StoreError, match="install the newer program"):
            migrate_database(url)


async def test_a_database_of_every_older_format_becomes_one_of_todays(cluster: Cluster) -> None:
    for version in range(1, schema.VERSION):
        with cluster.database() as name, changing(cluster.url(name)) as db:
            for step in (step for migration in schema.MIGRATIONS[:version] for step in migration):
                db.execute(step.encode())
            db.execute("CREATE TABLE deathmatch_format (version INTEGER NOT NULL)")
            db.execute("INSERT INTO deathmatch_format VALUES (%s)", (version,))
            assert migrate_database(cluster.url(name)).before == version
            async with stores(cluster.url(name)) as (store,):
                await store.create(NewLog("m", {}, [b"zero"]), 1)
                assert await store.sharing.once("x", 1_000)


def test_a_migration_that_fails_leaves_nothing(cluster: Cluster) -> None:
    with cluster.database() as name:
        cluster.execute("CREATE TABLE writers (in_the_way INTEGER)", name)
        with pytest.raises(StoreError, match="writers"):
            migrate_database(cluster.url(name))
        assert cluster.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", name) == [("writers",)]


# --- Sharing


async def test_a_connection_whose_task_is_cancelled_while_it_is_made_is_closed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[connecting.Db] = []

    begun = asyncio.Event()

    async def slow(db: connecting.Db) -> None:
        made.append(db)
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(connecting, "prepare", slow)
    task = asyncio.create_task(connecting.connected(connecting.read_address(database)))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [db.closed for db in made] == [True]


async def test_a_lease_and_what_is_due_are_one_processs_for_a_time(database: str) -> None:
    async with stores(database, database) as (one, two):
        assert [await one.sharing.lease("x", 60_000), await two.sharing.lease("x", 60_000), await one.sharing.lease("x", 1)] == [
            True,
            False,
            True,
        ]
        await until(lambda: two.sharing.lease("x", 60_000))
        await one.sharing.release("x")
        assert not await one.sharing.lease("x", 60_000)
        await two.sharing.release("x")
        assert await one.sharing.lease("x", 60_000)
        for n in range(6):
            await one.create(NewLog(f"m{n}", {}, [b"zero"]), 1, due=10 - n if n else None)
        taken = [
            await one.sharing.take_due(9, 60_000, 2),
            await two.sharing.take_due(9, 60_000, 9),
            await one.sharing.take_due(9, 60_000, 9),
        ]
        assert taken == [["m5", "m4"], ["m3", "m2", "m1"], []]
        assert await one.sharing.take_due(10, 60_000, 9) == []
        assert await two.sharing.rows_of(["m1"]) == {}
