"""Servers on one store need the same key and the same word lists: another one is refused at its start, or noticed later."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from deathmatch.core.words import WordList
from deathmatch.server.lexicons import FOLDER, Lexicons
from deathmatch.server.store.interface import Store, StoreError
from deathmatch.server.vault import WrongKey
from deathmatch.server.web.app import open_vault
from deathmatch_postgres.database.migrating import migrate_database
from deathmatch_postgres.presence import LOOK_MS
from deathmatch_postgres.processes import ManyProcesses
from packages.postgres.tests.clusters import Cluster
from packages.postgres.tests.databases import stores
from packages.postgres.tests.many import calm, hearing_of, servers, store_of


def test_the_digest_of_word_lists_is_that_of_their_files(tmp_path: Path) -> None:
    one, other = (Lexicons(tmp_path / name / FOLDER, {"short": lambda: ("CAT",)}) for name in ("one", "other"))
    assert one.digest() == other.digest() == ""
    one.add("birds", WordList.of(["OWL", "WREN"]))
    assert one.digest() != ""
    other.add("birds", WordList.of(["OWL"]))
    assert one.digest() != other.digest()
    other.add("birds", WordList.of(["OWL", "WREN"]))
    assert one.digest() == other.digest()
    other.file("birds").rename(other.file("fowls"))
    assert one.digest() != other.digest()
    one.remove("birds")
    assert one.digest() == ""


async def test_the_encoding_of_the_database_does_not_make_word_lists_different(cluster: Cluster) -> None:
    with cluster.database("template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'") as name:  # as by initdb with LANG=C
        migrate_database(cluster.url(name))
        async with stores(cluster.url(name), cluster.url(name)) as (one, other):
            await one.sharing.living(60_000, "birds")
            assert list((await other.sharing.living(0, "birds")).others.values()) == ["birds"]
            await ManyProcesses(other).check_lists("birds")


async def test_a_server_with_other_word_lists_is_refused_at_its_start_and_noticed_later(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with servers() as (x, y):
        newcomer = store_of(x).database.server()
        await ManyProcesses(newcomer.as_shared).check_lists("")
        with pytest.raises(StoreError, match="word lists"):
            await ManyProcesses(newcomer.as_shared).check_lists("birds")
        assert caplog.messages == []
        monkeypatch.setattr(hearing_of(y).presence, "_lists", lambda: "birds")
        while not caplog.messages:  # a thread reads the files
            await asyncio.sleep(0.001)
            await x.time.pass_by(LOOK_MS)
        for _ in range(4):
            await x.time.pass_by(LOOK_MS)
        assert 1 <= len([message for message in caplog.messages if "word lists" in message]) <= 2, "once a server"


async def test_of_two_servers_with_new_keys_that_start_at_once_one_is_refused(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    looked = asyncio.Barrier(2)

    def first_at_once(store: Store) -> Callable[[], Awaitable[bytes | None]]:
        """Its mark, the first time as soon as the other one has looked too."""
        mark, first = store.mark, [True]

        async def look() -> bytes | None:
            found = await mark()
            if first:
                first.clear()
                await looked.wait()
            return found

        return look

    async with stores(database, database) as both:
        with monkeypatch.context() as patched:
            for store in both:
                patched.setattr(store, "mark", first_at_once(store))
            results = await asyncio.gather(*map(open_vault, folders, both), return_exceptions=True)
        assert sorted(type(result).__name__ for result in results) == ["Vault", "WrongKey"]
        (vault,) = [result for result in results if not isinstance(result, BaseException)]
        assert await both[0].mark() == vault.mark
        with pytest.raises(WrongKey, match="put that one back"):
            await open_vault(folders[isinstance(results[0], WrongKey) ^ 1], both[1])
        await calm()
