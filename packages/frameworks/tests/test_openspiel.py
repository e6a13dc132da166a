"""Every variant as a game of OpenSpiel, judged by OpenSpiel's own suites: by day at small options, by night at the defaults too."""

from __future__ import annotations

import sys
from importlib import import_module, metadata
from typing import Any

import numpy as np
import pytest

from deathmatch.core.game import Variant
from deathmatch.core.seats import PUBLIC
from deathmatch.library.game import list_variants
from packages.frameworks.tests import spiel
from packages.frameworks.tests.judging import CHEAP, SIZES, SMALL, VARIANTS, each_variant, marked, never, options, sized
from packages.frameworks.tests.spiel import judged, loaded, ours

pytestmark = [pytest.mark.one_variant, pytest.mark.skipif(sys.platform != "linux", reason="OpenSpiel has wheels for Linux")]

TREES = ("five-card-trick/gauntlet", "five-card-trick/setna", "even-groups/standard")  # items make the tree of `final` too large
each_tree = marked((), [variant for variant in VARIANTS if variant.id in TREES])


def steps(state: Any, number: int) -> Any:
    """A state of a match and all after it; the choices depend on the number alone."""
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[number % len(outcomes)][0])
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(2)]
            state.apply_actions([some[number % len(some)] for some in legal])
        else:
            state.apply_action(state.legal_actions()[number % len(state.legal_actions())])
        number = number * 7 % 101
    yield state


def test_every_variant_is_registered_and_has_small_options() -> None:
    assert {ours().name_of(variant) for variant in VARIANTS} <= set(ours().pyspiel.registered_names())
    assert [variant.id for variant in list_variants() if variant.has("encoding")] == [variant.id for variant in VARIANTS]


@sized(lambda variant, size: size == "small" and variant.game in CHEAP)
def test_the_simulation_test_of_openspiel_passes(variant: Variant, size: str) -> None:
    ours().pyspiel.random_sim_test(loaded(variant, options(variant, size)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.nightly
@sized(never)
def test_the_simulation_test_of_python_passes_with_pickles_and_turn_by_turn(variant: Variant, size: str) -> None:
    game = loaded(variant, options(variant, size))
    turns = [ours().pyspiel.convert_to_turn_based(game)] if ours().is_joint(game) else []
    for one in (game, *turns):
        for _ in range(3):
            import_module("open_spiel.python.tests.games_sim_test").GamesSimTest().sim_game(one)


@sized(lambda variant, size: (size == "small") == (variant.game == "even-groups"))
def test_the_api_test_of_openspiel_passes(variant: Variant, size: str) -> None:
    assert not judged("EnforceAPIOnPartialTreeBase", loaded(variant, options(variant, size)))


@pytest.mark.nightly
@sized(never)
def test_the_api_test_of_openspiel_passes_turn_by_turn(variant: Variant, size: str) -> None:
    game, py = loaded(variant, options(variant, size)), ours().pyspiel
    if ours().is_joint(game):
        assert not judged("EnforceAPIOnPartialTreeBase", py.convert_to_turn_based(game))
    else:
        with pytest.raises(py.SpielError, match="simultaneous"):
            py.convert_to_turn_based(game)


@sized(lambda variant, size: size == "small" and variant.game in CHEAP)
def test_a_playthrough_of_openspiel_is_the_one_that_is_kept_and_openspiel_plays_it_again(variant: Variant, size: str) -> None:
    kept = {text.split()[1]: text for text in spiel.FILE.read_text(encoding="utf-8").splitlines()}
    assert len(kept) == len(VARIANTS) * len(SIZES)
    game = spiel.briefly(variant, size)
    assert game in kept
    text = spiel.playthrough(game)
    if kept[game].startswith(f"{metadata.version('open_spiel')} "):  # another version may write other lines
        assert spiel.line(game, text) == kept[game], "python -m packages.frameworks.tests.spiel writes the digests anew"
    assert spiel.replayed(text) == text


@each_variant
def test_each_kind_of_observation_holds_what_its_name_says(variant: Variant) -> None:
    game, py = loaded(variant, SMALL[variant.id]), ours().pyspiel
    observed: Any = import_module("open_spiel.python.observation")
    kinds = py.PrivateInfoType
    public, private, both, everything = (
        observed.make_observation(game, py.IIGObservationType(perfect_recall=False, public_info=public, private_info=info))
        for public, info in ((True, kinds.NONE), (False, kinds.SINGLE_PLAYER), (True, kinds.SINGLE_PLAYER), (True, kinds.ALL_PLAYERS))
    )
    assert everything is None
    assert (
        observed.make_observation(game, py.IIGObservationType(perfect_recall=True, public_info=False, private_info=kinds.SINGLE_PLAYER))
        is None
    )
    for _, state in zip(range(20), steps(game.new_initial_state(), 3), strict=False):
        if state.is_chance_node():
            continue
        assert public.string_from(state, 0) == public.string_from(state, 1)
        public.set_from(state, 0)
        seen = public.tensor.tolist()
        public.set_from(state, 1)
        assert public.tensor.tolist() == seen, "the public sees the same whoever asks"
        assert private.tensor is None
        for player in range(2):
            both.set_from(state, player)
            assert both.tensor.tolist() == pytest.approx(state.observation_tensor(player))
            assert bool(private.string_from(state, player)) == (
                game.get_type().information == py.GameType.Information.IMPERFECT_INFORMATION
            )


@each_variant
def test_the_public_remembers_what_everybody_saw_and_no_secret(variant: Variant) -> None:
    game, py = loaded(variant, SMALL[variant.id]), ours().pyspiel
    public: Any = import_module("open_spiel.python.observation").make_observation(
        game, py.IIGObservationType(perfect_recall=True, public_info=True, private_info=py.PrivateInfoType.NONE)
    )
    assert (public.tensor is not None) == game.get_type().provides_information_state_tensor
    before = ""
    for _, state in zip(range(20), steps(game.new_initial_state(), 3), strict=False):
        text = public.string_from(state, 0)
        assert text.startswith(before)
        before = text
    if public.tensor is not None:
        public.set_from(state, 1)
        assert np.array_equal(public.tensor, np.array(state.trajectory.information_state_tensor(PUBLIC), np.float32))
        assert public.tensor.any()


# --- Whole trees


@each_tree
def test_the_whole_tree_of_a_small_game_passes_the_api_test(variant: Variant) -> None:
    options: dict[str, Any] = {"side": 2, "white": "A"} if variant.game == "even-groups" else {"rounds": 1, "max_rounds": 1}
    game = loaded(variant, options)
    turns = ours().pyspiel.convert_to_turn_based(game) if ours().is_joint(game) else game
    counts = ("test_number_of_nodes", "test_game_is_perfect_recall")  # they look the game up in a table of OpenSpiel's own games
    assert not judged("EnforceAPIOnFullTreeBase", turns, counts)
    assert pasts(turns.new_initial_state(), ((), ()), {}) > 1


def pasts(state: Any, known: tuple[Any, Any], found: dict[str, Any]) -> int:
    """The information sets below a state. Each must have one past: what its player knew and did before.

    OpenSpiel's own check also wants all histories of a set to have one length; here a player may finish a submission before the other.
    """
    if state.is_terminal():
        return len(found)
    player = state.current_player()
    name = state.information_state_string(player)
    assert found.setdefault(name, known[player]) == known[player], "the same information state has one past"
    for action in state.legal_actions():
        now = (*known[player], (name, action))
        pasts(state.child(action), (now, known[1]) if player == 0 else (known[0], now), found)
    return len(found)
