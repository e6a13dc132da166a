"""Matches in batches (`deathmatch_frameworks.vector`) beside OpenSpiel's nearest game stepped from Python, in the same run, on one core.

Both sides play random legal matches, one after another: legal actions, a random choice, the step, and a new match after the end. A step is
one action, of both seats at once if the game is simultaneous; where a batch puts a move together, an action is a token.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from statistics import median
from typing import Any, Final

from bench.machine import note, rate
from deathmatch_frameworks import vector

SIZES: Final = (256, 1024, 4096)
ROUNDS: Final = 5  # of both sides by turns; the median counts
STEPS: Final = 64  # of a batch, in one piece of work

NEAREST: Final = {
    "even-groups": "havannah(board_size=5)",
    "five-card-trick": "goofspiel(imp_info=True,num_cards=13,points_order=descending)",
}
"""OpenSpiel's nearest game: stones on the same board of 61 cells; sealed bids in rounds; questions about the cards of the other hand."""

GOALS: Final = {"even-groups": 10, "five-card-trick": 20}
"""The ratio that was wished for, at the default options."""


def measure() -> dict[str, Any]:
    """Steps a second of every variant that has batches, and the ratio to OpenSpiel."""
    return {"variants": {name: _variant(name) for name in vector.list_built()}}


def _variant(name: str) -> dict[str, Any]:
    game = name.partition("/")[0]
    figures: dict[str, Any] = {"beside": NEAREST[game], "goal": GOALS[game]}
    theirs = foreign(NEAREST[game])
    for size in SIZES:
        note(f"  {name} with {size} matches")
        work = batch_work(name, size)
        looked = batch_work(name, size, look=True)
        rates = [(rate(work), rate(looked), rate(theirs)) for _ in range(ROUNDS)]
        figures[str(size)] = {
            "steps_per_second": round(median(ours for ours, _, _ in rates)),
            "with_observations": round(median(seen for _, seen, _ in rates)),
            "openspiel_steps_per_second": round(median(other for _, _, other in rates)),
            "ratio": round(median(ours / other for ours, _, other in rates), 1),
        }
    return figures


def batch_work(name: str, size: int, look: bool = False, cores: int = 1) -> Callable[[], int]:
    """A piece of work: steps of a batch; `look` observes both seats in each."""
    batch = vector.make(name, size, seed=1, cores=cores)

    def work() -> int:
        for _ in range(STEPS):
            batch.legal()
            if look:
                batch.observe("A")
                batch.observe("B")
            batch.step(batch.sample())
        return STEPS * size

    return work


def foreign(name: str) -> Callable[[], int]:
    """A piece of work: one match of a game of OpenSpiel; returns its steps."""
    game = import_module("pyspiel").load_game(name)
    source = random.Random(1)

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(source.choice(state.legal_actions()))
                continue
            if state.is_simultaneous_node():
                state.apply_actions([source.choice(state.legal_actions(0)), source.choice(state.legal_actions(1))])
            else:
                state.apply_action(source.choice(state.legal_actions()))
            steps += 1
        return steps

    return work
