"""The people who are connected to other processes on the same store: which seats, how many others, and how slow their connections are.

Each process writes down who is connected to it, match by match, in no commit of a log; all that changes in a tenth of a second goes
together. The others hear of it and read it. A process says once a second that it lives; the people of one that has not for `LIVES_MS` are
gone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

import msgspec

from deathmatch.server.rooms.audiences import NOBODY, Company
from deathmatch.server.store.interface import StoreError
from deathmatch.server.table.roles import AT_TABLE
from deathmatch.server.times import Time, Timer
from deathmatch.server.wire import problems
from deathmatch_postgres.sharing import Living, People, Sharing

log = logging.getLogger("deathmatch.lobby")

GATHER_MS = 100  # changes of so long are written together
LOOK_MS = 1_000  # between two calls that say that this process lives
LIVES_MS = 4_000  # after the last of them; then its people count as gone
AGAIN_MS = 1_000  # until something is written or read again if the database refused


DIFFERENT = (
    "the word lists in the data folder of this server are not those of the other servers on this store, so a word may count at one and "
    "not at another; give all of them the same folder `lexicons`, then start again"
)
_UNKNOWN = b"?"  # what the others know of the own people of a match, after something was lost


class _Row(msgspec.Struct, array_like=True):
    """The people of a match at one process, as a row holds them: no name, no link, no address."""

    roles: list[str]
    watchers: int
    given: dict[str, int]


def encoded(people: Company) -> bytes:
    """The people of a match at this process, for a row; empty if there are none."""
    here = sorted(people.roles & set(AT_TABLE))
    return msgspec.json.encode(_Row(here, people.watchers, dict(people.given))) if here or people.watchers else b""


def _decoded(body: bytes) -> Company:
    """The people of a row; nobody if it cannot be read."""
    try:
        row = msgspec.json.decode(body, type=_Row)
    except msgspec.DecodeError:
        return NOBODY
    return Company(frozenset(row.roles), row.watchers, row.given)


class RemotePresence:
    """The people at the other processes, and what this one tells them of its own.

    Args:
        sharing, time: of the server.
        lists: gives the digest of its word lists; it may read files.
        own: the people of this match at this process.
        changed: told of each match whose people elsewhere have changed.
    """

    def __init__(
        self, sharing: Sharing, time: Time, lists: Callable[[], str], own: Callable[[str], Company], changed: Callable[[str], None]
    ) -> None:
        self._sharing = sharing
        self._time = time
        self._lists = lists
        self._digest = ""
        self._differ: frozenset[str] = frozenset()  # the word lists of others, as they were told of last
        self._own = own
        self._changed: Callable[[str], None] = changed
        self._theirs: dict[str, dict[int, Company]] = {}
        self._living: frozenset[int] = frozenset()
        self._written: dict[str, bytes] = {}  # the own people, as the others know them
        self._to_write: set[str] = set()
        self._to_read: set[str] = set()
        self._all = False  # whether everything has to be read
        self._gathering: Timer | None = None
        self._looking: Timer | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    # --- Coming and going

    async def open(self) -> None:
        """Say that this process lives, and learn who is at the others. Raises StoreError."""
        await self._digest_lists()
        self._living = frozenset((await self._say()).others)
        self._keep(await self._sharing.people(), None)
        self._look_later()

    async def close(self) -> None:
        """This process has nobody any more, and says so."""
        if self._closed:
            return
        self.stop()
        try:
            await self._sharing.leave()
        except StoreError as error:
            log.warning("the other processes notice by themselves that this one ends: %s", error)

    def stop(self) -> None:
        """Say and read no more."""
        self._closed = True
        self._changed = _nothing
        for timer in (self._gathering, self._looking):
            if timer is not None:
                timer.cancel()
        for task in self._tasks.values():
            task.cancel()

    # --- What is known

    def of(self, match: str) -> Company:
        """The people of a match at the other processes."""
        rows = self._theirs.get(match)
        if not rows:
            return NOBODY
        if len(rows) == 1:
            return next(iter(rows.values()))
        given: dict[str, int] = {}
        for row in rows.values():
            given.update({seat: max(ms, given.get(seat, 0)) for seat, ms in row.given.items()})
        return Company(frozenset().union(*(row.roles for row in rows.values())), sum(row.watchers for row in rows.values()), given)

    def _keep(self, people: Iterable[People], matches: Iterable[str] | None) -> None:
        """These are all people of these matches, or all."""
        found: dict[str, dict[int, Company]] = {}
        for match, process, body in people:
            found.setdefault(match, {})[process] = _decoded(body)
        for match in {*self._theirs, *found} if matches is None else matches:
            before, now = self._theirs.pop(match, {}), found.get(match, {})
            if now:
                self._theirs[match] = now
            if before != now:
                self._changed(match)

    # --- What this process says

    def tell(self, match: str) -> None:
        """Somebody of this match came to this process or went, or a connection became slower or faster."""
        self._to_write.add(match)
        self._write_later(GATHER_MS)

    def _write_later(self, ms: int) -> None:
        if self._gathering is None and "write" not in self._tasks and not self._closed:
            self._gathering = self._time.later(ms, self._write_now)

    def _write_now(self) -> None:
        self._gathering = None
        self._run("write")

    async def _write(self) -> int:
        matches, self._to_write = self._to_write, set()
        now = {match: encoded(self._own(match)) for match in matches}
        changed = {match: body for match, body in now.items() if body != self._written.get(match, b"")}
        if changed:
            try:
                await self._sharing.keep_people(changed)
            except StoreError:
                self._to_write |= matches
                raise
        for match, body in changed.items():
            if body:
                self._written[match] = body
            else:
                self._written.pop(match, None)
        return GATHER_MS if self._to_write else 0

    # --- What the others say

    def heard(self, match: str) -> None:
        """Another process has other people of this match now."""
        self._to_read.add(match)
        self._run("read")

    def missed(self) -> None:
        """Anything may have changed, and the rows of this process may be gone."""
        self._all = True
        self._run("read")
        self._write_again()

    def _write_again(self) -> None:
        self._to_write |= set(self._written)
        self._written = dict.fromkeys(self._written, _UNKNOWN)
        if self._to_write:
            self._write_later(0)

    async def _read(self) -> int:
        everything, self._all, matches, self._to_read = self._all, False, self._to_read, set()
        try:
            self._keep(await self._sharing.people(None if everything else sorted(matches)), None if everything else matches)
        except StoreError:
            self._all |= everything
            self._to_read |= matches
            raise
        return 1 if self._all or self._to_read else 0

    # --- Who lives

    def _look_later(self) -> None:
        if not self._closed:
            self._looking = self._time.later(LOOK_MS, lambda: self._run("look"))

    async def _say(self) -> Living:
        """Say that this process lives, and with which word lists."""
        living = await self._sharing.living(LIVES_MS, self._digest)
        differ = frozenset(living.others.values()) - {self._digest}
        if differ - self._differ:
            log.warning("%s", DIFFERENT)
        self._differ = differ
        return living

    async def _digest_lists(self) -> int:
        self._digest = await asyncio.to_thread(self._lists)
        return 0

    async def _look(self) -> int:
        self._run("lists")
        try:
            known, others = await self._say()
        finally:
            self._look_later()
        if not known:  # it stood still for too long: the others have forgotten its people
            self._write_again()
        before, self._living = self._living, frozenset(others)
        if self._living - before:
            self._all = True
            self._run("read")
        elif gone := before - self._living:
            left = {match: {process: row for process, row in rows.items() if process not in gone} for match, rows in self._theirs.items()}
            changed = [match for match, rows in left.items() if len(rows) != len(self._theirs[match])]
            self._theirs = {match: rows for match, rows in left.items() if rows}
            for match in changed:
                self._changed(match)
        return 0

    # --- Tasks

    def _run(self, name: str) -> None:
        """Have this done, one at a time of each name."""
        if name not in self._tasks and not self._closed:
            self._tasks[name] = asyncio.create_task(self._do(name), name=f"people {name}")

    async def _do(self, name: str) -> None:
        work = {"write": self._write, "read": self._read, "look": self._look, "lists": self._digest_lists}[name]
        again = AGAIN_MS
        try:
            again = await work()
        except StoreError as error:
            log.error("the news of who is connected fail now: %s", error)
        except Exception as error:
            log.error("a bug in the people of other processes: %s", problems.outline(error))
        finally:
            del self._tasks[name]
            if name == "read" and again:
                self._time.later(again, lambda: self._run("read"))
            elif name == "write" and self._to_write:
                self._write_later(again or GATHER_MS)


def _nothing(match: str) -> None:
    """After the end."""
