"""Memory that was freed goes back to the system."""

from __future__ import annotations

import subprocess
import sys

import pytest

from deathmatch.bots import memory

PROGRAM = """
from deathmatch.bots import memory

def held():
    return next(int(line.split()[1]) for line in open("/proc/self/smaps_rollup") if line.startswith("Anonymous"))

some = [bytes(1000) for _ in range(40_000)]
kept = bytes(1000)  # behind them: what is freed lies in the midst of the heap
del some
before = held()
memory.trim()
print(before - held())
"""


@pytest.mark.skipif(memory._malloc_trim() is None, reason="this C library keeps what it has")
def test_what_was_freed_goes_back() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 20_000, "of 40,000 KB"


def test_what_a_package_releases_is_released_too(monkeypatch: pytest.MonkeyPatch) -> None:
    released: list[str] = []
    monkeypatch.setattr(memory, "RELEASES", [lambda: released.append("arrays")])
    memory.trim()
    assert released == ["arrays"]
