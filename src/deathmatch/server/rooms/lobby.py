"""The lobby: all tables of one server, the links that open them, and the store below. Web and HTTP ask only this.

A secret link is looked up by its digest. `room.py` has the rooms of the tables that are in memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Concatenate, ParamSpec, TypeVar

from deathmatch.core.game import Variant
from deathmatch.core.options import lexicons
from deathmatch.core.seats import SEATS
from deathmatch.core.speech import mark, say
from deathmatch.core.words import pinned
from deathmatch.server import times, tokens
from deathmatch.server.lexicons import Lexicons
from deathmatch.server.rooms import accounts, audiences, directory, errands, looks, seasons, setup
from deathmatch.server.rooms.others import Here, OtherProcesses
from deathmatch.server.rooms.room import LogReader, Room, Rooms, Shared
from deathmatch.server.rooms.turns import Turns
from deathmatch.server.settings import Settings
from deathmatch.server.store.interface import Exists, Health, Key, NewLog, Store, StoreError
from deathmatch.server.table import entries, roles
from deathmatch.server.table.decide import Reply
from deathmatch.server.table.roles import (
    CASTER,
    HOST,
    SERVER,
    TAKEN,
    TICKET,
    WATCHER,
    Command,
    Now,
    Sender,
    is_outside,
    is_spectator,
    seat_behind,
)
from deathmatch.server.table.table import Find, Table
from deathmatch.server.vault import Vault
from deathmatch.server.wire import bodies, messages, problems

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger("deathmatch.lobby")

KNOWN_LINKS = 20_000  # digests kept in memory
SWEEP_S = 3600
DAY_MS = 24 * 3600 * 1000
PROBE_S = 2.0  # that a look at the health, or the last beat, waits for the store
TRIES = 5  # to find a room that is not just leaving memory
MISSING = mark("The word list of this match is gone from this server. Words are refused until the host puts it back; the clocks go on.")


# --- The counts that a server keeps of itself: submissions, commits, sockets, the lag of its event loop
#
# Plain numbers that are always kept, because they cost next to nothing; `web/operating.py` shows them if the operator wants that. None
# names a match, a link or a guest, and none depends on the content of a submission: only on that a message came, and on how long it took.


ACKNOWLEDGED_S = (0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)  # bounds of the parts of a histogram, in seconds
LAG_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


@dataclass(slots=True)
class Figures:
    """The counts of a server.

    Attributes:
        acknowledged: how long each accepted submission took, from its arrival until its answer lay in the outbox of its sender.
        refused: submissions that were refused, for whatever reason.
        sockets: WebSockets of tables that are open.
        late: how much later than asked the event loop came back, looked at ten times a second if metrics are shown.
        store: of the store.
    """

    acknowledged: times.Histogram = field(default_factory=lambda: times.Histogram(ACKNOWLEDGED_S))
    refused: int = 0
    sockets: int = 0
    late: times.Histogram = field(default_factory=lambda: times.Histogram(LAG_S))
    store: times.StoreFigures = field(default_factory=times.StoreFigures)

    def counted(self, answer: Callable[[T], None] | None, began: float) -> Callable[[T], None]:
        """The answer to an accepted submission, counted before it is given: its sender may look at the figures at once.

        Args:
            answer: takes the reply, if anything does.
            began: when the submission arrived, by `perf_counter`.
        """

        def give(reply: T) -> None:
            self.acknowledged.note(perf_counter() - began)
            if answer is not None:
                answer(reply)

        return give


# --- The lobby itself


@dataclass(frozen=True, slots=True)
class Link:
    """A link that was found: which match it opens and as whom. `token` is empty for a match's id, which is no secret."""

    key: Key
    token: str = field(repr=False)


