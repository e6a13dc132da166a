"""Entries that another process wrote to the log of a table, and the steps in which its readers are shown them.

The log does not say which entries were added together. That follows from the entries: the lot, the toss, the beginning of a match, its past
and a rest come with the entry that has led to them. So readers get the frames that they would get if it had happened here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from deathmatch.server.store.interface import Store
from deathmatch.server.table import entries
from deathmatch.server.table.entries import Entry
from deathmatch.server.table.forgetting import Forgotten
from deathmatch.server.table.play import Inherits, Moved, goes_on
from deathmatch.server.table.rest import Rested, Woken
from deathmatch.server.table.seating import Allotted, Claimed, Sat, Tossed
from deathmatch.server.table.table import Steps, Table, apply
from deathmatch.server.times import Slices


def sent_to(first: int, end: int, sent: Mapping[int, Sequence[bytes]]) -> list[bytes] | None:
    """The entries of a log from `first` on, before `end`, if all of them came with the news; None otherwise.

    Args:
        first: the number of the first entry.
        end: one more than that of the last.
        sent: the number of the first one of a piece -> the piece.
    """
    found: list[bytes] = []
    while first < end:
        piece = sent.get(first)
        if not piece:
            return None
        found += piece
        first += len(piece)
    return found


async def missing(store: Store, table: Table, sent: Sequence[bytes] | None = None) -> Steps | None:
    """The entries of the log that this table lacks, each with the table after it. They are read, if they were not `sent` with the news.

    Returns: None if the entries before have changed as well, so the table has to be made from the whole log.
    Raises: LookupError if there is no such log any more; StoreError.
    """
    stored = await store.load(table.id, table.count) if sent is None else sent
    if stored is None:
        raise LookupError(table.id)
    steps: list[tuple[Entry, Table]] = []
    slices = Slices()
    for entry in map(entries.decode, stored):
        if isinstance(entry, Forgotten):
            return None
        table = apply(table, entry)
        steps.append((entry, table))
        await slices.turn()
    return steps


def together(steps: Steps) -> Iterator[Steps]:
    """The steps in the groups in which they were added."""
    group: list[tuple[Entry, Table]] = []
    for entry, table in steps:
        if group and not _goes_with([one for one, _ in group], entry):
            yield group
            group = []
        group.append((entry, table))
    if group:
        yield group


def _goes_with(before: Sequence[Entry], entry: Entry) -> bool:
    if isinstance(entry, Inherits):
        return isinstance(before[-1], Inherits)
    same = entry.moment == before[-1].moment
    if isinstance(entry, Moved):
        return goes_on(entry) or (same and entry.events[0][0] == "started")
    if isinstance(entry, Sat):
        return same and isinstance(before[-1], Claimed)
    return same and isinstance(entry, (Allotted, Tossed, Rested, Woken))
