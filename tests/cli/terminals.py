"""A terminal to write on, and to wait for something."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from typing import Final


class Terminal(io.StringIO):
    """What is written on it can be looked at."""

    def isatty(self) -> bool:
        return True


PATIENCE: Final = 60.0  # seconds after which something has gone wrong


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.002)
