"""The news of other processes that share the store: each part of a server reads again the things that it keeps in memory."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Mapping, Sequence

from deathmatch.server import tokens
from deathmatch.server.rooms.accounts import Accounts
from deathmatch.server.rooms.directory import Directory
from deathmatch.server.rooms.memory import Memory
from deathmatch.server.rooms.seasons import Seasons
from deathmatch.server.store.interface import Store, StoreError
from deathmatch.server.store.sharing import Note

log = logging.getLogger("deathmatch.lobby")

AGAIN_S = 1.0  # until the rows of the public lists are read again if the disk refused


class Hearing:
    """Takes the notes of a shared store.

    Args:
        store: of the server, which shares it.
        memory, directory, seasons, accounts: the parts that keep something in memory.
        forget: told of a match whose links may be kept and are dead.

    Attributes:
        hook: told of each webhook that has changed; with None, of all.
        answer: told of each question that a worker has answered.
        log, rewritten: told of each match to whose log another process has added, and of each whose log it has rewritten.
    """

    def __init__(
        self,
        store: Store,
        memory: Memory,
        directory: Directory,
        seasons: Seasons,
        accounts: Accounts,
        forget: Callable[[str], None],
    ) -> None:
        self._store = store
        self._memory = memory
        self._directory = directory
        self._seasons = seasons
        self._accounts = accounts
        self._forget = forget
        assert memory.elsewhere is not None, "one process has this store for itself"
        self._people = memory.elsewhere
        self.hook: Callable[[str | None], None] = _nobody
        self.answer: Callable[[str], None] = _nobody
        self.log: Callable[[str], None] = _nobody
        self.rewritten: Callable[[str], None] = _nobody
        self._rows: set[str] = set()  # to be read
        self._all_rows = False
        self._reading: asyncio.Task[None] | None = None
        self._closed = False

    def open(self) -> None:
        """Listen from now on."""
        assert self._store.sharing is not None, "one process has this store for itself"
        self._store.sharing.listen(self.heard, self.missed)

    def close(self) -> None:
        """The server stops."""
        self._closed = True
        if self._reading is not None:
            self._reading.cancel()

    def heard(self, notes: Sequence[Note]) -> None:
        """See `store.sharing.Heard`."""
        for note in notes:
            self._hear(note)

    def _hear(self, note: Note) -> None:
        match note.kind:
            case "log" | "rewritten":
                self._hear_of_log(note)
                self.log(note.id)
            case "dropped":
                self._forget(note.id)
                self._memory.news(note.id, sys.maxsize)
            case "listed":
                self._rows.add(note.id)
                self._read()
            case "account":
                self._accounts.changed(note.id)
            case "hook":
                self.hook(note.id)
            case "answer":
                self.answer(note.id)
            case "people":
                self._people.heard(note.id)

    def _hear_of_log(self, note: Note) -> None:
        match = tokens.is_match(note.id)
        if note.kind == "rewritten":
            (self._memory if match else self._seasons.others).rewritten(note.id)
            self.rewritten(note.id)
        elif match:
            self._memory.news(note.id, note.count, note.entries)
        else:
            self._seasons.others.news(note.id, note.count)

    def missed(self) -> None:
        """See `store.sharing.Missed`."""
        self._memory.missed()
        self._seasons.others.missed()
        self._accounts.changed(None)
        self._people.missed()
        self.hook(None)
        self._all_rows = True
        self._read()

    # --- The public lists

    def _read(self) -> None:
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
        if matches is None:
            return dict(await self._store.listed())
        assert self._store.sharing is not None, "one process has this store for itself"
        return await self._store.sharing.rows_of(sorted(matches))


def _nobody(name: str | None) -> None:
    """Until the webhooks listen."""
