"""The value of a matrix game by an independent solver."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def value_by_highs(payoffs: NDArray[np.float64]) -> float:
    """The row player's value by scipy's HiGHS: the greatest v with x payoffs >= v."""
    from scipy.optimize import linprog  # half a second of processor time, and most who import this ask for no value

    m, n = payoffs.shape
    program = linprog(
        c=np.append(np.zeros(m), -1.0),
        A_ub=np.hstack([-payoffs.T, np.ones((n, 1))]),
        b_ub=np.zeros(n),
        A_eq=np.append(np.ones(m), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * m + [(None, None)],
        method="highs",
    )
    assert program.status == 0
    return float(-program.fun)
