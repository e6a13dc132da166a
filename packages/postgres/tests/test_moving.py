"""A store that is moved to a PostgreSQL and back is the same, row by row; a move that does not end leaves nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from deathmatch.server.store import logs
from deathmatch.server.store.interface import AccountRow, HookRow, NewLog, StoreError
from deathmatch.server.store.sqlite import SqliteStore
from deathmatch_postgres.database import moving
from deathmatch_postgres.database.store import open_postgres
from packages.postgres.tests.clusters import Cluster
from tests.server import kit
from tests.server.kit import run

DATA = Path(kit.__file__).parent / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that an earlier server wrote, with rows in every table."""
    path = tmp_path / "source" / "matches.sqlite"
    path.parent.mkdir()
    with sqlite3.connect(path) as db:
        db.executescript((DATA / "folder.sql").read_text("utf-8"))
    db.close()

    async def fill() -> None:
        store = SqliteStore(path)
        at = await store.last_beat()
        await store.create(NewLog("listed", {b"l" * 32: "A"}, [b"zero"], "x"), at + 1, due=7, listed=b"row")
        await store.keep_hook(HookRow("h", "listed", "x", True, 1, bytes(range(256))))
        await store.keep_account(AccountRow("a", False, b"body"), frozenset({b"d" * 32}))
        await store.set_mark(b"mark")
        await store.close()

    run(fill())
    return path.parent


def dump(folder: Path) -> dict[str, list[Any]]:
    """All rows of a folder."""
    with sqlite3.connect(folder / "matches.sqlite") as db:
        rows = {table: db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in ("entries", *logs.ROWS)}
    db.close()
    return rows


async def test_there_and_back_is_the_same_in_every_byte(folder: Path, database: str, tmp_path: Path) -> None:
    before = dump(folder)
    assert all(before.values()), "every table has rows"
    told: list[tuple[str, int]] = []
    counts = moving.move(str(folder), database, lambda table, rows: told.append((table, rows)))
    assert counts == {table: len(before[table]) for table in moving.TABLES} == dict(told)
    assert dump(folder) == before
    assert moving.move(database, str(tmp_path / "back")) == counts
    assert dump(tmp_path / "back") == before
    assert sorted(path.name for path in (tmp_path / "back").iterdir()) == ["matches.lock", "matches.sqlite"]
    store, file = await open_postgres(database), SqliteStore(folder / "matches.sqlite")
    for match in {row[0] for row in before["matches"]}:
        assert await store.load(match) == await file.load(match)
    assert (await store.last_beat(), await store.mark()) == (await file.last_beat(), b"mark")
    assert sorted(await store.due()) == sorted(await file.due())
    await asyncio.gather(store.close(), file.close())


async def test_a_target_that_is_not_empty_is_refused_and_so_is_one_in_use(folder: Path, database: str, tmp_path: Path) -> None:
    before = dump(folder)
    moving.move(str(folder), database)
    with pytest.raises(StoreError, match="is not empty"):
        moving.move(str(folder), database)
    with pytest.raises(StoreError, match="exists already"):
        moving.move(database, str(folder))
    with pytest.raises(StoreError, match="one of SOURCE and TARGET"):
        moving.move(str(folder), str(tmp_path / "other"))
    with pytest.raises(StoreError, match="there are no matches"):
        moving.move(str(tmp_path / "nowhere"), database)
    assert dump(folder) == before
    store = await open_postgres(database)
    with pytest.raises(StoreError, match="a server uses"):
        await asyncio.to_thread(moving.move, database, str(tmp_path / "other"))
    await store.close()


@pytest.mark.parametrize("table", ["entries", "doors"])
def test_a_move_that_is_cut_off_leaves_nothing_and_is_made_again(
    table: str, folder: Path, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(rows: Iterable[Any], name: str, progress: moving.Progress) -> Iterable[Any]:
        for row in rows:
            yield row
            if name == table:
                raise KeyboardInterrupt

    before = dump(folder)
    with monkeypatch.context() as patch:
        patch.setattr(moving, "_told", cut)
        with pytest.raises(KeyboardInterrupt):
            moving.move(str(folder), database)
    counts = moving.move(str(folder), database)
    with monkeypatch.context() as patch:
        patch.setattr(moving, "_told", cut)
        with pytest.raises(KeyboardInterrupt):
            moving.move(database, str(tmp_path / "back"))
    assert not (tmp_path / "back" / "matches.sqlite").exists()
    assert moving.move(database, str(tmp_path / "back")) == counts
    assert dump(tmp_path / "back") == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE entries SET body = x'00' WHERE match = 'listed'", "entry 0 of the log of listed is damaged"),
        ("DELETE FROM entries WHERE match = 'listed'", "its end is missing"),
        ("UPDATE keys SET role = 'B' WHERE match = 'listed'", "a row of keys is damaged"),
    ],
)
def test_a_damaged_source_is_not_moved(change: str, words: str, folder: Path, database: str) -> None:
    with sqlite3.connect(folder / "matches.sqlite") as db:
        db.execute(change)
    db.close()
    for _ in range(2):  # the target is still empty
        with pytest.raises(StoreError, match=words):
            moving.move(str(folder), database)


def test_a_copy_that_differs_is_found(folder: Path, database: str, cluster: Cluster, tmp_path: Path) -> None:
    name = database.split("@/")[1].split("?")[0]
    cluster.execute(
        "CREATE FUNCTION other() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.body = 'x'; RETURN NEW; END $$; "
        "CREATE TRIGGER other BEFORE INSERT ON hooks FOR EACH ROW EXECUTE FUNCTION other()",
        name,
    )
    with pytest.raises(StoreError, match="the copy of hooks differs from its source at h"):
        moving.move(str(folder), database)
    cluster.execute("DROP TRIGGER other ON hooks", name)
    moving.move(str(folder), database)
