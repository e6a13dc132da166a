"""The adversaries of `strong` differ from it in one thing, and by night none that differs in its claims does better."""

from __future__ import annotations

import pytest

from deathmatch.bots import registry
from deathmatch.bots.budget import Counted
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.drafting import Draft
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


@pytest.mark.nightly
@pytest.mark.parametrize("variant", ["guardians", "final"])
def test_always_claiming_the_dearest_pieces_does_not_beat_the_mixture(variant: str) -> None:
    """300 boards, each claimed both ways: the standard error is 1 %."""
    figures = claims(variant, 300, 2030)
    assert figures["dearest"]["share"] > 0.48, figures
    assert figures["dearest, off as far"]["share"] > 0.48, figures
