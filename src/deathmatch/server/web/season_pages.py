"""The pages of seasons: standings, matches, who met whom, a page for each player, and the hosts' forms. Made whole by the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from litestar import MediaType, Response, Router, get
from litestar.params import FromPath, FromQuery

from deathmatch import games
from deathmatch.core.game import Over, Variant
from deathmatch.core.glicko import Rating
from deathmatch.core.seats import Seat
from deathmatch.core.speech import say
from deathmatch.match.dealer import LOT
from deathmatch.match.rulings import FORFEIT, VOID
from deathmatch.server.rooms.season_access import Access
from deathmatch.server.rooms.seasons import Seasons
from deathmatch.server.seasons.archive import LONGEST
from deathmatch.server.seasons.decide import MATCHES
from deathmatch.server.seasons.results import FILE_BYTES
from deathmatch.server.seasons.season import HOST, Played, Player, Season
from deathmatch.server.seasons.series import part
from deathmatch.server.seasons.standings import ALL, Tables
from deathmatch.server.seasons.wire import SeasonSeriesState
from deathmatch.server.settings import RECORD_BYTES
from deathmatch.server.table.roles import LETTERS
from deathmatch.server.table.table import BY_LOT
from deathmatch.server.web import season_files, seasons
from deathmatch.server.web.api import lobby_of
from deathmatch.server.web.pages import heading, offer, page, templates
from deathmatch.server.web.remembering import Asking, opened_of
from deathmatch.server.web.seasons import contest_of, record_of, seasons_of, state_of
from deathmatch.server.web.stills import KINDS
from deathmatch.server.wire import problems
from deathmatch.server.wire.frames import ending

SHOWN = 50  # results on a season's page, unless somebody asks for all
GRID = 24  # players of a grid; of a larger season each player's page has the meetings


@dataclass(frozen=True, slots=True)
class Line:
    """A match as a page shows it.

    Attributes:
        match: of the season.
        a, b: its players.
        title: of the variant; its name if this server does not have it.
        ending: how it ended, in words; empty if nobody knows.
        day: as 2024-05-31.
        links: seat or host -> address of the table; for hosts, while it is open.
        replay, record: addresses; empty if the reader may not have them.
    """

    match: Played
    a: Player
    b: Player
    title: str
    ending: str
    day: str
    links: Mapping[str, str]
    replay: str
    record: str

    @property
    def winner(self) -> Player | None:
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

    state: SeasonSeriesState
    a: Player
    b: Player
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

    def __init__(self, seasons: Seasons, access: Access, key: str, season: Season, tables: Tables) -> None:
        self.season = season
        self.role = access.role
        self.manages = access.manages
        self.key = key
        self.shared = seasons.links.shared(self.season)
        self.rows = tables.rows
        self.met = tables.met
        self.ratings = tables.ratings
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
    def idle(self) -> list[Player]:
        """The players whom a host can remove; none in a series."""
        return [] if self.season.rule is not None else self.season.idle

    @property
    def grid(self) -> list[Player]:
        """The players of the grid of meetings, as they stand; none if they are too many."""
        met = {player for player, _ in self.met}
        players = [self.season.players[row.player] for row in self.rows if row.player in met]
        return players if 2 < len(players) <= GRID else []

    def title_of(self, name: str) -> str:
        """A variant for people."""
        return _pool(name)

    def rating(self, player: int) -> str:
        """A player's rating over all variants, in digits; empty before the first match."""
        found = self.ratings.get(ALL, {}).get(player)
        return "" if found is None else f"{found.rating:.0f}"

    def ratings_of(self, player: int) -> list[tuple[str, Rating]]:
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

    def _sets(self, wanted: Callable[[SeasonSeriesState], bool]) -> list[Set]:
        return [self._set(state) for state in self._states if wanted(state)]

    def _set(self, state: SeasonSeriesState) -> Set:
        matches = part(self.season, state.number).matches
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
        paths = {role: f"/{LETTERS.get(role, 'w')}/{token}" for role, token in self._links.get(match.number, {}).items()}
        has_record = match.over and (match.published or self.manages) and (match.record or match.match)
        return Line(
            match,
            a,
            b,
            say(variant.title) if variant is not None else say(BY_LOT) if match.variant == LOT else match.variant,
            _ending(match, variant, {"A": a.name, "B": b.name}),
            self.season.day(match),
            paths,
            f"/r/{match.match}" if match.over and match.match and match.published else "",
            f"/season/{self.shared if match.published else self.key}/match/{match.number}.dm" if has_record else "",
        )


