"""What `make test` runs: the checks of the code by day and the whole suite at the same time, `python -m tools.suite ARGUMENTS-OF-PYTEST`.

The tests wait for servers and browsers a lot, so the checkers use processors that would be idle. A line for each check comes first, then
all that pytest prints, so the output ends with its summary. If either fails, both still come to their end.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Final

from tools import check
from tools.conventions import ROOT

GLANCE: Final = 0.2  # seconds between two looks at what pytest has printed


def follow(file: IO[bytes], going_on: Callable[[], bool], out: IO[bytes]) -> None:
    """Copy all that a file holds and gets until its writer has ended."""
    while True:
        last = not going_on()
        while part := file.read(2**16):
            out.write(part)
        out.flush()
        if last:
            return
        time.sleep(GLANCE)


def run(tests: Sequence[str], checks: Callable[[], int]) -> int:
    """Run a command that tests, and the checks beside it; the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "printed"
        with path.open("wb") as printed, path.open("rb") as read:
            testing = subprocess.Popen(tests, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.STDOUT)
            try:
                status = checks()
                follow(read, lambda: testing.poll() is None, sys.stdout.buffer)
            finally:
                testing.wait()
    if status:
        print("the checks above failed", flush=True)
    return testing.returncode or status


def main(arguments: list[str]) -> int:
    """Run both; the exit status."""
    colour = ("--color=yes",) if sys.stdout.isatty() else ()
    return run((sys.executable, "-m", "pytest", *colour, *arguments), lambda: check.main([check.BY_DAY]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
