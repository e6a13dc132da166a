"""The tool that fits what drafts are worth: it finds weights that are known, and its bouts are those of whole drafts."""

from __future__ import annotations

import numpy as np
import pytest

from deathmatch.games.guidance_rite.bot import drafting
from deathmatch.match.dealer import HmacSource
from tests.games.guidance_rite.matches import start
from tools import fit_guidance_draft as fit


def test_weights_that_are_known_are_found() -> None:
    """Of results that come with exactly the chances that the weights give, by counting each row as often as it should come."""
    weights = np.array([0.9, -0.4])
    given = np.array([[x, y] for x in (-2.0, -1.0, 1.0, 2.0) for y in (-1.0, 0.0, 1.0)])
    chances = 1 / (1 + np.exp(-given @ weights))
    rows = [
        [*features, float(number < round(2000 * chance))] for features, chance in zip(given, chances, strict=True) for number in range(2000)
    ]
    fitted, errors = fit.fitted(np.array(rows))
    assert fitted == pytest.approx(weights, abs=0.01)
    assert (errors < 0.05).all()


@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_a_bout_is_a_row_of_features_and_who_won(variant: str) -> None:
    terms = start(variant, {"size": "4x4"}).game.terms
    rows = np.array(list(fit.played(terms, 2, HmacSource(b"rows", variant))))
    assert rows.shape[1] == len(drafting.FEATURES) + 2
    assert len(rows) <= 2 * fit.DRAFTS * 2
    assert set(rows[:, 0]) == {-1.0, 1.0}
    assert set(rows[:, -1]) == {0.0, 1.0}
