"""Tasks for a pool: handed over as they are needed, taken back if nobody wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any, TypeVar

import pytest

from deathmatch_lab.local_pool import AHEAD, LocalPool, as_they_come

R = TypeVar("R")


class Later(LocalPool):
    """A pool that does a task only when it is told to, the last one first."""

    def __init__(self) -> None:
        self.width = 2
        self.open: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.most = 0

    def submit(self, task: Callable[..., R], /, *arguments: Any) -> Future[R]:
        future: Future[R] = Future()
        self.open.append((future, lambda: task(*arguments)))
        self.most = max(self.most, len(self.open))
        if len(self.open) == AHEAD * self.width:
            self.do()
        return future

    def do(self) -> None:
        future, task = self.open.pop()
        try:
            future.set_result(task())
        except ZeroDivisionError as error:
            future.set_exception(error)


def test_tasks_are_handed_over_as_they_are_needed_and_every_result_comes() -> None:
    pool = Later()
    came = as_they_come(pool, divmod, ((number, 7) for number in range(19)))
    seen = []
    for arguments, result in came:
        seen.append((arguments, result))
        if len(seen) < 19:
            pool.do() if pool.open else None
    assert sorted(seen) == [((number, 7), divmod(number, 7)) for number in range(19)]
    assert pool.most == AHEAD * pool.width


@pytest.mark.parametrize("number", [0, 1])
def test_a_task_that_fails_and_a_caller_who_leaves_take_the_others_back(number: int) -> None:
    pool = Later()

    def given() -> Iterator[tuple[int, int]]:
        yield from ((1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, number), (9, 9))

    came = as_they_come(pool, divmod, given())
    if number:
        assert next(came) == ((8, 1), (8, 0))
        came.close()  # type: ignore[attr-defined]
    else:
        with pytest.raises(ZeroDivisionError):
            next(came)
    assert len(pool.open) == AHEAD * pool.width - 1
    assert all(future.cancelled() for future, _ in pool.open)
