"""Every variant as a game of OpenSpiel, judged by OpenSpiel's own suites: by day at small options, by night at the defaults too."""

from __future__ import annotations

import copy
import pickle
import sys
from importlib import import_module, metadata
from typing import Any

import numpy as np
import pytest

from deathmatch.core.game import Variant
from deathmatch.core.seats import PUBLIC
from deathmatch.library.game import list_variants, load_game
from deathmatch_lab import solve_game
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
def test_states_copies_and_strings_agree_along_a_match(variant: Variant) -> None:
    game = loaded(variant, SMALL[variant.id])
    assert pickle.loads(pickle.dumps(game)).get_parameters() == game.get_parameters()
    for place, state in zip(range(40), steps(game.new_initial_state(), 3), strict=False):
        text = str(state)
        for player in () if state.is_chance_node() else range(2):
            for action in state.legal_actions(player):
                assert state.string_to_action(player, state.action_to_string(player, action)) == action
        if place % 8 == 0:
            same = ours().pyspiel.deserialize_game_and_state(ours().pyspiel.serialize_game_and_state(game, state))[1]
            copies = (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), same)
            assert all(str(one) == text and one.history() == state.history() for one in copies)
        if place % 8 == 0 and not state.is_terminal():
            child = next(iter(steps(state.clone(), place)))
            for _ in zip(range(3), steps(child, 5), strict=False):
                pass
            assert str(state) == text, "a copy that goes on leaves the state as it was"


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


def test_a_sealed_card_is_public_once_both_are_revealed() -> None:
    game, py = ours().pyspiel.load_game("deathmatch_five_card_trick_gauntlet", {"rounds": 2, "max_rounds": 2}), ours().pyspiel
    public = game.make_py_observer(py.IIGObservationType(perfect_recall=True, private_info=py.PrivateInfoType.NONE))
    told = []
    for cards in ("score grow", "block claim"):
        state = game.new_initial_state()
        for own, theirs in zip(cards.split(), ("grow", "score"), strict=True):
            told.append(public.string_from(state, 0))
            state.apply_actions([state.string_to_action(0, own), state.string_to_action(1, theirs)])
        told.append(public.string_from(state, 0))
    assert told[:2] == told[3:5]
    assert told[2] != told[5]


def test_what_nobody_can_list_says_so_in_its_type_and_has_equal_chances() -> None:
    explicit = ours().pyspiel.GameType.ChanceMode
    for variant in VARIANTS:
        game = loaded(variant, {})
        state, kind = game.new_initial_state(), game.get_type()
        assert kind.chance_mode == (explicit.EXPLICIT_STOCHASTIC if variant.deals else explicit.DETERMINISTIC)
        boards = "one of 1,024 boards" in kind.long_name
        assert boards == (variant.game == "guidance-rite")
        if boards:
            assert state.chance_outcomes() == [(number, 1 / ours().BOARDS) for number in range(ours().BOARDS)]
            first, second = state.child(5), state.child(5)
            assert str(first) == str(second), "the same seed is the same board"
            assert len({str(state.child(number)) for number in range(20)}) == 20


def test_boards_can_be_sampled_and_the_type_says_so() -> None:
    py, name, given = ours().pyspiel, "deathmatch_guidance_rite_guardians", {**SMALL["guidance-rite/guardians"], "chance": "sampled"}
    one, same, other, any_ = (py.load_game(name, {**given, **seed}) for seed in ({"rng_seed": 3}, {"rng_seed": 3}, {"rng_seed": 4}, {}))
    assert one.get_type().chance_mode == py.GameType.ChanceMode.SAMPLED_STOCHASTIC
    assert one.get_type().long_name == "Guidance Rite (guardians, sampled boards)"
    assert one.new_initial_state().chance_outcomes() == [(0, 1.0)]
    assert one.max_chance_outcomes() == 1
    boards = [[str(game.new_initial_state().child(0)) for _ in range(3)] for game in (one, same, other, any_)]
    assert boards[0] == boards[1]
    assert len({board for some in boards[1:] for board in some}) == 9, "each deal is made anew"
    state = one.new_initial_state().child(0)
    assert str(one.deserialize_state(state.serialize())) == str(state.clone()) == str(state)
    with pytest.raises(py.SpielError, match="GetRNGState unimplemented"):  # when it passes, docs/frameworks.md says too little
        py.serialize_game_and_state(one, state)
    with pytest.raises(ValueError, match="expected chance to be listed or sampled, not 'dice'"):
        py.load_game(name, {"chance": "dice"})


def test_the_lexicon_decides_which_words_a_player_can_spell() -> None:
    py, name = ours().pyspiel, "deathmatch_letter_hunt_gambit"
    for lexicon, can in (("open", False), ("any", True)):
        game = py.load_game(name, {"lexicon": lexicon, "holds": 0, "first": "A"})
        for one in (game, pickle.loads(pickle.dumps(game))):
            state = one.new_initial_state()
            while state.is_chance_node():
                state.apply_action(state.legal_actions()[0])
            for token in ("word", "~z"):
                state.apply_action(state.string_to_action(token))
            assert ("~q" in [state.action_to_string(action) for action in state.legal_actions()]) == can
    with pytest.raises(LookupError, match="unknown word list mine; the word lists are open"):
        py.load_game(name, {"lexicon": "mine"})


def test_the_type_of_a_game_follows_from_its_options() -> None:
    variant = load_game("tile-joust/gauntlet").variant
    for size, has in (("default", False), ("small", True)):
        game = loaded(variant, options(variant, size))
        assert game.get_type().provides_information_state_tensor == has


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


def test_the_value_of_a_small_board_is_that_of_our_solver() -> None:
    for white in "AB":
        solved = solve_game(load_game("even-groups/standard", side=2, white=white)).json
        game = ours().pyspiel.load_game("deathmatch_even_groups_standard", {"side": 2, "white": white})
        minimax: Any = import_module("open_spiel.python.algorithms.minimax")
        value, _ = minimax.alpha_beta_search(game, maximizing_player_id=0)
        assert value == (1 if solved["winner"] == "A" else -1)
