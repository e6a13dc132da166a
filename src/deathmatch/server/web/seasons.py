"""Seasons over HTTP (docs/api.md): `KEY` is the secret link of a host, a co-host or the viewers, or the public id of a public season."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from litestar import Controller, MediaType, Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from deathmatch import games
from deathmatch.core import catalogues, game, glicko, seats, themes
from deathmatch.core.speech import count, numeral, say, speaking
from deathmatch.match import dealer, rulings
from deathmatch.server import sheets
from deathmatch.server.limits import clean
from deathmatch.server.replays import orders
from deathmatch.server.replays.wire import Result
from deathmatch.server.rooms import looks, season_access
from deathmatch.server.rooms.lobby import Link, Lobby
from deathmatch.server.rooms.seasons import Seasons
from deathmatch.server.seasons import archive, days, decide, results, rounds, series, standings, wire
from deathmatch.server.seasons.entries import Added, Entry, Rule
from deathmatch.server.seasons.season import HOST, VIEWER, Played, Season
from deathmatch.server.settings import RECORD_BODY_BYTES, RECORD_BYTES
from deathmatch.server.store.interface import Key
from deathmatch.server.table import roles, table
from deathmatch.server.table import roles as table_roles
from deathmatch.server.web import guard, stills
from deathmatch.server.web.guests import Asking, accounts_of, admit_match, doorman_of, lobby_of, opened_of
from deathmatch.server.web.pages import heading, offer, page, templates
from deathmatch.server.wire import messages, problems
from deathmatch.server.wire.frames import ending

K = TypeVar("K", bound=wire.SeriesState)


def seasons_of(request: Asking) -> Seasons:
    """The seasons of the server."""
    return lobby_of(request).seasons


async def managed(request: Asking, key: str, count: int = 1) -> tuple[Seasons, season_access.Access]:
    """The seasons, and the one that this link manages, for a request that changes something. Raises Problem."""
    seasons = seasons_of(request)
    access = await seasons.managed(key)
    counted(request, count)
    return seasons, access


def counted(request: Asking, count: int = 1) -> None:
    """A request that changes something counts as so many messages of its address; raises Problem if they are too many."""
    who = guard.address(request.scope)
    doorman_of(request).message(f"seasons of {who}", count=count)


async def kept(request: Asking, link: str, instead: str = "") -> None:
    """The account of this browser, if it is signed in, keeps the link of a season that it has made; without one nothing happens.

    Args:
        request: of the browser.
        link: of the season.
        instead: the link in whose place it comes, which is dead.
    """
    if (opened := opened_of(request)) is not None:
        with contextlib.suppress(problems.Problem):  # the link is in the answer
            await accounts_of(request).change(opened.account.id, lambda now: now.without_season(instead).with_season(link))


async def record_of(lobby: Lobby, match: Played, role: str) -> str:
    """The record of a match that is over, as this role of its table is shown it now; empty if nobody has it."""
    if match.record or not match.match:
        return match.record
    return await lobby.look(Link(Key(match.match, role), ""), looks.record)


async def body_of(seasons: Seasons, access: season_access.Access) -> wire.SeasonBody:
    """A season as its link shows it now."""
    season = seasons.seen(access)
    tables = await seasons.tables(access, season)
    body = wire.SeasonBody(
        season.id,
        access.role,
        season.title,
        season.about,
        season.public,
        season.rated,
        [*season.players.values()],
        [
            _result(match, seasons.links.of_match(match) if access.manages and not match.over else {})
            for _, match in sorted(season.matches.items())
        ],
        [_row(row) for row in tables.rows],
        [wire.SeasonMeeting(*pair, score.won, score.tied, score.lost) for pair, score in sorted(tables.met.items())],
        [
            wire.SeasonRating(pool, player, round(one.rating, 1), round(one.deviation, 1), one.matches)
            for pool, rated in tables.ratings.items()
            for player, one in sorted(rated.items())
        ],
    )
    body.series = state_of(seasons, access, season)
    body.contests = [contest_of(seasons, access, season, number) for number in season.contests]
    body.zone = season.zone
    body.rounds = [rounds.resolved(season, now) for _, now in sorted(season.rounds.items())]
    body.moves = [rounds.resolved_move(season, move) for _, move in sorted(season.moves.items())]
    if access.manages:
        body.merged = [wire.MergedPlayer(number, season.gone[number].name, into) for number, into in season.merged.items()]
        body.cohosts = dict(season.cohosts) if access.role == HOST else {}
        body.viewer = seasons.links.of_viewers(season)
    return body


def _state(kind: type[K], season: Season, rule: Rule, **more: Any) -> K:
    """How a series stands that has this rule."""
    plan = series.to_come(season)
    chooses = plan.player if isinstance(plan, series.Waits) else 0
    told = {"best_of": rule.best_of, "sides": rule.sides, "variants": rule.variants, "chooses": chooses}
    return messages.copied(kind, series.standing(season), **told, **more)


def state_of(seasons: Seasons, access: season_access.Access, season: Season) -> wire.SeriesState | None:
    """How a series stands, for one link; None for a season that is none."""
    rule = season.rule
    if rule is None:
        return None
    state = _state(wire.SeriesState, season, rule)
    for match in season.waiting:
        _show_way(state, seasons, access, match)
    if access.role == HOST:
        state.links = seasons.links.of_players(rule, season)
    return state


def contest_of(seasons: Seasons, access: season_access.Access, season: Season, number: int) -> wire.SeasonSeriesState:
    """How a series of a season stands, for one link; links only for the hosts and for its own players."""
    contest, mine = season.contests[number], series.part(season, number)
    rule = contest.rule
    state = _state(wire.SeasonSeriesState, mine, rule, number=number, players=dict(rule.players), struck=contest.struck)
    state.chooses = 0 if contest.struck else state.chooses
    for match in mine.waiting if access.series == number else ():
        _show_way(state, seasons, access, match)
    if access.manages:
        state.links = seasons.links.of_players(rule, season)
    return state


def _show_way(state: wire.SeriesState, seasons: Seasons, access: season_access.Access, match: Played) -> None:
    """Give a player of a series the way to their seat in a match."""
    seat = next((seat for seat, player in match.players.items() if player == access.player), "")
    state.seat = seasons.links.of_match(match).get(seat, "")
    state.claim = seasons.links.claim(state.seat) if state.seat else ""


def _row(row: standings.Row) -> wire.SeasonRow:
    held = row.held
    return messages.copied(
        wire.SeasonRow, row.score, place=row.place, player=row.player, out=held.out, garnets=held.garnets, items=[*held.items]
    )


def _result(match: Played, links: dict[str, str]) -> wire.SeasonResult:
    state = "struck" if match.struck else "over" if match.over else "open"
    record = match.over and match.published and bool(match.record or match.match)
    return messages.copied(wire.SeasonResult, match, state=state, record=record, links=links)


@post("/api/seasons", tags=["season"], status_code=201)
async def new_season(request: Asking, data: JSONBody[wire.NewSeason]) -> wire.SeasonMade:
    """Open a season. The answer has its secret links; they are shown this once."""
    who, seasons = admit_match(request), seasons_of(request)
    made = await seasons.make(decide.open_season(data, seasons.by(HOST)), who)
    await kept(request, made.host)
    return made


@post("/api/series", tags=["season"], status_code=201)
async def new_series(request: Asking, data: JSONBody[wire.NewSeries]) -> wire.SeriesMade:
    """Set up a series of two players, with its first match. Each player has one link for all of it; they are shown this once."""
    made = await seasons_of(request).make_series(data, admit_match(request))
    await kept(request, made.host)
    return made


def _known(request: Asking) -> results.Known:
    lobby = lobby_of(request)
    return lambda name: lobby.find(name).id


class SeasonVerbs(Controller):
    """One season, through one link."""

    path = "/api/seasons/{key:str}"
    tags = ("season",)

    @get("/")
    async def everything(self, request: Asking, key: FromPath[str]) -> wire.SeasonBody:
        """Everything that this link shows: players, matches, standings, meetings, and for hosts the secret links of open matches."""
        seasons = seasons_of(request)
        return await body_of(seasons, await seasons.find(key))

    @post("/matches", status_code=201)
    async def play(self, request: Asking, key: FromPath[str], data: JSONBody[wire.SeasonMatch]) -> wire.SeasonMatchMade:
        """Set up a table for two players; it is filed by itself when its match is over. Only for hosts, as all that follows."""
        seasons = seasons_of(request)
        access = await seasons.managed(key)
        return await seasons.play(access, data, admit_match(request))

    @post("/series", status_code=201)
    async def series(self, request: Asking, key: FromPath[str], data: JSONBody[wire.SeasonSeries]) -> wire.SeasonSeriesMade:
        """Set up a series of two players, with its first match. It counts as one result, at its end; its matches are listed with it."""
        seasons = seasons_of(request)
        access = await seasons.managed(key)
        return await seasons.add_series(access, data, admit_match(request))

    @post("/choose", status_code=200)
    async def choose(self, request: Asking, key: FromPath[str], data: JSONBody[wire.Choice]) -> wire.Numbers:
        """In a series by loser's choice: the loser takes a seat for the next match, which follows at once."""
        seasons = seasons_of(request)
        access = await seasons.find(key)
        counted(request)
        await seasons.choose(access, data)
        return wire.Numbers([access.live.season.last], [])

    @post("/players", status_code=200)
    async def enrol(self, request: Asking, key: FromPath[str], data: JSONBody[wire.NewPlayer]) -> wire.Numbers:
        """Add a player."""
        _, season = await self._changed(request, key, lambda season, by: decide.enrol(season, data, by))
        return wire.Numbers([], [season.next_player - 1])

    @post("/rename", status_code=200)
    async def rename(self, request: Asking, key: FromPath[str], data: JSONBody[wire.PlayerName]) -> wire.Numbers:
        """Give a player another name."""
        return await self._change(request, key, lambda season, by: decide.rename(season, data, by), players=[data.number])

    @post("/merge", status_code=200)
    async def merge(self, request: Asking, key: FromPath[str], data: JSONBody[wire.Merge]) -> wire.Numbers:
        """Say that one player is the same person as another one, who gets all matches; or with `into` 0 that they are two again."""
        return await self._change(request, key, lambda season, by: decide.merge(season, data, by), players=[data.number])

    @post("/remove", status_code=200)
    async def remove(self, request: Asking, key: FromPath[str], data: JSONBody[wire.PlayerNumber]) -> wire.Numbers:
        """Take out a player who has no matches."""
        return await self._change(request, key, lambda season, by: decide.remove(season, data.number, by), players=[data.number])

    @post("/rounds", status_code=200)
    async def set_round(self, request: Asking, key: FromPath[str], data: JSONBody[wire.SeasonRound]) -> wire.Numbers:
        """Add a round, with `number` 0, or have a round be another one from now on: its Main Match, EC, DMO and garnets."""
        return await self._change(request, key, lambda season, by: decide.set_round(season, data, by))

    @post("/moves", status_code=200)
    async def move(self, request: Asking, key: FromPath[str], data: JSONBody[wire.SeasonMove]) -> wire.Numbers:
        """Have garnets or an item move, or a player leave or come back, with a reason that all see."""
        return await self._change(request, key, lambda season, by: decide.move(season, data, by))

    @post("/past", status_code=200)
    async def past(self, request: Asking, key: FromPath[str], data: JSONBody[wire.PastDuel]) -> wire.Numbers:
        """Add a Death Match that was played elsewhere, of any game, by its result."""
        return _numbers(*await self._changed(request, key, lambda season, by: results.add(season, data, by, _known(request))))

    @post("/strike", status_code=200)
    async def strike(self, request: Asking, key: FromPath[str], data: JSONBody[wire.Strike]) -> wire.Numbers:
        """Have a match not count any more, with a reason that all see; with an empty reason it counts again."""
        return await self._change(request, key, lambda season, by: decide.strike(season, data, by), matches=[data.number])

    @post("/describe", status_code=200)
    async def describe(self, request: Asking, key: FromPath[str], data: JSONBody[wire.SeasonText]) -> wire.Numbers:
        """Change title and text, or who may look; only for the host who opened the season."""
        return await self._change(request, key, lambda season, by: decide.describe(season, data, by))

    @post("/cohosts", status_code=201)
    async def invite(self, request: Asking, key: FromPath[str], data: JSONBody[wire.CohostName]) -> wire.CohostMade:
        """A link for a co-host, shown this once; only for the host who opened the season."""
        seasons, access = await managed(request, key)
        return await seasons.invite(access, data.name)

    @post("/renew", status_code=200)
    async def renew(self, request: Asking, key: FromPath[str]) -> wire.SeasonRenewed:
        """Change the link of the host who opened the season: from now on only the answer opens it."""
        seasons, access = await managed(request, key)
        new = await seasons.renew(access)
        await kept(request, new.host, instead=key)
        return new

    @post("/dismiss", status_code=200)
    async def dismiss(self, request: Asking, key: FromPath[str], data: JSONBody[wire.CohostNumber]) -> wire.Numbers:
        """The link of a co-host dies at once; only for the host who opened the season."""
        return await self._change(request, key, lambda season, by: decide.dismiss(season, data.number, by))

    async def _change(
        self, request: Asking, key: str, how: decide.Change, *, matches: Sequence[int] = (), players: Sequence[int] = ()
    ) -> wire.Numbers:
        await self._changed(request, key, how)
        return wire.Numbers([*matches], [*players])

    async def _changed(self, request: Asking, key: str, how: decide.Change) -> tuple[Season, Season]:
        """The season before and after the change."""
        seasons, access = await managed(request, key)
        before = access.live.season
        return before, await seasons.change(access, how)


