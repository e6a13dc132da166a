"""The machine, without which no figure means anything, and the measuring of time."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from deathmatch.bots.processes import processors
from deathmatch.core.game import Variant
from deathmatch.games import every

T = TypeVar("T")

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 1.0  # to measure each rate for, at least


def facts() -> dict[str, Any]:
    """The machine, the interpreter, the commit, and how busy the machine was."""
    return {
        "processor": _processor(),
        "cores": processors(),
        "load": round(os.getloadavg()[0], 2),
        "system": platform.platform(),
        "python": platform.python_version(),
        "commit": _commit(),
        "baseline_per_second": round(baseline()),
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.processor())


def _commit() -> str:
    done = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def note(words: str) -> None:
    """A line about the progress, on stderr; the figures are on stdout."""
    print(words, file=sys.stderr, flush=True)


def each(things: Iterable[T], name: Callable[[T], object] = str) -> Iterator[T]:
    """The things one after another, each named on stderr when its turn comes."""
    listed = list(things)
    for number, thing in enumerate(listed, 1):
        note(f"  {name(thing)} ({number} of {len(listed)})")
        yield thing


def each_variant() -> Iterator[Variant]:
    """All variants likewise."""
    return each(every(), lambda variant: variant.id)


def rate(work: Callable[[], int], seconds: float = SECONDS) -> float:
    """How much of its work a second something does; `work` does a piece and returns how much that was. The first piece only warms up."""
    work()
    done = 0
    started = perf_counter()
    while (passed := perf_counter() - started) < seconds:
        done += work()
    return done / passed


@dataclass(frozen=True, slots=True)
class _Point:
    x: int
    y: int


def baseline() -> float:
    """What this machine's Python does in a second of what all our rules are made of: copies of a frozen dataclass with one field replaced.

    A figure divided by this one can be compared between machines.
    """

    def work() -> int:
        point = _Point(0, 0)
        for _ in range(1000):
            point = replace(point, x=point.x + 1)
        return point.x

    return rate(work, 0.3)
