"""Processes of this machine that do tasks (`pooling.Pool`)."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from deathmatch.bots.processes import processors
from deathmatch.solve.kernel_cache import NOTICE, Turn, followed

R = TypeVar("R")


class LocalPool:
    """So many processes. Each starts when there is work for it.

    Attributes:
        width: how many.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        context = multiprocessing.get_context("spawn")
        turn = None if followed() else context.Lock()
        self._executor = ProcessPoolExecutor(width, mp_context=context, initializer=_begin, initargs=(turn,))

    def submit(self, task: Callable[..., R], /, *arguments: Any) -> Future[R]:
        """Have a process do a task."""
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


def _begin(turn: Turn | None) -> None:
    """Leave Ctrl-C, which a terminal sends to all of its processes, to the one that started these; share the line about kernels."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    NOTICE.share(turn)
