"""Every bot of every game answers with a legal move, from its view alone, however little it may think."""

from __future__ import annotations

import pytest

from deathmatch.bots import registry
from deathmatch.bots.budget import Counted
from deathmatch.core.bots import MixedStrategyBot
from deathmatch.core.game import Ask, Deals, Variant
from deathmatch.games import every
from deathmatch.match.dealer import HmacSource

pytestmark = pytest.mark.one_variant

QUESTIONS = 30  # of one random match
MIXED = 6  # every sixth question asks for the whole mixture too, over which a bot may think as long as it does
DAILY = 15  # by day every fifteenth question is asked, by night all


@pytest.mark.parametrize("step", [DAILY, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("variant", list(every()), ids=lambda variant: variant.id)
def test_every_bot_answers_at_once_if_its_budget_is_spent(variant: Variant, step: int) -> None:
    _, game = variant.bind({})
    bots = {name: registry.pick(variant, game, name) for name in registry.names(variant)}
    source = HmacSource(b"answers", variant.id)
    state = game.start()
    for question in range(QUESTIONS):
        pending = game.pending(state)
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(source))
        elif isinstance(pending, Ask):
            turn = {}
            for seat in pending.seats:
                view = game.view(state, seat)
                decision = game.decision(view)
                for bot in bots.values() if question % step == 0 else ():
                    decision.check(bot.choose(view, decision, Counted(0), source))
                    if isinstance(bot, MixedStrategyBot) and question % (MIXED * step) == 0:
                        mixture = bot.mixture(view, decision)
                        assert sum(chance for _, chance in mixture) == pytest.approx(1)
                        for move, chance in mixture:
                            assert chance >= 0
                            decision.check(move)
                turn[seat] = decision.sample(source)
            state = game.play(state, turn)
