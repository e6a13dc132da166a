"""Batches of Tile Joust: the chances of deals, and what no seat sees."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from deathmatch.core.game import Deals
from deathmatch.core.seats import Seat
from deathmatch.library.game import load_game
from deathmatch_frameworks import vector
from deathmatch_frameworks.encoding import load_encoding
from deathmatch_frameworks.games.tile_joust import batch as kernels
from packages.frameworks.tests.vector.chances import beginnings, hold_to

VARIANTS = ("tile-joust/gauntlet", "tile-joust/final")
LOTS = 12


def in_auction(name: str, size: int) -> vector.Batch:
    """A batch in the auction of the first set."""
    batch = vector.make(name, size, seed=1, sets=1)
    if "final" in name:
        batch.step(np.full((size, 2), [batch.text(action) for action in range(batch.actions)].index("pick inversion")))
    return batch


@pytest.mark.nightly
@pytest.mark.parametrize("name", VARIANTS)
def test_deals_have_the_chances_of_the_rules(name: str) -> None:
    encoding = load_encoding(load_game(name, sets=1))
    match = encoding.start()
    if "final" in name:
        match = match.act(Seat.A, encoding.id("inversion"))
    numbers = 13 if "gauntlet" in name else 14
    dealt = in_auction(name, 30_000)._tables[0][:, kernels.HEAD : kernels.HEAD + numbers]
    assert (np.sort(dealt) == np.arange(14 - numbers, 14)).all()
    pending = match.pending
    assert isinstance(pending, Deals)
    hold_to([tuple(map(str, row)) for row in dealt[:, :2].tolist()], beginnings(encoding, pending.chance, 2))
    for first in range(0, numbers, 3):  # each number is as likely in each group, and to be left over
        group = dealt[:, first : first + 3]
        part = Fraction(group.shape[1], numbers)
        for number in range(14 - numbers, 14):
            hold_to((group == number).any(1).tolist(), {True: part, False: 1 - part})


@pytest.mark.parametrize("name", VARIANTS)
def test_a_seat_sees_no_number_of_the_other_and_none_before_its_sale(name: str) -> None:
    size = 40
    batch = in_auction(name, size)
    for _ in range(12):
        batch.step(batch.sample())
    other = batch.clone()
    rows = other._tables[0]
    changed = 0
    for match in range(size):
        dealt = rows[match, kernels.HEAD : kernels.HEAD + LOTS].tolist()
        sold = rows[match, kernels.HEAD + kernels.SOLD : kernels.HEAD + kernels.SOLD + LOTS].tolist()
        open_ = 3 * (int(rows[match, kernels.GROUP]) + 1)
        pairs = [
            (mine, later)
            for mine in range(LOTS)
            for later in range(max(open_, 3), LOTS)
            if sold[mine] >= 0 and sold[mine] % 2 == 1 and (dealt[mine] - dealt[later]) % 2 == 0
        ]
        if open_ and pairs:
            changed += 1
            _exchange(rows[match], *pairs[match % len(pairs)])
    assert changed > 10
    assert (batch.observe("A") == other.observe("A")).all()
    assert (batch.observe("B") != other.observe("B")).any(1).sum() == changed


def _exchange(row: np.ndarray, mine: int, later: int) -> None:
    """A tile that seat B holds and one of a group to come change their numbers; the colour stays."""
    block = row[kernels.HEAD :]
    one, two = int(block[mine]), int(block[later])
    block[mine], block[later] = two, one
    block[kernels.LOT_OF + one], block[kernels.LOT_OF + two] = later, mine
    block[kernels.HELD + 1] ^= 1 << one | 1 << two


def test_a_sold_tile_tells_the_other_seat_its_colours_alone() -> None:
    batch = vector.make("tile-joust/gauntlet", 512, seed=3, sets=1)
    texts = [batch.text(action) for action in range(batch.actions)]
    for text in ("bid 5", "fold", "choose minute"):
        batch.step(np.full((512, 2), texts.index(text)))
    looks = {seat: len(np.unique(batch.observe(seat), axis=0)) for seat in "AB"}
    assert looks["A"] == 8  # the colours of a group
    assert looks["B"] > 2 * looks["A"]
