"""The running time of many processes on one store: milliseconds during which some of them ran, by the database's clock.

Each process asks the database once a second, which also counts as a beat, and reckons the moments between from its own monotonic clock. So
a process whose wall clock is wrong changes nothing. The answer was made at some moment between question and arrival; of the last answers
the one counts that came fastest. If the database does not answer, time stands still after `LEASH_S`: perhaps no process can save anything,
and such a time is charged to nobody.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from deathmatch.server.store.interface import StoreError
from deathmatch.server.store.sharing import Tick
from deathmatch.server.times import ServerClock

log = logging.getLogger("deathmatch.lobby")

ASK_S = 1.0  # between two questions
LEASH_S = 2.0  # after an answer, without another one; less than `store.sharing.GAP_MS`, so that no process is ahead of the database
KEPT = 8  # answers
APART_S = 0.02  # a monotonic clock and the database's may drift apart by so much in `KEPT` questions


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

    def agrees(self, other: _Answer) -> bool:
        """Whether both may be right: no down-time of all lies between them, and no clock was set."""
        return abs(self.offset - other.offset) <= (self.took + other.took) / 2 + APART_S


class SharedClock(ServerClock):
    """The clock of one of many processes. It never goes back: if it is ahead of the database, it stands still until that has caught up.

    Args:
        monotonic: seconds that never go back.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        super().__init__(0, monotonic)
        self._answers: list[_Answer] = []
        self._best: _Answer | None = None
        self._asking: asyncio.Task[None] | None = None

    # --- The database

    async def ask(self, tick: Callable[[], Awaitable[Tick]]) -> None:
        """Ask the database once. Raises StoreError."""
        asked = self._monotonic()
        at = await tick()
        answer = _Answer(asked, self._monotonic(), at.ran / 1000, at.wall / 1000)
        self._answers = [*(one for one in self._answers if one.agrees(answer)), answer][-KEPT:]
        self._best = min(self._answers, key=lambda one: one.took)
        if self._seen is None:
            self._ran = max(self._ran, answer.ran)
            self._heard = self._ticked = int(self._ran * 1000)

    def follow(self, tick: Callable[[], Awaitable[Tick]]) -> None:
        """Ask the database again and again, until `end`."""
        self._asking = asyncio.create_task(self._follow(tick), name="beat")

    async def _follow(self, tick: Callable[[], Awaitable[Tick]]) -> None:
        while True:
            await asyncio.sleep(ASK_S)
            try:
                await self.ask(tick)
            except StoreError as error:
                log.error("the database does not say what time it is: %s", error)

    def end(self) -> None:
        """Ask no more."""
        if self._asking is not None:
            self._asking.cancel()

    # --- The time

    def now(self) -> int:
        """Milliseconds during which some process ran on this store."""
        if self._seen is not None:
            self._seen = self._monotonic()
            if self._best is not None:
                at = min(self._seen, self._answers[-1].answered + LEASH_S)
                self._ran = max(self._ran, at + self._best.offset)
        return int(self._ran * 1000)

    def wall(self) -> int:
        """Milliseconds since 1970, by the database's clock."""
        if self._best is None:
            return super().wall()
        return int((self._best.wall + self._monotonic() - (self._best.asked + self._best.answered) / 2) * 1000)
