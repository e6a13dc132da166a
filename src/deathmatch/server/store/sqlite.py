"""The store in one SQLite file. One thread writes; reads have a connection of their own in a second thread, and a third one moves committed
pages from SQLite's log into the database.

The thread that writes takes all that waits into one commit: commits wait for the disk, so grouping is all. Every write is answered: with
success once it is on disk, else with a StoreError. An error in one write fails that write alone; an error of the disk fails its whole
group, and the thread goes on. If the thread itself cannot go on, it fails everything that waits and everything that comes, and says so in
`health`.

WAL with `synchronous=FULL`: a commit that returned survives a power cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import queue
import sqlite3
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import wraps
from itertools import groupby
from pathlib import Path
from time import monotonic, perf_counter, sleep
from types import CoroutineType
from typing import IO, Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from deathmatch.server.store import interface, logs
from deathmatch.server.store.interface import Addition, Behind, Busy, Health, NewLog, StoreError
from deathmatch.server.store.logs import BYTES, append_all, checksum, last_beat, migrate
from deathmatch.server.times import StoreFigures
from deathmatch.server.wire.problems import outline

log = logging.getLogger("deathmatch.store")

Work: TypeAlias = Callable[[sqlite3.Connection], None] | Addition
"""A part of a transaction. Additions to logs are done many at a time."""

GROUP = 500  # writes in one commit at most
APART_S = 0.005  # between two commits if several matches are played: a commit costs much, whether one of them or ten wait for it
ENDED = "nothing can be saved until the server is started again"


@dataclass(slots=True)
class Write:
    """One unit of work: all of it or nothing."""

    work: Work
    done: asyncio.Future[None]

    def settle(self, error: StoreError | None) -> None:
        """Tell the waiting task, on its loop; the first answer counts."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


Results: TypeAlias = Sequence[tuple[Write, StoreError | None]]
"""Writes, each with the reason why it is not on disk; None if it is."""


