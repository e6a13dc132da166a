"""Bots of OpenSpiel play in the arena, and see no more than their seat."""

from __future__ import annotations

import json
import pickle
import signal
import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest
from typer.testing import CliRunner

from deathmatch.bots import arena, players
from deathmatch.bots.arena import ArenaBout
from deathmatch.cli.main import app
from deathmatch.core.errors import BotError
from deathmatch.core.game import Deals, Over, Variant
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games import find
from deathmatch.library.bots import counted_budget, play_match, random_source, word_lists
from deathmatch.library.game import load_game
from deathmatch.library.records import replay_record
from deathmatch.match.record import read, write
from deathmatch_frameworks.encoding import load_encoding
from packages.frameworks.tests import agents
from packages.frameworks.tests.judging import SMALL, each_variant

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="OpenSpiel has wheels for Linux")

HERE = "packages.frameworks.tests.agents"
EVEN_GROUPS = ("even-groups/standard", (("side", 2),))
TILE_JOUST = ("tile-joust/gauntlet", (("sets", 1), ("chips", 5)))  # each hand is hidden from the other seat
ROUNDS = ("five-card-trick/gauntlet", (("rounds", 2), ("max_rounds", 2)))
HIDDEN = ("tile-joust/gauntlet", "tile-joust/final", "letter-hunt/gambit", "letter-hunt/colosseum")


def spiel_bots() -> Any:
    """Our module; it needs OpenSpiel."""
    return import_module("deathmatch_frameworks.openspiel_bots")


@pytest.mark.parametrize(("variant", "options"), [EVEN_GROUPS, TILE_JOUST], ids=["even-groups", "tile-joust"])
def test_openspiels_own_bots_play_whole_matches_and_the_same_ones_again(variant: str, options: Any) -> None:
    bout = ArenaBout(variant, "openspiel:mcts", "openspiel:uniform_random", 2, 7, options, thinking=3)
    played = [arena.play(bout, number) for number in range(2)]
    for match in played:
        assert match.winner in ("a", "b", None)
        record = match.record(bout)
        assert read(write(record).encode(), find) == record, "the rules allow the match"
        assert set(record.header.names) == {"mcts", "uniform_random"}
    arena._table.cache_clear()
    assert [arena.play(bout, number) for number in range(2)] == played


@pytest.mark.nightly
@each_variant
def test_every_variant_can_be_played(variant: Variant) -> None:
    game = load_game(variant.id, SMALL[variant.id])
    record = play_match(game, "openspiel:mcts", "openspiel:uniform_random", seed=1, thinking=3)
    *_, last = replay_record(record)
    assert last.over is not None


@pytest.mark.parametrize(("variant", "options"), [EVEN_GROUPS, TILE_JOUST, ROUNDS], ids=["even-groups", "tile-joust", "five-card-trick"])
def test_the_search_over_sampled_states_plays_whole_matches_and_the_same_ones_again(variant: str, options: Any) -> None:
    game = load_game(variant, **dict(options))
    records = [play_match(game, "openspiel:ismcts", "random", seed=2, thinking=4) for _ in range(2)]
    *_, last = replay_record(records[0])
    assert last.over is not None
    assert records[0] == records[1]


CRASHING = """
import open_spiel.python.games, pyspiel
state = pyspiel.load_game(GAME).new_initial_state()
for card in (0, 1):
    state.apply_action(card)
kind = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
print(pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 20, -1, kind, False, False).step(state))
"""


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "ended"), [("kuhn_poker", 0), ("python_kuhn_poker", -signal.SIGSEGV)])
def test_openspiels_search_in_cpp_crashes_with_its_own_games_in_python(game: str, ended: int) -> None:
    """docs/frameworks.md says so; if this fails, OpenSpiel has mended it."""
    done = subprocess.run([sys.executable, "-c", CRASHING.replace("GAME", repr(game))], capture_output=True, check=False)
    assert done.returncode == ended, done.stderr


def test_the_search_is_better_than_chance() -> None:
    """On side 2 of Even Groups 30 simulations are enough to win nearly always against random moves."""
    bout = ArenaBout(EVEN_GROUPS[0], "openspiel:mcts", "random", 8, 1, EVEN_GROUPS[1], thinking=30)
    assert sum(arena.play(bout, number).winner == "a" for number in range(8)) >= 6


def decisions(variant: str, number: int) -> Any:
    """The states of a random match in which a seat owes a submission, with the seat."""
    game, source = load_game(variant, SMALL[variant]), random_source("agents", str(number))
    state = game.start()
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(source))
            continue
        for seat in pending.seats:
            yield game, state, seat
        turn = {seat: game.decision(game.view(state, seat)).sample(source) for seat in pending.seats}
        state = game.play(state, turn)


