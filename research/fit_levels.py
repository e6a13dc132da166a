"""Fit the skills of `level-1` to `level-8`, so that each level wins the same share of its matches against the one below.

    python -m research.fit_levels five-card-trick/gauntlet [--share 0.68] [--matches 100] [--rounds 2] [--write]

A round plays each level against the one below. The shares give each level a rating, and between two levels the rating is taken to grow
evenly with skill. Then the levels between the first and the last move to where the ratings lie equally far apart. If the levels span more
than `--share` asks for, `level-1` moves up, or with `--below` the last one moves down, so that beginners keep a weak one. `--write` puts
the skills into `data/levels.json` of the game; `python -m research.levels` measures the steps over other deals.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from math import log
from pathlib import Path

import numpy as np

from deathmatch.cli.options import all_word_lists
from deathmatch.core import bots
from deathmatch.games import find
from deathmatch_lab.arena import ArenaBout, run

ROOT = Path(__file__).resolve().parent.parent
SHARE = 0.68
MATCHES = 100  # of each step in a round
ROUNDS = 2
THINKING = 200
SEED = 4711
SUREST = 0.97  # a share counts as this at most, so that one round cannot throw a level to the end of the scale


def odds(share: float) -> float:
    """The logarithm of the odds, at least a little: a level counts as stronger than the one below."""
    return max(log(share / (1 - share)), 0.05) if share < SUREST else log(SUREST / (1 - SUREST))


def respaced(before: Sequence[float], shares: Sequence[float], share: float, below: bool = False) -> list[float]:
    """Skills with equal steps.

    Args:
        before: the skills of all levels.
        shares: of its matches that each level won against the one below, from `level-2` on.
        share: that each should win.
        below: whether the first stays if they cannot both.

    Returns: the new skills. The last stays and the first is no lower than before, or the first stays and the last is no higher.
    """
    ratings = np.cumsum([0.0, *(odds(won) for won in shares)])
    span = min(ratings[-1], len(shares) * odds(share))
    wanted = np.linspace(0.0, span, len(before)) + (0.0 if below else ratings[-1] - span)
    return [round(float(skill), 4) for skill in np.interp(wanted, ratings, before)]


def measured(variant: str, fitted: Sequence[float], matches: int, seed: int, thinking: int, jobs: int) -> list[float]:
    """The share that each level wins against the one below, by skill."""
    resources, shares = all_word_lists(find(variant)), []
    for lower, upper in pairwise(fitted):
        names = f"skill@{upper:.4f}", f"skill@{lower:.4f}"
        shares.append(run(ArenaBout(variant, *names, matches, seed, thinking=thinking, resources=resources), jobs).share)
        print(f"{variant}: {names[0]} wins {shares[-1]:.1%} against {names[1]}", file=sys.stderr, flush=True)
    return shares


def file_of(variant: str) -> Path:
    """The file that holds the skills of a game."""
    return ROOT / "src/deathmatch/games" / find(variant).game.replace("-", "_") / "data" / bots.FILE


def write(variant: str, fitted: Sequence[float]) -> None:
    """Put the skills of a variant into the file of its game."""
    path, name = file_of(variant), variant.partition("/")[2]
    known = json.loads(path.read_text("ascii")) if path.exists() else {}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in sorted({**known, name: list(fitted)}.items())]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "ascii")


def main() -> None:
    """Fit one variant."""
    parser = argparse.ArgumentParser(
        prog="python -m research.fit_levels", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("variant", help="GAME/VARIANT")
    parser.add_argument("--share", type=float, default=SHARE, help="of the matches that each level should win")
    parser.add_argument("--below", action="store_true", help="keep the skill of level-1, not that of level-8")
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each step in a round")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--skills", type=float, nargs="+", help="to begin with, ascending; those of the file if none are given")
    parser.add_argument("--thinking", type=int, default=THINKING, help="units of work of a decision")
    parser.add_argument("--jobs", type=int, default=1, help="processes; 0 for one a core")
    parser.add_argument("--write", action="store_true", help="put the skills into the game's folder")
    given = parser.parse_args()
    fitted = given.skills or json.loads(file_of(given.variant).read_text("ascii"))[given.variant.partition("/")[2]]
    for number in range(given.rounds):
        shares = measured(given.variant, fitted, given.matches, SEED + number, given.thinking, given.jobs)
        fitted = respaced(fitted, shares, given.share, given.below)
        print(f"{given.variant}: {fitted}", file=sys.stderr, flush=True)
    print(json.dumps(fitted))
    if given.write:
        write(given.variant, fitted)


if __name__ == "__main__":
    main()
