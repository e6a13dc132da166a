"""Matches that are due and that no process sees to: any process takes such a match from the store.

A process that holds a match in memory sees to it in time. So a row is taken only `UNSEEN_MS` after its moment. Two that see to
the same match harm nothing: the second one meets the conflict, and folds.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable

from deathmatch.server.rooms.calendar import FIRST_MS, Calendar
from deathmatch.server.store.interface import StoreError
from deathmatch.server.times import Slices, Time
from deathmatch_postgres.sharing import Sharing

log = logging.getLogger("deathmatch.lobby")

GRACE_MS = 1_500
"""Between a deadline and its time-out: 500 ms are the most that a slow connection at another process gives back (`times.MOST_MS`), and in a
second the slowest submission that is still acknowledged gets on disk (docs/many-servers.md)."""

UNSEEN_MS = GRACE_MS + 1_000  # after its moment a row is taken: the process that holds the match has had time to see to it
LOOK_MS = 1_000  # between two looks
TAKEN_MS = 10_000  # nobody else takes a row so long; if its process dies, another one takes it then
AT_ONCE = 50  # rows of one look


class Duties(Calendar):
    """Takes the matches that are due from the store and sees to them, one after the other; nothing is kept in memory.

    Args:
        sharing, time: of the server.
        see_to: loads a match, whose room does the rest, or a season.
    """

    def __init__(self, sharing: Sharing, time: Time, see_to: Callable[[str], Awaitable[None]]) -> None:
        super().__init__(time, see_to)
        self._sharing = sharing

    def open(self, due: Iterable[tuple[int, str]]) -> None:
        """Look for the first time a moment later, and then again and again."""
        self._look_later(FIRST_MS)

    def put(self, match: str, due: int) -> None:
        """The moment of a match is in its row."""

    def _look_later(self, wait: int) -> None:
        if not self._closed:
            self._alarm = self._time.later(wait, self._call)

    async def _call_all(self) -> None:
        slices = Slices()
        try:
            for name in await self._sharing.take_due(self._time.now() - UNSEEN_MS, TAKEN_MS, AT_ONCE):
                if not self._closed:
                    await self._see_to(name)
                await slices.turn()
        except StoreError as error:
            log.error("the matches that are due cannot be read now: %s", error)
        finally:
            self._calling = None
            self._look_later(LOOK_MS)
