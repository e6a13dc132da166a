"""Seasons over HTTP (docs/api.md): `KEY` is the secret link of a host, a co-host or the viewers, or the public id of a public season."""

from __future__ import annotations

import contextlib
from typing import cast

from litestar import Controller, Router, get, post
from litestar.params import FromPath, JSONBody

from deathmatch.server.rooms import looks
from deathmatch.server.rooms.lobby import Link, Lobby
from deathmatch.server.rooms.season_access import Access
from deathmatch.server.rooms.seasons import Seasons
from deathmatch.server.seasons import decide, series, wire
from deathmatch.server.seasons.season import HOST, Played, Season
from deathmatch.server.seasons.standings import Row
from deathmatch.server.store.interface import Key
from deathmatch.server.table import roles as table_roles
from deathmatch.server.web.api import doorman_of
from deathmatch.server.web.guard import address
from deathmatch.server.web.remembering import Asking, accounts_of, opened_of
from deathmatch.server.wire.problems import Problem


def seasons_of(request: Asking) -> Seasons:
    """The seasons of the server."""
    return cast("Lobby", request.app.state["lobby"]).seasons


def counted(request: Asking, count: int = 1) -> None:
    """A request that changes something counts as so many messages of its address; raises Problem if they are too many."""
    who = address(request.scope)
    doorman_of(request).message(f"seasons of {who}", count=count)


async def kept(request: Asking, link: str, instead: str = "") -> None:
    """The account of this browser, if it is signed in, keeps the link of a season that it has made; without one nothing happens.

    Args:
        request: of the browser.
        link: of the season.
        instead: the link in whose place it comes, which is dead.
    """
    if (opened := opened_of(request)) is not None:
        with contextlib.suppress(Problem):  # the link is in the answer
            await accounts_of(request).change(opened.account.id, lambda now: now.without_season(instead).with_season(link))


async def record_of(lobby: Lobby, match: Played) -> str:
    """The record of a match that is over, for somebody who may have it; empty if nobody has it."""
    if match.record or not match.match:
        return match.record
    return await lobby.look(Link(Key(match.match, table_roles.HOST), ""), looks.record)


async def body_of(seasons: Seasons, access: Access) -> wire.SeasonBody:
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
        [wire.SeasonPlayer(one.number, one.name, one.bot, one.anchor) for one in season.players.values()],
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
    if access.manages:
        body.merged = [wire.MergedPlayer(number, season.gone[number].name, into) for number, into in season.merged.items()]
        body.cohosts = dict(season.cohosts) if access.role == HOST else {}
        body.viewer = seasons.links.of_viewers(season)
    return body


def state_of(seasons: Seasons, access: Access, season: Season) -> wire.SeriesState | None:
    """How a series stands, for one link; None for a season that is none."""
    rule = season.rule
    if rule is None:
        return None
    now, plan = series.standing(season), series.to_come(season)
    state = wire.SeriesState(rule.best_of, rule.sides, rule.variants, now.won, now.played, now.over, now.winner, 0)
    state.chooses = plan.player if isinstance(plan, series.Waits) else 0
    for match in season.waiting:
        _show_way(state, seasons, access, match)
    if access.role == HOST:
        state.links = seasons.links.of_players(rule, season)
    return state


def contest_of(seasons: Seasons, access: Access, season: Season, number: int) -> wire.SeasonSeriesState:
    """How a series of a season stands, for one link; links only for the hosts and for its own players."""
    contest, mine = season.contests[number], series.part(season, number)
    rule, now, plan = contest.rule, series.standing(mine), series.to_come(mine)
    chooses = plan.player if isinstance(plan, series.Waits) and not contest.struck else 0
    state = wire.SeasonSeriesState(
        rule.best_of,
        rule.sides,
        rule.variants,
        now.won,
        now.played,
        now.over,
        now.winner,
        chooses,
        number=number,
        players=dict(rule.players),
        struck=contest.struck,
    )
    for match in mine.waiting if access.series == number else ():
        _show_way(state, seasons, access, match)
    if access.manages:
        state.links = seasons.links.of_players(rule, season)
    return state


def _show_way(state: wire.SeriesState, seasons: Seasons, access: Access, match: Played) -> None:
    """Give a player of a series the way to their seat in a match."""
    seat = next((seat for seat, player in match.players.items() if player == access.player), "")
    state.seat = seasons.links.of_match(match).get(seat, "")
    state.claim = seasons.links.claim(state.seat) if state.seat else ""


def _row(row: Row) -> wire.SeasonRow:
    score = row.score
    return wire.SeasonRow(row.place, row.player, score.played, score.won, score.tied, score.lost, score.points)


def _result(match: Played, links: dict[str, str]) -> wire.SeasonResult:
    return wire.SeasonResult(
        match.number,
        dict(match.players),
        match.variant,
        dict(match.options),
        dict(match.roles),
        match.items,
        match.played,
        "struck" if match.struck else "over" if match.over else "open",
        match.winner,
        match.reason,
        match.match,
        match.over and match.published and bool(match.record or match.match),
        match.struck,
        links,
        match.series,
    )