def asked(game: Any, state: Any, seat: Seat, seed: int) -> tuple[str, tuple[str, ...]]:
    """The answer of a bot that looks at all of its state, and the states that it saw."""
    agents.SEEN.clear()
    bot = spiel_bots().agent(agents.watching).of_variant(game.variant, game.rules)
    view = game.view(state, seat)
    decision = game.decision(view)
    move = bot.choose(view, decision, counted_budget(1), random_source("choice", str(seed)))
    return decision.write(move), tuple(agents.SEEN)


@pytest.mark.parametrize("variant", HIDDEN)
def test_two_states_that_look_the_same_get_the_same_answer(variant: str) -> None:
    other_states = elsewhere = 0
    for count, (game, state, seat) in enumerate(decisions(variant, 1)):
        if count == 6:
            break
        encoding = load_encoding(game)
        other = encoding.resample(game.view(state, seat), random_source("other", str(count)))
        assert game.view(other, seat) == game.view(state, seat)
        other_states += other != state
        for seed in range(3):
            answer, seen = asked(game, state, seat, seed)
            assert (answer, seen) == asked(game, other, seat, seed)
            elsewhere += encoding.write_state(state) not in seen[0]
    assert other_states, "the seat lacks something, so that the test can fail"
    assert elsewhere, "the bot gets sampled states and not the true one"


def test_in_a_game_that_hides_nothing_the_state_is_the_true_one() -> None:
    for game, state, seat in decisions("even-groups/standard", 1):
        _, seen = asked(game, state, seat, 0)
        assert seen[0] == load_encoding(game).write_state(state)


def test_the_seat_that_is_asked_acts_first_and_then_the_other() -> None:
    game = load_game("five-card-trick/gauntlet", SMALL["five-card-trick/gauntlet"])
    encoding, bots = load_encoding(game), spiel_bots()
    for seat in SEATS:
        ordered = bots.OrderedGame(game.variant, encoding, seat)
        state = bots.OrderedState(ordered, encoding.start(), seat).clone()
        players_in_turn = []
        while state.trajectory.state == game.start():
            players_in_turn.append(state.current_player())
            state.apply_action(state.legal_actions()[0])
        mine = SEATS.index(seat)
        assert players_in_turn == sorted(players_in_turn, key=lambda player: player != mine)
        assert set(players_in_turn) == {0, 1}


def test_a_word_that_no_list_has_is_asked_for_again_and_then_replaced() -> None:
    lists = word_lists(load_game("letter-hunt/gambit", SMALL["letter-hunt/gambit"]))
    assert lists is not None
    words = 0
    for game, state, seat in decisions("letter-hunt/gambit", 1):
        view = game.view(state, seat)
        decision = game.decision(view)
        bot = spiel_bots().agent(agents.spelling).of_variant(game.variant, game.rules)
        answer = bot.choose(view, decision, counted_budget(1), random_source(1))
        move = bot.equip(lists).choose(view, decision, counted_budget(1), random_source(1))
        decision.admit(move, lists)
        if set(decision.write(answer).lower().split()[-1]) == {"z"}:
            words += 1
            assert move != answer
        else:
            assert move == answer
    assert words


def test_an_agent_is_a_player_for_the_library_too() -> None:
    agent = spiel_bots().agent(agents.last)
    record = play_match(load_game("even-groups/standard", side=2), agent, "random")
    assert record.header.names.a == "last"
    assert pickle.loads(pickle.dumps(agent)) == agent
    assert players.importable(f"x=openspiel:{HERE}:last") == agent
    with pytest.raises(BotError, match=r"Chooser answered \d+, which is no legal action"):
        play_match(load_game("even-groups/standard", side=2), spiel_bots().agent(agents.wrong), "random")
    with pytest.raises(TypeError, match="expected a function make"):
        spiel_bots().agent(7)


OPTIONS = ("--game", "even-groups/standard", "--option", "side=2", "--games", "2", "--seed", "1", "--jobs", "1")


def test_the_command_takes_them_by_name_and_by_module() -> None:
    bots = ("openspiel:uniform_random", f"mine=openspiel:{HERE}:last", f"openspiel:{HERE}:last", "random")
    result = CliRunner().invoke(app, ["tournament", *bots, *OPTIONS, "--json"])
    assert result.exit_code == 0, result.stderr
    shown = json.loads(result.stdout)
    assert shown["bots"] == ["uniform_random", "mine", "last", "random"]
    assert shown["games"] == 12


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("openspiel:nobody", "OpenSpiel has no bot nobody here; expected uniform_random, mcts, ismcts, or openspiel:MODULE:FUNCTION"),
        ("openspiel:no.module:make", "No module named 'no'"),
        ("openspiel:", "a bot is MODULE:CLASS or NAME=MODULE:CLASS"),
        (f"openspiel:{HERE}:SEEN", "expected a function make(game, player, seed, budget)"),
    ],
)
def test_a_bot_that_cannot_be_had_is_refused(bot: str, said: str) -> None:
    result = CliRunner().invoke(app, ["arena", bot, "random", *OPTIONS])
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.replace("│", " ").split())
