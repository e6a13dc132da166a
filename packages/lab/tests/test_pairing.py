"""Who meets whom."""

from __future__ import annotations

from collections import Counter

import pytest

from deathmatch_lab.tournaments.tournament import Pair, meetings_of, round_robin, swiss


def test_everybody_meets_everybody_once() -> None:
    assert round_robin(4) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


@pytest.mark.parametrize("bots", [2, 3, 4, 5, 6, 7, 8, 11])
def test_a_swiss_round_has_everybody_once_and_rests_fairly(bots: int) -> None:
    points, byes = [float(-bot) for bot in range(bots)], [0] * bots
    rounds: list[list[Pair]] = []
    for _ in range(bots):
        pairs, resting = swiss(points, meetings_of(rounds), byes)
        there = sorted(bot for pair in pairs for bot in pair) + ([] if resting is None else [resting])
        assert sorted(there) == list(range(bots))
        assert (resting is None) == (bots % 2 == 0)
        if resting is not None:
            byes[resting] += 1
        rounds.append(pairs)
    assert max(byes) - min(byes) <= 1
    assert max(meetings_of(rounds[: bots // 2]).values()) == 1, "nobody meets again in the first half"


def test_neighbours_in_the_standings_meet() -> None:
    assert swiss([0.0, 3.0, 1.0, 2.0], {}, [0] * 4)[0] == [(1, 3), (0, 2)]
    assert swiss([0.0, 3.0, 1.0, 2.0], Counter({(1, 3): 1, (0, 2): 1}), [0] * 4)[0] == [(1, 2), (0, 3)]


def test_the_last_that_has_not_rested_rests() -> None:
    assert swiss([2.0, 1.0, 0.0], {}, [0, 0, 1])[1] == 1
