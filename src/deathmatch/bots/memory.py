"""Memory that a process holds and does not need while nobody asks it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Final

RELEASES: Final[list[Callable[[], None]]] = []
"""What else releases memory in a process that is idle; a package that keeps large arrays appends its own."""


def trim() -> None:
    """Give it back to the system, as far as the C library can do so (glibc). It takes a few milliseconds."""
    for release in RELEASES:
        release()
    give_back = _malloc_trim()
    if give_back is not None:
        give_back(0)


@cache
def _malloc_trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # macOS, musl; Windows
        return None
