"""Tables in memory to whose logs other processes write, and the steps in which readers are shown the entries of others.

The log does not say which entries were added together. That follows from the entries: the lot, the toss, the beginning of a match, its past
and a rest come with the entry that has led to them. So readers get the frames that they would get if it had happened here.
"""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from deathmatch.core.seats import Seat
from deathmatch.core.speech import say
from deathmatch.match.position import Seen
from deathmatch.server.rooms.audiences import NOBODY, Company, Reader
from deathmatch.server.rooms.room import BROKEN, FORGOTTEN, Letter, Room, Shared
from deathmatch.server.rooms.turns import Asker, PassedError, SeatBots, Turns
from deathmatch.server.store.interface import Behind, Store, StoreError
from deathmatch.server.table import entries
from deathmatch.server.table.decide import Expire, Reply
from deathmatch.server.table.entries import Entry
from deathmatch.server.table.forgetting import Forgotten
from deathmatch.server.table.play import Inherits, Moved, goes_on
from deathmatch.server.table.rest import Rested, Woken
from deathmatch.server.table.roles import SERVER, Command, Sender
from deathmatch.server.table.seating import Allotted, Claimed, Sat, Tossed
from deathmatch.server.table.table import Steps, Table, apply
from deathmatch.server.times import Slices
from deathmatch.server.wire import messages, problems
from deathmatch.server.wire.problems import Gone, Problem
from deathmatch_postgres.duties import GRACE_MS
from deathmatch_postgres.leases import TurnLeases
from deathmatch_postgres.shared_time import Undated

log = logging.getLogger("deathmatch.rooms")

STOPPING = (messages.Pause, messages.Away, messages.OpenTalk)
"""The commands that enter the time-outs that are due."""

SPARE_S = 2.0  # beside a bot's time to think; then another process may have it think
TRIES = 8  # to add to a log that other processes write to


class SharedBots(SeatBots):
    """The bots of a table: each thinks at one process at a time.

    Args:
        leases: of their turns.
        of_bots: those of all bots.
    """

    def __init__(self, leases: TurnLeases, *of_bots: Any) -> None:
        super().__init__(*of_bots)
        self._leases = leases

    async def _watched(self, asker: Asker, table: Table, seat: Seat, bot: str, seen: Seen, seconds: float) -> str:
        """What the bot submits, unless its answer is wanted no more once no other process has it think. Raises PassedError."""
        wanted = partial(self._waits_for, seat, seen.ply)
        async with self._leases.turn(f"bot {table.id} {seat}", seconds + SPARE_S, wanted) as free:
            if not free:
                raise PassedError
            return await super()._watched(asker, table, seat, bot, seen, seconds)


