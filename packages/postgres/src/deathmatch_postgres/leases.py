"""Work that one process at a time does. Its lease is short and is renewed, so if the process dies, another one soon goes on with it.

All leases of a process are renewed together, in one statement. One that stood still for longer than a lease may find that another process
has it; then both do the work, and the second answer changes nothing, because the log has one already.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import TypeAlias

from deathmatch.server.store.interface import Busy, StoreError
from deathmatch_postgres.sharing import Sharing

LEASED_MS = 1_000  # from one renewal; then another process may take it
RENEW_S = 0.3  # between two renewals
LOOK_S = 0.3  # between two looks whether the process in which a bot thinks has died
LOCKED_MS = 5_000  # a process that dies in the middle of a change holds up the others so long
TRIES_MS = 50
TRIES = 2 * LOCKED_MS // TRIES_MS

Renew: TypeAlias = Callable[[Sequence[str], int], Awaitable[object]]
"""Renews the leases of these names, if this process has them, for so many ms; raises StoreError."""


class Renewing:
    """The leases that a process renews.

    Args:
        renew: see there.
        task: the name of the task that does it.
    """

    def __init__(self, renew: Renew, task: str) -> None:
        self._renew = renew
        self._name = task
        self._until: dict[str, float] = {}
        self._task: asyncio.Task[None] | None = None

    def keep(self, name: str, longest_s: float) -> None:
        """Renew a lease that was just taken, until `let_go`, but no longer than this: work that never ends is given to another process."""
        self._until[name] = monotonic() + longest_s
        if self._task is None:
            self._task = asyncio.create_task(self._keep(), name=self._name)

    def let_go(self, name: str) -> None:
        """Renew it no more."""
        self._until.pop(name, None)
        if not self._until and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(RENEW_S)
            now = monotonic()
            names = [name for name, until in self._until.items() if until > now]
            if names:
                with suppress(StoreError):  # the next one is soon
                    await self._renew(names, LEASED_MS)


@asynccontextmanager
async def alone(sharing: Sharing, name: str) -> AsyncIterator[None]:
    """While no other process does the work of this name. Raises StoreError."""
    for _ in range(TRIES):
        if await sharing.lease(name, LOCKED_MS):
            break
        await asyncio.sleep(TRIES_MS / 1000)
    else:
        raise Busy(f"another process has kept {name} to itself for too long")
    try:
        yield
    finally:
        with suppress(StoreError):
            await sharing.release(name)


@asynccontextmanager
async def lease(sharing: Sharing, name: str, ms: int) -> AsyncIterator[bool]:
    """Take work for so long; gives False if another process has it. Raises StoreError."""
    taken = await sharing.lease(name, ms)
    try:
        yield taken
    finally:
        if taken:
            with suppress(StoreError):
                await sharing.release(name)


class TurnLeases:
    """The leases of all bots' turns in one process: the bot of a seat thinks in one process at a time.

    Args:
        sharing: of the store.
    """

    def __init__(self, sharing: Sharing) -> None:
        self._sharing = sharing
        self._renewing = Renewing(sharing.renew, "bot leases")

    @asynccontextmanager
    async def turn(self, name: str, seconds: float, wanted: Callable[[], bool]) -> AsyncIterator[bool]:
        """While no other process has the bot of this name think, for so long at most; gives whether its answer is still wanted then.

        The lease is not released: this process has it a moment longer, and most likely its bot answers the next question too.
        """
        free = True
        with suppress(StoreError):  # then both may think; one of them comes second
            while not await self._sharing.lease(name, LEASED_MS):
                await asyncio.sleep(LOOK_S)
                if not wanted():
                    free = False
                    break
            else:
                self._renewing.keep(name, seconds)
        try:
            yield free
        finally:
            self._renewing.let_go(name)
