"""Positions to study, worked out by a worker process, one at a time for each position; the last ones are kept."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol, TypeAlias

import msgspec

from deathmatch.core.speech import say
from deathmatch.core.studying import Finding
from deathmatch.server.wire import problems

log = logging.getLogger("deathmatch.studies")

LONGEST_S = 3.0  # the most that a worker may think about a position
KEPT = 512  # findings, of some 2 KB
WAITING = 16  # positions that may wait at the same time


class Finder(Protocol):
    """Works out positions, never on the event loop."""

    async def find(self, variant: str, chosen: Mapping[str, str], seconds: float) -> str:
        """The finding at a position, as JSON of `core.studying.Finding`; raises if there is no answer."""
        ...


Key: TypeAlias = tuple[str, tuple[tuple[str, str], ...]]
"""A variant, and the choices in the order of the controls. A finding holds no words, so all languages share it."""


class Studies:
    """The positions of one server that were looked at lately."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self._kept: OrderedDict[Key, Finding] = OrderedDict()
        self._making: dict[Key, asyncio.Task[Finding]] = {}

    async def of(self, variant: str, chosen: Mapping[str, str], *, wait: int, admit: Callable[[], Callable[[], None]]) -> Finding | None:
        """The finding at a position.

        Args:
            variant: `GAME/VARIANT`.
            chosen: the value of every control, checked.
            wait: how many milliseconds to wait if it has to be worked out first.
            admit: called before a position is worked out; raises Problem if this person asks for too many. Its answer is called afterwards.

        Returns: None if it is still being worked out. Raises: Problem.
        """
        key = (variant, tuple(chosen.items()))
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        if key not in self._making:
            if len(self._making) >= WAITING:
                raise problems.too_many(say("many positions are being worked out now; try again in a moment"))
            leave = admit()
            task = self._making[key] = asyncio.create_task(self._make(key, chosen), name=f"study of {variant}")
            task.add_done_callback(partial(self._made, key, leave))
        task = self._making[key]
        await asyncio.wait({task}, timeout=wait / 1000)
        if not task.done():
            return None
        if task.cancelled() or task.exception() is not None:
            raise problems.Problem(say("this position could not be worked out; try again later"), 503)
        return task.result()

    def _made(self, key: Key, leave: Callable[[], None], task: asyncio.Task[Finding]) -> None:
        del self._making[key]
        leave()
        if not task.cancelled():
            task.exception()  # the log has it in one line already

    async def _make(self, key: Key, chosen: Mapping[str, str]) -> Finding:
        try:
            text = await self._finder.find(key[0], chosen, LONGEST_S)
            found = self._kept[key] = msgspec.json.decode(text, type=Finding)
        except Exception as error:
            log.error("the study of %s failed: %s", key[0], problems.outline(error))
            raise
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    def stop(self) -> None:
        """Cancel all work that is under way."""
        for task in self._making.values():
            task.cancel()
