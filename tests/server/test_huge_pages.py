from __future__ import annotations

import ctypes
import mmap
import re
import sys
from pathlib import Path

import pytest

from deathmatch.server.huge_pages import COLLAPSE, HUGE, PRESENT, SMALL, HugePages, ranges, used

MAPS = """\
7f0000100000-7f0000900000 rw-p 00000000 00:00 0
7f0001000000-7f0001200000 rw-p 00000000 00:00 0                          [heap]
7f0002000000-7f0002200000 rw-p 00000000 00:00 0                          [stack]
7f0003000000-7f0003200000 r-xp 00000000 fe:00 1234                       /usr/lib/some library.so
7f0004000000-7f0004200000 rw-p 00000000 fe:00 1234                       /usr/lib/some library.so
7f0005000000-7f0005200000 r--p 00000000 00:00 0
7f0006100000-7f0006300000 rw-p 00000000 00:00 0
"""


def test_ranges_are_aligned_and_hold_plain_memory() -> None:
    assert [hex(at) for at in ranges(MAPS.splitlines())] == ["0x7f0000200000", "0x7f0000400000", "0x7f0000600000", "0x7f0001000000"]


def test_pages_that_are_elsewhere_are_not_counted() -> None:
    entries = [1 << PRESENT, 0, 1 << 62, (1 << PRESENT) | 12345]
    assert used(b"".join(entry.to_bytes(8, sys.byteorder) for entry in entries)) == 2


def huge(at: int) -> int:
    """Bytes in huge pages of the mapping that this address lies in."""
    for block in re.split(r"(?m)^(?=[0-9a-f]+-[0-9a-f]+ )", Path("/proc/self/smaps").read_text()):
        place = re.match(r"([0-9a-f]+)-([0-9a-f]+) ", block)
        if place and int(place[1], 16) <= at < int(place[2], 16):
            found = re.search(r"AnonHugePages: +(\d+) kB", block)
            return 1024 * int(found[1]) if found else 0
    raise AssertionError("no such mapping")


def collapsed(block: mmap.mmap) -> bool:
    """Whether this system makes a huge page of the first aligned range when asked to."""
    for page in range(0, len(block), SMALL):
        block[page] = 1
    first = ctypes.c_char.from_buffer(block)
    at = -(-ctypes.addressof(first) // HUGE) * HUGE
    done = ctypes.CDLL(None).madvise(ctypes.c_void_p(at), ctypes.c_size_t(HUGE), COLLAPSE) == 0
    del first
    return bool(done)


def can() -> bool:
    if sys.platform != "linux":
        return False
    with mmap.mmap(-1, 2 * HUGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as block:
        return collapsed(block)


@pytest.mark.skipif(not can(), reason="this system makes no huge pages when asked to")
def test_memory_that_is_in_use_comes_into_huge_pages_and_keeps_its_bytes() -> None:
    pages = 8 * HUGE // SMALL
    with mmap.mmap(-1, pages * SMALL, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as block:
        block.madvise(mmap.MADV_NOHUGEPAGE)
        for page in range(pages):
            block[page * SMALL] = 1 + page % 250
        first = ctypes.c_char.from_buffer(block)
        at = ctypes.addressof(first)
        assert huge(at) == 0
        block.madvise(mmap.MADV_HUGEPAGE)
        looking = HugePages()
        for _ in range(100):
            if not looking.look():
                break
        assert huge(at) >= 7 * HUGE
        assert [block[page * SMALL] for page in range(pages)] == [1 + page % 250 for page in range(pages)]
        del first
