"""Bots of OpenSpiel as bots of ours: `deathmatch arena openspiel:mcts steady ...` (docs/bots.md).

A bot of OpenSpiel looks at a state, and many look at all of it. So it never gets the true one: for each decision it gets a state that is
sampled from its seat's view (`Encoding.resample`), in a match that begins there. In a game that hides nothing this is the state itself.
If both seats owe a submission, the bot's seat gives its actions first, and then the other, so that bots for sequential games can play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, TypeAlias

import numpy as np

from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import DeathmatchError, UnknownNameError
from deathmatch.core.game import AnyGame, Decision, Resources, Variant
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.simple import RandomBot
from deathmatch.library.game import Game as Rules
from deathmatch_frameworks.encoding import Encoding, encoding_of
from deathmatch_frameworks.openspiel import Game, State, game_type, pyspiel
from deathmatch_frameworks.trajectory import Trajectory

SIMULATIONS: Final = 100
"""Simulations for one action at most."""

TRIES: Final = 3
"""How often a bot is asked again after a word that is in no list."""

Make: TypeAlias = Callable[[Any, int, int, Budget], Any]
"""`make(game, player, seed, budget)`: a `pyspiel.Bot`, or any object with `step(state)`, for one decision."""


class OrderedGame(Game):
    """A variant as a sequential game: if both seats owe a submission, one seat gives all of its actions first.

    Attributes:
        first: that seat.
    """

    def __init__(self, variant: Variant, encoding: Encoding, first: Seat) -> None:
        super().__init__(variant, encoding, {}, game_type(variant, encoding, joint=False))
        self.first = first

    def new_initial_state(self) -> OrderedState:
        """The start of a match."""
        return OrderedState(self, self.encoding.start(), self.first)


class OrderedState(State):
    """A state of such a game."""

    def __init__(self, game: OrderedGame, trajectory: Trajectory, first: Seat) -> None:
        super().__init__(game, trajectory)
        self._first = first

    def current_player(self) -> int:
        """A player, chance, or the end."""
        player = super().current_player()
        return SEATS.index(self._first) if player == pyspiel.PlayerId.SIMULTANEOUS else player


class SpielBot:
    """Plays a variant by bots of OpenSpiel, a new one for each decision, so that nothing passes from one match to another.

    Args:
        make: makes them.
        encoding: of the game.
        resources: what live play asks of the outside. The encoding knows no word list. A bot whose word is refused is asked again, `TRIES`
            times in all, and then a random legal move is played.
    """

    def __init__(self, make: Make, encoding: Encoding, resources: Resources | None = None) -> None:
        self._make, self._encoding, self._resources = make, encoding, resources
        self._games = {seat: OrderedGame(encoding.game.variant, encoding, seat) for seat in SEATS}

    def equip(self, resources: Resources, /) -> SpielBot:
        """The same bot with these resources."""
        return SpielBot(self._make, self._encoding, resources)

    def choose(self, view: Any, decision: Decision[Any], budget: Budget, source: RandomSource, /) -> Any:
        """A legal move. Raises ValueError if the bot's action is not legal."""
        if self._resources is None:
            return self._asked(view, decision, budget, source)
        for _ in range(TRIES):
            move = self._asked(view, decision, budget, source)
            try:
                decision.admit(move, self._resources)
            except DeathmatchError:
                continue
            return move
        return RandomBot(self._resources).choose(view, decision, budget, source)

    def _asked(self, view: Any, decision: Decision[Any], budget: Budget, source: RandomSource) -> Any:
        seat: Seat = view.eye
        game, vocabulary = self._games[seat], self._encoding.vocabulary
        state = OrderedState(game, Trajectory.of(self._encoding, self._encoding.resample(view, source)), seat)
        bot = self._make(game, SEATS.index(seat), source.below(1 << 31), budget)
        given: tuple[int, ...] = ()
        while True:
            action = int(bot.step(state))
            legal = vocabulary.legal(decision, given)
            if action not in legal:
                words = ", ".join(self._encoding.token(one) for one in legal)
                raise ValueError(f"{type(bot).__name__} answered {action}, which is no legal action; the legal ones are {words}")
            given = (*given, action)
            if (move := vocabulary.finished(decision, given)) is not None:
                return move
            state.apply_action(action)


