from __future__ import annotations

import numpy as np
import pytest

from deathmatch.solve import matrix
from deathmatch_lab.solve import plain


@pytest.mark.parametrize("whole", [False, True], ids=["real", "whole"])
def test_it_solves_as_the_kernel_does(whole: bool) -> None:
    chance = np.random.default_rng(5)
    for _ in range(150):
        m, n = chance.integers(1, 20, size=2)
        game = chance.integers(-2, 3, size=(m, n)).astype(np.float64) if whole else chance.random((m, n))
        solution = plain.solve(game)
        assert solution.value == pytest.approx(matrix.solve(game).value, abs=1e-9)
        assert solution.gap < 1e-9
        for mixture in (solution.row, solution.column):
            assert mixture.min() >= 0.0
            assert mixture.sum() == pytest.approx(1.0)


def test_payoffs_that_are_all_alike_and_those_that_nearly_are() -> None:
    assert plain.solve([[3.0, 3.0]]).value == 3.0
    game = np.full((4, 5), 0.5)
    game[1, 2] += 1e-13
    assert plain.solve(game).value == pytest.approx(0.5)


def test_what_the_pivots_do_not_finish_the_kernel_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "PIVOTS", 0)
    assert plain.solve([[1.0, -1.0], [-1.0, 1.0]]).value == pytest.approx(0.0)


@pytest.mark.parametrize("payoffs", [[], [[np.nan]], [1.0, 2.0]])
def test_what_is_no_game_is_refused(payoffs: object) -> None:
    with pytest.raises(ValueError, match="payoffs"):
        plain.solve(payoffs)  # type: ignore[arg-type]
