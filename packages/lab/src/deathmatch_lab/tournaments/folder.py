"""The folder of a tournament: its description, a table of its matches, and every match as a record. It can be continued from there.

`tournament.json` is the description, `matches.csv` has a row a match, `records/` the records. A match is in the table once its record is
whole on the disk; a row that a crash has cut off is played again.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, Final, TextIO

from deathmatch.core.words import NotUtf8Error, text_of
from deathmatch.match.record import write
from deathmatch_lab.arena import ArenaBout, ArenaMatch
from deathmatch_lab.tournaments.tournament import Pair, Play, Result, Row, Tournament

ABOUT: Final = "tournament.json"
TABLE: Final = "matches.csv"
RECORDS: Final = "records"
COLUMNS: Final = tuple(column.name for column in fields(Row))
_NUMBERS: Final = {column.name: {"int": int, "float": float}[str(column.type)] for column in fields(Row) if column.type != "str"}


def about(tournament: Tournament) -> dict[str, Any]:
    """The description as it stands in the folder: everything on which the matches depend."""
    return {
        "game": tournament.variant,
        "options": dict(tournament.options),
        "bots": list(tournament.bots),
        "games": tournament.games,
        "seed": tournament.seed,
        "thinking": tournament.thinking,
        **({"start": list(tournament.start)} if tournament.start else {}),
    }


def seed_of(folder: Path) -> int | None:
    """The seed of the tournament in a folder, which goes on with it; None if there is none. Raises ValueError for a damaged file."""
    kept = _about_kept(folder)
    return None if kept is None else int(kept["seed"])


def kept_result(folder: Path) -> Result:
    """The tournament in a folder as far as it was played. Raises ValueError if the folder has none, or a damaged one."""
    kept = _about_kept(folder)
    if kept is None or not (folder / TABLE).exists():
        raise ValueError(f"{folder} holds no tournament; expected a folder that `deathmatch arena --out` made")
    try:
        fixed = {"thinking": kept["thinking"], "start": tuple(kept.get("start", ()))}
        options = tuple(kept["options"].items())
        tournament = Tournament(kept["game"], tuple(kept["bots"]), kept["games"], kept["seed"], options, **fixed)
        return Play(tournament, read_rows(folder / TABLE)).result()
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{folder / ABOUT} is damaged ({error!r}); name another folder") from None


def _about_kept(folder: Path) -> dict[str, Any] | None:
    path = folder / ABOUT
    if not path.exists():
        return None
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(kept, dict) or not isinstance(kept.get("seed"), int):
            raise ValueError("no object with a seed")
    except ValueError as error:
        raise ValueError(f"{path} is damaged ({error}); name another folder") from None
    return kept


class TournamentFolder:
    """The folder while its tournament is played.

    Attributes:
        rows: the matches that were kept before.
    """

    def __init__(self, folder: Path, rows: tuple[Row, ...], table: TextIO) -> None:
        self.rows = rows
        self._folder = folder
        self._file = table
        self._writer = csv.writer(table, lineterminator="\n")

    def keep(self, bout: ArenaBout, pair: Pair, played: ArenaMatch, row: Row) -> Row:
        """Save a match; the row says where."""
        names = (f"{place + 1}-{re.sub('[^a-z0-9_.-]', '_', name)[:60]}" for place, name in zip(pair, (row.a, row.b), strict=True))
        place = f"{RECORDS}/{'-'.join(names)}/{row.number:05}.dm"
        path = self._folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write(played.record(bout)), encoding="utf-8", newline="\n")
        kept = replace(row, record=place)
        self._writer.writerow(asdict(kept).values())
        self._file.flush()
        return kept


@contextmanager
def opened(folder: Path, tournament: Tournament) -> Iterator[TournamentFolder]:
    """The folder, made if it is not there.

    Raises: ValueError if it holds another tournament, or a table that cannot be read; OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted, kept = about(tournament), _about_kept(folder)
    if kept is None:
        (folder / ABOUT).write_text(json.dumps(wanted, indent=2) + "\n", encoding="utf-8", newline="\n")
    for key in {**wanted, **(kept or {})}:
        if kept is not None and kept.get(key) != wanted.get(key):
            raise ValueError(f"{folder} holds another tournament: {key} is {kept.get(key)}, not {wanted.get(key)}; name another folder")
    table = folder / TABLE
    rows = read_rows(table) if table.exists() else ()
    table.write_text(_text(rows), encoding="utf-8", newline="\n")  # without a row that a crash has cut off
    with table.open("a", encoding="utf-8", newline="") as file:
        yield TournamentFolder(folder, rows, file)


def read_rows(table: Path) -> tuple[Row, ...]:
    """The rows of a table of matches; a last line without an end is left out. Raises ValueError that names the line."""
    try:
        text = text_of(table.read_bytes()).replace("\r\n", "\n")
    except NotUtf8Error as error:
        raise ValueError(f"{table}: {error}") from None
    whole = text[: text.rfind("\n") + 1]
    lines = list(csv.reader(io.StringIO(whole)))
    columns = tuple(lines[0]) if lines else COLUMNS
    if columns != COLUMNS:
        raise ValueError(f"{table} is no table of matches: its columns must be {', '.join(COLUMNS)}")
    rows = []
    for number, line in enumerate(lines[1:], 2):
        try:
            named = dict(zip(columns, line, strict=True))
            rows.append(Row(**{key: _NUMBERS.get(key, str)(value) for key, value in named.items()}))
        except ValueError as error:
            raise ValueError(f"{table}, line {number}: {error}") from None
    return tuple(rows)


def _text(rows: tuple[Row, ...]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(asdict(row).values() for row in rows)
    return buffer.getvalue()
