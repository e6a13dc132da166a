"""The essence of a state: what still counts of it, for programs that go through all positions."""

from __future__ import annotations

import pytest

from deathmatch.core.game import Ask, Over, Variant
from deathmatch.games import variants
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.match.dealer import HmacSource
from deathmatch_lab.games.five_card_trick.essence import essence


@pytest.mark.parametrize("variant", variants("five-card-trick"), ids=lambda variant: variant.id)
def test_the_essence_of_a_state_goes_on_as_the_state_does(variant: Variant) -> None:
    game = variant.bind({"rounds": 9})[1]
    assert isinstance(game, FiveCardTrick)
    source = HmacSource(b"essence", "0")
    state = game.start()
    while not isinstance(pending := game.pending(state), Over):
        assert isinstance(pending, Ask)
        bare = essence(game.terms, state)
        assert game.pending(bare) == pending
        turn = {}
        for seat in pending.seats:
            decision, barer = (game.decision(game.view(one, seat)) for one in (state, bare))
            assert set(decision.moves()) == set(barer.moves())
            turn[seat] = decision.sample(source)
        state = game.play(state, turn)
        assert essence(game.terms, game.play(bare, turn)) == essence(game.terms, state)
    assert essence(game.terms, game.start()) == essence(game.terms, essence(game.terms, game.start()))
