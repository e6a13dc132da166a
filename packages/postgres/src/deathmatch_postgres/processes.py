"""Many processes on one store: `ManyProcesses` takes the place of the house's `OtherProcesses`, and hears the notes of the others."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from deathmatch.server import tokens
from deathmatch.server.hooks.webhooks import BACKUP_MS, Webhooks
from deathmatch.server.rooms.audiences import NOBODY, Company
from deathmatch.server.rooms.others import Here, OtherProcesses
from deathmatch.server.rooms.season_access import Live
from deathmatch.server.store.interface import Store, StoreError
from deathmatch.server.times import StoreFigures, Time
from deathmatch.server.tokens import Once
from deathmatch.server.vault import Vault
from deathmatch_postgres.database.store import open_postgres
from deathmatch_postgres.duties import Duties
from deathmatch_postgres.leases import TurnLeases, alone, lease
from deathmatch_postgres.presence import DIFFERENT, RemotePresence
from deathmatch_postgres.remote import RemoteThinkers, give_workers_key
from deathmatch_postgres.seasons import SeasonNews
from deathmatch_postgres.shared_time import SharedClock
from deathmatch_postgres.sharing import Note, SharedStore, Sharing
from deathmatch_postgres.tables import SharedRoom, Tables

log = logging.getLogger("deathmatch.lobby")
T = TypeVar("T")

AGAIN_S = 1.0  # until the rows of the public lists are read again if the database refused


class SharedOnce(Once):
    """The names that have been used up, as rows that all processes share.

    Args:
        sharing: of the store.
    """

    def __init__(self, sharing: Sharing) -> None:
        super().__init__()
        self.scope = ""
        self._sharing = sharing

    async def first(self, name: str, ms: int) -> bool:
        """Whether no process has used this name in the last `ms`; raises StoreError."""
        return await self._sharing.once(name, ms)


class PublicLists:
    """Reads the rows of the public lists that other processes have changed.

    Args:
        store, sharing: of the server.
        here: has the lists.
    """

    def __init__(self, store: Store, sharing: Sharing, here: Here) -> None:
        self._store = store
        self._sharing = sharing
        self._directory = here.directory
        self._rows: set[str] = set()  # to be read
        self._all_rows = False
        self._reading: asyncio.Task[None] | None = None
        self._closed = False

    def close(self) -> None:
        """Read no more."""
        self._closed = True
        if self._reading is not None:
            self._reading.cancel()

    def changed(self, match: str | None) -> None:
        """Another process has changed the row of this match; with None, any row may have changed."""
        if match is None:
            self._all_rows = True
        else:
            self._rows.add(match)
        if self._reading is None and not self._closed:
            self._reading = asyncio.create_task(self._read_rows(), name="lists")

    async def _read_rows(self) -> None:
        """Read the rows that have changed; again if a row was written here meanwhile, because the ones that were read may be older."""
        try:
            while self._all_rows or self._rows:
                everything, self._all_rows, wanted, self._rows = self._all_rows, False, self._rows, set()
                before = self._directory.kept
                try:
                    rows = await self._rows_of(None if everything else wanted)
                except StoreError as error:
                    log.error("the public lists cannot be read now: %s", error)
                    rows = None
                    await asyncio.sleep(AGAIN_S)
                if rows is None or self._directory.kept != before:
                    self._rows |= wanted
                    self._all_rows |= everything
                    continue
                for match in self._directory.matches() | set(rows) if everything else wanted:
                    self._directory.keep(match, rows.get(match, b""))
        finally:
            self._reading = None

    async def _rows_of(self, matches: set[str] | None) -> Mapping[str, bytes]:
        """The rows of these matches, or of all."""
        return dict(await self._store.listed()) if matches is None else await self._sharing.rows_of(sorted(matches))


class HookRows:
    """Reads the rows of webhooks that other processes have written.

    Args:
        hooks: of this process.
        store: of the server.
        here: has the time, and work done in tasks.
    """

    def __init__(self, hooks: Webhooks, store: Store, here: Here) -> None:
        self.hooks = hooks
        self._store = store
        self._here = here
        self._unread: set[str] = set()
        self._all_unread = False
        self._waits = False

    def changed(self, name: str | None) -> None:
        """Another process has written the row of a webhook; with None, of any."""
        if name is None:
            self._all_unread = True
        elif not self.hooks.knows(name):
            self._unread.add(name)
        if (self._all_unread or self._unread) and not self._waits:
            self._waits = True
            self._here.time.later(round(AGAIN_S * 1000), lambda: self._here.work(self._read()))

    async def _read(self) -> None:
        everything, self._all_unread, names, self._unread = self._all_unread, False, self._unread, set()
        self._waits = False
        try:
            if everything:
                await self.hooks.learn(BACKUP_MS)
            for row in [row for name in sorted(names) if (row := await self._store.hook(name)) is not None and row.live]:
                self.hooks.take_up(row)
        except StoreError as error:
            log.error("the webhooks that other processes have changed cannot be read now: %s", error)
            self.changed(None)


@dataclass(slots=True)
class Hearing:
    """Takes the notes of a shared store: each part of a server reads again the things that it keeps in memory.

    Attributes:
        here: the things of this process.
        tables, presence, seasons, lists: the parts that read again.
        thinkers: hear of the answers of workers, if workers answer at all.
        hooks: those of the webhooks, once they listen.
    """

    here: Here
    tables: Tables
    presence: RemotePresence
    seasons: SeasonNews
    lists: PublicLists
    thinkers: RemoteThinkers | None
    hooks: HookRows | None = None

    def heard(self, notes: Sequence[Note]) -> None:
        """Take the notes of one commit, in order."""
        for note in notes:
            self._hear(note)

    def _hear(self, note: Note) -> None:
        match note.kind:
            case "log" | "rewritten":
                self._hear_of_log(note)
            case "dropped":
                self.here.forget(note.id)
                self.tables.news(note.id, sys.maxsize)
            case "listed":
                self.lists.changed(note.id)
            case "hook" if self.hooks is not None:
                self.hooks.changed(note.id)
            case "answer" if self.thinkers is not None:
                self.thinkers.heard(note.id)
            case "people":
                self.presence.heard(note.id)

    def _hear_of_log(self, note: Note) -> None:
        match = tokens.is_match(note.id)
        if note.kind == "rewritten":
            (self.tables if match else self.seasons).rewritten(note.id)
            if self.hooks is not None:
                self.hooks.hooks.rewritten(note.id)
        elif match:
            self.tables.news(note.id, note.count)
        else:
            self.seasons.news(note.id, note.count)
        if self.hooks is not None:
            self.hooks.hooks.changed(note.id, elsewhere=True)

    def missed(self) -> None:
        """Notes may have been lost: anything may have changed."""
        self.tables.missed()
        self.seasons.missed()
        self.presence.missed()
        if self.hooks is not None:
            self.hooks.changed(None)
        self.lists.changed(None)


class ManyProcesses(OtherProcesses):
    """The other processes that share a store.

    Args:
        store: of the server.

    Attributes:
        tables: the rooms of this process, and the news of their logs.
        hearing: takes the notes of the store, once the lobby is open.
    """

    def __init__(self, store: SharedStore) -> None:
        super().__init__(store)
        self._sharing = store.sharing
        self.once = SharedOnce(store.sharing)
        self.tables = Tables(TurnLeases(store.sharing))
        self._clock: SharedClock | None = None
        self._thinkers: RemoteThinkers | None = None
        self.hearing: Hearing | None = None

    # --- Coming and going

    async def check_lists(self, lists: str) -> None:
        """Raises StoreError if another process has word lists of another digest than this."""
        if set((await self._sharing.living(0, lists)).others.values()) - {lists}:
            raise StoreError(DIFFERENT)

    async def clock(self) -> Time:
        """The running time of all processes together. It stands still until this one listens. Raises StoreError."""
        self._clock = SharedClock()
        await self._clock.ask(self._sharing.tick)
        self._clock.follow(self._sharing.tick)
        return self._clock

    async def due(self) -> list[tuple[int, str]]:
        """None: any process takes those that are due from the store (`Duties`)."""
        return []

    async def open(self, here: Here) -> None:
        """Hear the others from now on; called before anything is read. Raises StoreError."""
        self.hearing = Hearing(
            here,
            self.tables,
            RemotePresence(self._sharing, here.time, here.lists, self.tables.people, self.tables.company),
            SeasonNews(self._store, self._sharing, here.time, here.seasons, here.work, here.file),
            PublicLists(self._store, self._sharing, here),
            self._thinkers,
        )
        self._sharing.listen(self.hearing.heard, self.hearing.missed)
        await self.hearing.presence.open()

    def stop(self) -> None:
        """This process goes down: read the public lists no more."""
        if self.hearing is not None:
            self.hearing.lists.close()

    async def close(self) -> None:
        """This process has nobody any more, and says so, and for the last time how long it has lived."""
        if self.hearing is not None:
            await self.hearing.presence.close()
        if self._clock is not None:
            clock, self._clock = self._clock, None
            await clock.end(self._sharing.tick)

    def workers(self, folder: Path, vault: Vault) -> RemoteThinkers:
        """Workers on other machines; their key is put into the data folder. Raises OSError."""
        give_workers_key(folder, vault)
        self._thinkers = RemoteThinkers(self._sharing, Vault(vault.workers))
        return self._thinkers

    def tell_hooks(self, hooks: Webhooks) -> None:
        """The webhooks hear the news too from now on."""
        assert self.hearing is not None, "nobody listens yet"
        self.hearing.hooks = HookRows(hooks, self._store, self.hearing.here)

    # --- Work that one process at a time does

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        """While no other process does the work of this name. Raises StoreError."""
        return alone(self._sharing, name)

    def lease(self, name: str, ms: int) -> AbstractAsyncContextManager[bool]:
        """Take work for so long; gives False if another process has it. Raises StoreError."""
        return lease(self._sharing, name, ms)

    def changing(self, live: Live) -> AbstractAsyncContextManager[None]:
        """While this process alone changes a season, which is as it is on disk. Raises StoreError."""
        assert self.hearing is not None, "nobody listens yet"
        return self.hearing.seasons.changing(live)

    async def spend(self, name: str, burst: float, per_second: float) -> bool:
        """Take one from the bucket of this name, which all processes share. Raises StoreError."""
        return await self._sharing.spend(name, burst, per_second)

    # --- Matches that are due

    def calendar(self, time: Time, see_to: Callable[[str], Awaitable[None]]) -> Duties:
        """Has the matches and the seasons that are due seen to."""

        async def see_to_log(name: str) -> None:
            if tokens.is_match(name):
                await see_to(name)
            elif self.hearing is not None:
                self.hearing.seasons.due(name.removeprefix(tokens.SEASON))

        return Duties(self._sharing, time, see_to_log)

    # --- Tables

    def of_table(self, room: Callable[..., T]) -> Callable[..., T]:
        """Makes a table in memory to whose log the other processes write too."""
        return partial(cast("Any", SharedRoom), self.tables)

    # --- People

    def company(self, match: str) -> Company:
        """The people of a match who are connected to other processes."""
        return NOBODY if self.hearing is None else self.hearing.presence.of(match)

    def tell(self, match: str) -> None:
        """Somebody of a match came to this process or went, or a connection became slower or faster."""
        if self.hearing is not None:
            self.hearing.presence.tell(match)


async def open_shared(address: str, waiting: int, figures: StoreFigures | None) -> tuple[Store, OtherProcesses]:
    """The PostgreSQL at an address, and the other processes on it. Raises StoreError."""
    store = await open_postgres(address, waiting, figures)
    return store, ManyProcesses(store)
