"""More entries of many matches in one statement, which is a transaction of its own if none is begun.

The rows of the matches that this process wrote last are kept in memory, so usually nothing is read. The statement changes only rows that
still are as they were; a log to which another process has added meanwhile stays as it is, and its writer hears of it.
"""

# ruff: noqa: S608 - the statements are made of words of ours
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from psycopg.types.numeric import Int8

from deathmatch.server.store.interface import Addition, Damaged, StoreError
from deathmatch.server.store.logs import MatchRow, added, behind, checksum, sound_row
from deathmatch_postgres.database.connecting import Db

CHANNEL = "deathmatch"
WORK = "deathmatch_work"  # the channel on which workers hear of questions
NOTES = 100  # in one payload at most; PostgreSQL allows 8000 bytes
PART = 7_000  # bytes after which the lines of a commit go on in another payload
KEPT = 20_000  # rows of matches in memory
TRIES = 4  # in one transaction, for logs to which others add at the same moment

_ROWS = "SELECT id, begun::int8, due, count, head, sum FROM matches WHERE id = ANY(%b::text[])"
_COLUMNS = "begun, due, count, head, sum"
_OF_IT = "it.begun, it.due, it.count, it.head, it.sum"
_GIVEN = "%b::text[], %b::int8[], %b::bytea[], %b::int8[], %b::int8[], %b::int8[], %b::bytea[], %b::bytea[], %b::text[]"
_PARTS = {
    "new": f"""
    SELECT id, count_was, sum_was, begun::int2, NULLIF(due, -1) AS due, count::int4, head, sum, told FROM unnest({_GIVEN})
    AS it (id, count_was, sum_was, {_COLUMNS}, told)""",
    "changed": f"""
    UPDATE matches SET ({_COLUMNS}) = ({_OF_IT}) FROM new AS it
    WHERE matches.id = it.id AND (matches.count, matches.sum) = (it.count_was, it.sum_was) RETURNING matches.id, it.told""",
    "more": """
    INSERT INTO entries (match, n, body, sum) SELECT it.match, it.n::int4, it.body, it.sum
    FROM unnest(%b::text[], %b::int8[], %b::bytea[], %b::bytea[]) AS it (match, n, body, sum) JOIN changed ON changed.id = it.match""",
    "gone": "DELETE FROM makers USING changed WHERE makers.match = changed.id AND changed.id = ANY(%b::text[])",
    "wrote": """
    INSERT INTO writers (id, batch, at, sum) VALUES (%b, %b, %b, %b)
    ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, at = excluded.at, sum = excluded.sum, seen = now()""",
    "parts": f"""
    SELECT %b || string_agg(told, '') AS words
    FROM (SELECT told, (sum(length(told)) OVER (ROWS UNBOUNDED PRECEDING)) / {PART} AS part FROM changed) AS measured GROUP BY part""",
    "told": f"SELECT pg_notify('{CHANNEL}', words) FROM parts",
}
_ADD = f"WITH {', '.join(f'{name} AS ({sql})' for name, sql in _PARTS.items())} SELECT id, (SELECT count(*) FROM told) FROM changed"
_THERE = """
SELECT entries.match FROM unnest(%b::text[], %b::int8[], %b::bytea[]) AS it (match, n, sum)
JOIN entries ON entries.match = it.match AND entries.n = it.n::int4 AND entries.sum = it.sum
"""


@dataclass(frozen=True, slots=True)
class Stamp:
    """The row of a process, as a commit leaves it.

    Attributes:
        writer: the number of the process.
        batch: the number of the commit.
        at: the latest moment of running time that the process has written.
    """

    writer: int
    batch: int
    at: int

    def values(self) -> tuple[Int8, Int8, Int8, bytes]:
        """The columns, and their checksum."""
        return Int8(self.writer), Int8(self.batch), Int8(self.at), checksum((self.writer, self.batch, self.at))


