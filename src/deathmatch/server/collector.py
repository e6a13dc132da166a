"""Python's garbage collector, held back until it hurts nobody.

A reference count frees an object at once. The collector is for cycles alone, and the objects of a table form none in play
(`tests/server/test_growth.py`). Left to itself, it looks at every object of a busy server again and again: with 2,500 matches it found
nothing, and each search stopped all tables for 135 to 527 ms. So it is switched off, and this task has it look:

- once a second at the objects of the last 20 ms. There is nothing to find: neither requests nor connections nor submissions leave cycles.
  If it finds more than a few, it looks every 20 ms, until that is over. All older objects are set aside, which costs nothing;
- at all of them, if nobody is connected and something has been added since the last time;
- at all of them in any case, if the server has grown by `GROWTH` since the last time: then something does make cycles, and one pause is
  better than a server without memory. It is logged.

Python's own count is of no use for this. It is of the objects that were made less those that were freed, and a busy server frees old ones
all the time: 40,000 objects could be young while it stood at 4,000, and a look at them took 15 to 20 ms.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import time
from collections.abc import Callable

log = logging.getLogger("deathmatch.collector")

TICK_S = 0.02
SELDOM = 50  # ticks between two looks at the objects of one tick
FEW = 100  # objects found in one tick: 5,000 a second, which is 1 MB or less
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
        self._ticks = 0
        self._found = False  # whether the last look found more than a few

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
        """Have it look at the objects of this tick, and at all if it is time to."""
        self._ticks += 1
        if self._found or self._ticks % SELDOM == 0:
            self._found = gc.collect(0) > FEW
        gc.freeze()
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
        gc.unfreeze()
        gc.collect()
        self._blocks = sys.getallocatedblocks()
        return time.perf_counter() - started
