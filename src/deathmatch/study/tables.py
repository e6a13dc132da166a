"""The matches of a kept tournament and all of their decisions as Parquet, for pandas, polars and others.

`matches.parquet` has a row a match with the whole record; `decisions/part-00000.parquet` and the next ones have a row a decision, with
the view of the seat. The same tournament gives the same bytes with the same version of pyarrow: no time of the clock is in them. Each part
is written whole or not at all, and a part that exists is not made again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import as_completed
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from deathmatch.bots import study
from deathmatch.bots.budget import Counted
from deathmatch.bots.local_pool import local_pool
from deathmatch.bots.processes import processors
from deathmatch.core.extras import naming_extras
from deathmatch.core.game import Ask, Resources
from deathmatch.core.reviewing import AnyMatchHistory, ExactChances
from deathmatch.games import find
from deathmatch.match.record import Record, RecordError, read, write
from deathmatch.match.replay import match_history
from deathmatch.study.folder import kept_result
from deathmatch.study.tournament import Row

with naming_extras("data"):
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

MATCHES: Final = "matches.parquet"
DECISIONS: Final = "decisions"
PART: Final = 500  # matches of a part

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

_UNITS: Final = b"units"  # of work of the reviews, in the description of a file

Seen = Callable[[int, int], None]


def tabulate(
    folder: Path, *, units: int = 0, resources: Resources | None = None, jobs: int = 1, seen: Seen = lambda _done, _all: None
) -> int:
    """Write both tables of the tournament in a folder.

    Args:
        folder: as `deathmatch arena --out` makes it.
        units: of work that the exact values of a match may take; 0 finds none.
        resources: the word lists, for advisors that need them.
        jobs: the number of processes; 0 takes one for each core, 1 works in this one.
        seen: called with the matches that are done, and all.

    Returns: the number of matches.

    Raises: ValueError if the folder holds no tournament, or a record that cannot be read.
    """
    rows = kept_result(folder).rows
    table = [_match(folder, number, row) for number, row in enumerate(rows)]
    _write(folder / MATCHES, MATCH_COLUMNS, table)
    parts = folder / DECISIONS
    parts.mkdir(exist_ok=True)
    missing, done = [], 0
    for place, part in enumerate(_parts(rows)):
        file = parts / f"part-{place:05}.parquet"
        if _whole(file, [number for number, _ in part], units):
            done += len(part)
        else:
            missing.append((file, part))
    if done:
        seen(done, len(rows))
    jobs = min(jobs or processors(), len(missing))
    if jobs < 2:
        for file, part in missing:
            _tabulated(folder, file, part, units, resources, partial(_later, seen, done, len(rows)))
            done += len(part)
        return len(rows)
    with local_pool(jobs) as pool:
        waiting = {pool.submit(_tabulated, folder, file, part, units, resources): len(part) for file, part in missing}
        for future in as_completed(waiting):
            future.result()
            done += waiting[future]
            seen(done, len(rows))
    return len(rows)


def _later(seen: Seen, before: int, of: int, done: int) -> None:
    seen(before + done, of)


def _tabulated(
    folder: Path,
    file: Path,
    part: Sequence[tuple[int, Row]],
    units: int,
    resources: Resources | None,
    seen: Callable[[int], None] = lambda _done: None,
) -> None:
    """Write a part of the table of decisions; calls `seen` with the number of its matches that are done."""
    decisions: list[dict[str, Any]] = []
    advisor: ExactChances[Any] | None = None
    for done, (number, row) in enumerate(part, 1):
        record = _record(folder, row)
        if done == 1 and units:
            advisor = _advisor(record, resources)
        decisions += _decisions(number, row, record, advisor, units)
        seen(done)
    _write(file, DECISION_COLUMNS, decisions, units)


def _advisor(record: Record, resources: Resources | None) -> ExactChances[Any] | None:
    """That of the game under the options of a record, if it finds exact chances."""
    if "advise" not in record.variant.capabilities:
        return None
    made = study.advisor(record.variant, record.header.game(), resources)
    return made if isinstance(made, ExactChances) else None


def _parts(rows: Sequence[Row]) -> Iterator[list[tuple[int, Row]]]:
    numbered = iter(enumerate(rows))
    while part := list(islice(numbered, PART)):
        yield part


def _whole(file: Path, matches: Sequence[int], units: int) -> bool:
    """Whether a part is there with just these matches, reviewed with so much work."""
    if not file.exists() or (pq.read_schema(file).metadata or {}).get(_UNITS) != str(units).encode():
        return False
    known = pq.read_table(file, columns=["match"]).column("match").to_pylist()
    return sorted(set(known)) == list(matches)


def _write(file: Path, columns: dict[str, tuple[str, str]], rows: Iterable[dict[str, Any]], units: int = 0) -> None:
    fields = [pa.field(name, pa.type_for_alias(kind), metadata={"words": words}) for name, (kind, words) in columns.items()]
    schema = pa.schema(fields, metadata={_UNITS: str(units)})
    draft = file.with_suffix(".part")
    pq.write_table(pa.Table.from_pylist(list(rows), schema=schema), draft, compression="zstd")
    draft.replace(file)


def _record(folder: Path, row: Row) -> Record:
    file = folder / row.record
    try:
        return read(file.read_bytes(), find)
    except RecordError as error:
        raise ValueError(f"{file}, line {error.line}: {error}") from None


def _match(folder: Path, number: int, row: Row) -> dict[str, Any]:
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


def _decisions(number: int, row: Row, record: Record, advisor: ExactChances[Any] | None, units: int) -> Iterator[dict[str, Any]]:
    game, history = record.header.game(), match_history(record)
    exact = _exact(history, advisor, units)
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


def _exact(history: AnyMatchHistory, advisor: ExactChances[Any] | None, units: int) -> dict[int, float]:
    """By the number of a question, the chance of A after it, if it is known exactly."""
    known = {} if advisor is None else advisor.exact_chances(history, Counted(units))
    return {moment.ply: known[moment.event] for moment in history.moments if moment.event in known}
