"""The search, held to the solver, and with the chances of a digest."""

from __future__ import annotations

from itertools import product

import pytest

from deathmatch.core.options import Values
from deathmatch.core.seats import PUBLIC, Seat
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.solver import Effort, judged
from deathmatch_lab.games.five_card_trick.solver import Exact
from deathmatch_lab.games.five_card_trick.strategies import RECALLED
from deathmatch_lab.solving import SilentReporter
from tests.games.five_card_trick.positions import ITEMLESS, bound, walk


@pytest.mark.parametrize(
    ("variant", "options", "late"),
    [
        ("gauntlet", {"rounds": 3, "max_rounds": 4, "extension": 1}, 0.0),
        ("gauntlet", {"rounds": 3, "max_rounds": 3, "blocked_collides": "no", "steal_needs": "any", "dmo": "A"}, 0.5),
        ("setna", {"rounds": 2, "max_rounds": 3, "extension": 1}, 0.0),
        ("final", {"rounds": 3, "max_rounds": 3, **ITEMLESS}, 0.0),
        ("final", {"rounds": 3, "max_rounds": 3}, 0.3),
        ("final", {"rounds": 2, "max_rounds": 3, "extension": 1, "items_tiebreak": "unused", "priority_beats_block": "yes"}, 0.0),
    ],
)
@pytest.mark.parametrize("matches", [1, pytest.param(6, marks=pytest.mark.nightly)])
@pytest.mark.nightly
def test_it_finds_what_the_layers_find(variant: str, options: Values, late: float, matches: int) -> None:
    """Also after time-outs, and with items in hand; the first round is left out, for it takes long."""
    game, checked = bound(variant, options), 0
    for label in range(matches):
        for state in walk(game, str(label), late=late):
            if state.round == 1:
                continue
            exact = Exact(game.terms).solve(game.view(state, PUBLIC), SilentReporter()).json
            found = judged(game.terms, state, Effort(4))
            value = found.value if game.terms.dmo.other is Seat.A else 1 - found.value
            assert found.exact
            assert value == pytest.approx(exact["value"], abs=1e-6)
            assert found.gap < 1e-9
            checked += 1
    assert checked


@pytest.mark.parametrize(("variant", "single"), [("gauntlet", False), ("setna", False), ("setna", True)])
@pytest.mark.nightly
def test_a_position_that_is_solved_from_looks_is_averaged_with_the_look_at_it(variant: str, single: bool) -> None:
    """Not after one card: there the look is that at a position after two."""
    game = bound(variant, {})
    state = next(state for state in walk(game, "averaged") if state.round == 9)
    seen, solved = (judged(game.terms, state, Effort(depth)) for depth in (1, 2))
    pairs = [pair for pair in product(*solved.moves) if single == any(len(move.cards) < 2 for move in pair)]
    for a, b in pairs[:: max(1, len(pairs) // 5)]:
        pair = {Seat.A: a, Seat.B: b}
        after = judged(game.terms, rules.play(game.terms, state, pair), Effort(1)).value
        expected = after if single else (1 - RECALLED[0]) * after + RECALLED[0] * seen.after(pair)
        assert solved.after(pair) == pytest.approx(expected, abs=1e-6)
