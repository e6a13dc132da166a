"""Matches in batches (`deathmatch_frameworks.vector`) on one core and on several, by turns.

On a machine with other work the ratio of steps a second says little, because two threads get more of it than one. The processor time of a
step says how much work is added by sharing it, however busy the machine is.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from statistics import median
from time import process_time_ns
from typing import Any, Final

from bench.machine import note, rate
from deathmatch.bots.processes import processors
from research.vector import batch_work

VARIANTS: Final = (
    "five-card-trick/gauntlet",
    "even-groups/standard",
)
SIZES: Final = (8192, 65536)
ROUNDS: Final = 3  # of each by turns; the median counts


def measure() -> dict[str, Any]:
    """Steps a second on one core and on all cores of this machine, the ratio, and the load before."""
    cores = processors()
    figures: dict[str, Any] = {"cores_compared": [1, cores], "load_before": round(os.getloadavg()[0], 2), "variants": {}}
    for name in VARIANTS:
        sizes = figures["variants"][name] = {}
        for size in SIZES:
            note(f"  {name} with {size} matches")
            alone, shared = batch_work(name, size), batch_work(name, size, cores=cores)
            rates = [(rate(alone), rate(shared)) for _ in range(ROUNDS)]
            spent = [(_spent(alone), _spent(shared)) for _ in range(ROUNDS)]
            sizes[str(size)] = {
                "one_core": round(median(one for one, _ in rates)),
                "all_cores": round(median(both for _, both in rates)),
                "ratio": round(median(both / one for one, both in rates), 2),
                "processor_ns_one_core": round(median(one for one, _ in spent), 1),
                "processor_ns_all_cores": round(median(both for _, both in spent), 1),
            }
    return figures


def _spent(work: Callable[[], int]) -> float:
    """The processor time of a step, of all threads together, in nanoseconds."""
    began = process_time_ns()
    steps = work()
    return (process_time_ns() - began) / steps
