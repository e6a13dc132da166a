"""How a hot loop is compiled: one decorator, so that every kernel keeps the same promises and stays typed for the checkers.

A kernel is compiled once and cached on disk. Numba notices a change of the kernel's own file only: after editing a kernel that others
call, delete the `__pycache__` of the callers (`make clean` does).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


def kernel(function: F) -> F:
    """The function, compiled on its first call and cached; it releases the interpreter lock and divides as numpy does."""
    return cast("F", numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def inner(function: F) -> F:
    """A small kernel that its callers take into themselves: a call hands over every array of a tuple, which may cost more than the work."""
    return cast("F", numba.njit(cache=True, nogil=True, error_model="numpy", inline="always")(function))


def dense(function: F) -> F:
    """A kernel over numbers that are neither infinite nor nan: the compiler may add up in any order, several numbers at a time."""
    plain = {"nnan", "ninf", "nsz", "contract", "reassoc"}
    return cast("F", numba.njit(cache=True, nogil=True, error_model="numpy", fastmath=plain)(function))
