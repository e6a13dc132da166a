"""The seasons of one server: in memory while somebody needs them, and behind each of them its log in the store.

A table that is made from a season is on disk together with the entry that says so. When its match ends, it is filed. If the server stops
between the two, the season finds the finished table when it comes into memory again; the season's log knows which matches have been filed,
and how long the log of each table was then: a table that has more entries since is looked at again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

import msgspec

from deathmatch.core.options import options_of
from deathmatch.core.speech import say
from deathmatch.match.dealer import LOT
from deathmatch.match.rulings import CANCEL
from deathmatch.server import limits, times, tokens
from deathmatch.server.rooms.others import OtherProcesses
from deathmatch.server.rooms.room import Rooms
from deathmatch.server.rooms.season_access import Access, Live, SeasonLinks
from deathmatch.server.rooms.setup import NewTable, Seasonal
from deathmatch.server.seasons import decide, entries, series, standings
from deathmatch.server.seasons import wire as wire
from deathmatch.server.seasons.season import HOST, PLAYER, PUBLIC, Played, Season, after, cohost, fold, is_filed, opened
from deathmatch.server.store.interface import Addition, Behind, NewLog, Relinked, Store, StoreError
from deathmatch.server.table.forgetting import without
from deathmatch.server.table.table import Table
from deathmatch.server.vault import Vault
from deathmatch.server.wire import bodies, messages, problems

log = logging.getLogger("deathmatch.seasons")

NOBODY: Mapping[str, str] = MappingProxyType({})

KEPT = 100  # seasons in memory that nobody uses at the moment
SEASONS_OF_MAKER = 20  # seasons of one address; they are kept for ever
FEW = 20  # entries that are folded on the event loop; more take too long
AGAIN_MS = 300_000  # until any process looks whether a table ended unfiled; the one in which it ends files it at once
FIRST_MS = 1_000  # after the start before seasons look for tables that ended unfiled: people who come back are served first


NewTables: TypeAlias = Callable[[bodies.NewMatch, str, Seasonal], Awaitable[NewTable]]
"""Sets up the table of a request for a season; raises Problem, and then nothing is saved."""


class Seasons:
    """The seasons of one server.

    Args:
        store, others, time, vault: of the server.
        rooms: those in memory.
        new_table: sets up a table.

    Attributes:
        live: the seasons in memory, by id.
        archives: held while an archive is made or read; one at a time.
        links: the secret links of its seasons, series and tables.
    """

    def __init__(self, store: Store, others: OtherProcesses, time: times.Time, vault: Vault, rooms: Rooms, new_table: NewTables) -> None:
        self._store = store
        self._others = others
        self._time = time
        self._vault = vault
        self._rooms = rooms
        self._new_table = new_table
        self.live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self.archives = asyncio.Lock()
        self.links = SeasonLinks(vault)
        self._tasks: set[asyncio.Task[None]] = set()

    # --- Coming and going

    def open(self, due: Iterable[tuple[int, str]]) -> None:
        """After the start, file what ended unfiled."""
        waiting = [match.removeprefix(tokens.SEASON) for _, match in due if match.startswith(tokens.SEASON)]
        if waiting:
            self._time.later(FIRST_MS, lambda: self.spawn(self._catch_up_all(waiting)))

    def close(self) -> None:
        """The server stops; seasons catch up when it starts again."""
        for task in self._tasks:
            task.cancel()

    def spawn(self, work: Awaitable[None]) -> None:
        """Have work done in a task of its own; if it fails, the log of the server says so."""

        async def guarded() -> None:
            try:
                await work
            except (problems.Problem, StoreError) as error:
                log.error("a season could not file a match now; it tries again when it is opened: %s", error)

        task = asyncio.create_task(guarded(), name="season")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def look(self, name: str) -> None:
        """File what ended unfiled in a season."""
        if (live := await self._bring(name)) is not None:
            await self._catch_up(live)

    async def _catch_up_all(self, waiting: Sequence[str]) -> None:
        for name in waiting:
            with contextlib.suppress(problems.Problem, StoreError):
                await self._bring(name)

    # --- Finding

    async def find(self, key: str) -> Access:
        """The season that a secret link opens, or a public season's id; every wrong one gets the same Problem."""
        if tokens.is_token(key):
            found = await self._store.find(tokens.digest(key))
            if found is None or not found.match.startswith(tokens.SEASON):
                raise problems.missing()
            live = await self._bring(found.match.removeprefix(tokens.SEASON))
            if live is None or not live.season.opens(found.role):
                raise problems.missing()
            return Access(live, found.role)
        live = await self._bring(key) if 0 < len(key) <= 20 and key.isalnum() and key.isascii() else None
        if live is None or not live.season.public:
            raise problems.missing()
        return Access(live, PUBLIC)

    async def managed(self, key: str) -> Access:
        """The season of a host or a co-host; raises Problem for all others."""
        access = await self.find(key)
        if not access.manages:
            raise problems.forbidden(say("only the hosts of the season can do that"))
        return access

    def seen(self, access: Access) -> Season:
        """The season as this person may know it now: a match with a spectator delay ends later for everybody but the hosts."""
        live = access.live
        hidden = {} if access.manages or (access.player and not access.series) else live.season.hidden(self._time.now())
        hidden = {n: match for n, match in hidden.items() if not access.series or match.series != access.series}
        if not hidden:
            return live.season
        told = frozenset((n, match.shown) for n, match in hidden.items())
        if live.known is None or live.known[0] is not live.season or live.known[1] != told:
            live.known = live.season, told, series.known_to_all(live.season, hidden)
        return live.known[2]

    async def tables(self, access: Access, season: Season) -> standings.Tables:
        """The tables of a season as this person may know it."""
        live = access.live
        for of, tables in live.tables:
            if of is season:
                return tables
        tables = await asyncio.to_thread(standings.Tables.of, season)
        live.tables = [*live.tables[-1:], (season, tables)]  # two: the hosts' and everybody's
        return tables

    async def _bring(self, name: str) -> Live | None:
        if name in self.live:
            self.live.move_to_end(name)
            return self.live[name]
        if name not in self._loading:
            task = self._loading[name] = asyncio.create_task(self._load(name), name=f"season {name}")
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> Live | None:
        stored = await self._store.load(tokens.season_log(name))
        if stored is None:
            return None
        first, *rest = [entries.decode(body) for body in stored]
        assert isinstance(first, entries.Opened), f"the log of season {name} begins with {type(first).__name__}"
        season, slices = opened(name, first), times.Slices()
        for entry in rest:
            season = after(season, entry)
            await slices.turn()
        live = self._keep(season)
        await self._catch_up(live)
        return live

    async def _catch_up(self, live: Live) -> None:
        """File what ended unfiled."""
        for match in await self._unfiled(live.season):
            with contextlib.suppress(problems.Problem, StoreError):
                await self._file(live, match)
        with contextlib.suppress(problems.Problem, StoreError):
            await self._advance(live)

    async def _unfiled(self, season: Season) -> list[Played]:
        """The matches that may have another result than the season has: those that are not over, and those whose tables went on since."""
        filed = [match for match in season.matches.values() if match.match and match.over]
        counts = await self._store.counts([match.match for match in filed]) if filed else {}
        return [*season.waiting, *(match for match in filed if counts.get(match.match, 0) > match.entries)]

    def _keep(self, season: Season) -> Live:
        live = self.live[season.id] = Live(season)
        for name in [name for name, one in self.live.items() if not one.lock.locked()][: max(0, len(self.live) - KEPT)]:
            if name != season.id:
                del self.live[name]
        return live

    # --- Opening and changing

    async def make(self, first: Sequence[entries.Entry], address: str, players: Mapping[str, str] = NOBODY) -> wire.SeasonMade:
        """Open a season with these entries; for a series, with the links of its players. Raises Problem."""
        maker = self._vault.alias(f"seasons {address}")
        if await self._store.open_of(maker) >= SEASONS_OF_MAKER:
            raise problems.too_many(say("{number} seasons were opened from your address already", number=SEASONS_OF_MAKER))
        name, host, viewer = tokens.new_id(), tokens.new_token(), tokens.new_token()
        opening, *rest = first
        assert isinstance(opening, entries.Opened), "a season begins with its opening"
        opening = self.links.seal_viewers(opening, viewer, name)
        keys = {
            tokens.digest(host): "host",
            tokens.digest(viewer): "viewer",
            **{tokens.digest(link): role for role, link in players.items()},
        }
        if players:
            sealed = self.links.seal(players, name)
            rest = [msgspec.structs.replace(entry, links=sealed) if isinstance(entry, entries.Rule) else entry for entry in rest]
        now = self._time.now()
        try:
            new = NewLog(tokens.season_log(name), keys, [entries.encode(entry) for entry in (opening, *rest)], maker)
            await self._store.create(new, now, due=self._due(waiting=bool(players)), begun=True)
        except StoreError as error:
            log.error("a new season was not saved: %s", error)
            raise problems.not_saved() from error
        self._keep(await asyncio.to_thread(decide.folded, opened(name, opening), rest))
        return wire.SeasonMade(name, host, viewer)

    async def make_series(self, wanted: wire.NewSeries, address: str) -> wire.SeriesMade:
        """Open a series, and set up its first match; raises Problem."""
        *first, rule = decide.open_series(wanted, self.by(HOST))
        assert isinstance(rule, entries.Rule), "a series ends its opening with its rule"
        seats = {seat: f"bot:{wanted.bots[seat]}" if seat in wanted.bots else "friend" for seat in entries.SIDES}
        await self._try(rule, seats, address)
        links = {f"{PLAYER}{n}": tokens.new_token() for n, seat in enumerate(entries.SIDES, 1) if seat not in wanted.bots}
        made = await self.make([*first, rule], address, links)
        await self._advance((await self.find(made.host)).live)
        players = {seat: links.get(f"{PLAYER}{n}") for n, seat in enumerate(entries.SIDES, 1)}
        return wire.SeriesMade(made.id, made.host, made.viewer, players=players)

    async def _try(self, rule: entries.Rule, seats: dict[str, str], address: str) -> None:
        """Set up a table of each variant and forget it, so that no later match is refused."""
        for variant in dict.fromkeys(rule.variants):
            await self._new_table(_body(rule, variant, seats), address, Seasonal("", {}))

    async def add_series(self, access: Access, wanted: wire.SeasonSeries, address: str) -> wire.SeasonSeriesMade:
        """A series of two players of the season, with its first match; raises Problem."""
        live = access.live
        async with self._others.changing(live):
            *enrolled, rule = decide.add_series(live.season, wanted, self.by(access.role))
            assert isinstance(rule, entries.Rule), "a series begins with its rule"
            people = decide.folded(live.season, enrolled).players
            await self._try(rule, {seat: _seat(people[number]) for seat, number in rule.players.items()}, address)
            links = {f"{PLAYER}{n}-{rule.number}": tokens.new_token() for n in rule.players.values() if not people[n].bot}
            name = tokens.season_log(live.season.id)
            keys = NewLog(name, {tokens.digest(link): role for role, link in links.items()}, [])
            rule = msgspec.structs.replace(rule, links=self.links.seal(links, live.season.id))
            await self._append(live, [*enrolled, rule], keys)
        await self._advance(live)
        told = {seat: links.get(f"{PLAYER}{n}-{rule.number}") for seat, n in rule.players.items()}
        return wire.SeasonSeriesMade(rule.number, told)

    async def choose(self, access: Access, wanted: wire.Choice) -> None:
        """The choice of the player who lost the last match of a series."""
        await self.change(access, lambda season, by: decide.choose(season, wanted, by))

    async def _advance(self, live: Live) -> None:
        """Set up the next match of each series that has one to come; it and the entry about it are on disk together, or neither is."""
        while True:
            async with self._others.changing(live):
                plans = series.all_to_come(live.season)
                if not plans or len(live.season.matches) >= decide.MATCHES:
                    return
                number, plan = next(iter(plans.items()))
                new = await self._next(live, number, plan)
            if new.table.may_begin:
                await self._rooms.room(new.log.match, always=True)

    async def _next(self, live: Live, number: int, plan: series.Next) -> NewTable:
        """The next match of a series of this season; the caller holds the lock."""
        mine = series.part(live.season, number)
        assert mine.rule is not None, "a series has a rule"
        players = {seat: mine.players[n] for seat, n in plan.players.items()}
        meant = {seat: player.name for seat, player in players.items() if not player.bot}
        body = _body(mine.rule, plan.variant, {seat: _seat(player) for seat, player in players.items()})
        new = await self._new_table(body, "", Seasonal(mine.id, meant))
        entry = self._fixed(new, self.by("server"), mine.next_match, plan.players, body)
        await self._append(live, [msgspec.structs.replace(entry, series=number)], new.log)
        return new

    async def change(self, access: Access, how: decide.Change) -> Season:
        """Have the entries added that `how` decides on; returns the season after them. Raises Problem, and then nothing has changed."""
        live = access.live
        async with self._others.changing(live):
            added = await asyncio.to_thread(how, live.season, self.by(access.role))  # a file may be long
            await self._append(live, added)
            season = live.season
        if season.rule is not None or season.contests:
            await self._advance(live)
        return season

    async def whole(self, name: str) -> Season | None:
        """A season as its hosts know it; None if there is none of this id. For the server's own use."""
        live = await self._bring(name)
        return None if live is None else live.season

    async def names(self, name: str, player: int) -> frozenset[str]:
        """All names that a player of a season has had; raises StoreError."""
        stored = await self._store.load(tokens.season_log(name)) or []
        live = await self._bring(name)
        numbers = live.season.numbers(player) if live is not None else [player]
        return frozenset().union(*(entries.names_of([entries.decode(body) for body in stored], number) for number in numbers))

    async def forget(self, name: str, player: int = 0, cohost: int = 0) -> None:
        """Take the name of a player or of a co-host out of a season's log for good; raises Problem, StoreError."""
        live = await self._bring(name)
        if live is None:
            return
        async with self._others.changing(live):
            stored = await self._store.load(tokens.season_log(name)) or []
            kept = before = [entries.decode(body) for body in stored]
            for number in live.season.numbers(player):
                mended = without(entries.names_of(before, number, cohost), entries.nameless(before, number) if number else "Co-host")
                kept = await asyncio.to_thread(entries.forgotten, kept, mended, number, cohost)
            if kept != before:
                await self._store.rewrite(tokens.season_log(name), len(stored), [entries.encode(entry) for entry in kept], self._time.now())
            live.season, live.known, live.tables = await asyncio.to_thread(fold, name, kept), None, []

    async def invite(self, access: Access, name: str) -> wire.CohostMade:
        """A link for a co-host."""
        live, token = access.live, tokens.new_token()
        async with self._others.changing(live):
            (entry,) = decide.invite(live.season, name, self.by(access.role))
            log_id = tokens.season_log(live.season.id)
            await self._append(live, [entry], NewLog(log_id, {tokens.digest(token): cohost(entry.number)}, []))
        return wire.CohostMade(entry.number, token)

    async def renew(self, access: Access) -> wire.SeasonRenewed:
        """Change the link of the season's host; the old one is dead at once. Raises Problem."""
        live, token = access.live, tokens.new_token()
        async with self._others.changing(live):
            await self._append(live, decide.renew(self.by(access.role)), relinked=Relinked((HOST,), {tokens.digest(token): HOST}))
        return wire.SeasonRenewed(token)

    async def renewed(self, table: Table, key: str) -> None:
        """The link of a table's host has changed: the hosts of its season find the new one. Raises Problem."""
        live = await self._bring(table.made.season)
        match = None if live is None else _played(live.season, table)
        if live is not None and match is not None:
            async with self._others.changing(live):
                await self._append(live, [entries.Renewed(self._time.now(), match.number, self.links.seal({HOST: key}, table.id))])

    async def _append(
        self, live: Live, added: Sequence[entries.Entry], following: NewLog | None = None, relinked: Relinked | None = None
    ) -> None:
        """Put entries on disk, and with them a table or links; then keep the season after them."""
        if not added:
            return
        many = len(added) > FEW
        season = await asyncio.to_thread(decide.folded, live.season, added) if many else decide.folded(live.season, added)
        due = self._due(waiting=bool(season.waiting or series.all_to_come(season)))
        name = tokens.season_log(season.id)
        try:
            count, texts, now = live.season.count, [entries.encode(entry) for entry in added], self._time.now()
            await self._store.append(Addition(name, count, texts, now, begun=True, due=due, following=following, relinked=relinked))
        except Behind as error:
            log.error("season %s: the log has entries that are not in memory: %s", season.id, error)
            self.live.pop(season.id, None)
            raise problems.not_saved() from error
        except StoreError as error:
            log.error("season %s: the log did not take %d entries: %s", season.id, len(added), error)
            raise problems.not_saved() from error
        live.season = season

    def _due(self, *, waiting: bool) -> int | None:
        """When a server has to see to a season: one alone at its next start, one of many some time later."""
        return self._time.now() + AGAIN_MS if waiting else None

    def by(self, role: str) -> decide.By:
        """Somebody of this role, now."""
        return decide.By(role, self._time.now(), self._time.wall())

    # --- Matches

    async def play(self, access: Access, wanted: wire.SeasonMatch, address: str) -> wire.SeasonMatchMade:
        """A table for two players of the season; it and the entry about it are on disk together, or neither is."""
        live = access.live
        async with self._others.changing(live):
            by = self.by(access.role)
            decide.check_space(live.season, waiting=True)
            decide.check_round(live.season, wanted.round)
            pairing = decide.pair(live.season, wanted.players, by)
            players = {seat: pairing.season.players[number] for seat, number in pairing.players.items()}
            body = messages.copied(bodies.NewMatch, wanted, seats={seat: _seat(player) for seat, player in players.items()}, host=True)
            meant = {seat: player.name for seat, player in players.items() if not player.bot}
            new = await self._new_table(body, address, Seasonal(live.season.id, meant))
            made, match = new.made, new.log.match
            items = limits.clean(wanted.items, decide.ITEMS_LETTERS)
            entry = self._fixed(new, by, pairing.season.next_match, pairing.players, body, items)
            await self._append(live, [*pairing.enrolled, msgspec.structs.replace(entry, round=wanted.round)], new.log)
        if new.table.may_begin:
            await self._rooms.room(match, always=True)
        return wire.SeasonMatchMade(entry.number, match, made.seats, match, str(made.host), made.onlookers)

    def _fixed(
        self, new: NewTable, by: decide.By, number: int, players: Mapping[str, int], body: bodies.NewMatch, items: str = ""
    ) -> entries.Fixed:
        """The entry about the table that this request has set up for the season, with its links sealed."""
        made, match = new.made, new.log.match
        links = {HOST: str(made.host), **{seat: token for seat, token in made.seats.items() if token is not None}, **made.onlookers}
        sealed = self.links.seal(links, match)
        named = new.table.variant
        variant, options = (LOT, {}) if body.lot else (named.id, {**options_of(named.as_written, body.preset), **body.options})
        made_of = new.table.made
        roles = decide.roles_of(made_of.ec)
        return entries.Fixed(
            by.at, by.wall, by.role, number, match, dict(players), variant, options, roles, items, sealed, title=made_of.title
        )

    def ended(self, table: Table) -> None:
        """A match is over, on disk, or a ruling changed its result: if its table belongs to a season, that is filed."""
        if table.made.season:
            self.spawn(self._file_in(table.made.season, table))

    async def _file_in(self, name: str, table: Table) -> None:
        live = await self._bring(name)
        match = None if live is None else _played(live.season, table)
        if live is None or match is None:
            return
        try:
            await self._file(live, match, table)
        except (problems.Problem, StoreError):
            self.live.pop(name, None)  # it is loaded again when somebody opens it, and the match is filed then
            raise

    async def _file(self, live: Live, match: Played, table: Table | None = None) -> None:
        """File the result of a match, once; without a table, the one that is on disk."""
        if table is None:
            try:
                table = (await self._rooms.room(match.match, always=True)).table
            except problems.Problem as problem:
                if problem.status != 404:
                    raise
        async with self._others.changing(live):
            now = live.season.matches.get(match.number)
            if now is None:
                return
            if table is None or (table.result is not None and table.result.reason == CANCEL):
                await self._append(live, [entries.Lapsed(self._time.now(), match.number)])
            elif not is_filed(now, entry := _filed(table, match.number, self._time)) or (now.over and entry.entries > now.entries):
                await self._append(live, [entry])
        await self._advance(live)


