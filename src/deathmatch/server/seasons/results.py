"""Past results as CSV: read whole or refused whole, with the line of each fault; written in the same columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime

from deathmatch.core.speech import say
from deathmatch.server.limits import clean
from deathmatch.server.seasons import decide
from deathmatch.server.seasons.decide import By
from deathmatch.server.seasons.entries import Added, Entry
from deathmatch.server.seasons.season import Played, Season, after
from deathmatch.server.seasons.standings import Row
from deathmatch.server.wire import problems
from deathmatch.server.wire.problems import Problem

LONGEST = 262_144  # characters of a file
COLUMNS = ("date", "player_a", "player_b", "winner", "variant")
MORE = ("role_a", "role_b", "items", "struck")
OF_EXPORT = ("number", *COLUMNS, *MORE[:3], "ending", "struck")
SERIES = "series"  # one more column, of a season that has series
FAULTS = 20  # that one answer names
TIE = "tie"
_FORMULA = ("=", "+", "-", "@")  # a spreadsheet would take such a text for a formula

Known = Callable[[str], str]
"""From `GAME/VARIANT` in any spelling to the name of the variant; raises LookupError."""


def read(season: Season, text: str, by: By, known: Known) -> tuple[Entry, ...]:
    """The entries of a file of results; raises Problem, which names the lines that are wrong."""
    if len(text) > LONGEST:
        raise Problem(say("a file of results has at most {number} characters", number=f"{LONGEST:,}"), 413)
    rows = _rows(text.removeprefix("\ufeff"))
    decide.check_space(season, len(rows))
    before = {_same(match) for match in season.matches.values()}
    added: list[Entry] = []
    faults: list[str] = []
    for line, row in rows:
        try:
            entries = _entries(season, row, by, known)
            result = entries[-1]
            assert isinstance(result, Added), "a line ends with its result"
            if _same(result) in before:
                raise problems.wrong(say("this match is in the season already"))
        except Problem as problem:
            faults.append(say("line {line}: {error}", line=line, error=problem.reason))
            continue
        added += entries
        for entry in entries:
            season = after(season, entry)
    if faults:
        more = [say("and {number} more", number=len(faults) - FAULTS)] if len(faults) > FAULTS else []
        raise problems.wrong("\n".join(faults[:FAULTS] + more))
    return tuple(added)


def _rows(text: str) -> list[tuple[int, dict[str, str]]]:
    """The lines below the header, each with its number; empty lines are left out."""
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",", strict=True)
    try:
        header = [column.strip().casefold() for column in next(reader, [])]
        _check_header(header)
        rows = list(_told(reader, header))
    except csv.Error as error:
        raise problems.wrong(say("line {line}: {error}", line=reader.line_num, error=error)) from None
    if not rows:
        raise problems.wrong(say("the file has no results"))
    return rows


def _check_header(header: Sequence[str]) -> None:
    missing = [column for column in COLUMNS if column not in header]
    unknown = [column for column in header if column not in (*OF_EXPORT, *MORE, SERIES)]
    if missing:
        raise problems.wrong(
            say("line 1: the column {missing} is missing; the header is {columns}", missing=missing[0], columns=",".join(COLUMNS))
        )
    if unknown or len(set(header)) < len(header):
        wrong = unknown[0] if unknown else next(column for column in header if header.count(column) > 1)
        raise problems.wrong(say("line 1: the column {column} is unknown or doubled", column=clean(wrong, 40) or "?"))


def _told(reader: Iterator[list[str]], header: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    for row in reader:
        line: int = reader.line_num  # type: ignore[attr-defined]
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(header):
            raise problems.wrong(
                say("line {line}: there are {found} columns, and the header has {number}", line=line, found=len(row), number=len(header))
            )
        yield line, {column: _plain(cell.strip()) for column, cell in zip(header, row, strict=True)}


def _entries(season: Season, row: Mapping[str, str], by: By, known: Known) -> tuple[Entry, ...]:
    if row.get(SERIES):
        raise problems.wrong(say("this match belongs to a series, which only an archive brings"))
    played = moment(row["date"])
    try:
        variant = known(row["variant"])
    except LookupError as error:
        raise problems.wrong(str(error.args[0])) from None
    pairing = decide.pair(season, {"A": row["player_a"], "B": row["player_b"]}, by)
    winner = _winner(row["winner"], row["player_a"], row["player_b"])
    roles = decide.clean_roles({side: row.get(f"role_{side.lower()}", "").upper() for side in "AB" if row.get(f"role_{side.lower()}")})
    items = clean(row.get("items", ""), decide.ITEMS_LETTERS)
    number = pairing.season.next_match
    struck = clean(row.get("struck", ""), decide.REASON_LETTERS)
    added = Added(by.at, by.role, number, played, dict(pairing.players), variant, winner, roles=roles, items=items, struck=struck)
    return (*pairing.enrolled, added)


def _winner(text: str, a: str, b: str) -> str:
    """The seat of the winner: a seat or a name; empty for a tie."""
    told = text.casefold()
    if told == TIE:
        return ""
    named = {"A": ("a", a.casefold()), "B": ("b", b.casefold())}
    sides = [side for side, names in named.items() if told == names[1]] or [side for side, names in named.items() if told == names[0]]
    if len(sides) != 1:
        raise problems.wrong(
            say("the winner must be A, B, the name of a player of this match, or tie, not {text}", text=clean(text, 40) or "?")
        )
    return sides[0]


def moment(text: str) -> int:
    """A day such as 2024-05-31, in ms since 1970; raises Problem."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise problems.wrong(say("the date must be like 2024-05-31, not {text}", text=clean(text, 40) or "?")) from None
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def day_of(played: int) -> str:
    """The day of a match, as 2024-05-31."""
    return datetime.fromtimestamp(played / 1000, UTC).date().isoformat()


def _same(match: Played | Added) -> tuple[object, ...]:
    """All that makes two results of a file the same one."""
    return day_of(match.played), match.players["A"], match.players["B"], match.variant, match.winner, match.items


# --- Writing


def matches_csv(season: Season, matches: Sequence[Played]) -> str:
    """These matches, in columns that can be read again."""
    if season.contests:
        return _written((*OF_EXPORT, SERIES), [[*_row(season, match), match.series or ""] for match in matches])
    return _written(OF_EXPORT, [_row(season, match) for match in matches])


def _row(season: Season, match: Played) -> list[object]:
    a, b = (season.players[match.players[side]].name for side in "AB")
    roles = [match.roles.get(side, "") for side in "AB"]
    winner = match.winner or TIE
    return [match.number, day_of(match.played), a, b, winner, match.variant, *roles, match.items, match.reason, match.struck]


def standings_csv(season: Season, rows: Sequence[Row]) -> str:
    """The standings."""
    columns = ("place", "player", "points", "won", "tied", "lost")
    return _written(
        columns,
        [[r.place or "", season.players[r.player].name, f"{r.score.points:g}", r.score.won, r.score.tied, r.score.lost] for r in rows],
    )


def _written(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([[_harmless(str(cell)) for cell in row] for row in rows])
    return text.getvalue()


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) or text.startswith("'") else text


def _plain(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith((*_FORMULA, "'")) else text
