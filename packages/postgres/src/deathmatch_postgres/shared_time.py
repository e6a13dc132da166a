"""The running time of many processes on one store: milliseconds during which some of them lived, by the database's clock.

A process lives from the moment at which it can answer until it ends or is killed, but not while it stands still for `GAP_S` or longer. Each
process asks the database once a second. The question is also a beat: it says how long this process has lived since its last one, and the
database counts each moment in which some process lived once. So down-time of all is charged to nobody, however short, and down-time of one
is none. If a process is killed, the time since its last beat is charged to nobody either.

The moments between two answers a process reckons from its own monotonic clock, so a process whose wall clock is wrong changes nothing. An
answer was made at some moment between question and arrival; of the last answers the one counts that came fastest. After a break the others
may not have told the database yet that they lived meanwhile; then a process takes it that they did. If that was wrong, it is ahead for a
moment, and stands still until the database has caught up. If the database does not answer, time stands still after `LEASH_S`: perhaps no
process can save anything, and such a time is charged to nobody.

While a process waits for the database its clock stands still, and those of the others may run on. So a message that arrives meanwhile is
dated once the database has answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from deathmatch.server.store.interface import StoreError
from deathmatch.server.times import GAP_S, Time
from deathmatch_postgres.sharing import YET_MS, Tick

log = logging.getLogger("deathmatch.lobby")

ASK_S = 1.0  # between two questions
SOON_S, UNSURE_S = 0.2, 1.5  # between two questions, for so long after a break: by then the others have said that they lived meanwhile
LEASH_S = YET_MS / 1000  # after an answered question, without another; a beat counts no more, so no process is ahead of the database
LAST_S = 1.0  # in which the last question of a process that ends is answered
KEPT = 8  # answers
ACROSS_S = 1.0  # that an answer may have taken if the process stood still meanwhile; one that took longer says too little
SURE_S = 5.0  # that a message waits for its moment
APART_S = 0.02  # a monotonic clock and the database's may drift apart by so much in `KEPT` questions

Ask: TypeAlias = Callable[[int], Awaitable[Tick]]
"""`Sharing.tick`."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer of the database.

    Attributes:
        asked, answered: when, by the process's monotonic clock, in seconds.
        ran: running time, in seconds.
        wall: since 1970, in seconds.
    """

    asked: float
    answered: float
    ran: float
    wall: float

    @property
    def took(self) -> float:
        """How long it took."""
        return self.answered - self.asked

    @property
    def offset(self) -> float:
        """Running time beside the process's clock, if the answer was made half-way."""
        return self.ran - (self.asked + self.answered) / 2

    def across(self) -> _Answer:
        """This answer after a stall: the stall may have been down-time of the whole cluster."""
        return replace(self, answered=self.answered + self.took)

    def agrees(self, other: _Answer) -> bool:
        """Whether both may be right: no down-time of all lies between them, and no clock was set."""
        return abs(self.offset - other.offset) <= (self.took + other.took) / 2 + APART_S


class Undated(int):
    """The moment of a message that arrived while a clock stood still: it came then, or later.

    Attributes:
        read: when it came, by the process's monotonic clock.
        clock: the one that stood still.
    """

    read: float
    clock: SharedClock

    @classmethod
    def of(cls, at: int, read: float, clock: SharedClock) -> Undated:
        """A moment of this clock."""
        made = cls(at)
        made.read, made.clock = read, clock
        return made

    async def sure(self) -> int:
        """The moment, once the clock is certain of it. Raises TimeoutError if it does not become so in time."""
        return await self.clock.dated(self)


