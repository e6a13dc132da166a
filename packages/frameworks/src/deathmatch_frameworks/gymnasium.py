"""Every variant against a bot in Gymnasium: `import deathmatch_frameworks.gymnasium`, then `gymnasium.make(...)` (docs/frameworks.md).

An action is a token of a submission (`Encoding`), an observation is the view of a seat as floats, with a mask of the legal actions. Deals
and the bot use random numbers that follow from the seed of `reset`.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Deals, Variant
from deathmatch.core.seats import PUBLIC, SEATS, Eye, Seat
from deathmatch.library.bots import counted_budget, load_bot, random_source, word_lists
from deathmatch.library.game import Game, list_variants, load_game
from deathmatch.library.pictures import render_png
from deathmatch_frameworks.encoding import Encoding, load_encoding
from deathmatch_frameworks.trajectory import Trajectory

gymnasium: Any = import_module("gymnasium")

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
SEEDS: Final = 2**63

Observation = dict[str, NDArray[Any]]
"""`observation`: float32 from 0 to 1, shape (observation_size,); `action_mask`: int8, 1 for each legal action, shape (actions,)."""


def name_of(variant: Variant) -> str:
    """The name of a variant in Gymnasium: `deathmatch/GameVariant-v0`.

    Args:
        variant: one of `list_variants`.

    Returns: the name.
    """
    return f"deathmatch/{''.join(part.capitalize() for part in variant.id.replace('/', '-').split('-'))}-v0"


def dealt(match: Trajectory, source: RandomSource) -> Trajectory:
    """The match after the deals that are due.

    Args:
        match: at any point.
        source: of the random numbers of deals.

    Returns: the match at the next decision, or at its end.
    """
    while isinstance(pending := match.pending, Deals):
        match = match.deal(pending.chance.sample(source))
    return match


def space_of(encoding: Encoding, actions: int) -> Any:
    """The space of the observations of a seat.

    Args:
        encoding: of the game.
        actions: how many actions the mask has.

    Returns: a `gymnasium.spaces.Dict` (`Observation`).
    """
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(0.0, 1.0, (encoding.observation_size,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def observed(match: Trajectory, seat: Seat, actions: int, legal: tuple[int, ...]) -> Observation:
    """The observation of a seat.

    Args:
        match: at any point.
        seat: whose view it is.
        actions: how many actions the mask has.
        legal: the actions that it allows.

    Returns: an observation of `space_of`.
    """
    mask = np.zeros(actions, np.int8)
    mask[list(legal)] = 1
    floats = match.encoding.observation_tensor(match.state, seat, match.given[seat])
    return {"observation": np.array(floats, np.float32), "action_mask": mask}


def refused(match: Trajectory, seat: Seat, action: Any) -> str:
    """Why an action loses a match: it is not legal.

    Args:
        match: before the action.
        seat: of the action.
        action: anything.

    Returns: a sentence that names the legal actions.
    """
    tokens = [match.encoding.token(one) for one in match.legal_actions(seat)]
    return f"{action!r} is no legal action of seat {seat}; the mask allows {', '.join(tokens) or 'none of the tokens'}"


@dataclass(frozen=True, slots=True)
class Renderer:
    """Shows the states of a match to one eye.

    Attributes:
        game: the game.
        eye: who looks.
        mode: one of `RENDER_MODES`, or None.
    """

    game: Game
    eye: Eye
    mode: str | None

    @classmethod
    def of(cls, game: Game, eye: Eye | str, mode: str | None) -> Renderer:
        """A renderer.

        Args:
            game: the game.
            eye: a seat, or `public`.
            mode: one of `RENDER_MODES`, or None.

        Raises:
            ValueError: there is no such mode, or no such eye.
        """
        if mode is not None and mode not in RENDER_MODES:
            raise ValueError(f"expected render_mode to be one of {', '.join(RENDER_MODES)} or None, not {mode!r}")
        found = next((one for one in (*SEATS, PUBLIC) if str(one) == str(eye)), None)
        if found is None:
            raise ValueError(f"expected the eye A, B or {PUBLIC}, not {eye!r}")
        return Renderer(game, found, mode)

    def show(self, state: Any) -> str | NDArray[np.uint8] | None:
        """A state as the eye sees it.

        Args:
            state: of the game.

        Returns: its words for `ansi`; a picture of the shape (height, width, 3) for `rgb_array`; None for `human`, which prints the words.
        """
        if self.mode is None:
            gymnasium.logger.warn(f"render() shows nothing without a render_mode; it may be one of {', '.join(RENDER_MODES)}")
            return None
        scene = self.game.picture(self.game.view(state, self.eye))
        if self.mode == "rgb_array":
            with Image.open(io.BytesIO(render_png(scene, scale=1.0))) as picture:
                return np.asarray(picture.convert("RGB"), np.uint8).copy()
        if self.mode == "ansi":
            return scene.text()
        print(scene.text())  # noqa: T201 - the mode `human` writes to the screen
        return None


class BotEnv(gymnasium.Env):  # type: ignore[misc] # untyped
    """A seat of a match against a bot.

    The reward is 1 for a match won and -1 for one lost, at its end. An illegal action loses the match: `info["illegal"]` says why.

    Attributes:
        encoding: of the game.
        match: the match so far.
        seat: the seat of the agent in this match.
    """

    metadata: Final = {"render_modes": [*RENDER_MODES], "render_fps": 1}

    def __init__(
        self,
        variant: str,
        opponent: Any = "steady",
        *,
        seat: str | None = None,
        thinking: int = 20,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """An environment; `gymnasium.make` calls this.

        Args:
            variant: `GAME/VARIANT`.
            opponent: a bot, as in `deathmatch.load_bot`.
            seat: the seat of the agent, `A` or `B`; None draws it by lot at each reset.
            thinking: units of work for each decision of the bot.
            render_mode: `human`, `ansi` or `rgb_array`; the picture is that of the agent's seat.
            options: of the game.

        Raises:
            UnknownNameError, OptionError: there is no such variant, bot or option.
            ValueError: there is no such seat or mode.
        """
        if seat is not None and seat not in [str(one) for one in SEATS]:
            raise ValueError(f"expected the seat A or B, or None for a draw by lot, not {seat!r}")
        game = load_game(variant, options)
        self.encoding = load_encoding(game, words=True)
        self.render_mode = render_mode
        Renderer.of(game, PUBLIC, render_mode)
        self.action_space = gymnasium.spaces.Discrete(self.encoding.num_distinct_actions)
        self.observation_space = space_of(self.encoding, self.encoding.num_distinct_actions)
        self._game, self._bot, self._words, self._thinking = game, load_bot(game, opponent), word_lists(game), thinking
        self._wanted = seat
        self._over = True
        self.seat = Seat.A
        self.match = self.encoding.start()

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """A new match. The same seed gives the same seat, deals and decisions of the bot.

        Args:
            seed: of all matches from here on; None goes on with the numbers of before.
            options: `{"seat": "A"}` sets the seat of this match.

        Returns: the observation at the agent's first decision, and an empty info.
        """
        super().reset(seed=seed)
        lot = int(self.np_random.integers(SEEDS))
        drawn = random_source(lot, "seat").choice(SEATS)
        asked = (options or {}).get("seat", self._wanted)
        self.seat = next((one for one in SEATS if str(one) == asked), drawn)
        self._deals, self._bots = random_source(lot, "deals"), random_source(lot, "bot")
        self._over = False
        self.match = self._until_asked(self.encoding.start())
        return self._observed(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One action, and everything that happens until the agent is asked again.

        Args:
            action: an id that the mask allows.

        Returns: the observation, the reward, whether the match is over, False, and `{}` or `{"illegal": TEXT}`.

        Raises:
            gymnasium.error.ResetNeeded: the match is over, or none was begun.
        """
        if self._over:
            raise gymnasium.error.ResetNeeded("the match is over; call reset() for the next one")
        if action not in self.match.legal_actions(self.seat):
            self._over = True
            return self._observed(), -1.0, True, False, {"illegal": refused(self.match, self.seat, action)}
        self.match = self._until_asked(self.match.act(self.seat, int(action)))
        self._over = not self.match.actors
        return self._observed(), self.match.returns[self.seat], self._over, False, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of the legal actions, under the name by which `sb3_contrib.MaskablePPO` asks for it."""
        return self._observed()["action_mask"].astype(np.bool_)

    def render(self) -> Any:
        """The state as the agent's seat sees it (`Renderer.show`)."""
        return Renderer(self._game, self.seat, self.render_mode).show(self.match.state)

    def _observed(self) -> Observation:
        legal = () if self._over else self.match.legal_actions(self.seat)
        return observed(self.match, self.seat, self.encoding.num_distinct_actions, legal)

    def _until_asked(self, match: Trajectory) -> Trajectory:
        """The match at the agent's next decision. The bot answers from its view alone, before the agent has finished its submission."""
        other = self.seat.other
        while (match := dealt(match, self._deals)).actors and self.seat not in match.actors:
            view = self._game.view(match.state, other)
            decision = self._game.decision(view)
            move = self._bot.choose(view, decision, counted_budget(self._thinking), self._bots)
            if self._words is not None:
                decision.admit(move, self._words)
            match = match.finish(other, move)
        return match


def _register(variant: Variant) -> None:
    gymnasium.register(name_of(variant), entry_point="deathmatch_frameworks.gymnasium:BotEnv", kwargs={"variant": variant.id})


for _variant in list_variants():
    if _variant.has("encoding") and name_of(_variant) not in gymnasium.registry:
        _register(_variant)
