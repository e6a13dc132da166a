"""Which process compiles a kernel that several need at once: one does, and the others wait for its file.

A claim is a lock on a file next to that of the kernel. It ends with the process that holds it, whatever happens to that process. Where
files cannot be locked, and after a while, each process compiles for itself: that costs time and is never wrong.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

LONGEST: Final = 120.0
"""Seconds after which a process no longer waits for another; no kernel takes half as long."""

_GLANCE: Final = 0.05  # seconds


class Claims:
    """The kernels that this process compiles now.

    Args:
        longest: seconds that it waits for another process.
    """

    def __init__(self, longest: float = LONGEST) -> None:
        self._longest = longest
        self._held: dict[Path, IO[bytes]] = {}

    def claim(self, path: Path) -> None:
        """Claim the kernel of this file; if another process compiles it, wait until the file is there or the claim is free."""
        until = time.monotonic() + self._longest
        while path not in self._held and not path.exists() and not self._lock(path) and time.monotonic() < until:
            time.sleep(_GLANCE)

    def release(self, path: Path) -> None:
        """The kernel is compiled, or cannot be; nothing happens if it was not claimed."""
        if (file := self._held.pop(path, None)) is not None:
            with suppress(OSError):
                _beside(path).unlink()
            _unlock(file)  # a process that was forked meanwhile has the file open too
            file.close()

    def _lock(self, path: Path) -> bool:
        """Whether nobody else compiles the kernel, as far as can be known; it is claimed then."""
        if sys.platform == "win32":
            return True
        import fcntl

        try:
            file = _beside(path).open("ab")
        except OSError:  # a folder that can only be read
            return True
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return False
        except OSError:  # a file system without locks
            file.close()
            return True
        self._held[path] = file
        return True


def _unlock(file: IO[bytes]) -> None:
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_UN)


def _beside(path: Path) -> Path:
    return path.with_suffix(".claim")