# --- Files of a season


COSTLY = 20  # messages that an archive counts as
ARCHIVE_BODY_BYTES = archive.LONGEST * 4 // 3 + 1_000  # in base64
RESULTS_BODY_BYTES = max(2 * results.LONGEST, results.FILE_BYTES * 4 // 3 + 1_000)  # as a text in JSON, or in base64


async def _read_result(request: Asking, record: str, *, admitted: bool = False) -> Result:
    """The result of a record, played through in a process of its own; raises Problem."""
    if len(record.encode("utf-8", "surrogatepass")) > RECORD_BYTES:
        raise problems.Problem(say("a record that is opened here has at most {number} bytes", number=numeral(RECORD_BYTES)), 413)
    return msgspec.json.decode(await stills.of_record(request, orders.ResultOrder(record=record), admitted=admitted), type=Result)


class SeasonFiles(Controller):
    """The files that come into a season, and its archive."""

    path = "/api/seasons/{key:str}"
    tags = ("season",)
    request_max_body_size = max(RECORD_BODY_BYTES, RESULTS_BODY_BYTES)

    @post("/results", status_code=200)
    async def results(self, request: Asking, key: FromPath[str], data: JSONBody[wire.Results]) -> wire.Numbers:
        """Add past results, all or none; a refusal names the lines that are wrong."""
        seasons, access = await managed(request, key)
        before = access.live.season
        text = await asyncio.to_thread(sheets.decode, data.file, results.FILE_BYTES, data.encoding) if data.file else data.csv
        after = await seasons.change(access, lambda season, by: results.read(season, text, by, _known(request)))
        return _numbers(before, after)

    @post("/records", status_code=200)
    async def records(self, request: Asking, key: FromPath[str], data: JSONBody[wire.PastRecord]) -> wire.Numbers:
        """Add a finished match by its record, which is kept."""
        seasons, access = await managed(request, key)
        result = await _read_result(request, data.record)
        before = access.live.season
        after = await seasons.change(access, lambda season, by: _of_record(season, data, result, by))
        return _numbers(before, after)

    @get("/archive", media_type="application/zip")
    async def export(self, request: Asking, key: FromPath[str], pictures: FromQuery[bool] = True) -> Response[bytes]:
        """The whole season as one file, which another server can import; without pictures it is made sooner."""
        lobby, (seasons, access) = lobby_of(request), await managed(request, key, COSTLY)
        season = access.live.season
        async with seasons.archives:
            whole = [match for match in archive.finished(season) if match.reason not in rulings.ENDLESS]
            records = {match.number: await record_of(lobby, match, table_roles.HOST) for match in whole}
            files = await asyncio.to_thread(archive.files_of, season, records)
            for number, record in records.items():
                if pictures and record:
                    files[archive.picture_name(number)] = await stills.of_record(request, orders.StillOrder(record=record), admitted=True)
            packed = await asyncio.to_thread(archive.pack, files)
        return stills.as_download(packed, f"season-{season.id}.zip", "application/zip")


def _numbers(before: Season, after: Season) -> wire.Numbers:
    return wire.Numbers(sorted(set(after.matches) - set(before.matches)), sorted(set(after.players) - set(before.players)))


def _of_record(season: Season, data: wire.PastRecord, result: Result, by: decide.By) -> tuple[Entry, ...]:
    decide.check_space(season)
    if season.bytes + len(data.record.encode()) > archive.RECORDS:
        raise problems.wrong(say("the records of a season have at most {number} bytes", number=numeral(archive.RECORDS)))
    named = {"A": data.players.get("A") or result.a, "B": data.players.get("B") or result.b}
    if not all(named.values()):
        raise problems.wrong(say("the record does not name both players; name them beside it"))
    pairing = decide.pair(season, named, by)
    played = days.moment(data.played) if data.played else by.wall
    _check_new(season, data, pairing.players, days.day_of(played, season.zone))
    now = {"number": pairing.season.next_match, "played": played, "players": dict(pairing.players)}
    added = messages.copied(Added, result, at=by.at, by=by.role, roles=decide.roles_of(result.ec), record=data.record, **now)
    return (*pairing.enrolled, added)


def _check_new(season: Season, data: wire.PastRecord, players: Mapping[str, int], day: str) -> None:
    """Raises Problem if the season has this record of these players and, if the request names a day, of this day."""
    for match in season.matches.values():
        if match.record == data.record and match.players == players and (not data.played or season.day(match) == day):
            told = {"number": match.number, "day": season.day(match)}
            raise problems.conflict(
                say("this match is in the season already: match {number} of {day}; another one needs its own day", **told)
            )


@post("/api/seasons/archive", tags=["season"], status_code=201, request_max_body_size=ARCHIVE_BODY_BYTES)
async def import_season(request: Asking, data: JSONBody[wire.Archive]) -> wire.SeasonMade:
    """Open a season from an archive, whole or not at all: the new season's own archive has the same files, byte by byte.

    Every record is played through, and its result compared. The new season is private, and its links are new.
    """
    who, seasons = admit_match(request), seasons_of(request)
    leave = doorman_of(request).records.enter(who)
    try:
        async with seasons.archives:
            files = await asyncio.to_thread(archive.unpack, data.archive)
            entries = await asyncio.to_thread(archive.entries_of, files, seasons.by(HOST))
            for entry in entries:
                if isinstance(entry, Added) and entry.record:
                    await _check(request, entry)
    finally:
        leave()
    made = await seasons.make(entries, who)
    await kept(request, made.host)
    return made


async def _check(request: Asking, entry: Added) -> None:
    """Raises Problem unless a record has the result that the season says."""
    name = archive.record_name(entry.number)
    try:
        result = await _read_result(request, entry.record, admitted=True)
    except problems.Problem as problem:
        raise problems.Problem(say("{name}: {error}", name=name, error=problem.reason), problem.status) from None
    reason = entry.reason if entry.reason in rulings.ENDS else result.reason  # only a tag tells of a ruling
    winner = entry.winner if entry.reason == rulings.WON else result.winner
    if (result.variant, winner, reason) != (entry.variant, entry.winner, entry.reason):
        raise problems.wrong(say("{name}: {error}", name=name, error=say("the record has another result than season.json")))


# --- Pages of a season


SHOWN = 50  # results on a season's page, unless somebody asks for all
GRID = 24  # players of a grid; of a larger season each player's page has the meetings


@dataclass(frozen=True, slots=True)
class Line:
    """A match as a page shows it.

    Attributes:
        match: of the season.
        a, b: its players.
        title: of the duel, or of the variant; its name if this server does not have it.
        ending: how it ended, in words; empty if nobody knows.
        day: as 2024-05-31.
        links: seat or host -> address of the table; for hosts, while it is open.
        replay, record: addresses; empty if the reader may not have them.
    """

    match: Played
    a: wire.SeasonPlayer
    b: wire.SeasonPlayer
    title: str
    ending: str
    day: str
    links: Mapping[str, str]
    replay: str
    record: str

    @property
    def winner(self) -> wire.SeasonPlayer | None:
        """The player who won."""
        return {"A": self.a, "B": self.b}.get(self.match.winner)


@dataclass(frozen=True, slots=True)
class Set:
    """A series of the season as a page shows it.

    Attributes:
        state: how it stands.
        a, b: its players, as they sat in its first match.
        lines: its matches, the first one first.
        title: of its variants.
    """

    state: wire.SeasonSeriesState
    a: wire.SeasonPlayer
    b: wire.SeasonPlayer
    lines: list[Line]
    title: str

    @property
    def finished(self) -> list[Line]:
        """Those that are over, or do not count."""
        return [line for line in self.lines if line.match.over or line.match.struck]

    @property
    def ended(self) -> tuple[str, int, int]:
        """The place of its last match in the order of matches."""
        last = self.lines[-1] if self.lines else None
        return (last.day, last.match.played, last.match.number) if last is not None else ("", 0, 0)


@dataclass(frozen=True, slots=True)
class Episode:
    """A round of the season as a page shows it; number 0 is the time before the first.

    Attributes:
        now: the round.
        ec: its elimination candidate; 0 for nobody yet.
        changes: what its matches changed.
        moves: of the hosts, also those that do not count.
    """

    now: wire.SeasonRound
    ec: int
    changes: list[rounds.Change]
    moves: list[wire.SeasonMove]

    @property
    def placed(self) -> Mapping[int, wire.Placed]:
        """The places of its Main Match by player, the first one first."""
        return {one.player: one for one in sorted(self.now.places, key=lambda one: one.place)}


class Shown:
    """A season for the pages of one link.

    Attributes:
        season: as the person who looks may know it.
        role: of the link.
        series: how it stands, if it is one.
        player: the number of the player of a series whose link this is; 0 for everybody else.
        mine: the series of the season whose player's link this is; 0 for everybody else.
        manages: whether this is a host or a co-host.
        key: the link.
        shared: the link in addresses of parts of the season, which people copy: it lets everybody look, and do nothing.
    """

    def __init__(self, seasons: Seasons, access: season_access.Access, key: str, season: Season, tables: standings.Tables) -> None:
        self.season = season
        self.role = access.role
        self.manages = access.manages
        self.key = key
        self.shared = seasons.links.shared(self.season)
        self.rows = tables.rows
        self.met = tables.met
        self.ratings = tables.ratings
        self.story = tables.story
        self.series = state_of(seasons, access, season)
        self.player = access.player
        self.mine = access.series
        self._states = [contest_of(seasons, access, season, number) for number in season.contests]
        self._links = {m.number: seasons.links.of_match(m) for m in self.season.waiting} if access.manages else {}

    @property
    def owns(self) -> bool:
        """Whether this is the host who opened it."""
        return self.role == HOST

    @property
    def idle(self) -> list[wire.SeasonPlayer]:
        """The players whom a host can remove; none in a series."""
        return [] if self.season.rule is not None else self.season.idle

    @property
    def episodes(self) -> list[Episode]:
        """The rounds, the last one first, and with the number 0 the time before the first, if anything moved then."""
        numbers = {*self.season.rounds, *(one.round or 0 for one in self.season.moves.values())}
        return [self.episode(number) for number in sorted(numbers, reverse=True)]

    def episode(self, number: int) -> Episode:
        """One round; with 0 that before the first, which has as much to win as the last: so the form of a new round begins."""
        last = self.season.rounds.get(max(self.season.rounds, default=0), wire.SeasonRound())
        now = self.season.rounds.get(number, wire.SeasonRound(garnets=last.garnets, spoils=last.spoils))
        changes = [one for one in self.story.changes if one.round == number and one.cause == "match"]
        moves = [rounds.resolved_move(self.season, one) for one in self.season.moves.values() if one.round == number]
        return Episode(rounds.resolved(self.season, now), rounds.ec_of(self.season, now), changes, moves)

    @property
    def due(self) -> int:
        """The last round if no match of it is set up; 0 otherwise."""
        played = {*(one.round for one in self.season.matches.values()), *(one.rule.round for one in self.season.contests.values())}
        last = max(self.season.rounds, default=0)
        return 0 if last in played else last

    @property
    def pairing(self) -> dict[str, str]:
        """For the form of a match: names, garnets and items of EC and DMO of the last round, until a match of it is set up."""
        last = self.episode(self.due)
        pair = {"A": last.ec, "B": last.now.dmo}
        if not self.due or not all(pair.values()):
            return {"A": "", "B": "", "items": ""}
        names = {seat: self.season.players[number].name for seat, number in pair.items()}
        held = {names[seat]: self.story.held[number] for seat, number in pair.items()}
        brings = {name: [count("{number} garnet", "{number} garnets", one.garnets), *one.items] for name, one in held.items()}
        return {**names, "items": clean("; ".join(f"{name}: {', '.join(things)}" for name, things in brings.items()), decide.ITEMS_LETTERS)}

    @property
    def grid(self) -> list[wire.SeasonPlayer]:
        """The players of the grid of meetings, as they stand; none if they are too many."""
        met = {player for player, _ in self.met}
        players = [self.season.players[row.player] for row in self.rows if row.player in met]
        return players if 2 < len(players) <= GRID else []

    def title_of(self, name: str) -> str:
        """A variant for people."""
        return _pool(name)

    def rating(self, player: int) -> str:
        """A player's rating over all variants, in digits; empty before the first match."""
        found = self.ratings.get(standings.ALL, {}).get(player)
        return "" if found is None else f"{found.rating:.0f}"

    def ratings_of(self, player: int) -> list[tuple[str, glicko.Rating]]:
        """A player's rating in each pool, with the name of the pool for people."""
        return [(_pool(pool), rated[player]) for pool, rated in self.ratings.items() if player in rated]

    @property
    def waiting(self) -> list[Line]:
        """The matches that are to be played or go on."""
        return [self._line(match) for match in self._sorted() if not match.over and not match.struck and not match.series]

    def results(self, most: int, player: int = 0) -> list[Line | Set]:
        """The results, the last one first; those of one player for a number. A series is one of them, as soon as it is over."""
        wanted = [m for m in self._sorted() if (m.over or m.struck) and not m.series and (not player or player in m.players.values())]
        sets = self._sets(lambda state: (state.over or bool(state.struck)) and (not player or player in state.players.values()))
        both = [(self.season.order(match), match) for match in wanted[:most]] + [(one.ended, one) for one in sets]
        both.sort(key=lambda pair: pair[0], reverse=True)
        return [self._line(one) if isinstance(one, Played) else one for _, one in both[:most]]

    @property
    def open_sets(self) -> list[Set]:
        """The series that are not over."""
        return self._sets(lambda state: not state.over and not state.struck)

    def _sets(self, wanted: Callable[[wire.SeasonSeriesState], bool]) -> list[Set]:
        return [self._set(state) for state in self._states if wanted(state)]

    def _set(self, state: wire.SeasonSeriesState) -> Set:
        matches = series.part(self.season, state.number).matches
        a, b = (self.season.players[state.players[seat]] for seat in "AB")
        titles = dict.fromkeys(_pool(name) for name in state.variants)
        return Set(state, a, b, [self._line(match) for _, match in sorted(matches.items())], ", ".join(titles))

    @property
    def last_variant(self) -> str:
        """The variant of the last match; empty before the first."""
        match = self.season.matches.get(max(self.season.matches, default=0))
        return match.variant if match is not None else ""

    def _sorted(self) -> list[Played]:
        return sorted(self.season.matches.values(), key=self.season.order, reverse=True)

    def _line(self, match: Played) -> Line:
        a, b = (self.season.players[match.players[seat]] for seat in "AB")
        variant = _variant(match.variant)
        paths = {role: f"/{roles.LETTERS.get(role, 'w')}/{token}" for role, token in self._links.get(match.number, {}).items()}
        played = match.over and match.reason != rulings.NOSHOW
        has_record = played and (match.published or self.manages) and (match.record or match.match)
        return Line(
            match,
            a,
            b,
            match.title or (say(table.BY_LOT) if match.variant == dealer.LOT else _pool(match.variant)),
            _ending(match, variant, {"A": a.name, "B": b.name}),
            self.season.day(match),
            paths,
            f"/r/{match.match}" if match.over and match.match and match.published else "",
            f"/season/{self.shared if match.published else self.key}/match/{match.number}.dm" if has_record else "",
        )


def _pool(pool: str) -> str:
    if pool == standings.ALL:
        return say("all games")
    variant = _variant(pool)
    return pool if variant is None else f"{say(variant.title)}, {heading(variant.name)}"


def _variant(name: str) -> game.Variant | None:
    try:
        return games.find(name)
    except LookupError:
        return None


def _ending(match: Played, variant: game.Variant | None, people: Mapping[str, str]) -> str:
    if variant is None or match.reason not in (*variant.reasons, *rulings.ENDS, rulings.NOSHOW):
        return ""
    return ending(game.Over(seats.Seat(match.winner) if match.winner else None, match.reason), variant, people)


async def _shown(request: Asking, key: str) -> Shown:
    seasons = seasons_of(request)
    access = await seasons.find(key)
    season = seasons.seen(access)
    return Shown(seasons, access, key, season, await seasons.tables(access, season))


async def _page(name: str, shown: Shown, **values: Any) -> Response[Any]:
    """A page of a season. A long one takes some time, so it is made off the event loop."""
    return await asyncio.to_thread(page, name, secret=True, shown=shown, season=shown.season, **values)


@get("/season/{key:str}", media_type=MediaType.HTML)
async def season(request: Asking, key: FromPath[str], every: FromQuery[bool] = False, edit: FromQuery[int] = 0) -> Response[Any]:
    """A season: standings, matches, meetings, and the hosts' forms."""
    shown = await _shown(request, key)
    lobby = lobby_of(request)
    offers = [offer(variant, lobby.bots(variant), ()) for variant in games.every()] if shown.manages else []
    bots = sorted({bot for one in offers for bot in lobby.bots(one.variant)})
    opened = opened_of(request)
    keeps = "" if opened is None else "kept" if {key, shown.season.id} & set(opened.account.seasons) else "offered"
    largest = {"results": results.FILE_BYTES, "record": RECORD_BYTES}
    desk = {"offers": offers, "bots": bots, "last": shown.last_variant, "largest": largest, "edit": edit}
    return await _page("season.html", shown, most=decide.MATCHES if every else SHOWN, keeps=keeps, **desk)


@get("/season/{key:str}/player/{number:int}", media_type=MediaType.HTML)
async def player(request: Asking, key: FromPath[str], number: FromPath[int]) -> Response[Any]:
    """A player of a season: place, matches, and score with each other player."""
    shown = await _shown(request, key)
    who = shown.season.players.get(shown.season.same(number))
    if who is None:
        raise problems.missing()
    number = who.number
    row = next(row for row in shown.rows if row.player == number)
    met = [(shown.season.players[other], score) for (one, other), score in shown.met.items() if one == number]
    return await _page("season-player.html", shown, who=who, row=row, met=met, most=decide.MATCHES)


@get("/season/{key:str}/standings.png", media_type="image/png")
async def picture(request: Asking, key: FromPath[str]) -> Response[bytes]:
    """The standings as one picture in English, to be posted: as everybody may know them now, also for a host."""
    seasons = seasons_of(request)
    everybody = season_access.Access((await seasons.find(key)).live, VIEWER)
    season = seasons.seen(everybody)
    tables = await seasons.tables(everybody, season)
    with speaking(catalogues.ENGLISH):
        drawn = themes.document(standings.poster(season, tables.rows), "light")
    body = await stills.of_match(request, orders.RasterOrder(drawn))
    return stills.as_file(request, key, body, "png", stills.KEPT["running"] if season.public else stills.UNKEPT)


@get("/season/{key:str}/match/{name:str}", media_type=MediaType.TEXT)
async def record(request: Asking, key: FromPath[str], name: FromPath[str]) -> Response[str]:
    """`N.dm`: the record of a match, if the reader of the season may have it."""
    seasons = seasons_of(request)
    access = await seasons.find(key)
    number = name.removesuffix(".dm")
    match = seasons.seen(access).matches.get(int(number)) if number.isascii() and number.isdigit() and len(number) < 6 else None
    if match is None or not match.over or not (match.published or access.manages):
        raise problems.missing()
    text = await record_of(lobby_of(request), match, table_roles.HOST if access.manages else table_roles.WATCHER)
    if not text:
        raise problems.missing()
    return stills.as_download(text, f"match-{match.number}.dm")


@get("/seasons", media_type=MediaType.HTML)
async def new(request: Asking) -> Response[Any]:
    """The form for a new season."""
    offers = [offer(variant, (), ()) for variant in games.unled()]
    text = templates().get_template("seasons.html").render(offers=offers, largest=archive.LONGEST)
    return Response(text, media_type=MediaType.HTML, headers={"Cache-Control": "no-cache"})


def router() -> Router:
    """Everything about seasons over HTTP. The application's state holds `lobby`, `doorman` and `studios`."""
    pages = Router("/", route_handlers=[season, player, picture, record, new], include_in_schema=False)
    return Router("/", route_handlers=[new_season, new_series, SeasonVerbs, SeasonFiles, import_season, pages])
