"""How long a user waits for `deathmatch --help` and `import deathmatch`: medians of 20 processes, beside a Python that does nothing.

Once with the bytecode that Python keeps of every module, as always but at the first start, and once without any: then Python compiles all
that it loads, its own library too, and saves nothing.
"""

from __future__ import annotations

import os
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
    times: dict[tuple[str, str], list[float]] = {}
    with TemporaryDirectory() as kept, TemporaryDirectory() as empty:
        places = {"": _environment(kept), "_without_bytecode": _environment(empty, PYTHONDONTWRITEBYTECODE="1")}
        for command in COMMANDS.values():
            _seconds(command, places[""])  # writes the bytecode
        for _ in range(RUNS):
            for name, command in COMMANDS.items():
                for kind, environment in places.items():
                    times.setdefault((name, kind), []).append(_seconds(command, environment))
        assert any(Path(kept).iterdir())
        assert not any(Path(empty).iterdir())
    medians = {f"{name}{kind}_seconds": round(median(found), 3) for (name, kind), found in times.items()}
    return {"runs": RUNS, **medians, "slowest_help_seconds": round(max(times["help", ""]), 3)}


def _environment(folder: str, **more: str) -> dict[str, str]:
    """That of a process whose bytecode is in this folder."""
    mine = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**mine, "PYTHONPYCACHEPREFIX": folder, **more}


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    started = perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - started
