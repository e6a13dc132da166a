"""Things that wait for one task. A queue of asyncio does more, and takes 3 KB even if it is empty, as nearly all of ours are."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """A queue with one reader and no bound of its own."""

    __slots__ = ("_things", "_waiter")

    def __init__(self) -> None:
        self._things: list[T] = []  # few at any time
        self._waiter: asyncio.Future[None] | None = None

    def put_nowait(self, thing: T) -> None:
        """Add one."""
        self._things.append(thing)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> T:
        """Take the first one; waits until there is one."""
        while not self._things:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._things.pop(0)

    def get_nowait(self) -> T:
        """Take the first one; raises IndexError if the box is empty."""
        return self._things.pop(0)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._things

    def qsize(self) -> int:
        """How many wait."""
        return len(self._things)
