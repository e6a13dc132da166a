"""Kernels: compiled when they are called and not before, alone and in one another."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from deathmatch.solve.kernel import Kernel, dense, inner, kernel


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
