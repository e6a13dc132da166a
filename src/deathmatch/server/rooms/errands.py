"""Work that workers do for readers: done once for each key, however many ask for it meanwhile, and the last results are kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass
from functools import partial
from logging import Logger
from time import monotonic
from typing import Any, Generic, TypeAlias, TypeVar

from deathmatch.core.speech import say
from deathmatch.server.wire import problems

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

Leave: TypeAlias = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Terms:
    """What readers can have of one kind of work.

    Attributes:
        kept: results that are kept.
        waiting: keys whose work may be under way at the same time.
        full: the reason, marked, if there are as many.
        failure: the reason, marked, if the work failed.
        log, line: get one line if it failed: with the place of the error, without its text, which may hold secrets.
    """

    kept: int
    waiting: int
    full: str
    failure: str
    log: Logger
    line: str


class Errands(Generic[K, T]):
    """Results by their keys.

    Attributes:
        since: when the turn of the first one came that is under way (of `monotonic`).
    """

    def __init__(self, terms: Terms) -> None:
        self.since = 0.0
        self._terms = terms
        self._kept: OrderedDict[K, T] = OrderedDict()
        self._making: dict[K, asyncio.Task[T]] = {}

    def kept(self, key: K) -> T | None:
        """A result that is kept, and from now on longer than the others; None if it is not."""
        if (found := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
        return found

    def under_way(self) -> tuple[K, ...]:
        """The keys whose work is not done, in the order in which it began."""
        return tuple(self._making)

    async def of(self, key: K, work: Callable[[], Coroutine[Any, Any, T]], *, wait: int, admit: Callable[[], Leave]) -> T | None:
        """A result, kept or new.

        Args:
            key: its key.
            work: does the work.
            wait: how many milliseconds to wait for it.
            admit: called before the work begins; raises Problem if this person asks for too much. Its answer is called when it is done.

        Returns: None if it is still being done. Raises: Problem.
        """
        if (found := self.kept(key)) is not None:
            return found
        if key not in self._making:
            if len(self._making) >= self._terms.waiting:
                raise problems.too_many(say(self._terms.full))
            leave = admit()
            if not self._making:
                self.since = monotonic()
            task = self._making[key] = asyncio.create_task(self._make(key, work), name="errand")
            task.add_done_callback(partial(self._made, key, leave))
        task = self._making[key]
        await asyncio.wait({task}, timeout=wait / 1000)
        if not task.done():
            return None
        if task.cancelled() or task.exception() is not None:
            raise problems.Problem(say(self._terms.failure), 503)
        return task.result()

    def _made(self, key: K, leave: Leave, task: asyncio.Task[T]) -> None:
        del self._making[key]
        leave()
        self.since = monotonic()
        if not task.cancelled():
            task.exception()  # the log has it in one line already; if nobody waited for it, asyncio would write it there in full

    async def _make(self, key: K, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        try:
            made = self._kept[key] = await work()
        except Exception as error:
            name = key[0] if isinstance(key, tuple) else key
            self._terms.log.error(self._terms.line, name, problems.outline(error))
            raise
        if len(self._kept) > self._terms.kept:
            self._kept.popitem(last=False)
        return made

    def stop(self) -> None:
        """Cancel all work that is under way."""
        for task in self._making.values():
            task.cancel()
