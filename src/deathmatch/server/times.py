"""The server's own time: milliseconds during which a server ran on this store.

It stands still while no server runs, so down-time is charged to nobody, and no entry has to say so. It goes on from the latest moment on
disk: every entry has one, and a beat comes every second while a clock runs. If a server is killed, the time since that moment is charged to
nobody.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

SLICE_S = 0.004  # of work on the event loop before everybody else gets a turn


class Slices:
    """Work on the event loop that is cut into slices."""

    def __init__(self) -> None:
        self._since = time.perf_counter()

    async def turn(self) -> None:
        """Between two steps: let the others go first, once a slice is used up."""
        if time.perf_counter() - self._since >= SLICE_S:
            await asyncio.sleep(0)
            self._since = time.perf_counter()


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""
        ...


class Time(Protocol):
    """The clock of the rooms; tests hand in one that they turn themselves."""

    def now(self) -> int:
        """Milliseconds that servers on this store have run."""
        ...

    def later(self, wait: int, call: Callable[[], None], /) -> Timer:
        """Have `call` called on the event loop in `wait` milliseconds."""
        ...

    def wall(self) -> int:
        """Milliseconds since 1970, for people only: the time of a line of chat."""
        ...


class ServerClock:
    """The real clock; it never goes back."""

    def __init__(self, start: int = 0, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._zero = monotonic()
        self._start = start

    def now(self) -> int:
        """Milliseconds that servers on this store have run."""
        return self._start + int((self._monotonic() - self._zero) * 1000)

    def later(self, wait: int, call: Callable[[], None]) -> Timer:
        """Have `call` called on the event loop in `wait` milliseconds."""
        return asyncio.get_running_loop().call_later(max(0, wait) / 1000, call)

    def wall(self) -> int:
        """Milliseconds since 1970, for people only: the time of a line of chat."""
        return time.time_ns() // 1_000_000
