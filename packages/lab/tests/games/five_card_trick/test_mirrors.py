"""Layers that mirror themselves: half of one is enough."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from deathmatch_lab.games.five_card_trick.best_response.whole import answered, chances
from deathmatch_lab.games.five_card_trick.fast import layers, respond
from deathmatch_lab.games.five_card_trick.fast.layers import COUNT_AT, MOST, Layer
from deathmatch_lab.games.five_card_trick.fast.respond import Truth, from_estimate
from deathmatch_lab.games.five_card_trick.solver.induction import Induction
from deathmatch_lab.solving import SilentReporter
from packages.lab.tests.games.five_card_trick.test_stage_simd8 import NEAR, induction, sampled


def even_layer(found: Induction, hull: Any) -> Layer:
    """Any chances that mirror themselves: the larger, the greater the lead and an advantage of the configuration."""
    least, most = hull
    runs = np.empty(least.shape, dtype=np.int64)
    values = np.zeros(layers.lay_runs(least, most, least - 1, most + 1, False, runs), dtype=np.float32)
    values[1] = 1.0
    own = np.random.default_rng(3).normal(size=len(runs))
    advantage = own - own[found.plan.mirror]
    for place, pot in np.argwhere(runs >> COUNT_AT & MOST):
        start, count, low = layers.start_of(runs[place, pot]), layers.count_of(runs[place, pot]), layers.low_of(runs[place, pot])
        values[start + 1 : start + 1 + count] = 0.5 + 0.4 * np.tanh((low + np.arange(count) + advantage[place]) / (pot + 3))
        values[start + 1 + count] = 1.0
    return Layer(runs, values)


def test_the_mirror_of_a_mirror_is_the_configuration() -> None:
    found = induction("gauntlet", 2)
    mirror = found.plan.mirror
    np.testing.assert_array_equal(mirror[mirror], np.arange(mirror.size))
    same = np.flatnonzero(mirror == np.arange(mirror.size))
    assert 0 < same.size < mirror.size, "some are their own"


def test_a_layer_that_mirrors_itself_is_solved_by_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    found = induction("gauntlet", 3)
    hulls = dict(enumerate(found.reachable_hulls(), 1))
    even, mirror = even_layer(found, hulls[3]), found.plan.mirror
    assert layers.uneven(even, mirror, 0, mirror.size) < 1e-6
    halves = found.estimate(2, hulls[2], even)
    assert layers.uneven(halves, mirror, 0, mirror.size) < 1e-6
    whole = estimated_whole(found, even, hulls, monkeypatch)
    for place, pot, lead in sampled(whole, 2):
        chance = respond.chance_at(whole, place, pot, lead)
        assert respond.chance_at(halves, place, pot, lead) == pytest.approx(chance, abs=NEAR)


def estimated_whole(found: Induction, layer: Layer, hulls: Any, monkeypatch: pytest.MonkeyPatch) -> Layer:
    with monkeypatch.context() as patched:
        patched.setattr(layers, "UNEVEN", -1.0)
        return found.estimate(2, hulls[2], layer)


def test_a_layer_that_does_not_is_solved_whole() -> None:
    found = induction("gauntlet", 2)
    hulls = dict(enumerate(found.reachable_hulls(), 1))
    exact, _ = found.solve(2, hulls[2], found.end(hulls[2]))
    assert layers.uneven(exact, found.plan.mirror, 0, found.plan.mirror.size) > layers.UNEVEN, "a last tie is B's"
    estimate = found.estimate(1, hulls[1], exact)
    place = int(found.plan.known.place[found.plan.key(found.plan.roots[0])])
    solved, _ = found.solve(1, hulls[1], exact)
    assert respond.chance_at(estimate, place, 1, 0) == pytest.approx(respond.chance_at(solved, place, 1, 0), abs=NEAR)


def test_a_bot_whose_estimate_mirrors_itself_is_answered_by_halves() -> None:
    """As each stage by itself, though the true chances know the last tie; but for a few stages with several optimal mixtures."""
    found = induction("gauntlet", 3)
    hulls = dict(enumerate(found.reachable_hulls(), 1))
    strategy = from_estimate(even_layer(found, hulls[3]))
    exact, _ = found.solve(3, hulls[3], found.end(hulls[3]))
    truth = Truth(exact.runs, exact.values, exact.values)
    assert found.mirror(hulls[2], strategy.estimate).size > 0
    quick, _ = chances(found, 2, hulls[2], strategy, truth, SilentReporter())
    whole = answered(found, 2, hulls[2], strategy, truth, SilentReporter()).truth
    np.testing.assert_array_equal(quick.runs, whole.runs)
    for own in ("a", "b"):
        apart = np.array(
            [
                respond.chance_at(Layer(quick.runs, getattr(quick, own)), *at)
                - respond.chance_at(Layer(whole.runs, getattr(whole, own)), *at)
                for at in sampled(Layer(quick.runs, quick.a), 2)
            ]
        )
        assert np.quantile(np.abs(apart), 0.99) < NEAR
