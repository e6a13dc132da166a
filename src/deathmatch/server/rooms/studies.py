"""Positions to study, worked out by a worker process, one at a time for each position; the last ones are kept."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol, TypeAlias

import msgspec

from deathmatch.core.speech import mark
from deathmatch.core.studying import Finding
from deathmatch.server.rooms.errands import Errands, Terms

log = logging.getLogger("deathmatch.studies")

LONGEST_S = 3.0  # the most that a worker may think about a position
KEPT = 512  # findings, of some 2 KB
WAITING = 16  # positions that may wait at the same time
FULL = mark("many positions are being worked out now; try again in a moment")
FAILURE = mark("this position could not be worked out; try again later")
LINE = "the study of %s failed: %s"


class Finder(Protocol):
    """Works out positions, never on the event loop."""

    @property
    def preparing(self) -> bool:
        """Whether code is compiled for its first use now, which answers wait for."""
        ...

    async def find(self, variant: str, chosen: Mapping[str, str], seconds: float) -> str:
        """The finding at a position, as JSON of `core.studying.Finding`; raises if there is no answer."""
        ...


Key: TypeAlias = tuple[str, tuple[tuple[str, str], ...]]
"""A variant, and the choices in the order of the controls. A finding holds no words, so all languages share it."""


class Studies:
    """The positions of one server that were looked at lately."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self._errands: Errands[Key, Finding] = Errands(Terms(KEPT, WAITING, FULL, FAILURE, log, LINE))

    @property
    def preparing(self) -> bool:
        """Whether the solver is being made ready: its code is compiled at its first use, which takes minutes."""
        return self._finder.preparing

    async def of(self, variant: str, chosen: Mapping[str, str], *, wait: int, admit: Callable[[], Callable[[], None]]) -> Finding | None:
        """The finding at a position.

        While the solver is being made ready, no further position begins, so that a reader who chooses one after the other is not refused.

        Args:
            variant: `GAME/VARIANT`.
            chosen: the value of every control, checked.
            wait: how many milliseconds to wait if it has to be worked out first.
            admit: called before a position is worked out; raises Problem if this person asks for too many. Its answer is called afterwards.

        Returns: None if it is still being worked out. Raises: Problem.
        """
        key = (variant, tuple(chosen.items()))
        if self.preparing and key not in self._errands.under_way():
            return self._errands.kept(key)
        return await self._errands.of(key, partial(self._make, variant, chosen), wait=wait, admit=admit)

    async def _make(self, variant: str, chosen: Mapping[str, str]) -> Finding:
        return msgspec.json.decode(await self._finder.find(variant, chosen, LONGEST_S), type=Finding)

    def stop(self) -> None:
        """Cancel all work that is under way."""
        self._errands.stop()
