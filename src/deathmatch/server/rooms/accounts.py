"""The accounts of one server: made, opened, changed, deleted.

A change is on disk before anybody hears of it. One change of an account waits for another, so none is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from msgspec.structs import replace

from deathmatch.core.speech import say
from deathmatch.server import names, times, tokens
from deathmatch.server.accounts.account import Account, account_of, door_of_passkey, row_of
from deathmatch.server.accounts.wire import Deleted
from deathmatch.server.rooms.others import OtherProcesses
from deathmatch.server.rooms.room import Rooms
from deathmatch.server.rooms.seasons import Seasons
from deathmatch.server.seasons.season import Season
from deathmatch.server.store.interface import AccountRow, Exists, Key, Store, StoreError
from deathmatch.server.table import forgetting, roles
from deathmatch.server.vault import Vault, WrongKey
from deathmatch.server.wire import problems


@dataclass(frozen=True, slots=True)
class Opened:
    """An account that somebody has opened, and the secret for the cookie of this browser."""

    account: Account
    session: str = field(repr=False)

    @property
    def cookie(self) -> str:
        """The text of the cookie."""
        return f"{self.account.id}.{self.session}"


class Accounts:
    """The accounts of one server; `store`, `time` and `vault` are the server's."""

    def __init__(self, store: Store, others: OtherProcesses, time: times.Time, vault: Vault) -> None:
        self._store = store
        self._others = others
        self._time = time
        self._vault = vault
        self._lock = asyncio.Lock()

    # --- Finding

    def wall(self) -> int:
        """Now, in ms since 1970."""
        return self._time.wall()

    async def behind(self, cookie: str) -> Opened | None:
        """The account of a browser that is signed in; None for any other cookie. Raises StoreError."""
        name, _, session = cookie.partition(".")
        if not (0 < len(name) <= 20 and name.isalnum() and name.isascii() and tokens.is_token(session)):
            return None
        account = await self.find(name)
        return Opened(account, session) if account is not None and account.is_open(session) else None

    async def find(self, name: str) -> Account | None:
        """The account of this id."""
        return self._read(await self._store.account(name))

    def _read(self, row: AccountRow | None) -> Account | None:
        with contextlib.suppress(WrongKey):
            return None if row is None else account_of(row, self._vault)
        return None

    async def of_key(self, link: str) -> Account:
        """The account that a recovery link opens; every wrong one gets the same Problem."""
        account = await self.behind_door(tokens.digest(link)) if tokens.is_token(link) else None
        if account is None:
            raise problems.missing(say("this recovery link opens nothing; perhaps a newer one took its place"))
        return account

    async def of_passkey(self, credential: str) -> Account | None:
        """The account that has this passkey."""
        return await self.behind_door(door_of_passkey(credential))

    async def behind_door(self, door: bytes) -> Account | None:
        """The account that this opens, by its digest (`Account.doors`)."""
        account = self._read(await self._store.account_behind(door))
        return account if account is not None and door in account.doors() else None

    # --- Changing

    async def change(self, name: str, how: Callable[[Account], Account]) -> Account:
        """Change an account; raises Problem if it is no more, or if the disk refuses. Then nothing has changed."""
        async with self._lock, self._alone(name):
            account = await self.find(name)
            if account is None or account.leaving:
                raise problems.missing(say("this account does not exist any more"))
            after = how(account)
            if after == account:
                return account
            return await self._save(after)

    @contextlib.asynccontextmanager
    async def _alone(self, name: str) -> AsyncIterator[None]:
        """While no other process changes this account; raises Problem."""
        try:
            async with self._others.alone(f"account {name}"):
                yield
        except StoreError:
            raise problems.not_saved() from None

    async def _save(self, after: Account) -> Account:
        try:
            await self._store.keep_account(row_of(after, self._vault), after.doors())
        except Exists:
            raise problems.conflict(say("this opens another account already")) from None
        except StoreError:
            raise problems.not_saved() from None
        return after

    async def make(self, name: str, matches: Iterable[tuple[str, str]], discord: str = "") -> tuple[Opened, str]:
        """A new account, open in this browser, and its recovery link; raises Problem."""
        link, session, now = tokens.new_token(), tokens.new_token(), self._time.wall()
        account = (
            Account(tokens.new_id(), now, names.clean_name(name), discord=discord)
            .with_matches(matches)
            .with_key(link)
            .with_session(session, now)
        )
        async with self._lock:
            return Opened(await self._save(account), session), link

    async def enter(self, account: Account, matches: Iterable[tuple[str, str]] = ()) -> Opened:
        """Open an account in one more browser, and put these tables into it; raises Problem."""
        session = tokens.new_token()
        brought = tuple(matches)
        after = await self.change(account.id, lambda one: one.with_session(session, self._time.wall()).with_matches(brought))
        return Opened(after, session)

    async def new_key(self, opened: Opened) -> str:
        """Another recovery link: the old one is dead, and every other browser is signed out. Raises Problem."""
        link = tokens.new_token()
        await self.change(opened.account.id, lambda one: one.with_key(link, opened.session))
        return link

    async def put(self, account: Account) -> None:
        """An account that is being deleted has less to do from now on; raises Problem."""
        async with self._lock, self._alone(account.id):
            await self._save(account)

    async def forget(self, name: str) -> None:
        """An account is deleted: nothing of it stays. Raises StoreError."""
        async with self._lock:
            await self._store.drop_account(name)


# --- An account is deleted, and with it the name of its owner: in every table and season that it knows, and in the rematches that follow
#
# First the account is closed for good, in one step; then table after table is rewritten. If the server dies on the way, it goes on after
# the next start. A table that cannot be read now, such as one that is damaged, is tried again then.


log = logging.getLogger("deathmatch.accounts")

