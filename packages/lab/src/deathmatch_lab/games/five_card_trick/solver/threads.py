"""Threads that share a piece of work: kernels release the interpreter lock, so all of them run at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Final

from deathmatch.core.solving import Reporter, Threaded

CHUNK: Final = 1024  # configurations that a thread takes at a time


@dataclass(frozen=True, slots=True)
class Threads:
    """So many threads."""

    count: int

    @classmethod
    def of(cls, work: Reporter) -> Threads:
        """As many as the work allows."""
        return cls(work.threads if isinstance(work, Threaded) else 1)

    def chunks(self, size: int, task: Callable[[int, int], None], told: Callable[[float], None] = lambda _part: None) -> None:
        """Do a task for all configurations, from one number up to another at a time; `told` hears what part is done."""
        chunks = -(-size // CHUNK)
        self.each(chunks, lambda k: task(k * CHUNK, min((k + 1) * CHUNK, size)), lambda done: told(done / chunks))

    def each(self, count: int, task: Callable[[int], None], told: Callable[[int], None] = lambda _done: None) -> None:
        """Do a task for every number below `count`; `told` hears how many are done."""
        if self.count == 1:
            for number in range(count):
                task(number)
                told(number + 1)
            return
        with ThreadPoolExecutor(self.count) as pool:
            futures = [pool.submit(task, number) for number in range(count)]
            try:
                for number, future in enumerate(as_completed(futures)):
                    future.result()
                    told(number + 1)
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                raise
