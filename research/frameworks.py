"""Actions a second of every variant in PettingZoo and in OpenSpiel, by random agents, beside games of OpenSpiel stepped from Python.

In PettingZoo with observations and masks, beside connect four. In OpenSpiel without, beside the nearest game, which is in C++, and beside
OpenSpiel's own tic-tac-toe in Python.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import numpy as np

from bench.machine import each_variant, rate
from deathmatch_frameworks import pettingzoo
from research.vector import NEAREST, foreign

SEED = 7


def measure() -> dict[str, Any]:
    """Actions a second, and the ratios."""
    import_module("open_spiel.python.games.tic_tac_toe")
    theirs, in_python = _theirs(), rate(foreign("python_tic_tac_toe"))
    figures: dict[str, Any] = {"connect_four_per_second": round(theirs), "python_tic_tac_toe_per_second": round(in_python)}
    nearest = {name: rate(foreign(name)) for name in dict.fromkeys(NEAREST.values())}
    ours = import_module("deathmatch_frameworks.openspiel")
    for variant in each_variant():
        found, beside = _actions(pettingzoo.env(variant.id)), NEAREST[variant.game]
        stepped = rate(foreign(ours.name_of(variant)))
        figures[variant.id] = {
            "pettingzoo": {"per_second": round(found), "ratio": round(found / theirs, 4)},
            "openspiel": {
                "per_second": round(stepped),
                "beside": beside,
                "beside_per_second": round(nearest[beside]),
                "ratio": round(stepped / nearest[beside], 4),
                "ratio_to_python_tic_tac_toe": round(stepped / in_python, 3),
            },
        }
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
