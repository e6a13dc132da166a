"""Matches that go on through faults: who plays, and how long it takes after each fault until everybody plays on."""

from __future__ import annotations

import asyncio
import contextlib
import math
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import httpx

from deathmatch.server.vault import key_of
from deathmatch_postgres.database.store import open_postgres
from packages.postgres.tests.farm.faults import FAULTS, Place
from packages.postgres.tests.farm.guests import Table, ask, set_up
from packages.postgres.tests.farm.histories import Span, Verdict, judge
from packages.postgres.tests.farm.proxy import Proxy

GOES_ON_S = 5.0  # after each fault
LOST_S = 60.0  # after which nobody waits any more, and the storm ends; a machine with much other work took 15 s without a fault
START_S = 120.0  # until all tables play
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


class Took(NamedTuple):
    """How long it took until play went on, in seconds.

    Attributes:
        seconds: by the clock.
        waited: for how many of them the server that waited longest for a processor did so.
    """

    seconds: float
    waited: float


@dataclass
class Report:
    """How long it took after each fault until play went on at every table, in seconds.

    Attributes:
        took: by the kind of the fault.
        calm: the same just before each fault, without one: it is the time that players need on this machine.
        late: the faults after which it took more than `GOES_ON_S` longer than that, and more than the wait for a processor, each as words.
        stuck: what was seen of each table that did not go on for `GOES_ON_S`.
    """

    took: dict[str, list[float]] = field(default_factory=dict)
    calm: list[float] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)

    def add(self, kind: str, took: Took) -> None:
        """One more fault."""
        self.took.setdefault(kind, []).append(took.seconds)
        if took.seconds - max(self.calm[-1], took.waited) > GOES_ON_S:
            words = f"and {self.calm[-1]:.1f} s without a fault; a server waited {took.waited:.1f} s for a processor"
            self.late.append(f"{kind}: {took.seconds:.1f} s, {words}")

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
        return "\n".join([*lines, *self.stuck])


def waits(place: Place) -> dict[int, float]:
    """For how many seconds the event loop of each server that runs could have run, and the kernel ran something else."""
    found = {}
    for number, pid in place.farm.pids.items():
        with contextlib.suppress(OSError):
            found[number] = int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    return found


def waited(place: Place, before: Mapping[int, float]) -> dict[int, float]:
    """The same since a moment. A server that has started since has waited since its start."""
    return {
        number: round(max(0.0, now - before.get(number, 0.0) if now >= before.get(number, 0.0) else now), 2)
        for number, now in waits(place).items()
    }


def seen_of(place: Place, stuck: Sequence[Table], before: Mapping[int, float]) -> list[str]:
    """Where the guests of tables that do not go on stand, and for how long the servers waited for a processor since `before`."""
    load = Path("/proc/loadavg").read_text().split()[0]
    lines = [
        f"  load {load}; seconds in which servers waited for a processor: {waited(place, before)}; workers {sorted(place.farm.working)}"
    ]
    for table in stuck:
        guests = "; ".join(guest.words(place.proxy.on) for guest in table.guests)
        lines.append(f"  {table.history.variant} {table.history.match}, {len(table.history.acks)} acknowledgements: {guests}")
    return lines


async def plays_on(place: Place, report: Report, crowd: Crowd, since: float, among: Sequence[Table], what: str) -> Took:
    """Wait until it does. One that takes long is looked at once."""
    before, looked = waits(place), False
    while (stuck := crowd.stuck(since, among)) and (took := time.monotonic() - since) < LOST_S:
        if took > GOES_ON_S and not looked:
            looked = True
            report.stuck += [f"{what}: stuck", *seen_of(place, stuck, before)]
        await asyncio.sleep(LOOK_S)
    return Took(time.monotonic() - since, max(waited(place, before).values(), default=0.0))


async def storm(place: Place, crowd: Crowd, tables: int, kinds: Sequence[str], between_s: float) -> Report:
    """Have these faults come over so many tables, one after the other."""
    report = Report()
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(crowd.keep()) for _ in range(tables)]
        async with asyncio.timeout(START_S):
            while len(crowd.tables) < tables or not all(table.history.acks for table in crowd.tables[:tables]):  # noqa: ASYNC110
                await asyncio.sleep(LOOK_S)
        for kind in kinds:
            fault, among = FAULTS[kind], [table for table in crowd.tables if not table.over and table.history.acks]
            report.calm.append((await plays_on(place, report, crowd, time.monotonic(), among, f"before {kind}")).seconds)
            began = time.monotonic()
            async with fault.harm(place):
                if fault.at_once:
                    report.add(kind, await plays_on(place, report, crowd, began, among, kind))
            if not fault.at_once:
                report.add(kind, await plays_on(place, report, crowd, time.monotonic(), among, kind))
            if report.took[kind][-1] >= LOST_S:
                break
            await asyncio.sleep(between_s * place.chance.random())
        for task in playing:
            task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(*playing)
    return report


async def verdict_on(tables: Sequence[Table], store: str, folder: Path, address: str, downs: Sequence[Span] = ()) -> Verdict:
    """The verdict on all these matches, which are over; their records are those of the referee, byte by byte."""
    found = Verdict()
    kept = await open_postgres(store)
    try:
        vault = key_of(folder, await kept.mark())
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=10) as client:
            for table in tables:
                log = await kept.load(table.history.match)
                assert log is not None
                verdict, truth = await judge(table.history, log, vault, downs)
                found.add(verdict)
                if truth is None or not truth.over:
                    continue
                for _ in range(3):  # each time from another server
                    record = (await ask(client, "GET", f"/api/matches/{table.history.match}/record")).text
                    found.expect(record == truth.record, f"{table.history.variant}: the record is not the referee's")
    finally:
        await kept.close()
    return found


def apart(table: Table, proxy: Proxy) -> bool:
    """Whether the two seats of a table, of people both, were on different servers."""
    went = [set(proxy.went[f"/ws{player.path}"]) for player in table.players]
    return len(went) == 2 and went[0] != went[1]
