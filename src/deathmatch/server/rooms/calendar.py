"""When the server has to see to the matches that are not in memory."""

from __future__ import annotations

import heapq

SPARE = 100  # moments that are out of date may be kept besides


class Calendar:
    """The moments at which matches are due, the earliest first. Each match has one at most."""

    def __init__(self) -> None:
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []  # also with moments that are out of date

    def put(self, match: str, due: int) -> None:
        """The match is due then, whatever was known before."""
        self._due[match] = due
        heapq.heappush(self._heap, (due, match))
        if len(self._heap) > 2 * len(self._due) + SPARE:
            self._heap = [(moment, name) for name, moment in self._due.items()]
            heapq.heapify(self._heap)

    def take(self, match: str) -> int | None:
        """Forget a match. Returns when it was due; None if that was not known."""
        return self._due.pop(match, None)

    def first(self) -> int | None:
        """When the next match is due; None if there is none."""
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def ready(self, now: int) -> str | None:
        """The match that has been due for longest; None if none is due yet."""
        first = self.first()
        return None if first is None or first > now else self._heap[0][1]

    def __len__(self) -> int:
        return len(self._due)
