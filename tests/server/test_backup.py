"""A backup that is made while a server runs is whole, and a server goes on from it; what is no whole backup is refused."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from deathmatch.server import backup
from deathmatch.server.backup import WITH_POSTGRES
from deathmatch.server.store.interface import StoreError
from tests.loops import run
from tests.server.kit import GAUNTLET, serving

pytestmark = pytest.mark.sqlite

PROGRAM = Path(sys.executable).parent / "deathmatch"


def deathmatch(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=120)


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


async def filled(address: str, chats: int) -> str:
    """Two people at a table, one of whom writes so many lines; returns the link of the first."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        made = (await client.post("/api/matches", json={"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann"})).json()
        seat = str(made["seats"]["A"])
        (await client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})).raise_for_status()
        for number in range(chats):
            (await client.post(f"/api/seats/{seat}/chat", json={"text": f"line {number}"})).raise_for_status()
        return seat


async def chat(address: str, seat: str) -> list[str]:
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        shown = (await client.get(f"/api/seats/{seat}?pictures=none")).raise_for_status().json()
        return [line["text"] for line in shown["chat"]]


async def busy(address: str, seat: str, folder: Path, target: Path) -> tuple[backup.Copied, int]:
    """A backup in the middle of writing; returns also how many lines were acknowledged before it began."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        acknowledged, begun = 0, asyncio.Event()

        async def write() -> None:
            nonlocal acknowledged
            while True:
                (await client.post(f"/api/seats/{seat}/chat", json={"text": f"line {acknowledged}"})).raise_for_status()
                acknowledged += 1
                if acknowledged == 3:
                    begun.set()

        writing = asyncio.create_task(write())
        await begun.wait()
        before = acknowledged
        copied = await asyncio.to_thread(backup.back_up, folder, target)
        writing.cancel()
        await asyncio.wait({writing})
        return copied, before


def test_a_backup_of_a_server_that_writes_is_whole_and_a_server_goes_on_from_it(tmp_path: Path) -> None:
    source, again = tmp_path / "data", tmp_path / "again"
    target = source / "backups" / "second"  # in a container nothing else can be written
    with serving(source) as address:
        (source / "lexicons").mkdir()
        (source / "lexicons" / "mine.txt").write_text("cat\n")
        (source / "kernels").mkdir()
        (source / "kernels" / "code").write_text("")
        (source / ".cache").mkdir()  # if the folder is the home of the server's user, as in a container
        (source / ".cache" / "code").write_text("")
        seat = run(filled(address, 0))
        backup.back_up(source, source / "backups" / "first")
        copied, before = run(busy(address, seat, source, target))
    assert copied.report.damages == []
    assert copied.report.matches == 1
    assert files(target) == {"matches.sqlite", "secrets.key", "lexicons/mine.txt", "backup.json"}
    for path in (target, *target.rglob("*")):
        assert path.stat().st_mode & 0o077 == 0, path
    done = deathmatch("restore", target, "--data", again)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(rf"{again}: 1 match with \d+ entries, all whole; 3 files, \d+\.\d MB\n", done.stdout)
    with serving(again) as address:
        lines = run(chat(address, seat))
    assert len(lines) >= before  # everything that was acknowledged before the backup began
    assert lines == [f"line {number}" for number in range(len(lines))]


def made(tmp_path: Path) -> Path:
    """A folder that a server has used, and a backup of it."""
    source, target = tmp_path / "data", tmp_path / "backup"
    with serving(source) as address:
        run(filled(address, 2))
    backup.back_up(source, target)
    return target


def test_a_folder_that_is_not_empty_and_a_backup_that_has_changed_are_refused(tmp_path: Path) -> None:
    source = made(tmp_path)
    full = tmp_path / "full"
    full.mkdir()
    (full / "file").write_text("mine")
    with pytest.raises(StoreError, match="is not empty; name a new folder"):
        backup.restore(source, full)
    assert files(full) == {"file"}
    empty = tmp_path / "empty"
    empty.mkdir()
    folder_itself = empty.stat().st_ino  # it may be a mounted disk
    assert backup.restore(source, empty).report.damages == []
    assert (empty.stat().st_ino, files(empty)) == (folder_itself, {"matches.sqlite", "secrets.key"})
    with pytest.raises(StoreError, match="exists already; name a new folder"):
        backup.back_up(tmp_path / "data", source)
    (source / "secrets.key").write_bytes(b"x" * 32)
    with pytest.raises(StoreError, match=r"secrets\.key is not as it was when this backup was made"):
        backup.restore(source, tmp_path / "third")
    manifest = json.loads((source / "backup.json").read_text())
    (source / "backup.json").write_text(json.dumps(manifest | {"files": {"../secrets": "0"}}))
    with pytest.raises(StoreError, match="names a file outside of the backup"):
        backup.restore(source, tmp_path / "third")
    (source / "backup.json").write_text(json.dumps(manifest | {"format": 2}))
    with pytest.raises(StoreError, match="is a backup of format 2; expected 1"):
        backup.restore(source, tmp_path / "third")
    (source / "backup.json").unlink()
    with pytest.raises(StoreError, match="is no backup"):
        backup.restore(source, tmp_path / "third")
    assert not (tmp_path / "third").exists()
    assert not (tmp_path / "third.partial").exists()


def test_without_matches_or_the_key_there_is_no_backup(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = deathmatch("backup", tmp_path / "target", "--data", tmp_path / "empty")
    assert (done.returncode, done.stderr) == (
        1,
        f"there are no matches in {tmp_path / 'empty'}; if they are in a PostgreSQL, {WITH_POSTGRES}\n",
    )
    with serving(tmp_path / "data"):
        pass
    (tmp_path / "data" / "secrets.key").unlink()
    with pytest.raises(StoreError, match=r"secrets\.key is missing"):
        backup.back_up(tmp_path / "data", tmp_path / "target")
    assert not (tmp_path / "target").exists()
    assert not (tmp_path / "target.partial").exists()


def test_a_store_in_a_postgresql_is_left_to_its_own_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEATHMATCH_STORE", "postgresql://owner:s3cret@nowhere/x")
    done = deathmatch("backup", tmp_path / "target", "--data", tmp_path)
    assert done.returncode == 1
    assert "pg_dump" in done.stderr
    assert "s3cret" not in done.stderr
    assert not (tmp_path / "target").exists()
