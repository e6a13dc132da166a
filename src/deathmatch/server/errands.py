"""Work that is done once for all who ask for it, such as reviews and pictures of finished matches. The last results are kept."""

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
        kept: the size of all results that are kept; one that alone has an eighth of it is not.
        waiting: keys whose work may be under way at the same time.
        full: the reason, marked, if there are as many.
        failure: the reason, marked, if the work failed.
        log, line: get one line if it failed: with the place of the error, without its text, which may hold secrets.
        size: of a result; each counts as one by default.
    """

    kept: int
    waiting: int
    full: str
    failure: str
    log: Logger
    line: str
    size: Callable[[Any], int] = lambda _: 1


class Errands(Generic[K, T]):
    """Results by their keys.

    Attributes:
        since: when the turn of the first one came that is under way (of `monotonic`).
    """

    def __init__(self, terms: Terms) -> None:
        self.since = 0.0
        self._terms = terms
        self._kept: OrderedDict[K, T] = OrderedDict()
        self._size = 0  # of all that are kept
        self._making: dict[K, asyncio.Task[T]] = {}

    def kept(self, key: K) -> T | None:
        """A result that is kept, and from now on longer than the others; None if it is not."""
        if (found := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
        return found

    def under_way(self) -> tuple[K, ...]:
        """The keys whose work is not done, in the order in which it began."""
        return tuple(self._making)

    async def of(self, key: K, work: Callable[[], Coroutine[Any, Any, T]], *, wait: int | None, admit: Callable[[], Leave]) -> T | None:
        """A result, kept or new.

        Args:
            key: its key.
            work: does the work.
            wait: how many milliseconds to wait for it; None for as long as it takes.
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
        await asyncio.wait({task}, timeout=None if wait is None else wait / 1000)
        if not task.done():
            return None
        if task.cancelled() or not isinstance(error := task.exception(), problems.Problem | None):
            raise problems.Problem(say(self._terms.failure), problems.NOT_NOW)
        if error is not None:
            raise error
        return task.result()

    def _made(self, key: K, leave: Leave, task: asyncio.Task[T]) -> None:
        del self._making[key]
        leave()
        self.since = monotonic()
        if not task.cancelled():
            task.exception()  # the log has it in one line already; if nobody waited for it, asyncio would write it there in full

    async def _make(self, key: K, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        try:
            made = await work()
        except problems.Problem:
            raise
        except Exception as error:
            name = key[0] if isinstance(key, tuple) else key
            self._terms.log.error(self._terms.line, name, problems.outline(error))
            raise
        if (size := self._terms.size(made)) <= self._terms.kept // 8:
            self._kept[key] = made
            self._size += size
        while self._size > self._terms.kept:
            self._size -= self._terms.size(self._kept.popitem(last=False)[1])
        return made

    def stop(self) -> None:
        """Cancel all work that is under way."""
        for task in self._making.values():
            task.cancel()
