"""A season as one file: a ZIP with JSON, CSV, records and pictures (docs/seasons.md). It names nothing that belongs to one server.

Reading it is a guest's input: every name, number and size is checked before it is used, and nothing is ever written to a folder.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from deathmatch.core.speech import numeral, say
from deathmatch.core.words import NotUtf8Error, line_at
from deathmatch.server import names, settings
from deathmatch.server.limits import TITLE_LETTERS, clean
from deathmatch.server.seasons import days, decide, results, rounds, standings, wire
from deathmatch.server.seasons.entries import SIDES, Added, Enrolled, Entry, Moved, Opened, Round, Rule, Struck
from deathmatch.server.seasons.season import Played, Season, after, fold
from deathmatch.server.seasons.series import LONGEST as LONGEST_SERIES
from deathmatch.server.wire import messages, problems

LONGEST = 8_000_000  # bytes of an archive
UNPACKED = 64_000_000  # bytes of all its files
LARGEST_PICTURE = 2_000_000
LARGEST_TABLE = 4_000_000
RECORDS = 8_000_000  # bytes of the records that one season keeps
FORMAT = 3
BEFORE = (1, 2)  # formats that are read, too: days in UTC and void matches as ties; 1 without series, and with a place for everybody
NAME = re.compile(r"season\.json|matches\.csv|standings\.csv|records/[0-9]{4}\.dm|pictures/[0-9]{4}\.png")
VARIANT = re.compile(r"[a-z0-9-]{1,40}/[a-z0-9-]{1,40}")
_BROKEN = (zipfile.BadZipFile, RuntimeError, EOFError, ValueError, OSError, IndexError)
"""The errors by which `zipfile` refuses bytes; a Problem is none of them."""
_EPOCH = (1980, 1, 1, 0, 0, 0)  # of all files in it, so that the same season makes the same archive


class ArchivedMatch(Struct, forbid_unknown_fields=True):
    """A finished match in `season.json`; `record` says whether a file in `records` has its number."""

    number: int
    played: int
    players: dict[str, int]
    variant: str
    options: dict[str, str | int]
    roles: dict[str, str]
    items: str
    winner: str
    reason: str
    published: bool
    struck: str
    record: bool
    series: int = 0
    title: str | UnsetType = UNSET  # of a duel that a host has led, or of a game that no server knows
    round: int | UnsetType = UNSET  # whose Death Match it is


class ArchivedSeries(Struct, forbid_unknown_fields=True):
    """A series in `season.json`; its matches name its number."""

    number: int
    players: dict[str, int]
    best_of: int
    sides: Literal["swap", "stay", "loser"]
    variants: list[str]
    options: dict[str, str | int]
    struck: str
    round: int | UnsetType = UNSET


class ArchivedSeason(Struct, forbid_unknown_fields=True):
    """`season.json`."""

    format: int
    title: str
    about: str
    rated: bool
    players: list[wire.SeasonPlayer]
    matches: list[ArchivedMatch]
    series: list[ArchivedSeries] = []
    zone: str = "UTC"
    rounds: list[wire.SeasonRound] | UnsetType = UNSET
    moves: list[wire.SeasonMove] | UnsetType = UNSET


def finished(season: Season) -> list[Played]:
    """The matches that an archive has: those with a result, in the order of their numbers."""
    return [match for _, match in sorted(season.matches.items()) if match.over]


def files_of(season: Season, records: Mapping[int, str]) -> dict[str, bytes]:
    """The files of a season without its pictures; `records` has the texts by the numbers of their matches."""
    matches = finished(season)
    made = messages.copied(
        ArchivedSeason,
        season,
        format=FORMAT,
        players=[one for _, one in sorted(season.players.items())],
        matches=[
            messages.copied(ArchivedMatch, one, record=bool(records.get(one.number)), title=one.title or UNSET, round=one.round or UNSET)
            for one in matches
        ],
        series=[
            messages.copied(ArchivedSeries, one.rule, struck=one.struck, round=one.rule.round or UNSET)
            for _, one in sorted(season.contests.items())
        ],
        rounds=[rounds.resolved(season, now) for _, now in sorted(season.rounds.items())] or UNSET,
        moves=[rounds.resolved_move(season, one) for _, one in sorted(season.moves.items())] or UNSET,
    )
    text = json.dumps(msgspec.to_builtins(made), ensure_ascii=False, indent=1, sort_keys=True)
    files = {
        "season.json": f"{text}\n",
        "matches.csv": results.matches_csv(season, matches),
        "standings.csv": results.standings_csv(season, standings.standings(season)),
        **{record_name(match.number): records[match.number] for match in matches if records.get(match.number)},
    }
    # Without the mark Excel reads a table in the encoding of its country.
    return {name: text.encode("utf-8-sig" if name.endswith(".csv") else "utf-8") for name, text in files.items()}


def record_name(number: int) -> str:
    """The name of a record in the archive."""
    return f"records/{number:04}.dm"


def picture_name(number: int) -> str:
    """The name of the last picture of a match in the archive."""
    return f"pictures/{number:04}.png"


def pack(files: Mapping[str, bytes]) -> bytes:
    """The archive with these files; the same files make the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, _EPOCH)
            info.external_attr = 0o644 << 16
            info.create_system = 3  # as on Linux, on every machine
            archive.writestr(info, files[name], zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED, 6)
    return made.getvalue()


