"""Actions a second of every variant in PettingZoo, by random agents; beside it OpenSpiel's connect four, stepped from Python."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import numpy as np

from bench.machine import each_variant, rate
from deathmatch import pettingzoo

SEED = 7


def measure() -> dict[str, Any]:
    """Actions a second with observations and masks, and the ratio to connect four."""
    theirs = _theirs()
    figures: dict[str, Any] = {"connect_four_per_second": round(theirs)}
    for variant in each_variant():
        found = _actions(pettingzoo.env(variant.id))
        figures[variant.id] = {"per_second": round(found), "ratio": round(found / theirs, 4)}
    return figures


def _actions(one: Any) -> float:
    """Actions a second in matches of random legal actions, one after another."""
    lot = random.Random(SEED)
    one.reset(seed=SEED)

    def act() -> int:
        seen, _, over, cut, _ = one.last()
        if over or cut:
            one.reset()
        else:
            one.step(lot.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        return 1

    return rate(act)


def _theirs() -> float:
    """The same of connect four in OpenSpiel."""
    game = import_module("pyspiel").load_game("connect_four")
    lot, held = random.Random(SEED), [game.new_initial_state()]

    def act() -> int:
        state = held[0]
        if state.is_terminal():
            held[0] = game.new_initial_state()
        else:
            np.array(state.observation_tensor(), np.float32)
            state.apply_action(lot.choice(np.flatnonzero(state.legal_actions_mask()).tolist()))
        return 1

    return rate(act)
