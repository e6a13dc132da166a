"""Work that one process at a time does, if many share a store."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from deathmatch.server.store.interface import Busy, StoreError
from deathmatch.server.store.sharing import Sharing

LOCKED_MS = 5_000  # a process that dies in the middle holds up the others so long
TRIES_MS = 50
TRIES = 2 * LOCKED_MS // TRIES_MS


@contextlib.asynccontextmanager
async def alone(sharing: Sharing | None, name: str) -> AsyncIterator[None]:
    """While no other process does the work of this name; at once if this one has the store for itself. Raises StoreError.

    The tasks of one process have to keep out of each other's way by themselves.
    """
    if sharing is None:
        yield
        return
    for _ in range(TRIES):
        if await sharing.lease(name, LOCKED_MS):
            break
        await asyncio.sleep(TRIES_MS / 1000)
    else:
        raise Busy(f"another process has kept {name} to itself for too long")
    try:
        yield
    finally:
        with contextlib.suppress(StoreError):
            await sharing.release(name)
