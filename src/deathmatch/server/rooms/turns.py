"""The bots that sit at tables: whose turn it is to think, and how their moves come in as a person's would.

There are few places to think, so they go round: over addresses first, then over the tables of each address. Matches between two bots, in
which nobody waits, have a place of their own, in a process of lower priority. So they always go on, and nobody who sets bots against each
other slows the matches of people. Each bot that does not come with this program has a place of its own too, so one that hangs keeps nobody
else waiting.

A bot's answer, and any error of its own, is made from secrets of its seat, so no text of either goes to the log. A `BotError` has been
cleaned of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, Protocol, TypeAlias

from deathmatch.bots.registry import foreign
from deathmatch.bots.worker import NONE, SilentError
from deathmatch.core.errors import BotError, DeathmatchError, Refusal
from deathmatch.core.options import Value
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.speech import mark
from deathmatch.match import clock, journal
from deathmatch.match.position import Seen
from deathmatch.server.store.interface import StoreError
from deathmatch.server.table.roles import Sender
from deathmatch.server.table.table import Table
from deathmatch.server.wire import messages, problems

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


# --- The seats that bots play. The bots think elsewhere; this module asks them and hands in their moves as it would a person's


log = logging.getLogger("deathmatch.bots")

TRIES = 3  # a question; after that the clock decides
PAUSE_S = 0.5  # between tries
LONGEST_S = 2.0  # the most that a bot may think
WATCH_S = 1.0  # between two looks whether a bot is made ready
SHARE = 3  # a bot takes one third of the time that its clock allows, so that a slow machine or a second try causes no time-out
FAILED = mark("I cannot answer: my program has failed, and the server's log says why. If my time runs out, that counts as a time-out.")
"""The chat message of a bot that cannot answer."""
SILENT = mark(
    "{name} does not answer, so it is left out for a while; the server's log says why. If its time runs out, that counts as a time-out."
)
"""The chat message of a bot that hangs, or whose process dies."""


def patience(seen: Seen, seat: Seat) -> float:
    """How many seconds a bot may take for the decision that this seat owes."""
    face, decision = seen.clocks[seat], seen.decision
    assert decision is not None, f"{seat} owes nothing"
    if seen.clocks is clock.NO_CLOCKS:  # the match is untimed
        return LONGEST_S
    return min(LONGEST_S, (face.left + (face.bank if decision.clock.bank else 0)) / 1000 / SHARE)


def _not_of_the_bot(error: StoreError | problems.Problem) -> bool:
    """Whether the disk or the database has failed, and not the bot: it goes on once they are well, and its clock runs meanwhile."""
    return isinstance(error, StoreError) or error.status == problems.NOT_NOW


MakingReady: TypeAlias = Callable[[Seat, int | None], None]


class _Room(Protocol):
    table: Table

    async def act(self, sender: Sender, command: messages.Submit | messages.Chat) -> object: ...


class _Closed:
    """In the place of a room that has left memory; the bots would keep it there, and it them."""

    def __init__(self, table: Table) -> None:
        self.table = table

    async def act(self, sender: Sender, command: messages.Submit | messages.Chat) -> object:
        raise problems.Gone


class SeatBots:
    """The bots of one table.

    Args:
        room: hears their moves.
        turns: where they think.
        making_ready: told how many parts of the code of a seat's bot are compiled, while it is made ready; None once it thinks.
    """

    def __init__(self, room: _Room, turns: Turns, making_ready: MakingReady) -> None:
        self._room: _Room = room
        self._making_ready: MakingReady = making_ready
        self._turns = turns
        self._tasks: dict[Seat, asyncio.Task[None]] = {}
        self._asked: dict[Seat, int] = {}  # the last question that each bot was asked
        self._failing: set[Seat] = set()  # those that could not answer the last question

    def wake(self, table: Table, now: int) -> None:
        """Ask every bot that owes a decision and has not been asked for it yet."""
        if table.match is None or table.over or table.match.paused:
            return
        for letter, bot in table.made.bots.items():
            seat = Seat(letter)
            if self._asked.get(seat) == table.match.ply:
                continue
            seen = table.match.seen(seat, now)
            if seen.decision is None:
                continue
            self._asked[seat] = seen.ply
            thinking = self._think(table, seat, bot, seen, patience(seen, seat))
            self._tasks[seat] = asyncio.create_task(thinking, name=f"bot {seat} of {table.id}")

    async def _think(self, table: Table, seat: Seat, bot: str, seen: Seen, seconds: float) -> None:
        ply, asker = seen.ply, Asker(table.made.maker, table.id, alone=len(table.made.bots) == len(SEATS))
        attempt = 0
        await asyncio.sleep(seen.clocks[seat].opens_in / 1000)
        while attempt < TRIES:
            attempt += 1
            try:
                text = await self._choose(asker, table, seat, bot, seen, seconds)
                await self._room.act(Sender(seat.value), messages.Submit(ply, text))
            except (problems.Gone, PassedError):
                return
            except journal.LateError:
                if self._room.table.started_match.ply != ply:
                    return
                if self._room.table.started_match.paused:
                    self._asked.pop(seat, None)  # asked again when the clocks run on
                    return
                attempt -= 1  # the clocks stood still while it waited for the end of a review
            except (StoreError, problems.Problem) as error:
                log.warning("bot %s of %s, question %d, try %d: %s", bot, table.id, ply, attempt, error)
                attempt -= _not_of_the_bot(error)  # once the question is closed, the next try passes
            except Refusal as refusal:
                if not self._waits_for(seat, ply):
                    return  # the match ended meanwhile, or this seat's time is up and the other one still owes an answer
                log.error("bot %s of %s, question %d: its move is %s", bot, table.id, ply, type(refusal).__name__.lower())
            except SilentError as error:
                log.error("bot %s of %s, question %d: %s", bot, table.id, ply, error)
                await self._tell(seat, SILENT)
                await asyncio.sleep(error.seconds)
                attempt -= self._waits_for(seat, ply)
            except Exception as error:
                cause = str(error) if isinstance(error, BotError) else problems.outline(error)  # a BotError quotes no view
                log.error("bot %s of %s, question %d, try %d: %s", bot, table.id, ply, attempt, cause)
            else:
                self._failing.discard(seat)
                return
            await asyncio.sleep(PAUSE_S)
        await self._tell(seat, FAILED)

    async def _choose(self, asker: Asker, table: Table, seat: Seat, bot: str, seen: Seen, seconds: float) -> str:
        """The text that the bot submits. If no worker has time, that is no failure: it waits, and its clock runs. Raises PassedError."""
        wanted = partial(self._waits_for, seat, seen.ply)
        while True:
            with suppress(UnattendedError):
                return await self._watched(asker, table, seat, bot, seen, seconds)
            await asyncio.sleep(PAUSE_S)
            if not wanted():
                raise PassedError

    async def _watched(self, asker: Asker, table: Table, seat: Seat, bot: str, seen: Seen, seconds: float) -> str:
        """The text that the bot submits; meanwhile the table shows whether it has to be made ready first."""
        variant, told = table.variant.id, None
        wanted = lambda: self._waits_for(seat, seen.ply)  # noqa: E731
        choosing = self._turns.choose(asker, variant, table.values, bot, seen.view, seconds, wanted, table.made.lists)
        task = asyncio.ensure_future(choosing)
        try:
            while not (await asyncio.wait({task}, timeout=WATCH_S))[0]:
                if (compiled := self._turns.compiled(asker, variant, bot)) != told:
                    told = compiled
                    self._making_ready(seat, told)
            return task.result()
        finally:
            task.cancel()
            if told is not None:
                self._making_ready(seat, None)

    def _waits_for(self, seat: Seat, ply: int) -> bool:
        """Whether this question is still open, and this seat owes an answer to it."""
        table = self._room.table
        return table.match is not None and not table.over and table.match.ply == ply and seat in table.match.owing

    async def _tell(self, seat: Seat, words: str) -> None:
        """Say at the table, once, that this bot does not play, so that the people there know why nothing happens."""
        if seat not in self._failing:
            self._failing.add(seat)
            with suppress(problems.Problem, problems.Gone):
                await self._room.act(Sender(seat.value), messages.Chat(words))

    def stop(self) -> None:
        """Cancel all thinking, and forget the room."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
        self._asked.clear()
        self._room, self._making_ready = _Closed(self._room.table), lambda *_: None
