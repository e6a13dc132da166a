"""A tournament of any number of bots: its matches in any processes, its kept part not played again, its result at any time.

Every match is one of the arena (`arena.py`): it follows from the variant, the two bots, the seed of their bout and its number alone.
The first two bots play with the seed of the tournament, so a tournament of two is the same as their bout; all others have seeds made from
it and their names. So a result does not depend on the number of processes, nor on how often the tournament was broken off.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from typing import Any, Final, TypeAlias

from deathmatch.bots.budget import THINKING
from deathmatch.core.game import Resources
from deathmatch.core.options import Value
from deathmatch_lab import arena
from deathmatch_lab.arena import ArenaBout, ArenaMatch, interval
from deathmatch_lab.players import name_of
from deathmatch_lab.tournaments.ratings import Meeting, Rating, rate

Pair: TypeAlias = tuple[int, int]
"""Two bots by their places in the list, the lower first."""


def round_robin(bots: int) -> list[Pair]:
    """Every pair once."""
    return list(combinations(range(bots), 2))


# --- The tournament


NOBODY: Final = "none"
"""In `Row.opener`: nobody decides alone in the match."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """The bots, their variant, and the number of matches.

    Attributes:
        variant: `GAME/VARIANT`.
        bots: names, or `[NAME=]MODULE:CLASS`; two at least, each once.
        games: the matches of a meeting, at most.
        seed: of all chance.
        options, thinking, resources, start: as in `ArenaBout`.
    """

    variant: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: tuple[tuple[str, Value], ...] = ()
    thinking: int = THINKING
    resources: Resources | None = None
    start: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise ValueError("a tournament needs two bots at least")
        if self.games < 1:
            raise ValueError(f"games must be at least 1, not {self.games}")
        names = self.names
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"bot {name} is named twice; NAME=MODULE:CLASS gives a bot another name")

    @property
    def names(self) -> list[str]:
        """The names of the bots."""
        return [name_of(bot) for bot in self.bots]

    @property
    def most(self) -> int:
        """How many matches there are at most."""
        return len(round_robin(len(self.bots))) * self.games

    def bout(self, pair: Pair) -> ArenaBout:
        """The bout of two of them."""
        a, b = (self.bots[place] for place in pair)
        seed = self.seed
        if pair != (0, 1):
            words = f"deathmatch tournament {seed} {name_of(a)} {name_of(b)}"
            seed = int.from_bytes(sha256(words.encode()).digest()[:4], "big")
        return ArenaBout(self.variant, a, b, self.games, seed, self.options, self.thinking, self.resources, self.start)


@dataclass(frozen=True, slots=True)
class Row:
    """A match in the table of matches.

    Attributes:
        a, b: the bots, in the order of the tournament.
        number: of the match among those of the two bots; 2k and 2k + 1 share their chance and swap the seats.
        seed: of their bout: `deathmatch arena A B --seed SEED` plays the same matches.
        first: the bot on seat A.
        winner: a bot, or nothing.
        reason: how it ended.
        events: how many the record has.
        decisions_a, decisions_b: of each bot.
        seconds_a, seconds_b: that each bot took, together.
        record: the file with the record, from the folder of the tournament; nothing if none was kept.
        opener: the seat that was the first to decide alone, `A`, `B` or `none`.
    """

    a: str
    b: str
    number: int
    seed: int
    first: str
    winner: str
    reason: str
    events: int
    decisions_a: int
    decisions_b: int
    seconds_a: float
    seconds_b: float
    record: str = ""
    opener: str = ""


Keep = Callable[[ArenaBout, Pair, ArenaMatch, Row], Row]
"""Saves a match, and returns its row with the place of the record."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How two bots stand: wins of both, and the share of `a` with its 95 % interval."""

    a: str
    b: str
    games: int
    wins: tuple[int, int]
    share: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Result:
    """A tournament, or the part of it that was played: ratings, best first, and the standings of all pairs that met."""

    tournament: Tournament
    rows: tuple[Row, ...]
    ratings: tuple[Rating, ...]
    standings: tuple[Standing, ...]

    def json(self) -> dict[str, Any]:
        """The object that `deathmatch arena --json` prints."""
        ends = ("elo", "low", "high")
        return {
            "game": self.tournament.variant,
            "bots": self.tournament.names,
            "games": len(self.rows),
            "seed": self.tournament.seed,
            "ratings": [
                {"bot": rating.name, "games": rating.games, "score": rating.score} | {end: round(getattr(rating, end), 1) for end in ends}
                for rating in self.ratings
            ],
            "pairs": [
                {
                    "a": pair.a,
                    "b": pair.b,
                    "games": pair.games,
                    "wins": {"a": pair.wins[0], "b": pair.wins[1]},
                    "interval": [round(end, 4) for end in pair.interval],
                }
                for pair in self.standings
            ],
        }


