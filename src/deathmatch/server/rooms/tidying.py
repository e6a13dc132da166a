"""Matches that nobody will begin any more, and finished ones that leave the public lists."""

from __future__ import annotations

from deathmatch.server.rooms.directory import Directory
from deathmatch.server.rooms.memory import Memory
from deathmatch.server.store.interface import Store
from deathmatch.server.table import entries

DAY_MS = 24 * 3600 * 1000


async def tidy(store: Store, memory: Memory, directory: Directory, now: int, days: int) -> int:
    """Forget the matches that have never begun although the server has run for so many days since they were set up.

    The wall clock does not count: somebody may set it, and nobody can sit down while no server runs. A match that somebody looks at
    stays.

    Returns: how many. Raises StoreError.
    """
    await store.beat(now)  # the time counts although no clock runs
    oldest = now - days * DAY_MS
    dropped = 0
    for match, first in await store.unbegun():
        if not memory.visited(match) and entries.made_at(first) < oldest and await store.drop(match):
            directory.keep(match, b"")
            dropped += 1
    if surplus := directory.superfluous():
        await store.unlist(surplus)
    return dropped
