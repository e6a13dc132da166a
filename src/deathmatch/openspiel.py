"""Every variant as a game of OpenSpiel: `import deathmatch.openspiel`, then `pyspiel.load_game("deathmatch_...")` (docs/encoding.md).

An action is a token of a submission (`Encoding`). If both seats owe a submission, they choose at simultaneous nodes, token by token, until
one of them is finished; the other goes on alone. A deal is a chain of chance nodes with exact probabilities. A deal without factors of its
own is one chance node with `BOARDS` deals, made by the book's generator from as many seeds; the type of the game says `SAMPLED_STOCHASTIC`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import numpy as np

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Deals, Over, Variant
from deathmatch.core.options import WholeNumber
from deathmatch.core.seats import SEATS
from deathmatch.library.bots import random_source
from deathmatch.library.encoding import Encoding, load_encoding
from deathmatch.library.game import list_variants, load_game
from deathmatch.library.trajectory import Trajectory

pyspiel: Any = import_module("pyspiel")  # the extra `openspiel`; it has no types

BOARDS: Final = 1024
"""Outcomes of a deal that is sampled."""

_LONGEST: Final = 2**31 - 1  # OpenSpiel counts in 32 bits
_UNSET: Final = -1  # an option whose default depends on other options


class _Uniform(RandomSource):
    """A source made of a function that gives floats in [0, 1), as OpenSpiel's samplers are."""

    def __init__(self, uniform: Callable[[], float]) -> None:
        self._uniform = uniform

    def below(self, bound: int, /) -> int:
        """See `RandomSource`."""
        return min(bound - 1, int(self._uniform() * bound))


def name_of(variant: Variant) -> str:
    """The name of a variant in OpenSpiel: `deathmatch_GAME_VARIANT`, with `_` for every sign.

    Args:
        variant: one of `list_variants`.

    Returns: the name.
    """
    return "deathmatch_" + variant.id.replace("/", "_").replace("-", "_")


def _parameters(variant: Variant) -> dict[str, Any]:
    """The options that are no clocks, with their defaults."""
    values, _ = variant.bind({})
    found: dict[str, Any] = {}
    for option in variant.options:
        if not option.clock and option.key != "bank":
            whole = isinstance(option.kind, WholeNumber)
            found[option.key] = _UNSET if callable(option.default) and whole else values[option.key]
    return found


class Observer:
    """Observations of OpenSpiel (`open_spiel.python.observation`).

    Attributes:
        tensor: the floats, set by `set_from`.
        dict: the same by name.
    """

    def __init__(self, encoding: Encoding, wanted: Any) -> None:
        self._encoding = encoding
        self._recall = bool(wanted.perfect_recall)
        shape = encoding.information_state_shape if self._recall else (encoding.observation_size,)
        self.tensor = np.zeros(0 if shape is None else int(np.prod(shape)), np.float32)
        self.dict = {"state": self.tensor.reshape(shape or (0,))}

    def set_from(self, state: State, player: int) -> None:
        """Writes the tensor of a player."""
        trajectory, seat = state.trajectory, SEATS[player]
        if not self.tensor.size:
            return
        if self._recall:
            self.tensor[:] = trajectory.information_state_tensor(seat)
        else:
            self.tensor[:] = self._encoding.observation_tensor(trajectory.state, seat, trajectory.given[seat])

    def string_from(self, state: State, player: int) -> str:
        """The text of a player."""
        trajectory, seat = state.trajectory, SEATS[player]
        if self._recall:
            return trajectory.information_state(seat)
        given = self._encoding.vocabulary.read(trajectory.given[seat])
        return f"{self._encoding.observation(trajectory.state, seat)}{f' + {given}' if given else ''}"


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
            self.trajectory = self.trajectory.act(self.trajectory.actors[0], action)
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

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return isinstance(self.trajectory.pending, Over)

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser."""
        return list(self.trajectory.returns)

    def resample_from_infostate(self, player: int, uniform: Callable[[], float]) -> State:
        """A random state that looks the same to a player (`Trajectory.resample`)."""
        sampled: State = self.clone()
        sampled.trajectory = self.trajectory.resample(SEATS[player], _Uniform(uniform))
        return sampled

    def __str__(self) -> str:
        encoding, trajectory = self.trajectory.encoding, self.trajectory
        begun = "".join(f" {seat}+{encoding.vocabulary.read(trajectory.given[seat])}" for seat in SEATS if trajectory.given[seat])
        return f"{encoding.write_state(trajectory.state)}{begun}{f' chance {trajectory.path}' if trajectory.path else ''}"


def _game_type(variant: Variant) -> Any:
    encoding = load_encoding(load_game(variant.id))
    kinds = pyspiel.GameType
    hidden = bool(encoding.of_game.private) or encoding.of_game.joint
    chance = kinds.ChanceMode.DETERMINISTIC
    if variant.deals:
        factored = encoding.max_chance_outcomes > 0
        chance = kinds.ChanceMode.EXPLICIT_STOCHASTIC if factored else kinds.ChanceMode.SAMPLED_STOCHASTIC
    return kinds(
        short_name=name_of(variant),
        long_name=f"{variant.title} ({variant.name})",
        dynamics=kinds.Dynamics.SIMULTANEOUS if encoding.of_game.joint else kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
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


def _register(variant: Variant) -> None:
    """Make a variant known to OpenSpiel."""
    kind = _game_type(variant)

    class Game(pyspiel.Game):  # type: ignore[misc] # untyped
        """A variant with its options."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            given = {key: value for key, value in (params or {}).items() if value != _UNSET}
            self.encoding = load_encoding(load_game(variant.id, given))
            encoding = self.encoding
            boards = BOARDS if variant.deals else 0
            info = pyspiel.GameInfo(
                num_distinct_actions=encoding.num_distinct_actions,
                max_chance_outcomes=encoding.max_chance_outcomes or boards,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=min(_LONGEST, (encoding.longest or _LONGEST) * encoding.deepest),
            )
            super().__init__(kind, info, dict(params or {}))

        def new_initial_state(self) -> State:
            """The start of a match."""
            return State(self, self.encoding.start())

        def make_py_observer(self, wanted: Any = None, params: Any = None) -> Observer:
            """See `Observer`."""
            usual = pyspiel.IIGObservationType(perfect_recall=False)
            return Observer(self.encoding, usual if wanted is None else wanted)

    pyspiel.register_game(kind, Game)


for _variant in list_variants():
    if "encoding" in _variant.capabilities and name_of(_variant) not in pyspiel.registered_names():
        _register(_variant)
