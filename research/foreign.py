"""Figures of our solvers, found again by OpenSpiel's own algorithms in the games of `deathmatch_frameworks`.

packages/frameworks/docs/frameworks.md has them.

- `value iteration`: OpenSpiel's over the positions of a short Five-Card Trick. A position is a matrix game of whole submissions, so the
  actions are those; the linear programs are solved by HiGHS, because OpenSpiel's own way needs one more package.
- `cfr`: OpenSpiel exports a game to the format of Gambit, and its CFR+ solves that: one round of Five-Card Trick, and Letter Hunt with few
  letters and no words, by the rules with smaller `Sizes`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import Any, Final

import numpy as np

import deathmatch as dm
from bench.machine import each
from deathmatch.core.seats import PUBLIC, SEATS
from deathmatch.games.letter_hunt import LetterHunt
from deathmatch.games.letter_hunt.values import Sizes
from deathmatch_frameworks.encoding import encoding_of
from deathmatch_lab.games.five_card_trick.essence import essence
from research import cfr, small_hunt

STEPS: Final = 300  # of CFR+
LETTERS: Final = "AELNS"  # of the small Letter Hunt, with hands of two
CLOSE: Final = 1e-9  # error at which value iteration stops

MATCHES: Final[dict[str, tuple[str, dict[str, int]]]] = {
    "gauntlet, 1 round": ("five-card-trick/gauntlet", {"rounds": 1, "max_rounds": 1}),
    "gauntlet, 2 rounds": ("five-card-trick/gauntlet", {"rounds": 2, "max_rounds": 2}),
    "gauntlet, 1 round and an extension of 1": ("five-card-trick/gauntlet", {"rounds": 1, "max_rounds": 2, "extension": 1}),
}


def measure() -> dict[str, Any]:
    """Every figure by both."""
    found: dict[str, Any] = {}
    for name in each(MATCHES):
        found[f"value iteration: {name}"] = {"ours": value(name), "open_spiel": iterated(name)}
    found["cfr: gauntlet, 1 round"] = {"ours": value("gauntlet, 1 round"), **one_round()}
    found["cfr: small Letter Hunt"] = {"ours": ours_of_hunt(), **hunt()}
    return found


def value(name: str) -> float:
    """Our solver's chance of A, the EC."""
    variant, options = MATCHES[name]
    return float(str(dm.solve_game(dm.load_game(variant, **options)).json["value"]))


# --- Value iteration


def openspiel() -> Any:
    """Our module; OpenSpiel itself is its `pyspiel`."""
    return import_module("deathmatch_frameworks.openspiel")


def _programs() -> None:
    """OpenSpiel's value iteration solves its matrix games by this, and not by a package that is not installed."""
    module: Any = ModuleType("open_spiel.python.algorithms.lp_solver")
    module.solve_zero_sum_matrix_game = lambda game: (None, None, _program(np.array(game.row_utilities())))
    sys.modules["open_spiel.python.algorithms.lp_solver"] = module


def _program(payoffs: np.ndarray) -> float:
    """The value of a matrix game to the row player, by HiGHS."""
    from scipy.optimize import linprog  # here, because its import takes longer than most tests of those who import this

    rows, columns = payoffs.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    return float(-found.fun)


def whole(game: Any) -> Any:
    """A game of `deathmatch_frameworks.openspiel` without chance and secrets, whole submissions as actions, positions as states."""
    pyspiel, rules = openspiel().pyspiel, game.encoding.game.rules
    kind = game.get_type()

    class State(pyspiel.State):  # type: ignore[misc, name-defined] # untyped
        def __init__(self, of: Any, position: Any) -> None:
            super().__init__(of)
            self.position = essence(rules.terms, position)

        def current_player(self) -> int:
            return int(pyspiel.PlayerId.TERMINAL if self.is_terminal() else pyspiel.PlayerId.SIMULTANEOUS)

        def _moves(self, player: int) -> Any:
            return rules.decision(rules.view(self.position, SEATS[player])).moves()

        def _legal_actions(self, player: int) -> list[int]:
            return list(range(len(self._moves(player))))

        def _apply_actions(self, actions: list[int]) -> None:
            turn = {seat: self._moves(player)[actions[player]] for player, seat in enumerate(SEATS)}
            self.position = essence(rules.terms, rules.play(self.position, turn))

        def is_terminal(self) -> bool:
            return isinstance(rules.pending(self.position), dm.Over)

        def returns(self) -> list[float]:
            over = rules.pending(self.position)
            return [0.0, 0.0] if not self.is_terminal() else [1.0 if over.winner is seat else -1.0 for seat in SEATS]

        def __str__(self) -> str:
            return f"{rules.public(rules.view(self.position, PUBLIC))} {self.returns()}"

    class Game(pyspiel.Game):  # type: ignore[misc, name-defined] # untyped
        def __init__(self) -> None:
            super().__init__(*_facts(pyspiel, kind.short_name, kind.long_name), {})

        def new_initial_state(self) -> State:
            return State(self, rules.start())

    return Game()