@dataclass(slots=True)
class Plan:
    """The additions of one statement.

    Attributes:
        results: for each addition why it fails, as far as that is known before the statement; None otherwise.
        before, after: the rows of the matches that it changes.
        new: the rows of the entries.
        over: the matches that are over.
    """

    results: list[StoreError | None] = field(default_factory=list)
    before: dict[str, MatchRow] = field(default_factory=dict)
    after: dict[str, MatchRow] = field(default_factory=dict)
    new: list[tuple[str, int, bytes, bytes]] = field(default_factory=list)
    over: list[str] = field(default_factory=list)


class Rows:
    """The rows of the matches that this process wrote last."""

    def __init__(self) -> None:
        self._rows: dict[str, MatchRow] = {}

    def forget(self, matches: Sequence[str]) -> None:
        """They may have changed."""
        for match in matches:
            self._rows.pop(match, None)

    def clear(self) -> None:
        """All of them may have changed."""
        self._rows.clear()

    def keep(self, rows: Mapping[str, MatchRow]) -> None:
        """So they are on disk."""
        if len(self._rows) > KEPT:
            self._rows.clear()
        self._rows |= rows

    async def of(self, db: Db, additions: Sequence[Addition]) -> tuple[dict[str, MatchRow], dict[str, Damaged]]:
        """The rows of the matches of these additions, and the damaged ones: read if they are not kept, or do not fit."""
        firsts: dict[str, int] = {}
        for addition in additions:
            firsts.setdefault(addition.match, addition.first)
        rows = {match: self._rows[match] for match, first in firsts.items() if match in self._rows and self._rows[match].count == first}
        damaged: dict[str, Damaged] = {}
        unknown = [match for match in firsts if match not in rows]
        if unknown:
            for found in await (await db.execute(_ROWS, (unknown,), prepare=True)).fetchall():
                try:
                    rows[found[0]] = sound_row(found[0], found)
                except Damaged as error:
                    damaged[found[0]] = error
        return rows, damaged


def plan(additions: Sequence[Addition], rows: Mapping[str, MatchRow], damaged: Mapping[str, Damaged]) -> Plan:
    """What the statement has to write, if the matches have these rows."""
    it, now = Plan(), dict(rows)
    for addition in additions:
        match, row = addition.match, now.get(addition.match)
        if row is None or row.count != addition.first:
            it.results.append(damaged.get(match) or behind(addition, row))
            continue
        now[match], more = added(replace(row, begun=row.begun or addition.begun, due=addition.due), addition.entries)
        it.before.setdefault(match, row)
        it.after[match] = now[match]
        it.new += more
        if addition.over:
            it.over.append(match)
        it.results.append(None)
    return it


async def write(db: Db, it: Plan, stamp: Stamp) -> set[str]:
    """The one statement; returns the matches that it has changed."""
    matches = list(it.after)
    told = [f"\nlog {row.count} {match}" for match, row in it.after.items()]
    after = [it.after[match].values() for match in matches]
    values: tuple[Any, ...] = (
        matches,
        [Int8(it.before[match].count) for match in matches],
        [it.before[match].values()[-1] for match in matches],
        [Int8(row[1]) for row in after],
        [Int8(-1 if row[2] is None else row[2]) for row in after],
        [Int8(row[3]) for row in after],
        [row[4] for row in after],
        [row[5] for row in after],
        told,
        [row[0] for row in it.new],
        [Int8(row[1]) for row in it.new],
        [row[2] for row in it.new],
        [row[3] for row in it.new],
        it.over,
        *stamp.values(),
        str(stamp.writer),
    )
    return {row[0] for row in await (await db.execute(_ADD.encode(), values, prepare=True)).fetchall()}


async def there(db: Db, it: Plan) -> set[str]:
    """The matches of a plan whose last entry is on disk, with the checksum that it was given."""
    last = {match: (n, sum_) for match, n, _, sum_ in it.new}
    values = (list(last), [Int8(n) for n, _ in last.values()], [sum_ for _, sum_ in last.values()])
    return {row[0] for row in await (await db.execute(_THERE, values)).fetchall()}
