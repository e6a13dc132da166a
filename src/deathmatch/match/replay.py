"""The positions of a record, one after another (rules/REPLAY.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from deathmatch.core.seats import SEATS
from deathmatch.match.position import Position
from deathmatch.match.record import Entry, Find, Header, Record, RecordError, unfold
from deathmatch.match.seen import legal_counts, private_state, public_state


@dataclass(frozen=True, slots=True)
class Moment:
    """One position of a record.

    Attributes:
        event: 0 for the start, then 1, 2, ...
        entry: the event that led here; None at the start.
        position: where the match stands then.
    """

    event: int
    entry: Entry | None
    position: Position

    def json(self, file: str) -> dict[str, Any]:
        """The object that `deathmatch replay --json` prints for this position."""
        position = self.position
        return {
            "file": file,
            "event": self.event,
            "line": self.entry.plain if self.entry is not None else None,
            "public": public_state(position),
            "private": {seat.value: private_state(position, seat) for seat in SEATS},
            "legal": legal_counts(position),
        }


def moments(source: str | bytes, find: Find) -> tuple[Header, Iterator[Moment]]:
    """The header of a record and its positions, the start first; raises RecordError, also while the positions are asked for."""
    header, steps = unfold(source, find)
    return header, (Moment(number, entry, position) for number, (entry, position) in enumerate(steps))


def positions(record: Record) -> Iterator[Position]:
    """The positions of a record that has been read: the start, then one after each event."""
    position = Position.start(record.variant, record.header.game())
    yield position
    for entry in record.entries:
        position, _ = position.accept(entry.actor, entry.text)
        yield position


def complaint(file: str, error: RecordError) -> str:
    """One line about a record that was refused: `FILE:LINE: reason (GAME Rn)`."""
    return f"{file}:{error.line}: {error}"
