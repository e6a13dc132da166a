"""Every bot and level of every game answers with a legal move, from its view alone, and with the same one from the same source."""

from __future__ import annotations

import pytest

from deathmatch.bots import registry
from deathmatch.bots.budget import Counted
from deathmatch.core.bots import MixedStrategyBot
from deathmatch.core.game import Ask, Deals
from deathmatch.match.dealer import HmacSource
from tests import toy
from tests.conformance.cases import CASES, Case, compiled_by_night
from tests.games.letter_hunt.matches import Host

pytestmark = pytest.mark.one_variant

QUESTIONS = 30  # of one random match
MIXED = 6  # every sixth question asks for the whole mixture too, over which a bot may think as long as it does
DAILY = 15  # by day every fifteenth question is asked, by night all
LEVELS = ("level-1", "level-4", "level-7")


HOST = Host("CAB", "CAT")


def _cases() -> list[Case]:
    """The defaults of each variant and two sets of options in which much differs from them."""
    each = {name: [case for case in CASES if case.id == name] for name in dict.fromkeys(case.id for case in CASES)}
    return [
        case
        for cases in each.values()
        for case in dict.fromkeys((cases[0], cases[len(cases) // 2], cases[-1]))
        if case.variant not in toy.VARIANTS
    ]


@pytest.mark.parametrize(("step", "budgets"), [(DAILY, (0, 3)), pytest.param(1, (0, 3, 60), marks=pytest.mark.nightly)])
@pytest.mark.parametrize("case", compiled_by_night(_cases(), "guidance-rite/"), ids=str)
def test_every_bot_answers_legally_and_alike_however_little_it_may_think(case: Case, step: int, budgets: tuple[int, ...]) -> None:
    game, levels = case.game, LEVELS if registry.level_names(case.variant) else ()
    bots = {name: registry.pick(case.variant, game, name, HOST) for name in (*registry.names(case.variant), *levels)}
    assert next(iter(bots)) == "random", "the weakest"
    source = HmacSource(b"answers", str(case))
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
                    for units in budgets:
                        move, again = (bot.choose(view, decision, Counted(units), HmacSource(b"answer", str(question))) for _ in range(2))
                        assert move == again
                        decision.check(move)
                        decision.admit(move, HOST)
                    if isinstance(bot, MixedStrategyBot) and question % (MIXED * step) == 0:
                        mixture = bot.mixture(view, decision)
                        assert sum(chance for _, chance in mixture) == pytest.approx(1)
                        assert len({move for move, _ in mixture}) == len(mixture)
                        for move, chance in mixture:
                            assert chance >= 0
                            decision.check(move)
                turn[seat] = decision.sample(source)
            state = game.play(state, turn)
