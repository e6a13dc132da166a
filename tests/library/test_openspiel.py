"""Every variant as a game of OpenSpiel, judged by OpenSpiel's own random simulation test. OpenSpiel is there by night only."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from deathmatch.core.game import Variant
from deathmatch.library.game import list_variants

pytestmark = pytest.mark.nightly

SMALL: dict[str, dict[str, Any]] = {
    "five-card-trick/gauntlet": {"rounds": 2, "max_rounds": 2},
    "five-card-trick/final": {"rounds": 2, "max_rounds": 2},
    "five-card-trick/setna": {"rounds": 2, "max_rounds": 2},
    "even-groups/standard": {"side": 2},
    "letter-hunt/gambit": {"holds": 1, "turn_limit": 1},
    "letter-hunt/colosseum": {"turn_limit": 1},
    "tile-joust/gauntlet": {"sets": 1, "chips": 5},
    "tile-joust/final": {"sets": 1, "chips": 5},
    "guidance-rite/guardians": {"size": "3x3", "best_of": "1", "quiet_turns": 2},
    "guidance-rite/final": {"size": "3x3", "best_of": "1", "quiet_turns": 2},
}
each_variant = pytest.mark.parametrize("variant", list_variants(), ids=lambda variant: variant.id)


@pytest.fixture(scope="module")
def spiel() -> Any:
    """OpenSpiel, with our games in it."""
    pytest.importorskip("pyspiel", reason="pip install open_spiel")
    ours: Any = import_module("deathmatch.openspiel")
    return SimpleNamespace(py=ours.pyspiel, ours=ours)


@each_variant
def test_the_simulation_test_of_openspiel_passes(spiel: Any, variant: Variant) -> None:
    for options, times in (({}, 1), (SMALL.get(variant.id, {}), 5)):
        game = spiel.py.load_game(spiel.ours.name_of(variant), options)
        spiel.py.random_sim_test(game, num_sims=times, serialize=not options, verbose=False)


@each_variant
def test_a_sampled_state_has_the_information_state_of_the_player(spiel: Any, variant: Variant) -> None:
    game = spiel.py.load_game(spiel.ours.name_of(variant), SMALL.get(variant.id, {}))
    state = game.new_initial_state()
    for number in range(12):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[number % len(state.chance_outcomes())][0])
            continue
        for player in range(2):
            sampled = state.resample_from_infostate(player, iter([0.3] * 10_000).__next__)
            assert sampled.information_state_string(player) == state.information_state_string(player)
            assert sampled.observation_tensor(player) == state.observation_tensor(player)
        if state.is_simultaneous_node():
            state.apply_actions([state.legal_actions(player)[0] for player in range(2)])
        else:
            state.apply_action(state.legal_actions()[-1])


def test_the_value_of_a_small_board_is_that_of_our_solver(spiel: Any) -> None:
    from deathmatch.library.game import load_game
    from deathmatch.library.study import solve_game

    for white in "AB":
        solved = solve_game(load_game("even-groups/standard", side=2, white=white)).json
        game = spiel.py.load_game("deathmatch_even_groups_standard", {"side": 2, "white": white})
        minimax = import_module("open_spiel.python.algorithms.minimax")
        value, _ = minimax.alpha_beta_search(game, maximizing_player_id=0)
        assert value == (1 if solved["winner"] == "A" else -1)