def _played(season: Season, table: Table) -> Played | None:
    """The match of a season that is played at a table."""
    return next((one for one in season.matches.values() if one.match == table.id), None)


def _filed(table: Table, number: int, time: times.Time) -> entries.Filed:
    """The result of a table now; spectators learn it after their delay."""
    over, changed = table.result, table.ended_at
    shown = (time.now() if changed is None else changed) + table.delay
    filed = entries.Filed(
        time.now(), number, time.wall(), shown, over=over is not None, entries=table.count, roles=decide.roles_of(table.ec)
    )
    if table.choices:
        filed = msgspec.structs.replace(filed, variant=table.variant.id, options=dict(table.made.options))
    if over is None:
        return filed
    winner = over.winner.value if over.winner is not None else ""
    published = bool(table.settings.publish) and table.match is not None
    return msgspec.structs.replace(filed, winner=winner, reason=over.reason, published=published)


def _body(rule: entries.Rule, variant: str, seats: dict[str, str]) -> bodies.NewMatch:
    """The request for a match of a series."""
    return messages.copied(bodies.NewMatch, rule, variant=variant, seats=seats, host=True)


def _seat(player: wire.SeasonPlayer) -> str:
    """How the request for a match names a player's seat."""
    return f"bot:{player.bot}" if player.bot else "friend"
