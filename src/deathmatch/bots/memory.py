"""Memory that a process has freed and still holds."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache


def trim() -> None:
    """Give it back to the system, where the C library can do so (glibc). It takes a few milliseconds."""
    give_back = _malloc_trim()
    if give_back is not None:
        give_back(0)


@cache
def _malloc_trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # macOS, musl; Windows
        return None
