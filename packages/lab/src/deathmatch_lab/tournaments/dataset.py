"""A data set: for each variant the matches of mixed bots, as records and as Parquet, with a card that says how it was made.

A variant is a tournament of everybody against everybody (`tournament.py`) in a folder of its own, so the matches follow from the seed
alone, and a data set that was broken off goes on. `SHA256SUMS` covers every Parquet file; `README.md` is the card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from deathmatch import __version__
from deathmatch.bots import registry
from deathmatch.bots.processes import processors
from deathmatch.core.game import Resources, Variant
from deathmatch.games import find
from deathmatch_lab.local_pool import local_pool
from deathmatch_lab.tournaments import tables
from deathmatch_lab.tournaments.folder import kept_result
from deathmatch_lab.tournaments.tables import DECISION_COLUMNS, MATCH_COLUMNS, Seen
from deathmatch_lab.tournaments.tournament import Row, Tournament, round_robin

# --- The tables of `tables.py` as Parquet, for pandas, polars and others
#
# `matches.parquet` has a row a match with the whole record; `decisions/part-00000.parquet` and the next ones have a row a decision. The
# same tournament gives the same bytes with the same version of pyarrow. Each part is written whole or not at all, and a part that exists is
# not made again.


MATCHES: Final = "matches.parquet"
DECISIONS: Final = "decisions"
PART: Final = 500  # matches of a part


def tabulate(folder: Path, *, jobs: int = 1, seen: Seen = lambda _done, _all: None) -> int:
    """Write both tables of the tournament in a folder.

    Args:
        folder: as `deathmatch arena --out` makes it.
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
        if _whole(file, [number for number, _ in part]):
            done += len(part)
        else:
            missing.append((file, part))
    if done:
        seen(done, len(rows))
    jobs = min(jobs or processors(), len(missing))
    if jobs < 2:
        for file, part in missing:
            _tabulated(folder, file, part, partial(_later, seen, done, len(rows)))
            done += len(part)
        return len(rows)
    with local_pool(jobs) as pool:
        waiting = {pool.submit(_tabulated, folder, file, part): len(part) for file, part in missing}
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
    seen: Callable[[int], None] = lambda _done: None,
) -> None:
    """Write a part of the table of decisions; calls `seen` with the number of its matches that are done."""
    decisions: list[dict[str, Any]] = []
    for done, (number, row) in enumerate(part, 1):
        decisions += tables.decision_rows(folder, number, row)
        seen(done)
    _write(file, DECISION_COLUMNS, decisions)


def _parts(rows: Sequence[Row]) -> Iterator[list[tuple[int, Row]]]:
    numbered = iter(enumerate(rows))
    while part := list(islice(numbered, PART)):
        yield part


def _whole(file: Path, matches: Sequence[int]) -> bool:
    """Whether a part is there with just these matches and columns."""
    if not file.exists() or pq.read_schema(file).names != list(DECISION_COLUMNS):
        return False
    known = pq.read_table(file, columns=["match"]).column("match").to_pylist()
    return sorted(set(known)) == list(matches)


def _write(file: Path, columns: dict[str, tuple[str, str]], rows: Iterable[dict[str, Any]]) -> None:
    schema = pa.schema([pa.field(name, pa.type_for_alias(kind), metadata={"words": words}) for name, (kind, words) in columns.items()])
    draft = file.with_suffix(".part")
    pq.write_table(pa.Table.from_pylist(list(rows), schema=schema), draft, compression="zstd")
    draft.replace(file)


# --- The matches of a data set


MIXED: Final = ("random", "steady", "level-2", "level-4", "level-6")
"""Bots of all strengths that decide within milliseconds."""

SUMS: Final = "SHA256SUMS"
CARD: Final = "README.md"

Lists = Callable[[Variant], Resources]


@dataclass(frozen=True, slots=True)
class Part:
    """One variant of a data set.

    Attributes:
        folder: below that of the data set.
        tournament: its matches.
    """

    folder: str
    tournament: Tournament