def _facts(pyspiel: Any, short: str, long: str) -> tuple[Any, Any]:
    """The type and the figures of a game of whole submissions."""
    types = pyspiel.GameType
    facts = types(
        short_name=f"{short}_whole",
        long_name=long,
        dynamics=types.Dynamics.SIMULTANEOUS,
        chance_mode=types.ChanceMode.DETERMINISTIC,
        information=types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=1000,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=100,
    )
    return facts, info


def iterated(name: str) -> float:
    """The chance of A by OpenSpiel's value iteration."""
    variant, options = MATCHES[name]
    _programs()
    iteration: Any = import_module("open_spiel.python.algorithms.value_iteration")
    game = whole(openspiel().pyspiel.load_game(openspiel().name_of(dm.load_game(variant).variant), options))
    values = iteration.value_iteration(game, -1, CLOSE, cyclic_game=True)
    return (1 + float(values[str(game.new_initial_state())])) / 2


# --- CFR+


def solved(game: Any, steps: int) -> dict[str, float]:
    """OpenSpiel's CFR+ on a game that it has exported to the format of Gambit: the value to A and the exploitability."""
    pyspiel = openspiel().pyspiel
    gambit: Any = import_module("open_spiel.python.algorithms.gambit")
    expected: Any = import_module("open_spiel.python.algorithms.expected_game_score")
    planted = pyspiel.load_efg_game(gambit.export_gambit(game))
    solver = pyspiel.CFRPlusSolver(planted)
    for _ in range(steps):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    returns = expected.policy_value(planted.new_initial_state(), [average, average])
    return {"open_spiel": float(returns[0]), "exploitability": pyspiel.nash_conv(planted, average) / 2}


def one_round(steps: int = STEPS) -> dict[str, float]:
    """One round of Five-Card Trick, token by token: the chance of A, from the payoff of -1 or 1."""
    pyspiel = openspiel().pyspiel
    game = pyspiel.convert_to_turn_based(pyspiel.load_game("deathmatch_five_card_trick_gauntlet", {"rounds": 1, "max_rounds": 1}))
    found = solved(game, steps)
    return {"open_spiel": (1 + found["open_spiel"]) / 2, "exploitability": found["exploitability"]}


def _small() -> small_hunt.Small:
    return small_hunt.Small("hands", words=(), letters=LETTERS)


def ours_of_hunt(steps: int = STEPS) -> float:
    """The payoff of A in the small Letter Hunt by our CFR+ (`research/cfr.py`)."""
    tree = small_hunt.Planted(_small()).tree
    return float(cfr.value_of(tree, cfr.solved(tree, steps)))


def hunt(steps: int = STEPS) -> dict[str, float]:
    """The same by OpenSpiel, in our module's game with fewer letters; guesses and namings are those of `research/small_hunt.py`."""
    found = solved(hunt_game(), steps)
    return {"open_spiel": found["open_spiel"], "exploitability": found["exploitability"]}


def hunt_game() -> Any:
    """Letter Hunt on five letters as a game of OpenSpiel."""
    ours, small = openspiel(), _small()
    game = dm.load_game("letter-hunt/gambit", holds=0, first="A", lexicon="any", turn_limit=1)
    assert isinstance(game.rules, LetterHunt)
    terms = replace(game.rules.terms, sizes=Sizes(LETTERS, 2, ((LETTERS, 2),)))
    encoding = encoding_of(replace(game, rules=LetterHunt(terms)))
    known: dict[Any, list[int]] = {}

    class State(ours.State):  # type: ignore[misc, name-defined] # untyped
        def _legal_actions(self, player: int) -> list[int]:
            seat = SEATS[player]
            key = self.trajectory.state, self.trajectory.given, seat
            if key not in known:
                wanted = (
                    [move.text for move in small_hunt.moves(small, terms, self.trajectory.state, seat)] if self.trajectory.actors else []
                )
                known[key] = [
                    action for action in self.trajectory.legal_actions(seat) if _leads(self.trajectory, seat, action, wanted.__contains__)
                ]
            return known[key]

    class Game(ours.Game):  # type: ignore[misc, name-defined] # untyped
        def new_initial_state(self) -> State:
            return State(self, self.encoding.start())

    return Game(game.variant, encoding, {})


def _leads(trajectory: Any, seat: Any, action: int, wanted: Callable[[str], bool]) -> bool:
    """Whether an action leads to a submission that is wanted; words never are."""
    encoding = trajectory.encoding
    if encoding.token(action) == "word":
        return False
    given = (*trajectory.given[seat], action)
    decision = encoding.game.decision(encoding.game.view(trajectory.state, seat))
    move = encoding.move(decision, given)
    if move is not None:
        return wanted(decision.write(move))
    after = trajectory.act(seat, action)
    return any(_leads(after, seat, further, wanted) for further in after.legal_actions(seat))
