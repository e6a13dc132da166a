"""What bots play that do not look at the score, laid out for a whole match, is what they say at each position."""

from __future__ import annotations

import numpy as np
import pytest

from deathmatch.core.options import Values
from deathmatch.core.seats import SEATS
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick, rules
from deathmatch.games.five_card_trick.bot import bots
from deathmatch.games.five_card_trick.fast.rounds import lead
from deathmatch.match.dealer import HmacSource
from deathmatch_lab.games.five_card_trick.fast import respond
from deathmatch_lab.games.five_card_trick.fast.blind import share
from deathmatch_lab.games.five_card_trick.solver.induction import Induction
from deathmatch_lab.games.five_card_trick.solver.plan import plan
from deathmatch_lab.games.five_card_trick.strategies import strategies_of
from deathmatch_lab.solving import SilentReporter

NONE: Values = {"overload": "none", "priority": "none", "reset": "none"}


GAUNTLET = ("gauntlet", {"rounds": 2, "max_rounds": 4})
LONG = ("gauntlet", {"rounds": 4, "max_rounds": 6})
SETNA = ("setna", {"rounds": 2, "max_rounds": 3})
REFUSED = ("setna", {"rounds": 2, "max_rounds": 3, "illegal": "refuse", "steal_needs": "any"})
FINAL = ("final", {"rounds": 2, "max_rounds": 3, **NONE})
BY_DAY = [("steady", *GAUNTLET), ("random", *FINAL)]
BY_NIGHT = [
    *(("random", *case) for case in (GAUNTLET, LONG, SETNA, REFUSED)),
    *(("steady", *case) for case in (LONG, SETNA, REFUSED, FINAL)),
]


@pytest.mark.parametrize(("name", "variant", "given"), [*BY_DAY, *(pytest.param(*case, marks=pytest.mark.nightly) for case in BY_NIGHT)])
def test_what_is_laid_out_is_what_the_bot_says(name: str, variant: str, given: Values) -> None:
    game = find(f"five-card-trick/{variant}").bind(given)[1]
    assert isinstance(game, FiveCardTrick)
    bot, whole = bots(game)[name], plan(game.terms, game.start())
    induction = Induction(whole, SilentReporter())
    hulls = dict(enumerate(induction.reachable_hulls(), 1))
    found = strategies_of(bot, game.terms)
    assert found is not None
    strategies = dict(found.strategies(induction, hulls, induction.plan.last))
    out, source, checked = respond.bench(whole.known.met.shape[0]), HmacSource(b"blind", variant), 0
    for _ in range(12):
        state = game.start()
        while state.outcome is None:
            place = int(whole.known.place[whole.key(state)])
            m, n = respond.mixed(whole.known, place, state.pot, lead(state), strategies[state.round], out)
            sides = (out.stage.rows[:m], out.row), (out.stage.columns[:n], out.column)
            moves = {}
            for seat, (rows, parts) in zip(SEATS, sides, strict=True):
                view = game.view(state, seat)
                decision = game.decision(view)
                told = {whole.book.moves[row]: float(part) for row, part in zip(rows, parts, strict=False) if part > 0}
                said: dict[object, float] = {}
                for move, part in bot.mixture(view, decision):  # type: ignore[attr-defined]
                    counted = rules.counting(game.terms, state.sides[seat], move)
                    said[counted] = said.get(counted, 0.0) + part
                assert told == pytest.approx(said, abs=1e-7)
                checked += len(told) > 1
                moves[seat] = decision.sample(source)
            state = game.play(state, moves)
    assert checked > 10


def test_what_is_alike_shares_and_what_is_rounding_is_left_out() -> None:
    out = np.empty(4, dtype=np.float32)
    share(np.array([0.5, 0.1, 1e-12, 0.4]), np.array([2, 3, 5, 7]), 4, np.array([0, 0, 1, 1, 0, 2, 0, 3]), out)
    assert out == pytest.approx([0.3, 0.3, 0.0, 0.4])
