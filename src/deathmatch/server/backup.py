"""A whole data folder: checked for damage and salvaged, copied while its server runs, and put back into an empty one.

The database is copied by SQLite's own backup, in one step: a state that was on disk at one moment, while the server goes on writing. Keys
and word lists are copied after it, so everything that the database refers to is there. A backup has its name only once it is whole and
checked.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

import deathmatch
from deathmatch.bots.solution_folder import SOLUTIONS
from deathmatch.server.seasons import entries as seasons
from deathmatch.server.store import checking, logs, sqlite
from deathmatch.server.store.interface import StoreError
from deathmatch.server.table import entries
from deathmatch.server.vault import KEY_FILE, Vault, sync
from deathmatch.solve import kernel

STORE_FILES = "matches.*"


def check_folder(folder: Path, target: Path | None = None) -> checking.Report:
    """Read all matches of a folder that no server uses.

    Args:
        folder: of the server.
        target: a new folder for everything that is whole, with the other files of the old one; None if none is wanted.

    Raises: StoreError if the folder has no matches, a server uses it, or the target exists.
    """
    if target is None:
        return checking.examine(sqlite.store_file(folder), _moment)
    if target.exists():
        raise StoreError(f"{target} exists already; name a new folder")
    report = checking.examine(sqlite.store_file(folder), _moment)  # first: a folder that cannot be read leaves no target behind
    try:
        shutil.copytree(folder, target, ignore=shutil.ignore_patterns(STORE_FILES))
        target.chmod(0o700)
    except OSError as error:
        raise StoreError(f"{target}: {error}") from error
    checking.salvage(sqlite.store_file(folder), sqlite.store_file(target), _moment)
    return report


def _moment(body: bytes) -> int | None:
    """When an entry happened; raises ValueError if it cannot be read."""
    with contextlib.suppress(msgspec.MsgspecError):
        return seasons.decode(body).at
    try:
        return entries.decode(body).moment
    except (msgspec.MsgspecError, LookupError, TypeError) as error:
        raise ValueError(str(error)) from error


# --- A data folder copied while its server runs, and put back into an empty one


MANIFEST = "backup.json"
FORMAT = 1
LEFT_OUT = (kernel.FOLDER, SOLUTIONS, ".cache")  # they can be made again, and solutions have gigabytes
PARTIAL = ".partial"
PART = 1 << 20  # bytes that are read at a time


class Manifest(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of a backup.

    Attributes:
        format: of backups.
        version: of the program that made it.
        made: when, in UTC.
        files: the SHA-256 of every file, in hexadecimal digits.
    """

    format: int
    version: str
    made: str
    files: dict[str, str]


@dataclass(frozen=True, slots=True)
class Copied:
    """A folder that was copied.

    Attributes:
        report: what the checker found in the copy.
        files, size: how many files it has, and their bytes.
    """

    report: checking.Report
    files: int
    size: int


WITH_POSTGRES = "copy them with its own pg_dump, and keep secrets.key and lexicons of the data folder with the dump"
"""What to do in place of a backup of ours."""


def back_up(folder: Path, target: Path) -> Copied:
    """Copy the data folder of a server, which may run meanwhile, into a new folder.

    Raises: StoreError if the folder has no matches, the target exists, or the key does not fit; OSError.
    """
    if not sqlite.store_file(folder).is_file():
        raise StoreError(f"there are no matches in {folder}; if they are in a PostgreSQL, {WITH_POSTGRES}")
    if target.exists():
        raise StoreError(f"{target} exists already; name a new folder")
    with _made(target) as partial:
        mark = _copy_database(sqlite.store_file(folder), sqlite.store_file(partial))
        for path in _others(folder):
            _copy_file(path, partial / path.relative_to(folder))
        _check_key(partial, mark)
        copied = _checked(partial)
        files = {path.relative_to(partial).as_posix(): _digest(path) for path in sorted(partial.rglob("*")) if path.is_file()}
        now = datetime.now(UTC).isoformat(timespec="seconds")
        _write(partial / MANIFEST, msgspec.json.format(msgspec.json.encode(Manifest(FORMAT, deathmatch.__version__, now, files))))
    return copied


