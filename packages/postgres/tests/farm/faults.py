"""The faults of the storm (test_storm.py), as a table: each is a context that does the harm when it is entered, and mends it at its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path

from packages.postgres.tests.clusters import Cluster
from packages.postgres.tests.farm.disks import fill, free
from packages.postgres.tests.farm.histories import Span
from packages.postgres.tests.farm.proxy import Proxy
from packages.postgres.tests.farm.servers import Farm

GAP_S = (0.5, 4.0)  # from the shortest to the longest time without any server; none of it is charged to anybody


@dataclass
class Place:
    """Everything that can be harmed.

    Attributes:
        disk: of the database; None if no disk could be mounted.
        data_disk: of the servers' data folder, likewise.
        pause_s: how long a server that is stopped stands still.
        downs: the times in which no server could answer.
    """

    farm: Farm
    proxy: Proxy
    cluster: Cluster
    chance: random.Random
    disk: Path | None = None
    data_disk: Path | None = None
    pause_s: float = 10.0
    downs: list[Span] = field(default_factory=list)

    def gap(self) -> float:
        """For how long no server can answer, in seconds."""
        return self.chance.uniform(*GAP_S)

    def any_worker(self) -> int:
        """The number of a worker that runs."""
        return self.chance.choice(sorted(self.farm.working))

    def any_server(self) -> int:
        """The number of a server that runs."""
        return self.chance.choice(sorted(self.farm.pids))


Harm = Callable[[Place], AbstractAsyncContextManager[None]]


@dataclass(frozen=True)
class Fault:
    """A kind of fault.

    Attributes:
        harm: the context.
        at_once: whether play goes on while the harm lasts; else once it is mended.
        needs_disk: whether it needs a disk that can be filled.
    """

    harm: Harm
    at_once: bool = True
    needs_disk: bool = False


@contextlib.asynccontextmanager
async def kill_a_server(place: Place) -> AsyncIterator[None]:
    """Kill -9, and another one starts in its place."""
    number = place.any_server()
    place.farm.end(number)
    place.farm.start(number)
    yield
    await place.farm.ready(number)


@contextlib.asynccontextmanager
async def kill_a_worker(place: Place) -> AsyncIterator[None]:
    """Kill -9, and another one starts in its place. The questions that it had are answered by others."""
    number = place.any_worker()
    place.farm.end_worker(number)
    place.farm.start_worker(number)
    yield


@contextlib.asynccontextmanager
async def _stopped(place: Place, pid: int) -> AsyncIterator[None]:
    """This process stands still for a while."""
    os.kill(pid, signal.SIGSTOP)
    since = time.monotonic()
    try:
        yield
        await asyncio.sleep(max(0.0, since + place.pause_s - time.monotonic()))
    finally:
        os.kill(pid, signal.SIGCONT)


@contextlib.asynccontextmanager
async def stop_a_worker(place: Place) -> AsyncIterator[None]:
    """SIGSTOP, and on after a while. The questions that it had are answered by others, and its own answers come too late."""
    async with _stopped(place, place.farm.working[place.any_worker()]):
        yield


@contextlib.asynccontextmanager
async def end_a_server(place: Place) -> AsyncIterator[None]:
    """SIGTERM, as in an upgrade; it ends in order, and another one starts in its place."""
    number = place.any_server()
    place.farm.send(number, signal.SIGTERM)
    yield
    assert await asyncio.to_thread(place.farm.end, number, signal.SIGTERM) == 0
    place.farm.start(number)
    await place.farm.ready(number)


@contextlib.asynccontextmanager
async def kill_all_servers(place: Place) -> AsyncIterator[None]:
    """Kill -9 all of them, and start them again after a while that is charged to nobody."""
    numbers = sorted(place.farm.pids)
    for number in numbers:
        place.farm.end(number)
    since = time.monotonic()
    yield
    await asyncio.sleep(place.gap())
    place.downs.append((since, time.monotonic()))
    for number in numbers:
        place.farm.start(number)
    await place.farm.ready()


@contextlib.asynccontextmanager
async def stop_a_server(place: Place) -> AsyncIterator[None]:
    """SIGSTOP, and on after a while; its connections stay open, and it takes new ones without an answer."""
    async with _stopped(place, place.farm.pids[place.any_server()]):
        yield


@contextlib.asynccontextmanager
async def stop_all_servers(place: Place) -> AsyncIterator[None]:
    """SIGSTOP all of them, and on after a while that is charged to nobody."""
    for number in place.farm.pids:
        place.farm.send(number, signal.SIGSTOP)
    since = time.monotonic()
    try:
        yield
        await asyncio.sleep(place.gap())
        place.downs.append((since, time.monotonic()))
    finally:
        for number in place.farm.pids:
            place.farm.send(number, signal.SIGCONT)


@contextlib.asynccontextmanager
async def kill_the_database(place: Place) -> AsyncIterator[None]:
    """Kill -9 all of its processes, and start it again."""
    await asyncio.to_thread(place.cluster.kill)
    await asyncio.to_thread(place.cluster.start)
    yield


@contextlib.asynccontextmanager
async def cut_connections(place: Place) -> AsyncIterator[None]:
    """Break all connections of guests, or some."""
    place.proxy.cut(place.chance.randint(1, 3))
    yield


@contextlib.asynccontextmanager
async def sever_the_database(place: Place) -> AsyncIterator[None]:
    """Break all connections of the servers to the database."""
    sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'deathmatch'"
    await asyncio.to_thread(place.cluster.execute, sql)
    yield


@contextlib.asynccontextmanager
async def fill_the_database(place: Place) -> AsyncIterator[None]:
    """Its disk is full for a while. PostgreSQL may end by that; somebody starts it again once there is room."""
    assert place.disk is not None
    await asyncio.to_thread(fill, place.disk)
    try:
        yield
        await asyncio.sleep(place.pause_s)
    finally:
        await asyncio.to_thread(free, place.disk)
        await asyncio.to_thread(place.cluster.revive)


@contextlib.asynccontextmanager
async def fill_the_data_folder(place: Place) -> AsyncIterator[None]:
    """The disk of the servers' data folder is full for a while, and one of them has to start meanwhile."""
    assert place.data_disk is not None
    await asyncio.to_thread(fill, place.data_disk)
    try:
        async with kill_a_server(place):
            yield
    finally:
        await asyncio.to_thread(free, place.data_disk)


FAULTS: Mapping[str, Fault] = {
    "kill a server": Fault(kill_a_server),
    "end a server": Fault(end_a_server),
    "stop a server": Fault(stop_a_server),
    "kill a worker": Fault(kill_a_worker),
    "stop a worker": Fault(stop_a_worker),
    "kill the database": Fault(kill_the_database),
    "cut connections": Fault(cut_connections),
    "sever the database": Fault(sever_the_database),
    "kill all servers": Fault(kill_all_servers, at_once=False),
    "stop all servers": Fault(stop_all_servers, at_once=False),
    "fill the database": Fault(fill_the_database, at_once=False, needs_disk=True),
    "fill the data folder": Fault(fill_the_data_folder, needs_disk=True),
}
"""Every kind by its name. A new kind is a context and a line here; it comes up in the storm by itself."""


def series(counts: Mapping[str, int], chance: random.Random) -> Sequence[str]:
    """So many faults of each kind in any order."""
    names = [name for name, count in counts.items() for _ in range(count)]
    chance.shuffle(names)
    return names


def able(name: str, *, disks: bool) -> str:
    """This kind of fault; without disks, connections are cut instead of one that needs them."""
    return name if disks or not FAULTS[name].needs_disk else "cut connections"
