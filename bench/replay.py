"""How fast records are judged: events a second of `deathmatch replay`, as a user runs it, start-up and reading of files included."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench.walks import record
from deathmatch.games import every

RECORDS = 400  # over all variants


def measure() -> dict[str, Any]:
    """Events a second, without and with `--json`, and what of the time was start-up."""
    variants = list(every())
    with TemporaryDirectory() as folder:
        files: list[str] = []
        events = 0
        for number in range(RECORDS):
            text = record(variants[number % len(variants)], number)
            events += text.count("\n") - 2
            files.append(str(Path(folder) / f"{number}.dm"))
            Path(files[-1]).write_text(text)
        one = _seconds(files[:1])
        plain = _seconds(files)
        full = _seconds(["--json", *files])
    return {
        "records": RECORDS,
        "events": events,
        "start_up_seconds": round(one, 3),
        "events_per_second": round(events / plain),
        "events_per_second_json": round(events / full),
    }


def _seconds(arguments: list[str]) -> float:
    program = Path(sys.executable).parent / "deathmatch"
    started = perf_counter()
    subprocess.run([program, "replay", *arguments], check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - started
