"""Kernels: compiled when they are called and not before, alone and in one another."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from deathmatch.solve.kernel import Kernel, dense, inner, kernel, maker


@inner
def twice(number: int) -> int:
    """Taken into its callers."""
    return 2 * number


@dense
def more(number: float) -> float:
    return number + 0.5


@kernel
def total(count: int) -> float:
    """Calls both of the others."""
    sum_ = 0.0
    for number in range(count):
        sum_ += more(twice(number))
    return sum_


@kernel
def once(number: float) -> float:
    return number + 2


@kernel
def shared(number: int) -> int:
    return number + 1


@kernel
def part(numbers: NDArray[np.int64], rows: tuple[int, int], twice_: bool) -> int:
    return int(numbers[rows[0] : rows[1]].sum()) * (2 if twice_ else 1)


@kernel
def one_of(values: tuple[int, float], place: int) -> float:
    return values[place]


@kernel
def parts(numbers: NDArray[np.int64], count: int) -> float:
    """Hands constants over, one of them to choose from values of two types."""
    whole = part(numbers, (0, count), True) + part(numbers, (1, count), False) + part(numbers, (count - 1, 3), False)
    return whole + one_of((1, 0.5), 1)


@maker
def squares(count: int) -> NDArray[np.int64]:
    out = np.empty(count, dtype=np.int64)
    for number in range(count):
        out[number] = number * number
    return out


@maker
def sum_of_squares(count: int) -> int:
    return int(squares(count).sum())


@kernel
def forgetful(count: int) -> int:
    """Nobody would free the squares."""
    return int(squares(count).sum())


@kernel
def sum_twice(count: int) -> int:
    """A maker that frees the arrays it makes."""
    return 2 * sum_of_squares(count)


@kernel
def careless(count: int) -> int:
    return int(np.ones(count).size)


@kernel
def handed_on(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    return numbers


def test_a_kernel_is_what_it_says_and_calls_others() -> None:
    assert total(4) == 2.0 * 6 + 2.0
    assert total.__name__ == "total"
    assert twice.__doc__ == "Taken into its callers."


def test_it_is_compiled_when_it_is_called_and_not_again_for_the_same_types() -> None:
    assert once.signatures == ()  # type: ignore[attr-defined]
    assert (once(1), once(2)) == (3, 4)
    assert len(once.signatures) == 1  # type: ignore[attr-defined]
    assert once(0.5) == 2.5
    assert len(once.signatures) == 2  # type: ignore[attr-defined]


def test_constants_that_a_kernel_hands_to_another_have_it_compiled_once() -> None:
    assert parts(np.array([1, 2, 4]), 3) == 14 + 6 + 4 + 0.5
    assert len(part.signatures) <= 1  # type: ignore[attr-defined]  # none if `parts` is kept from an earlier run


def test_threads_that_call_it_first_share_what_is_compiled() -> None:
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: (shared(1), id(shared._dispatcher())), range(8)))  # type: ignore[attr-defined]
    assert {value for value, _ in results} == {2}
    assert len({number for _, number in results}) == 1
    assert isinstance(shared, Kernel)


def test_numba_is_not_loaded_before_a_kernel_is_called() -> None:
    """So that a bot which needs none, as `perfect` with a kept solution, answers at once in a new process."""
    modules = "deathmatch.games.five_card_trick.bot, deathmatch.games.guidance_rite.bot, deathmatch.games.even_groups.bot"
    code = f"import sys, {modules}; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_maker_makes_arrays_and_another_one_may_call_it() -> None:
    assert squares(4).tolist() == [0, 1, 4, 9]
    assert sum_of_squares(4) == 14
    assert sum_twice(4) == 28


def test_a_kernel_neither_makes_arrays_nor_returns_them() -> None:
    with pytest.raises(Exception, match="ones") as careless_:
        careless(3)
    with pytest.raises(
        TypeError, match="squares returns arrays, which nobody would free, so a kernel that calls it must be a maker"
    ) as forgetful_:
        forgetful(3)
    with pytest.raises(TypeError, match="handed_on returns arrays"):
        handed_on(np.arange(3))
    for error, name in ((careless_, "careless"), (forgetful_, "forgetful")):
        assert error.value.__notes__ == [f"{name} is a kernel; if it makes arrays, it must be a maker"]
