"""The files that come into a season and go out of it: results as CSV, records, and the whole season as one archive."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import cast

import msgspec
from litestar import Controller, Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from deathmatch.core.speech import say
from deathmatch.match.rulings import FORFEIT, VOID
from deathmatch.server import sheets
from deathmatch.server.replays.orders import ResultOrder, StillOrder
from deathmatch.server.replays.studio import Studio, Studios
from deathmatch.server.replays.wire import Result
from deathmatch.server.seasons import archive, decide, results, wire
from deathmatch.server.seasons.days import day_of, moment
from deathmatch.server.seasons.decide import By
from deathmatch.server.seasons.entries import Added, Entry
from deathmatch.server.seasons.season import HOST, Season
from deathmatch.server.settings import RECORD_BODY_BYTES, RECORD_BYTES
from deathmatch.server.web.api import doorman_of, lobby_of
from deathmatch.server.web.guard import address
from deathmatch.server.web.remembering import Asking
from deathmatch.server.web.seasons import counted, kept, record_of, seasons_of
from deathmatch.server.wire import problems
from deathmatch.server.wire.problems import Problem

COSTLY = 20  # messages that an archive counts as
ARCHIVE_BODY_BYTES = archive.LONGEST * 4 // 3 + 1_000  # in base64
RESULTS_BODY_BYTES = max(2 * results.LONGEST, results.FILE_BYTES * 4 // 3 + 1_000)  # as a text in JSON, or in base64


def _studio(request: Asking) -> Studio:
    return cast("Studios", request.app.state["studios"]).brought


def _nothing() -> None:
    """Called when a picture of an archive is made: the archive was admitted as a whole."""


async def _result(request: Asking, record: str, *, admitted: bool = False) -> Result:
    """The result of a record, played through in a process of its own; raises Problem."""
    if len(record.encode("utf-8", "surrogatepass")) > RECORD_BYTES:
        raise Problem(say("a record that is opened here has at most {number} bytes", number=f"{RECORD_BYTES:,}"), 413)
    admit = (lambda: _nothing) if admitted else partial(doorman_of(request).record, address(request.scope))
    return msgspec.json.decode(await _studio(request).of(ResultOrder(record=record), admit), type=Result)


class SeasonFiles(Controller):
    """The files that come into a season, and its archive."""

    path = "/api/seasons/{key:str}"
    tags = ("season",)
    request_max_body_size = max(RECORD_BODY_BYTES, RESULTS_BODY_BYTES)

    @post("/results", status_code=200)
    async def results(self, request: Asking, key: FromPath[str], data: JSONBody[wire.Results]) -> wire.Numbers:
        """Add past results, all or none; a refusal names the lines that are wrong."""
        seasons, lobby = seasons_of(request), lobby_of(request)
        access = await seasons.managed(key)
        counted(request)
        before = access.live.season
        text = await asyncio.to_thread(sheets.decode, data.file, results.FILE_BYTES, data.encoding) if data.file else data.csv
        after = await seasons.change(access, lambda season, by: results.read(season, text, by, lambda name: lobby.find(name).id))
        return _numbers(before, after)

    @post("/records", status_code=200)
    async def records(self, request: Asking, key: FromPath[str], data: JSONBody[wire.PastRecord]) -> wire.Numbers:
        """Add a finished match by its record, which is kept."""
        seasons = seasons_of(request)
        access = await seasons.managed(key)
        counted(request)
        result = await _result(request, data.record)
        before = access.live.season
        after = await seasons.change(access, lambda season, by: _of_record(season, data, result, by))
        return _numbers(before, after)

    @get("/archive", media_type="application/zip")
    async def export(self, request: Asking, key: FromPath[str], pictures: FromQuery[bool] = True) -> Response[bytes]:
        """The whole season as one file, which another server can import; without pictures it is made sooner."""
        seasons, lobby = seasons_of(request), lobby_of(request)
        access = await seasons.managed(key)
        counted(request, COSTLY)
        season = access.live.season
        async with seasons.archives:
            whole = [match for match in archive.finished(season) if match.reason != VOID]  # the record of a void match has no end
            records = {match.number: await record_of(lobby, match) for match in whole}
            files = await asyncio.to_thread(archive.files_of, season, records)
            for number, record in records.items():
                if pictures and record:
                    files[archive.picture_name(number)] = await _studio(request).of(StillOrder(record=record), lambda: _nothing)
            packed = await asyncio.to_thread(archive.pack, files)
        headers = {"Content-Disposition": f'attachment; filename="season-{season.id}.zip"'}
        return Response(packed, media_type="application/zip", headers=headers)


def _numbers(before: Season, after: Season) -> wire.Numbers:
    return wire.Numbers(sorted(set(after.matches) - set(before.matches)), sorted(set(after.players) - set(before.players)))


def _of_record(season: Season, data: wire.PastRecord, result: Result, by: By) -> tuple[Entry, ...]:
    decide.check_space(season)
    if season.bytes + len(data.record.encode()) > archive.RECORDS:
        raise problems.wrong(say("the records of a season have at most {number} bytes", number=f"{archive.RECORDS:,}"))
    named = {"A": data.players.get("A") or result.a, "B": data.players.get("B") or result.b}
    if not all(named.values()):
        raise problems.wrong(say("the record does not name both players; name them beside it"))
    pairing = decide.pair(season, named, by)
    played = moment(data.played) if data.played else by.wall
    _check_new(season, data, pairing.players, day_of(played, season.zone))
    added = Added(
        by.at,
        by.role,
        pairing.season.next_match,
        played,
        dict(pairing.players),
        result.variant,
        result.winner,
        result.reason,
        result.options,
        decide.roles_of(result.ec),
        record=data.record,
    )
    return (*pairing.enrolled, added)


def _check_new(season: Season, data: wire.PastRecord, players: Mapping[str, int], day: str) -> None:
    """Raises Problem if the season has this record of these players and, if the request names a day, of this day."""
    for match in season.matches.values():
        if match.record == data.record and match.players == players and (not data.played or season.day(match) == day):
            told = {"number": match.number, "day": season.day(match)}
            raise problems.conflict(
                say("this match is in the season already: match {number} of {day}; another one needs its own day", **told)
            )


class SeasonArchives(Controller):
    """A season from another server."""

    path = "/api/seasons/archive"
    tags = ("season",)
    request_max_body_size = ARCHIVE_BODY_BYTES

    @post("/", status_code=201)
    async def import_season(self, request: Asking, data: JSONBody[wire.Archive]) -> wire.SeasonMade:
        """Open a season from an archive, whole or not at all: the new season's own archive has the same files, byte by byte.

        Every record is played through, and its result compared. The new season is private, and its links are new.
        """
        who, seasons = address(request.scope), seasons_of(request)
        doorman_of(request).new_match(who)
        leave = doorman_of(request).record(who)
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
        result = await _result(request, entry.record, admitted=True)
    except Problem as problem:
        raise Problem(say("{name}: {error}", name=name, error=problem.reason), problem.status) from None
    reason = result.reason if entry.reason != FORFEIT else FORFEIT  # which a record says as a resignation
    if (result.variant, result.winner, reason) != (entry.variant, entry.winner, entry.reason):
        raise problems.wrong(say("{name}: {error}", name=name, error=say("the record has another result than season.json")))


def router() -> Router:
    """All of it. The application's state holds `lobby`, `doorman` and `studios`."""
    return Router("/", route_handlers=[SeasonFiles, SeasonArchives])
