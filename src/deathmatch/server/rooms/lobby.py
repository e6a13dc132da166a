"""The lobby: all tables of one server, the links that open them, and the store below. Web and HTTP ask only this.

A secret link is looked up by its digest; a room is loaded from its log when somebody asks for it; rooms whose clocks run are loaded at
the start.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from deathmatch.core.errors import OptionError
from deathmatch.core.game import Aid, Variant, aids_of
from deathmatch.core.options import Value, Values, lexicons, read_one
from deathmatch.core.seats import SEATS
from deathmatch.core.words import WordList
from deathmatch.server import limits, tokens
from deathmatch.server.lexicons import BadLexicon, Lexicons, NoLexicon
from deathmatch.server.rooms.audience import Reader
from deathmatch.server.rooms.delay import Delay
from deathmatch.server.rooms.reviews import Reviews
from deathmatch.server.rooms.room import Room, Shared
from deathmatch.server.rooms.seatbots import Thinker
from deathmatch.server.settings import Settings
from deathmatch.server.store.interface import Exists, Key, NewLog, Store, StoreError
from deathmatch.server.table import entries
from deathmatch.server.table.apply import apply, set_up
from deathmatch.server.table.commands import Command, Sender
from deathmatch.server.table.decide import Reply, clean_nonce, inheritance
from deathmatch.server.table.roles import HOST, WATCHER
from deathmatch.server.table.table import Table
from deathmatch.server.times import Slices, Time
from deathmatch.server.wire import bodies, problems
from deathmatch.server.wire.messages import Submit
from deathmatch.server.wire.problems import Gone, Problem

log = logging.getLogger("deathmatch.lobby")

KNOWN_LINKS = 20_000  # digests kept in memory
LONGEST_DELAY = 3600  # seconds that watchers may be behind
DAY_MS = 24 * 3600 * 1000
SWEEP_S = 3600
TRIES = 5  # to find a room that is not just leaving memory


@dataclass(frozen=True, slots=True)
class Link:
    """A link that was found: which match it opens and as whom. `token` is empty for a match's id, which is no secret."""

    key: Key
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedTable:
    """The table that a link opens, and as whom.

    Attributes:
        match: the match's public id.
        game, variant, title: as in the record, and for people.
        role: of the person who holds the link: "A", "B", "host", "watcher".
        taken: whether somebody has sat down on this seat; True for all other links.
        names: of the seats that are taken.
        advise: whether the match can be looked back at through this link, once it is over.
        aids: what the table helps with (`core.game.Aid`).
        lists: the word lists that its words are looked up in.
        published: whether record and dealing are given out to all, once the match is over; the host gets them in any case.
        deals: whether anything is dealt in this variant.
        by_hand: whether its host deals.
        sketches: whether a deal can be laid out by hand before it is due.
    """

    match: str
    game: str
    variant: str
    title: str
    role: str
    taken: bool
    names: Mapping[str, str]
    advise: bool = False
    aids: str = "log"
    lists: tuple[str, ...] = ()
    published: bool = True
    deals: bool = False
    by_hand: bool = False
    sketches: bool = False


