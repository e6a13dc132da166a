"""The matches of a kept tournament and all of their decisions as rows; `dataset.py` writes them as Parquet.

A row a decision has the view of the seat. The same tournament gives the same rows: no time of the clock is in them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from deathmatch.core.game import Ask
from deathmatch.games import find
from deathmatch.match.record import Record, RecordError, read, write
from deathmatch.match.replay import match_history
from deathmatch_lab.tournaments.tournament import Row

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
}

Seen = Callable[[int, int], None]


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


def decision_rows(folder: Path, number: int, row: Row) -> Iterator[dict[str, Any]]:
    """The rows of its decisions, with the columns `DECISION_COLUMNS`.

    Args:
        folder: of the tournament.
        number: of the match in it.
        row: of the match in the table of matches.

    Raises: ValueError for a record that cannot be read.
    """
    record = _record(folder, row)
    game, history = record.header.game(), match_history(record)
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
        }
