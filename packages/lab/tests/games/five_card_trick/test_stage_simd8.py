"""Estimates of eight leads at a time, against the exact layers."""

from __future__ import annotations

import numpy as np
import pytest

from deathmatch.core.options import Values
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick, rules
from deathmatch.solve.matrix import certified, workspace
from deathmatch_lab.games.five_card_trick.best_response.whole import answered, chances
from deathmatch_lab.games.five_card_trick.fast import respond
from deathmatch_lab.games.five_card_trick.fast.layers import COUNT_AT, LOW_ZERO, MOST, Layer
from deathmatch_lab.games.five_card_trick.fast.respond import Truth, from_estimate
from deathmatch_lab.games.five_card_trick.fast.stage_simd8 import eight_leads, join_column, join_row, mended
from deathmatch_lab.games.five_card_trick.solver.induction import Induction
from deathmatch_lab.games.five_card_trick.solver.plan import plan
from deathmatch_lab.solve.simd8 import COLUMN, HIGH, LOW, PAYOFFS, ROW
from deathmatch_lab.solving import SilentReporter

ITEMLESS: Values = {"overload": "none", "priority": "none", "reset": "none"}
NEAR = 2e-6
SAMPLE = 2000


def induction(variant: str, rounds: int) -> Induction:
    options: Values = {"rounds": rounds, "max_rounds": rounds, **(ITEMLESS if variant == "final" else {})}
    game = find(f"five-card-trick/{variant}").bind(options)[1]
    assert isinstance(game, FiveCardTrick)
    return Induction(plan(game.terms, rules.start(game.terms)), SilentReporter())


def sampled(layer: Layer, seed: int) -> list[tuple[int, int, int]]:
    """Some positions that are not decided: configuration, pot and lead."""
    places, pots = np.nonzero(layer.runs >> COUNT_AT & MOST)
    source = np.random.default_rng(seed)
    chosen = []
    for k in source.integers(0, places.size, size=SAMPLE):
        run = int(layer.runs[places[k], pots[k]])
        lead = (run & MOST) - LOW_ZERO + int(source.integers(-1, (run >> COUNT_AT & MOST) + 1))
        chosen.append((int(places[k]), int(pots[k]), lead))
    return chosen


@pytest.mark.parametrize(("variant", "rounds"), [("gauntlet", 3), pytest.param("final", 3, marks=pytest.mark.nightly)])
def test_estimates_are_the_exact_chances(variant: str, rounds: int) -> None:
    found = induction(variant, rounds)
    hulls = dict(enumerate(found.reachable_hulls(), 1))
    exact = found.end(hulls[rounds])
    for round_ in range(rounds, 0, -1):
        estimate = found.estimate(round_, hulls[round_], exact)
        exact, _ = found.solve(round_, hulls[round_], exact)
        for place, pot, lead in sampled(exact, round_):
            chance = respond.chance_at(exact, place, pot, lead)
            assert respond.chance_at(estimate, place, pot, lead) == pytest.approx(chance, abs=NEAR)


def test_the_chances_against_the_best_answer_are_those_with_answers() -> None:
    """The bot's estimate is right, so nobody gains anything by an answer, whichever of its optimal mixtures it plays."""
    found = induction("gauntlet", 3)
    hulls = dict(enumerate(found.reachable_hulls(), 1))
    exact = found.end(hulls[3])
    truth = Truth(exact.runs, exact.values, exact.values)
    for round_ in range(3, 0, -1):
        quick, asked = chances(found, round_, hulls[round_], from_estimate(exact), truth, SilentReporter())
        whole = answered(found, round_, hulls[round_], from_estimate(exact), truth, SilentReporter())
        assert asked == whole.asked
        np.testing.assert_array_equal(quick.runs, whole.truth.runs)
        for place, pot, lead in sampled(Layer(quick.runs, quick.a), round_):
            for own in ("a", "b"):
                quickly, slowly = (respond.chance_at(Layer(one.runs, getattr(one, own)), place, pot, lead) for one in (quick, whole.truth))
                assert quickly == pytest.approx(slowly, abs=(4 - round_) * NEAR)
        truth = whole.truth
        exact, _ = found.solve(round_, hulls[round_], exact)


def test_a_game_whose_rounding_was_too_much_is_solved_in_long_floats() -> None:
    """By the submissions that matter; if another one improves on their mixtures, it stays open."""
    side, lane, source = 4, 3, np.random.default_rng(7)
    open_ = 0
    for number in range(40):
        here, payoffs = eight_leads(side), source.random((side, side))
        here.few.blocks[PAYOFFS : PAYOFFS + side * side, lane] = payoffs.ravel()
        few = 2 if number % 2 else side
        for k in range(few):
            join_row(here.few, k)
        for k in range(side):
            join_column(here.few, k)
        value, less = (certified(payoffs[:m], m, side, np.empty(side), np.empty(side), workspace(side))[0] for m in (side, few))
        done = mended(here, lane, side, side)
        if less < value - NEAR:
            assert not done
            open_ += 1
        elif few == side:
            assert done
            assert here.few.blocks[[LOW, HIGH], lane] == pytest.approx([value, value], abs=NEAR)
            row, column = (here.few.blocks[first : first + side, lane] for first in (ROW, COLUMN))
            assert float((row @ payoffs).min()) == pytest.approx(value, abs=NEAR)
            assert float((payoffs @ column).max()) == pytest.approx(value, abs=NEAR)
    assert open_ > 10
