"""Ratings of bots from the results of their matches: the model of Bradley and Terry, on Elo's scale, with 95 % intervals.

The chance that i beats j is 1 / (1 + exp(s_j - s_i)); a match without a winner counts as half a win for each (Bradley and Terry 1952,
"Rank analysis of incomplete block designs", Biometrika 39). The strengths s maximise the likelihood, by Newton's method on a concave
function (Hunter 2004, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, has conditions and alternatives).
Each bot plays one match more, half won, against a bot of strength 0: with it a bot that won all of its matches has a finite rating.
A rating is 400 / ln 10 times the strength (Elo 1978, "The Rating of Chessplayers"): 400 points more are odds of 10 : 1.

The interval comes from the curvature of the likelihood. The two matches of a pair share their chance, so it is widened by the dispersion
of the pairs about their expectation if that is above 1 (McCullagh and Nelder 1989, "Generalized Linear Models", 4.5).

`glicko` rates the same matches by Glicko-2 (`core/glicko.py`).

`better` stops as soon as it knows which of two bots is better: the sequential probability ratio test (Wald 1945, "Sequential tests of
statistical hypotheses", Annals of Mathematical Statistics 16). The two hypotheses are that the first bot wins the share 1/2 + margin of all
matches, or 1/2 - margin. A wrong answer has a chance of 5 % at most if the bots are as far apart as that, and less if they are further
apart. A match without a winner says nothing about it. The two matches of a pair share their chance, so the evidence is divided by their
dispersion.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np

from deathmatch.core.glicko import Rating as Glicko
from deathmatch.core.glicko import after_period
from deathmatch.core.seats import Seat
from deathmatch.games import find
from deathmatch.match.record import Header, RecordError, unfold

SURE: Final = 1.959964  # standard deviations: 95 % of a normal distribution lie within
ELO: Final = 400 / math.log(10)  # points for one unit of strength
_STEPS: Final = 100  # of Newton's method; some ten are enough
_CLOSE: Final = 1e-10  # a last step in units of strength


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two bots scored in matches that share their chance: the two of a pair, or a single one.

    Attributes:
        a, b: their names.
        score: the matches that `a` won; one without a winner counts half.
        games: how many matches they are.
    """

    a: str
    b: str
    score: float
    games: int


@dataclass(frozen=True, slots=True)
class Rating:
    """One bot's rating.

    Attributes:
        name: the bot.
        games, score: its matches, and how many of them it won; one without a winner counts half.
        elo: its rating; the mean of all bots is 0.
        low, high: the 95 % interval of the rating.
    """

    name: str
    games: int
    score: float
    elo: float
    low: float
    high: float


def rate(names: Sequence[str], meetings: Iterable[Meeting]) -> tuple[Rating, ...]:
    """The ratings of all bots, best first; raises ValueError for a meeting of a bot that is not among the names."""
    place = {name: number for number, name in enumerate(names)}
    met = list(meetings)
    size = len(names)
    won, played = np.zeros((size, size)), np.zeros((size, size))
    for meeting in met:
        _check(meeting, place)
        i, j = place[meeting.a], place[meeting.b]
        won[i, j] += meeting.score
        won[j, i] += meeting.games - meeting.score
        played[i, j] += meeting.games
        played[j, i] += meeting.games
    strength, curvature = _fit(won, played)
    centre = np.eye(size) - 1 / size if size else np.eye(0)
    spread = centre @ np.linalg.inv(curvature) @ centre.T * dispersion(met)
    points = (strength - strength.mean()) * ELO if size else strength
    wide = SURE * ELO * np.sqrt(np.maximum(np.diag(spread), 0.0))
    ratings = [
        Rating(
            name,
            int(played[i].sum()),
            float(won[i].sum()),
            float(points[i]),
            float(points[i] - wide[i]),
            float(points[i] + wide[i]),
        )
        for i, name in enumerate(names)
    ]
    return tuple(sorted(ratings, key=lambda rating: -rating.elo))


