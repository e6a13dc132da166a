"""Every variant as an environment of PettingZoo: `deathmatch_frameworks.pettingzoo.env(...)` and `parallel_env(...)` (docs/frameworks.md).

The agents are the seats `A` and `B`. An action is a token of a submission (`Encoding`), an observation is the view of a seat as floats,
with a mask of the legal actions. Deals use random numbers that follow from the seed of `reset`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from deathmatch.core.game import Over
from deathmatch.core.seats import SEATS, Seat
from deathmatch.library.bots import random_source
from deathmatch.library.game import load_game
from deathmatch_frameworks.encoding import load_encoding
from deathmatch_frameworks.gymnasium import RENDER_MODES, SEEDS, Observation, Renderer, dealt, gymnasium, observed, refused, space_of

pettingzoo: Any = import_module("pettingzoo")
seeding: Any = import_module("gymnasium.utils.seeding")

AGENTS: Final = tuple(str(seat) for seat in SEATS)


class _Match:
    """What both kinds of environments share: spaces, deals and pictures of a match.

    Attributes:
        encoding: of the game.
        match: the match so far.
    """

    def __init__(self, variant: str, waiting: bool, eye: str, render_mode: str | None, options: Mapping[str, Any]) -> None:
        self.game = load_game(variant, options)
        self.encoding = load_encoding(self.game, words=True)
        self.match = self.encoding.start()
        self.actions = self.encoding.num_distinct_actions + waiting
        self.waiting = self.encoding.num_distinct_actions if waiting else None
        self.renderer = Renderer.of(self.game, eye, render_mode)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.actions) for agent in AGENTS}
        self.observation_spaces = {agent: space_of(self.encoding, self.actions) for agent in AGENTS}
        self._lot, _ = seeding.np_random(None)

    def start(self, seed: int | None) -> None:
        """A new match, of this seed or by the numbers of before."""
        if seed is not None:
            self._lot, _ = seeding.np_random(seed)
        self._deals = random_source(int(self._lot.integers(SEEDS)), "deals")
        self.match = dealt(self.encoding.start(), self._deals)

    def act(self, seat: Seat, action: int) -> None:
        """A legal action, and the deals after it."""
        self.match = dealt(self.match.act(seat, action), self._deals)

    def legal(self, seat: Seat) -> tuple[int, ...]:
        """The actions of a seat; a seat without a decision waits, if it must act at all."""
        found = self.match.legal_actions(seat)
        return found or (() if self.waiting is None else (self.waiting,))

    def observed(self, seat: Seat, over: bool) -> Observation:
        """The observation of a seat."""
        return observed(self.match, seat, self.actions, () if over else self.legal(seat))


def _metadata(variant: str, parallel: bool) -> dict[str, Any]:
    name = "deathmatch_" + variant.replace("/", "_").replace("-", "_")
    return {"name": f"{name}_v0", "render_modes": [*RENDER_MODES], "render_fps": 1, "is_parallelizable": parallel}


class _Environment:
    """What both kinds of environments have in common.

    Attributes:
        parallel: whether both agents act at each step; then their spaces have one more action, the last one, which waits.
    """

    parallel = False

    def __init__(self, variant: str, *, eye: str = "public", render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self._held = _Match(variant, self.parallel, eye, render_mode, options)
        self.metadata = _metadata(variant, self.parallel)
        self.render_mode = render_mode
        self.possible_agents = [*AGENTS]
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = self._held.observation_spaces, self._held.action_spaces

    @property
    def match(self) -> Any:
        """The match so far, a `Trajectory`."""
        return self._held.match

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions: ids of tokens."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """The state, as the eye of the environment sees it (`deathmatch_frameworks.gymnasium.Renderer.show`)."""
        return self._held.renderer.show(self.match.state)

    def close(self) -> None:
        """Nothing is open."""


class Turns(_Environment, pettingzoo.AECEnv):  # type: ignore[misc] # untyped
    """A match in which one agent acts at a time. If both seats owe a submission, A gives all of its own first, and B learns nothing of it.

    Rewards are 1 for the winner and -1 for the loser, at the end. An illegal action loses the match: `infos[agent]["illegal"]` says why.
    """

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new match.

        Args:
            seed: of all deals from here on; None goes on with the numbers of before.
            options: not used.
        """
        self._held.start(seed)
        self.agents = [*AGENTS]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = str(self.match.actors[0])

    def observe(self, agent: str) -> Observation:
        """The view of an agent; its mask is empty unless it is asked."""
        return self._held.observed(Seat(agent), self.agent_selection != agent or self.terminations.get(agent, True))

    def step(self, action: int | None) -> None:
        """The action of the agent that is asked.

        Args:
            action: an id that the mask allows; None once the match is over.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent, seat = self.agent_selection, Seat(self.agent_selection)
        self._cumulative_rewards[agent] = 0.0
        if action not in self._held.legal(seat):
            self.infos[agent] = {"illegal": refused(self.match, seat, action)}
            self._end({agent: -1.0, str(seat.other): 1.0})
        else:
            self._held.act(seat, int(action))
            if isinstance(self.match.pending, Over):
                self._end(_returns(self.match))
            else:
                self.agent_selection = str(self.match.actors[0])
        self._accumulate_rewards()

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[0]


class AtOnce(_Environment, pettingzoo.ParallelEnv):  # type: ignore[misc] # untyped
    """A match in which both agents act at each step. An agent that owes nothing has one action, the last one, which waits.

    Rewards and illegal actions are as in `Turns`. If both agents act illegally, both lose.
    """

    parallel = True

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new match.

        Args:
            seed: of all deals from here on; None goes on with the numbers of before.
            options: not used.

        Returns: the observations, and an empty info of each agent.
        """
        self._held.start(seed)
        self.agents = [*AGENTS]
        return self._observed(False), {agent: {} for agent in AGENTS}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """An action of each agent.

        Args:
            actions: for each agent an id that its mask allows.

        Returns: observations, rewards, whether the match is over, False, and infos, each by agent. Once the match is over, there are no
            agents, and all of these are empty.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        for seat in SEATS:
            if actions.get(str(seat)) not in self._held.legal(seat):
                infos[str(seat)] = {"illegal": refused(self.match, seat, actions.get(str(seat)))}
        if wrong := [agent for agent in AGENTS if infos[agent]]:
            rewards = {agent: -1.0 if agent in wrong else 1.0 for agent in AGENTS}
        else:
            for seat in self.match.actors:
                self._held.act(seat, int(actions[str(seat)]))
            rewards = _returns(self.match)
        over = bool(wrong) or isinstance(self.match.pending, Over)
        if over:
            self.agents = []
        return self._observed(over), rewards, dict.fromkeys(AGENTS, over), dict.fromkeys(AGENTS, False), infos

    def _observed(self, over: bool) -> dict[str, Observation]:
        return {str(seat): self._held.observed(seat, over) for seat in SEATS}


def _returns(match: Any) -> dict[str, float]:
    return {str(seat): float(match.returns[seat]) for seat in SEATS}


def env(variant: str, *, eye: str = "public", render_mode: str | None = None, **options: Any) -> Turns:
    """A match as an AEC environment: one agent acts at a time.

    Args:
        variant: `GAME/VARIANT`.
        eye: whose view `render` shows, `A`, `B` or `public`.
        render_mode: `human`, `ansi` or `rgb_array`.
        options: of the game.

    Returns: the environment.

    Raises:
        UnknownNameError, OptionError: there is no such variant or option.
        ValueError: there is no such eye or mode.
    """
    return Turns(variant, eye=eye, render_mode=render_mode, **options)


def parallel_env(variant: str, *, eye: str = "public", render_mode: str | None = None, **options: Any) -> AtOnce:
    """A match as a parallel environment: both agents act at each step, and one that owes nothing waits.

    Args:
        variant: `GAME/VARIANT`.
        eye: whose view `render` shows, `A`, `B` or `public`.
        render_mode: `human`, `ansi` or `rgb_array`.
        options: of the game.

    Returns: the environment.

    Raises:
        UnknownNameError, OptionError: there is no such variant or option.
        ValueError: there is no such eye or mode.
    """
    return AtOnce(variant, eye=eye, render_mode=render_mode, **options)