# --- Reading


def unpack(data: bytes) -> dict[str, bytes]:
    """The files of an archive; raises Problem. No file is longer than it may be, whatever the archive says of it."""
    if len(data) > LONGEST:
        raise problems.Problem(say("an archive has at most {number} bytes", number=numeral(LONGEST)), 413)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return dict(_unpacked(archive))
    except (*_BROKEN, zlib.error) as error:
        raise problems.wrong(say("this is no archive of a season: {error}", error=clean(str(error), 100))) from None


def _unpacked(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    infos = archive.infolist()
    if len(infos) > 2 * decide.MATCHES + 3:
        raise problems.wrong(say("the archive has too many files"))
    seen: set[str] = set()
    total = 0
    for info in infos:
        name = info.filename
        if not NAME.fullmatch(name) or name in seen:
            raise problems.wrong(say("the archive has a file that it may not have: {name}", name=clean(name, 60) or "?"))
        if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise problems.wrong(say("{name} is packed in a way that is not read here", name=name))
        seen.add(name)
        most = settings.RECORD_BYTES if name.startswith("records/") else LARGEST_PICTURE if name.startswith("pictures/") else LARGEST_TABLE
        with archive.open(info) as file:
            body = file.read(most + 1)
        total += len(body)
        if len(body) > most or total > UNPACKED:
            raise problems.wrong(say("{name} is too long", name=name))
        yield name, body
    for name in ("season.json", "matches.csv", "standings.csv"):
        if name not in seen:
            raise problems.wrong(say("the archive has no {name}", name=name))


def entries_of(files: Mapping[str, bytes], by: decide.By) -> tuple[Entry, ...]:
    """The log of the season in these files; raises Problem unless the season that it makes has the same files again."""
    archived = _read(files["season.json"])
    title, about = clean(archived.title, decide.TITLE_LETTERS), clean(archived.about, decide.ABOUT_LETTERS, lines=True)
    first = Opened(by.at, by.wall, title, about, rated=archived.rated, zone=days.zone_of(archived.zone))
    if not first.title:
        raise problems.wrong(say("a season needs a title"))
    if len(archived.players) > decide.PLAYERS or len(archived.matches) > decide.MATCHES:
        raise problems.wrong(say("the season has too many players or matches"))
    players = [_player(one, by) for one in archived.players]
    numbers = {one.number for one in players}
    if len(numbers) < len(players) or len({one.name.casefold() for one in players}) < len(players):
        raise problems.wrong(say("two players have the same number or name"))
    matches = [_match(one, files, numbers, by) for one in archived.matches]
    if len({one.number for one in matches}) < len(matches):
        raise problems.wrong(say("two matches have the same number"))
    if sum(len(one.record.encode()) for one in matches) > RECORDS:
        raise problems.wrong(say("the records of a season have at most {number} bytes", number=numeral(RECORDS)))
    told = list(_rounds(archived, numbers, by))
    log: tuple[Entry, ...] = (first, *players, *told, *_contests(archived.series, numbers, by), *matches)
    named = {one.round for one in archived.matches} | {one.round for one in archived.series}
    if named - {0, UNSET, *(one.number for one in archived.rounds or ())}:
        raise _unsound(say("a match belongs to a round that is not there"))
    if any(one.series and one.series not in {series.number for series in archived.series} for one in matches):
        raise _unsound(say("a match belongs to a series that is not there"))
    _compare(files, archived, log)
    return log


def _unsound(error: str) -> problems.Problem:
    return problems.wrong(say("{name}: {error}", name="season.json", error=error))


def _read(body: bytes) -> ArchivedSeason:
    try:
        archived = msgspec.json.decode(body, type=ArchivedSeason)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _unsound(clean(str(error), 200)) from None
    if archived.format not in (*BEFORE, FORMAT):
        raise problems.wrong(say("this server reads archives of format {known}, not {format}", known=FORMAT, format=archived.format))
    return archived


def _player(one: wire.SeasonPlayer, by: decide.By) -> Enrolled:
    low, high = decide.ANCHORS
    name, bot = names.clean_name(one.name), names.clean_name(one.bot)
    if not 1 <= one.number <= 10 * decide.PLAYERS or not name or (one.anchor and not (bot and low <= one.anchor <= high)):
        raise _unsound(say("player {number} is not as it may be", number=one.number))
    return Enrolled(by.at, by.role, one.number, name, bot, one.anchor)


def _rounds(archived: ArchivedSeason, players: set[int], by: decide.By) -> Iterator[Entry]:
    """The rounds of an archive, and what hosts had moved; raises Problem."""
    season = Season("", by.wall, "")
    for now in archived.rounds or ():
        yield (entry := Round(by.at, by.role, decide.clean_round(now, players)))
        season = after(season, entry)
    for move in archived.moves or ():
        moved = decide.clean_move(season, move)
        if {move.giver, move.taker} - {0, *players} or not days.MOMENTS[0] <= move.moved <= days.MOMENTS[1]:
            raise _unsound(say("move {number} is not as it may be", number=move.number))
        yield Moved(by.at, by.role, moved)


def _contests(found: Sequence[ArchivedSeries], players: set[int], by: decide.By) -> list[Entry]:
    """The series of an archive. No further match of them comes here: their players have no links."""
    made: list[Entry] = []
    if len({one.number for one in found}) < len(found):
        raise problems.wrong(say("two series have the same number"))
    for one in found:
        sound = (
            1 <= one.number <= decide.MATCHES
            and _are_two(one.players, players)
            and 1 <= one.best_of <= LONGEST_SERIES
            and one.best_of % 2 == 1
            and 1 <= len(one.variants) <= LONGEST_SERIES
            and all(VARIANT.fullmatch(variant) for variant in one.variants)
            and _short(one.options)
        )
        if not sound:
            raise _unsound(say("series {number} is not as it may be", number=one.number))
        rule = messages.copied(Rule, one, at=by.at, closed=True, round=one.round or 0)
        made += [rule, *([Struck(by.at, by.role, 0, clean(one.struck, decide.REASON_LETTERS), one.number)] if one.struck else [])]
    return made


def _are_two(seated: Mapping[str, int], players: set[int]) -> bool:
    """Whether two different ones of these players have the seats."""
    return set(seated) == set(SIDES) and set(seated.values()) <= players and len(set(seated.values())) == len(SIDES)


def _short(options: Mapping[str, str | int]) -> bool:
    return len(options) <= 100 and all(len(key) <= 60 and len(str(value)) <= 60 for key, value in options.items())


def _match(one: ArchivedMatch, files: Mapping[str, bytes], players: set[int], by: decide.By) -> Added:
    sound = (
        1 <= one.number <= 9999
        and days.MOMENTS[0] <= one.played <= days.MOMENTS[1]
        and _are_two(one.players, players)
        and (VARIANT.fullmatch(one.variant) is not None or (one.title and not one.variant and not one.record))
        and one.winner in ("", *SIDES)
        and _short(one.options)
        and 0 <= one.series <= decide.MATCHES
        and one.record == (record_name(one.number) in files)
    )
    if not sound:
        raise _unsound(say("match {number} is not as it may be", number=one.number))
    try:
        record = files[record_name(one.number)].decode() if one.record else ""
    except UnicodeDecodeError as error:
        fault = NotUtf8Error(line_at(error.object, error.start))
        raise problems.wrong(say("{name}: {error}", name=record_name(one.number), error=fault)) from None
    return messages.copied(
        Added,
        one,
        at=by.at,
        by=by.role,
        reason=clean(one.reason, 60),
        roles=decide.clean_roles(one.roles),
        items=clean(one.items, decide.ITEMS_LETTERS),
        record=record,
        struck=clean(one.struck, decide.REASON_LETTERS),
        title=clean(one.title or "", TITLE_LETTERS),
        round=one.round or 0,
    )


def _compare(files: Mapping[str, bytes], archived: ArchivedSeason, log: tuple[Entry, ...]) -> None:
    """Raises Problem unless the season of this log has the same files again; pictures follow from records.

    Versions before wrote other tables. Nothing is read from those, so only the season itself is compared.
    """
    season = fold("", log)
    again = files_of(season, {match.number: match.record for match in season.matches.values()})
    brought = {name: body for name, body in files.items() if not name.startswith("pictures/")}
    if archived.format in BEFORE:
        brought |= {name: again[name] for name in ("matches.csv", "standings.csv")}
        if _read(again["season.json"]) == msgspec.structs.replace(archived, format=FORMAT):
            brought["season.json"] = again["season.json"]
    different: list[Any] = sorted(name for name in {*again, *brought} if again.get(name) != brought.get(name))
    if different:
        raise problems.wrong(say("{name} is not as the season in season.json makes it", name=different[0]))
