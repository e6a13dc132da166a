"""Damage to SQLite's second file, which takes the last commits away, is noticed when the folder is opened or checked."""

from __future__ import annotations

import contextlib
import random
import shutil
from pathlib import Path

import pytest

from deathmatch.server.store.checking import examine
from deathmatch.server.store.interface import Addition, NewLog, StoreError
from deathmatch.server.store.opening import latest_file
from deathmatch.server.store.sqlite import SqliteStore
from tests.server.kit import run

pytestmark = pytest.mark.sqlite

MATCH = "match"
ENTRIES = 40


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """The database of a server that was killed after it had acknowledged `ENTRIES` entries, each in a commit of its own."""
    (tmp_path / "one").mkdir()
    path = tmp_path / "one" / "matches.sqlite"

    async def fill() -> None:
        store = SqliteStore(path)
        await store.create(NewLog(MATCH, {b"k" * 32: "A"}, [b"entry 0"]), 1)
        for n in range(1, ENTRIES):
            await store.append(Addition(MATCH, n, [f"entry {n}".encode()], n + 1, begun=True))
        shutil.copytree(tmp_path / "one", tmp_path / "two", ignore=shutil.ignore_patterns("*-shm"))
        await store.close()

    run(fill())
    return tmp_path / "two" / "matches.sqlite"


def entries(path: Path) -> int | None:
    """How many entries a server reads; None if it refuses the folder."""
    found: int | None = None

    async def read() -> None:
        nonlocal found
        store = SqliteStore(path)
        try:
            found = len(await store.load(MATCH) or ())
        finally:
            await store.close()

    with contextlib.suppress(StoreError):
        run(read())
    return found


def noticed(path: Path) -> bool:
    """Whether the command that checks a folder names damage."""
    return bool(examine(path, lambda _: 0).damages)


def test_a_server_that_was_killed_has_everything(killed: Path) -> None:
    assert not noticed(killed)
    assert entries(killed) == ENTRIES


def test_whatever_is_damaged_there_every_lost_entry_is_noticed(killed: Path, tmp_path: Path) -> None:
    wal, source, lost = killed.with_name(killed.name + "-wal"), random.Random(7), 0
    for number in range(25):
        folder = tmp_path / f"try{number}"
        shutil.copytree(killed.parent, folder)
        path = folder / killed.name
        data = bytearray(wal.read_bytes())
        data[source.randrange(len(data))] ^= 1 << source.randrange(8)
        path.with_name(wal.name).write_bytes(data)
        named = noticed(path)
        found = entries(path)
        assert found in (ENTRIES, None)
        if found is None:
            assert named
            lost += 1
    assert lost > 5


def test_a_server_goes_on_without_the_last_part_once_it_is_told_to(killed: Path) -> None:
    wal = killed.with_name(killed.name + "-wal")
    data = wal.read_bytes()
    wal.write_bytes(data[: len(data) // 2])
    with pytest.raises(StoreError, match=r"the last \d+\.\d s of the server's time are missing.* delete .*matches\.latest"):
        SqliteStore(killed)
    latest_file(killed).unlink()
    assert 0 < (entries(killed) or 0) < ENTRIES


@pytest.mark.parametrize("left", [b"", b"x" * 24, b"x" * 7, None])
def test_a_moment_that_cannot_be_read_says_nothing(killed: Path, left: bytes | None) -> None:
    if left is None:
        latest_file(killed).unlink()
    else:
        latest_file(killed).write_bytes(left)
    assert not noticed(killed)
    assert entries(killed) == ENTRIES