class Lobby:
    """One server's tables."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        time: Time,
        find: Callable[[str], Variant],
        bots: Callable[[Variant, Values | None], Sequence[str]],
        thinker: Thinker,
        lexicons: Lexicons,
        reviews: Reviews,
    ) -> None:
        self.settings = settings
        self.store = store
        self.time = time
        self.find = find
        self._bots = bots
        self._thinker = thinker
        self.lexicons = lexicons
        self.reviews = reviews
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._links: OrderedDict[bytes, Key] = OrderedDict()
        self._beating: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._closing = False
        self._shared = Shared(store, time, settings.limits, self._rematch, self._left)

    # --- Coming and going

    async def open(self) -> None:
        """Load every match whose clocks run, and keep the time."""
        for _, match in await self.store.due():
            try:
                await self._room(match)
            except Exception as error:
                log.error("the match %s cannot be loaded; the others go on: %s", match, problems.outline(error))
        self._beating = asyncio.create_task(self._beat(), name="beat")
        self._sweeping = asyncio.create_task(self._sweep(), name="sweep")

    async def dismiss(self) -> None:
        """Send everybody away, for the server goes down. Nothing is lost: whoever comes again finds the match as it was."""
        self._closing = True
        self.reviews.stop()
        if any(room.running for room in self._rooms.values()):
            with contextlib.suppress(StoreError):
                await self.store.beat(self.time.now())
        rooms = list(self._rooms.values())
        for room in rooms:
            room.close("the server is going down; it will go on from here")
        for room in rooms:
            await room.ended()

    async def close(self) -> None:
        """Send everybody away, and have everything on disk."""
        for task in (self._beating, self._sweeping):
            if task is not None:
                task.cancel()
                await asyncio.wait({task})
        await self.dismiss()
        await self.store.close()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.settings.beat_ms / 1000)
            if any(room.running for room in self._rooms.values()):
                try:
                    await self.store.beat(self.time.now())
                except StoreError as error:
                    log.error("the running time could not be saved: %s", error)

    async def _sweep(self) -> None:
        """At the start and every now and then: forget the matches that nobody will begin any more."""
        while self.settings.waiting_days:
            try:
                await self.tidy()
            except StoreError as error:
                log.error("old matches could not be looked through: %s", error)
            await asyncio.sleep(SWEEP_S)

    async def tidy(self) -> int:
        """Forget the matches that were set up longer ago than the settings say and have never begun; one that somebody looks at stays.

        Returns: how many. Raises StoreError.
        """
        oldest = self.time.wall() - self.settings.waiting_days * DAY_MS
        dropped = 0
        for match, first in await self.store.unbegun():
            if match not in self._rooms and match not in self._loading and entries.wall(first) < oldest:
                dropped += await self.store.drop(match)
        return dropped

    # --- Rooms

    async def _room(self, match: str) -> Room:
        """The room of a match; raises Problem where there is no such match."""
        room = self._rooms.get(match)
        if room is not None and not room.closed:
            return room
        if self._closing:
            raise problems.Problem("the server is stopping; try again in a moment", 503)
        if match not in self._loading:
            if len(self._rooms) >= self.settings.limits.live_matches:
                raise problems.Problem("this server is full; try again later", 503)
            task = self._loading[match] = asyncio.create_task(self._load(match))
            task.add_done_callback(lambda _: self._loading.pop(match, None))
        loaded = await asyncio.shield(self._loading[match])
        if loaded is None:
            raise problems.missing("match")
        return loaded

    async def _load(self, match: str) -> Room | None:
        stored = await self.store.load(match)
        if stored is None:
            return None
        table, delay = await self._fold(match, stored)
        try:
            await self._look_up(table.variant, table.values)
        except Problem as problem:  # whoever plays a word there is told so
            log.error("match %s: %s", match, problem.reason)
        room = self._rooms[match] = Room(self._shared, self._thinker, table, delay)
        if table.full and table.match is None:
            await room.begin()
        return room

    async def _fold(self, match: str, stored: list[bytes]) -> tuple[Table, Delay]:
        """The table that a log adds up to, now and as watchers see it. A long one is folded in slices, so that the others need not wait."""
        first, *log = [entries.decode(body) for body in stored]
        assert isinstance(first, entries.Made), f"the log of {match} begins with {type(first).__name__}"
        table = set_up(match, first, self.find, self.lexicons.in_memory())
        delay = Delay(table)
        slices = Slices()
        for entry in log:
            table = apply(table, entry)
            await slices.turn()
            if delay.late:
                delay.add(entry, table)
        while delay.step(self.time.now()) is not None:
            pass
        return table, delay

    def _left(self, match: str) -> None:
        self._rooms.pop(match, None)

    async def room(self, link: Link) -> Room:
        """The room behind a link; raises Problem if there is none."""
        for _ in range(TRIES):
            room = await self._room(link.key.match)
            with contextlib.suppress(Gone):
                if link.token:
                    await room.contact(link.key.role, link.token)
                if not room.closed:
                    return room
            await asyncio.sleep(0)
        raise problems.Problem("the server cannot open this table now; try again in a moment", 503)

    async def act(self, link: Link, command: Command, name: str = "", answer: Callable[[Reply], None] | None = None) -> Reply:
        """Have a command done in the room behind a link; if that one is just leaving memory, in the one that comes after it.

        Args:
            link: of the sender.
            command: the verb and its values.
            name: of the guest, for chat.
            answer: gets the reply before any role is shown the effect of the command.

        Raises: Problem, Refusal, Late.
        """
        sender = Sender(link.key.role, link.token, name)
        for _ in range(TRIES):
            room = await self.room(link)
            if isinstance(command, Submit):
                await self._look_up_again(room.table)
            try:
                return await room.act(sender, command, answer)
            except Gone:
                await asyncio.sleep(0)
        raise problems.Problem("the server cannot open this table now; try again in a moment", 503)

    def leave(self, link: Link, reader: Reader) -> None:
        """A reader went."""
        room = self._rooms.get(link.key.match)
        if room is not None:
            room.leave(link.key.role, reader)

    @property
    def rooms(self) -> int:
        """How many matches are in memory."""
        return len(self._rooms)

    # --- Links

    async def secret(self, token: str, fits: Callable[[str], bool]) -> Link:
        """What a secret link opens for a role that fits; raises Problem, the same for every link that is none."""
        key = None
        if tokens.is_token(token):
            digest = tokens.digest(token)
            key = self._links.get(digest)
            if key is None:
                key = await self.store.find(digest)
                if key is not None:
                    self._links[digest] = key
                    if len(self._links) > KNOWN_LINKS:
                        self._links.popitem(last=False)
        if key is None or not fits(key.role):
            raise problems.missing()
        return Link(key, token)

    async def seat(self, token: str) -> Link:
        """A seat's link."""
        return await self.secret(token, lambda role: role in ("A", "B"))

    async def host(self, token: str) -> Link:
        """A host's link."""
        return await self.secret(token, lambda role: role == HOST)

    async def watch(self, name: str) -> Link:
        """A watcher's link: a match's id, or the secret link of a numbered onlooker."""
        if tokens.is_token(name):
            return await self.secret(name, lambda role: role.startswith("onlooker-"))
        if not 0 < len(name) <= 20 or not name.isalnum() or not name.isascii():
            raise problems.missing()
        await self._room(name)
        return Link(Key(name, WATCHER), "")

    # --- What pages ask

    async def place(self, kind: str, token: str) -> LinkedTable | None:
        """What the link `/s/TOKEN`, `/w/ID` or `/h/TOKEN` opens; None where there is nothing."""
        try:
            link = await {"s": self.seat, "w": self.watch, "h": self.host}[kind](token)
            table = await (await self.room(link)).table_message(link.key.role)
        except problems.Problem as problem:
            if problem.status == 404:
                return None
            raise
        role = link.key.role
        variant = self.find(f"{table.game}/{table.variant}")
        published = table.settings["publish"]
        return LinkedTable(
            match=link.key.match,
            game=table.game,
            variant=table.variant,
            title=table.title,
            role=table.role,
            taken=role not in ("A", "B") or role in table.names,
            names=table.names,
            advise="advise" in variant.capabilities and (published or role == HOST),
            aids=table.settings["aids"],
            lists=lexicons(variant.options, table.options),
            published=published,
            deals=variant.deals,
            by_hand=table.settings["by_hand"],
            sketches="generator" in variant.capabilities,
        )

    def bots(self, variant: Variant, given: Values | None = None) -> Sequence[str]:
        """The names of the bots that play this variant under these options, by default its own; weakest first."""
        return self._bots(variant, given)

    def lists(self) -> Sequence[str]:
        """The names of the word lists that there are."""
        return self.lexicons.names()

    # --- New matches

    async def create(self, wanted: bodies.NewMatch) -> bodies.MatchMade:
        """Set up a match; raises Problem for whatever is not right, and then nothing was set up."""
        variant = self._variant(wanted.variant)
        given = _options(variant, wanted.options)
        settings = wanted.settings
        if not 0 <= settings.delay <= LONGEST_DELAY:
            raise problems.wrong(f"delay must be 0 to {LONGEST_DELAY} seconds, not {settings.delay}")
        if settings.by_hand and not variant.deals:
            raise problems.wrong("this variant has no deals, so the host cannot deal by hand")
        if settings.by_hand and not wanted.host:
            raise problems.wrong("dealing by hand needs a host; create the match with host set to true")
        if Aid(settings.aids) not in (known := aids_of(variant.bind(given)[1])):
            raise problems.wrong(f"aids must be {' or '.join(aid.value for aid in known)} here, not {settings.aids}")
        bots, mine = self._seats(variant, given, wanted.seats)
        at = self.time.now()
        made = entries.Made(at, self.time.wall(), variant.id, given, bots, secrets.token_bytes(32).hex(), msgspec.to_builtins(settings))
        match = tokens.new_id()
        table = set_up(match, made, self.find, self.lexicons.in_memory())
        await self._look_up(variant, table.values)
        links = {role: tokens.new_token() for role in [*table.roles(), *([HOST] if wanted.host else [])]}
        onlookers = {role: token for role, token in links.items() if role.startswith("onlooker-")}
        first: list[entries.Entry] = []
        name = limits.clean(wanted.name, limits.NAME_LETTERS)
        nonce = clean_nonce(wanted.nonce)
        if nonce and not name:
            raise problems.wrong("a nonce needs the name of the player who sits down at once; else send both when the player sits down")
        if mine is not None and name:
            first.append(entries.Sat(at, mine, name, nonce))
        if wanted.host:
            made = msgspec.structs.replace(made, onlookers={r: tokens.seal(token, links[HOST], r) for r, token in onlookers.items()})
        for role in (HOST,) if wanted.host else onlookers:
            first += inheritance(role, links[role], made.onlookers)
        first.insert(0, made)
        await self._create(match, {tokens.digest(token): role for role, token in links.items()}, first)
        if len(bots) + sum(isinstance(entry, entries.Sat) for entry in first) == len(SEATS):
            await self._room(match)
        return bodies.MatchMade(
            id=match,
            seats={seat.value: links.get(seat.value) for seat in SEATS},
            watch=match,
            host=links.get(HOST),
            onlookers=onlookers,
            commitment=table.dealer.commitment,
        )

    async def _create(self, match: str, keys: Mapping[bytes, str], first: Sequence[entries.Entry]) -> None:
        try:
            at = max(moment for entry in first if (moment := entries.moment(entry)) is not None)
            await self.store.create(match, keys, [entries.encode(entry) for entry in first], at)
        except Exists:
            raise
        except StoreError as error:
            log.error("a new match was not saved: %s", error)
            raise problems.not_saved() from error

    def _variant(self, name: str) -> Variant:
        try:
            return self.find(name)
        except LookupError as error:
            raise problems.wrong(str(error.args[0])) from None

    async def _look_up(self, variant: Variant, values: Values) -> None:
        """Have the word lists of a match in memory; raises Problem where there is no such list, or it cannot be read."""
        for name in lexicons(variant.options, values):
            await self._list(name)

    async def _look_up_again(self, table: Table) -> None:
        """Have those word lists of a match in memory that could not be read before: the host may have mended one."""
        for name in lexicons(table.variant.options, table.values):
            if name not in self.lexicons:
                with contextlib.suppress(Problem):  # whoever plays a word there is told so
                    await self._list(name)

    async def _list(self, name: str) -> WordList:
        try:
            return await asyncio.to_thread(self.lexicons.words, name)
        except (NoLexicon, BadLexicon) as error:
            raise problems.wrong(str(error.args[0])) from None

    async def knows(self, lexicon: str, word: str) -> bool:
        """Whether a list has this upper-case word; raises Problem where there is no such list, or it cannot be read."""
        return word in await self._list(lexicon)

    def _seats(self, variant: Variant, given: Values, wanted: Mapping[str, str]) -> tuple[dict[str, str], str | None]:
        """The bots' seats, and which one is the asker's own."""
        if set(wanted) != {"A", "B"}:
            raise problems.wrong("seats must name the player of A and of B: me, friend or bot:NAME")
        bots: dict[str, str] = {}
        mine: str | None = None
        for seat in SEATS:
            who = wanted[seat.value]
            kind, _, name = who.partition(":")
            if kind == "bot" and name in self.bots(variant, given):
                bots[seat.value] = name
            elif who == "me" and mine is None:
                mine = seat.value
            elif who != "friend":
                there = ", ".join(f"bot:{bot}" for bot in self.bots(variant, given))
                raise problems.wrong(f"seat {seat} must be me (for one seat only), friend or one of {there}, not {limits.clean(who, 60)}")
        return bots, mine

    def _rematch(self, table: Table) -> NewLog:
        """The next match of the same people, seats swapped."""
        match = table.next_match
        assert match is not None, f"{table.id} has no rematch"
        other = {seat.value: seat.other.value for seat in SEATS}
        before = table.made
        kept = before.settings if HOST in table.heirs else {**before.settings, "by_hand": False}  # nobody would be there to deal
        made = entries.Made(
            self.time.now(),
            self.time.wall(),
            before.variant,
            before.options,
            {other[seat]: bot for seat, bot in before.bots.items()},
            secrets.token_bytes(32).hex(),
            kept,
            table.id,
            dict(table.sealed),
        )
        keys = {bytes.fromhex(digest): other.get(role, role) for role, digest in table.heirs.items()}
        return NewLog(match, keys, [entries.encode(made)])


def _options(variant: Variant, wanted: Mapping[str, str | int]) -> dict[str, Value]:
    """The options given, read as a record's header is; raises Problem."""
    given: dict[str, Value] = {}
    try:
        for key, text in wanted.items():
            name, value = read_one(variant.options, key, str(text))
            if name in given:
                raise OptionError(f"{name} is given twice", name)
            given[name] = value
        ordered: Values = {option.key: given[option.key] for option in variant.options if option.key in given}
        variant.bind(ordered)
    except OptionError as error:
        raise problems.wrong(error.reason) from None
    return dict(ordered)
