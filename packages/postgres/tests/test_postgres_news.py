"""The news of a store in PostgreSQL: which notes the other processes hear."""

from __future__ import annotations

import asyncio

import pytest

from deathmatch.server.store.interface import Addition, Behind, HookRow, NewLog
from deathmatch_postgres.sharing import Note
from packages.postgres.tests.clusters import Cluster
from packages.postgres.tests.databases import listeners, stores, until


async def test_what_one_process_commits_another_hears_and_nothing_that_failed(database: str) -> None:
    async with stores(database, database) as (one, two):
        heard: list[Note] = []
        own: list[Note] = []
        two.sharing.listen(heard.extend, lambda: None)
        one.sharing.listen(own.extend, lambda: None)
        await until(lambda: listeners(database) == 2)
        await one.create(NewLog("m", {}, [b"zero"]), 1, listed=b"row")
        await one.append(Addition("m", 1, [b"one"], 2, begun=True))
        with pytest.raises(Behind):
            await one.append(Addition("m", 7, [b"seven"], 2, begun=True))
        await one.rewrite("m", 2, [b"a", b"b"], 3)
        await one.keep_hook(HookRow("h", "m", "x", True, 0, b"body"))
        await one.unlist(["m"])
        made = [Note("log", "m", 1), Note("listed", "m"), Note("log", "m", 2)]
        expected = [*made, Note("rewritten", "m", 2), Note("hook", "h"), Note("listed", "m")]
        await until(lambda: len(heard) >= len(expected))
        assert heard == expected
        assert own == []


async def test_many_additions_in_one_commit_are_told_in_notes_that_fit(database: str) -> None:
    async with stores(database, database) as (one, two):
        heard: list[Note] = []
        two.sharing.listen(heard.extend, lambda: None)
        await until(lambda: listeners(database) == 1)
        names = [f"match-{n}".ljust(60, "x") for n in range(300)]
        await asyncio.gather(*(one.create(NewLog(name, {}, [b"zero"]), 1) for name in names))
        await asyncio.gather(*(one.append(Addition(name, 1, [b"one"], 2, begun=True)) for name in names))
        await until(lambda: len(heard) >= 600)
        assert {note.id for note in heard if note.count == 2} == set(names)


async def test_a_listener_that_was_cut_off_says_that_it_may_have_missed_something(database: str, cluster: Cluster) -> None:
    async with stores(database) as (store,):
        missed = asyncio.Event()
        store.sharing.listen(lambda _: None, missed.set)
        await until(lambda: listeners(database) == 1)
        assert not missed.is_set()
        cluster.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN deathmatch'")
        await missed.wait()