class Lobby:
    """One server's tables.

    Attributes:
        figures: what the server counts about itself.
        others: the other processes on the store.
        once: the things that are good once, and used up.
        draining: whether the server is about to go down; it still does everything, but nobody should be sent to it any more.
        shared: the common parts of all rooms, and those who hear of every change of a log.
        log_reader: makes tables of logs.
        rooms: those in memory.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        time: times.Time,
        find: Find,
        bots: setup.Bots,
        turns: Turns,
        lists: Lexicons,
        reviews: errands.Reviews,
        vault: Vault,
        figures: Figures | None = None,
        others: OtherProcesses | None = None,
    ) -> None:
        self.figures = figures or Figures()
        self.draining = False
        self.settings = settings
        self.store = store
        self.time = time
        self.find = find
        self._bots = bots
        self.word_lists = setup.WordLists(lists)
        self.vault = vault
        self.others = others or OtherProcesses(store)
        self.once = self.others.once
        self._setup = setup.Setup(find, bots, self.word_lists, vault)
        self.reviews = reviews
        self.directory = directory.Directory(time, self._is_attended, find)
        self.log_reader = LogReader(find, self.word_lists.in_memory(), vault)
        self.shared = Shared(store, time, settings.limits, self.others, self.directory, self._prepare, self._rematch)
        self.rooms = Rooms(self.shared, turns, self.log_reader)
        self.seasons = seasons.Seasons(store, self.others, time, vault, self.rooms, self._set_up)
        self.shared.ended = self.seasons.ended
        self.accounts = accounts.Accounts(store, self.others, time, vault)
        self.leaving = accounts.Leaving(self.accounts, self.rooms, self.seasons, store, self._find)
        of_seasons = (self.seasons.live, self.seasons.spawn, self.seasons.look)
        self._here = Here(time, lists.digest, self.directory, *of_seasons, self.forget)
        self._links: OrderedDict[bytes, Key] = OrderedDict()
        self._beating: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._trying: asyncio.Task[None] | None = None

    # --- Coming and going

    async def open(self) -> None:
        """Learn when each match is due, and keep the time. No match is loaded before somebody comes or it is due. Raises StoreError."""
        await self.others.open(self._here)  # before anything is read
        self.directory.load(await self.store.listed())
        due = await self.others.due()
        self.rooms.open(due)
        self.seasons.open(due)
        await self.leaving.open()
        self._beating = asyncio.create_task(self._beat(), name="beat")
        self._sweeping = asyncio.create_task(self._sweep(), name="sweep")

    async def dismiss(self) -> None:
        """Send everybody away, because the server goes down. Nothing is lost: people who come again find their match as it was."""
        self.draining = True
        self.reviews.stop()
        self.directory.close()
        self.others.stop()
        self.seasons.close()
        self.leaving.close()
        self.time.stop()  # from here on nobody can be answered, however long the connections take to end
        with contextlib.suppress(StoreError, TimeoutError):
            async with asyncio.timeout(PROBE_S):
                await self.store.beat(self.time.now())
        await self.rooms.close(mark("the server is going down; it will go on from here"))
        await self.others.close()

    async def health(self) -> Health:
        """Whether the store can save; if the last write failed, this tries one more."""
        if self.store.health.trouble and not self.store.health.lasting:
            if self._trying is None or self._trying.done():  # one for all who ask meanwhile
                self._trying = asyncio.create_task(self._try_to_save(), name="beat")
            await asyncio.wait({self._trying}, timeout=PROBE_S)
        return self.store.health

    async def _try_to_save(self) -> None:
        with contextlib.suppress(StoreError):
            await self.store.beat(self.time.now())

    async def close(self) -> None:
        """Send everybody away, and have everything on disk."""
        for task in (self._beating, self._sweeping, self._trying):
            if task is not None:
                task.cancel()
                await asyncio.wait({task})
        await self.dismiss()
        await self.store.close()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.settings.beat_ms / 1000)
            if self.rooms.running:
                try:
                    await self.store.beat(self.time.now())
                except StoreError as error:
                    log.error("the running time could not be saved: %s", error)

    async def _sweep(self) -> None:
        """At the start and every hour: delete the matches that nobody will begin any more."""
        while self.settings.waiting_days:
            try:
                await self.tidy()
            except StoreError as error:
                log.error("old matches could not be looked through: %s", error)
            await asyncio.sleep(SWEEP_S)

    async def tidy(self) -> int:
        """Forget the matches that have never begun although the server has run for `waiting_days` since they were set up.

        The wall clock does not count: somebody may set it, and nobody can sit down while no server runs. A match that somebody looks at
        stays.

        Returns: how many. Raises StoreError.
        """
        now, store = self.time.now(), self.store
        await store.beat(now)  # the time counts although no clock runs
        oldest = now - self.settings.waiting_days * DAY_MS
        dropped = 0
        for match, first in await store.unbegun():
            if not self.rooms.visited(match) and entries.made_at(first) < oldest and await store.drop(match):
                self.directory.keep(match, b"")
                dropped += 1
        if surplus := self.directory.superfluous():
            await store.unlist(surplus)
        return dropped

    # --- Rooms

    async def room(self, link: Link) -> Room:
        """The room behind a link; raises Problem if there is none."""
        for _ in range(TRIES):
            room = await self.rooms.room(link.key.match, always=bool(link.token))
            with contextlib.suppress(problems.Gone):
                if not room.table.opens(link.key.role, link.token):
                    raise problems.missing()
                if link.token and not is_outside(link.key.role):
                    await room.contact(link.key.role, link.token)
                if not room.closed:
                    return room
            await asyncio.sleep(0)
        raise problems.not_open()

    async def look(self, link: Link, look: Callable[Concatenate[Room, str, P], Awaitable[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Look at the table behind a link; if its room is just leaving memory, at the one that comes after it.

        Args:
            link: of the person who looks.
            look: takes the room and the role of the link first, such as `looks.record`.
            args: its other arguments.
            kwargs: the same.

        Raises: Problem, Refusal.
        """

        async def seen(room: Room) -> T:
            found = await look(room, link.key.role, *args, **kwargs)
            if not room.table.opens(link.key.role, link.token):
                raise problems.missing()  # it died while its holder looked
            return found

        return await self._in_room(link, seen)

    async def _in_room(self, link: Link, do: Callable[[Room], Awaitable[T]]) -> T:
        """Do something in the room behind a link; if that one is just leaving memory, in the one that comes after it."""
        for _ in range(TRIES):
            room = await self.room(link)
            with contextlib.suppress(problems.Gone):
                return await do(room)
            await asyncio.sleep(0)
        raise problems.not_open()

    async def act(
        self,
        link: Link,
        command: Command,
        name: str = "",
        answer: Callable[[Reply], None] | None = None,
        *,
        at: int | None = None,
        allowance: int = 0,
        address: str = "",
    ) -> Reply:
        """Have a command done in the room behind a link; if that one is just leaving memory, in the one that comes after it.

        Args:
            link: of the sender.
            command: the verb and its values.
            name: of the guest, for chat.
            answer: gets the reply before any role is shown the effect of the command.
            at: when the command arrived at the server; now by default.
            allowance: ms that are given back to a seat for its connection.
            address: of a spectator, who can be muted by it.

        Raises: Problem, Refusal, LateError.
        """
        match = link.key.match
        by = (
            self.vault.alias(f"{match} {address}") if address and isinstance(command, messages.Chat) and is_spectator(link.key.role) else ""
        )
        sender = Sender(link.key.role, link.token, name, by, allowance)
        arrived = self.time.now() if at is None else at
        began = perf_counter() - max(0, self.time.now() - arrived) / 1000
        if isinstance(command, messages.Submit):
            answer = self.figures.counted(answer, began)

        async def done(room: Room) -> Reply:
            if isinstance(command, messages.Submit):
                await self._look_for_lists(room)
            return await room.act(sender, command, answer, at=arrived)

        self.rooms.coming.begin(match, arrived)  # no time-out passes it on its way
        try:
            return await self._in_room(link, done)
        except Exception:
            self.figures.refused += isinstance(command, messages.Submit)
            raise
        finally:
            self.rooms.coming.end(match, arrived)

    async def _look_for_lists(self, room: Room) -> None:
        """If a word list of the match is missing, a line of the table says so, once, and the referee refuses words."""
        table = room.table
        wanted = [pinned(name, table.made.lists) for name in lexicons(table.variant.options, table.values)]
        if wanted and await self.word_lists.miss(wanted) and all(line.text != MISSING for line in table.chat):
            with contextlib.suppress(problems.Problem, problems.Gone):
                await room.act(SERVER, messages.Chat(MISSING))

    def measured(self, link: Link) -> None:
        """The connection of a seat became slower or faster."""
        room = self.rooms.known(link.key.match)
        if room is not None:
            room.attendance_changed()

    async def join(self, link: Link, reader: audiences.Reader, version: int) -> None:
        """A reader comes who knows this version, or none if it is 0; frames go to it until it leaves. Raises Problem."""
        await self.look(link, lambda room, role: room.join(role, reader, version, link.token))

    def leave(self, link: Link, reader: audiences.Reader) -> None:
        """A reader left."""
        room = self.rooms.known(link.key.match)
        if room is not None:
            room.leave(link.key.role, reader)

    # --- Links

    async def _find(self, token: str) -> Key | None:
        """The match or season and the role that a secret link opens; None if it is wrong."""
        if not tokens.is_token(token):
            return None
        digest = tokens.digest(token)
        key = self._links.get(digest)
        if key is None and (key := await self.store.find(digest)) is not None:
            self._links[digest] = key
            if len(self._links) > KNOWN_LINKS:
                self._links.popitem(last=False)
        return key

    def known_link(self, token: str) -> Link | None:
        """The link of this token, if it was asked for lately and is right."""
        key = self._links.get(tokens.digest(token))
        return None if key is None or key.role.startswith(roles.REPLACED) else Link(key, token)

    async def opens(self, token: str) -> bool:
        """Whether a secret link is right; if the disk cannot say, it is not."""
        try:
            key = await self._find(token)
            return key is not None and not key.role.startswith(roles.REPLACED)
        except StoreError:
            return False

    async def secret(self, token: str, fits: Callable[[str], bool]) -> Link:
        """The role that a secret link opens, if it fits; otherwise raises the same Problem for every wrong link.

        The old link of a player who was replaced gets another one, the same at every door.
        """
        for _ in range(2):
            key = await self._find(token)
            if key is not None and key.role.startswith(roles.REPLACED):
                await self.rooms.room(key.match)  # raises Problem if there is no such match any more
                raise problems.Problem(say(entries.DEAD[True]), problems.REPLACED, watch=key.match)
            if key is None or not tokens.is_match(key.match) or not fits(key.role):
                break
            if (await self.rooms.room(key.match, always=True)).table.opens(key.role, token):
                return Link(key, token)
            self.forget(key.match)  # it has been replaced since it was looked up, perhaps by another process
        raise problems.missing()

    def forget(self, match: str) -> None:
        """Forget the links of a match that are kept here: some of them are dead."""
        for digest in [digest for digest, key in self._links.items() if key.match == match]:
            del self._links[digest]

    async def seat(self, token: str) -> Link:
        """A seat's link."""
        return await self.secret(token, lambda role: role in ("A", "B"))

    async def sitting(self, token: str) -> Link:
        """A link with which somebody may sit down, or sat down: a seat's, or one with which a seat is or was taken over."""
        return await self.secret(token, lambda role: seat_behind(role) in SEATS)

    async def host(self, token: str) -> Link:
        """A host's link."""
        return await self.secret(token, lambda role: role == HOST)

    async def watch(self, name: str) -> Link:
        """A watcher's link: a match's id, or the secret link of a numbered onlooker."""
        if tokens.is_token(name):
            return await self.secret(name, lambda role: role.startswith("onlooker-"))
        if not 0 < len(name) <= 20 or not name.isalnum() or not name.isascii():
            raise problems.missing()
        await self.rooms.room(name)
        return Link(Key(name, WATCHER), "")

    async def anyone(self, name: str) -> Link:
        """The link of any role that looks at the match: a secret one, or a match's id, which is a watcher's."""
        return await self.secret(name, lambda role: not is_outside(role)) if tokens.is_token(name) else await self.watch(name)

    async def overseer(self, token: str) -> Link:
        """A link that sees what both seats hold, if the table is set up so: the caster's or the host's."""
        return await self.secret(token, lambda role: role in (CASTER, HOST))

    async def caster(self, token: str) -> Link:
        """The caster's link."""
        return await self.secret(token, lambda role: role == CASTER)

    # --- What pages ask

    async def linked_table(self, kind: str, key: str) -> looks.LinkedTable:
        """The table that the link `/s/TOKEN`, `/w/ID`, `/h/TOKEN` or `/c/TOKEN` opens; raises Problem if the link is wrong."""
        link = await {"s": self.sitting, "w": self.watch, "h": self.host, "c": self.caster}[kind](key)
        if link.key.role.startswith(TAKEN):
            return replace(await self.linked_table("w", link.key.match), closed=seat_behind(link.key.role))
        message, record = await self.look(link, looks.table_message), await self.look(link, looks.may_have_record)
        table = (await self.room(link)).table
        handed = table if link.key.role.startswith(TICKET) else None
        meant = table.made.meant.get(link.key.role, "")
        variant = self.find(f"{message.game}/{message.variant}")
        return looks.LinkedTable(link=link.key.role, kind=variant, facts=message, record=record, handed=handed, meant=meant)

    def bots(self, variant: Variant) -> Sequence[str]:
        """The names of the bots that play this variant under its default options, weakest first."""
        return self._bots(variant, None)

    # --- New matches

    async def create(self, wanted: bodies.NewMatch, address: str = "", past: setup.Past | None = None) -> bodies.MatchMade:
        """Set up a match and save it; raises Problem if anything in the request is wrong, and then nothing is saved.

        Until it is over it counts for the address that asks, if it is given. It begins with a `past` that the caller has checked.
        """
        now = self._now()
        new = await self._set_up(wanted, address, None, past)
        try:
            listed = self.directory.row(None, new.table, now.at)
            await self.store.create(new.log, now.at, due=new.table.due(now.at), listed=listed)
        except Exists:
            raise
        except StoreError as error:
            log.error("a new match was not saved: %s", error)
            raise problems.not_saved() from error
        self.directory.keep(new.log.match, listed)
        if new.table.due() is not None:
            await self.rooms.room(new.log.match, always=True)
        return new.made

    async def _set_up(
        self, wanted: bodies.NewMatch, address: str, seasonal: setup.Seasonal | None, past: setup.Past | None = None
    ) -> setup.NewTable:
        """The table of a request, if its address may have one more."""
        maker = self.vault.alias(address) if address else ""
        new = await self._setup.new_table(wanted, self._now(), maker, past, seasonal)
        if maker:
            await self._check_maker(maker, alone=new.alone)
        return new

    def offered(self, table: Table) -> dict[str, Link]:
        """The links of the seats that a table offers, or offered, to everybody."""
        places = {seat: setup.open_place(table.id, seat) for seat in table.made.open}
        return {seat: Link(Key(table.id, seat), self.vault.unseal(table.made.open[seat], place).decode()) for seat, place in places.items()}

    async def _check_maker(self, maker: str, *, alone: bool) -> None:
        """Raises Problem if an address has too many matches that are not over."""
        limits = self.settings.limits
        if await self.store.open_of(maker) >= limits.open_matches:
            raise problems.too_many(
                say(
                    "{number} matches from your address are not over; finish or resign some, then try again",
                    number=limits.open_matches,
                )
            )
        if alone and self.rooms.bots_alone(maker) >= limits.bots_alone:
            raise problems.too_many(
                say("{number} matches between bots from your address are not over; wait until one is", number=limits.bots_alone)
            )

    def _is_attended(self, match: str) -> bool:
        return self.rooms.attended(match)

    async def _prepare(self, table: Table) -> None:
        await self.word_lists.load(table.variant, table.values, table.made.lists)

    async def _rematch(self, table: Table) -> NewLog:
        lists: dict[str, str] = {}
        with contextlib.suppress(problems.Problem):  # a list is missing: the next match says so
            lists = await self.word_lists.pin(table.variant, table.values)
        return setup.rematch(table, self._now(), self.vault, lists)

    def _now(self) -> Now:
        return Now(self.time.now(), self.time.wall())
