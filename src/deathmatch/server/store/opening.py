"""Opening a database and holding its folder, the moment of its last commit in a file beside it, and the thread that tidies its log."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import struct
import threading
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO

from deathmatch.server.store import interface, logs
from deathmatch.server.store.schema import BYTES, checksum, migrate

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
        raise interface.StoreError(f"{path}: {error.strerror}") from error


def opened(path: Path) -> sqlite3.Connection:
    """A connection in which we begin and end transactions ourselves; raises StoreError if the file is not ours, or damaged."""
    _keep_private(path)
    try:
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10, cached_statements=256)
    except sqlite3.Error as error:
        raise interface.StoreError(f"{path}: {error}") from error
    try:
        db.text_factory = text_of
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        migrate(db)
        for look in _AT_START:
            look(db)
    except (sqlite3.Error, interface.StoreError) as error:
        db.close()
        raise interface.StoreError(f"{path}: {error}") from error
    return db


def text_of(raw: bytes) -> str:
    """A text of the database. One that is damaged is read too, for its checksum to tell."""
    return raw.decode("utf-8", "surrogateescape")


def lock(path: Path, *, make: bool = True) -> IO[bytes]:
    """Hold the folder for this process; the system lets go of it when the process ends, however it ends."""
    try:
        import fcntl
    except ImportError:
        raise interface.StoreError(
            "a server needs a system that can lock files (fcntl), such as Linux or macOS, or WSL on Windows"
        ) from None
    file: IO[bytes] = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") if make else path.open("rb")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise interface.StoreError(
            f"another server uses {path.parent}; stop it, or choose another folder{' with --data' if make else ''}"
        ) from None
    return file


def lock_if_there(path: Path) -> AbstractContextManager[object]:
    """Hold a folder that is only read; nothing is written, so a folder that no server has used is not locked; raises StoreError."""
    return lock(path, make=False) if path.exists() else nullcontext()


_MOMENT = struct.Struct(f">q{BYTES}s")


def latest_file(path: Path) -> Path:
    """The file beside a database."""
    return path.with_suffix(".latest")


def missing(path: Path, moment: int) -> str:
    """In words, the part of a database that is missing, if it ends at this moment; empty if nothing is known to be."""
    with contextlib.suppress(OSError, struct.error):
        noted, sum_ = _MOMENT.unpack(latest_file(path).read_bytes())
        if sum_ == checksum((noted,)) and noted > moment:
            return f"the last {(noted - moment) / 1000:.1f} s of the server's time are missing"
    return ""


class Latest:
    """Notes the latest moment that is on disk in a small file beside the database, after each commit.

    SQLite's second file (WAL) ends, for SQLite, at the first part that is damaged. So damage there takes away the commits after it, and
    leaves a sound database that is a little older. The moment in this file says that it is. It is not flushed to disk: the system does that
    within about half a minute.

    Args:
        path: of the database.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._file = os.open(latest_file(path), os.O_WRONLY | os.O_CREAT, 0o600)
        except OSError as error:
            raise interface.StoreError(f"{latest_file(path)}: {error.strerror}") from error
        self._noted = -1

    def note(self, moment: int) -> None:
        """Everything up to this moment is on disk."""
        if moment > self._noted:
            self._noted = moment
            with contextlib.suppress(OSError):  # a full disk: then it notes an earlier moment, which is true too
                os.pwrite(self._file, _MOMENT.pack(moment, checksum((moment,))), 0)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


PAGES = 8_000  # 32 MB, after which the writer finishes the work
EACH_S = 0.5


class Checkpoints:
    """The thread that moves committed pages from SQLite's log (the WAL) into the database itself.

    Otherwise the thread that writes would do that, after every 1,000 pages: at 300 submissions a second once a second, and every submission
    of that moment would wait 25 to 50 ms longer. SQLite can write its log from the beginning again only if all of it has been moved, so the
    writer still does the rest after `PAGES` pages; there is not much left.

    Args:
        db: a connection that is the thread's own from now on.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="store-checkpoint", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ending.wait(EACH_S):
            with contextlib.suppress(sqlite3.Error):  # a disk that fails shows at the next commit
                self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def close(self) -> None:
        """End it."""
        self._ending.set()
        self._thread.join()
        self._db.close()
