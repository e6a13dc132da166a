"""What the server knows of a connection beside its messages: when they arrived, and how long the way there and back takes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from statistics import median
from typing import Generic, TypeVar

LINE = "deathmatch.line"
"""Under this name the ASGI scope of a connection has its line."""

MOST_MS = 500  # given back for one decision, however slow a connection is
ROUND_TRIPS = 7  # the last ones; what counts is their median
STEP_MS = 10  # in which it is given and shown
STEADY_MS = 20  # by so much it has to change to be shown anew


def nobody_asks() -> None:
    """For a line whose changes nobody wants to hear of."""


class Line:
    """One connection.

    Attributes:
        read_at: when the last bytes were read, in the server's own time; None if that is not known.
        allowance: ms that are given back for each decision. It is the median of the last round trips, and `MOST_MS` at most.
        changed: is called if the allowance changes.
    """

    __slots__ = ("_round_trips", "_waiting", "allowance", "changed", "read_at")

    def __init__(self) -> None:
        self.read_at: int | None = None
        self.allowance = 0
        self.changed: Callable[[], None] = nobody_asks
        self._waiting: list[int] = []
        self._round_trips: list[float] = []

    # --- Messages

    def came(self, at: int) -> None:
        """A whole message was read."""
        self.read_at = at
        self._waiting.append(at)

    def done(self) -> None:
        """The message that has waited for longest is done."""
        if self._waiting:
            self._waiting.pop(0)

    @property
    def oldest(self) -> int | None:
        """When the oldest message arrived that is not done yet; None if all are."""
        return self._waiting[0] if self._waiting else None

    # --- The way there and back

    def measured(self, milliseconds: float) -> None:
        """One round trip took so long."""
        self._round_trips = [*self._round_trips, milliseconds][-ROUND_TRIPS:]
        typical = min(MOST_MS, round(median(self._round_trips) / STEP_MS) * STEP_MS)
        if abs(typical - self.allowance) >= STEADY_MS:
            self.allowance = typical
            self.changed()

    @property
    def measures(self) -> int:
        """How many round trips count."""
        return len(self._round_trips)


class Coming:
    """Commands on their way from a socket to the inbox of a match, which may have to be loaded first."""

    def __init__(self) -> None:
        self._at: dict[str, list[int]] = {}

    def begin(self, match: str, at: int) -> None:
        """A command for this match arrived at this moment."""
        self._at.setdefault(match, []).append(at)

    def end(self, match: str, at: int) -> None:
        """It is done, or refused."""
        moments = self._at[match]
        moments.remove(at)
        if not moments:
            del self._at[match]

    def oldest(self, match: str) -> int | None:
        """When the oldest of them arrived; None if there is none."""
        return min(self._at[match], default=None) if match in self._at else None


# --- Things that wait for one task. A queue of asyncio does more, and takes 3 KB even if it is empty, as nearly all of ours are


T = TypeVar("T")


class Mailbox(Generic[T]):
    """A queue with one reader and no bound of its own."""

    __slots__ = ("_things", "_waiter")

    def __init__(self) -> None:
        self._things: list[T] = []  # few at any time
        self._waiter: asyncio.Future[None] | None = None

    def put_nowait(self, thing: T) -> None:
        """Add one."""
        self._things.append(thing)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> T:
        """Take the first one; waits until there is one."""
        while not self._things:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._things.pop(0)

    def get_nowait(self) -> T:
        """Take the first one; raises IndexError if the box is empty."""
        return self._things.pop(0)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._things

    def qsize(self) -> int:
        """How many wait."""
        return len(self._things)
