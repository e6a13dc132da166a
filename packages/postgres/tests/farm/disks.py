"""A small disk in memory that a test can fill. Only root may mount one."""

from __future__ import annotations

import contextlib
import errno
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

FILLER = "filler"
CHUNK = 1 << 20


class NoDisk(Exception):
    """No disk can be mounted here; the words say why."""


@contextlib.contextmanager
def disk(megabytes: int) -> Iterator[Path]:
    """A disk of this size, mounted in a folder of its own; raises NoDisk."""
    folder = Path(tempfile.mkdtemp(prefix="deathmatch-disk-"))
    done = None
    try:
        if os.geteuid() != 0:
            raise NoDisk("only root may mount a disk")
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=1777", "none", str(folder)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise NoDisk(done.stderr.strip())
        folder.chmod(0o1777)
        yield folder
    finally:
        if done is not None and not done.returncode:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
        folder.rmdir()


def fill(folder: Path) -> None:
    """Leave not a byte on the disk of this folder."""
    with (folder / FILLER).open("ab", buffering=0) as file:
        size = CHUNK
        while size:
            try:
                file.write(b"\0" * size)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
                size //= 2


def free(folder: Path) -> None:
    """Give the place back."""
    (folder / FILLER).unlink(missing_ok=True)
