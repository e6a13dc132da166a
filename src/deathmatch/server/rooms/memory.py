"""The rooms of one server: which tables are in memory, when one is loaded, and when one is put away.

A table is loaded if somebody comes or it is due, and put away if nobody needs it. One that is put away loses nothing. Its log is on disk,
and so is the moment when the server has to see to it next. Its clocks run on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from deathmatch.core.game import Resources
from deathmatch.core.seats import SEATS
from deathmatch.core.speech import say
from deathmatch.server import times, tokens
from deathmatch.server.rooms.audiences import Delay, Recent
from deathmatch.server.rooms.room import Room, Shared
from deathmatch.server.rooms.turns import Turns
from deathmatch.server.store.interface import Damaged, StoreError
from deathmatch.server.table import entries
from deathmatch.server.table.table import Find, Table, apply, set_up
from deathmatch.server.vault import Vault
from deathmatch.server.wire import problems

log = logging.getLogger("deathmatch.lobby")

LOOKED_AT = 100  # rooms, to find one that can be put away; the others are looked at when the next one is wanted
FINISH_S = 3.0  # that a room has for the commands in its inbox when the server goes down
LOOK_S = 0.01  # between two looks whether they are done
AGAIN_MS = 1_000  # until a match that is due is loaded again, if the disk or a bug kept the server from seeing to it


@dataclass(frozen=True, slots=True)
class LogReader:
    """Reads a log from the disk into a table.

    Attributes:
        find: the variant of this name.
        resources: what live play asks besides the rules.
        vault: opens the secrets in the logs.
    """

    find: Find
    resources: Resources
    vault: Vault

    def first(self, match: str, body: bytes) -> Table:
        """The table after the first entry."""
        made = entries.decode(body)
        assert isinstance(made, entries.Made), f"the log of {match} begins with {type(made).__name__}"
        return set_up(match, entries.unsealed(made, match, self.vault), self.find, self.resources)

    async def read(self, match: str, stored: list[bytes], now: int) -> tuple[Table, Delay]:
        """The table that a log adds up to, now and as watchers see it. A long one is folded in slices, so that the others need not wait."""
        table = self.first(match, stored[0])
        slices = times.Slices()
        delay = Delay(table)
        for entry in map(entries.decode, stored[1:]):
            table = apply(table, entry)
            await slices.turn()
            if delay.late:
                delay.add(entry, table)
                while delay.step(now):
                    pass
        return table, delay


class Rooms:
    """The rooms of one server.

    Args:
        shared: the common parts of all rooms.
        turns: has the bots think.
        reader: of the logs.
    """

    def __init__(self, shared: Shared, turns: Turns, reader: LogReader) -> None:
        self._shared = shared
        self._reader = reader
        self._turns = turns
        shared.left, shared.recent = self._left, Recent(shared.limits.rings_bytes)
        self._rooms: dict[str, Room] = {}  # roughly the one that was needed least recently first
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._calendar = shared.others.calendar(shared.time, self._see_to)
        self._closed = False

    # --- Coming and going

    def open(self, due: Iterable[tuple[int, str]]) -> None:
        """Learn which matches are due when; none of them is loaded before it is due."""
        self._calendar.open((moment, match) for moment, match in due if tokens.is_match(match))

    async def close(self, reason: str) -> None:
        """Put every room away, and send its readers away with this reason; no other is loaded any more.

        A command that came in is done and answered first, unless the disk takes too long.
        """
        self._closed = True
        self._calendar.close()
        if self._loading:
            await asyncio.wait(set(self._loading.values()))
        rooms = busy = list(self._rooms.values())
        patience = asyncio.get_running_loop().time() + FINISH_S
        while busy:
            late = asyncio.get_running_loop().time() > patience
            for room in busy:
                if late or not room.busy:
                    room.close(reason)
            busy = [room for room in busy if not room.closed]
            await asyncio.sleep(LOOK_S if busy else 0)
        for room in rooms:
            await room.ended()

    @property
    def coming(self) -> times.Coming:
        """The commands on their way to a room."""
        return self._shared.coming

    @property
    def running(self) -> bool:
        """Whether a clock runs, in memory or not, so that the server's time has to be kept."""
        return len(self._calendar) > 0 or any(room.running for room in self._rooms.values())

    def __len__(self) -> int:
        """How many matches are in memory."""
        return len(self._rooms)

    def __contains__(self, match: str) -> bool:
        """Whether a match is in memory, or about to be."""
        return match in self._rooms or match in self._loading

    def known(self, match: str) -> Room | None:
        """The room of a match if it is in memory."""
        room = self._rooms.get(match)
        return None if room is None or room.closed else room

    def bots_alone(self, maker: str) -> int:
        """How many matches of a maker are in memory in which two bots play."""
        tables = [room.table for room in self._rooms.values() if room.table.made.maker == maker]
        return sum(len(table.made.bots) == len(SEATS) and not table.over for table in tables)

    # --- Loading

    async def room(self, match: str, *, always: bool = False) -> Room:
        """The room of a match; raises Problem if there is no such match, or no space for it. With `always` it needs no space."""
        room = self.known(match)
        if room is not None:
            return room
        if self._closed:
            raise problems.Problem(say("the server is stopping; try again in a moment"), 503)
        if match not in self._loading and not self._has_space() and not always:
            raise problems.Problem(say("this server is full; try again later"), 503)
        loaded = await self._bring(match)
        if loaded is None:
            raise problems.missing(say("there is no such match"))
        return loaded

    async def _bring(self, match: str) -> Room | None:
        """Load a match, once for all who wait for it; one that is in memory sees to everything by itself."""
        if (room := self.known(match)) is not None:
            return room
        if match not in self._loading:
            task = self._loading[match] = asyncio.create_task(self._load(match), name=f"load {match}")
            task.add_done_callback(lambda _: self._loading.pop(match, None))
        return await asyncio.shield(self._loading[match])

    async def _load(self, match: str) -> Room | None:
        stored = await self._shared.store.load(match)
        if stored is None:
            return None
        table, delay = await self._reader.read(match, stored, self._shared.time.now())
        try:
            await self._shared.prepare(table)
        except problems.Problem as problem:  # a player who needs it is told so
            log.error("match %s: %s", match, problem.reason)
        known, due = self._calendar.take(match), table.due()
        if known is not None and known != due and due != 0:  # a server that kept no moments wrote it
            with contextlib.suppress(StoreError):
                await self._shared.store.set_due(match, due)
        room = self._rooms[match] = self._shared.others.of_table(Room)(self._shared, self._turns, table, delay)
        if table.match is None and table.due() is not None:
            await room.begin()
        return room

    # --- Putting away

    def _has_space(self) -> bool:
        """Whether one more room fits in; if not, the one that has not been needed for longest is put away."""
        if len(self._rooms) + len(self._loading) < self._shared.limits.live_matches:
            return True
        for match in list(islice(self._rooms, LOOKED_AT)):
            room = self._rooms.pop(match)
            if not room.needed:
                room.close("")
                return True
            self._rooms[match] = room  # behind the others: the next one who asks need not look at it again
        return False

    def _left(self, room: Room) -> None:
        """A room left memory; its match comes back when it is due."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
        due = room.table.due()
        if due is not None and not self._closed:
            self._calendar.put(room.id, max(due, self._shared.time.now() + AGAIN_MS))

    # --- People

    def attended(self, match: str) -> bool:
        """Whether a player or the host of a match is connected, to this process or to another one."""
        room = self.known(match)
        return (room is not None and room.attended) or self._shared.others.company(match).attends

    def visited(self, match: str) -> bool:
        """Whether a match is in memory, or somebody is connected to it at another process."""
        return match in self or bool(self._shared.others.company(match))

    # --- What is due

    async def _see_to(self, match: str) -> None:
        """Load a match that is due; it comes in however full the server is."""
        self._has_space()
        try:
            room = await self._bring(match)
        except Exception as error:
            if isinstance(error, StoreError) and not isinstance(error, Damaged):
                log.error("the match %s cannot be read now: %s", match, error)
                self._calendar.put(match, self._shared.time.now() + AGAIN_MS)
            else:
                log.error("the match %s cannot be loaded; the others go on: %s", match, problems.outline(error))
                self._calendar.take(match)
        else:
            if room is None:
                self._calendar.take(match)
