"""The things that all rooms of a server have in common."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deathmatch.server.line import Coming
from deathmatch.server.rooms.directory import Directory
from deathmatch.server.rooms.lane import Lane
from deathmatch.server.rooms.others import OtherProcesses
from deathmatch.server.rooms.recent import Recent
from deathmatch.server.settings import Limits
from deathmatch.server.store.interface import NewLog, Store
from deathmatch.server.table.table import Table
from deathmatch.server.times import Time

if TYPE_CHECKING:
    from deathmatch.server.rooms.room import Room


@dataclass(frozen=True, slots=True)
class Shared:
    """What all rooms of a server have in common.

    Attributes:
        others: the other processes on the store.
        recent: the frames that are kept for readers who come back.
        rematch: the next match of these people, for the store.
        left: takes a room that left memory.
        directory: the public lists.
        rewritten: told that the log of this match was rewritten on disk.
        changed: told that the log of this match has new entries on disk; it returns at once.
        ended: hears of a table whose match has another result, or has none any more, once that is on disk.
        coming: the commands on their way to a room.
        lane: in which roles are shown what happened.
    """

    store: Store
    time: Time
    limits: Limits
    others: OtherProcesses
    recent: Recent
    rematch: Callable[[Table], Awaitable[NewLog]]
    left: Callable[[Room], None]
    directory: Directory
    rewritten: Callable[[str], None]
    changed: Callable[[str], None]
    ended: Callable[[Table], None]
    lane: Lane = field(default_factory=Lane)
    coming: Coming = field(default_factory=Coming)
