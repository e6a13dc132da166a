"""Matrix games against scipy's HiGHS, an independent solver."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.highs import value_by_highs
from deathmatch.solve import matrix
from deathmatch.solve.matrix import Floats, Workspace, solve


def certified(payoffs: NDArray[np.float64]) -> float:
    """The value of our solution, once its certificate is recomputed from the mixtures alone."""
    solution = solve(payoffs)
    for mixture, size in ((solution.row, payoffs.shape[0]), (solution.column, payoffs.shape[1])):
        assert mixture.shape == (size,)
        assert (mixture >= 0).all()
        assert mixture.sum() == pytest.approx(1, abs=1e-12)
    scale = max(1.0, float(np.abs(payoffs).max()))
    assert solution.low == pytest.approx(float((solution.row @ payoffs).min()), abs=1e-12 * scale)
    assert solution.high == pytest.approx(float((payoffs @ solution.column).max()), abs=1e-12 * scale)
    assert -1e-9 * scale <= solution.gap <= 1e-9 * scale
    return solution.value


KINDS = ["normal", "whole", "coarse", "low rank", "duplicates", "nearly alike", "huge", "small"]


def games(kind: str, count: int, seed: int) -> Iterator[NDArray[np.float64]]:
    random = np.random.default_rng(seed)
    for _ in range(count):
        m, n = random.integers(1, 36, size=2)
        payoffs = random.normal(size=(m, n))
        if kind == "whole":
            payoffs = np.round(3 * payoffs)
        elif kind == "coarse":  # mostly ties: payoffs -1, 0, 1
            payoffs = np.sign(np.round(payoffs))
        elif kind == "low rank":
            payoffs = random.normal(size=(m, 2)) @ random.normal(size=(2, n))
        elif kind == "duplicates":
            payoffs = payoffs[random.integers(0, m, size=2 * m)][:, random.integers(0, n, size=2 * n)]
        elif kind == "nearly alike":  # ties but for the rounding of short floats, which invite pivots out of nothing
            payoffs = np.round(np.abs(payoffs), 1) / 8 + random.choice([0, 2.0**-25], size=(m, n))
        elif kind == "huge":
            payoffs = 1e9 * payoffs + 1e10
        elif kind == "small":
            payoffs = 1e-9 * payoffs
        yield payoffs


@pytest.mark.parametrize("kind", KINDS)
def test_random_games_agree_with_an_independent_solver(kind: str) -> None:
    for payoffs in games(kind, 60, 2024):
        scale = max(1e-9, float(np.abs(payoffs).max()))
        unit = payoffs / scale  # HiGHS has absolute tolerances
        assert certified(payoffs) / scale == pytest.approx(value_by_highs(unit), abs=1e-7)


def test_what_rounding_spoils_is_solved_from_another_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """The certificate decides: where the first try comes with a gap, others follow, and the better mixtures stay."""
    payoffs = np.random.default_rng(3).normal(size=(9, 7))
    right = solve(payoffs)
    work, row, column = matrix.workspace.py_func(9), np.empty(9), np.empty(7)
    tries: list[tuple[int, int]] = []
    true = matrix.simplex

    def spoilt(
        payoffs: NDArray[np.float64], m: int, n: int, least: float, most: float, row: Floats, column: Floats, work: Workspace
    ) -> int:
        tries.append((m, n))
        pivots = true(payoffs, m, n, least, most, row, column, work)
        if len(tries) < 3:  # the row player's mixture is lost in the first two tries, seen from either side
            lost = row[:m] if m == 9 else column[:n]
            lost[:] = 1.0 / lost.size
        return pivots

    monkeypatch.setattr(matrix, "simplex", spoilt)
    monkeypatch.setattr(matrix, "_turned", matrix._turned.py_func)
    low, high, _ = matrix.certified.py_func(payoffs, 9, 7, row, column, work)
    assert tries == [(9, 7), (7, 9), (9, 7)]
    assert (low, high) == pytest.approx((right.low, right.high), abs=1e-12)
    assert row == pytest.approx(right.row, abs=1e-12)
    assert column == pytest.approx(right.column, abs=1e-12)


def test_wide_and_tall_games_agree_with_an_independent_solver() -> None:
    random = np.random.default_rng(7)
    for shape in [(1, 1), (1, 40), (40, 1), (2, 242), (242, 35), (121, 242), (3, 200)]:
        for payoffs in (random.normal(size=shape), random.integers(-2, 3, size=shape).astype(float)):
            assert certified(payoffs) == pytest.approx(value_by_highs(payoffs), abs=1e-7)


@pytest.mark.parametrize("payoffs", [[], [[]], [1.0, 2.0], np.zeros((0, 3)), [[1.0, float("nan")]], [[float("inf"), 0.0]]])
def test_what_is_no_game_is_refused(payoffs: object) -> None:
    with pytest.raises(ValueError, match=r"payoffs (have the shape|are finite)"):
        solve(payoffs)  # type: ignore[arg-type]
