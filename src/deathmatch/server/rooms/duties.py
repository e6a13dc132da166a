"""Matches that are due and that no process sees to, if many processes share a store: any of them takes such a match from the store.

A process that holds a match in memory sees to it in time. So a row is taken only `UNSEEN_MS` after its moment. Two that see to
the same match harm nothing: the second one meets the conflict, and folds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from deathmatch.server.store.interface import StoreError
from deathmatch.server.store.sharing import Sharing
from deathmatch.server.times import Slices, Time, Timer

log = logging.getLogger("deathmatch.lobby")

GRACE_MS = 1_500
"""Between a deadline and its time-out: 500 ms are the most that a slow connection at another process gives back (`line.MOST_MS`), and in a
second the slowest submission that is still acknowledged gets on disk (docs/notes/many-servers.md)."""

UNSEEN_MS = GRACE_MS + 1_000  # after its moment a row is taken: the process that holds the match has had time to see to it
LOOK_MS = 1_000  # between two looks
TAKEN_MS = 10_000  # nobody else takes a row so long; if its process dies, another one takes it then
AT_ONCE = 50  # rows of one look


class Duties:
    """Takes the matches that are due and sees to them, one after the other.

    Args:
        sharing, time: of the server.
        see_to: loads a match, whose room does the rest, or a season.
    """

    def __init__(self, sharing: Sharing, time: Time, see_to: Callable[[str], Awaitable[None]]) -> None:
        self._sharing = sharing
        self._time = time
        self._see_to: Callable[[str], Awaitable[None]] | None = see_to
        self._alarm: Timer | None = None
        self._task: asyncio.Task[None] | None = None

    def open(self, wait: int) -> None:
        """Look for the first time so much later, and then again and again."""
        if self._see_to is not None:
            self._alarm = self._time.later(wait, self._look)

    def close(self) -> None:
        """Take no more."""
        self._see_to = None
        if self._alarm is not None:
            self._alarm.cancel()
        if self._task is not None:
            self._task.cancel()

    def _look(self) -> None:
        self._task = asyncio.create_task(self._take(), name="calendar")

    async def _take(self) -> None:
        slices = Slices()
        try:
            for name in await self._sharing.take_due(self._time.now() - UNSEEN_MS, TAKEN_MS, AT_ONCE):
                if self._see_to is not None:
                    await self._see_to(name)
                await slices.turn()
        except StoreError as error:
            log.error("the matches that are due cannot be read now: %s", error)
        finally:
            self._task = None
            self.open(LOOK_MS)
