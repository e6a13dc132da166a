"""The thread that writes: groups, failures of one write and of all, and its end, which is never silent."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from deathmatch.server.store import logs, sqlite
from deathmatch.server.store.interface import Addition, Behind, Damaged, Health, NewLog, StoreError
from deathmatch.server.store.sqlite import SqliteStore
from deathmatch.server.web.operating import REASONS
from tests.server.kit import http, new_world

pytestmark = pytest.mark.sqlite

ERRORS = (ValueError, MemoryError)
ENDS = (SystemExit, asyncio.CancelledError)


async def test_many_writes_at_once_are_few_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[int] = []
    commit = sqlite.commit

    def counted(db: sqlite3.Connection, group: list[sqlite.Write]) -> tuple[str, sqlite.Results]:
        groups.append(len(group))
        return commit(db, group)

    monkeypatch.setattr(sqlite, "commit", counted)
    store = SqliteStore(tmp_path / "matches.sqlite")
    await asyncio.gather(*(store.create(NewLog(f"m{n}", {}, [b"zero"]), n) for n in range(2000)))
    assert len(await store.unbegun()) == 2000
    await store.close()
    assert sum(groups) == 2000
    assert len(groups) < 400


async def test_additions_are_made_together_and_one_that_cannot_be_made_fails_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    append_all = logs.append_all

    def counted(db: sqlite3.Connection, additions: Sequence[Addition]) -> list[StoreError | None]:
        sizes.append(len(additions))
        return append_all(db, additions)

    monkeypatch.setattr(sqlite, "append_all", counted)
    path = tmp_path / "matches.sqlite"
    store = SqliteStore(path)
    for n in range(100):
        await store.create(NewLog(f"m{n}", {}, [b"zero"], "somebody"), 1)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("UPDATE matches SET due = 99 WHERE id = 'm7'")  # damage
        other.execute("INSERT INTO entries VALUES ('m8', 1, 'in the way', x'')")  # the same, of another kind
        other.execute("BEGIN IMMEDIATE")  # the writer waits for this
        numbers = [*range(100), 5, 6]
        writes = [
            asyncio.create_task(store.append(Addition(f"m{n}", 1, [b"one", b"two"], n, begun=True, due=7, over=n == 9))) for n in numbers
        ]
        writes.append(asyncio.create_task(store.append(Addition("m5", 3, [b"three"], 300, begun=True, due=8))))
        await asyncio.sleep(0)
        other.execute("ROLLBACK")
    results = await asyncio.gather(*writes, return_exceptions=True)
    failed = {number: type(result) for number, result in enumerate(results) if result is not None}
    assert failed == {7: Damaged, 8: StoreError, 100: Behind, 101: Behind}
    assert max(sizes) > 50  # in two groups, or one
    assert await store.load("m5") == [b"zero", b"one", b"two", b"three"]
    assert await store.load("m6") == [b"zero", b"one", b"two"]
    assert await store.load("m99") == [b"zero", b"one", b"two"]
    assert max(await store.due()) == (8, "m5")
    assert await store.open_of("somebody") == 99
    assert await store.last_beat() == 300
    await store.append(Addition("m0", 3, [b"three"], 4, begun=True))
    await store.close()
    again = SqliteStore(path)
    assert await again.load("m0") == [b"zero", b"one", b"two", b"three"]
    await again.close()


@pytest.mark.parametrize("kind", ERRORS)
async def test_a_bug_around_the_writes_fails_their_group_and_the_writer_goes_on(
    kind: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite")
    await store.create(NewLog("m", {}, [b"zero"]), 1)
    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "_attempt", raising(kind))
        results = await asyncio.gather(*(store.beat(n) for n in range(20)), return_exceptions=True)
        assert {repr(result) for result in results} == {f"StoreError('the write failed: {kind.__name__}')"}
        assert store.health == Health(f"the write failed: {kind.__name__}")
    await store.append(Addition("m", 1, [b"one"], 8, begun=True))
    assert store.health == Health()
    assert await store.load("m") == [b"zero", b"one"]
    await store.close()


def raising(kind: type[BaseException], *after: Any) -> Callable[..., Any]:
    """A function that raises this."""

    def plant(*_args: Any, **_named: Any) -> Any:
        raise kind(*after)

    return plant


PLACES = ("commit", "_tell", "take", "rollback")


@pytest.mark.parametrize(
    ("place", "kind"),
    [(place, kind) for place in ("work", "_attempt", *PLACES) for kind in ENDS] + [(place, kind) for place in PLACES for kind in ERRORS],
)
async def test_if_the_writer_ends_everything_fails_at_once_and_it_says_so(
    place: str, kind: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite")
    await store.create(NewLog("m", {b"k" * 32: "A"}, [b"zero"]), 1)
    with monkeypatch.context() as patch:
        if place == "take":
            patch.setattr(sqlite.Writer, "_take", raising(kind, "of m"))
            with contextlib.suppress(StoreError):  # it goes through if the thread waits in the real one already
                await store.beat(2)
        elif place == "rollback":
            store._writer._db = Broken(store._writer._db, kind)  # type: ignore[assignment]
        elif place == "_tell":
            real = sqlite._tell
            told: list[sqlite.Results] = []

            def once(results: sqlite.Results) -> None:
                if not told:
                    told.append(results)
                    raise kind("of m")
                real(results)

            patch.setattr(sqlite, "_tell", once)
        elif place != "work":
            patch.setattr(sqlite, place, raising(kind, "of m"))
        first = store._write(raising(kind, "of m")) if place == "work" else store.append(Addition("m", 1, [b"one"], 3, begun=True))
        results = await asyncio.gather(first, *(store.beat(n) for n in range(3, 9)), return_exceptions=True)
        assert {repr(result) for result in results[1:]} == {f"StoreError('{sqlite.ENDED}')"}
        assert isinstance(results[0], StoreError)
    assert store.health == Health(sqlite.ENDED, lasting=True)
    with pytest.raises(StoreError, match="nothing can be saved"):
        await store.beat(10)
    assert (await store.load("m") or [])[:1] == [b"zero"]  # what is there can be read
    await store.close()
    again = SqliteStore(tmp_path / "matches.sqlite")
    assert (await again.load("m") or [])[:1] == [b"zero"]
    await again.close()
    (line,) = [record.getMessage() for record in caplog.records if record.name == "deathmatch.store"]
    assert line.startswith(f"the thread that writes to disk has ended: {kind.__name__} at ")
    assert "of m" not in line


class Broken:
    """A connection that can end no transaction."""

    def __init__(self, real: sqlite3.Connection, kind: type[BaseException]) -> None:
        self._real = real
        self._kind = kind
        self.in_transaction = True

    def execute(self, sql: str, *args: Any) -> Any:
        if sql in ("COMMIT", "ROLLBACK"):
            raise self._kind("of m")
        return self._real.execute(sql, *args)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


async def test_a_commit_that_fails_fails_for_all_in_it_and_leaves_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite")
    await store.create(NewLog("m", {}, [b"zero"]), 1)
    other = sqlite3.connect(tmp_path / "matches.sqlite")
    pages = other.execute("PRAGMA page_count").fetchone()[0]
    other.close()
    await _limit(store, pages)  # the disk is full
    with pytest.raises(StoreError, match="full"):
        await store.append(Addition("m", 1, [b"x" * 100_000], 2, begun=True))
    assert await store.load("m") == [b"zero"]
    await _limit(store, 1_000_000)
    await store.append(Addition("m", 1, [b"one"], 2, begun=True))
    assert await store.load("m") == [b"zero", b"one"]
    await store.close()


async def _limit(store: SqliteStore, pages: int) -> None:
    """Let the database grow to so many pages and no more: outside a transaction of ours the writer's connection does it itself."""

    def work(db: sqlite3.Connection) -> None:
        db.execute(f"PRAGMA max_page_count={pages}")

    await store._write(work)


async def test_if_the_writer_ends_players_hear_it_at_once_and_health_says_stopping(tmp_path: Path) -> None:
    store: Any = SqliteStore(tmp_path / "matches.sqlite")
    w = await new_world(store)
    async with http(w, tmp_path) as client:
        made = await w.match()
        with pytest.raises(StoreError):
            await store._write(raising(SystemExit))
        for _ in range(2):
            said = await client.post(f"/api/seats/{made.seats['A']}/chat", json={"text": "hello"})
            assert (said.status_code, said.json()["reason"]) == (503, "this could not be saved and does not count; try again in a moment")
        for probe in ("/health", "/ready"):
            ill = await client.get(probe)
            assert (ill.status_code, ill.json()) == (503, {"state": "stopping", "reason": REASONS["stopping"]})
        assert (await client.get(f"/api/seats/{made.seats['A']}")).json()["chat"] == []
    await w.lobby.close()
