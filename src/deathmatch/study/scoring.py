"""Ratings of the players of kept records, wherever they were played: a folder of the arena, or of a server."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.match.record import Header, RecordError, unfold
from deathmatch.study.ratings import GlickoRating, Meeting, Rating, glicko, rate

Key: TypeAlias = tuple[str, str, int, str]
"""Two names in order, and what the matches of a pair share: their number halved and their seed; else -1 and the name of the file."""


@dataclass(frozen=True, slots=True)
class Score:
    """The ratings in one variant with the same options, by both systems, and the number of matches that they come from."""

    variant: str
    options: tuple[str, ...]
    games: int
    ratings: tuple[Rating, ...]
    glicko: tuple[GlickoRating, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """All scores, and how many records do not count: of matches that go on, and of players without two names."""

    scores: tuple[Score, ...]
    unfinished: int
    nameless: int


def score(files: Iterable[Path], seen: Callable[[Path], None], refused: Callable[[Path, RecordError], None]) -> Scored:
    """Rate the players of these records.

    Args:
        files: the records.
        seen: called with each file.
        refused: called with each file that is no record; it does not count.
    """
    groups: dict[tuple[str, tuple[str, ...]], dict[Key, list[float]]] = defaultdict(lambda: defaultdict(list))
    unfinished = nameless = 0
    for file in files:
        seen(file)
        try:
            header, steps = unfold(file.read_bytes(), find)
            *_, (_, position) = steps
        except RecordError as error:
            refused(file, error)
            continue
        names = header.names.a, header.names.b
        if position.over is None:
            unfinished += 1
        elif not names[0] or not names[1] or names[0] == names[1]:
            nameless += 1
        else:
            first = names[0] <= names[1]
            winner = position.over.winner
            won = 0.5 if winner is None else float((winner is Seat.A) == first)
            options = tuple(f"{key}={value}" for key, value in header.given.items())
            groups[header.variant.id, options][_key(header, file, *sorted((names[0], names[1])))].append(won)
    scores = [Score(variant, options, *_rated(pairs)) for (variant, options), pairs in sorted(groups.items())]
    return Scored(tuple(scores), unfinished, nameless)


def _key(header: Header, file: Path, a: str, b: str) -> Key:
    tags = dict(header.tags)
    number = tags.get("number", "")
    return (a, b, int(number) // 2, tags["seed"]) if "seed" in tags and number.isdecimal() else (a, b, -1, str(file))


def _rated(pairs: dict[Key, list[float]]) -> tuple[int, tuple[Rating, ...], tuple[GlickoRating, ...]]:
    met = [Meeting(a, b, sum(won), len(won)) for (a, b, _, _), won in sorted(pairs.items())]
    names = sorted({name for meeting in met for name in (meeting.a, meeting.b)})
    return sum(meeting.games for meeting in met), rate(names, met), glicko(names, met)
