"""The boards of batches of Guidance Rite are those of the plain generator, for the same random numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from deathmatch.core.chance import RandomSource
from deathmatch.games.guidance_rite import rules as plain_rules
from deathmatch.games.guidance_rite.values import Terms
from deathmatch.library.game import load_game
from deathmatch_frameworks.games.guidance_rite import batch, rows
from deathmatch_frameworks.games.guidance_rite.vector import GuidanceRiteVector
from tests.games.guidance_rite.test_fast import piece_of

SIZES = tuple(f"{columns}x{rows}" for columns in range(3, 7) for rows in range(3, 7))
FULL = 2**64 - 1


class SplitMix(RandomSource):
    """The numbers of `solve.splitmix`, in plain arithmetic."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, bound: int, /) -> int:
        """See `RandomSource`."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & FULL
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & FULL
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & FULL
        return ((mixed ^ mixed >> 31) >> 32) * bound >> 32


def _alike(terms: Terms, rules: GuidanceRiteVector, seed: int) -> None:
    """Two boards one after another from the same numbers."""
    source, seeds = SplitMix(seed), np.array([seed], dtype=np.uint64)
    shape, options, wanted = rules.fixed
    for _ in range(2):
        row = np.zeros(rows.WIDTH, dtype=np.int64)
        batch.deal(seeds, 0, shape, options, wanted, row)
        plain = tuple([piece.owned(None) for word in row[: len(terms.grid)] if (piece := piece_of(int(word))) is not None])
        assert plain == plain_rules.board(terms, source)
        assert row[rows.FREE] == (1 << len(terms.grid)) - 1
        assert (row[: len(terms.grid)] & rows.UNOWNED).all()
    assert seeds[0] == source.state


@pytest.mark.parametrize("variation", ["guardians", "final"])
def test_a_board_is_that_of_the_plain_generator(variation: str) -> None:
    for seed, size in enumerate(SIZES[::3]):
        game: Any = load_game(f"guidance-rite/{variation}", size=size).rules
        _alike(game.terms, GuidanceRiteVector(game), seed)


@pytest.mark.nightly
@pytest.mark.parametrize("variation", ["guardians", "final"])
def test_many_boards_are_those_of_the_plain_generator(variation: str) -> None:
    for size in SIZES:
        game: Any = load_game(f"guidance-rite/{variation}", size=size).rules
        rules = GuidanceRiteVector(game)
        for seed in range(100):
            _alike(game.terms, rules, FULL - seed)