class SharedClock(Time):
    """The clock of one of many processes. It never goes back: if it is ahead of the database, it stands still until that has caught up.

    A break is its start, or a time in which the process stood still. After a break it stands still until the database has answered a
    question that was asked after it.

    Args:
        monotonic: seconds that never go back.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        super().__init__(0, monotonic)
        self._answers: list[_Answer] = []  # since the last break
        self._best: _Answer | None = None
        self._last: _Answer | None = None
        self._broken = float("-inf")  # the end of the last break, by the monotonic clock
        self._lived: float | None = 0.0  # seconds after the last beat, if a break or the end came since; None if it lives on
        self._wake = asyncio.Event()  # set if a question is urgent
        self._sure = asyncio.Event()  # set by each answer
        self._asking: asyncio.Task[None] | None = None

    # --- The database

    async def ask(self, tick: Ask) -> None:
        """Ask the database once. Raises StoreError."""
        asked = self._monotonic()
        at = await tick(int(self._life(asked) * 1000))
        answer = self._last = _Answer(asked, self._monotonic(), (at.ran + at.more) / 1000, at.wall / 1000)
        self.now()  # which notices a break while it was asked
        if self._seen is not None and asked < self._broken:
            self._wake.set()
            if answer.took > ACROSS_S:
                self._lived = 0.0
                return
            answer = answer.across()
        self._answers = [*(one for one in self._answers if one.agrees(answer)), answer][-KEPT:]
        self._best = min(self._answers, key=lambda one: one.took)
        self._lived = 0.0 if self._seen is None else None
        self._sure.set()
        if self._seen is None:
            self._ran = max(self._ran, answer.ran)
            self._heard = self._ticked = int(self._ran * 1000)

    def _life(self, asked: float) -> float:
        """Seconds for which this process has lived since its last beat; up to `GAP_S` more if it lives on, because it is asked just now."""
        if self._last is None:
            return 0.0
        lived = asked - max(self._last.asked, self._broken) + GAP_S if self._lived is None else self._lived
        return max(0.0, min(lived, LEASH_S))

    def follow(self, tick: Ask) -> None:
        """Ask the database again and again, until `end`."""
        self._asking = asyncio.create_task(self._follow(tick), name="beat")

    async def _follow(self, tick: Ask) -> None:
        while True:
            unsure = self._seen is not None and self._monotonic() - self._broken < UNSURE_S
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SOON_S if unsure else ASK_S):  # `wait_for` may swallow that the task is cancelled
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self.ask(tick)
            except StoreError as error:
                log.error("the database does not say what time it is: %s", error)

    async def end(self, tick: Ask) -> None:
        """Say for the last time how long this process has lived, and ask no more."""
        self.stop()
        if self._asking is not None:
            self._asking.cancel()
        with contextlib.suppress(StoreError, TimeoutError):
            await asyncio.wait_for(self.ask(tick), LAST_S)

    # --- The time

    def start(self) -> None:
        """See `Time`."""
        if self._seen is None:
            self._break_off(self._monotonic())
        super().start()

    def stop(self) -> None:
        """See `Time`."""
        self.now()
        self._live_until(self._seen)
        super().stop()

    def now(self) -> int:
        """Milliseconds during which some process lived on this store."""
        if self._seen is not None:
            at = self._monotonic()
            if at - self._seen >= GAP_S:
                self._live_until(self._seen)
                self._break_off(at)
            self._seen = at
            self._ran = max(self._ran, self._then(at))
        return int(self._ran * 1000)

    def _then(self, at: float) -> float:
        """Running time in seconds, as far as it is known, when the monotonic clock showed this."""
        if self._best is None or not self._answers:
            return self._ran
        return min(at, self._answers[-1].asked + LEASH_S) + self._best.offset

    @property
    def _waits(self) -> bool:
        """Whether it stands still until the database has answered."""
        return self._seen is not None and not (self._answers and self._monotonic() <= self._answers[-1].asked + LEASH_S)

    def arrived(self) -> int:
        """See `Time`."""
        at, read = self._arrival()
        if self._waits:
            return Undated.of(at, read, self)
        return at if self._seen is None else max(at, int(self._then(read) * 1000))

    async def dated(self, at: int) -> int:
        """The moment that `arrived` gave, once this clock is certain of it. Raises TimeoutError if it does not become so in time."""
        if not isinstance(at, Undated):
            return at
        async with asyncio.timeout(SURE_S):
            while self._waits:
                self._sure.clear()
                await self._sure.wait()
        self.now()
        return max(int(at), int(self._then(at.read) * 1000))

    def _live_until(self, seen: float | None) -> None:
        """This process has lived until this moment at least."""
        if seen is not None and self._last is not None and self._lived is None:
            self._lived = max(0.0, seen - self._last.answered)

    def _break_off(self, at: float) -> None:
        """A break ends at this moment."""
        self._broken = at
        self._answers = []
        self._wake.set()

    def wall(self) -> int:
        """Milliseconds since 1970, by the database's clock."""
        if self._best is None:
            return super().wall()
        return int((self._best.wall + self._monotonic() - (self._best.asked + self._best.answered) / 2) * 1000)
