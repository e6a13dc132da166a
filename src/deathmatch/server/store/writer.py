"""The one thread that writes. It takes all that waits into one commit: commits wait for the disk, so grouping is all.

Every write is answered: with success once it is on disk, else with a StoreError. An error in one write fails that write alone; an error
of the disk fails its whole group, and the thread goes on. If the thread itself cannot go on, it fails everything that waits and
everything that comes, and says so in `health`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from time import monotonic, perf_counter, sleep
from typing import TypeAlias

from deathmatch.server.figures import StoreFigures
from deathmatch.server.store.interface import Addition, Busy, Health, StoreError
from deathmatch.server.store.logs import append_all, last_beat
from deathmatch.server.store.opening import Latest
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
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None] = field(init=False)

    def __post_init__(self) -> None:
        self.done = self.loop.create_future()

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
        write = Write(work, asyncio.get_running_loop())
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
    for loop in {write.loop for write, _ in results}:
        with contextlib.suppress(RuntimeError):  # the loop is closed: no task waits any more
            loop.call_soon_threadsafe(_settle, [result for result in results if result[0].loop is loop])


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
