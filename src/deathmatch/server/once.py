"""Things that are good once: each is remembered until it is too old anyway, by all processes that share the store."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from deathmatch.server.store.sharing import Sharing

MOST = 10_000  # in memory; beyond it nothing is good until some are too old


class Once:
    """The names that have been used up.

    Args:
        sharing: of the store, if processes share it: the names are rows there. Otherwise they are in memory.
        clock: in seconds, for those in memory.

    Attributes:
        scope: seal it into things whose names are only in memory, so that none from before the start of this process is good.
    """

    def __init__(self, sharing: Sharing | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._sharing = sharing
        self._clock = clock
        self._used: dict[str, float] = {}  # name -> until when
        self.scope = "" if sharing is not None else secrets.token_hex(8)

    async def first(self, name: str, ms: int) -> bool:
        """Whether this is the first use of a name, which is too old in `ms` at the latest; raises StoreError."""
        if self._sharing is not None:
            return await self._sharing.once(name, ms)
        now = self._clock()
        if len(self._used) >= MOST:
            self._used = {used: until for used, until in self._used.items() if until > now}
        if self._used.get(name, now) > now or len(self._used) >= MOST:
            return False
        self._used[name] = now + ms / 1000
        return True
