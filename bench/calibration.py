"""Whether the chances in the graphs of reviews are right: when a graph says p, how often does that seat win?

Bots play matches of each variant, every match is reviewed, and the points of its graph are put into tenths. A match counts once in each
tenth that it has a point in. The intervals are Wilson's, 95 %. A line through the logarithms of the odds says how much too sure the
graphs are: a slope of 1 is right, below 1 they are too sure. `CALIBRATE` names some variants, separated by commas, and `MATCHES` another
number of matches.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.machine import note
from deathmatch.bots import arena, study
from deathmatch.bots.budget import Counted
from deathmatch.cli.options import all_word_lists
from deathmatch.core.chances import odds_of, wilson
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.match.replay import match_history

TENTHS = 10
TWO_SIDED = 1.959964
STEPS = 25  # of Newton's method, which takes five
RIDGE = 1e-6
EVERY = 20  # matches between two reports


@dataclass(frozen=True, slots=True)
class Plan:
    """How the matches of a variant come about.

    Attributes:
        pairs: of bots, in turn.
        matches: how many.
        thinking: units of work of a bot's decision.
        units: of a review.
    """

    pairs: tuple[tuple[str, str], ...]
    matches: int = 100
    thinking: int = 20
    units: int = 2_000


BOTH = (("steady", "strong"), ("strong", "strong"), ("steady", "steady"))
QUICK = (("steady", "steady"),)
PLANS = {
    "tile-joust/gauntlet": Plan(BOTH, thinking=5, units=1),
    "tile-joust/final": Plan(BOTH, thinking=5, units=1),
    "five-card-trick/setna": Plan(BOTH),
    "five-card-trick/final": Plan(BOTH),
    "letter-hunt/gambit": Plan(BOTH, thinking=2, units=90),
    "letter-hunt/colosseum": Plan(BOTH, thinking=2, units=90),
    "even-groups/standard": Plan(BOTH),
    "guidance-rite/guardians": Plan(QUICK, thinking=1, units=400),
    "guidance-rite/final": Plan(QUICK, thinking=1, units=400),
    "five-card-trick/gauntlet": Plan(QUICK, thinking=1),
}


class Point(NamedTuple):
    """A point of a graph: the match that it is of, the chance that it gives A, and whether A won."""

    match: int
    chance: float
    won: bool


def measure() -> dict[str, Any]:
    """The table of each variant."""
    wanted = [name for name in os.environ.get("CALIBRATE", "").split(",") if name] or list(PLANS)
    plans = {name: replace(PLANS[name], matches=int(os.environ.get("MATCHES", PLANS[name].matches))) for name in wanted}
    return {name: _table(name, plan) for name, plan in plans.items()}


def _points(name: str, plan: Plan) -> list[Point]:
    variant, found = find(name), list[Point]()
    resources = all_word_lists(variant)
    study.warm(variant)
    for number in range(plan.matches):
        pair = plan.pairs[number // 2 % len(plan.pairs)]
        bout = arena.ArenaBout(name, *pair, plan.matches, seed=23, thinking=plan.thinking, resources=resources)
        record = arena.play(bout, number).record(bout)
        history = match_history(record)
        chart = study.advisor(variant, record.header.game(), resources).review(history, Counted(plan.units)).chart
        if chart is not None and history.outcome.winner is not None:
            won = history.outcome.winner is Seat.A
            inner = [value for event, value in chart.points if event < len(history.moments)]
            found += [Point(number, value, won) for value in inner]
        if number % EVERY == EVERY - 1:
            note(f"{name}: {number + 1} of {plan.matches}")
    return found


def _table(name: str, plan: Plan) -> dict[str, Any]:
    points = _points(name, plan)
    tenths = []
    for tenth in range(TENTHS):
        inside = [point for point in points if min(TENTHS - 1, int(point.chance * TENTHS)) == tenth]
        matches = {point.match: point.won for point in inside}
        if not matches:
            continue
        said = sum(_mean([point.chance for point in inside if point.match == match]) for match in matches) / len(matches)
        wins, (low, high) = sum(matches.values()), wilson(sum(matches.values()), len(matches), TWO_SIDED)
        figures = {"said": said, "won": wins / len(matches), "low": low, "high": high}
        tenths.append({"tenth": tenth, "matches": len(matches), **{key: round(value, 3) for key, value in figures.items()}})
    brier = _mean([(point.chance - point.won) ** 2 for point in points])
    return {"matches": plan.matches, "points": len(points), "brier": round(brier, 4), "tenths": tenths, "line": line(points)}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def line(points: Sequence[Point]) -> dict[str, float]:
    """Logistic regression of the result on the odds that a graph gives; every match weighs the same, errors are clustered by match."""
    open_ = [point for point in points if 0 < point.chance < 1]
    if not open_:
        return {}
    rows = np.array([[1.0, odds_of(point.chance)] for point in open_])
    won = np.array([float(point.won) for point in open_])
    _, groups, counts = np.unique([point.match for point in open_], return_inverse=True, return_counts=True)
    weights = 1.0 / counts[groups]
    beta = np.array([0.0, 1.0])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-rows @ beta))
        beta = beta + np.linalg.solve(_information(rows, weights, chances), rows.T @ (weights * (won - chances)))
    chances = 1 / (1 + np.exp(-rows @ beta))
    scores = np.zeros((counts.size, 2))
    np.add.at(scores, groups, rows * (weights * (won - chances))[:, None])
    bread = np.linalg.inv(_information(rows, weights, chances))
    errors = np.sqrt(np.diag(bread @ (scores.T @ scores) @ bread))
    lift, slope = (round(float(value), 3) for value in beta)
    return {"slope": slope, "slope_error": round(float(errors[1]), 3), "lift": lift, "lift_error": round(float(errors[0]), 3)}


def _information(rows: NDArray[np.float64], weights: NDArray[np.float64], chances: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = rows.T @ (rows * (weights * chances * (1 - chances))[:, None]) + RIDGE * np.eye(2)
    return found
