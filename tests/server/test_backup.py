"""A backup that is made while a server runs is whole, and a server goes on from it; what is no whole backup is refused."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server import backup
from deathmatch.server.backup import WITH_POSTGRES, check_folder
from deathmatch.server.store.checking import examine
from deathmatch.server.store.interface import AccountRow, Addition, Damaged, HookRow, NewLog, StoreError
from deathmatch.server.store.sqlite import SqliteStore, latest_file
from deathmatch.server.table import entries
from deathmatch.server.table.writing import Said
from deathmatch.server.web import sockets
from tests.loops import run
from tests.server.evening import unfold
from tests.server.kit import GAUNTLET, serving
from tests.server.test_sockets import begin, closed, sit

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


# --- Every damage to the database is noticed, named, and kept apart from the rest


LONG, SHORT = "longmatch", "shortmatch"
Everything = dict[str, Any]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the matches that an earlier server wrote, and others of all lengths; the server has ended in order."""
    folder = tmp_path_factory.mktemp("sound")
    path = unfold("folder", folder)
    (folder / "cookie.key").write_bytes(b"k" * 32)
    words = random.Random(5)
    lines = [entries.encode(Said(n, n, "Ann", "A", "".join(words.choices("abcdefghij ", k=words.randrange(300))))) for n in range(400)]

    async def fill() -> None:
        store = SqliteStore(path)
        await store.set_mark(b"m" * 32)
        for name, many in ((LONG, 400), (SHORT, 3), *((f"match{n}", 2 * n) for n in range(1, 40))):
            links = {words.randbytes(32): role for role in ("A", "B", "host")}
            await store.create(NewLog(name, links, lines[:1]), 90_000, listed=words.randbytes(300) if many % 4 else None)
            await store.append(Addition(name, 1, lines[1:many], 90_000, begun=True, due=None if many % 3 else 100_000 + many))
            await store.keep_hook(HookRow(f"hook{many}", name, "", True, many // 2, words.randbytes(900)))
            await store.keep_account(AccountRow(f"account{many}", many % 5 == 0, words.randbytes(900)), frozenset([words.randbytes(32)]))
        await store.close()

    run(fill())
    return folder


@pytest.fixture
def folder(sound: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "data"
    shutil.copytree(sound, copy)
    return copy


def everything(folder: Path) -> Everything:
    """All that a server reads."""
    found: Everything = {}

    async def read() -> None:
        store = SqliteStore(folder / "matches.sqlite")
        with sqlite3.connect(folder / "matches.sqlite") as db:
            digests = [row[0] for row in db.execute("SELECT digest FROM keys ORDER BY digest")]
            matches = [row[0] for row in db.execute("SELECT id FROM matches ORDER BY id")]
            doors = [row[0] for row in db.execute("SELECT digest FROM doors ORDER BY digest")]
        db.close()
        found.update(due=sorted(await store.due()), unbegun=await store.unbegun(), at=await store.last_beat(), mark=await store.mark())
        found["keys"] = {digest: await store.find(digest) for digest in digests}
        found["listed"] = sorted(await store.listed())
        found["hooks"] = {match: await store.hooks_of(match) for match in matches}
        found["accounts"] = {digest: await store.account_behind(digest) for digest in doors}, await store.leaving()
        found["logs"] = {match: await store.load(match) for match in matches}
        await store.close()

    run(read())
    return found


def damage(folder: Path, *statements: str) -> None:
    """Change the database behind the server's back."""
    with contextlib.closing(sqlite3.connect(folder / "matches.sqlite")) as db, db:
        for statement in statements:
            db.execute(statement)


def flip(folder: Path, offset: int, bit: int = 0) -> None:
    """Change one bit of the database."""
    with (folder / "matches.sqlite").open("r+b") as file:
        file.seek(offset)
        old = file.read(1)[0]
        file.seek(offset)
        file.write(bytes([old ^ (1 << bit)]))


def noticed(folder: Path) -> bool:
    """Whether the check finds anything."""
    try:
        return bool(check_folder(folder).damages)
    except StoreError:
        return True  # it is no database of ours any more


def flips(sound: Path, folder: Path, seed: int, many: int) -> int:
    """Flip random bits, one at a time: each is noticed, or changes nothing that anybody reads. Returns how many were noticed."""
    chance, size, before = random.Random(seed), (sound / "matches.sqlite").stat().st_size, everything(sound)
    found = 0
    for _ in range(many):
        shutil.copyfile(sound / "matches.sqlite", folder / "matches.sqlite")
        where, bit = chance.randrange(size), chance.randrange(8)
        flip(folder, where, bit)
        if noticed(folder):
            found += 1
        else:
            assert everything(folder) == before, f"bit {bit} of byte {where} went unnoticed"
    return found


def test_a_sound_folder_is_whole_and_stays_as_it_was(folder: Path) -> None:
    before = {file: file.read_bytes() for file in folder.iterdir()}
    report = check_folder(folder)
    assert (report.damages, report.matches) == ([], len(everything(folder)["logs"]))
    assert report.entries == sum(map(len, everything(folder)["logs"].values()))
    assert {file: file.read_bytes() for file in folder.iterdir()} == before


def test_random_damage_is_noticed_or_harmless(sound: Path, folder: Path) -> None:
    assert flips(sound, folder, 1, 10) >= 8


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10))
def test_random_damage_is_noticed_or_harmless_again_and_again(seed: int, sound: Path, folder: Path) -> None:
    assert flips(sound, folder, 100 + seed, 40) >= 24  # 33 on average: a sixth of the file is free space, which nobody reads


def places(folder: Path, needle: bytes) -> Iterator[int]:
    """Where these bytes stand in the database."""
    content = (folder / "matches.sqlite").read_bytes()
    where = content.find(needle)
    while where >= 0:
        yield where
        where = content.find(needle, where + 1)


CHANGES = {
    "an entry is missing": ("DELETE FROM entries WHERE match = 'longmatch' AND n = 7", LONG, 7),
    "the last entries are missing": ("DELETE FROM entries WHERE match = 'longmatch' AND n > 390", LONG, 391),
    "two entries have changed places": (
        "UPDATE entries SET n = CASE n WHEN 5 THEN 1006 ELSE 1005 END WHERE match = 'longmatch' AND n IN (5, 6)",
        LONG,
        5,
    ),
    "an entry of another match": (
        "UPDATE entries SET body = (SELECT body FROM entries WHERE match = 'match9' AND n = 3) WHERE match = 'longmatch' AND n = 2",
        LONG,
        2,
    ),
    "a match has begun and looks as if not": ("UPDATE matches SET begun = 0 WHERE id = 'longmatch'", LONG, None),
    "a match is due at another time": ("UPDATE matches SET due = 5 WHERE id = 'longmatch'", LONG, None),
    "a match is not listed": ("DELETE FROM matches WHERE id = 'longmatch'", LONG, 400),
    "a link opens another seat": ("UPDATE keys SET role = 'B' WHERE match = 'shortmatch' AND role = 'A'", SHORT, None),
    "a link opens another match": ("UPDATE keys SET match = 'longmatch' WHERE match = 'shortmatch' AND role = 'A'", LONG, None),
    "the time is another": ("UPDATE beats SET at = at + 1000000000", "", None),
    "the mark is another": ("UPDATE marks SET mark = x'00'", "", None),
    "an index is missing": ("DROP INDEX due_matches", "", None),
    "a table is not ours": ("CREATE TABLE strange (x)", "", None),
}


@pytest.mark.parametrize("what", CHANGES)
def test_each_kind_of_change_is_named(what: str, folder: Path) -> None:
    change, match, entry = CHANGES[what]
    damage(folder, change, "UPDATE entries SET n = n - 1000 WHERE match = 'longmatch' AND n > 1000")
    assert (match, entry) in {(damage.match, damage.entry) for damage in check_folder(folder).damages}


async def test_a_match_that_seems_never_to_have_begun_is_not_forgotten(folder: Path) -> None:
    damage(folder, "UPDATE matches SET begun = 0")
    store = SqliteStore(folder / "matches.sqlite")
    unbegun = {match for match, _ in await store.unbegun()}
    assert not unbegun & {LONG, SHORT}
    with pytest.raises(Damaged):
        await store.drop(LONG)
    with pytest.raises(Damaged):
        await store.append(Addition(LONG, 400, [b"more"], 1, begun=True))
    await store.close()


# --- Salvage


async def test_the_rest_is_salvaged_and_a_server_goes_on_with_it(folder: Path, tmp_path: Path) -> None:
    before = everything(folder)
    damage(
        folder,
        "UPDATE entries SET body = x'00' WHERE match = 'longmatch' AND n = 7",
        "UPDATE matches SET due = 17 WHERE id = 'shortmatch'",
        "UPDATE beats SET at = 1",
        "DELETE FROM entries WHERE match = 'match9' AND n = 0",
    )
    damaged = (folder / "matches.sqlite").read_bytes()
    target = tmp_path / "new" / "place"
    report = check_folder(folder, target)
    assert report.damaged() == [LONG, "match9"]
    assert (folder / "matches.sqlite").read_bytes() == damaged
    assert (target / "cookie.key").read_bytes() == b"k" * 32
    assert (target.stat().st_mode & 0o777, (target / "matches.sqlite").stat().st_mode & 0o777) == (0o700, 0o600)
    store = SqliteStore(target / "matches.sqlite")
    for match, log in before["logs"].items():
        if match in (LONG, "match9"):
            with pytest.raises(Damaged):
                await store.load(match)
            with pytest.raises(StoreError):
                await store.append(Addition(match, len(log), [b"more"], 1, begun=True))
        else:
            assert await store.load(match) == log
    for digest, key in before["keys"].items():
        assert await store.find(digest) == key
    due = {match: at for at, match in before["due"]} | {SHORT: 0}
    assert {match: at for at, match in await store.due()} == {match: at for match, at in due.items() if match not in (LONG, "match9")}
    assert await store.last_beat() == max(399, *(entries.decode(body).moment or 0 for log in before["logs"].values() for body in log))
    assert (await store.mark(), await store.unbegun()) == (before["mark"], before["unbegun"])
    await store.append(Addition(SHORT, 3, [b"more"], 1, begun=True))
    await store.close()
    with sqlite3.connect(target / "matches.sqlite") as db:
        kept = [row[0] for row in db.execute("SELECT body FROM entries WHERE match = ? ORDER BY n", (LONG,))]
    db.close()
    assert kept == before["logs"][LONG][:7]


# --- Folders


async def test_a_folder_that_a_server_uses_is_refused(folder: Path) -> None:
    store = SqliteStore(folder / "matches.sqlite")
    with pytest.raises(StoreError, match="another server uses"):
        check_folder(folder)
    await store.close()
    check_folder(folder)
    with pytest.raises(StoreError, match="exists already"):
        check_folder(folder, folder)
    with pytest.raises(StoreError, match="no matches"):
        check_folder(folder / "nowhere")


# --- A server with a damaged match


def test_players_of_a_damaged_match_are_told_and_the_others_go_on(tmp_path: Path) -> None:
    async def make(address: str) -> list[Any]:
        return [await begin(address) for _ in range(2)]

    async def play(address: str) -> None:
        broken, well = tables
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60, follow_redirects=True) as client:
            seats = (f"seats/{key}" for key in broken["seats"].values())
            for link in (*seats, f"hosts/{broken['host']}", f"matches/{broken['id']}"):
                answer = await client.get(f"/api/{link}")
                assert (answer.status_code, "damaged on the server's disk" in answer.json()["reason"]) == (500, True)
            said = await client.post(f"/api/seats/{broken['seats']['A']}/submit", json={"ply": 0, "text": "score grow"})
            assert said.status_code == 500
            for page in (f"/s/{broken['seats']['A']}", f"/w/{broken['id']}", f"/h/{broken['host']}"):
                shown = await client.get(page, headers={"Accept": "text/html"})
                assert (shown.status_code, shown.headers["content-type"].split(";")[0]) == (500, "text/html")
                assert "damaged on the server" in shown.text
                async with sit(address, page) as ws:
                    assert await closed(ws) == sockets.DAMAGED
                    assert ws.close_reason is not None
                    assert "damaged on the server's disk" in ws.close_reason
            said = await client.post(f"/api/seats/{well['seats']['A']}/submit", json={"ply": 0, "text": "score grow"})
            assert said.status_code == 200
            assert (await client.get("/api/me")).status_code == 200

    with serving(tmp_path) as bound:
        tables = run(make(bound))
    with sqlite3.connect(tmp_path / "matches.sqlite") as db:
        db.execute("UPDATE entries SET body = replace(body, 'Bob', 'Rob') WHERE match = ?", (tables[0]["id"],))
        before = db.execute("SELECT * FROM entries WHERE match = ? ORDER BY n", (tables[0]["id"],)).fetchall()
    db.close()
    with serving(tmp_path) as bound:
        run(play(bound))
    with sqlite3.connect(tmp_path / "matches.sqlite") as db:
        assert db.execute("SELECT * FROM entries WHERE match = ? ORDER BY n", (tables[0]["id"],)).fetchall() == before
    db.close()


# --- Damage to SQLite's second file, which takes the last commits away, is noticed when the folder is opened or checked


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


def count_of(path: Path) -> int | None:
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


def names_damage(path: Path) -> bool:
    """Whether the command that checks a folder names damage."""
    return bool(examine(path, lambda _: 0).damages)


def test_a_server_that_was_killed_has_everything(killed: Path) -> None:
    assert not names_damage(killed)
    assert count_of(killed) == ENTRIES


def test_whatever_is_damaged_there_every_lost_entry_is_noticed(killed: Path, tmp_path: Path) -> None:
    wal, source, lost = killed.with_name(killed.name + "-wal"), random.Random(7), 0
    for number in range(25):
        folder = tmp_path / f"try{number}"
        shutil.copytree(killed.parent, folder)
        path = folder / killed.name
        data = bytearray(wal.read_bytes())
        data[source.randrange(len(data))] ^= 1 << source.randrange(8)
        path.with_name(wal.name).write_bytes(data)
        named = names_damage(path)
        found = count_of(path)
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
    assert 0 < (count_of(killed) or 0) < ENTRIES