def restore(source: Path, folder: Path) -> Copied:
    """Put a backup into a folder that does not exist or is empty.

    Raises: StoreError if the source is no whole backup, or the folder has anything in it; OSError.
    """
    manifest = _manifest(source)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise StoreError(f"{folder} is not empty; name a new folder")
    for name, digest in manifest.files.items():
        if not (source / name).is_file() or _digest(source / name) != digest:
            raise StoreError(f"{source / name} is not as it was when this backup was made; use another backup")
    with _made(folder) as partial:
        for name in manifest.files:
            _copy_file(source / name, partial / name)
        copied = _checked(partial)
    return copied


def _manifest(source: Path) -> Manifest:
    """The manifest of a backup, whose names lead nowhere else; raises StoreError."""
    try:
        manifest = msgspec.json.decode((source / MANIFEST).read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise StoreError(f"{source} is no backup: it has no {MANIFEST}") from None
    except msgspec.MsgspecError as error:
        raise StoreError(f"{source / MANIFEST} cannot be read: {error}") from None
    if manifest.format != FORMAT:
        raise StoreError(f"{source} is a backup of format {manifest.format}; expected {FORMAT}: use the version that made it")
    for name in manifest.files:
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise StoreError(f"{source / MANIFEST} names a file outside of the backup: {name}")
    return manifest


@contextlib.contextmanager
def _made(target: Path) -> Iterator[Path]:
    """A folder beside the target, which gets the target's name at the end, and is removed if anything fails.

    A target that exists is empty, and perhaps a mounted disk, which cannot give way: then the folder is inside of it, and its
    files move up at the end, the database last.
    """
    there = target.is_dir()
    partial = target / f"restored{PARTIAL}" if there else target.with_name(target.name + PARTIAL)
    if partial.exists():
        raise StoreError(f"{partial} is left from a copy that was cut short; remove it first")
    partial.mkdir(mode=0o700, parents=True)
    try:
        yield partial
        if there:
            for path in sorted(partial.iterdir(), key=sqlite.store_file(partial).__eq__):
                path.rename(target / path.name)
            partial.rmdir()
        else:
            partial.rename(target)
        sync(target if there else target.parent)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise


def _copy_database(source: Path, target: Path) -> bytes | None:
    """Copy a database that may be in use, as it was at one moment; returns the mark of the key that its secrets are sealed with."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True, timeout=10)) as reading,
            contextlib.closing(sqlite3.connect(target)) as writing,
        ):
            reading.backup(writing)
            mark = logs.mark(writing)
            writing.execute("PRAGMA journal_mode=DELETE")  # one file, until a server opens it
    except sqlite3.Error as error:
        raise StoreError(f"{source}: {error}") from error
    sync(target)
    return mark


def _others(folder: Path) -> Iterator[Path]:
    """The other files that a backup needs: keys and word lists."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        kept = inside.parts[0] not in LEFT_OUT and not inside.match(STORE_FILES) and path.suffix != ".new"
        if kept and path.is_file() and not any(_is_backup(folder / around) for around in inside.parents[:-1]):
            yield path


def _is_backup(folder: Path) -> bool:
    """Whether this is a backup, or one that is being made: a container can often write only below its data folder."""
    return (folder / MANIFEST).is_file() or folder.suffix == PARTIAL


def _copy_file(source: Path, target: Path) -> None:
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with source.open("rb") as reading, os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as writing:
        shutil.copyfileobj(reading, writing, PART)
    sync(target)


def _write(path: Path, body: bytes) -> None:
    path.write_bytes(body)
    path.chmod(0o600)
    sync(path)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check_key(folder: Path, mark: bytes | None) -> None:
    """Without its key a backup is worth little, so nobody should find that out later; raises StoreError."""
    path = folder / KEY_FILE
    if mark is not None and (not path.is_file() or Vault(path.read_bytes()).mark != mark):
        raise StoreError(f"{KEY_FILE} is missing or is not the key with which the matches of this folder are sealed")


def _checked(folder: Path) -> Copied:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return Copied(check_folder(folder), len(files), sum(path.stat().st_size for path in files))
