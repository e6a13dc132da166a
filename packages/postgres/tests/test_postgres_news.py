"""The news of a store in PostgreSQL: which notes the other processes hear, and the entries that these carry."""

from __future__ import annotations

import asyncio
import base64
import re

import pytest

from deathmatch.server.store.interface import Addition, Behind, HookRow, NewLog
from deathmatch.server.vault import Vault
from deathmatch_postgres.database import additions, carried
from deathmatch_postgres.database.store import PostgresStore
from deathmatch_postgres.sharing import Note
from packages.postgres.tests.clusters import Cluster
from packages.postgres.tests.databases import changing, listeners, notes_told, stores, until


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


SECRET = b"claim the odd tile"


async def test_news_carry_short_entries_and_only_who_has_the_key_can_read_or_write_them(database: str) -> None:
    async with stores(database, database, database) as (one, two, stranger):
        keys = {one: Vault(b"k" * 32), two: Vault(b"k" * 32), stranger: Vault(b"x" * 32)}
        heard: dict[PostgresStore, list[Note]] = {store: [] for store in keys}
        for store, vault in keys.items():
            store.sharing.listen(heard[store].extend, lambda: None)
            store.sharing.carry(vault)
        await until(lambda: listeners(database) == 3)
        with changing(database) as hand:
            hand.execute("LISTEN deathmatch")
            await one.create(NewLog("m", {}, [b"zero"]), 1)
            await one.append(Addition("m", 1, [SECRET, b"two"], 2, begun=True))
            await one.append(Addition("m", 3, [b"x" * (carried.MOST + 1)], 3, begun=True))
            await until(lambda: all(len(notes) >= 3 for store, notes in heard.items() if store is not one))
            whole = "".join(notes_told(hand))
            assert heard[two] == [Note("log", "m", 1), Note("log", "m", 3, [SECRET, b"two"]), Note("log", "m", 4)]
            assert heard[stranger] == [Note("log", "m", 1), Note("log", "m", 3), Note("log", "m", 4)]
            assert [line.split()[:3] for line in whole.split("\n") if line.startswith("entries")] == [["entries", "3", "m"]]
            assert not {SECRET.decode(), base64.b64encode(SECRET).decode()[:8], "zero"} & set(re.split(r"[ .\n]", whole))
            assert SECRET.decode() not in whole
            [sealed] = [line.split()[3] for line in whole.split("\n") if line.startswith("entries")]
            for forged in (
                f"entries 5 m {sealed}",
                f"entries 5 m {keys[stranger].seal(b'x', 'news m 5')}",
                "entries 5 m x",
                "entries 5 m",
            ):
                hand.execute("SELECT pg_notify('deathmatch', %s)", (f"7\nlog 5 m\n{forged}",))
            await until(lambda: len(heard[two]) == 7)
            assert heard[two][3:] == [Note("log", "m", 5)] * 4


async def test_many_additions_in_one_commit_are_told_in_notes_that_fit(database: str) -> None:
    async with stores(database, database) as (one, two):
        heard: list[Note] = []
        for store in (one, two):
            store.sharing.carry(Vault(b"k" * 32))
        two.sharing.listen(heard.extend, lambda: None)
        await until(lambda: listeners(database) == 1)
        names = [f"match-{n}" for n in range(60)]
        await asyncio.gather(*(one.create(NewLog(name, {}, [b"zero"]), 1) for name in names))
        bodies = {name: [bytes([n]) * length for n, length in enumerate((carried.MOST - 20, 20))] for name in names}
        await asyncio.gather(*(one.append(Addition(name, 1, bodies[name], 2, begun=True)) for name in names))
        await until(lambda: len(heard) >= 120)
        assert {note.id: note.entries for note in heard if note.count == 3} == bodies


async def test_who_hears_of_anothers_entries_adds_to_them_without_reading_the_row(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with stores(database, database) as (one, two):
        heard: dict[PostgresStore, list[Note]] = {one: [], two: []}
        for store, notes in heard.items():
            store.sharing.carry(Vault(b"k" * 32))
            store.sharing.listen(notes.extend, lambda: None)
        await until(lambda: listeners(database) == 2)
        await one.create(NewLog("m", {}, [b"zero"]), 1)
        for n, store in enumerate((one, two), 1):
            await store.append(Addition("m", n, [b"read"], n, begun=True, due=100 + n))
        monkeypatch.setattr(additions, "_ROWS", "SELECT 1 / 0")
        for n in range(3, 20):
            mine = one if n % 2 else two
            await until(lambda notes=heard[mine], n=n: notes and notes[-1].count == n)
            await mine.append(Addition("m", n, [f"{n}".encode()], n, begun=False, due=None if n % 3 else n))
        monkeypatch.undo()
        assert await one.load("m", 3) == [f"{n}".encode() for n in range(3, 20)]
        assert await two.due() == []
        await two.set_due("m", 7)  # changes the row without a note
        await one.append(Addition("m", 20, [b"last"], 20, begun=True, due=8))
        assert await two.due() == [(8, "m")]


async def test_a_listener_that_was_cut_off_says_that_it_may_have_missed_something(database: str, cluster: Cluster) -> None:
    async with stores(database) as (store,):
        missed = asyncio.Event()
        store.sharing.listen(lambda _: None, missed.set)
        await until(lambda: listeners(database) == 1)
        assert not missed.is_set()
        cluster.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN deathmatch'")
        await missed.wait()
