"""Whose bot thinks next. There are few places to think, so they go round: over addresses first, then over the tables of each address.

Bots that a person waits for come first. Matches between two bots, in which nobody waits, get every fifth turn while others wait, think for
a shorter time, and leave one of several places free. So nobody who sets bots against each other slows the matches of people, and
those matches go on nevertheless.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

from deathmatch.core.options import Value

IN_A_ROW = 4  # turns for people while a match between bots waits; then it gets one
LONGEST_S = 2.0  # that a bot thinks
LONGEST_ALONE_S = 0.5  # that a bot thinks in a match between bots: a person who comes meanwhile waits no longer than that
LEAST_S = 0.05  # that a bot gets after it has waited for all of its time


class Thinker(Protocol):
    """Where bots think: never on the event loop."""

    async def choose(self, variant: str, values: Mapping[str, Value], bot: str, view: Any, seconds: float) -> str:
        """The canonical text of what the bot submits, given what its seat sees. It answers within so many seconds."""
        ...


@dataclass(frozen=True, slots=True)
class Asker:
    """The match that asks.

    Attributes:
        maker: the address from which it was set up, under an alias; empty if that is not known.
        table: its id.
        alone: whether both seats are bots.
    """

    maker: str
    table: str
    alone: bool


class _Queue:
    """Those who wait, address by address and table by table."""

    def __init__(self) -> None:
        self._makers: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}

    def put(self, asker: Asker, place: asyncio.Future[None]) -> None:
        """One more, behind those of the same table."""
        tables = self._makers.setdefault(asker.maker or asker.table, {})
        tables.setdefault(asker.table, deque()).append(place)

    def take(self) -> asyncio.Future[None] | None:
        """The one whose turn it is; None if nobody waits any more."""
        while self._makers:
            maker = next(iter(self._makers))
            tables = self._makers.pop(maker)
            table = next(iter(tables))
            waiting = tables.pop(table)
            place = waiting.popleft()
            if waiting:
                tables[table] = waiting  # behind the other tables
            if tables:
                self._makers[maker] = tables  # behind the other addresses
            if not place.done():
                return place
        return None

    def __bool__(self) -> bool:
        return bool(self._makers)


class Turns:
    """Has bots think, in a fair order.

    Args:
        thinker: where they think.
        places: how many may think at the same time.
        clock: in seconds.
    """

    def __init__(self, thinker: Thinker, places: int, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._thinker = thinker
        self._free = places
        self._free_alone = max(1, places - 1)
        self._people, self._alone = _Queue(), _Queue()
        self._in_a_row = 0

    async def choose(self, asker: Asker, variant: str, values: Mapping[str, Value], bot: str, view: Any, seconds: float) -> str:
        """The canonical text of what the bot submits. The time that it waits for its turn is taken from its seconds."""
        async with self._turn(asker) as waited:
            longest = LONGEST_ALONE_S if asker.alone else LONGEST_S
            return await self._thinker.choose(variant, values, bot, view, max(min(LEAST_S, seconds), min(longest, seconds - waited)))

    @asynccontextmanager
    async def _turn(self, asker: Asker) -> AsyncIterator[float]:
        """A place to think, when its turn comes; gives the seconds waited for it."""
        place, began = asyncio.get_running_loop().create_future(), self._clock()
        (self._alone if asker.alone else self._people).put(asker, place)
        self._give()
        at_once = place.done()
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # it had just been given
                self._take_back(asker)
            raise
        try:
            yield 0.0 if at_once else self._clock() - began
        finally:
            self._take_back(asker)

    def _take_back(self, asker: Asker) -> None:
        self._free += 1
        self._free_alone += asker.alone
        self._give()

    def _give(self) -> None:
        """Give the free places to those whose turn it is."""
        while self._free and (place := self._next()) is not None:
            self._free -= 1
            place.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        late = self._in_a_row >= IN_A_ROW
        return (self._next_alone() if late else None) or self._next_of_people() or self._next_alone()

    def _next_of_people(self) -> asyncio.Future[None] | None:
        place = self._people.take()
        if place is not None and self._alone:
            self._in_a_row += 1
        return place

    def _next_alone(self) -> asyncio.Future[None] | None:
        place = self._alone.take() if self._free_alone else None
        if place is not None:
            self._free_alone -= 1
            self._in_a_row = 0
        return place