class Writer:
    """The thread, and the queue before it. `db` and `latest` are its own from now on."""

    def __init__(self, db: sqlite3.Connection, waiting: int, latest: Latest | None = None, figures: StoreFigures | None = None) -> None:
        self._latest = latest
        self._figures = figures or StoreFigures()
        self._db = db
        self._most = waiting
        self._waiting: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._trouble = ""
        self._ended = False
        self._committed_at = 0.0
        self._committed: frozenset[str] = frozenset()  # the matches of the last group
        self._thread = threading.Thread(target=self._run, name="store-write", daemon=True)
        self._thread.start()

    @property
    def health(self) -> Health:
        """Whether it saves."""
        return Health(self._trouble, lasting=self._ended)

    async def write(self, work: Work) -> None:
        """Do this in a transaction, and return once it is on disk; raises StoreError, and then nothing of it is."""
        write = Write(work, asyncio.get_running_loop().create_future())
        if self._waiting.qsize() >= self._most:
            raise Busy("too much waits for the disk")
        self._waiting.put(write)
        if self._ended:  # looked at after the put: the thread empties the queue once it has ended
            self._refuse_waiting()
        await write.done

    async def close(self) -> None:
        """Write what waits, then end."""
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)

    # --- In the thread

    def _run(self) -> None:
        """Groups of writes until None comes."""
        group: list[Write] = []
        try:
            going = True
            while going:
                group, going = self._take()
                if group:
                    began = perf_counter()
                    self._trouble, results = commit(self._db, group)
                    saved = sum(error is None for _, error in results)
                    self._figures.committed(perf_counter() - began, saved, failed=bool(self._trouble))
                    if self._latest is not None and not self._trouble:
                        self._latest.note(_moment(self._db, results))  # before anybody hears of it
                    self._committed_at = monotonic()
                    self._committed = frozenset(write.work.match for write in group if isinstance(write.work, Addition))
                    _tell(results)
        except BaseException as error:  # even SystemExit: a server that only seems to save is worse than one that stops
            self._end(error, group)
        finally:
            with contextlib.suppress(Exception):
                self._db.close()
            with contextlib.suppress(Exception):
                if self._latest is not None:
                    self._latest.close()

    def _take(self) -> tuple[list[Write], bool]:
        """The next group, and whether more may come after it."""
        group: list[Write] = []
        write = self._waiting.get()
        if write is not None and isinstance(write.work, Addition) and write.work.match not in self._committed:
            sleep(max(0.0, self._committed_at + APART_S - monotonic()))  # more of other matches may come
        while write is not None:
            group.append(write)
            if len(group) >= GROUP:
                return group, True
            try:
                write = self._waiting.get_nowait()
            except queue.Empty:
                return group, True
        return group, False

    def _end(self, error: BaseException, group: Sequence[Write]) -> None:
        """Answer everything that waits, and whatever comes from now on."""
        self._trouble, self._ended = ENDED, True
        with contextlib.suppress(Exception):
            log.critical("the thread that writes to disk has ended: %s", outline(error))
        with contextlib.suppress(Exception):
            self._db.rollback()
        for write in group:
            _refuse(write)
        self._refuse_waiting()

    def _refuse_waiting(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                write = self._waiting.get_nowait()
                if write is not None:
                    _refuse(write)


def _refuse(write: Write) -> None:
    with contextlib.suppress(Exception):  # the others are told too
        _tell([(write, StoreError(ENDED))])


def _tell(results: Results) -> None:
    """Answer these writes, each on its loop; one call for all of a loop."""
    for loop in {write.done.get_loop() for write, _ in results}:
        with contextlib.suppress(RuntimeError):  # the loop is closed: no task waits any more
            loop.call_soon_threadsafe(_settle, [result for result in results if result[0].done.get_loop() is loop])


def _settle(results: Results) -> None:
    for write, error in results:
        write.settle(error)


def commit(db: sqlite3.Connection, group: Sequence[Write]) -> tuple[str, Results]:
    """One transaction for the group. A write that fails alone fails alone; a commit that fails fails all.

    Returns: why nothing of the group is on disk, empty if that is not so; and the answers.
    """
    try:
        db.execute("BEGIN IMMEDIATE")
        results: list[tuple[Write, StoreError | None]] = []
        runs = list(_runs(group))
        for run in runs:
            results += zip(run, _attempt(db, run, alone=len(runs) == 1), strict=True)
        db.execute("COMMIT")
    except Exception as error:
        if db.in_transaction:
            db.execute("ROLLBACK")  # if this fails too, the thread cannot go on
        trouble = str(error) if isinstance(error, sqlite3.Error) else f"the write failed: {type(error).__name__}"
        return trouble, [(write, StoreError(trouble)) for write in group]
    return "", results


def _moment(db: sqlite3.Connection, results: Results) -> int:
    """The latest moment that is on disk after this commit; an addition says its own, so nothing has to be read for it."""
    if all(isinstance(write.work, Addition) for write, _ in results):
        return max((write.work.at for write, error in results if error is None and isinstance(write.work, Addition)), default=0)
    return last_beat(db)


def _runs(group: Sequence[Write]) -> Iterator[list[Write]]:
    """The writes in their order: additions that follow one another together, every other one alone."""
    for together, run in groupby(group, lambda write: isinstance(write.work, Addition)):
        if together:
            yield list(run)
        else:
            yield from ([write] for write in run)


def _attempt(db: sqlite3.Connection, run: Sequence[Write], *, alone: bool = False) -> Sequence[StoreError | None]:
    """Do one write of a transaction, all of it or nothing, or a run of additions; returns why not.

    Args:
        db: in a transaction.
        run: one write, or additions.
        alone: whether there is nothing else in the transaction, so that the savepoint can be saved.
    """
    if not alone:
        db.execute("SAVEPOINT one")
    failure: StoreError | None = None
    failures: Sequence[StoreError | None] = [None]
    try:
        if isinstance(run[0].work, Addition):
            failures = append_all(db, [write.work for write in run if isinstance(write.work, Addition)])
        else:
            run[0].work(db)
    except StoreError as error:
        failure = error
    except sqlite3.IntegrityError as error:
        failure = StoreError(str(error))
    except sqlite3.Error:
        raise
    except Exception as error:  # a bug; its words may quote an entry
        failure = StoreError(f"the write failed: {type(error).__name__}")
    if alone and failure is not None:
        db.execute("ROLLBACK")
        db.execute("BEGIN IMMEDIATE")
    elif not alone:
        if failure is not None:
            db.execute("ROLLBACK TO one")
        db.execute("RELEASE one")
    if failure is None:
        return failures
    return [failure] if len(run) == 1 else [_attempt(db, [write])[0] for write in run]  # some of them can be made


# --- The file: opening a database and holding its folder, the moment of its last commit beside it, and the thread that tidies its log


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


# --- The store itself


P = ParamSpec("P")
T = TypeVar("T")


def _reading(
    work: Callable[Concatenate[sqlite3.Connection, P], T],
) -> Callable[Concatenate[SqliteStore, P], CoroutineType[Any, Any, T]]:
    """A method that reads so."""

    @wraps(work)
    async def method(self: SqliteStore, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._read(lambda db: work(db, *args, **kwargs))

    return method  # type: ignore[return-value]  # mypy calls it a Coroutine, pyright a CoroutineType


def _writing(
    work: Callable[Concatenate[sqlite3.Connection, P], None],
) -> Callable[Concatenate[SqliteStore, P], CoroutineType[Any, Any, None]]:
    """A method that writes so, in a transaction of its own."""

    @wraps(work)
    async def method(self: SqliteStore, /, *args: P.args, **kwargs: P.kwargs) -> None:
        await self._write(lambda db: work(db, *args, **kwargs))

    return method  # type: ignore[return-value]  # mypy calls it a Coroutine, pyright a CoroutineType


class SqliteStore:
    """The `Store` of interface.py in a file.

    Args:
        path: the database file; its folder must exist.
        waiting: writes that may wait.
        figures: counters of its commits and conflicts.
    """

    def __init__(self, path: Path, waiting: int = 10_000, figures: StoreFigures | None = None) -> None:
        self._figures = figures or StoreFigures()
        self._lock = lock(path.with_suffix(".lock"))
        with contextlib.ExitStack() as opening:
            opening.callback(self._lock.close)
            self._reading, writing, moving = (opening.enter_context(contextlib.closing(opened(path))) for _ in range(3))
            writing.execute(f"PRAGMA wal_autocheckpoint={PAGES}")
            if lost := missing(path, logs.last_beat(writing)):
                words = (
                    f"{lost}: its last part is damaged, or it is an older copy; `deathmatch check` says more. To go on without it, delete"
                )
                raise StoreError(f"{path}: {words} {latest_file(path)}")
            latest = Latest(path)
            opening.callback(latest.close)
            opening.pop_all()
        self._readers = ThreadPoolExecutor(1, "store-read")
        self._checkpoints = Checkpoints(moving)
        self._writer = Writer(writing, waiting, latest, self._figures)
        self._closed = False

    # --- The interface

    async def create(self, new: NewLog, at: int, *, due: int | None = None, listed: bytes | None = None, begun: bool = False) -> None:
        """Begin the log of a match."""

        def work(db: sqlite3.Connection) -> None:
            logs.create(db, new, due, begun=begun)
            logs.keep_listed(db, new.match, listed)
            logs.beat(db, at)

        await self._write(work)

    async def append(self, addition: Addition) -> None:
        """Add entries to the log of a match, and make the other changes of the addition with them."""
        await self._write(addition if logs.is_plain(addition) else lambda db: logs.append(db, addition))

    async def rewrite(self, match: str, count: int, entries: Sequence[bytes], at: int, *, listed: bytes | None = None) -> None:
        """Put other entries in the place of a whole log."""

        def work(db: sqlite3.Connection) -> None:
            logs.rewrite(db, match, count, entries)
            logs.keep_listed(db, match, listed)
            logs.beat(db, at)

        await self._write(work)

    async def load(self, match: str, first: int = 0) -> list[bytes] | None:
        """The entries of a match from this one on. All of them are read, because each checksum covers the entries before."""
        entries = await self._read(lambda db: logs.load(db, match))
        return None if entries is None else entries[first:]

    counts = _reading(logs.counts)
    find = _reading(logs.find)
    due = _reading(logs.due)
    set_due = _writing(logs.set_due)
    unbegun = _reading(logs.unbegun)
    open_of = _reading(logs.open_of)
    listed = _reading(logs.listed)
    unlist = _writing(logs.unlist)
    hooks = _reading(logs.hooks)
    hook = _reading(logs.hook)
    hooks_of = _reading(logs.hooks_of)
    keep_hook = _writing(logs.keep_hook)
    drop_hook = _writing(logs.drop_hook)
    account = _reading(logs.account)
    account_behind = _reading(logs.account_behind)
    leaving = _reading(logs.leaving)
    keep_account = _writing(logs.keep_account)
    drop_account = _writing(logs.drop_account)

    async def drop(self, match: str) -> bool:
        """Forget a match that has never begun, with its links; whether it did."""
        dropped = False

        def work(db: sqlite3.Connection) -> None:
            nonlocal dropped
            dropped = logs.drop(db, match)

        await self._write(work)
        return dropped

    beat = _writing(logs.beat)
    last_beat = _reading(logs.last_beat)

    @property
    def health(self) -> Health:
        """Whether it saves."""
        return self._writer.health

    mark = _reading(logs.mark)
    set_mark = _writing(logs.set_mark)

    async def close(self) -> None:
        """Finish what waits, and let the file go."""
        if self._closed:
            return
        self._closed = True
        await asyncio.to_thread(self._checkpoints.close)
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        self._reading.close()
        self._lock.close()

    # --- Inside

    async def _write(self, work: Work) -> None:
        if self._closed:
            raise StoreError("the store is closed")
        try:
            await self._writer.write(work)
        except Behind:
            self._figures.conflicts += 1
            raise

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreError("the store is closed")

        def guarded() -> T:
            try:
                self._reading.execute("BEGIN")  # all statements of a read see one state, whatever is written between them
                try:
                    return work(self._reading)
                finally:
                    self._reading.rollback()
            except sqlite3.Error as error:
                raise StoreError(str(error)) from error
            except MemoryError as error:
                raise StoreError("the memory of this machine is used up") from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, guarded)
