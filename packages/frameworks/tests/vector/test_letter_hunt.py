"""Batches of Letter Hunt: the chances of deals, what no seat sees, and words that were played before."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from deathmatch_frameworks import vector
from deathmatch_frameworks.games.letter_hunt import vector as kernels
from packages.frameworks.tests.vector.letter_hunt import LETTERS, of_mask


def made(name: str, size: int, **options: Any) -> tuple[vector.Batch, dict[str, int]]:
    """A batch, and its actions by their texts."""
    batch = vector.make(name, size, seed=5, **options)
    return batch, {batch.text(action): action for action in range(batch.actions)}


def sets(batch: vector.Batch, column: int) -> list[str]:
    """A set of letters of each match."""
    return [of_mask(mask) for mask in batch._tables[0][:, column]]


@pytest.mark.parametrize("name", ["letter-hunt/gambit", "letter-hunt/colosseum"])
def test_a_seat_sees_no_letter_of_the_other(name: str) -> None:
    batch, ids = made(name, 200, onlookers=3) if "gambit" in name else made(name, 200)
    for _ in range(40):
        actions = batch.sample()
        batch.step(np.where(actions == ids["hand"], batch.sample(), actions))
    other = batch.clone()
    rows = other._tables[0]
    changed = 0
    for row in rows:
        out = int(np.bitwise_or.reduce(row[kernels.IN_HAND : kernels.MISSED + 2]))
        held, free = of_mask(row[kernels.IN_HAND + 1]), [letter for letter in LETTERS if letter not in of_mask(out)]
        if held and free:
            swap = 1 << LETTERS.index(held[0]) | 1 << LETTERS.index(free[0])
            row[kernels.IN_HAND + 1] ^= swap
            changed += 1
    assert changed > 50
    assert (batch.observe("A") == other.observe("A")).all()
    assert (batch.observe("B") != other.observe("B")).any(1).sum() == changed


def test_a_hold_that_is_finished_tells_nothing_before_the_other() -> None:
    batch, ids = made("letter-hunt/gambit", 50, first="A")
    before, other = batch.observe("B"), batch.clone()
    hands = sets(batch, kernels.IN_HAND)
    actions = np.full((50, 2), ids["none"])
    actions[:, 1] = [ids[letters[0].lower()] for letters in sets(batch, kernels.IN_HAND + 1)]
    batch.step(actions)
    actions[:, 0] = [ids[hand[0].lower()] for hand in hands]
    other.step(actions)
    assert not batch.owing()[:, 0].any()
    assert other.owing().all()
    assert (batch.observe("B") == other.observe("B")).all()
    assert (batch.observe("B") != before).any()
