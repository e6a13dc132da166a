"""Several servers of this process on one PostgreSQL, for tests: they share the time that the test turns, and hear each other's news."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

from deathmatch.server.rooms.errands import Reviews
from deathmatch.server.rooms.lobby import Lobby
from deathmatch.server.rooms.turns import Turns
from deathmatch.server.settings import Settings
from deathmatch_postgres.database.store import open_postgres
from deathmatch_postgres.processes import ManyProcesses
from packages.postgres.tests.many import WORDS
from tests.limits import OPEN
from tests.server.kit import HOUR_MS, VAULT, Dummy, FakeTime, World, bots, find, kill


@contextlib.asynccontextmanager
async def servers_on(database: str, count: int = 2) -> AsyncIterator[list[World]]:
    """So many servers on one database."""
    time = FakeTime(10_000)
    async with contextlib.AsyncExitStack() as stack:
        made: list[World] = []
        for _ in range(count):
            store, thinker = await open_postgres(database), Dummy()
            stack.push_async_callback(store.close)
            settings = Settings(Path("nowhere"), OPEN, beat_ms=HOUR_MS)
            turns, others = Turns(thinker, 1), ManyProcesses(store)
            lobby = Lobby(settings, store, time, find, bots, turns, WORDS, Reviews(thinker), VAULT, others=others)
            await lobby.open()
            made.append(World(lobby, time, cast("Any", store), thinker))
        try:
            yield made
        finally:
            await kill(made[0].lobby)
