"""The levels of bots: what each wins against the level below, over paired matches, and the scale of ratings that follows.

A rating is Elo's: 400 points are odds of ten to one. `level-1` has 0, and each level adds the points of its own step.
`python -m research.levels --help` has the parts to choose.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from math import log10
from typing import Any

from bench.machine import each, facts
from deathmatch.bots import registry
from deathmatch.bots.budget import THINKING
from deathmatch.cli.options import all_word_lists
from deathmatch.games import every, find
from deathmatch_lab.arena import ArenaBout, ArenaResult, quantile, run

MATCHES = 400
SEED = 2027


def measure() -> dict[str, Any]:
    """Every step of every variant that has levels."""
    return {name: steps(name, MATCHES, SEED, 0) for name in each(with_levels())}


def with_levels() -> list[str]:
    """The variants that have levels."""
    return [variant.id for variant in every() if registry.level_names(variant)]


def steps(variant: str, games: int, seed: int, jobs: int, uppers: Iterable[int] = range(2, 9), thinking: int = THINKING) -> dict[str, Any]:
    """What these levels win against the level below each, and the rating of each if all are measured."""
    found: dict[str, Any] = {"matches": games, "seed": seed, "thinking": thinking}
    shares = []
    for upper in each(uppers):
        result = bout(variant, f"level-{upper}", f"level-{upper - 1}", games, seed, jobs, thinking)
        shares.append(result.share)
        found[f"level-{upper}"] = described(result)
    return {**found, "ratings": ratings(shares)}


def bout(variant: str, upper: str, lower: str, games: int, seed: int, jobs: int, thinking: int = THINKING) -> ArenaResult:
    """The matches of two bots, with the word lists that come with the games."""
    return run(ArenaBout(variant, upper, lower, games, seed, thinking=thinking, resources=all_word_lists(find(variant))), jobs)


def described(result: ArenaResult) -> dict[str, Any]:
    """The figures of one step."""
    return {
        "share": round(result.share, 4),
        "interval": [round(end, 4) for end in result.interval],
        "median_ms": round(1000 * quantile(result.seconds["a"], 0.5), 2),
    }


def ratings(shares: Sequence[float]) -> list[int]:
    """The rating of each level, from the shares of the steps between them; a share of 1 counts as 0.999."""
    found = [0.0]
    for share in shares:
        held = min(max(share, 0.001), 0.999)
        found.append(found[-1] + 400 * log10(held / (1 - held)))
    return [round(rating) for rating in found]


def main() -> None:
    """Measure some steps."""
    parser = argparse.ArgumentParser(prog="python -m research.levels", description=__doc__)
    parser.add_argument("variant", nargs="*", help="GAME/VARIANT; all that have levels if none is given")
    parser.add_argument("--upper", type=int, nargs="+", choices=range(2, 9), default=range(2, 9), help="the upper level of each step")
    parser.add_argument("--games", type=int, default=MATCHES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--thinking", type=int, default=THINKING, help="units of work of a decision")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 for one a core")
    given = parser.parse_args()
    for variant in given.variant or with_levels():
        found = steps(variant, given.games, given.seed, given.jobs, given.upper, given.thinking)
        print(json.dumps({variant: found, "machine": facts()}), flush=True)


if __name__ == "__main__":
    main()
