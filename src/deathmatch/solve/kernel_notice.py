"""One line for a person who waits: a program in Python says once that it compiles kernels, how long that takes, and which folder has them.

The line is written to standard error, if that is a terminal or a notebook. A process whose kernels somebody follows by the log
`deathmatch.kernels` writes no line: commands of `deathmatch` show their progress like that, and so do programs that log. Processes that
share work share the line.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Protocol

log = logging.getLogger("deathmatch.kernels")

PROGRESS: Final = "DEATHMATCH_PROGRESS"
"""The variable of the environment that is `off` if nobody wants to read of progress."""

FOLDER_VARIABLE: Final = "DEATHMATCH_KERNELS"
"""The variable of the environment that names the folder."""


class Turn(Protocol):
    """A lock of threads or of processes. The one that takes it writes the line, and nobody gives it back."""

    def acquire(self, blocking: bool, /) -> bool:
        """Take it; False if it is taken already."""
        ...


def _taken() -> Turn:
    lock = threading.Lock()
    lock.acquire()
    return lock


class Notice:
    """The line of this process."""

    def __init__(self) -> None:
        self._turn: Turn = threading.Lock()

    def share(self, turn: Turn | None) -> None:
        """Share the line with other processes; None leaves it to them."""
        self._turn = turn or _taken()

    @contextmanager
    def left_out(self) -> Iterator[None]:
        """While something else shows that the work goes on."""
        before, self._turn = self._turn, _taken()
        try:
            yield
        finally:
            self._turn = before

    def begin(self, folder: Path | None) -> None:
        """A kernel is about to be compiled, to be kept in this folder; None keeps none."""
        if not followed() and _is_read() and self._turn.acquire(False):
            with suppress(OSError, ValueError):  # nobody reads it any more
                sys.stderr.write(f"deathmatch: {_words(folder)}\n")
                sys.stderr.flush()


def followed() -> bool:
    """Whether somebody follows the names of kernels that are compiled."""
    return log.isEnabledFor(logging.INFO)


def _is_read() -> bool:
    """Whether a person may read the line."""
    if sys.stderr is None or os.environ.get(PROGRESS, "").strip().lower() == "off":
        return False
    return "ipykernel" in sys.modules or sys.stderr.isatty()


def _words(folder: Path | None) -> str:
    if folder is None or not os.access(folder, os.W_OK):
        return (
            "compiling code, which takes up to a minute in each process, because no folder can keep it; "
            f"name a writable one in the environment as {FOLDER_VARIABLE}"
        )
    return f"compiling code for its first use, which takes up to a minute; it is kept in {folder}"


NOTICE: Final = Notice()
