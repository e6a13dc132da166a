"""The bots' thinking time, and the cost of a bout of the arena."""

from __future__ import annotations

from itertools import pairwise
from time import perf_counter
from typing import Any

from bench.machine import each_variant, note
from deathmatch.bots import registry
from deathmatch.core.game import Variant
from deathmatch_lab.arena import ArenaBout, quantile, run

MATCHES = 20
SEED = 1


def measure() -> dict[str, Any]:
    """For every variant each bot against the next stronger one, in one process: milliseconds a decision, and seconds a match."""
    return {"variants": {variant.id: _bouts(variant) for variant in each_variant() if registry.names(variant)}}


def _bouts(variant: Variant) -> dict[str, Any]:
    names = registry.names(variant)
    figures: dict[str, Any] = {}
    for weaker, stronger in pairwise(names):
        registry.warm_own(variant)
        began = perf_counter()
        note(f"    {stronger} : {weaker}, {MATCHES} matches")
        result = run(ArenaBout(variant.id, stronger, weaker, MATCHES, SEED), jobs=1)
        spent = perf_counter() - began
        figures[f"{stronger} : {weaker}"] = {
            "matches": MATCHES,
            "seconds_a_match": round(spent / MATCHES, 4),
            **{
                f"{name}_ms": {f"p{part * 100:g}": round(1000 * quantile(result.seconds[side], part), 3) for part in (0.5, 0.99, 1.0)}
                for side, name in (("a", stronger), ("b", weaker))
            },
        }
    return figures
