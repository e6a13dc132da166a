"""The other processes that write to the same store.

Most servers are one process that has its store for itself. `OtherProcesses` is for them: there are no others, so nobody is waited for, and
nothing has to be read again. The package deathmatch-postgres has one for many processes on a PostgreSQL.

No process owns a match. An append names the number of its first entry, and the store refuses a number that is taken (`Behind`), so two
processes never both add to one log. All else here only makes many processes quick, and shows their guests one server.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from deathmatch.core.plugins import added, missing
from deathmatch.core.speech import say
from deathmatch.server import times, tokens
from deathmatch.server.figures import StoreFigures
from deathmatch.server.rooms import errands, season_access, turns
from deathmatch.server.rooms.calendar import Calendar
from deathmatch.server.rooms.directory import Directory
from deathmatch.server.store import interface, sqlite, writer
from deathmatch.server.table.roles import AT_TABLE
from deathmatch.server.table.table import Steps, Table
from deathmatch.server.vault import Vault
from deathmatch.server.wire import problems


@dataclass(frozen=True, slots=True)
class Company:
    """People of a match who are connected to a process, or to several.

    Attributes:
        roles: those that somebody is connected as, of the seats and the host.
        watchers: how many others are connected.
        given: seat -> ms that are given back to it for each decision.
    """

    roles: frozenset[str] = frozenset()
    watchers: int = 0
    given: Mapping[str, int] = field(default_factory=dict)

    @property
    def attends(self) -> bool:
        """Whether a player or the host is among them."""
        return not self.roles.isdisjoint(AT_TABLE)

    def __bool__(self) -> bool:
        """Whether there is anybody."""
        return bool(self.roles or self.watchers)


NOBODY = Company()


class RoomHere(Protocol):
    """A table in the memory of this process (`Room`), with the part that news of other processes need."""

    id: str
    table: Table
    closed: bool

    def in_turn(self, work: Callable[[], Awaitable[None]], /) -> Awaitable[object]:
        """Have this done between two commands; to await the result waits for it, and raises Gone if the room has left memory."""
        ...

    async def take_in(self, groups: Sequence[Steps], /) -> None:
        """Keep and show entries that are on disk, in the groups in which they were added."""
        ...

    def rewritten(self) -> None:
        """The log was rewritten: the room leaves memory, and the table comes back from the log."""
        ...

    def close(self, reason: str, /) -> None:
        """Leave memory."""
        ...

    def company(self) -> None:
        """Others are connected to other processes now, or their connections became slower or faster."""
        ...

    def people(self) -> Company:
        """The people who are connected to this process."""
        ...


@dataclass(frozen=True, slots=True)
class Here:
    """The things of this process that news of other processes change, beside its rooms.

    Attributes:
        vault, time: of the server.
        lists: gives the digest of its word lists; it may read files.
        directory: the public lists.
        seasons: those in memory, by id.
        work: has something done about seasons in a task of its own.
        file: files what ended unfiled in a season.
        account: told of an account that has changed; with None, of all.
        forget: told of a match whose links may be kept and are dead.
    """

    vault: Vault
    time: times.Time
    lists: Callable[[], str]
    directory: Directory
    seasons: Mapping[str, season_access.Live]
    work: Callable[[Awaitable[None]], None]
    file: Callable[[str], Awaitable[None]]
    account: Callable[[str | None], None]
    forget: Callable[[str], None]


class HookNews(Protocol):
    """The webhooks, which hear of logs and of each other (`hooks.webhooks.Webhooks`)."""

    def changed(self, match: str, *, elsewhere: bool) -> None:
        """Somebody has added to a log, perhaps another process."""
        ...

    def knows(self, name: str, /) -> bool:
        """Whether a webhook is on."""
        ...

    def take_up(self, row: interface.HookRow, /) -> None:
        """Another process has added a webhook."""
        ...

    async def learn(self, wait: int, /) -> None:
        """Read which webhooks are on, and look so many ms later at those with something to deliver. Raises StoreError."""
        ...

    def rewritten(self, match: str, /) -> None:
        """A log was rewritten."""
        ...


class Workers(turns.Thinker, errands.Reviewer, Protocol):
    """Bots and advisors that think on other machines."""

    at_once: int
    """Questions that may wait for them at the same time."""


class OtherProcesses:
    """The other processes on a store: there are none.

    Args:
        store: the one store.

    Attributes:
        shared: whether others may change the things that this process has in memory.
        grace: ms between a deadline and its time-out, in which a submission that came in time at another process gets on disk.
        once: the things that are good once, for all processes together.
    """

    shared = False
    grace = 0

    def __init__(self, store: interface.Store) -> None:
        self._store = store
        self.once = tokens.Once()

    # --- Coming and going

    async def check_lists(self, lists: str) -> None:
        """Raises StoreError if another process has word lists of another digest than this."""

    async def clock(self) -> times.ServerClock:
        """The server's time, which goes on while any process runs. It stands still until this one listens. Raises StoreError."""
        return times.ServerClock(await self._store.last_beat())

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

    def tell_hooks(self, hooks: HookNews) -> None:
        """The webhooks hear the news too from now on."""

    # --- Work that one process at a time does

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        """While no other process does this work; the tasks of one keep out of each other's way by themselves. Raises StoreError."""
        return nullcontext()

    def lease(self, name: str, ms: int) -> AbstractAsyncContextManager[bool]:
        """Take work for so long; gives False if another process has it. Raises StoreError."""
        return nullcontext(True)

    def turn(self, name: str, seconds: float, wanted: Callable[[], bool]) -> AbstractAsyncContextManager[bool]:
        """While no other process has the bot of this name think, for so long at most; gives whether its answer is still wanted then."""
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

    def seen_to(self, due: int | None, at: int) -> int | None:
        """When any process has to see to a log: `due`, but 0, which is at once, is `at` where others could be quicker than this one."""
        return due

    # --- Tables

    def reading(self, match: str) -> AbstractContextManager[None]:
        """While the log of a match is read: news of it are kept for the room that comes of it."""
        return nullcontext()

    def entered(self, room: RoomHere) -> None:
        """A table is in memory."""

    def left(self, room: RoomHere) -> None:
        """A table has left memory."""

    async def dated(self, at: int) -> int:
        """The moment that `Time.arrived` gave, once the clock is certain of it. Raises Problem if it does not become so in time."""
        return at

    async def decided(self, room: RoomHere, attempt: Callable[[], Awaitable[None]]) -> None:
        """Have a room decide on a command and append what follows, and again if another process has added to the log meanwhile.

        If the log has other entries although nobody else writes, the disk kept some that it seemed to refuse. Then the room leaves memory,
        and the next one reads them. Raises Gone, Problem.
        """
        try:
            await attempt()
        except interface.Behind:
            room.close("")
            raise problems.Gone from None

    async def come_to(self, room: RoomHere, version: int) -> None:
        """A reader knows this version, perhaps from another process whose news have not come here yet: nobody is led back."""

    def entered_at(self, due: int) -> int:
        """When this process enters a time-out that is due then: later if another one may have got a submission in time."""
        return due + self.grace if due else 0

    def check_certain(self, due: int | None, now: int) -> None:
        """Raises Problem if a clock has just run out: a submission that came in time at another process may be on its way to the disk."""
        if due and due <= now < self.entered_at(due):
            raise problems.conflict(say("a player's time is just running out; try again in a moment"))

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
        store = sqlite.SqliteStore(writer.store_file(folder), waiting, figures)
        return store, OtherProcesses(store)
    key = f"store.{address.partition(':')[0]}"
    if (brought := added(key)) is None:
        raise interface.StoreError(f"a store in PostgreSQL is not installed; {missing(key)}")
    opened: tuple[interface.Store, OtherProcesses] = await brought.load()(address, waiting, figures)
    return opened
