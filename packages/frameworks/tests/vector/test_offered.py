"""Sets of actions as masks, held to plain sets."""

from __future__ import annotations

from random import Random

import numpy as np

from deathmatch_frameworks import offered, splitmix

ACTIONS = 150


def _sets() -> list[list[set[int]]]:
    """The legal actions of both seats of some matches: none, few, many, all."""
    source = Random(1)
    sizes = (0, 0, 1, 2, 40, 75, ACTIONS)
    return [[set(source.sample(range(ACTIONS), source.choice(sizes))) for _ in range(2)] for _ in range(60)]


def _masks(sets: list[list[set[int]]]) -> offered.Words:
    masks = np.zeros((len(sets), 2, offered.words(ACTIONS)), dtype=np.uint64)
    for match, both in enumerate(sets):
        for seat, actions in enumerate(both):
            for action in actions:
                masks[match, seat, action // offered.BITS] |= np.uint64(1 << action % offered.BITS)
    return masks


def test_every_action_of_a_set_is_sampled_about_equally_often() -> None:
    sets = _sets()[:12]
    masks, seeds = _masks(sets), splitmix.streams(3, len(sets))
    counts = np.zeros((len(sets), 2, ACTIONS), dtype=np.int64)
    out = np.empty((len(sets), 2), dtype=np.int32)
    rounds = 3000
    for _ in range(rounds):
        offered.sample(masks, seeds, out)
        for seat in range(2):
            has = out[:, seat] >= 0
            counts[has, seat, out[has, seat]] += 1
    for both, counted in zip(sets, counts, strict=True):
        for actions, row in zip(both, counted, strict=True):
            assert set(np.flatnonzero(row)) == actions
            if actions:
                expected = rounds / len(actions)
                assert np.abs(row[sorted(actions)] - expected).max() < 6 * expected**0.5
                assert row.sum() == rounds
