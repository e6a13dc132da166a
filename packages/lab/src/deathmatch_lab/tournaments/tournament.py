"""A tournament of any number of bots: its matches in any processes, its kept part not played again, its result at any time.

Every match is one of the arena (`bots/arena.py`): it follows from the variant, the two bots, the seed of their bout and its number alone.
The first two bots play with the seed of the tournament, so a tournament of two is the same as their bout; all others have seeds made from
it and their names. So a result does not depend on the number of processes, nor on how often the tournament was broken off.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import nullcontext
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from typing import Any, Final, TypeAlias

from deathmatch.bots import arena
from deathmatch.bots.arena import THINKING, ArenaBout, ArenaMatch, interval
from deathmatch.bots.local_pool import local_pool
from deathmatch.bots.players import name_of
from deathmatch.bots.processes import processors
from deathmatch.core.game import Resources
from deathmatch.core.options import Value
from deathmatch.core.pooling import Pool
from deathmatch_lab.tournaments.ratings import GlickoRating, Meeting, Rating, better, glicko, rate

Pair: TypeAlias = tuple[int, int]
"""Two bots by their places in the list, the lower first."""


def round_robin(bots: int) -> list[Pair]:
    """Every pair once."""
    return list(combinations(range(bots), 2))


def swiss(points: Sequence[float], met: Mapping[Pair, int], byes: Sequence[int]) -> tuple[list[Pair], int | None]:
    """The next round of a Swiss tournament: neighbours in the standings meet, and nobody meets again before it must be.

    Args:
        points: of each bot so far.
        met: how often each pair has met.
        byes: how often each bot has rested.

    Returns: the pairs, and the bot that rests if their number is odd: the last in the standings of those that rested least.
    """
    standings = sorted(range(len(points)), key=lambda bot: (-points[bot], bot))
    resting = None
    if len(standings) % 2:
        resting = min(reversed(standings), key=lambda bot: byes[bot])
        standings.remove(resting)
    for often in range(max(met.values(), default=0) + 1):
        found = next(_matchings(standings, met, often), None)
        if found is not None:
            return found, resting
    raise AssertionError("every pair may meet as often as the one that met most")


def _matchings(standings: Sequence[int], met: Mapping[Pair, int], often: int) -> Iterator[list[Pair]]:
    """All ways to pair them so that no pair has met more than so often, nearest neighbours first."""
    if not standings:
        yield []
        return
    first = standings[0]
    for place in range(1, len(standings)):
        pair = (min(first, standings[place]), max(first, standings[place]))
        if met.get(pair, 0) <= often:
            for others in _matchings([*standings[1:place], *standings[place + 1 :]], met, often):
                yield [pair, *others]


def meetings_of(rounds: Sequence[Sequence[Pair]]) -> Counter[Pair]:
    """How often each pair has met in these rounds."""
    return Counter(pair for pairs in rounds for pair in pairs)


# --- The tournament


NOBODY: Final = "none"
"""In `Row.opener`: nobody decides alone in the match."""
LOOK: Final = 20  # matches between two looks at whether a pair is decided
_BATCHES: Final = 12  # pieces of work for each worker


@dataclass(frozen=True, slots=True)
class Tournament:
    """The bots, their variant, and the number of matches.

    Attributes:
        variant: `GAME/VARIANT`.
        bots: names, or `[NAME=]MODULE:CLASS`; two at least, each once.
        games: the matches of a meeting, at most.
        seed: of all chance.
        options, thinking, resources, start: as in `ArenaBout`.
        rounds: of the Swiss system; None for everybody against everybody.
        margin: how far from 1/2 the share of the better bot is, for a test that stops a meeting early (`ratings.better`); None plays all.
    """

    variant: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: tuple[tuple[str, Value], ...] = ()
    thinking: int = THINKING
    rounds: int | None = None
    margin: float | None = None
    resources: Resources | None = None
    start: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise ValueError("a tournament needs two bots at least")
        if self.games < 1:
            raise ValueError(f"games must be at least 1, not {self.games}")
        if self.rounds is not None and self.rounds < 1:
            raise ValueError(f"rounds must be at least 1, not {self.rounds}")
        names = self.names
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"bot {name} is named twice; NAME=MODULE:CLASS gives a bot another name")
        if self.margin is not None:
            better([], self.margin)

    @property
    def names(self) -> list[str]:
        """The names of the bots."""
        return [name_of(bot) for bot in self.bots]

    @property
    def most(self) -> int:
        """How many matches there are at most."""
        meetings = len(round_robin(len(self.bots))) if self.rounds is None else self.rounds * (len(self.bots) // 2)
        return meetings * self.games

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
        opener: the seat that was the first to decide alone, `A` or `B`, or `none`; nothing in a table of an earlier version.
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
    """How two bots stand: wins of both, the share of `a` with its 95 % interval, and who is better if that is decided."""

    a: str
    b: str
    games: int
    wins: tuple[int, int]
    share: float
    interval: tuple[float, float]
    better: str | None


@dataclass(frozen=True, slots=True)
class Result:
    """A tournament, or the part of it that was played: ratings, best first, and the standings of all pairs that met."""

    tournament: Tournament
    rows: tuple[Row, ...]
    ratings: tuple[Rating, ...]
    standings: tuple[Standing, ...]

    @property
    def glicko(self) -> tuple[GlickoRating, ...]:
        """The ratings of the same matches by Glicko-2, best first."""
        return glicko(self.tournament.names, meetings(self.rows))

    def json(self, *, by_glicko: bool = False) -> dict[str, Any]:
        """The object that `deathmatch tournament --json` prints; with `by_glicko` it has the ratings by Glicko-2 too."""
        ends = ("elo", "low", "high")
        more = {"glicko": glicko_json(self.glicko)} if by_glicko else {}
        return {
            "game": self.tournament.variant,
            "bots": self.tournament.names,
            "games": len(self.rows),
            "seed": self.tournament.seed,
            "ratings": [
                {"bot": rating.name, "games": rating.games, "score": rating.score} | {end: round(getattr(rating, end), 1) for end in ends}
                for rating in self.ratings
            ],
            **more,
            "pairs": [
                {
                    "a": pair.a,
                    "b": pair.b,
                    "games": pair.games,
                    "wins": {"a": pair.wins[0], "b": pair.wins[1]},
                    "interval": [round(end, 4) for end in pair.interval],
                    "better": pair.better,
                }
                for pair in self.standings
            ],
        }


def glicko_json(ratings: Iterable[GlickoRating]) -> list[dict[str, Any]]:
    """Ratings by Glicko-2 as `deathmatch tournament --json` prints them."""
    return [
        {"bot": one.name, "rating": round(one.rating, 1), "deviation": round(one.deviation, 1), "volatility": round(one.volatility, 5)}
        for one in ratings
    ]


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

    def run(self, jobs: int = 0, seen: Callable[[Row], None] | None = None, pool: Pool | None = None) -> Result:
        """Play all that is left.

        Args:
            jobs: the number of processes; 0 takes one for each core, 1 plays in this one.
            seen: called with each match.
            pool: plays the matches in the place of these processes.

        Raises: as `arena.matches`. After a KeyboardInterrupt, `result` has the matches so far.
        """
        for pair in round_robin(len(self.tournament.bots)):
            arena.check(self.tournament.bout(pair))
        jobs = jobs or processors()
        if pool is None and jobs == 1:
            for due in self._rounds():
                self._alone(due, seen)
            return self.result()
        with local_pool(jobs) if pool is None else nullcontext(pool) as workers:
            for due in self._rounds():
                self._shared(due, workers, seen)
        return self.result()

    def _rounds(self) -> Iterator[list[tuple[Pair, range]]]:
        """The meetings of each round, with the numbers of their matches; the next round waits for the end of the last."""
        games, bots = self.tournament.games, len(self.tournament.bots)
        if self.tournament.rounds is None:
            yield [(pair, range(games)) for pair in round_robin(bots)]
            return
        rounds: list[list[Pair]] = []
        points, byes = [0.0] * bots, [0] * bots
        for _ in range(self.tournament.rounds):
            met = meetings_of(rounds)
            pairs, resting = swiss(points, met, byes)
            due = [(pair, range(met[pair] * games, (met[pair] + 1) * games)) for pair in pairs]
            yield due
            for pair, numbers in due:
                share = _share([self._rows[pair][number] for number in numbers if number in self._rows[pair]])
                points[pair[0]] += share
                points[pair[1]] += 1 - share
            if resting is not None:
                byes[resting] += 1
                points[resting] += 1
            rounds.append(pairs)

    def _due(self, pair: Pair, numbers: range) -> list[int]:
        """The matches of a meeting that must be played now; none if it is over."""
        rows = self._rows[pair]
        if self.tournament.margin is None:
            return [number for number in numbers if number not in rows]
        for end in range(LOOK, len(numbers) + LOOK, LOOK):
            part = numbers[:end]
            missing = [number for number in part if number not in rows]
            if missing or better(meetings(rows[number] for number in part), self.tournament.margin) is not None:
                return missing
        return []

    def _alone(self, due: Sequence[tuple[Pair, range]], seen: Callable[[Row], None] | None) -> None:
        for pair, numbers in due:
            bout = self.tournament.bout(pair)
            while missing := self._due(pair, numbers):
                for number in missing:
                    self._add(pair, arena.work(bout, [number])[0], seen)

    def _shared(self, due: Sequence[tuple[Pair, range]], pool: Pool, seen: Callable[[Row], None] | None) -> None:
        waiting: dict[Future[list[ArenaMatch]], tuple[Pair, range]] = {}

        def submit(pair: Pair, numbers: range) -> None:
            missing = self._due(pair, numbers)
            size = max(2, len(missing) * len(due) // (pool.width * _BATCHES) // 2 * 2)
            size = min(size, LOOK)
            for start in range(0, len(missing), size):
                waiting[pool.submit(arena.work, self.tournament.bout(pair), missing[start : start + size])] = (pair, numbers)

        try:
            for pair, numbers in due:
                submit(pair, numbers)
            while waiting:
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    pair, numbers = waiting.pop(future)
                    for played in future.result():
                        self._add(pair, played, seen)
                    if all(other != (pair, numbers) for other in waiting.values()):
                        submit(pair, numbers)
        finally:
            for future in waiting:
                future.cancel()

    def _add(self, pair: Pair, played: ArenaMatch, seen: Callable[[Row], None] | None) -> None:
        bout = self.tournament.bout(pair)
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
        margin = self.tournament.margin
        return Standing(a, b, len(rows), (wins[0], wins[1]), _share(rows), ends, None if margin is None else better(met, margin))


def _share(rows: Sequence[Row]) -> float:
    """The share of `a`; a match without a winner counts half, and no match at all is even."""
    return sum(0.5 if not row.winner else float(row.winner == row.a) for row in rows) / len(rows) if rows else 0.5