class SharedRoom(Room):
    """A table in memory to whose log other processes write too.

    Args:
        tables: the rooms of this process.
        of_table: those of every room.
    """

    def __init__(self, tables: Tables, shared: Shared, turns: Turns, *of_table: Any) -> None:
        super().__init__(shared, turns, *of_table)
        self._bots = SharedBots(tables.leases, self, turns, self._making_ready)
        self._tables = tables
        self._heard = sys.maxsize  # so many entries the log has, as another process says; at first it may have had more while it was read
        self._audiences.elsewhere = lambda: self._shared.others.company(self.id)
        tables.rooms[self.id] = self
        self._ring()

    def close(self, reason: str) -> None:
        """Leave memory."""
        if not self.closed and self._tables.rooms.get(self.id) is self:
            del self._tables.rooms[self.id]
            self._shared.others.tell(self.id)
        super().close(reason)

    # --- What other processes say

    def news(self, count: int) -> None:
        """The log may have so many entries now."""
        if count > max(self.table.count, self._heard):
            self._heard = count
            self._ring()

    def rewritten(self) -> None:
        """The log was rewritten: the table comes back from it."""
        if not self.closed:
            self._shared.rewritten(self.id)
            self.close(FORGOTTEN)

    def company(self) -> None:
        """Others are connected to other processes now, or their connections became slower or faster."""
        self.attendance_changed()
        self._ring()

    def people(self) -> Company:
        """The people who are connected to this process."""
        return self._audiences.people()

    # --- Commands

    async def act(self, sender: Sender, command: Command, answer: Callable[[Reply], None] | None = None, *, at: int | None = None) -> Reply:
        """Have a command done when its turn comes, once the clock is certain of the moment at which it arrived."""
        if at is None and sender is not SERVER:
            at = self._shared.time.arrived()
        try:
            at = await at.sure() if isinstance(at, Undated) else at
        except TimeoutError:
            raise problems.not_saved() from None
        return await super().act(sender, command, answer, at=at)

    async def _execute(self, letter: Letter) -> None:
        """Do a command, and again if another process has added to the log meanwhile. Raises Gone, Problem."""
        for _ in range(TRIES):
            with contextlib.suppress(Behind):
                await self._attempt(letter)
                return
            if not await self._read_on():
                log.error("room %s: the log does not take entry %d, and has no other there", self.id, self.table.count)
                self.close(BROKEN)
                raise problems.not_saved()
        raise problems.too_many(say("this table is busy; try again in a moment"))

    async def _attempt(self, letter: Letter) -> None:
        """Refuse a command that enters time-outs while one may still be in time: it may be on its way to the disk. Else do it."""
        due = self._deadline() if isinstance(letter.command, STOPPING) and not self.closed else None
        if due and due - GRACE_MS <= letter.at < due:
            raise problems.conflict(say("a player's time is just running out; try again in a moment"))
        await super()._attempt(letter)

    def _deadline(self) -> int | None:
        """When this process enters what falls due: a submission that came in time at another one has to get on disk before."""
        due = super()._deadline()
        return due + GRACE_MS if due else due

    async def _enter_time_outs(self, now: int) -> None:
        """First enter what other processes wrote."""
        heard, self._heard = self._heard, 0
        if heard > self.table.count:
            with contextlib.suppress(Problem):  # a disk that cannot be read keeps nobody from anything else
                await self._read_on()
        await super()._enter_time_outs(now)

    async def join(self, role: str, reader: Reader, version: int, token: str = "") -> None:
        """A reader comes who perhaps knows a version from another process whose news have not come here yet: nobody is led back.

        If the disk cannot be read either, the reader keeps what it shows, and comes again.
        """
        if version > self.table.version:
            self._heard = sys.maxsize
            await self.act(SERVER, Expire())
            if self._heard == sys.maxsize:
                raise problems.not_open()
        await super().join(role, reader, version, token)

    # --- What other processes wrote

    async def _read_on(self) -> bool:
        """Enter what other processes wrote, and show it to everybody; returns whether there was anything.

        Raises: Gone if the room has to leave memory for it; Problem if the disk cannot be read.
        """
        try:
            steps = await missing(self._shared.store, self.table)
        except LookupError:
            self.close("")
            raise Gone from None
        except StoreError as error:
            log.error("room %s: what other processes wrote cannot be read: %s", self.id, error)
            self._heard = sys.maxsize
            raise problems.not_saved() from error
        if steps is None:
            self.rewritten()
            raise Gone
        if steps:
            await self._audiences.narrate_ahead(steps)
            self._apply(steps)
            for group in together(steps):
                self._publish_soon(group)
        return bool(steps)


class Tables:
    """The rooms of this process, and the news of their logs.

    Attributes:
        leases: of the turns of bots.
        rooms: by their ids.
    """

    def __init__(self, leases: TurnLeases) -> None:
        self.leases = leases
        self.rooms: dict[str, SharedRoom] = {}

    def people(self, match: str) -> Company:
        """The people of a match who are connected to this process."""
        room = self.rooms.get(match)
        return NOBODY if room is None else room.people()

    def company(self, match: str) -> None:
        """Others are connected to other processes now."""
        if (room := self.rooms.get(match)) is not None:
            room.company()

    def news(self, match: str, count: int) -> None:
        """Another process may have written to a log, which has so many entries now."""
        if (room := self.rooms.get(match)) is not None:
            room.news(count)

    def rewritten(self, match: str) -> None:
        """Another process has rewritten the log of a match."""
        if (room := self.rooms.get(match)) is not None:
            room.rewritten()

    def missed(self) -> None:
        """Anything may have changed: each match in memory looks at its log."""
        for room in self.rooms.values():
            room.news(sys.maxsize)


async def missing(store: Store, table: Table) -> Steps | None:
    """The entries of the log that this table lacks, each with the table after it.

    Returns: None if the entries before have changed as well, so the table has to be made from the whole log.
    Raises: LookupError if there is no such log any more; StoreError.
    """
    stored = await store.load(table.id, table.count)
    if stored is None:
        raise LookupError(table.id)
    steps: list[tuple[Entry, Table]] = []
    slices = Slices()
    for entry in map(entries.decode, stored):
        if isinstance(entry, Forgotten):
            return None
        table = apply(table, entry)
        steps.append((entry, table))
        await slices.turn()
    return steps


def together(steps: Steps) -> Iterator[Steps]:
    """The steps in the groups in which they were added."""
    group: list[tuple[Entry, Table]] = []
    for entry, table in steps:
        if group and not _goes_with([one for one, _ in group], entry):
            yield group
            group = []
        group.append((entry, table))
    if group:
        yield group


def _goes_with(before: Sequence[Entry], entry: Entry) -> bool:
    if isinstance(entry, Inherits):
        return isinstance(before[-1], Inherits)
    same = entry.moment == before[-1].moment
    if isinstance(entry, Moved):
        return goes_on(entry) or (same and entry.events[0][0] == "started")
    if isinstance(entry, Sat):
        return same and isinstance(before[-1], Claimed)
    return same and isinstance(entry, (Allotted, Tossed, Rested, Woken))
