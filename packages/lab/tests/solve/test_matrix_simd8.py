"""Eight matrix games at a time, against the exact solver."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from deathmatch.solve import matrix
from deathmatch_lab.solve.simd8 import (
    CLOSE,
    COLUMN,
    GREATEST,
    HIGH,
    LEAST,
    LOW,
    MOST,
    PAYOFFS,
    ROW,
    SIZE,
    Blocks,
    few,
    game,
    solve,
    used,
    weigh,
)

KINDS = ("any", "coarse", "near", "even", "narrow")


def eight(kind: str, m: int, n: int, source: np.random.Generator) -> NDArray[np.float32]:
    """Eight games with payoffs from 0 to 1, shape (m, n, 8)."""
    payoffs = source.random((m, n, SIZE))
    if kind == "coarse":  # mostly ties
        payoffs = np.round(2 * payoffs) / 2
    elif kind == "near":  # each is like the one before
        payoffs = payoffs[:, :, :1] + 0.02 * np.arange(SIZE)
    elif kind == "even":
        payoffs[:] = 0.25
    elif kind == "narrow":
        payoffs = 0.9 + 1e-3 * payoffs
    return np.clip(payoffs, 0.0, 1.0).astype(np.float32)


def solved(payoffs: NDArray[np.float32]) -> tuple[Blocks, int]:
    """The games solved by all of their rows and columns, and which of them are not."""
    m, n, _ = payoffs.shape
    room = few(max(m, n))
    room.blocks[PAYOFFS : PAYOFFS + m * n] = payoffs.reshape(m * n, SIZE)
    rows, columns = np.arange(MOST), np.arange(MOST)
    solve(room.blocks, rows, columns, m, n, n)
    return room.blocks, weigh(room.blocks, rows, columns, m, n, m, n)


@pytest.mark.parametrize("kind", KINDS)
def test_values_are_those_of_the_exact_solver(kind: str) -> None:
    source, left, total = np.random.default_rng(5), 0, 0
    for _ in range(60):
        m, n = source.integers(1, MOST + 1, size=2)
        payoffs = eight(kind, m, n, source)
        blocks, open_ = solved(payoffs)
        for k in range(SIZE):
            total += 1
            left += open_ >> k & 1
            exact = matrix.solve(payoffs[:, :, k]).value
            row, column = blocks[ROW : ROW + m, k], blocks[COLUMN : COLUMN + n, k]
            for mixture in (row, column):
                assert (mixture >= 0).all()
                assert mixture.sum() == pytest.approx(1, abs=1e-5)
            assert blocks[LOW, k] == pytest.approx((row @ payoffs[:, :, k]).min(), abs=1e-6)
            assert blocks[HIGH, k] == pytest.approx((payoffs[:, :, k] @ column).max(), abs=1e-6)
            if not open_ >> k & 1:
                assert blocks[LOW, k] - 1e-6 <= exact <= blocks[HIGH, k] + 1e-6
                assert blocks[HIGH, k] - blocks[LOW, k] < CLOSE
    assert left <= total / 20, "rounding spoils few games"


def test_a_game_that_rounding_spoils_altogether_is_not_solved() -> None:
    """A game from a match of `setna`. If products are rounded with their sums, nothing is left of the row player's mixture."""
    payoffs = np.zeros((6, 3, SIZE), dtype=np.float32)
    payoffs[:, 0] = np.array([0.001305761863477528, 0, 0, 1, 0, 0.0026023928076028824])[:, np.newaxis]
    payoffs[:, 1] = np.array([0.5, 0.5, 0.5, 0.3, 0.5, 0.5])[:, np.newaxis]
    payoffs[:, 2] = np.array([0, 1, 0.0020989528857171535, 1, 1, 0])[:, np.newaxis]
    blocks, open_ = solved(payoffs)
    closed = [k for k in range(SIZE) if not open_ >> k & 1]
    exact = matrix.solve(payoffs[:, :, 0]).value
    np.testing.assert_allclose(blocks[LOW : HIGH + 1 : 2, closed], exact, atol=CLOSE)


@pytest.mark.parametrize("first", [ROW, COLUMN])
def test_mixtures_that_are_not_numbers_are_not_optimal(first: int) -> None:
    room, both = few(2), np.array([0, 1])
    room.blocks[PAYOFFS : PAYOFFS + 4] = np.array([[0], [1], [1], [0]])
    room.blocks[[ROW, ROW + 1, COLUMN, COLUMN + 1]] = 0.5
    assert weigh(room.blocks, both, both, 2, 2, 2, 2) == 0
    room.blocks[first : first + 2, 3] = np.nan
    assert weigh(room.blocks, both, both, 2, 2, 2, 2) == 1 << 3


def test_rows_and_columns_that_improve_are_named() -> None:
    """Two rows and two columns of rock, paper, scissors; the third of either improves."""
    payoffs = np.array([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]], dtype=np.float32)
    room = few(3)
    room.blocks[PAYOFFS : PAYOFFS + 9] = payoffs.reshape(9, 1)
    rows, columns = np.array([0, 1]), np.array([0, 1])
    solve(room.blocks, rows, columns, 2, 2, 3)
    assert weigh(room.blocks, rows, columns, 2, 2, 3, 3) == 255
    np.testing.assert_array_equal(room.blocks[ROW : ROW + 2], np.repeat([[0], [1]], SIZE, axis=1))
    np.testing.assert_array_equal(room.blocks[COLUMN : COLUMN + 2], np.repeat([[0], [1]], SIZE, axis=1))
    np.testing.assert_array_equal(room.blocks[LOW : GREATEST + 1], np.repeat([[0], [2], [1], [2]], SIZE, axis=1))
    assert (LEAST, HIGH, GREATEST) == (LOW + 1, LOW + 2, LOW + 3)
    assert [used(room.blocks, ROW, k) for k in range(2)] == [False, True]
    out = np.zeros((3, 3))
    game(room.blocks, 4, 3, 3, out)
    np.testing.assert_array_equal(out, payoffs)
