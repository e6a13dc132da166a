"""Ratings: right where they can be computed by other means, fair about what they do not know."""

from __future__ import annotations

import math

import numpy as np
import pytest

from deathmatch.match.dealer import HmacSource
from deathmatch_lab.tournaments.ratings import ELO, Meeting, rate

SCORES = {("a", "b"): (60, 100), ("a", "c"): (75, 100), ("b", "c"): (55, 80), ("c", "d"): (20, 40)}


def singles(scores: dict[tuple[str, str], tuple[int, int]]) -> list[Meeting]:
    return [Meeting(a, b, float(number < won), 1) for (a, b), (won, games) in scores.items() for number in range(games)]


def test_they_maximise_the_likelihood_as_another_optimiser_finds_it() -> None:
    from scipy.optimize import minimize

    names = ["a", "b", "c", "d"]

    def loss(strength: np.ndarray) -> float:
        total = 0.0
        for (a, b), (won, games) in SCORES.items():
            gap = strength[names.index(a)] - strength[names.index(b)]
            total += won * np.log1p(np.exp(-gap)) + (games - won) * np.log1p(np.exp(gap))
        return float(total + 0.5 * (np.log1p(np.exp(-strength)) + np.log1p(np.exp(strength))).sum())

    found = minimize(loss, np.zeros(4), method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-12, "maxiter": 10_000}).x
    expected = (found - found.mean()) * ELO
    ratings = {rating.name: rating for rating in rate(names, singles(SCORES))}
    assert [ratings[name].elo for name in names] == pytest.approx(expected.tolist(), abs=0.01)
    assert ratings["a"].games == 200
    assert ratings["a"].score == 135


def test_a_bot_that_won_all_has_a_finite_rating_and_a_wide_interval() -> None:
    first, second = rate(["b", "a"], [Meeting("a", "b", 2.0, 2)] * 10)
    assert (first.name, second.name) == ("a", "b")
    assert 100 < first.elo < 1000
    assert first.high - first.low > 200


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    truth = np.array([1.0, 0.3, -0.4, -0.9])
    source, held, tries = HmacSource(b"ratings", "1"), 0, 100
    names = ["a", "b", "c", "d"]
    for _ in range(tries):
        met = []
        for i in range(4):
            for j in range(i + 1, 4):
                chance = 1 / (1 + math.exp(truth[j] - truth[i]))
                won = [2.0 * (source.below(10_000) < chance * 10_000) for _ in range(20)]  # both games of a pair go alike
                met += [Meeting(names[i], names[j], score, 2) for score in won]
        for rating in rate(names, met):
            held += rating.low <= truth[names.index(rating.name)] * ELO <= rating.high
    assert 0.90 < held / (4 * tries) < 0.985
