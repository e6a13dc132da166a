"""Seasons that other processes change as well. A change waits for those of other processes, and is decided on the season after them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

from deathmatch.server import tokens
from deathmatch.server.rooms.season_access import Live
from deathmatch.server.rooms.seasons import AGAIN_MS
from deathmatch.server.seasons import decide
from deathmatch.server.seasons.entries import decode
from deathmatch.server.seasons.season import fold
from deathmatch.server.store.interface import Store
from deathmatch.server.times import Time
from deathmatch_postgres.leases import alone
from deathmatch_postgres.sharing import Sharing


class SeasonNews:
    """The part that other processes have in the seasons of a server.

    Args:
        store, sharing, time: of the server.
        live: the seasons in memory.
        spawn: has work done in a task of its own.
        look: files what ended unfiled in a season.
    """

    def __init__(
        self,
        store: Store,
        sharing: Sharing,
        time: Time,
        live: Mapping[str, Live],
        spawn: Callable[[Awaitable[None]], None],
        look: Callable[[str], Awaitable[None]],
    ) -> None:
        self._store = store
        self._sharing = sharing
        self._time = time
        self._live = live
        self._spawn = spawn
        self._look = look

    # --- Others

    def news(self, log_id: str, count: int) -> None:
        """Another process has written to the log of a season, which has so many entries now."""
        live = self._live.get(log_id.removeprefix(tokens.SEASON))
        if live is not None and count > live.season.count:
            self._spawn(self._refresh(live, count))

    def rewritten(self, log_id: str) -> None:
        """Another process has rewritten the log of a season."""
        live = self._live.get(log_id.removeprefix(tokens.SEASON))
        if live is not None:
            self._spawn(self._anew(live))

    def missed(self) -> None:
        """Anything may have changed."""
        for live in self._live.values():
            self._spawn(self._anew(live))

    def due(self, name: str) -> None:
        """A season may have tables that ended unfiled."""
        self._spawn(self._see_to(name))

    async def _see_to(self, name: str) -> None:
        await self._store.set_due(tokens.season_log(name), self._time.now() + AGAIN_MS)
        await self._look(name)

    async def _refresh(self, live: Live, count: int) -> None:
        async with live.lock:
            if count > live.season.count:
                await self._fold(live)

    async def _anew(self, live: Live) -> None:
        async with live.lock:
            name = live.season.id
            stored = await self._store.load(tokens.season_log(name))
            if stored:
                live.season = await asyncio.to_thread(fold, name, [decode(body) for body in stored])
                live.known, live.tables = None, []

    async def _fold(self, live: Live) -> None:
        """Add the entries of other processes. The caller holds the lock."""
        stored = await self._store.load(tokens.season_log(live.season.id), live.season.count)
        if stored:
            live.season = await asyncio.to_thread(decide.folded, live.season, [decode(body) for body in stored])

    # --- This process

    @contextlib.asynccontextmanager
    async def changing(self, live: Live) -> AsyncIterator[None]:
        """While this process alone changes a season, which is as it is on disk. Raises StoreError."""
        async with live.lock, alone(self._sharing, f"season {live.season.id}"):
            await self._fold(live)
            yield
