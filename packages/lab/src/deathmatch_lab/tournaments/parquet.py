"""The tables of `tables.py` as Parquet, for pandas, polars and others.

`matches.parquet` has a row a match with the whole record; `decisions/part-00000.parquet` and the next ones have a row a decision. The same
tournament gives the same bytes with the same version of pyarrow. Each part is written whole or not at all, and a part that exists is not
made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import as_completed
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from deathmatch.bots.local_pool import local_pool
from deathmatch.bots.processes import processors
from deathmatch.core.game import Resources
from deathmatch_lab.tournaments import tables
from deathmatch_lab.tournaments.folder import kept_result
from deathmatch_lab.tournaments.tables import DECISION_COLUMNS, MATCH_COLUMNS, Seen
from deathmatch_lab.tournaments.tournament import Row

MATCHES: Final = "matches.parquet"
DECISIONS: Final = "decisions"
PART: Final = 500  # matches of a part

_UNITS: Final = b"units"  # of work of the exact values, in the description of a file


def tabulate(
    folder: Path, *, units: int = 0, resources: Resources | None = None, jobs: int = 1, seen: Seen = lambda _done, _all: None
) -> int:
    """Write both tables of the tournament in a folder.

    Args:
        folder: as `deathmatch tournament --out` makes it.
        units: of work that the exact values of a match may take; 0 finds none.
        resources: the word lists, for advisors that need them.
        jobs: the number of processes; 0 takes one for each core, 1 works in this one.
        seen: called with the matches that are done, and all.

    Returns: the number of matches.

    Raises: ValueError if the folder holds no tournament, or a record that cannot be read.
    """
    rows = kept_result(folder).rows
    table = [tables.match_row(folder, number, row) for number, row in enumerate(rows)]
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
    values = tables.ExactValues(units, resources)
    for done, (number, row) in enumerate(part, 1):
        decisions += tables.decision_rows(folder, number, row, values)
        seen(done)
    _write(file, DECISION_COLUMNS, decisions, units)


def _parts(rows: Sequence[Row]) -> Iterator[list[tuple[int, Row]]]:
    numbered = iter(enumerate(rows))
    while part := list(islice(numbered, PART)):
        yield part


def _whole(file: Path, matches: Sequence[int], units: int) -> bool:
    """Whether a part is there with just these matches, with exact values of so much work."""
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
