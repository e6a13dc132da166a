"""The one task that owns a match: its inbox, its alarm, its disk and those who listen. What it is asked to do stands in `rooms.py`.

An actor first lets a change happen in memory, then appends it to the log; if the log does not take it, the memory is thrown away and folded
anew from the log, and the sender is told that nothing was accepted. Nobody else looks at the table in between, for all looks go through the
same inbox. So what anybody is ever shown is on disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from deathmatch.core.errors import Refusal
from deathmatch.core.game import Resources
from deathmatch.core.seats import Seat
from deathmatch.match.match import Late
from deathmatch.server.rooms.audience import Audience, Presence
from deathmatch.server.settings import Limits
from deathmatch.server.store.interface import Store, StoreError
from deathmatch.server.table import entries
from deathmatch.server.table.entries import Entry
from deathmatch.server.table.table import HOST, Find, Table, eye_of, fold
from deathmatch.server.times import Slices, Time, Timer
from deathmatch.server.wire import problems
from deathmatch.server.wire.problems import Gone, Problem

T = TypeVar("T")
log = logging.getLogger("deathmatch.rooms")

PRESENCE_MS = 300  # who came and went is told this much later, in one message
WARM_MS = 60_000  # frames are still made this long after the last reader of a role left, for one who comes back
ANSWER_TURNS = 2  # of the event loop, from the room to the connection and from there to the socket
QUESTIONS = 4  # told between two looks at the time
RETRY_MS = 1_000  # after the disk did not take what the clock entered
CLOSE_TO = ("A", "B", HOST)  # the roles that see the match as it is, whatever the watchers' delay


@dataclass(frozen=True, slots=True)
class Shared:
    """What all rooms of a server have in common.

    Attributes:
        resources: what live play asks besides the rules.
        rematch: makes sure that the next match of these people exists.
        left: is told the id of a room that left memory.
        painting: held by the one room that paints; between two of them everybody else gets a turn.
    """

    store: Store
    time: Time
    limits: Limits
    find: Find
    resources: Resources
    rematch: Callable[[Table], Awaitable[None]]
    left: Callable[[str], None]
    painting: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(slots=True)
class _Job(Generic[T]):
    at: int
    work: Callable[[int], Awaitable[T]]
    done: asyncio.Future[T]


class Actor:
    """A match in memory, and the only task that touches it."""

    def __init__(self, shared: Shared, table: Table, past: list[Entry]) -> None:
        self._shared = shared
        self._table = table
        self._late = table  # what watchers see
        self._behind: deque[tuple[int, Entry]] = deque()  # entries that watchers do not see yet, and when they do
        self._fresh: list[Entry] = []  # folded and not on disk yet
        self._unsaid: list[tuple[list[Entry], int]] = []  # on disk and not told yet, and since when
        self._inbox: asyncio.Queue[_Job[Any]] = asyncio.Queue(shared.limits.inbox)
        self._audiences: dict[str, Audience] = {}
        self._timer: Timer | None = None
        self._presence_due = False
        self._watching = 0  # watchers that were told of
        self._news = asyncio.Event()
        self._idle_since: int | None = None
        self._retry_at = 0
        self._waiting = 0  # requests that wait for news
        self._painter: asyncio.Task[None] | None = None
        self.id = table.id
        self.closed = False
        self._task = asyncio.create_task(self._run(past), name=f"room {table.id}")

    # --- The one task

    async def _run(self, past: list[Entry]) -> None:
        try:
            await self._begin_late(past)
        except Exception as error:
            log.error("room %s cannot be loaded for watchers: %s", self.id, problems.outline(error))
            self.close("something went wrong here; come again in a moment")
            return
        self._after()
        while not self.closed:
            job = await self._inbox.get()
            try:
                await self._due(job.at)
                result = await job.work(job.at)
            except asyncio.CancelledError:
                _settle(job.done, None, problems.cut_short())  # or whoever asked would wait for ever
                raise
            except (Problem, Refusal, Late, Gone) as problem:
                _settle(job.done, None, problem)
            except Exception as error:
                log.error("a bug in room %s: %s", self.id, problems.outline(error))
                await self._reload()
                _settle(job.done, None, error)
            else:
                _settle(job.done, result, None)
            await self._flush()
            self._after()

    async def _flush(self) -> None:
        """Tell everybody what is on disk by now. Whoever asked for it is answered first, for painting takes longer than the disk."""
        unsaid, self._unsaid = self._unsaid, []
        if not unsaid:
            return
        for _ in range(ANSWER_TURNS):
            await asyncio.sleep(0)
        try:
            for fresh, now in unsaid:
                self._publish(fresh, now)
        except Exception as error:
            log.error("a bug in room %s: %s", self.id, problems.outline(error))
            await self._reload()

    def _paint_soon(self) -> None:
        """Have the pictures painted that somebody waits for; the next message is answered meanwhile."""
        if self._painter is None:
            self._painter = asyncio.create_task(self._paint(), name=f"painter of {self.id}")

    async def _paint(self) -> None:
        try:
            async with self._shared.painting:
                await asyncio.sleep(0)
                self._painter = None
                for audience in tuple(self._audiences.values()):
                    audience.paint()
        except Exception as error:
            log.error("a bug in room %s: %s", self.id, problems.outline(error))
            self.close("something went wrong here; come again in a moment")

    async def _due(self, now: int) -> None:
        """Whatever fell due by now, before anything else is done."""
        try:
            await self._expire(now)
        except Problem:
            self._retry_at = now + RETRY_MS  # the referee still refuses what comes too late
        await self._flush()
        self._catch_up(now)

    async def _ask(self, work: Callable[[int], Awaitable[T]]) -> T:
        """Have something done when its turn comes; it counts as having come in now."""
        if self.closed:
            raise Gone
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        try:
            self._inbox.put_nowait(_Job(self._shared.time.now(), work, done))
        except asyncio.QueueFull:
            raise problems.too_many("this table is busy; try again in a moment") from None
        return await done

    def _after(self) -> None:
        """Between two jobs: set the alarm, wake the bots, and leave memory when nobody needs this room."""
        if self.closed or not self._inbox.empty():
            return
        time = self._shared.time
        now = time.now()
        self._settled(now)
        due = [moment for moment in (self._alarm(), self._behind[0][0] if self._behind else None) if moment is not None]
        if self._needed():
            self._idle_since = None
        elif not due:
            self._idle_since = now if self._idle_since is None else self._idle_since
            leave_at = self._idle_since + self._shared.limits.idle_ms
            if leave_at <= now:
                self.close("")
                return
            due.append(leave_at)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due:
            self._timer = time.later(min(due) - now, self._ring)

    def _needed(self) -> bool:
        return bool(self._waiting or any(audience.readers for audience in self._audiences.values()))

    def _settled(self, now: int) -> None:
        """A job is done, and what it did is on disk."""

    def _stop(self) -> None:
        """What was going on about this table is no more."""

    def _alarm(self) -> int | None:
        due = self._deadline()
        return None if due is None else max(due, self._retry_at)

    def _ring(self) -> None:
        """The alarm: something is due, or somebody left and it may be time to leave memory."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.closed or not self._inbox.empty():
            return  # whatever waits in the inbox looks at what is due before it is done itself
        self._inbox.put_nowait(_Job(self._shared.time.now(), self._nothing, asyncio.get_running_loop().create_future()))

    async def _nothing(self, now: int) -> None:
        pass

    def close(self, reason: str) -> None:
        """Leave memory. The log stays."""
        if self.closed:
            return
        self.closed = True
        if self._timer is not None:
            self._timer.cancel()
        self._stop()
        self._shared.left(self.id)
        for audience in self._audiences.values():
            for reader in tuple(audience.readers):
                reader.drop(reason or "this table was put away; come again")
        while not self._inbox.empty():
            _settle(self._inbox.get_nowait().done, None, Gone())
        self._news.set()
        if asyncio.current_task() is not self._task:
            self._task.cancel()

    async def ended(self) -> None:
        """Wait until the tasks of a closed room are no more."""
        await asyncio.wait({self._task} if self._painter is None else {self._task, self._painter})

    # --- Disk

    def _fold(self, entry: Entry) -> None:
        self._table.apply(entry)
        self._fresh.append(entry)

    async def _save(self, now: int) -> None:
        """Put on disk what was folded since the last time; raises Problem where the disk does not take it, and then it never happened."""
        fresh, self._fresh = self._fresh, []
        if not fresh:
            return
        table = self._table
        live = table.match is not None and not table.over
        try:
            bodies = [entries.encode(entry) for entry in fresh]
            await self._shared.store.append(self.id, table.count - len(fresh), bodies, now, live)
        except StoreError as error:
            log.error("room %s: the log did not take %d entries: %s", self.id, len(fresh), error)
            await self._reload()
            raise problems.not_saved() from error
        self._unsaid.append((fresh, now))

    async def _reload(self) -> None:
        """Forget, and fold the log anew."""
        self._fresh, self._unsaid = [], []
        try:
            bodies = await self._shared.store.load(self.id)
            assert bodies is not None, f"the log of {self.id} is gone"
            self._table, past = await fold(self.id, bodies, self._shared.find, self._shared.resources)
        except Exception as error:
            log.error("room %s cannot be loaded again: %s", self.id, problems.outline(error))
            self.close("something went wrong here; come again in a moment")
            return
        self._late = self._table
        self._behind.clear()
        await self._begin_late(past)
        self._stop()
        for role in self._audiences:
            await self._tell_on(role)
        now = self._shared.time.now()
        for audience in self._audiences.values():
            audience.anew(self._moment(audience.role, now), self._presence_for(audience.role))

    async def _begin_late(self, past: list[Entry]) -> None:
        """The table as watchers see it, where it has a delay: another fold of the same log, some time behind."""
        if not self._table.settings.delay:
            return
        first, *rest = past
        assert isinstance(first, entries.Made)
        self._late = Table(self.id, first, self._shared.find, self._shared.resources)
        for entry in rest:
            self._lag(entry)
        now = self._shared.time.now()
        slices = Slices()
        while self._behind and self._behind[0][0] <= now:
            self._late.apply(self._behind.popleft()[1])
            await slices.turn()

    async def _told(self, role: str) -> Audience:
        """The audience of this role, its story ready."""
        await self._tell_on(role)
        return self._audience(role)

    async def _tell_on(self, role: str) -> None:
        """Have the story ready that this role is told. That of a long match takes a while after it was loaded, so it is made in slices."""
        table = self._table_for(role)()
        match = table.match
        slices = Slices()
        while match is not None and not table.story(eye_of(role)).advance(match, QUESTIONS):
            await slices.turn()

    def _lag(self, entry: Entry) -> None:
        moment = entries.moment(entry)
        last = self._behind[-1][0] if self._behind else 0
        self._behind.append((last if moment is None else max(last, moment + self._table.settings.delay * 1000), entry))

    # --- Telling

    def _table_for(self, role: str) -> Callable[[], Table]:
        late = role not in CLOSE_TO
        return lambda: self._late if late else self._table

    def _audience(self, role: str) -> Audience:
        if role not in self._audiences:
            self._audiences[role] = Audience(role, self._table_for(role), self._shared.limits.ring)
        return self._audiences[role]

    def _publish(self, fresh: list[Entry], now: int) -> None:
        """Tell everybody who may know it already."""
        delayed = self._late is not self._table
        for entry in fresh:
            if delayed:
                self._lag(entry)
        self._tell(fresh, now, [a for a in self._audiences.values() if not delayed or a.role in CLOSE_TO])
        self._news.set()
        self._news = asyncio.Event()

    def _catch_up(self, now: int) -> None:
        """Let watchers see what they may see by now."""
        while self._behind and self._behind[0][0] <= now:
            entry = self._behind.popleft()[1]
            self._late.apply(entry)
            self._tell([entry], now, [a for a in self._audiences.values() if a.role not in CLOSE_TO])
            self._news.set()
            self._news = asyncio.Event()

    def _tell(self, fresh: list[Entry], now: int, audiences: list[Audience]) -> None:
        self._paint_soon()
        counted = [entry for entry in fresh if isinstance(entry, entries.VERSIONED)]
        for audience in audiences:
            if audience.away_since is not None and now - audience.away_since > WARM_MS:
                del self._audiences[audience.role]
                continue
            if not counted:
                continue
            if len(counted) > 1 or (isinstance(counted[0], entries.Moved) and counted[0].events[0][0] == "started"):
                audience.anew(self._moment(audience.role, now), self._presence_for(audience.role))
            elif isinstance(counted[0], entries.Moved):
                over = self._table_for(audience.role)().over
                audience.moved(self._moment(audience.role, now), self._presence_for(audience.role), with_table=over)
            elif isinstance(counted[0], entries.Said):
                audience.chatted()
            else:
                audience.tabled(self._presence_for(audience.role), new=True)

    def _moment(self, role: str, now: int) -> int:
        """Now, as this role lives it: watchers of a table with a delay live in the past, clocks and all."""
        return now if role in CLOSE_TO else now - self._table.settings.delay * 1000

    def here(self, seat: Seat) -> bool:
        """Whether somebody looks from this seat."""
        audience = self._audiences.get(seat.value)
        return audience is not None and bool(audience.readers)

    def watchers(self) -> int:
        """How many look who do not sit."""
        return sum(len(a.readers) for a in self._audiences.values() if a.role not in CLOSE_TO)

    def _presence_for(self, role: str) -> Presence:
        """Who is connected, as this role may know it: who sits there now is news, and watchers of a table with a delay get none."""
        return self if role in CLOSE_TO or self._late is self._table else _Past(self)

    def sits(self, seat: Seat) -> bool:
        """Whether somebody has taken this seat, as far as watchers know."""
        return seat in self._late.names

    def _presence(self) -> None:
        """Somebody came or went: tell it soon, together with whoever else does."""
        if self._presence_due or self.closed:
            return
        self._presence_due = True
        self._shared.time.later(PRESENCE_MS, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_due = False
        if self.closed:
            return

        async def work(now: int) -> None:
            fewer_or_more, self._watching = self._watching != self.watchers(), self.watchers()
            for audience in self._audiences.values():
                presence = self._presence_for(audience.role)
                if audience.readers and (presence is self or fewer_or_more):
                    audience.tabled(presence, new=False)

        if not self._inbox.full():
            self._inbox.put_nowait(_Job(self._shared.time.now(), work, asyncio.get_running_loop().create_future()))

    # --- Time

    def _deadline(self) -> int | None:
        return self._table.match.deadline() if self._table.match is not None else None

    @property
    def running(self) -> bool:
        """Whether a clock runs, so that the server's time has to be kept."""
        return self._deadline() is not None

    async def _expire(self, now: int) -> None:
        due = self._deadline()
        if due is not None and due <= now:
            events = self._table.referee.expire(now)
            if events:
                self._fold(entries.moved(events))
                await self._save(now)


@dataclass(frozen=True, slots=True)
class _Past:
    """Who is connected, for those who see a match later: whoever had sat down by then, and the watchers, who all live in that past."""

    room: Actor

    def here(self, seat: Seat, /) -> bool:
        """Whether this seat was taken."""
        return self.room.sits(seat)

    def watchers(self) -> int:
        """How many watch."""
        return self.room.watchers()


def _settle(done: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    """Tell whoever waits, if anybody still does."""
    if done.cancelled():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
        done.exception()  # seen, should nobody wait
