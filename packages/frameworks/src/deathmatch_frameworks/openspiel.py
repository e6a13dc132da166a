"""Every variant as a game of OpenSpiel: `import deathmatch_frameworks.openspiel`, then `pyspiel.load_game("deathmatch_...")`.

An action is a token of a submission (`Encoding`). If both seats owe a submission, they choose at simultaneous nodes, token by token, until
one of them is finished; the other goes on alone. A deal is a chain of chance nodes with exact probabilities. A deal without factors of its
own is one chance node of `BOARDS` deals, made by the book's generator from as many seeds: chance is explicit, and the long name of the game
says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import numpy as np

from deathmatch.core.game import Deals, Over, Variant
from deathmatch.core.options import WholeNumber
from deathmatch.core.plugins import naming
from deathmatch.core.seats import PUBLIC, SEATS
from deathmatch.library.bots import random_source
from deathmatch.library.game import list_variants, load_game
from deathmatch_frameworks.encoding import Encoding, load_encoding
from deathmatch_frameworks.trajectory import Trajectory

with naming("deathmatch-frameworks[openspiel]"):
    pyspiel: Any = import_module("pyspiel")  # it has no types

BOARDS: Final = 1024
"""Outcomes of a deal without factors of its own."""

_LONGEST: Final = 2**28  # OpenSpiel counts in 32 bits, and takes a multiple of this
_UNSET: Final = -1  # an option whose default depends on other options


def name_of(variant: Variant) -> str:
    """The name of a variant in OpenSpiel: `deathmatch_GAME_VARIANT`, with `_` for every sign.

    Args:
        variant: one of `list_variants`.

    Returns: the name.
    """
    return "deathmatch_" + variant.id.replace("/", "_").replace("-", "_")


def _parameters(variant: Variant) -> dict[str, Any]:
    """The options that are no clocks, with their defaults; words that are numbers as numbers, as OpenSpiel reads them from a text."""
    values, _ = variant.bind({})
    found: dict[str, Any] = {}
    for option in variant.options:
        if not option.clock and option.key != "bank":
            unset = callable(option.default) and isinstance(option.kind, WholeNumber)
            usual = str(values[option.key])
            found[option.key] = _UNSET if unset else int(usual) if usual.isdigit() else values[option.key]
    return found


class Observer:
    """Observations of OpenSpiel (`open_spiel.python.observation`): one view at a time, or with perfect recall; of a player or the public.

    Attributes:
        tensor: the floats, set by `set_from`; None if there is none of this kind.
        dict: the same by name.
    """

    def __init__(self, encoding: Encoding, *, recall: bool, public: bool = True, private: bool = True) -> None:
        self._encoding, self._recall, self._public, self._private = encoding, recall, public, private
        shape = encoding.information_state_shape if recall else (encoding.observation_size,)
        name = "info_state" if recall else "observation"
        self.tensor = None if shape is None or not public else np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {} if self.tensor is None else {name: self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        """Writes the tensor of a player."""
        trajectory, seat = state.trajectory, SEATS[player]
        if self.tensor is None:
            return
        if self._recall:
            self.tensor[:] = trajectory.information_state_tensor(seat if self._private else PUBLIC)
        elif self._private:
            self.tensor[:] = self._encoding.observation_tensor(trajectory.state, seat, trajectory.given[seat])
        else:
            self.tensor[:] = self._encoding.observation_tensor(trajectory.state, PUBLIC)

    def string_from(self, state: State, player: int) -> str:
        """The text of a player."""
        trajectory, seat = state.trajectory, SEATS[player]
        if self._recall:
            return trajectory.information_state(seat if self._private else PUBLIC)
        if not self._private:
            return self._encoding.observation(trajectory.state, PUBLIC)
        given = self._encoding.vocabulary.read(trajectory.given[seat])
        if self._public:
            return f"{self._encoding.observation(trajectory.state, seat)}{f' + {given}' if given else ''}"
        hidden = self._encoding.fields(trajectory.state, seat)["private"]
        return f"{json.dumps(hidden, separators=(',', ':'))} + {given}" if _hides(self._encoding) else ""


def observer_of(encoding: Encoding, wanted: Any) -> Observer | None:
    """The observer that OpenSpiel asks for.

    Args:
        encoding: of the game.
        wanted: an `IIGObservationType`, or None for one view of a player.

    Returns: the observer; None if there is none of this kind: the secrets of all players at once, or a memory of the private part alone.
    """
    kinds = pyspiel.PrivateInfoType
    if wanted is None:
        return Observer(encoding, recall=False)
    public, private = wanted.public_info, wanted.private_info != kinds.NONE
    if wanted.private_info == kinds.ALL_PLAYERS or not (public or private) or (wanted.perfect_recall and not public):
        return None
    return Observer(encoding, recall=wanted.perfect_recall, public=public, private=private)


class State(pyspiel.State):  # type: ignore[misc] # untyped
    """A state of OpenSpiel.

    Attributes:
        trajectory: the match so far.
    """

    def __init__(self, game: Any, trajectory: Trajectory) -> None:
        super().__init__(game)
        self.trajectory = trajectory

    def current_player(self) -> int:
        """A player, chance, both, or the end."""
        pending, actors = self.trajectory.pending, self.trajectory.actors
        if isinstance(pending, Over):
            return int(pyspiel.PlayerId.TERMINAL)
        if isinstance(pending, Deals):
            return int(pyspiel.PlayerId.CHANCE)
        return SEATS.index(actors[0]) if len(actors) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.trajectory.legal_actions(SEATS[player]))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the next factor of a deal."""
        pending = self.trajectory.pending
        if isinstance(pending, Deals) and not self.trajectory.encoding.is_factored(pending.chance):
            return [(number, 1 / BOARDS) for number in range(BOARDS)]
        return [(number, float(chance)) for number, chance in self.trajectory.chance_outcomes()]

    def _apply_action(self, action: int) -> None:
        pending = self.trajectory.pending
        if not isinstance(pending, Deals):
            self.trajectory = self.trajectory.act(SEATS[self.current_player()], action)
        elif self.trajectory.encoding.is_factored(pending.chance):
            self.trajectory = self.trajectory.happen(action)
        else:
            self.trajectory = self.trajectory.deal(pending.chance.sample(random_source("openspiel", str(action))))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        for seat, action in zip(SEATS, actions, strict=True):
            self.trajectory = self.trajectory.act(seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.trajectory.encoding.token(action)
        encoding = self.trajectory.encoding
        return encoding.chance_token(action) if action < encoding.max_chance_outcomes else f"deal {action}"

    def string_to_action(self, *of: Any) -> int:
        """The action of a text: `string_to_action(player, text)`, or of the text alone for the current player.

        OpenSpiel's own search knows the joint actions of a simultaneous node only.
        """
        player, text = of if len(of) > 1 else (self.current_player(), *of)
        chance = player == pyspiel.PlayerId.CHANCE
        for action in [number for number, _ in self.chance_outcomes()] if chance else self.legal_actions(player):
            if self.action_to_string(player, action) == text:
                return int(action)
        raise ValueError(f"{text!r} is no action of player {player} here")

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return isinstance(self.trajectory.pending, Over)

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser."""
        return list(self.trajectory.returns)

    def __str__(self) -> str:
        encoding, trajectory = self.trajectory.encoding, self.trajectory
        begun = "".join(f" {seat}+{encoding.vocabulary.read(trajectory.given[seat])}" for seat in SEATS if trajectory.given[seat])
        return f"{trajectory.state!r}{begun}{f' chance {trajectory.path}' if trajectory.path else ''}"


def _hides(encoding: Encoding) -> bool:
    """Whether a seat can know something that the other does not: a secret, or the submission that it has begun."""
    return bool(encoding.of_game.private) or encoding.of_game.joint


def is_joint(game: Any) -> bool:
    """Whether a game of OpenSpiel has nodes at which both players choose, so that `convert_to_turn_based` takes it.

    Args:
        game: of `pyspiel.load_game`.
    """
    return bool(game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS)


def game_type(variant: Variant, encoding: Encoding) -> Any:
    """The type of a variant as a game of OpenSpiel.

    Args:
        variant: of the game.
        encoding: of the game.
    """
    kinds = pyspiel.GameType
    boards = f", one of {BOARDS:,} boards" if variant.deals and not encoding.max_chance_outcomes else ""
    return kinds(
        short_name=name_of(variant),
        long_name=f"{variant.title} ({variant.name}{boards})",
        dynamics=kinds.Dynamics.SIMULTANEOUS if encoding.of_game.joint else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if variant.deals else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if _hides(encoding) else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=encoding.information_state_shape is not None,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(variant),
    )


class Game(pyspiel.Game):  # type: ignore[misc] # untyped
    """A variant with its options.

    Attributes:
        encoding: of the game.
    """

    def __init__(self, variant: Variant, encoding: Encoding, parameters: Mapping[str, Any]) -> None:
        self.encoding = encoding
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.num_distinct_actions,
            max_chance_outcomes=encoding.max_chance_outcomes or (BOARDS if variant.deals else 0),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=min(_LONGEST, (encoding.longest or _LONGEST) * encoding.deepest),
        )
        super().__init__(game_type(variant, encoding), info, dict(parameters))

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> State:
        """The start of a match."""
        return State(self, self.encoding.start())

    def make_py_observer(self, wanted: Any = None, params: Any = None) -> Observer | None:
        """See `observer_of`."""
        return observer_of(self.encoding, wanted)


def _register(variant: Variant) -> None:
    """Make a variant known to OpenSpiel, by a class: OpenSpiel keeps it to the end of the process, when a function could not be freed."""

    class Loaded(Game):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            given = {key: value for key, value in (params or {}).items() if value != _UNSET}
            super().__init__(variant, load_encoding(load_game(variant.id, given), words=True), params or {})

    pyspiel.register_game(game_type(variant, load_encoding(load_game(variant.id))), Loaded)


for _variant in list_variants():
    if _variant.has("encoding") and name_of(_variant) not in pyspiel.registered_names():
        _register(_variant)