def planned(variants: Sequence[str], bots: Sequence[str], games: int, seed: int, thinking: int, lists: Lists) -> list[Part]:
    """The parts of a data set.

    Args:
        variants: `GAME/VARIANT`, each once.
        bots: two at least; each pair plays as many matches as the others.
        games: the matches of a variant at least; rounded up so that each pair plays whole pairs of matches.
        seed: of all chance.
        thinking: units of work of a decision.
        lists: the word lists of a variant.

    Raises: LookupError for an unknown variant or bot; ValueError for a number that makes no sense.
    """
    if games < 1:
        raise ValueError(f"games must be at least 1, not {games}")
    pairs = len(round_robin(len(bots)))
    each = 2 * -(-games // (2 * max(1, pairs)))
    parts = []
    for name in variants:
        variant = find(name)
        _, game = variant.bind({})
        for bot in bots:
            registry.pick(variant, game, bot)
        tournament = Tournament(variant.id, tuple(bots), each, seed, thinking=thinking, resources=lists(variant))
        parts.append(Part(variant.id.replace("/", "-"), tournament))
    if len({part.folder for part in parts}) < len(parts):
        raise ValueError("a variant is named twice")
    return parts


def seal(folder: Path, parts: Sequence[Part]) -> None:
    """Write the checksums and the card of a data set whose tables are whole."""
    files = sorted(file for part in parts for file in (folder / part.folder).rglob("*.parquet"))
    sums = [f"{_digest(file)}  {file.relative_to(folder).as_posix()}\n" for file in files]
    (folder / SUMS).write_text("".join(sums), encoding="utf-8", newline="\n")
    (folder / CARD).write_text(_card(folder, parts), encoding="utf-8", newline="\n")


def _digest(file: Path) -> str:
    digest = sha256()
    with file.open("rb") as opened:
        while block := opened.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def loading(folder: str) -> str:
    """The three lines that load a data set with polars."""
    return (
        "import polars as pl\n\n"
        f'matches = pl.read_parquet("{folder}/*/{MATCHES}")\n'
        f'decisions = pl.read_parquet("{folder}/*/{DECISIONS}/*.parquet")\n'
    )


def loading_with_pandas(folder: str) -> str:
    """The three lines that load it with pandas, which takes no stars in a name."""
    lines = [
        f'{name} = pd.concat(map(pd.read_parquet, sorted(glob.glob("{folder}/*/{files}"))), ignore_index=True)\n'
        for name, files in (("matches", MATCHES), ("decisions", f"{DECISIONS}/*.parquet"))
    ]
    return "".join(["import glob, pandas as pd\n\n", *lines])


def _card(folder: Path, parts: Sequence[Part]) -> str:
    first = parts[0].tournament
    lines = [
        "# Matches of Deathmatch",
        "",
        f"Whole matches of bots, made by deathmatch {__version__}. Each decision has the view of the seat that made it.",
        "",
        "## Load it",
        "",
        f"```python\n{loading('.')}```",
        "",
        "With pandas:",
        "",
        f"```python\n{loading_with_pandas('.')}```",
        "",
        "`matches.parquet` and `decisions/` of a variant belong together by the column `match`.",
        "",
        "## How it was made",
        "",
        f"    {_command(parts)}",
        "",
        f"Everybody against everybody, with the default options, {first.games} matches a pair; the bots swap seats after each match. "
        f"Bots: {', '.join(first.bots)}. Units of work of a decision: {first.thinking}. The same command gives the same matches on any "
        "machine, and the same files with the same version of pyarrow.",
        "",
        "| variant | matches | decisions at most of a match | won by seat A |",
        "| --- | --- | --- | --- |",
    ]
    for part in parts:
        rows = kept_result(folder / part.folder).rows
        most = max(row.decisions_a + row.decisions_b for row in rows)
        won = sum(row.winner == row.first for row in rows) / len(rows)
        lines.append(f"| `{part.tournament.variant}` | {len(rows):,} | {most:,} | {won:.1%} |")
    lines.append("")
    for name, columns in ((MATCHES, MATCH_COLUMNS), (f"{DECISIONS}/*.parquet", DECISION_COLUMNS)):
        lines += [f"## `{name}`", "", "| column | type | |", "| --- | --- | --- |"]
        lines += [f"| `{column}` | {kind} | {words} |" for column, (kind, words) in columns.items()]
        lines.append("")
    lines += [
        "`records/` has the same matches as text files, `matches.csv` their table with the times that the bots took.",
        "",
        "## Limits",
        "",
        "The players are programs, so frequencies of moves are theirs. No match was ended by a clock or a resignation.",
        "",
        "## Licence",
        "",
        "MIT, as the package. The words in matches of games with a word list come from the list that ships (its licence stands beside it).",
        "",
        "## Checksums",
        "",
        f"`sha256sum -c {SUMS}` checks every Parquet file.",
        "",
    ]
    return "\n".join(lines)


def _command(parts: Sequence[Part]) -> str:
    first = parts[0].tournament
    asked: list[Any] = ["deathmatch dataset DIR", f"--games {first.games * len(round_robin(len(first.bots)))}", f"--seed {first.seed}"]
    asked += [f"--thinking {first.thinking}", *[f"--play {bot}" for bot in first.bots]]
    return " ".join([*asked, *[f"--game {part.tournament.variant}" for part in parts]])
