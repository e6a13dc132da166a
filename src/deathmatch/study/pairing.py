"""The pairs of a tournament: everybody against everybody, or the Swiss system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

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
