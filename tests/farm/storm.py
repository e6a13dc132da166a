"""Matches that go on through faults: who plays, and how long it takes after each fault until everybody plays on."""

from __future__ import annotations

import asyncio
import contextlib
import math
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx

from tests.farm.faults import FAULTS, Place
from tests.farm.guests import Table, set_up

GOES_ON_S = 5.0  # after each fault
LOST_S = 15.0  # after which nobody waits any more, and the storm ends
LOOK_S = 0.02
REQUEST_S = 1.5


@dataclass
class Crowd:
    """Tables that are played at the same time; once a match is over, another one of another variant begins.

    Attributes:
        bot: plays the second seat of every other table; none if empty.
        tables: all of them, old ones too.
    """

    address: str
    variants: Sequence[str]
    pause: float
    bot: str = ""
    tables: list[Table] = field(default_factory=list)
    _made: int = 0

    async def keep(self) -> None:
        """One table after the other."""
        async with httpx.AsyncClient(base_url=f"http://{self.address}", timeout=REQUEST_S) as client:
            while True:
                self._made += 1
                variant, bot = self.variants[self._made % len(self.variants)], self.bot if len(self.tables) % 2 else ""
                table = await set_up(client, variant, self._made, pause=self.pause, bot=bot)
                self.tables.append(table)
                await table.play(self.address)

    def stuck(self, since: float, among: Sequence[Table]) -> list[Table]:
        """The tables at which nobody got an acknowledgement for anything that was sent after this moment."""
        return [table for table in among if not table.over and not any(ack.sent >= since for ack in table.history.acks[-4:])]


@dataclass
class Report:
    """How long it took after each fault until play went on at every table, in seconds.

    Attributes:
        took: by the kind of the fault.
        calm: the same just before each fault, without one: it is the time that players need on this machine.
        late: the faults after which it took more than `GOES_ON_S` longer than that, each as words.
    """

    took: dict[str, list[float]] = field(default_factory=dict)
    calm: list[float] = field(default_factory=list)
    late: list[str] = field(default_factory=list)

    def add(self, kind: str, seconds: float) -> None:
        """One more fault."""
        self.took.setdefault(kind, []).append(seconds)
        if seconds - self.calm[-1] > GOES_ON_S:
            self.late.append(f"{kind}: {seconds:.1f} s, and {self.calm[-1]:.1f} s without a fault")

    def words(self) -> str:
        """A line for each kind."""
        lines = []
        for kind, took in [("no fault", self.calm), *sorted(self.took.items())]:
            took = sorted(took)
            late = sum(seconds > GOES_ON_S for seconds in took)
            nine = took[math.ceil(0.9 * len(took)) - 1]
            lines.append(
                f"{kind:22} {len(took):4} times, play went on after {statistics.median(took):5.2f} s (median), {nine:5.2f} s (90 of 100), "
                f"{took[-1]:5.2f} s (longest), {late} times after {GOES_ON_S:.0f} s"
            )
        return "\n".join(lines)


async def plays_on(crowd: Crowd, since: float, among: Sequence[Table]) -> float:
    """Wait until it does; returns how long after the moment that was."""
    while crowd.stuck(since, among) and time.monotonic() - since < LOST_S:  # noqa: ASYNC110 - many events of many guests
        await asyncio.sleep(LOOK_S)
    return time.monotonic() - since


async def storm(place: Place, crowd: Crowd, tables: int, kinds: Sequence[str], between_s: float) -> Report:
    """Have these faults come over so many tables, one after the other."""
    report = Report()
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(crowd.keep()) for _ in range(tables)]
        async with asyncio.timeout(LOST_S * 4):
            while len(crowd.tables) < tables or not all(table.history.acks for table in crowd.tables[:tables]):  # noqa: ASYNC110
                await asyncio.sleep(LOOK_S)
        for kind in kinds:
            fault, among = FAULTS[kind], [table for table in crowd.tables if not table.over and table.history.acks]
            report.calm.append(await plays_on(crowd, time.monotonic(), among))
            began = time.monotonic()
            async with fault.harm(place):
                if fault.at_once:
                    report.add(kind, await plays_on(crowd, began, among))
            if not fault.at_once:
                report.add(kind, await plays_on(crowd, time.monotonic(), among))
            if report.took[kind][-1] >= LOST_S:
                break
            await asyncio.sleep(between_s * place.chance.random())
        for task in playing:
            task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(*playing)
    return report
