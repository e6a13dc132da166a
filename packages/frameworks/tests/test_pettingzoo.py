"""Every variant in PettingZoo, judged by PettingZoo's own suites: by day two games at small options, by night all, at the defaults too."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from deathmatch.core.game import Variant
from deathmatch.core.seats import Seat
from deathmatch_frameworks import pettingzoo
from packages.frameworks.tests.judging import CHEAP, SMALL, each_variant, options, sized

pytestmark = pytest.mark.one_variant

suites: Any = import_module("pettingzoo.test")
JOINT = "five-card-trick/gauntlet"


@contextmanager
def only_conventions() -> Iterator[None]:
    """Allow the warnings that a dictionary with a mask and agents named as seats bring; any other one is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for words in ("Observation is not a NumPy array", "Observation space for each agent", "We recommend agents to be named"):
            warnings.filterwarnings("ignore", message=words)
        yield


def judge(variant: Variant, given: dict[str, Any], cycles: int) -> None:
    """All suites but the one that measures time."""
    make = partial(pettingzoo.env, variant.id, **given)
    with only_conventions():
        suites.api_test(make(), num_cycles=cycles)
        suites.parallel_api_test(pettingzoo.parallel_env(variant.id, **given), num_cycles=cycles)
        suites.seed_test(make, num_cycles=cycles)
        suites.render_test(make)


def played(one: Any, seed: int) -> list[tuple[str, int]]:
    """A match of random legal actions, to its end, as agents and actions."""
    lot, done = random.Random(seed), []
    one.reset(seed=seed)
    for agent in one.agent_iter():
        seen, _, over, _, _ = one.last()
        action = None if over else lot.choice(np.flatnonzero(seen["action_mask"]).tolist())
        if action is not None:
            done.append((agent, action))
        one.step(action)
    return done


@sized(lambda variant, size: size == "small" and variant.game in CHEAP)
def test_the_suites_of_pettingzoo_pass(variant: Variant, size: str) -> None:
    judge(variant, options(variant, size), 60 if size == "small" else 300)


@each_variant
def test_both_kinds_of_environments_play_the_same_match(variant: Variant) -> None:
    """The actions of one match in turns, given at once."""
    turns, at_once = pettingzoo.env(variant.id, **SMALL[variant.id]), pettingzoo.parallel_env(variant.id, **SMALL[variant.id])
    waiting = int(turns.action_space("A").n)
    left = {agent: [action for who, action in played(turns, 5) if who == agent] for agent in ("A", "B")}
    seen, _ = at_once.reset(seed=5)
    rewards: dict[str, float] = {}
    while at_once.agents:
        asked = {agent: not seen[agent]["action_mask"][waiting] for agent in ("A", "B")}
        assert all(asked[agent] or seen[agent]["action_mask"].sum() == 1 for agent in asked)
        seen, rewards, _, _, _ = at_once.step({agent: left[agent].pop(0) if asked[agent] else waiting for agent in asked})
    assert not any(left.values())
    assert at_once.match.state == turns.match.state
    assert rewards == {str(seat): turns.match.returns[seat] for seat in Seat}


def test_b_sees_nothing_of_the_submission_that_a_has_given() -> None:
    seen = []
    for way in (0, -1):
        one = pettingzoo.env(JOINT)
        one.reset(seed=1)
        while one.agent_selection == "A":
            one.step(np.flatnonzero(one.observe("A")["action_mask"])[way])
        seen.append((one.observe("B"), one.observe("A")))
    (first, own), (second, other) = seen
    assert all(np.array_equal(first[key], second[key]) for key in first)
    assert not np.array_equal(own["observation"], other["observation"])