def row_of(bout: ArenaBout, played: ArenaMatch) -> Row:
    """A match as a row of the table."""
    a, b = bout.named("a"), bout.named("b")
    counts = {side: len(spent) for side, spent in played.seconds.items()}
    spent = {side: round(sum(seconds), 6) for side, seconds in played.seconds.items()}
    return Row(
        a,
        b,
        played.number,
        bout.seed,
        a if played.number % 2 == 0 else b,
        "" if played.winner is None else bout.named(played.winner),
        played.reason,
        len(played.entries),
        counts["a"],
        counts["b"],
        spent["a"],
        spent["b"],
        opener=NOBODY if played.opener is None else played.opener.value,
    )


def meetings(rows: Iterable[Row]) -> list[Meeting]:
    """The rows as pairs of matches that share their chance, in their order."""
    scores: dict[tuple[str, str, int], list[float]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.number):
        scores[row.a, row.b, row.number // 2].append(0.5 if not row.winner else float(row.winner == row.a))
    return [Meeting(a, b, sum(won), len(won)) for (a, b, _), won in scores.items()]


class Play:
    """A tournament while it is played.

    Args:
        tournament: what to play.
        rows: the matches that are played already.
        keep: called with each match that comes in.
    """

    def __init__(self, tournament: Tournament, rows: Iterable[Row] = (), keep: Keep | None = None) -> None:
        self.tournament = tournament
        self._keep = keep
        names = tournament.names
        self._places = {name: place for place, name in enumerate(names)}
        self._rows: dict[Pair, dict[int, Row]] = defaultdict(dict)
        for row in rows:
            self._rows[self._places[row.a], self._places[row.b]][row.number] = row

    @property
    def played(self) -> int:
        """How many matches have been played."""
        return sum(len(rows) for rows in self._rows.values())

    def result(self) -> Result:
        """How it stands now."""
        rows = tuple(self._rows[pair][number] for pair in sorted(self._rows) for number in sorted(self._rows[pair]))
        ratings = rate(self.tournament.names, meetings(rows))
        standings = tuple(self._standing(pair) for pair in sorted(self._rows) if self._rows[pair])
        return Result(self.tournament, rows, ratings, standings)

    def run(self, jobs: int = 0, seen: Callable[[Row], None] | None = None) -> Result:
        """Play all that is left.

        Args:
            jobs: the number of processes; 0 takes one for each core, 1 plays in this one.
            seen: called with each match.

        Raises: as `arena.play_all`. After a KeyboardInterrupt, `result` has the matches so far.
        """
        bouts = {self.tournament.bout(pair): pair for pair in round_robin(len(self.tournament.bots))}

        def take(bout: ArenaBout, played: ArenaMatch) -> None:
            self._add(bouts[bout], bout, played, seen)

        arena.play_all([(bout, self._missing(pair)) for bout, pair in bouts.items()], take, jobs)
        return self.result()

    def _missing(self, pair: Pair) -> list[int]:
        """The matches of two bots that have not been played."""
        return [number for number in range(self.tournament.games) if number not in self._rows[pair]]

    def _add(self, pair: Pair, bout: ArenaBout, played: ArenaMatch, seen: Callable[[Row], None] | None) -> None:
        row = row_of(bout, played)
        if self._keep is not None:
            row = self._keep(bout, pair, played, row)
        self._rows[pair][played.number] = row
        if seen is not None:
            seen(row)

    def _standing(self, pair: Pair) -> Standing:
        rows = list(self._rows[pair].values())
        met = meetings(rows)
        a, b = (self.tournament.names[place] for place in pair)
        wins = tuple(sum(row.winner == name for row in rows) for name in (a, b))
        ends = interval([meeting.score for meeting in met], len(rows), [meeting.games for meeting in met])
        return Standing(a, b, len(rows), (wins[0], wins[1]), _share(rows), ends)


def _share(rows: Sequence[Row]) -> float:
    """The share of `a`; a match without a winner counts half, and no match at all is even."""
    return sum(0.5 if not row.winner else float(row.winner == row.a) for row in rows) / len(rows) if rows else 0.5