TRIES = 5  # at rooms that are just leaving memory
LONGEST = 100  # rematches that follow one table
T = TypeVar("T")


@dataclass(slots=True)
class _Work:
    """Tables and seasons that are done, and those that could not be reached."""

    tables: int = 0
    seasons: int = 0
    matches: list[tuple[str, str]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


class Leaving:
    """Deletes accounts.

    Args:
        accounts, rooms, seasons, store: of the server.
        find: the log and the role behind a secret link; None if it is wrong.
    """

    def __init__(
        self, accounts: Accounts, rooms: Rooms, seasons: Seasons, store: Store, find: Callable[[str], Awaitable[Key | None]]
    ) -> None:
        self._accounts = accounts
        self._rooms = rooms
        self._seasons = seasons
        self._store = store
        self._find = find
        self._tasks: set[asyncio.Task[Deleted]] = set()

    async def open(self) -> None:
        """After the start, go on with the accounts that were being deleted."""
        for name in await self._store.leaving():
            if (account := await self._accounts.find(name)) is not None:
                self._begin(account)

    def close(self) -> None:
        """The server stops; it goes on after the next start."""
        for task in self._tasks:
            task.cancel()

    async def delete(self, account: Account, more: Iterable[tuple[str, str]] = ()) -> Deleted:
        """Delete an account; `more` are tables that its owner's browser remembers besides. Raises Problem, and then nothing has changed."""
        brought = tuple(more)
        gone = await self._accounts.change(account.id, lambda now: now.with_matches(brought).gone())
        return await asyncio.shield(self._begin(gone))

    def _begin(self, account: Account) -> asyncio.Task[Deleted]:
        task = asyncio.create_task(self._forget(account), name="account")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_seen)
        return task

    async def _forget(self, account: Account) -> Deleted:
        work = _Work()
        players: dict[str, set[int]] = {}
        for match, link in account.matches:
            await self._try(self._table(link, work, players), work.matches, (match, link))
        for link in account.seasons:
            await self._try(self._season_link(link, players), work.left, link)
        for season, numbers in players.items():
            for number in numbers:
                await self._try(self._season(season, number, work), work.left, f"{season} {number}")
        if work.matches or work.left:
            log.error("an account is not deleted yet: %d tables and %d seasons cannot be read", len(work.matches), len(work.left))
            await self._accounts.put(replace(account, matches=tuple(work.matches), seasons=tuple(work.left)))
        else:
            await self._accounts.forget(account.id)
        return Deleted(work.tables, work.seasons, len(work.matches) + len(work.left))

    async def _try(self, work: Awaitable[None], left: list[T], one: T) -> None:
        try:
            await work
        except problems.Problem as problem:
            if problem.status != 404:  # else there is nothing any more
                left.append(one)
        except StoreError:
            left.append(one)

    # --- Tables

    async def _table(self, link: str, work: _Work, players: dict[str, set[int]]) -> None:
        """A table and the rematches after it; notes the seasons to which they belong."""
        token = link[3:]
        for _ in range(LONGEST):
            key = await self._find(token)
            if key is None or key.role not in ("A", "B", roles.HOST):
                return
            await self._leave(key.match, key.role)
            work.tables += 1
            table = (await self._rooms.room(key.match, always=True)).table
            if table.made.season and key.role != roles.HOST:
                season = await self._seasons.whole(table.made.season)
                number = next((one.players[key.role] for one in season.matches.values() if one.match == key.match), 0) if season else 0
                players.setdefault(table.made.season, set()).update([number] if number else [])
            token = tokens.heir(token)

    async def _leave(self, match: str, role: str, only: frozenset[str] = frozenset()) -> None:
        """Take the person of a role out of a table; raises Problem."""
        for _ in range(TRIES):
            room = await self._rooms.room(match, always=True)
            with contextlib.suppress(problems.Gone):
                await room.act(roles.Sender(role), forgetting.Forget(only))
                return
            await asyncio.sleep(0)
        raise problems.not_open()

    # --- Seasons

    async def _season_link(self, link: str, players: dict[str, set[int]]) -> None:
        """A season that the account keeps: its link may be a player's of a series, or a co-host's."""
        season, _, rest = link.partition(" ")
        if rest:  # of an earlier try
            players.setdefault(season, set()).add(int(rest))
            return
        access = await self._seasons.find(link)
        if access.player:
            players.setdefault(access.live.season.id, set()).add(access.player)
        elif access.role.startswith("cohost-"):
            await self._seasons.forget(access.live.season.id, cohost=int(access.role.removeprefix("cohost-")))

    async def _season(self, name: str, number: int, work: _Work) -> None:
        """The name of a player of a season, first at the tables that are set up for this player."""
        names, done = await self._seasons.names(name, number), set[tuple[str, str]]()
        while await self._tables(name, number, names, done):
            pass  # tables may be set up meanwhile
        await self._seasons.forget(name, player=number)  # the last step: until then the names can be asked for again
        await self._tables(name, number, names, done)  # those that were being set up just then
        work.seasons += bool(names)

    async def _tables(self, name: str, number: int, names: frozenset[str], done: set[tuple[str, str]]) -> bool:
        """Take a player of a season out of the tables that are not done yet; whether there are any."""
        season = await self._seasons.whole(name)
        tables = [] if season is None else [one for one in _tables_of(season, number) if one not in done]
        for match, seat in tables:
            await self._leave(match, seat, names)
            done.add((match, seat))
        return bool(tables)


def _tables_of(season: Season, number: int) -> list[tuple[str, str]]:
    """The tables of a player of a season: match and seat."""
    return [(one.match, seat) for one in season.matches.values() for seat, player in one.players.items() if player == number and one.match]


def _seen(task: asyncio.Task[Deleted]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("an account could not be deleted: %s", problems.outline(error))
