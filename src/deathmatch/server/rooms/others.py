"""The other processes that write to the same store.

Most servers are one process that has its store for itself. `OtherProcesses` is for them: there are no others, so nobody is waited for, and
nothing has to be read again. The package deathmatch-postgres has one for many processes on a PostgreSQL.

No process owns a match. An append names the number of its first entry, and the store refuses a number that is taken (`Behind`), so two
processes never both add to one log. All else here only makes many processes quick, and shows their guests one server.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar

from deathmatch.core.plugins import added, missing
from deathmatch.server import times, tokens
from deathmatch.server.rooms import errands, season_access, turns
from deathmatch.server.rooms.audiences import NOBODY, Company
from deathmatch.server.rooms.calendar import Calendar
from deathmatch.server.rooms.directory import Directory
from deathmatch.server.store import interface, sqlite
from deathmatch.server.times import StoreFigures
from deathmatch.server.vault import Vault


@dataclass(frozen=True, slots=True)
class Here:
    """The things of this process that news of other processes change, beside its rooms.

    Attributes:
        time: of the server.
        lists: gives the digest of its word lists; it may read files.
        directory: the public lists.
        seasons: those in memory, by id.
        work: has something done about seasons in a task of its own.
        file: files what ended unfiled in a season.
        forget: told of a match whose links may be kept and are dead.
    """

    time: times.Time
    lists: Callable[[], str]
    directory: Directory
    seasons: Mapping[str, season_access.Live]
    work: Callable[[Awaitable[None]], None]
    file: Callable[[str], Awaitable[None]]
    forget: Callable[[str], None]


class Workers(turns.Thinker, errands.Reviewer, Protocol):
    """Bots and advisors that think on other machines."""

    at_once: int
    """Questions that may wait for them at the same time."""


P = ParamSpec("P")
T = TypeVar("T")


class OtherProcesses:
    """The other processes on a store: there are none.

    Args:
        store: the one store.

    Attributes:
        once: the things that are good once, for all processes together.
    """

    def __init__(self, store: interface.Store) -> None:
        self._store = store
        self.once = tokens.Once()

    # --- Coming and going

    async def check_lists(self, lists: str) -> None:
        """Raises StoreError if another process has word lists of another digest than this."""

    async def clock(self) -> times.Time:
        """The server's time, which goes on while any process runs. It stands still until this one listens. Raises StoreError."""
        return times.Time(await self._store.last_beat())

    async def due(self) -> list[tuple[int, str]]:
        """The logs that this process has to see to by itself, each after the moment when. Raises StoreError."""
        return await self._store.due()

    async def open(self, here: Here) -> None:
        """Hear the others from now on; called before anything is read. Raises StoreError."""

    def stop(self) -> None:
        """This process goes down: hear no more news."""

    async def close(self) -> None:
        """This process has nobody any more, and says so."""

    def workers(self, folder: Path, vault: Vault) -> Workers:
        """Workers on other machines; their key is put into the data folder. Raises StoreError, OSError."""
        raise interface.StoreError(
            "bots think elsewhere only if the matches are in a PostgreSQL: name one with --store, or leave out --no-bots"
        )

    def tell_hooks(self, hooks: Any) -> None:
        """The webhooks (`hooks.webhooks.Webhooks`) hear the news too from now on."""

    # --- Work that one process at a time does

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        """While no other process does this work; the tasks of one keep out of each other's way by themselves. Raises StoreError."""
        return nullcontext()

    def lease(self, name: str, ms: int) -> AbstractAsyncContextManager[bool]:
        """Take work for so long; gives False if another process has it. Raises StoreError."""
        return nullcontext(True)

    def changing(self, live: season_access.Live) -> AbstractAsyncContextManager[None]:
        """While this task alone changes a season, which is as it is on disk. Raises StoreError."""
        return live.lock

    async def spend(self, name: str, burst: float, per_second: float) -> bool:
        """Take one from the bucket of this name at all processes together; False if there is none left in it. Raises StoreError."""
        return True

    # --- Matches that are due

    def calendar(self, time: times.Time, see_to: Callable[[str], Awaitable[None]]) -> Calendar:
        """Has the matches that are due, and are not in memory, seen to."""
        return Calendar(time, see_to)

    # --- Tables

    def of_table(self, room: Callable[P, T]) -> Callable[P, T]:
        """Makes a table in memory; `room` does so if nobody else adds to its log."""
        return room

    # --- People

    def company(self, match: str) -> Company:
        """The people of a match who are connected to other processes."""
        return NOBODY

    def tell(self, match: str) -> None:
        """Somebody of a match came to this process or went, or a connection became slower or faster."""


SCHEMES = ("postgresql", "postgres")
"""The schemes of the addresses of stores that a package brings, as `store.SCHEME`."""


def is_address(text: str) -> bool:
    """Whether this is the address of a store that a package brings."""
    return text.partition(":")[0] in SCHEMES and ":" in text


async def open_store(
    folder: Path, address: str = "", waiting: int = 10_000, figures: StoreFigures | None = None
) -> tuple[interface.Store, OtherProcesses]:
    """The store of a server, empty if it is new, and the other processes on it.

    Args:
        folder: for the matches, if no address is given.
        address: of a store that a package brings; it may hold a password.
        waiting: the most writes that wait.
        figures: the counts of the store.

    Raises: StoreError; PluginError if the package cannot be loaded.
    """
    if not address:
        store = sqlite.SqliteStore(sqlite.store_file(folder), waiting, figures)
        return store, OtherProcesses(store)
    key = f"store.{address.partition(':')[0]}"
    if (brought := added(key)) is None:
        raise interface.StoreError(f"a store in PostgreSQL is not installed; {missing(key)}")
    opened: tuple[interface.Store, OtherProcesses] = await brought.load()(address, waiting, figures)
    return opened