def _pool(pool: str) -> str:
    if pool == ALL:
        return say("all games")
    variant = _variant(pool)
    return pool if variant is None else f"{say(variant.title)}, {heading(variant.name)}"


def _variant(name: str) -> Variant | None:
    try:
        return games.find(name)
    except LookupError:
        return None


def _ending(match: Played, variant: Variant | None, people: Mapping[str, str]) -> str:
    if variant is None or match.reason not in (*variant.reasons, FORFEIT, VOID):
        return ""
    return ending(Over(Seat(match.winner) if match.winner else None, match.reason), variant, people)


async def _shown(request: Asking, key: str) -> Shown:
    seasons = seasons_of(request)
    access = await seasons.find(key)
    season = seasons.seen(access)
    return Shown(seasons, access, key, season, await seasons.tables(access, season))


async def _page(name: str, shown: Shown, **values: Any) -> Response[Any]:
    """A page of a season. A long one takes some time, so it is made off the event loop."""
    return await asyncio.to_thread(page, name, secret=True, shown=shown, season=shown.season, **values)


@get("/season/{key:str}", media_type=MediaType.HTML)
async def season(request: Asking, key: FromPath[str], every: FromQuery[bool] = False) -> Response[Any]:
    """A season: standings, matches, meetings, and the hosts' forms."""
    shown = await _shown(request, key)
    lobby = lobby_of(request)
    offers = [offer(variant, lobby.bots(variant), ()) for variant in games.every()] if shown.manages else []
    bots = sorted({bot for one in offers for bot in lobby.bots(one.variant)})
    opened = opened_of(request)
    keeps = "" if opened is None else "kept" if {key, shown.season.id} & set(opened.account.seasons) else "offered"
    largest = {"results": FILE_BYTES, "record": RECORD_BYTES}
    desk = {"offers": offers, "bots": bots, "last": shown.last_variant, "largest": largest}
    return await _page("season.html", shown, most=MATCHES if every else SHOWN, keeps=keeps, **desk)


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
    return await _page("season-player.html", shown, who=who, row=row, met=met, most=MATCHES)


@get("/season/{key:str}/match/{name:str}", media_type=MediaType.TEXT)
async def record(request: Asking, key: FromPath[str], name: FromPath[str]) -> Response[str]:
    """`N.dm`: the record of a match, if the reader of the season may have it."""
    seasons = seasons_of(request)
    access = await seasons.find(key)
    number = name.removesuffix(".dm")
    match = seasons.seen(access).matches.get(int(number)) if number.isascii() and number.isdigit() and len(number) < 6 else None
    if match is None or not match.over or not (match.published or access.manages):
        raise problems.missing()
    text = await record_of(lobby_of(request), match)
    if not text:
        raise problems.missing()
    headers = {"Content-Disposition": f'attachment; filename="match-{match.number}.dm"'}
    return Response(text, media_type=KINDS["dm"], headers=headers)


@get("/seasons", media_type=MediaType.HTML)
async def new(request: Asking) -> Response[Any]:
    """The form for a new season."""
    offers = [offer(variant, (), ()) for variant in games.every()]
    text = templates().get_template("seasons.html").render(offers=offers, largest=LONGEST)
    return Response(text, media_type=MediaType.HTML, headers={"Cache-Control": "no-cache"})


def routers() -> list[Router]:
    """The pages, and everything else about seasons over HTTP."""
    pages = Router("/", route_handlers=[season, player, record, new], include_in_schema=False)
    return [seasons.router(), season_files.router(), pages]
