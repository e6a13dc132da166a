"""Servers whose bots think elsewhere, and workers in the process of the test."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from deathmatch.server.rooms.turns import Turns
from deathmatch.server.vault import Vault
from deathmatch_postgres import remote
from deathmatch_postgres.remote import RemoteThinkers
from deathmatch_postgres.worker import Worker
from packages.postgres.tests.many import hearing_of, server, store_of
from packages.postgres.tests.shared_store import Database, MemoryWork
from tests.server.kit import VAULT, Dummy, FakeTime, World, kill

KEY = Vault(VAULT.workers)


@contextlib.asynccontextmanager
async def remote_server() -> AsyncIterator[World]:
    """A server without bots; its store is shared."""
    time_ = FakeTime(10_000)
    database = Database(time_.now)
    w = await server(database, time_)
    thinkers = RemoteThinkers(store_of(w), KEY)
    w.lobby.rooms._turns = Turns(thinkers, remote.AT_ONCE, thinkers)
    w.lobby.reviews.reviewer = thinkers
    hearing_of(w).thinkers = thinkers
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
