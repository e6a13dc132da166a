"""The adversaries of `strong` differ from it in one thing, and by night none that differs in its claims does better."""

from __future__ import annotations

import pytest

from deathmatch.bots import registry
from deathmatch.bots.budget import Counted
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.drafting import FEATURES, Draft, Taste, weights
from deathmatch.match.dealer import HmacSource
from research.guidance_matches import claims
from tests.games.guidance_rite.matches import BY_NAME, advanced, start, terms_of


@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_the_dearest_pieces_are_claimed_whatever_the_lot(variant: str) -> None:
    position = advanced(start(variant, {}), HmacSource(b"deal", "1"))
    prices = Draft(terms_of(variant), position.state.bout.board, Seat.A).prices()
    bot = registry.pick(BY_NAME[variant], position.game, "dearest")
    view, decision = position.game.view(position.state, Seat.A), position.decision(Seat.A)
    claimed = {bot.choose(view, decision, Counted(1), HmacSource(b"claims", str(number))) for number in range(5)}
    (claim,) = claimed
    assert set(claim.spaces) == set(prices.argsort()[-2:].tolist())


@pytest.mark.parametrize("taste", ["arrows", "edges", "characters", "attacks"])
def test_a_taste_multiplies_the_weights_of_some_features(taste: str) -> None:
    terms = terms_of("final")
    liked = Taste(**{taste: 2.0}).weights(terms)
    doubled = {name for name, was, now in zip(FEATURES, weights(terms), liked, strict=True) if now == 2 * was != was}
    assert (
        doubled
        == {
            "arrows": {"inside", "grey"},
            "edges": {"outside", "edge"},
            "characters": {"rat", "crow", "lizard", "guardian", "monster"},
            "attacks": {"hit", "prey", "guard"},
        }[taste]
    )


@pytest.mark.nightly
@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_always_claiming_the_dearest_pieces_does_not_beat_the_mixture(variant: str) -> None:
    """300 boards, each claimed both ways: the standard error is 1 %."""
    figures = claims(variant, 300, 2030)
    assert figures["dearest"]["share"] > 0.48, figures
    assert figures["dearest, off as far"]["share"] > 0.48, figures