@post("/api/seasons", tags=["season"], status_code=201)
async def new_season(request: Asking, data: JSONBody[wire.NewSeason]) -> wire.SeasonMade:
    """Open a season. The answer has its secret links; they are shown this once."""
    who = address(request.scope)
    doorman_of(request).new_match(who)
    seasons = seasons_of(request)
    made = await seasons.make(decide.open_season(data, seasons.by(HOST)), who)
    await kept(request, made.host)
    return made


@post("/api/series", tags=["season"], status_code=201)
async def new_series(request: Asking, data: JSONBody[wire.NewSeries]) -> wire.SeriesMade:
    """Set up a series of two players, with its first match. Each player has one link for all of it; they are shown this once."""
    who = address(request.scope)
    doorman_of(request).new_match(who)
    made = await seasons_of(request).make_series(data, who)
    await kept(request, made.host)
    return made


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
        who = address(request.scope)
        doorman_of(request).new_match(who)
        return await seasons.play(access, data, who)

    @post("/series", status_code=201)
    async def series(self, request: Asking, key: FromPath[str], data: JSONBody[wire.SeasonSeries]) -> wire.SeasonSeriesMade:
        """Set up a series of two players, with its first match. It counts as one result, at its end; its matches are listed with it."""
        seasons = seasons_of(request)
        access = await seasons.managed(key)
        who = address(request.scope)
        doorman_of(request).new_match(who)
        return await seasons.add_series(access, data, who)

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
        season = await self._change(request, key, lambda season, by: decide.enrol(season, data, by))
        return wire.Numbers([], [season.next_player - 1])

    @post("/rename", status_code=200)
    async def rename(self, request: Asking, key: FromPath[str], data: JSONBody[wire.PlayerName]) -> wire.Numbers:
        """Give a player another name."""
        await self._change(request, key, lambda season, by: decide.rename(season, data, by))
        return wire.Numbers([], [data.number])

    @post("/merge", status_code=200)
    async def merge(self, request: Asking, key: FromPath[str], data: JSONBody[wire.Merge]) -> wire.Numbers:
        """Say that one player is the same person as another one, who gets all matches; or with `into` 0 that they are two again."""
        await self._change(request, key, lambda season, by: decide.merge(season, data, by))
        return wire.Numbers([], [data.number])

    @post("/remove", status_code=200)
    async def remove(self, request: Asking, key: FromPath[str], data: JSONBody[wire.PlayerNumber]) -> wire.Numbers:
        """Take out a player who has no matches."""
        await self._change(request, key, lambda season, by: decide.remove(season, data.number, by))
        return wire.Numbers([], [data.number])

    @post("/strike", status_code=200)
    async def strike(self, request: Asking, key: FromPath[str], data: JSONBody[wire.Strike]) -> wire.Numbers:
        """Have a match not count any more, with a reason that all see; with an empty reason it counts again."""
        await self._change(request, key, lambda season, by: decide.strike(season, data, by))
        return wire.Numbers([data.number], [])

    @post("/describe", status_code=200)
    async def describe(self, request: Asking, key: FromPath[str], data: JSONBody[wire.SeasonText]) -> wire.Numbers:
        """Change title and text, or who may look; only for the host who opened the season."""
        await self._change(request, key, lambda season, by: decide.describe(season, data, by))
        return wire.Numbers([], [])

    @post("/cohosts", status_code=201)
    async def invite(self, request: Asking, key: FromPath[str], data: JSONBody[wire.CohostName]) -> wire.CohostMade:
        """A link for a co-host, shown this once; only for the host who opened the season."""
        seasons = seasons_of(request)
        access = await seasons.managed(key)
        counted(request)
        return await seasons.invite(access, data.name)

    @post("/renew", status_code=200)
    async def renew(self, request: Asking, key: FromPath[str]) -> wire.SeasonRenewed:
        """Change the link of the host who opened the season: from now on only the answer opens it."""
        seasons = seasons_of(request)
        access = await seasons.managed(key)
        counted(request)
        new = await seasons.renew(access)
        await kept(request, new.host, instead=key)
        return new

    @post("/dismiss", status_code=200)
    async def dismiss(self, request: Asking, key: FromPath[str], data: JSONBody[wire.CohostNumber]) -> wire.Numbers:
        """The link of a co-host dies at once; only for the host who opened the season."""
        await self._change(request, key, lambda season, by: decide.dismiss(season, data.number, by))
        return wire.Numbers([], [])

    async def _change(self, request: Asking, key: str, how: decide.Change) -> Season:
        seasons = seasons_of(request)
        access = await seasons.managed(key)
        counted(request)
        return await seasons.change(access, how)


def router() -> Router:
    """All of it."""
    return Router("/", route_handlers=[new_season, new_series, SeasonVerbs])
