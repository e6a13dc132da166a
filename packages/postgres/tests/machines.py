"""Processes that share the clock of a database, all of whose time the test turns."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field

from deathmatch.server.store.interface import StoreError
from deathmatch.server.times import GAP_S
from deathmatch_postgres.shared_time import ASK_S, LEASH_S, SOON_S, UNSURE_S, SharedClock
from deathmatch_postgres.sharing import Tick
from packages.postgres.tests.shared_store import Database, SharedStore

LOOK_MS = 50  # between two looks of a process at its clock
GAP_MS, LEASH_MS = int(GAP_S * 1000), int(LEASH_S * 1000)
NEAR_MS = 25  # what is known so exactly that only rounding and drift are in it


@dataclass
class Machine:
    """Where processes and their database run.

    Attributes:
        real: the real time, in ms.
        away: whether the database does not answer.
    """

    real: int = 0
    away: bool = False
    processes: list[Process] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.base = Database(lambda: self.real)

    def process(self, began: float = 0.0, drift: float = 0.0) -> Process:
        """A process that has not started yet."""
        made = Process(self, self.base.server(), began, drift)
        self.processes.append(made)
        return made

    async def start(self, **more: float) -> Process:
        """A process that can answer at once."""
        made = self.process(**more)
        await made.load()
        made.clock.start()
        await made.ask()
        return made

    def pass_by(self, ms: int) -> None:
        """So much time passes; all processes that live look at their clocks meanwhile."""
        end = self.real + ms
        while self.real < end:
            self.real = min(end, self.real + LOOK_MS)
            for one in self.processes:
                one.look()

    async def go_on(self, ms: int) -> None:
        """So much time passes at least; processes that live ask the database when they should."""
        end = self.real + ms
        while self.real < end:
            self.pass_by(min(LOOK_MS, end - self.real))
            for one in self.processes:
                if one.lives and not one.silent and self.real >= one.next_ms:
                    await one.ask()


@dataclass
class Process:
    """A process with a monotonic clock of its own, which began anywhere and may drift.

    Attributes:
        store: its connection.
        began: what its clock showed at 0.
        drift: seconds too many in a second.
        there, back: how long a question and its answer are under way, in ms.
        stopped: whether it stands still.
        ended: whether it has been killed.
        next_ms: when it asks the database again.
        silent: whether its questions do not get through.
        lived: from when until when it lived, without short times in which it stood still.
    """

    machine: Machine
    store: SharedStore
    began: float = 0.0
    drift: float = 0.0
    there: int = 0
    back: int = 0
    stopped: bool = False
    ended: bool = False
    next_ms: float = 0
    silent: bool = False
    lived: list[tuple[int, int]] = field(default_factory=list)
    _since: int = 0
    _last: int = 0
    _seen: int = 0

    def __post_init__(self) -> None:
        self.clock = SharedClock(self.monotonic)

    @property
    def lives(self) -> bool:
        """Whether it can answer."""
        return not self.stopped and not self.ended

    def monotonic(self) -> float:
        return self.began + self.machine.real / 1000 * (1 + self.drift)

    async def tick(self, lived: int) -> Tick:
        self.machine.pass_by(self.there)
        if self.machine.away:
            raise StoreError("the connection was lost")
        answer = await self.store.tick(lived)
        self.machine.pass_by(self.back)
        return answer

    async def load(self) -> None:
        """It asks before it starts."""
        await self.clock.ask(self.tick)
        self._since = self._last = self.machine.real

    async def ask(self) -> None:
        """It asks as it should."""
        with contextlib.suppress(StoreError):
            await self.clock.ask(self.tick)
        self.next_ms = self.machine.real + 1000 * (SOON_S if self.machine.real - self._since < UNSURE_S * 1000 else ASK_S)

    def look(self) -> None:
        """It looks at its clock, if it lives, and never finds it earlier than before."""
        if not self.lives:
            return
        if self.machine.real - self._last >= GAP_MS:
            self.lived.append((self._since, self._last))
            self._since, self.next_ms = self.machine.real, 0
        self._last = self.machine.real
        seen = self.clock.now()
        assert seen >= self._seen, "it went back"
        self._seen = seen
        if self.clock._seen is not None:
            self.clock._mark()

    def kill(self) -> None:
        """It is no more."""
        if not self.ended:
            self.lived.append((self._since, self._last))
            self.store.die()
        self.ended = True

    def life(self) -> list[tuple[int, int]]:
        """When it lived until now."""
        return self.lived if self.ended else [*self.lived, (self._since, self._last)]
