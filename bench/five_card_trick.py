"""Five-Card Trick solved: matrix games a second by size, against HiGHS in the same run; positions a second of whole small matches; and the
time of a decision of `strong`.

All are one core's own time, so that they hold on a machine that has other work besides.
"""

from __future__ import annotations

import resource
from time import process_time
from typing import Any

import numpy as np

from bench.highs import value_by_highs
from bench.machine import each
from deathmatch import games
from deathmatch.bots.budget import Counted
from deathmatch.core.bots import Warmable
from deathmatch.core.game import Ask, Over, Variant
from deathmatch.core.seats import PUBLIC
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.bot import bots
from deathmatch.games.five_card_trick.solver import searched
from deathmatch.match.dealer import HmacSource
from deathmatch.solve.kernel import maker
from deathmatch.solve.matrix import Floats, certified, workspace
from deathmatch_lab import solving
from deathmatch_lab.arena import quantile
from deathmatch_lab.solving import SilentReporter

SIZES = (4, 8, 12, 16, 20, 26)
MATCHES = 2  # of `strong` against itself
GAMES = 2000  # of each size; HiGHS solves every 20th of them
ROUNDS = (3, 4, 5, 6)


def measure() -> dict[str, Any]:
    """Random games a second by size, ours and HiGHS's; whole matches without an extension by their rounds."""
    return {
        "matrix_games_per_second": {f"{size} x {size}": _games(size) for size in each(SIZES)},
        "rounds": {str(n): _match(n) for n in each(ROUNDS)},
        "strong_seconds": {variant.id: _decisions(variant) for variant in games.variants("five-card-trick")},
    }


@maker
def solve_all(games: Floats) -> tuple[float, int]:
    """Solve games of shape (count, m, n); the largest gap, and all pivots."""
    work, row, column = workspace(max(games.shape[1], games.shape[2])), np.empty(games.shape[1]), np.empty(games.shape[2])
    gap, pivots = 0.0, 0
    for game in games:
        low, high, steps = certified(game, games.shape[1], games.shape[2], row, column, work)
        gap, pivots = max(gap, high - low), pivots + steps
    return gap, pivots


def _games(size: int) -> dict[str, float]:
    games = np.random.default_rng(size).random((GAMES, size, size))
    solve_all(games[:1])
    began = process_time()
    gap, pivots = solve_all(games)
    spent = process_time() - began
    began = process_time()
    for game in games[::20]:
        value_by_highs(game)
    highs = (process_time() - began) / len(games[::20])
    return {"ours": round(GAMES / spent), "highs": round(1 / highs), "pivots": round(pivots / GAMES, 1), "largest_gap": gap}


def _match(rounds: int) -> dict[str, Any]:
    """A whole match on one core; what compiles has compiled."""
    variant = find("five-card-trick/gauntlet")
    small = variant.bind({"rounds": 2, "max_rounds": 2})[1]
    solving.solver(variant, small).solve(small.view(small.start(), PUBLIC), SilentReporter())
    game = variant.bind({"rounds": rounds, "max_rounds": rounds})[1]
    began = process_time()
    solution = solving.solver(variant, game).solve(game.view(game.start(), PUBLIC), SilentReporter()).json
    spent = process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {
        "seconds": round(spent, 1),
        "value": solution["value"],
        "positions": solution["positions"],
        "stage_games": solution["games"],
        "peak_mib": peak,
    }


def _decisions(variant: Variant) -> dict[str, Any]:
    """The time of each decision of `strong` in matches against itself, with nothing kept from one seat to the other."""
    game = variant.bind({})[1]
    assert isinstance(game, FiveCardTrick)
    strong, seconds = bots(game)["strong"], []
    if isinstance(strong, Warmable):
        strong.warm()
    for number in range(MATCHES):
        state, source = game.start(), HmacSource(b"bench", str(number))
        while not isinstance(pending := game.pending(state), Over):
            assert isinstance(pending, Ask)
            turn = {}
            for seat in pending.seats:
                view = game.view(state, seat)
                decision = game.decision(view)
                searched.cache_clear()
                began = process_time()
                turn[seat] = strong.choose(view, decision, Counted(1_000_000), source)
                seconds.append(process_time() - began)
            state = game.play(state, turn)
    seconds.sort()
    return {"decisions": len(seconds), **{f"p{part * 100:g}": round(quantile(seconds, part), 4) for part in (0.5, 0.9, 1.0)}}