@dataclass(frozen=True)
class Agent:
    """A player of any variant by bots of OpenSpiel: for `run_arena`, `play_match` and commands.

    Attributes:
        make: makes a bot for one decision.
    """

    make: Make

    @property
    def __name__(self) -> str:
        return str(getattr(self.make, "__name__", type(self.make).__name__))

    def of_variant(self, variant: Variant, game: AnyGame) -> AnyBot:
        """The bot for a game that is bound already.

        Args:
            variant: of the game.
            game: its rules.

        Raises:
            UnknownNameError: the variant has no encoding.
        """
        return SpielBot(self.make, encoding_of(Rules(variant, {}, {}, game)))  # an encoding reads no options: they are in the rules


def agent(of: str | Make) -> Agent:
    """A player by bots of OpenSpiel.

    Args:
        of: one of `NAMES`, or a function (`Make`).

    Raises:
        UnknownNameError: there is no such name.
        TypeError: it is neither.
    """
    if isinstance(of, str):
        if of.lower() not in NAMES:
            raise UnknownNameError(f"OpenSpiel has no bot {of} here; expected {', '.join(NAMES)}, or openspiel:MODULE:FUNCTION")
        return Agent(NAMES[of.lower()])
    if not callable(of):
        raise TypeError(f"expected a function make(game, player, seed, budget) that makes a bot of OpenSpiel, not {of!r}")
    return Agent(of)


def uniform_random(_game: Any, player: int, seed: int, _budget: Budget) -> Any:
    """OpenSpiel's uniform random bot: any legal action with equal chances."""
    made: Any = import_module("open_spiel.python.bots.uniform_random")
    return made.UniformRandomBot(player, np.random.RandomState(seed))


def mcts(game: Any, _player: int, seed: int, budget: Budget) -> Any:
    """OpenSpiel's Monte Carlo tree search with one random playout a simulation, over the one state that it gets."""
    made: Any = import_module("open_spiel.python.algorithms.mcts")
    chance = np.random.RandomState(seed)
    evaluator = made.RandomRolloutEvaluator(1, chance)
    return made.MCTSBot(game, 2.0, _simulations(budget), evaluator, random_state=chance)


def ismcts(game: Any, player: int, seed: int, budget: Budget) -> Any:
    """OpenSpiel's information set Monte Carlo tree search, in Python: each simulation samples a state from the view once more.

    Its twin in C++, `pyspiel.ISMCTSBot`, crashes with states that are made in Python (docs/frameworks.md). A game that hides nothing has
    `mcts`, because this search refuses it.
    """
    if game.get_type().information != pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        return mcts(game, player, seed, budget)
    search: Any = import_module("open_spiel.python.algorithms.ismcts")
    plain: Any = import_module("open_spiel.python.algorithms.mcts")
    chance = np.random.RandomState(seed)
    made = search.ISMCTSBot(game, plain.RandomRolloutEvaluator(1, chance), 2.0, _simulations(budget), random_state=chance)
    made.set_resampler(lambda state, seat: state.resample_from_infostate(seat, chance.uniform))
    return made


def _simulations(budget: Budget) -> int:
    """The units of work that are left, from 2 to `SIMULATIONS`: a simulation is one, and after a single one the search has no answer."""
    count = 2
    while count < SIMULATIONS and not budget.spent():
        count += 1
    return count


NAMES: Final[Mapping[str, Make]] = {"uniform_random": uniform_random, "mcts": mcts, "ismcts": ismcts}
"""Bots by name: `openspiel:NAME`."""
