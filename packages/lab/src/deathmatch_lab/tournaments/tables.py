"""The matches of a kept tournament and all of their decisions as rows, and the decisions as CSV; `parquet.py` has both as Parquet.

A row a decision has the view of the seat. The same tournament gives the same bytes: no time of the clock is in them. A table is
written row by row, whole or not at all.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from deathmatch.bots import study
from deathmatch.bots.budget import Counted
from deathmatch.core import plugins
from deathmatch.core.bots import Budget
from deathmatch.core.game import Ask, Resources
from deathmatch.core.reviewing import AnyMatchHistory
from deathmatch.games import find
from deathmatch.match.record import Record, RecordError, read, write
from deathmatch.match.replay import match_history
from deathmatch_lab.tournaments.folder import kept_result
from deathmatch_lab.tournaments.tournament import Row

DECISIONS_CSV: Final = "decisions.csv"

MATCH_COLUMNS: Final = {
    "match": ("int32", "the number of the match in this folder, from 0"),
    "variant": ("string", "`GAME/VARIANT`"),
    "options": ("string", "options that differ from the defaults, as JSON"),
    "seat_a": ("string", "the bot on seat A"),
    "seat_b": ("string", "the bot on seat B"),
    "seed": ("int64", "of the bout: `deathmatch arena BOT BOT --seed SEED` plays the match again"),
    "number": ("int32", "of the match in its bout; 2k and 2k + 1 have the same chance and swap the seats"),
    "winner": ("string", "`A`, `B`, or null if nobody won"),
    "reason": ("string", "why it ended, a word of the rule book"),
    "events": ("int32", "lines of events in the record"),
    "record": ("string", "the whole match as a record (`.dm`)"),
}
DECISION_COLUMNS: Final = {
    "match": ("int32", "of the table of matches"),
    "variant": ("string", "`GAME/VARIANT`"),
    "event": ("int32", "the number of the event in the record, from 1"),
    "ply": ("int32", "the number of the question; both submissions of a simultaneous decision have the same"),
    "seat": ("string", "`A` or `B`"),
    "bot": ("string", "the bot that decided"),
    "decision": ("string", "the name of the decision in the rule book"),
    "legal": ("int64", "the number of legal submissions; null if the game does not count them"),
    "move": ("string", "the submission in canonical form"),
    "view": ("string", "all that the seat knew, as JSON: the public and the private fields of the rule book's section State"),
    "won": ("bool", "whether the seat won the match; null if nobody did"),
    "value": ("float64", "the chance of A to win with best play once the question was answered, if it is known exactly; else null"),
}

CSV_COLUMNS: Final = ("record", *[column for column in DECISION_COLUMNS if column not in ("match", "value")])
"""The columns of the CSV. `record` is the file of the match, as in `matches.csv`. Only data sets have exact values."""

Seen = Callable[[int, int], None]


def write_csv(folder: Path, *, seen: Seen = lambda _done, _all: None) -> int:
    """Write the decisions of the tournament in a folder as CSV, beside its table of matches.

    Args:
        folder: as `deathmatch tournament --out` makes it.
        seen: called with the matches that are done, and all.

    Returns: the number of matches.

    Raises: ValueError if the folder holds no tournament, or a record that cannot be read.
    """
    rows = kept_result(folder).rows
    draft = folder / f"{DECISIONS_CSV}.part"
    with draft.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(CSV_COLUMNS)
        for number, row in enumerate(rows):
            for decision in decision_rows(folder, number, row):
                writer.writerow([_plain(row.record if column == "record" else decision[column]) for column in CSV_COLUMNS])
            seen(number + 1, len(rows))
    draft.replace(folder / DECISIONS_CSV)
    return len(rows)


def _plain(value: object) -> object:
    """A value as CSV has it: nothing for null, and `true` or `false`."""
    return str(value).lower() if isinstance(value, bool) else value


def _record(folder: Path, row: Row) -> Record:
    file = folder / row.record
    try:
        return read(file.read_bytes(), find)
    except RecordError as error:
        raise ValueError(f"{file}, line {error.line}: {error}") from None


def match_row(folder: Path, number: int, row: Row) -> dict[str, Any]:
    """The row of a match, with the columns `MATCH_COLUMNS`. Raises ValueError for a record that cannot be read."""
    record = _record(folder, row)
    names = record.header.names
    return {
        "match": number,
        "variant": record.variant.id,
        "options": json.dumps(dict(record.header.given)),
        "seat_a": names.a,
        "seat_b": names.b,
        "seed": row.seed,
        "number": row.number,
        "winner": None if not row.winner else "A" if row.winner == row.first else "B",
        "reason": row.reason,
        "events": row.events,
        "record": write(record),
    }


class ExactValues:
    """The exact values of the matches of one tournament.

    Args:
        units: of work that those of a match may take; 0 finds none.
        resources: the word lists, for advisors that need them.
    """

    def __init__(self, units: int = 0, resources: Resources | None = None) -> None:
        self.units = units
        self._resources = resources
        self._find: Callable[[AnyMatchHistory, Budget], Mapping[int, float]] | None = None
        self._asked = False

    def of(self, record: Record, history: AnyMatchHistory) -> dict[int, float]:
        """By the number of a question, the chance of A after it, if it is known exactly."""
        if self.units and not self._asked:
            self._asked, self._find = True, _finder(record, self._resources)
        known = {} if self._find is None else self._find(history, Counted(self.units))
        return {moment.ply: known[moment.event] for moment in history.moments if moment.event in known}


def _finder(record: Record, resources: Resources | None) -> Callable[[AnyMatchHistory, Budget], Mapping[int, float]] | None:
    """The capability `exact_chances` of a game, with its advisor under the options of a record; None if it has none.

    It gives the number of each event that ended a question, and A's chance to win after it if both go on as well as can be. The budget is
    asked once for each unit of work; the chances are then those found so far, the end of the match first.
    """
    find_chances = plugins.brought(f"{record.variant.game}.exact_chances")
    return None if find_chances is None else partial(find_chances, study.advisor(record.variant, record.header.game(), resources))


def decision_rows(folder: Path, number: int, row: Row, values: ExactValues | None = None) -> Iterator[dict[str, Any]]:
    """The rows of its decisions, with the columns `DECISION_COLUMNS`.

    Args:
        folder: of the tournament.
        number: of the match in it.
        row: of the match in the table of matches.
        values: the exact ones; None leaves them out.

    Raises: ValueError for a record that cannot be read.
    """
    record = _record(folder, row)
    game, history = record.header.game(), match_history(record)
    exact = {} if values is None else values.of(record, history)
    winner = history.outcome.winner
    for moment in history.moments:
        seat = moment.seat
        if seat is None or not isinstance(moment.pending, Ask):
            continue
        view = game.view(moment.state, seat)
        yield {
            "match": number,
            "variant": record.variant.id,
            "event": moment.event,
            "ply": moment.ply,
            "seat": seat.value,
            "bot": record.header.names[seat],
            "decision": moment.pending.name,
            "legal": game.decision(view).count(),
            "move": moment.text,
            "view": json.dumps({"public": game.public(view), "private": game.private(view)}, separators=(",", ":")),
            "won": None if winner is None else winner is seat,
            "value": exact.get(moment.ply),
        }
