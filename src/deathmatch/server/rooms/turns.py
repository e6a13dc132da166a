"""Whose bot thinks next. There are few places to think, so they go round: over addresses first, then over the tables of each address.

Matches between two bots, in which nobody waits, have a place of their own, in a process of lower priority. So they always go on, and
nobody who sets bots against each other slows the matches of people. Each bot that does not come with this program has a place of its own
too, so one that hangs keeps nobody else waiting.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

from deathmatch.bots.registry import foreign
from deathmatch.bots.worker import NONE
from deathmatch.core.errors import DeathmatchError
from deathmatch.core.options import Value

LEAST_S = 0.05  # that a bot gets after it has waited for all of its time


class Thinker(Protocol):
    """Runs bots, never on the event loop."""

    async def choose(
        self, variant: str, values: Mapping[str, Value], bot: str, view: Any, seconds: float, lists: Mapping[str, str], /
    ) -> str:
        """The canonical text of the bot's submission, given its seat's view. The answer comes within `seconds`.

        `lists` has the word lists of the match, and their digest when it began.
        """
        ...

    def compiled(self, variant: str, bot: str, /) -> int | None:
        """How many parts of this bot's code have been compiled, while it is made ready; else None."""
        ...


class PassedError(DeathmatchError):
    """When its turn came, the bot's answer was not wanted any more."""


class UnattendedError(DeathmatchError):
    """No worker has taken the question: there is none at the moment, or all of them are busy."""


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


class _Waiting:
    """The places of one thinker, and all who wait for them, address by address and table by table."""

    def __init__(self, thinker: Thinker, places: int) -> None:
        self.thinker = thinker
        self._free = places
        self._makers: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[bool]:
        """A place to think, when its turn comes; gives whether that was at once."""
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._makers.setdefault(asker.maker or asker.table, {}).setdefault(asker.table, deque()).append(place)
        self._give()
        at_once = place.done()
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # it had just been given
                self._take_back()
            raise
        try:
            yield at_once
        finally:
            self._take_back()

    def _take_back(self) -> None:
        self._free += 1
        self._give()

    def _give(self) -> None:
        """Give the free places to those whose turn it is."""
        while self._free and (place := self._next()) is not None:
            self._free -= 1
            place.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        """The one whose turn it is; None if nobody waits."""
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


class Turns:
    """Has bots think, in a fair order.

    Args:
        thinker: where bots think that play against people.
        places: how many of them may think at the same time.
        apart: where bots think that play against each other, one at a time; the same place by default.
        clock: in seconds.
    """

    def __init__(self, thinker: Thinker, places: int, apart: Thinker | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._people = _Waiting(thinker, places)
        self._alone = _Waiting(apart or thinker, 1)
        self._foreign: dict[tuple[str, bool], _Waiting] = {}

    def compiled(self, asker: Asker, variant: str, bot: str) -> int | None:
        """As `Thinker.compiled`."""
        return self._line(asker, variant, bot).thinker.compiled(variant, bot)

    def _line(self, asker: Asker, variant: str, bot: str) -> _Waiting:
        line = self._alone if asker.alone else self._people
        if not (whose := foreign(variant, bot)):
            return line
        return self._foreign.setdefault((whose, asker.alone), _Waiting(line.thinker, 1))

    async def choose(
        self,
        asker: Asker,
        variant: str,
        values: Mapping[str, Value],
        bot: str,
        view: Any,
        seconds: float,
        wanted: Callable[[], bool] = lambda: True,
        lists: Mapping[str, str] = NONE,
    ) -> str:
        """The canonical text of what the bot submits.

        Args:
            asker: the match.
            variant: `GAME/VARIANT`.
            values: the options of the match.
            bot: its name.
            view: of its seat, which owes a decision.
            seconds: that it may take, waiting included; it gets `LEAST_S` however long it has waited.
            wanted: whether the answer is still of use, asked when its turn comes.
            lists: word lists of the match -> their digest when it began.

        Raises: PassedError; whatever the thinker raises.
        """
        line, began = self._line(asker, variant, bot), self._clock()
        async with line.turn(asker) as at_once:
            if not wanted():
                raise PassedError
            left = seconds if at_once else seconds - (self._clock() - began)
            return await line.thinker.choose(variant, values, bot, view, max(left, min(LEAST_S, seconds)), lists)
