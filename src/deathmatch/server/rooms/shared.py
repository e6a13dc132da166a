"""The things that all rooms of a server have in common."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deathmatch.server.line import Coming
from deathmatch.server.rooms.directory import Directory
from deathmatch.server.rooms.elsewhere import NOBODY, Company, Elsewhere
from deathmatch.server.rooms.lane import Lane
from deathmatch.server.rooms.recent import Recent
from deathmatch.server.rooms.seatbots import TurnLeases
from deathmatch.server.settings import Limits
from deathmatch.server.store.interface import NewLog, Store
from deathmatch.server.table.table import Table
from deathmatch.server.times import Time
from deathmatch.server.wire import problems

if TYPE_CHECKING:
    from deathmatch.server.rooms.room import Room


@dataclass(frozen=True, slots=True)
class Shared:
    """What all rooms of a server have in common.

    Attributes:
        recent: the frames that are kept for readers who come back.
        rematch: the next match of these people, for the store.
        left: takes a room that left memory.
        directory: the public lists.
        rewritten: told that the log of this match was rewritten on disk.
        changed: told that the log of this match has new entries on disk; it returns at once.
        ended: hears of a table whose match has another result, or has none any more, once that is on disk.
        coming: the commands on their way to a room.
        lane: in which roles are shown what happened.
        grace: ms between a deadline and its time-out, in which a submission that came in time at another process gets on disk; 0 for a
            process that has the store for itself.
        elsewhere: the people at the other processes that share the store, if any do.
        leases: of the turns of bots, if other processes share the store.
    """

    store: Store
    time: Time
    limits: Limits
    recent: Recent
    rematch: Callable[[Table], Awaitable[NewLog]]
    left: Callable[[Room], None]
    directory: Directory
    rewritten: Callable[[str], None]
    changed: Callable[[str], None]
    ended: Callable[[Table], None]
    lane: Lane = field(default_factory=Lane)
    coming: Coming = field(default_factory=Coming)
    grace: int = 0
    elsewhere: Elsewhere | None = None
    leases: TurnLeases | None = None

    async def dated(self, at: int) -> int:
        """The moment that `Time.arrived` gave, once the clock is certain of it. Raises Problem if the database does not say it in time."""
        try:
            return await self.time.dated(at)
        except TimeoutError:
            raise problems.not_saved() from None

    def company(self, match: str) -> Company:
        """The people of a match who are connected to other processes."""
        return NOBODY if self.elsewhere is None else self.elsewhere.of(match)

    def people(self, match: str) -> None:
        """Somebody of a match came to this process or went, or a connection became slower or faster."""
        if self.elsewhere is not None:
            self.elsewhere.tell(match)

    def seen_to(self, due: int | None, at: int) -> int | None:
        """When any other process has to see to a table, if this one has not; this one sees at once to a table that is due at once."""
        return at if due == 0 and self.store.sharing is not None else due
