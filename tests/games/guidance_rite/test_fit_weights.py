"""The fit of what positions are worth: the figures of a position are those of the search, and known weights are found again."""

from __future__ import annotations

import numpy as np
import pytest

from deathmatch.games import find
from deathmatch.games.guidance_rite import fast
from deathmatch.games.guidance_rite.fast import fixed, search
from deathmatch.games.guidance_rite.game import GuidanceRite
from deathmatch.match.dealer import HmacSource
from tools import fit_guidance_rite as fit

BOARDS = 30


def game(variant: str) -> GuidanceRite:
    bound = find(f"guidance-rite/{variant}").bind({})[1]
    assert isinstance(bound, GuidanceRite)
    return bound


@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_the_figures_of_the_fit_add_up_to_the_worth_of_the_search(variant: str) -> None:
    terms = game(variant).terms
    ground, weights = fast.ground(terms), np.array(fixed.fitted(terms), dtype=float)
    lead = np.zeros(2, dtype=int)
    for number in range(BOARDS):
        here = fast.position(ground, fit.battle(terms, HmacSource(b"worth", f"{variant} {number}")))
        counts = fit.features(ground, here)
        own, other = counts[: fit.PIECES] @ weights[: fit.PIECES], counts[fit.PIECES : 2 * fit.PIECES] @ weights[: fit.PIECES]
        places = {fit.TURN: fixed.TURN, fit.LEVEL: fixed.LEVEL, fit.DUE: fixed.DUE, fit.FREE: fixed.FREE, fit.HIT: fixed.HIT}
        beside = sum(counts[at] * weights[place] for at, place in places.items())
        lead += bool(counts[fit.FREE]), bool(counts[fit.HIT])
        to_a = 10_000 * (own - other) / (own + other) + beside
        found = search.worth(ground, here)
        assert (found if here[fast.SIDE] == 0 else -found) == pytest.approx(to_a, abs=2), "whole numbers are rounded"
    assert (lead > BOARDS / 2).all(), "in most boards one seat has more of either"


def test_weights_that_made_the_winners_are_found_again() -> None:
    """Of one kind of piece with black arrows, which is all that is worth anything, and of arrows to empty spaces."""
    lot = np.random.default_rng(8)
    rows = np.zeros((20_000, 2 * fit.PIECES + len(fit.BESIDE) + 1))
    for base in (0, fit.PIECES):
        rows[:, base + fixed.BODY] = lot.integers(2, 9, len(rows))
        rows[:, base + fixed.ARROW] = lot.integers(4, 30, len(rows))
    rows[:, fit.FREE - 1] = lot.integers(-9, 10, len(rows))
    own, other = (4 * rows[:, base + fixed.BODY] + rows[:, base + fixed.ARROW] for base in (0, fit.PIECES))
    odds = 6 * (own - other) / (own + other) + 0.1 * rows[:, fit.FREE - 1]
    rows[:, -1] = lot.random(len(rows)) < 1 / (1 + np.exp(-odds))
    found = fit.whole(fit.fitted(rows))
    assert found[fixed.BODY] == pytest.approx(400, rel=0.15)
    assert found[fixed.STEEP] == pytest.approx(600, rel=0.1)
    assert found[fixed.FREE] == pytest.approx(10_000 * 0.1 / 6, rel=0.15)
    assert found[fixed.HIT] == 0
    assert found[fixed.ARROW] == 100
