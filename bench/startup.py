"""How long a user waits for `deathmatch --help` and `import deathmatch`: medians of 20 processes, beside a Python that does nothing.

Once with the bytecode that Python keeps of every module, as always but at the first start, and once without any: then Python compiles all
that it loads, its own library too, and saves nothing.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

RUNS = 20
COMMANDS = {
    "help": [str(Path(sys.executable).parent / "deathmatch"), "--help"],
    "import": [sys.executable, "-c", "import deathmatch"],
    "bare_python": [sys.executable, "-c", "pass"],
}


def measure() -> dict[str, Any]:
    """The medians in seconds; the runs take turns, so that a busy machine slows all alike."""
    times: dict[str, list[float]] = {}
    with TemporaryDirectory() as kept, TemporaryDirectory() as empty:
        places = {"": _environment(kept), "_without_bytecode": _environment(empty, PYTHONDONTWRITEBYTECODE="1")}
        for command in COMMANDS.values():
            _seconds(command, places[""])  # writes the bytecode
        for _ in range(RUNS):
            for name, command in COMMANDS.items():
                for kind, environment in places.items():
                    seconds, worked = _seconds(command, environment)
                    times.setdefault(f"{name}{kind}_seconds", []).append(seconds)
                    times.setdefault(f"{name}{kind}_processor_seconds", []).append(worked)
        assert any(Path(kept).iterdir())
        assert not any(Path(empty).iterdir())
    medians = {name: round(median(found), 3) for name, found in times.items()}
    return {"runs": RUNS, **medians, "slowest_help_seconds": round(max(times["help_seconds"]), 3)}


def _environment(folder: str, **more: str) -> dict[str, str]:
    """That of a process whose bytecode is in this folder."""
    mine = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**mine, "PYTHONPYCACHEPREFIX": folder, **more}


def _seconds(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """The seconds of a process, and those of its processor time."""
    started, before = perf_counter(), _worked()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - started, _worked() - before


def _worked() -> float:
    """The processor time of all processes of this one that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
