"""Servers whose bots think elsewhere, and workers in the process of the test."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from deathmatch.server import remote
from deathmatch.server.remote import RemoteThinkers
from deathmatch.server.rooms.turns import Turns
from deathmatch.server.vault import Vault
from deathmatch.server.working import Worker
from tests.server.kit import VAULT, Dummy, FakeTime, World, kill
from tests.server.many import server, store_of
from tests.server.shared_store import Database, MemoryWork

KEY = Vault(VAULT.workers)


@contextlib.asynccontextmanager
async def remote_server() -> AsyncIterator[World]:
    """A server without bots; its store is shared."""
    time_ = FakeTime(10_000)
    database = Database(time_.now)
    w = await server(database, time_)
    thinkers = RemoteThinkers(store_of(w), KEY)
    w.lobby.memory._turns = Turns(thinkers, remote.AT_ONCE, thinkers)
    w.lobby.reviews._reviewer = thinkers
    assert w.lobby.hearing is not None
    w.lobby.hearing.answer = thinkers.heard
    try:
        yield w
    finally:
        await kill(w.lobby)


@contextlib.asynccontextmanager
async def worker(w: World, thinker: Dummy, places: int = 1) -> AsyncIterator[asyncio.Task[None]]:
    """A worker in this process."""
    ending = asyncio.Event()
    task = asyncio.create_task(Worker(MemoryWork(store_of(w).database), KEY, thinker, thinker, places).run(ending))
    try:
        yield task
    finally:
        ending.set()
        if thinker.gate is not None:
            thinker.gate.set()
        await asyncio.gather(task, return_exceptions=True)


async def until(holds: Callable[[], object]) -> None:
    """Wait until it holds."""
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110 - another task makes it so
            await asyncio.sleep(0)
