"""An adversary of `strong` differs from it in its claims alone."""

from __future__ import annotations

import pytest

from deathmatch.bots import registry
from deathmatch.bots.budget import Counted
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.drafting import Draft
from deathmatch.match.dealer import HmacSource
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
