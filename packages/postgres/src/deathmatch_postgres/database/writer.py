"""The one task that writes. It takes all that waits into one commit, because commits wait for the disk and for the network.

Every write is answered: with success once it is on disk, else with a StoreError. If the connection is lost, the task opens another one and
tries again for some seconds. A commit whose answer was lost is looked for first, so nothing is written twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from time import monotonic, perf_counter
from typing import TypeAlias

import psycopg
from psycopg import errors

from deathmatch.server.store.interface import Addition, Behind, Busy, Health, StoreError
from deathmatch.server.times import StoreFigures
from deathmatch.server.wire.problems import outline
from deathmatch_postgres.database import additions
from deathmatch_postgres.database.additions import CHANNEL, NOTES, Plan, Rows, Stamp
from deathmatch_postgres.database.connecting import Address, Db, bounded, connected, is_lost, words_of
from deathmatch_postgres.sharing import Note

log = logging.getLogger("deathmatch.store")

GROUP = 500  # writes in one commit at most
APART_S = 0.005  # between two commits if several matches are played, as in SQLite's writer
PATIENCE_S = 4.0  # in which a group is tried again over new connections
COMMIT_S = 10.0  # longer, and the connection counts as lost
WAITS_S = (0.02, 0.05, 0.1, 0.2, 0.4)  # between two attempts; the last one again and again
AGAIN = (errors.DeadlockDetected, errors.SerializationFailure, errors.LockNotAvailable)  # nothing is wrong: two processes met
TRIES = 6  # of a group that meets others
HOLD = 871_453  # the class of the locks that hold the number of a process
ENDED = "nothing can be saved until the server is started again"


@dataclass(frozen=True, slots=True)
class Work:
    """A part of a transaction that is no plain addition.

    Attributes:
        do: all of it or nothing; it may be done again if the transaction was not.
        at: the moment of the server's running time.
        notes: for the other processes.
        matches: those whose rows it changes.
    """

    do: Callable[[Db], Awaitable[None]]
    at: int = 0
    notes: Sequence[Note] = ()
    matches: Sequence[str] = ()


Wanted: TypeAlias = Work | Addition


@dataclass(slots=True)
class Write:
    """One unit of work and the task that waits for it."""

    work: Wanted
    done: asyncio.Future[None]


Answers: TypeAlias = list[StoreError | None]
"""For each write of a group the reason why it is not on disk; None if it is."""


class Met(enum.Enum):
    """Another process has written to the same log at the same moment: the row has to be read, and everything decided, once more."""

    MET = "met"


MET = Met.MET
Outcomes: TypeAlias = list[StoreError | Met | None]
"""The same for one attempt."""


@dataclass(slots=True)
class Doubt:
    """A commit that was sent.

    Attributes:
        batch: its number.
        outcomes: if it has succeeded.
        plan: if it was one statement of additions, whose answers depend on the matches that it has changed.
    """

    batch: int
    outcomes: Outcomes = field(default_factory=list)
    plan: Plan | None = None


class Writer:
    """The task, its connection, and the queue before it. Made by `start`."""

    def __init__(self, address: Address, waiting: int, figures: StoreFigures) -> None:
        self._figures = figures
        self.number = secrets.randbelow(2**31)  # of this process, among all that write to the database
        self._address = address
        self._most = waiting
        self._waiting: asyncio.Queue[Write | None] = asyncio.Queue()
        self._db: Db | None = None
        self.rows = Rows()
        self._batch = 0
        self._at = 0
        self._doubt: Doubt | None = None
        self._trouble = ""
        self._ended = False
        self._committed_at = 0.0
        self._committed: frozenset[str] = frozenset()
        self._task: asyncio.Task[None] | None = None

    async def start(self, at: int) -> None:
        """Connect and begin to write, after this moment; raises StoreError."""
        self._at = at
        await self._connected()
        self._task = asyncio.create_task(self._run(), name="store-write")

    @property
    def health(self) -> Health:
        """See `Store`."""
        return Health(self._trouble, lasting=self._ended)

    async def write(self, work: Wanted) -> None:
        """Do this in a transaction, and return once it is on disk; raises StoreError."""
        if self._ended:
            raise StoreError(ENDED)
        if self._waiting.qsize() >= self._most:
            raise Busy("too much waits for the disk")
        write = Write(work, asyncio.get_running_loop().create_future())
        self._waiting.put_nowait(write)
        try:
            await write.done
        except Behind:
            self._figures.conflicts += 1
            raise

    async def close(self) -> None:
        """Write what waits, then end."""
        self._waiting.put_nowait(None)
        if self._task is not None:
            await self._task
        await self._let_go()

    # --- The task

    async def _run(self) -> None:
        group: list[Write] = []
        try:
            going = True
            while going:
                group, going = await self._take()
                if group:
                    began = perf_counter()
                    self._trouble, answers = await self._save([write.work for write in group])
                    saved = sum(answer is None for answer in answers)
                    self._figures.committed(perf_counter() - began, saved, failed=bool(self._trouble))
                    self._committed_at = monotonic()
                    self._committed = frozenset(write.work.match for write in group if isinstance(write.work, Addition))
                    for write, answer in zip(group, answers, strict=True):
                        _settle(write, answer)
        except BaseException as error:  # a server that only seems to save is worse than one that stops
            self._trouble, self._ended = ENDED, True
            log.critical("the task that writes has ended: %s", outline(error))
            while not self._waiting.empty():
                left = self._waiting.get_nowait()
                group += [left] if left is not None else []
            for write in group:
                _settle(write, StoreError(ENDED))
            if isinstance(error, asyncio.CancelledError):
                raise

    async def _take(self) -> tuple[list[Write], bool]:
        """The next group, and whether more may come after it."""
        group: list[Write] = []
        write = await self._waiting.get()
        if write is not None and isinstance(write.work, Addition) and write.work.match not in self._committed:
            await asyncio.sleep(max(0.0, self._committed_at + APART_S - monotonic()))  # more of other matches may come
        while write is not None:
            group.append(write)
            if len(group) >= GROUP or self._waiting.empty():
                return group, True
            write = self._waiting.get_nowait()
        return group, False

    async def _save(self, group: Sequence[Wanted]) -> tuple[str, Answers]:
        """One transaction for the group, tried again over new connections. Returns: why nothing of it is on disk, and the answers."""
        answers: Answers = [None] * len(group)
        left = list(range(len(group)))
        end, tries, trouble = monotonic() + PATIENCE_S, 0, ""
        while True:
            part = [group[n] for n in left]
            try:
                db = await self._connected()
                with bounded(db, COMMIT_S):
                    outcomes = await self._settled(db, part) if self._doubt is not None else None
                    if outcomes is None:
                        outcomes = await self._attempt(db, part)
            except StoreError as error:  # no connection
                trouble = str(error)
            except (psycopg.Error, OSError) as error:
                trouble = words_of(error)
                again = await self._after(error)
                if not again:
                    tries = TRIES
            else:
                trouble = ""
                for n, outcome in zip(left, outcomes, strict=True):
                    answers[n] = None if outcome is MET else outcome
                left = [n for n, outcome in zip(left, outcomes, strict=True) if outcome is MET]
                if not left:
                    return "", answers
            wait = WAITS_S[min(tries, len(WAITS_S) - 1)]
            tries += 1
            if tries > TRIES or monotonic() + wait > end:
                self._doubt = None  # if it is on disk all the same, the next conflict shows it
                for n in left:
                    answers[n] = StoreError(trouble or f"too many others write to the log of {getattr(group[n], 'match', '')}")
                return trouble, answers
            if trouble:
                await asyncio.sleep(wait)

    async def _after(self, error: Exception) -> bool:
        """Leave no transaction behind after an error; returns whether another attempt makes sense."""
        self.rows.clear()
        if is_lost(error, self._db):
            await self._let_go()
            return True
        self._doubt = None
        if self._db is not None:
            with contextlib.suppress(psycopg.Error):
                await self._db.rollback()
        return isinstance(error, AGAIN)

    async def _connected(self) -> Db:
        """The connection of this task. A new one waits for the end of the one before, whose last statement may still run."""
        if self._db is not None and not self._db.closed:
            return self._db
        self.rows.clear()
        db = await connected(self._address)
        try:
            with bounded(db, COMMIT_S):
                holder = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = %s"
                await db.execute(holder.encode(), (HOLD, self.number))
                await db.execute("SELECT pg_advisory_lock(%s, %s)", (HOLD, self.number))
        except psycopg.Error as error:
            await db.close()
            raise StoreError(f"{self._address.shown}: {words_of(error)}") from None
        self._db = db
        return db

    async def _let_go(self) -> None:
        db, self._db = self._db, None
        self.rows.clear()
        if db is not None:
            with contextlib.suppress(psycopg.Error, OSError):
                await db.close()

    async def _settled(self, db: Db, group: Sequence[Wanted]) -> Outcomes | None:
        """The outcomes of a commit whose answer was lost; None if it is not on disk."""
        doubt = self._doubt
        assert doubt is not None
        row = await (await db.execute("SELECT batch FROM writers WHERE id = %s", (self.number,))).fetchone()
        outcomes: Outcomes | None = None
        if row is not None and row[0] == doubt.batch:
            outcomes = doubt.outcomes
            if doubt.plan is not None:
                outcomes = _outcomes(doubt.plan, _additions(group), await additions.there(db, doubt.plan))
        self._doubt = None
        return outcomes

    # --- One attempt

    async def _attempt(self, db: Db, group: Sequence[Wanted]) -> Outcomes:
        if all(isinstance(work, Addition) for work in group):
            return await self._add_once(db, _additions(group), alone=True)
        answers: Outcomes = []
        notes: list[Note] = []
        await db.execute("BEGIN")
        for together, run in groupby(group, lambda work: isinstance(work, Addition)):
            if together:
                answers += await self._add(db, _additions(list(run)))
                continue
            for work in run:
                assert isinstance(work, Work)
                answers.append(await self._one(db, work))
                notes += work.notes if answers[-1] is None else ()
        self._at = max(self._at, *(work.at for work in group))
        stamp = self._stamp()
        async with db.pipeline():
            await db.execute(_STAMP, stamp.values())
            for words in payloads(self.number, notes):
                await db.execute("SELECT pg_notify(%s, %s)", (CHANNEL, words))
        self._doubt = Doubt(stamp.batch, answers)
        await db.execute("COMMIT")
        self._doubt = None
        return answers

    async def _one(self, db: Db, work: Work) -> StoreError | None:
        """All of this or nothing; returns why not."""
        self.rows.forget(work.matches)
        await db.execute("SAVEPOINT one")
        failure: StoreError | None = None
        try:
            await work.do(db)
        except StoreError as error:
            failure = error
        except (psycopg.IntegrityError, psycopg.DataError) as error:
            failure = StoreError(words_of(error))
        except psycopg.Error:
            raise
        except Exception as error:  # a bug; its words may quote an entry
            failure = StoreError(f"the write failed: {type(error).__name__}")
        await db.execute("ROLLBACK TO one" if failure is not None else "RELEASE one")
        return failure

    async def _add(self, db: Db, wanted: Sequence[Addition]) -> Outcomes:
        """Additions within a transaction; returns for each of them why it fails."""
        outcomes: Outcomes = [MET] * len(wanted)
        for _ in range(additions.TRIES):
            left = [n for n, outcome in enumerate(outcomes) if outcome is MET]
            if not left:
                break
            for n, outcome in zip(left, await self._add_once(db, [wanted[n] for n in left]), strict=True):
                outcomes[n] = outcome
        return [StoreError("too many others write to this log") if outcome is MET else outcome for outcome in outcomes]

    async def _add_once(self, db: Db, wanted: Sequence[Addition], *, alone: bool = False) -> Outcomes:
        """Additions in one statement; `MET` for those to whose logs another process has added meanwhile.

        Args:
            db: a connection.
            wanted: at least one.
            alone: whether the statement is a transaction of its own.
        """
        self._at = max(self._at, *(addition.at for addition in wanted))
        it = additions.plan(wanted, *await self.rows.of(db, wanted))
        changed: set[str] = set()
        if it.new:
            stamp = self._stamp()
            if alone:
                self._doubt = Doubt(stamp.batch, plan=it)
            changed = await additions.write(db, it, stamp)
            self._doubt = None
        self.rows.keep({match: it.after[match] for match in changed})
        self.rows.forget([match for match in it.after if match not in changed])
        return _outcomes(it, wanted, changed)

    def _stamp(self) -> Stamp:
        self._batch += 1
        return Stamp(self.number, self._batch, self._at)


_STAMP = (
    "INSERT INTO writers (id, batch, at, sum) VALUES (%b, %b, %b, %b) "
    "ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, at = excluded.at, sum = excluded.sum, seen = now()"
)


def _additions(works: Sequence[Wanted]) -> list[Addition]:
    return [work for work in works if isinstance(work, Addition)]


def _outcomes(it: Plan, wanted: Sequence[Addition], changed: Collection[str]) -> Outcomes:
    """The outcome of each addition of a plan, if its statement has changed these matches."""
    return [
        MET if failure is None and addition.match not in changed else failure for addition, failure in zip(wanted, it.results, strict=True)
    ]


def _settle(write: Write, answer: StoreError | None) -> None:
    if write.done.done():
        return
    if answer is None:
        write.done.set_result(None)
    else:
        write.done.set_exception(answer)


def payloads(number: int, notes: Sequence[Note]) -> Iterator[str]:
    """Notes as PostgreSQL carries them: the number of the process that wrote, then a line each."""
    for start in range(0, len(notes), NOTES):
        yield "\n".join([str(number), *(f"{note.kind} {note.count} {note.id}" for note in notes[start : start + NOTES])])
