"""Every variant against a bot in Gymnasium, judged by Gymnasium's own checker: by day two games at small options, by night all."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from deathmatch.core.game import Variant
from deathmatch_frameworks import gymnasium as environments
from packages.frameworks.tests.judging import CHEAP, VARIANTS, options, sized

pytestmark = pytest.mark.one_variant

gymnasium: Any = import_module("gymnasium")
check_env: Any = import_module("gymnasium.utils.env_checker").check_env
JOINT = "deathmatch/FiveCardTrickGauntlet-v0"


class Watcher:
    """A bot that plays at random and remembers its views."""

    def __init__(self) -> None:
        self.views: list[Any] = []

    def choose(self, view: Any, decision: Any, budget: Any, source: Any) -> Any:
        self.views.append(view)
        return decision.sample(source)


def test_every_variant_is_registered() -> None:
    names = {environments.name_of(variant) for variant in VARIANTS}
    assert JOINT in names
    assert names == {name for name in gymnasium.registry if name.startswith("deathmatch/")}


def checked(variant: Variant, **given: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(environments.name_of(variant), render_mode="rgb_array", **given).unwrapped)


@sized(lambda variant, size: size == "small" and variant.game in CHEAP)
def test_the_checker_of_gymnasium_finds_nothing(variant: Variant, size: str) -> None:
    checked(variant, opponent="random" if size == "small" else "steady", **options(variant, size))


def test_the_bot_knows_nothing_of_a_submission_that_it_answers_at_the_same_time() -> None:
    seen = []
    for way in (0, -1):
        watcher = Watcher()
        one = gymnasium.make(JOINT, opponent=watcher, seat="A")
        now, _ = one.reset(seed=1)
        while not watcher.views:
            now, *_ = one.step(int(np.flatnonzero(now["action_mask"])[way]))
        seen.append(watcher.views[0])
    assert seen[0] == seen[1]


def test_an_illegal_action_loses_and_says_why() -> None:
    one = gymnasium.make(JOINT, opponent="random", seat="A").unwrapped
    one.reset(seed=1)
    seen, reward, over, cut, info = one.step(6)
    assert (reward, over, cut) == (-1.0, True, False)
    assert info["illegal"].startswith("6 is no legal action of seat A; the mask allows score, grow,")
    assert not seen["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"the match is over; call reset\(\) for the next one"):
        one.step(1)
