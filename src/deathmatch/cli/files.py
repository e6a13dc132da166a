"""Records in and text out, byte for byte, whatever the terminal's encoding."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deathmatch.match.record import RecordError


def load(file: str) -> bytes | None:
    """What the file holds; None where it cannot be opened, which has been said on stderr then."""
    try:
        return Path(file).read_bytes()
    except OSError as error:
        complain(f"{file}: {error.strerror or error}")
        return None


def refuse(file: str, error: RecordError) -> None:
    """Says on stderr what is wrong with the record."""
    from deathmatch.match.replay import complaint

    complain(complaint(file, error))


def say(text: str) -> None:
    """Writes to stdout; raises OSError where that is closed."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
    sys.stdout.flush()
    sys.stdout.buffer.write(_bytes(text))
    sys.stdout.buffer.flush()


def complain(line: str) -> None:
    """Writes a line to stderr, if there is one."""
    if sys.stderr is None:
        return
    sys.stderr.flush()
    sys.stderr.buffer.write(_bytes(line) + b"\n")
    sys.stderr.buffer.flush()


def _bytes(text: str) -> bytes:
    """UTF-8, and the name of a file that is none as it was given."""
    return text.encode("utf-8", "surrogateescape")
