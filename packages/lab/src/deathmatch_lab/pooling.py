"""Tasks that somebody else does: other processes of this machine, or other machines.

`local_pool.py` has processes, `cluster.py` a Dask cluster. The arena, searches and solvers know only this interface.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Any, Final, Protocol, TypeVar

from deathmatch.core.errors import DeathmatchError

R = TypeVar("R")

AHEAD: Final = 4
"""Tasks that are handed over for each that is done at a time, so that no worker waits for the next one."""


class PoolError(DeathmatchError, RuntimeError):
    """Workers that cannot do a task: none answers, one is of another version, or one lacks something that the task needs."""


class Pool(Protocol):
    """Workers for tasks."""

    @property
    def width(self) -> int:
        """How many tasks are done at a time; at least 1."""
        ...

    def submit(self, task: Callable[..., R], /, *arguments: Any) -> Future[R]:
        """Have a task done; `cancel` of the future takes back one that has not begun.

        Args:
            task: a function of a module, which the worker imports.
            arguments: values that `pickle` can write.
        """
        ...


def as_they_come(pool: Pool, task: Callable[..., R], given: Iterable[tuple[Any, ...]]) -> Iterator[tuple[tuple[Any, ...], R]]:
    """Do a task with each of these arguments; yields the arguments and the result of each as it is done, in any order.

    Arguments are taken as workers need them. The rest is cancelled if a task fails, or if nobody asks for more.
    """
    ahead = iter(given)
    waiting: dict[Future[R], tuple[Any, ...]] = {}
    try:
        while True:
            for arguments in islice(ahead, max(0, AHEAD * pool.width - len(waiting))):
                waiting[pool.submit(task, *arguments)] = arguments
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()
    finally:
        for future in waiting:
            future.cancel()
