"""Ratings of bots from the results of their matches: the model of Bradley and Terry, on Elo's scale, with 95 % intervals.

The chance that i beats j is 1 / (1 + exp(s_j - s_i)); a match without a winner counts as half a win for each (Bradley and Terry 1952,
"Rank analysis of incomplete block designs", Biometrika 39). The strengths s maximise the likelihood, by Newton's method on a concave
function (Hunter 2004, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, has conditions and alternatives).
Each bot plays one match more, half won, against a bot of strength 0: with it a bot that won all of its matches has a finite rating.
A rating is 400 / ln 10 times the strength (Elo 1978, "The Rating of Chessplayers"): 400 points more are odds of 10 : 1.

The interval comes from the curvature of the likelihood. The two matches of a pair share their chance, so it is widened by the dispersion
of the pairs about their expectation if that is above 1 (McCullagh and Nelder 1989, "Generalized Linear Models", 4.5).

"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

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
