"""How many processes may think beside each other."""

from __future__ import annotations

import os


def processors() -> int:
    """The processors that this process may use; if the system does not tell (macOS, Windows), those of the machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
