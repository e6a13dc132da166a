"""Processes of this machine that do tasks."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, TypeVar

from deathmatch.bots.processes import processors
from deathmatch.solve.kernel import PROGRESS

R = TypeVar("R")

AHEAD: Final = 4
"""Tasks that are handed over for each that is done at a time, so that no worker waits for the next one."""


class LocalPool:
    """So many processes. Each starts when there is work for it.

    Attributes:
        width: how many.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        context = multiprocessing.get_context("spawn")
        self._executor = ProcessPoolExecutor(width, mp_context=context, initializer=_begin)

    def submit(self, task: Callable[..., R], /, *arguments: Any) -> Future[R]:
        """Have a process do a task; `cancel` of the future takes back one that has not begun.

        Args:
            task: a function of a module, which the process imports.
            arguments: values that `pickle` can write.
        """
        return self._executor.submit(task, *arguments)

    def end(self) -> None:
        """Cancel tasks that have not begun, wait for the others, and end the processes."""
        self._executor.shutdown(cancel_futures=True)


@contextmanager
def local_pool(jobs: int = 0) -> Iterator[LocalPool]:
    """Processes, 0 for one for each core, until the block ends.

    Ctrl-C reaches the caller alone, and then the tasks that are being done are broken off.
    """
    others = set(multiprocessing.active_children())
    pool = LocalPool(jobs or processors())
    try:
        yield pool
    except KeyboardInterrupt:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.end()


def _begin() -> None:
    """Leave Ctrl-C, which a terminal sends to all of its processes, to the one that started these; say nothing of kernels."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ[PROGRESS] = "off"


def as_they_come(pool: LocalPool, task: Callable[..., R], given: Iterable[tuple[Any, ...]]) -> Iterator[tuple[tuple[Any, ...], R]]:
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
