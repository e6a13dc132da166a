"""What `strong` knows of `gauntlet`: the digest against exact solutions, how it is looked at, and what the best response makes of it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

import numpy as np
import pytest

from deathmatch.bots import study
from deathmatch.core.game import AnyGame
from deathmatch.core.seats import PUBLIC
from deathmatch.games import find
from deathmatch.games.five_card_trick.bot import bots
from deathmatch.games.five_card_trick.solver import Effort, estimator_of, judged, searched
from deathmatch.games.five_card_trick.values import Variation
from deathmatch_lab.games.five_card_trick import strategies as estimating
from deathmatch_lab.games.five_card_trick.digest import FILES
from deathmatch_lab.games.five_card_trick.solver import Exact
from deathmatch_lab.games.five_card_trick.strategies import RECALLED
from deathmatch_lab.solving import SilentReporter
from tests.games.five_card_trick.positions import bound, walk

DIGESTS = {Variation.GAUNTLET: 8_000_000, Variation.FINAL: 9_000_000, Variation.SETNA: 10_000_000}
"""Bytes that the digest of a solution may have."""


# --- The digest


@pytest.mark.nightly
@pytest.mark.parametrize(("variant", "dmo"), [("gauntlet", "A"), ("gauntlet", "B"), ("setna", "B")])
def test_what_is_recalled_is_near_to_what_is_solved(variant: str, dmo: str) -> None:
    """Of positions of matches of seven rounds, where a tie is the last; both seats may be the one that wins it."""
    options = {"rounds": 7, "max_rounds": 7, "dmo": dmo}
    game, errors = bound(variant, options), []
    for label in "abcdef":
        for state in walk(game, label):
            if state.round in (2, 3) and state.outcome is None:
                solved = Exact(game.terms).solved(game.view(state, PUBLIC), SilentReporter())[0]
                errors.append(judged(game.terms, state, Effort(1)).value - solved.chance(state))
    assert len(errors) > 8
    assert np.sqrt(np.mean(np.square(errors))) < 0.03


@pytest.mark.nightly
@pytest.mark.parametrize("warm", [lambda game: bots(game)["strong"].warm(), lambda _: study.warm(find("five-card-trick/final"))])  # type: ignore[attr-defined]
def test_a_warm_bot_has_read_what_it_asks_once_all_items_are_spent(
    warm: Callable[[AnyGame], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the first question after the last item waited until that is unpacked. Reviews are warmed with it."""
    asked: list[Variation] = []

    def noted(variation: Variation) -> None:
        asked.append(variation)

    estimator_of.cache_clear()
    searched.cache_clear()
    monkeypatch.setattr(estimating, "digest_of", noted)
    warm(find("five-card-trick/final").bind({})[1])
    estimator_of.cache_clear()
    searched.cache_clear()
    assert set(asked) == {Variation.FINAL}


# --- How it plays


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("round_", "after", "part"),
    [
        pytest.param(10, 11, RECALLED[0], id="a round before what it takes from the digest"),
        pytest.param(9, 11, RECALLED[1], id="two rounds before"),
        pytest.param(8, 11, 0.0, id="three"),
        pytest.param(4, 5, RECALLED[0], id="with as many rounds to play as the digest has curves for"),
        pytest.param(3, 4, 0.0, id="with one more"),
        pytest.param(25, 26, 0.0, id="the round that is counted"),
        pytest.param(24, 26, 0.0, id="a count in between"),
        pytest.param(26, 27, RECALLED[0], id="after the count"),
    ],
)
def test_what_is_solved_is_averaged_with_what_is_recalled_unless_that_is_worse(round_: int, after: int, part: float) -> None:
    counts = (25, 30, 35, 40)
    for variant in ("gauntlet", "setna"):
        assert estimator_of(bound(variant, {}).terms).recalled(counts, round_, after) == part
    assert estimator_of(bound("final", {}).terms, spent=False).recalled(counts, round_, after) == 0.0


def test_data_files_stay_small() -> None:
    folder = resources.files("deathmatch_lab.games.five_card_trick").joinpath("data")
    sizes = {file.name: len(file.read_bytes()) for file in folder.iterdir() if file.name != "facts.json"}
    assert {FILES[variation] for variation in DIGESTS} == set(FILES.values())
    for variation, most in DIGESTS.items():
        assert sizes.pop(FILES[variation]) <= most
    assert not sizes
