"""A kernel as the Python function that it is made from, for tests with little to work out (`plain_by_day` in `conftest.py`)."""

from __future__ import annotations

import numpy as np

from deathmatch.solve.kernel import Kernel


def call(kernel: Kernel, *arguments: object) -> object:
    """What the function returns. Numbers of 64 bits that are too large begin again at 0, and 1 / 0 is infinite, as in machine code."""
    with np.errstate(all="ignore"):
        return kernel.py_func(*arguments)
