"""The latest moment that is on disk, in a small file beside the database.

SQLite's second file (WAL) ends, for SQLite, at the first part that is damaged. So damage there takes away the commits after it, and leaves
a sound database that is a little older. The moment in this file says that it is.
"""

from __future__ import annotations

import contextlib
import os
import struct
from pathlib import Path

from deathmatch.server.store.checksums import BYTES, checksum
from deathmatch.server.store.interface import StoreError

_MOMENT = struct.Struct(f">q{BYTES}s")


def latest_file(path: Path) -> Path:
    """The file beside a database."""
    return path.with_suffix(".latest")


def missing(path: Path, moment: int) -> str:
    """In words, the part of a database that is missing, if it ends at this moment; empty if nothing is known to be."""
    with contextlib.suppress(OSError, struct.error):
        noted, sum_ = _MOMENT.unpack(latest_file(path).read_bytes())
        if sum_ == checksum((noted,)) and noted > moment:
            return f"the last {(noted - moment) / 1000:.1f} s of the server's time are missing"
    return ""


class Latest:
    """Notes the moment after each commit. It is not flushed to disk: the system does that within about half a minute.

    Args:
        path: of the database.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._file = os.open(latest_file(path), os.O_WRONLY | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{latest_file(path)}: {error.strerror}") from error
        self._noted = -1

    def note(self, moment: int) -> None:
        """Everything up to this moment is on disk."""
        if moment > self._noted:
            self._noted = moment
            with contextlib.suppress(OSError):  # a full disk: then it notes an earlier moment, which is true too
                os.pwrite(self._file, _MOMENT.pack(moment, checksum((moment,))), 0)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)
