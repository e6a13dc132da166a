"""Records as a user of the library reads, makes and writes them. A `Record` that exists is a match that the rules allow."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deathmatch import games
from deathmatch.core import arguments, chance, errors, reviewing, seats
from deathmatch.core.game import Deals, Over, Timeout
from deathmatch.library.game import Deal, Game, Move, check
from deathmatch.match import record as records
from deathmatch.match import replay
from deathmatch.match.position import DEAL, HOSTS, Position, answering
from deathmatch.match.record import Entry, Header, Record

_PART = 65_536  # bytes that are read at a time

NAMELESS: seats.BySeat[str | None] = seats.BySeat(None, None)


@arguments.checking
def parse_record(text: str | bytes, *, largest: int = records.LARGEST) -> Record:
    """The record in a text. It is played through, so a record that breaks a rule is refused whole.

    Args:
        text: a record in any spelling that `rules/README.md` allows.
        largest: the limit of its size in bytes.

    Returns: the record, its moves in canonical form.

    Raises:
        RecordError: the text is no record, or a line breaks a rule. The error names the line and the rule.
    """
    return records.read(text, games.find, largest=largest)


@arguments.checking
def read_record(path: str | os.PathLike[str], *, largest: int = records.LARGEST) -> Record:
    """The record in a file, as `parse_record` reads it.

    Args:
        path: the file, usually `NAME.dm`.
        largest: the limit of its size in bytes; a larger file is refused without being read to its end.

    Returns: the record.

    Raises:
        OSError: the file cannot be read.
        RecordError: its content is refused.
    """
    with _path(path).open("rb") as file:
        data = records.gather(iter(lambda: file.read(_PART), b""), largest)
    return parse_record(data, largest=largest)


def _path(path: str | os.PathLike[str]) -> Path:
    """The path of a file; raises ValueError for a text that no file can have as its name."""
    try:
        usable = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        usable = False
    if not usable:
        raise ValueError(f"path must name a file, not {arguments.shown(path)}")
    return Path(path)


@arguments.checking
def write_record(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record in canonical form; `str(record)` is the text.

    Args:
        record: the record.
        path: the file; an existing file is replaced.

    Raises:
        OSError: the file cannot be written.
    """
    _path(path).write_text(records.write(record), encoding="utf-8", newline="\n")


@arguments.checking
def replay_record(record: Record) -> Iterator[Position]:
    """The positions of a record.

    Args:
        record: the record of any match, finished or not.

    Returns: the start, then the position after each event.
    """
    return replay.positions(record)


@arguments.checking
def history_of(record: Record) -> reviewing.AnyMatchHistory:
    """A finished match for analysis: every event with the state before it and the parsed move.

    Args:
        record: the record of a match that is over.

    Returns: the course, whose `moments` are the events in order. It holds the secrets of the match.

    Raises:
        UnfinishedError: the match is not over.
    """
    return replay.match_history(record)


@arguments.checking
def game_of(record: Record) -> Game:
    """The game of a record, with its options.

    Args:
        record: the record of any match.

    Returns: the game.
    """
    header = record.header
    values, rules = header.variant.bind(header.given)
    return Game(header.variant, values, header.given, rules)


@arguments.checking
@dataclass(frozen=True, slots=True, repr=False)
class Playthrough:
    """A match without clocks, played event by event. It is a value: `play` returns a new one. `record` is its record.

    Attributes:
        game: the game.
        positions: the start, then the position after each event.
        entries: the events.
        names: the players' names for the record; None leaves a name out.
    """

    game: Game
    positions: tuple[Position, ...]
    entries: tuple[Entry, ...] = ()
    names: seats.BySeat[str | None] = NAMELESS

    def __repr__(self) -> str:
        count = len(self.entries)
        return f"<Playthrough of {self.game.id}, {count} event{'s' * (count != 1)}>"

    @classmethod
    def start(cls, game: Game, names: seats.BySeat[str | None] = NAMELESS) -> Playthrough:
        """A match before its first event.

        Args:
            game: the game to play.
            names: the players' names for the record.

        Returns: the playthrough.
        """
        return cls(game, (game.position(),), (), names.map(lambda name: records.tidy(name) or None if name else None))

    @property
    def position(self) -> Position:
        """Where the match stands now."""
        return self.positions[-1]

    @property
    def over(self) -> Over | None:
        """How the match ended; None while it runs."""
        return self.position.over

    def play(self, actor: seats.Seat | str, move: Move | Deal | Timeout | str) -> Playthrough:
        """The match after one more event.

        Args:
            actor: `A`, `B`, `deal` or `host`.
            move: a move or a deal, as an object of the game or as text in any spelling that the book reads; or `resign`, or `timeout`
                or `TIMEOUT`.

        Returns: the longer playthrough; this one stays as it is.

        Raises:
            Malformed: the text is not a move, or not the deal, that the actor owes.
            Illegal: a rule forbids it, or the actor owes nothing.
            TypeError: the object is no move, or no deal, of this game.
            ValueError: there is no such actor.
        """
        if actor not in (*seats.Seat, DEAL, HOSTS):
            raise ValueError(f"actor must be A, B, {DEAL} or {HOSTS}, not {arguments.shown(actor)}")
        position, canonical = self.position.accept(str(actor), move if isinstance(move, str) else self._text(str(actor), move))
        return Playthrough(self.game, (*self.positions, position), (*self.entries, Entry(str(actor), canonical)), self.names)

    def _text(self, actor: str, move: object) -> str:
        """The text of a move or deal that was given as an object."""
        if isinstance(move, Timeout):
            return move.value
        pending = self.position.pending
        if actor == DEAL:
            owed: Any = pending.chance if isinstance(pending, Deals) else None
        else:
            owed = self.position.decision(answering(actor)) if actor in self.position.actors else None
        if owed is None:
            raise errors.Illegal("the match is over" if self.over else f"{actor} owes nothing now", self.game.variant.submitting)
        check(owed, "move", move)
        text: str = owed.write(move)
        return text

    def deal(self, source: chance.RandomSource) -> Playthrough:
        """The match after the deal that is due, made with the probabilities of the rule book.

        Args:
            source: the source of random numbers.

        Returns: the longer playthrough.

        Raises:
            Illegal: no deal is due.
        """
        pending = self.position.pending
        if not isinstance(pending, Deals):
            raise errors.Illegal("no deal is due now", self.game.variant.submitting)
        return self.play(DEAL, pending.chance.write(pending.chance.sample(source)))

    @property
    def record(self) -> Record:
        """The match so far. It includes a submission that still waits for the other seat."""
        return Record(Header(self.game.variant, dict(self.game.given), self.names, ()), self.entries)
