"""Opening a database, and holding its folder."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO

from deathmatch.server.store import logs
from deathmatch.server.store.interface import StoreError
from deathmatch.server.store.schema import migrate

_AT_START = (logs.last_beat, logs.due_rows, logs.mark)  # read before a server serves: if this fails, the file is damaged


def store_file(folder: Path) -> Path:
    """The file with a server's matches."""
    return folder / "matches.sqlite"


def _keep_private(path: Path) -> None:
    """Make the database readable only by its owner; SQLite gives its other files (WAL) the same mode.

    A file that exists is not opened here. POSIX drops all locks of a process on a file once the process closes any handle of it, also those
    of SQLite's connections. The next program that closes the database would then take itself for the last one, and delete the WAL.
    """
    try:
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        path.chmod(0o600)  # one that was there already
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from error


def opened(path: Path) -> sqlite3.Connection:
    """A connection in which we begin and end transactions ourselves; raises StoreError if the file is not ours, or damaged."""
    _keep_private(path)
    try:
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10, cached_statements=256)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from error
    try:
        db.text_factory = text_of
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        migrate(db)
        for look in _AT_START:
            look(db)
    except (sqlite3.Error, StoreError) as error:
        db.close()
        raise StoreError(f"{path}: {error}") from error
    return db


def text_of(raw: bytes) -> str:
    """A text of the database. One that is damaged is read too, for its checksum to tell."""
    return raw.decode("utf-8", "surrogateescape")


def lock(path: Path, *, make: bool = True) -> IO[bytes]:
    """Hold the folder for this process; the system lets go of it when the process ends, however it ends."""
    try:
        import fcntl
    except ImportError:
        raise StoreError("a server needs a system that can lock files (fcntl), such as Linux or macOS, or WSL on Windows") from None
    file: IO[bytes] = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") if make else path.open("rb")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise StoreError(f"another server uses {path.parent}; stop it, or choose another folder{' with --data' if make else ''}") from None
    return file


def lock_if_there(path: Path) -> AbstractContextManager[object]:
    """Hold a folder that is only read; nothing is written, so a folder that no server has used is not locked; raises StoreError."""
    return lock(path, make=False) if path.exists() else nullcontext()
