"""Python's garbage collector, held back until it hurts nobody.

A reference count frees an object at once. The collector is for cycles alone, and the objects of a table form none in play
(`tests/server/test_growth.py`). Left to itself, it looks at every object of a busy server again and again: with 2,500 matches it found
nothing, and each search stopped all tables for 135 to 527 ms. So it is switched off, and this task has it look:

- at young objects alone, so often that there are few of them. Python counts the objects that were made less those that were freed. A busy
  server frees old ones all the time, so this count says little: 40,000 objects could be young, which took 15 to 20 ms;
- at all of them, if nobody is connected and something has been added since the last time;
- at all of them in any case, if the server has grown by `GROWTH` since the last time: then something does make cycles, and one pause is
  better than a server without memory. It is logged.

Objects that exist before the first match are never looked at again.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import time
from collections.abc import Callable

log = logging.getLogger("deathmatch.collector")

TICK_S = 0.02  # between two looks at young objects, of 1 to 2 ms each at 600 submissions a second
IDLE_S = 60.0  # between two looks at all objects while nobody is connected
ADDED = 10_000  # blocks of memory added since the last look at all objects, below which it is not worth another one
GROWTH = (
    16_000_000  # blocks of memory added since then that have it look in any case: 1 to 2 GB, more than 2,500 matches and their readers need
)


class Collector:
    """The task that has the garbage collector look.

    Args:
        idle: whether nobody is connected.
        clock: seconds that never go back.
    """

    def __init__(self, idle: Callable[[], bool], clock: Callable[[], float] = time.monotonic) -> None:
        self._idle = idle
        self._clock = clock
        self._blocks = sys.getallocatedblocks()  # after the last look at all objects
        self._looked_at = clock()

    async def run(self) -> None:
        """Switch the collector off, and have it look from time to time; it is switched on again at the end."""
        gc.collect()
        gc.freeze()
        gc.disable()
        try:
            while True:
                await asyncio.sleep(TICK_S)
                self.tick()
        finally:
            gc.enable()
            gc.unfreeze()

    def tick(self) -> None:
        """Have it look at young objects, and at all if it is time to."""
        gc.collect(0)
        now = self._clock()
        if now - self._looked_at < IDLE_S:
            return
        added = sys.getallocatedblocks() - self._blocks
        if added >= GROWTH:
            log.warning("collected garbage in %.0f ms, because the server has grown by %d blocks of memory", self._look() * 1000, added)
        elif added >= ADDED and self._idle():
            self._look()
        self._looked_at = now

    def _look(self) -> float:
        """Have it look at all objects; returns the seconds that it took."""
        started = time.perf_counter()
        gc.collect()
        self._blocks = sys.getallocatedblocks()
        return time.perf_counter() - started
