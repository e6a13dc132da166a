"""The accounts of one server: made, opened, changed, and in memory while somebody uses them.

A change is on disk before anybody hears of it. One change of an account waits for another, so none is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from deathmatch.core.speech import say
from deathmatch.server import names, times, tokens
from deathmatch.server.accounts.account import Account, account_of, door_of_passkey, row_of
from deathmatch.server.rooms.others import OtherProcesses
from deathmatch.server.store.interface import AccountRow, Exists, Store, StoreError
from deathmatch.server.vault import Vault, WrongKey
from deathmatch.server.wire import problems

KEPT = 1_000  # accounts in memory


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
        self._known: OrderedDict[str, Account] = OrderedDict()
        self._lock = asyncio.Lock()
        self._news = 0  # of other processes

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
        if name in self._known:
            self._known.move_to_end(name)
            return self._known[name]
        async with self._lock:
            return await self._load(self._store.account(name))

    async def _load(self, row: Awaitable[AccountRow | None]) -> Account | None:
        """An account from the disk; kept in memory if nobody has changed one meanwhile."""
        news = self._news
        return self._read(await row, keep=self._news == news)

    def _read(self, row: AccountRow | None, *, keep: bool) -> Account | None:
        if row is None:
            return None
        try:
            account = account_of(row, self._vault)
        except WrongKey:
            return None
        return self._keep(account) if keep else account

    def changed(self, name: str | None) -> None:
        """Another process has changed an account, or perhaps any of them: it is read again when it is needed."""
        self._news += 1
        if name is None:
            self._known.clear()
        else:
            self._known.pop(name, None)

    def _keep(self, account: Account) -> Account:
        self._known[account.id] = account
        self._known.move_to_end(account.id)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return account

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
        async with self._lock:
            news, row = self._news, await self._store.account_behind(door)
            known = None if row is None else self._known.get(row.id) or self._read(row, keep=self._news == news)
        return known if known is not None and door in known.doors() else None

    # --- Changing

    async def change(self, name: str, how: Callable[[Account], Account]) -> Account:
        """Change an account; raises Problem if it is no more, or if the disk refuses. Then nothing has changed."""
        async with self._lock, self._alone(name):
            known = None if self._others.shared else self._known.get(name)  # another process may have changed it just now
            account = known or await self._load(self._store.account(name))
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
        return self._keep(after)

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
            self._known.pop(name, None)
            await self._store.drop_account(name)
