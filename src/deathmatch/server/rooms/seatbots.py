"""The seats that bots play. The bots think elsewhere; this module asks them and hands in their moves as it would a person's.

A bot's answer, and any error of its own, is made from secrets of its seat, so no text of either goes to the log. A `BotError` has been
cleaned of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeAlias

from deathmatch.bots.worker import SilentError
from deathmatch.core.errors import BotError, Refusal
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.speech import mark
from deathmatch.match import clock, journal
from deathmatch.match.position import Seen
from deathmatch.server.rooms.others import OtherProcesses
from deathmatch.server.rooms.turns import Asker, PassedError, Turns, UnattendedError
from deathmatch.server.store.interface import StoreError
from deathmatch.server.table.roles import Sender
from deathmatch.server.table.table import Table
from deathmatch.server.wire import messages, problems

log = logging.getLogger("deathmatch.bots")

TRIES = 3  # a question; after that the clock decides
PAUSE_S = 0.5  # between tries
LONGEST_S = 2.0  # the most that a bot may think
WATCH_S = 1.0  # between two looks whether a bot is made ready
SPARE_S = 2.0  # beside its time to think; then another process may have the bot think
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
        others: the other processes on the store.
        making_ready: told how many parts of the code of a seat's bot are compiled, while it is made ready; None once it thinks.
    """

    def __init__(self, room: _Room, turns: Turns, others: OtherProcesses, making_ready: MakingReady = lambda *_: None) -> None:
        self._room: _Room = room
        self._making_ready: MakingReady = making_ready
        self._others = others
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
        """What the bot submits. If no worker has time, that is no failure: it waits, and its clock runs. Raises PassedError."""
        wanted = partial(self._waits_for, seat, seen.ply)
        while True:
            with suppress(UnattendedError):
                async with self._others.turn(f"bot {table.id} {seat}", seconds + SPARE_S, wanted) as free:
                    if not free:
                        raise PassedError
                    return await self._watched(asker, table, seat, bot, seen, seconds)
            await asyncio.sleep(PAUSE_S)
            if not wanted():
                raise PassedError

    async def _watched(self, asker: Asker, table: Table, seat: Seat, bot: str, seen: Seen, seconds: float) -> str:
        """What the bot submits; the table is shown meanwhile if it has to be made ready first."""
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
