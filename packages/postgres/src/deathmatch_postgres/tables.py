"""Tables in memory to whose logs other processes write, and the steps in which readers are shown the entries of others.

The log does not say which entries were added together. That follows from the entries: the lot, the toss, the beginning of a match, its past
and a rest come with the entry that has led to them. So readers get the frames that they would get if it had happened here.
"""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial

from deathmatch.core.speech import say
from deathmatch.server.rooms.others import NOBODY, Company, RoomHere
from deathmatch.server.rooms.room import BROKEN
from deathmatch.server.store.interface import Behind, Store, StoreError
from deathmatch.server.table import entries
from deathmatch.server.table.entries import Entry
from deathmatch.server.table.forgetting import Forgotten
from deathmatch.server.table.play import Inherits, Moved, goes_on
from deathmatch.server.table.rest import Rested, Woken
from deathmatch.server.table.seating import Allotted, Claimed, Sat, Tossed
from deathmatch.server.table.table import Steps, Table, apply
from deathmatch.server.times import Slices
from deathmatch.server.wire import problems
from deathmatch.server.wire.problems import Gone, Problem

log = logging.getLogger("deathmatch.rooms")

TRIES = 8  # to add to a log that other processes write to


class Tables:
    """The rooms of this process, and the news of their logs.

    Args:
        store: of the server.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rooms: dict[str, RoomHere] = {}
        self._reading: dict[str, int] = {}  # the matches that are loading: so many entries their logs have by now
        self._heard: dict[str, int] = {}  # so many entries the log of a room has, as another process says
        self._sent: dict[str, dict[int, Sequence[bytes]]] = {}  # entries that came with such news, by the number of the first

    @contextlib.contextmanager
    def reading(self, match: str) -> Iterator[None]:
        """While the log of a match is read: news of it are kept for the room that comes of it."""
        self._reading[match] = 0
        try:
            yield
        finally:
            self._reading.pop(match, None)

    def entered(self, room: RoomHere) -> None:
        """A table is in memory. Entries that were written meanwhile may be missing there."""
        self._rooms[room.id] = room
        self.news(room.id, self._reading.pop(room.id, 0))

    def left(self, room: RoomHere) -> None:
        """A table has left memory."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            self._heard.pop(room.id, None)
            self._sent.pop(room.id, None)

    def of(self, match: str) -> RoomHere | None:
        """The room of a match if it is in memory."""
        room = self._rooms.get(match)
        return None if room is None or room.closed else room

    def people(self, match: str) -> Company:
        """The people of a match who are connected to this process."""
        room = self.of(match)
        return NOBODY if room is None else room.people()

    def company(self, match: str) -> None:
        """Others are connected to other processes now."""
        if (room := self.of(match)) is not None:
            room.company()

    # --- News

    def news(self, match: str, count: int, entries: Sequence[bytes] = ()) -> None:
        """Another process may have written to a log, which has so many entries now; the last ones, if they came with the news."""
        if match in self._reading:
            self._reading[match] = max(count, self._reading[match])
        elif (room := self.of(match)) is not None and count > max(room.table.count, self._heard.get(match, 0)):
            self._heard[match] = count
            self._sent.setdefault(match, {})[count - len(entries)] = entries
            room.in_turn(partial(self._fold_news, room))

    def rewritten(self, match: str) -> None:
        """Another process has rewritten the log of a match."""
        if match in self._reading:
            self._reading[match] = sys.maxsize  # the entry that says so is after those that are being loaded, or among them
        elif (room := self.of(match)) is not None:
            room.rewritten()

    def missed(self) -> None:
        """Anything may have changed: each match in memory looks at its log."""
        for match in [*self._reading, *self._rooms]:
            self.news(match, sys.maxsize)

    async def come_to(self, room: RoomHere, version: int) -> None:
        """A reader knows this version from another process, whose news may not have come here yet."""
        if version > room.table.version:
            self._heard[room.id] = sys.maxsize
            with contextlib.suppress(Problem):  # a disk that cannot be read keeps nobody from looking
                await room.in_turn(partial(self._fold_news, room))

    # --- Folding

    async def decided(self, room: RoomHere, attempt: Callable[[], Awaitable[None]]) -> None:
        """Have a room decide on a command and append what follows, and again if another process has added to the log meanwhile.

        Raises: Gone, Problem.
        """
        for _ in range(TRIES):
            with contextlib.suppress(Behind):
                await attempt()
                return
            if not await self._fold(room):
                log.error("room %s: the log does not take entry %d, and has no other there", room.id, room.table.count)
                room.close(BROKEN)
                raise problems.not_saved()
        raise problems.too_many(say("this table is busy; try again in a moment"))

    async def _fold_news(self, room: RoomHere) -> None:
        heard, sent = self._heard.pop(room.id, 0), self._sent.pop(room.id, {})
        if heard > room.table.count:
            await self._fold(room, sent_to(room.table.count, heard, sent))

    async def _fold(self, room: RoomHere, sent: Sequence[bytes] | None = None) -> bool:
        """Enter what other processes wrote, and show it to everybody; returns whether there was anything.

        Args:
            room: whose log it is.
            sent: the entries, if all of them came with the news.

        Raises: Gone if the room has to leave memory for it; Problem if the disk cannot be read.
        """
        try:
            steps = await missing(self._store, room.table, sent)
        except LookupError:
            room.close("")
            raise Gone from None
        except StoreError as error:
            log.error("room %s: what other processes wrote cannot be read: %s", room.id, error)
            self._heard[room.id] = sys.maxsize
            raise problems.not_saved() from error
        if steps is None:
            room.rewritten()
            raise Gone
        if steps:
            await room.take_in(list(together(steps)))
        return bool(steps)


def sent_to(first: int, end: int, sent: Mapping[int, Sequence[bytes]]) -> list[bytes] | None:
    """The entries of a log from `first` on, before `end`, if all of them came with the news; None otherwise.

    Args:
        first: the number of the first entry.
        end: one more than that of the last.
        sent: the number of the first one of a piece -> the piece.
    """
    found: list[bytes] = []
    while first < end:
        piece = sent.get(first)
        if not piece:
            return None
        found += piece
        first += len(piece)
    return found


async def missing(store: Store, table: Table, sent: Sequence[bytes] | None = None) -> Steps | None:
    """The entries of the log that this table lacks, each with the table after it. They are read, if they were not `sent` with the news.

    Returns: None if the entries before have changed as well, so the table has to be made from the whole log.
    Raises: LookupError if there is no such log any more; StoreError.
    """
    stored = await store.load(table.id, table.count) if sent is None else sent
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