def _fit(won: np.ndarray, played: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The strengths, shape [n], and minus the second derivatives of the likelihood there, shape [n, n]."""
    size = len(won)
    strength, curvature = np.zeros(size), np.zeros((size, size))
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        even = 1 / (1 + np.exp(-strength))
        slope = (won - played * chance).sum(axis=1) + 0.5 - even
        weight = played * chance * (1 - chance)
        curvature = np.diag(weight.sum(axis=1) + even * (1 - even)) - weight
        step = np.linalg.solve(curvature, slope) if size else slope
        largest = float(np.abs(step).max(initial=0.0))
        strength = strength + step * min(1.0, 1 / max(largest, 1e-300))  # one unit at most: a full step may overshoot
        if largest < _CLOSE:
            break
    return strength, curvature


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """One bot's rating by Glicko-2.

    Attributes:
        name: the bot.
        rating: its rating; a bot without matches has 1500.
        deviation: of the rating; a bot without matches has 350.
        volatility: how much the results contradict a steady strength.
    """

    name: str
    rating: float
    deviation: float
    volatility: float

    @property
    def ends(self) -> tuple[float, float]:
        """The 95 % interval of the rating."""
        return self.rating - SURE * self.deviation, self.rating + SURE * self.deviation


def glicko(names: Sequence[str], meetings: Iterable[Meeting]) -> tuple[GlickoRating, ...]:
    """The ratings of all bots by Glicko-2, best first.

    The first meetings of all pairs are a rating period, the second ones the next, and so on. So the ratings depend on the order of the
    meetings of each pair alone, and not on the order in which processes played them. A bot that rests in a period keeps its deviation,
    because a bot does not change.

    Args:
        names: the bots.
        meetings: those of each pair in their order.

    Raises: ValueError for a meeting of a bot that is not among the names.
    """
    rated = {name: Glicko() for name in names}
    periods: list[list[Meeting]] = []
    counts: dict[frozenset[str], int] = defaultdict(int)
    for meeting in meetings:
        _check(meeting, names)
        number = counts[frozenset((meeting.a, meeting.b))]
        counts[frozenset((meeting.a, meeting.b))] = number + 1
        if number == len(periods):
            periods.append([])
        periods[number].append(meeting)
    for period in periods:
        results: dict[str, list[tuple[Glicko, float]]] = defaultdict(list)
        for met in period:
            share = met.score / met.games
            results[met.a] += [(rated[met.b], share)] * met.games
            results[met.b] += [(rated[met.a], 1 - share)] * met.games
        rated |= {name: after_period(rated[name], scores) for name, scores in results.items()}
    found = [GlickoRating(name, one.rating, one.deviation, one.volatility) for name, one in rated.items()]
    return tuple(sorted(found, key=lambda one: -one.rating))


def _check(meeting: Meeting, names: Iterable[str]) -> None:
    """Raises ValueError for a meeting of a bot that is not among the names."""
    if meeting.a not in names or meeting.b not in names:
        raise ValueError(f"{meeting.a} : {meeting.b} is a meeting of a bot that is not rated; the bots are {', '.join(names)}")


def dispersion(meetings: Iterable[Meeting]) -> float:
    """How much meetings vary, as a multiple of that of independent matches between the same bots; at least 1."""
    groups: dict[tuple[str, str], list[tuple[float, int]]] = defaultdict(list)
    for meeting in meetings:
        if meeting.a <= meeting.b:
            groups[meeting.a, meeting.b].append((meeting.score, meeting.games))
        else:
            groups[meeting.b, meeting.a].append((meeting.games - meeting.score, meeting.games))
    seen = expected = 0.0
    for scores in groups.values():
        games = sum(count for _, count in scores)
        share = sum(score for score, _ in scores) / games
        if len(scores) > 1:
            seen += sum((score - count * share) ** 2 for score, count in scores) * len(scores) / (len(scores) - 1)
            expected += games * share * (1 - share)
    return max(1.0, seen / expected) if expected else 1.0


# --- Which of two bots is better


WRONG: Final = 0.05  # the chance of a wrong answer, for each of the two
BOUND: Final = math.log((1 - WRONG) / WRONG)  # of the evidence


def evidence(meetings: Sequence[Meeting], margin: float) -> float:
    """The logarithm of the ratio of the two likelihoods: above 0 for the first bot, below 0 for the second.

    Args:
        meetings: of the same two bots, in the same order.
        margin: above 0 and below 1/2; else ValueError.
    """
    if not 0 < margin < 0.5:
        raise ValueError(f"the margin must be above 0 and below 0.5, not {margin}")
    lead = sum(2 * meeting.score - meeting.games for meeting in meetings)
    return lead * math.log((0.5 + margin) / (0.5 - margin)) / dispersion(meetings)


def better(meetings: Sequence[Meeting], margin: float) -> str | None:
    """The name of the better bot, or None while the test must go on."""
    ratio = evidence(meetings, margin)
    if abs(ratio) < BOUND:
        return None
    return meetings[0].a if ratio > 0 else meetings[0].b


# --- The players of kept records


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
