"""Past results as a table: read whole or refused whole, with the line of each fault; written in the same columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from deathmatch.core.speech import either, numeral, say
from deathmatch.match.rulings import NOSHOW, VOID
from deathmatch.server import sheets
from deathmatch.server.limits import NAME_LETTERS, TITLE_LETTERS, clean
from deathmatch.server.seasons import days, decide, standings, wire
from deathmatch.server.seasons.entries import SIDES, Added, Entry
from deathmatch.server.seasons.season import Played, Season, after
from deathmatch.server.wire import problems

LONGEST = 262_144  # characters of a table
FILE_BYTES = 2 * LONGEST + 2  # of its file, which may be UTF-16
COLUMNS = ("date", "player_a", "player_b", "winner", "variant")
MORE = ("role_a", "role_b", "items", "struck")
OF_EXPORT = ("number", *COLUMNS, *MORE[:3], "ending", "struck")
SERIES = "series"  # one more column, of a season that has series
TITLE = "title"  # one more, of a season with duels that hosts have led, or with games that no server knows
ROUND = "round"  # one more, of a season with rounds
FAULTS = 20  # that one answer names
TIE = "tie"
REASON = 60  # letters of how a match ended
LOST = "\ufffd"  # stands in a text for a letter that a program could not read
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")  # a spreadsheet program takes a text that begins so for a formula

Known = Callable[[str], str]
"""From `GAME/VARIANT` in any spelling to the name of the variant; raises LookupError."""


def read(season: Season, text: str, by: decide.By, known: Known) -> tuple[Entry, ...]:
    """The entries of a table of results; raises Problem, which names the lines that are wrong."""
    if len(text) > LONGEST:
        raise problems.Problem(say("a file of results has at most {number} characters", number=numeral(LONGEST)), 413)
    rows = _rows(text)
    decide.check_space(season, len(rows))
    before = {_same(season, match) for match in season.matches.values()}
    added: list[Entry] = []
    faults: list[str] = []
    for row in rows:
        try:
            entries = _entries(season, row.cells, by, known)
            result = entries[-1]
            assert isinstance(result, Added), "a line ends with its result"
            if _same(season, result) in before:
                raise problems.wrong(say("this match is in the season already"))
        except problems.Problem as problem:
            faults.append(say("line {line}: {error}", line=row.line, error=problem.reason))
            continue
        added += entries
        for entry in entries:
            season = after(season, entry)
    if faults:
        more = [say("and {number} more", number=len(faults) - FAULTS)] if len(faults) > FAULTS else []
        raise problems.wrong("\n".join(faults[:FAULTS] + more))
    return tuple(added)


def _rows(text: str) -> Sequence[sheets.Row]:
    """The rows of a table of results."""
    table = sheets.table(text)
    _check_header(table.line, table.header)
    if not table.rows:
        raise problems.wrong(say("the file has no results"))
    for row in table.rows:
        if not row.cells.keys() >= set(COLUMNS):
            told = {"line": row.line, "found": len(row.cells), "number": len(table.header)}
            raise problems.wrong(say("line {line}: there are {found} columns, and the header has {number}", **told))
    return table.rows


def _check_header(line: int, header: Sequence[str]) -> None:
    missing = [column for column in COLUMNS if column not in header]
    unknown = [column for column in header if column not in (*OF_EXPORT, *MORE, SERIES, TITLE, ROUND)]
    if missing:
        told = {"line": line, "missing": missing[0], "columns": ",".join(COLUMNS)}
        raise problems.wrong(say("line {line}: the column {missing} is missing; the header is {columns}", **told))
    if unknown or len(set(header)) < len(header):
        wrong = unknown[0] if unknown else next(column for column in header if header.count(column) > 1)
        raise problems.wrong(say("line {line}: the column {column} is unknown or doubled", line=line, column=clean(wrong, 40) or "?"))


def _entries(season: Season, cells: Mapping[str, str], by: decide.By, known: Known) -> tuple[Entry, ...]:
    row = {column: _plain(cells.get(column, "")) for column in (*OF_EXPORT, SERIES, TITLE, ROUND)}
    if row[SERIES]:
        raise problems.wrong(say("this match belongs to a series, which only an archive brings"))
    played = days.moment(row["date"])
    variant, title = _game(row["variant"], clean(row[TITLE], TITLE_LETTERS), known)
    names = {"A": row["player_a"], "B": row["player_b"]}
    if lost := next((name for name in names.values() if LOST in name and season.named(clean(name, NAME_LETTERS)) is None), ""):
        raise problems.wrong(say("{text} has lost a letter ({sign}); write the name again", text=clean(lost, NAME_LETTERS), sign=LOST))
    pairing = decide.pair(season, names, by)
    winner, reason = _result(row["winner"], row["ending"], names)
    roles = decide.clean_roles({side: row[f"role_{side.lower()}"].upper() for side in SIDES if row[f"role_{side.lower()}"]})
    items = clean(row["items"], decide.ITEMS_LETTERS)
    number = pairing.season.next_match
    struck, players = clean(row["struck"], decide.REASON_LETTERS), dict(pairing.players)
    try:
        round_ = int(row[ROUND] or 0)
    except ValueError:
        raise problems.wrong(say("there is no round {number} in this season", number=clean(row[ROUND], 20))) from None
    decide.check_round(season, round_)
    added = Added(by.at, by.role, number, played, players, variant, winner, reason, roles=roles, items=items, struck=struck, title=title)
    return (*pairing.enrolled, replace(added, round=round_))


def _game(text: str, title: str, known: Known) -> tuple[str, str]:
    """The variant and the title of a match; a game that the server does not know has a title alone. Raises Problem."""
    try:
        return known(text), title
    except LookupError as error:
        if "/" in text or not (title := title or clean(text, TITLE_LETTERS)):
            raise problems.wrong(str(error.args[0])) from None
    return "", title


def add(season: Season, wanted: wire.PastDuel, by: decide.By, known: Known) -> tuple[Entry, ...]:
    """The entries of one Death Match that was played elsewhere; raises Problem."""
    decide.check_space(season)
    if set(wanted.players) != set(SIDES):
        raise problems.wrong(say("players must name the player of A and of B"))
    cells = {"date": wanted.played, "variant": wanted.title, "winner": wanted.winner, "items": wanted.items}
    cells |= {f"player_{side.lower()}": name for side, name in wanted.players.items()}
    cells |= {f"role_{side.lower()}": role for side, role in decide.roles_of(wanted.ec).items()}
    return _entries(season, {**cells, ROUND: str(wanted.round or "")}, by, known)


# --- The cell of the winner


WINNERS = {"A": ("A", "seat A"), "B": ("B", "seat B"), TIE: (TIE, "no winner", "nobody wins"), VOID: (VOID, "void match", "no match")}
"""The words for each outcome, in the order in which they are written: the first that no player of the match is called."""


def _meant(text: str, names: Mapping[str, str]) -> set[str]:
    """All outcomes that a text can mean in a match of these players."""
    told = text.casefold()
    meant = {outcome for outcome, words in WINNERS.items() if told in (word.casefold() for word in words)}
    return meant | {side for side in SIDES if told == clean(names[side], NAME_LETTERS).casefold()}


def _word(outcome: str, names: Mapping[str, str]) -> str:
    """The first word for an outcome that cannot mean another one."""
    return next(word for word in WINNERS[outcome] if _meant(word, names) == {outcome})


def _result(text: str, ending: str, names: Mapping[str, str]) -> tuple[str, str]:
    """The seat of the winner, empty for nobody, and how the match ended; raises Problem."""
    shown, meant = clean(text, NAME_LETTERS) or "?", _meant(clean(text, NAME_LETTERS), names)
    if not meant:
        raise problems.wrong(say("the winner must be A, B, the name of a player of this match, tie, or void, not {text}", text=shown))
    if len(meant) > 1:
        words = either([_word(outcome, names) for outcome in WINNERS if outcome in meant])
        raise problems.wrong(say("the winner {text} can mean two things here; write {words}", text=shown, words=words))
    (outcome,) = meant
    reason = clean(ending, REASON)
    if (reason == VOID and outcome in SIDES) or (outcome == VOID and reason not in ("", VOID, NOSHOW)):
        raise problems.wrong(say("winner and ending contradict each other: a void match has no winner and ends as void"))
    return outcome if outcome in SIDES else "", reason or VOID if outcome == VOID else reason


def _same(season: Season, match: Played | Added) -> tuple[object, ...]:
    """All that makes two results of a file the same one."""
    return season.day(match), match.players["A"], match.players["B"], match.variant, match.winner, match.items, match.title


# --- Writing


def matches_csv(season: Season, matches: Sequence[Played]) -> str:
    """These matches, in columns that can be read again."""
    more = [SERIES] if season.contests else []
    more += [column for column in (TITLE, ROUND) if any(getattr(match, column) for match in matches)]
    rows = [[*_row(season, match), *(getattr(match, column) or "" for column in more)] for match in matches]
    return _written([*OF_EXPORT, *more], rows)


def _row(season: Season, match: Played) -> list[object]:
    a, b = (season.players[match.players[side]].name for side in "AB")
    roles = [match.roles.get(side, "") for side in "AB"]
    outcome = match.winner or (VOID if match.void else TIE)
    winner = _word(outcome, {"A": a, "B": b})
    return [match.number, season.day(match), a, b, winner, match.variant, *roles, match.items, match.reason, match.struck]


def standings_csv(season: Season, rows: Sequence[standings.Row]) -> str:
    """The standings."""
    cells: list[list[object]] = []
    for row in rows:
        score, held = row.score, row.held
        cells.append([row.place or "", season.players[row.player].name, f"{score.points:g}", score.won, score.tied, score.lost])
        cells[-1] += ["" if held.out is None else held.out, held.garnets, ", ".join(held.items)]
    columns = ["place", "player", "points", "won", "tied", "lost", "out", "garnets", "items"]
    most = len(columns) if season.rounds or season.moves else columns.index("out")
    return _written(columns[:most], [line[:most] for line in cells])


def _written(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *([_harmless(str(cell)) for cell in row] for row in rows)])
    return text.getvalue()


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith((*_FORMULA, "'")) else text


def _plain(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith((*_FORMULA, "'")) else text
