"""The positions of a record, one after another (rules/REPLAY.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from deathmatch.core import errors, game, reviewing, seats
from deathmatch.match.position import RESIGN, TIMED_OUT, Position, answering, legal_counts, private_state, public_state
from deathmatch.match.record import LARGEST, Entry, Find, Header, Record, RecordError, unfold


@dataclass(frozen=True, slots=True)
class ReplayStep:
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
            "private": {seat.value: private_state(position, seat) for seat in seats.SEATS},
            "legal": legal_counts(position),
        }


def replay_steps(source: str | bytes, find: Find, *, largest: int = LARGEST) -> tuple[Header, Iterator[ReplayStep]]:
    """The header of a record and its positions, the start first; raises RecordError, also while the positions are asked for."""
    header, steps = unfold(source, find, largest=largest)
    return header, (ReplayStep(number, entry, position) for number, (entry, position) in enumerate(steps))


def positions(record: Record) -> Iterator[Position]:
    """The positions of a record that has been read: the start, then one after each event."""
    position = Position.start(record.variant, record.header.game())
    yield position
    for entry in record.entries:
        position, _ = position.accept(entry.actor, entry.text)
        yield position


class UnfinishedError(errors.DeathmatchError, ValueError):
    """A match that is not over, although the call needs one that is."""


def match_history(record: Record) -> reviewing.AnyMatchHistory:
    """The match of a record, as an advisor gets it for a review; raises UnfinishedError."""
    along = list(positions(record))
    if (outcome := along[-1].over) is None:
        raise UnfinishedError("the match is not over")
    steps = enumerate(zip(record.entries, pairwise(along), strict=True), 1)
    made = tuple(_moment(number, entry, before) for number, (entry, (before, _)) in steps)
    return reviewing.MatchHistory(made, along[-1].state, outcome)


def _moment(number: int, entry: Entry, before: Position) -> reviewing.Moment[Any]:
    move: Any = None
    if entry.text == TIMED_OUT:
        move = game.TIMEOUT
    elif isinstance(before.pending, game.Deals) and entry.actor not in seats.SEATS:
        move = before.pending.chance.read(entry.text)
    elif entry.text != RESIGN:
        move = before.decision(answering(entry.actor)).read(entry.text)
    return reviewing.Moment(number, before.ply, entry.actor, entry.text, before.state, before.pending, move)


def complaint(file: str, error: RecordError) -> str:
    """One line about a record that was refused: `FILE:LINE: reason (GAME Rn)`."""
    return f"{file}:{error.line}: {error}"
