"""Short leases that are renewed while their work goes on: if a process dies, another one soon goes on with it.

All leases of a process are renewed together, in one statement. One that stood still for longer than a lease may find that another process
has it; then both do the work, and the second answer changes nothing, because the log has one already.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import TypeAlias

from deathmatch.server.store.interface import StoreError

LEASED_MS = 1_000  # from one renewal; then another process may take it
RENEW_S = 0.3  # between two renewals

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
