"""The memory of a busy server in pages of 2 MB, where the system can make them.

A submission touches a few hundred small objects that lie anywhere in hundreds of megabytes. With pages of 4 KB the processor looks up the
address of nearly each of them in tables that do not fit into its own memory. Linux can put the same bytes into a page of 2 MB
(`MADV_COLLAPSE`, since Linux 6.1; see `man 2 madvise`): docs/load.md says how much processor time that saves. Elsewhere this does nothing.

Only a range whose small pages are nearly all in use is collapsed, so the process does not grow. A thread asks for it, a few ranges at a
time, because copying 2 MB takes about a millisecond, and a page that is being copied can be waited for.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import mmap
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

HUGE: Final = 2 << 20  # bytes
SMALL: Final = 4096
FULL: Final = 486  # small pages in use, of 512, from which a range is worth a huge page: it grows by 100 KB at most
COLLAPSE: Final = 25  # MADV_COLLAPSE
PRESENT: Final = 63  # the bit of an entry in /proc/PID/pagemap
PAUSE_S: Final = 2.0
MOST: Final = 16  # ranges at a time
AGAIN: Final = 30  # looks until a range that was not full, or could not be collapsed, is looked at again
PROCESS: Final = Path("/proc/self")


def ranges(maps: Iterable[str]) -> Iterator[int]:
    """The addresses of aligned ranges of 2 MB that hold plain memory of the process: no file, no stack.

    Args:
        maps: lines of /proc/PID/maps.
    """
    for line in maps:
        place, rights, _, _, _, *name = line.split(maxsplit=5)
        if rights != "rw-p" or (name and name[0].strip() != "[heap]"):
            continue
        first, last = (int(part, 16) for part in place.split("-"))
        yield from range(-(-first // HUGE) * HUGE, last // HUGE * HUGE, HUGE)


def used(entries: bytes) -> int:
    """How many pages are in memory.

    Args:
        entries: of /proc/PID/pagemap, 8 bytes for each page.
    """
    return sum(entry >> PRESENT for entry in memoryview(entries).cast("Q"))


class HugePages:
    """The task that asks for huge pages."""

    def __init__(self) -> None:
        self._system = ctypes.CDLL(None) if sys.platform == "linux" and mmap.PAGESIZE == SMALL else None
        self._huge: set[int] = set()  # ranges that are one page already
        self._tried: dict[int, int] = {}  # the look at which a range was left as it is
        self._looks = 0

    async def run(self) -> None:
        """Look from time to time, for as long as the system tells where memory lies."""
        with contextlib.suppress(OSError):
            while self._system is not None:
                await asyncio.sleep(PAUSE_S)
                await asyncio.to_thread(self.look)

    def look(self) -> int:
        """Collapse some of the ranges that are full, and are not huge pages yet.

        Returns: how many. Raises: OSError if the system does not tell where memory lies.
        """
        self._looks += 1
        with (PROCESS / "maps").open() as lines:
            there = set(ranges(lines))
        self._huge &= there
        self._tried = {at: look for at, look in self._tried.items() if at in there and self._looks - look < AGAIN}
        done = 0
        with (PROCESS / "pagemap").open("rb", buffering=0) as pagemap:
            for at in sorted(there - self._huge - self._tried.keys()):
                pagemap.seek(at // SMALL * 8)
                if used(pagemap.read(HUGE // SMALL * 8)) >= FULL and self._collapse(at):
                    self._huge.add(at)
                    done += 1
                else:
                    self._tried[at] = self._looks
                if done == MOST:
                    break
        return done

    def _collapse(self, at: int) -> bool:
        assert self._system is not None
        return bool(self._system.madvise(ctypes.c_void_p(at), ctypes.c_size_t(HUGE), COLLAPSE) == 0)
