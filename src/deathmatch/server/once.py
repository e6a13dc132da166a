"""Things that are good once: each is remembered until it is too old anyway."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

MOST = 10_000  # in memory; beyond it nothing is good until some are too old


class Once:
    """The names that have been used up, in the memory of this process.

    Args:
        clock: in seconds.

    Attributes:
        scope: seal it into things whose names are only in memory, so that none from before the start of this process is good.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: dict[str, float] = {}  # name -> until when
        self.scope = secrets.token_hex(8)

    async def first(self, name: str, ms: int) -> bool:
        """Whether this is the first use of a name, which is too old in `ms` at the latest; raises StoreError."""
        now = self._clock()
        if len(self._used) >= MOST:
            self._used = {used: until for used, until in self._used.items() if until > now}
        if self._used.get(name, now) > now or len(self._used) >= MOST:
            return False
        self._used[name] = now + ms / 1000
        return True
