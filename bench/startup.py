"""How long a user waits for `deathmatch --help` and `import deathmatch`: medians of 20 runs, beside that of a Python that does nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

RUNS = 20


def measure() -> dict[str, Any]:
    """The medians in seconds; the runs take turns, so that a busy machine slows all alike."""
    program = [str(Path(sys.executable).parent / "deathmatch"), "--help"]
    nothing = [sys.executable, "-c", "pass"]
    package = [sys.executable, "-c", "import deathmatch"]
    times: dict[str, list[float]] = {"help": [], "import": [], "bare": []}
    for _ in range(RUNS):
        times["help"].append(_seconds(program))
        times["import"].append(_seconds(package))
        times["bare"].append(_seconds(nothing))
    return {
        "runs": RUNS,
        "help_seconds": round(median(times["help"]), 3),
        "import_seconds": round(median(times["import"]), 3),
        "bare_python_seconds": round(median(times["bare"]), 3),
        "slowest_help_seconds": round(max(times["help"]), 3),
    }


def _seconds(command: list[str]) -> float:
    started = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - started
