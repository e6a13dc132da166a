"""When the server has to see to the matches that are not in memory."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Awaitable, Callable, Iterable

from deathmatch.server.times import Slices, Time, Timer

SPARE = 100  # moments that are out of date may be kept besides
FIRST_MS = 1_000  # after the start before a match is loaded that nobody asks for: people who come back are served first


class Calendar:
    """The moments at which matches are due, the earliest first; each match has one at most. Those that are due are seen to one by one.

    Args:
        time: of the server.
        see_to: loads a match, whose room does the rest. It must not raise, and takes a match that is gone out of the calendar.
    """

    def __init__(self, time: Time, see_to: Callable[[str], Awaitable[None]]) -> None:
        self._time = time
        self._see_to: Callable[[str], Awaitable[None]] = see_to
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []  # also with moments that are out of date
        self._alarm: Timer | None = None
        self._alarm_from = 0  # the first moment at which it may ring
        self._calling: asyncio.Task[None] | None = None
        self._closed = False

    def open(self, due: Iterable[tuple[int, str]]) -> None:
        """Learn which matches are due when; none of them is seen to before it is due."""
        for moment, match in due:
            self._put(match, moment)
        self._alarm_from = self._time.now() + FIRST_MS
        self._set_alarm()

    def close(self) -> None:
        """See to no match any more."""
        self._closed = True
        self._stop_alarm()
        if self._calling is not None:
            self._calling.cancel()

    def put(self, match: str, due: int) -> None:
        """The match is due then, whatever was known before."""
        self._put(match, due)
        self._set_alarm()

    def _put(self, match: str, due: int) -> None:
        self._due[match] = due
        heapq.heappush(self._heap, (due, match))
        if len(self._heap) > 2 * len(self._due) + SPARE:
            self._heap = [(moment, name) for name, moment in self._due.items()]
            heapq.heapify(self._heap)

    def take(self, match: str) -> int | None:
        """Forget a match. Returns when it was due; None if that was not known."""
        return self._due.pop(match, None)

    def __len__(self) -> int:
        return len(self._due)

    def _first(self) -> tuple[int, str] | None:
        """When the next match is due, and which one; None if there is none."""
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0] if self._heap else None

    def _set_alarm(self) -> None:
        self._stop_alarm()
        first = self._first()
        if first is not None and self._calling is None and not self._closed:
            self._alarm = self._time.later(max(first[0], self._alarm_from) - self._time.now(), self._call)

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _call(self) -> None:
        self._calling = asyncio.create_task(self._call_all(), name="calendar")

    async def _call_all(self) -> None:
        slices = Slices()
        try:
            while (first := self._first()) is not None and first[0] <= self._time.now():
                await self._see_to(first[1])
                await slices.turn()
        finally:
            self._calling = None
            self._set_alarm()
