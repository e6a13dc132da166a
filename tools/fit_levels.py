"""Fit the skills of `level-1` to `level-8`, so that each level wins the same share of its matches against the one below.

    python -m tools.fit_levels five-card-trick/gauntlet [--share 0.68] [--from 5] [--write]

`level-8` has skill 1. Below each level, batches of matches look for the skill that loses the wanted share to it: the odds are taken to grow
with the distance in skill, each batch is played at the distance that follows from those before, and batches that were far off do not count.
`--from 5` keeps the skills of the levels from 5 on, which the file knows. `--write` puts the skills into `data/levels.json` of the game;
`python -m bench.levels` measures the steps over other deals.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, field
from math import exp, log
from pathlib import Path

from deathmatch.bots.arena import ArenaBout, run
from deathmatch.cli.options import all_word_lists
from deathmatch.core import skills
from deathmatch.core.bots import LEVELS
from deathmatch.games import find

ROOT = Path(__file__).resolve().parent.parent
SHARE = 0.68
BATCH = 40  # matches
BATCHES = 7  # below each level
FIRST = 0.1  # of the distance in skill
NEAR = (0.56, 0.80)  # the shares of batches that count
THINKING = 200
SEED = 4711


@dataclass
class Step:
    """The search for the skill below a level: the batches so far, and the distance that they suggest."""

    share: float
    batches: list[tuple[float, float]] = field(default_factory=list)  # distance, share that the upper one won

    def distance(self) -> float:
        """The distance in skill at which the upper level should win the wanted share."""
        if not self.batches:
            return FIRST
        near = [one for one in self.batches if NEAR[0] <= one[1] <= NEAR[1]]
        if not near:
            distance, won = self.batches[-1]
            return distance * (1.7 if won < self.share else 0.6)
        return odds(self.share) / self._slope(near)

    @staticmethod
    def _slope(near: list[tuple[float, float]]) -> float:
        """The growth of the log odds with the distance: the likeliest one, by halving an interval."""
        low, high = 1e-3, 1e4
        for _ in range(80):
            slope = (low * high) ** 0.5
            pull = sum(distance * (won - 1 / (1 + exp(-min(slope * distance, 50.0)))) for distance, won in near)
            low, high = (slope, high) if pull > 0 else (low, slope)
        return low


def odds(share: float) -> float:
    """The logarithm of the odds."""
    return log(share / (1 - share))


def below(variant: str, upper: float, share: float, level: int, batch: int, jobs: int, thinking: int) -> float:
    """The skill of this level, below one of skill `upper`."""
    step, resources = Step(share), all_word_lists(find(variant))
    for number in range(BATCHES):
        lower = max(0.0, upper - step.distance())
        names = f"skill@{upper:.4f}", f"skill@{lower:.4f}"
        won = run(ArenaBout(variant, *names, batch, SEED + 100 * level + number, thinking=thinking, resources=resources), jobs).share
        print(f"{variant}: {names[0]} beats {names[1]} {won:.1%}", file=sys.stderr, flush=True)
        if lower == 0 and won < NEAR[0]:
            raise SystemExit(f"{variant}: level {level} would need less than no skill; choose a smaller --share or a weaker scale")
        step.batches.append((upper - lower, won))
    return round(max(0.0, upper - step.distance()), 4)


def file_of(variant: str) -> Path:
    """The file that holds the skills of a game."""
    return ROOT / "src/deathmatch/games" / find(variant).game.replace("-", "_") / "data" / skills.FILE


def write(variant: str, fitted: list[float]) -> None:
    """Put the skills of a variant into the file of its game."""
    path, name = file_of(variant), variant.partition("/")[2]
    known = json.loads(path.read_text("ascii")) if path.exists() else {}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in sorted({**known, name: fitted}.items())]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "ascii")


def main() -> None:
    """Fit one variant."""
    parser = argparse.ArgumentParser(prog="python -m tools.fit_levels", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("variant", help="GAME/VARIANT")
    parser.add_argument("--share", type=float, default=SHARE, help="of the matches that each level should win")
    parser.add_argument("--from", type=int, dest="start", default=LEVELS, help="keep the skills of the levels from this one on")
    parser.add_argument("--batch", type=int, default=BATCH, help="matches of each batch")
    parser.add_argument("--thinking", type=int, default=THINKING, help="units of work of a decision")
    parser.add_argument("--jobs", type=int, default=1, help="processes; 0 for one a core")
    parser.add_argument("--write", action="store_true", help="put the skills into the game's folder")
    given = parser.parse_args()
    kept = [1.0]
    if given.start < LEVELS:
        kept = json.loads(file_of(given.variant).read_text("ascii"))[given.variant.partition("/")[2]][given.start - 1 :]
    fitted = list(kept)
    while len(fitted) < LEVELS:
        level = LEVELS - len(fitted)
        fitted.insert(0, below(given.variant, fitted[0], given.share, level, given.batch, given.jobs, given.thinking))
        print(f"{given.variant}: {fitted}", file=sys.stderr, flush=True)
    print(json.dumps(fitted))
    if given.write:
        write(given.variant, fitted)


if __name__ == "__main__":
    main()
