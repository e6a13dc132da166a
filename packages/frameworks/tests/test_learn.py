"""The example that learns, without PyTorch: features of a view are those of a batch, and the bot plays the mixture of its matrix."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import deathmatch as dm
import deathmatch_frameworks.vector
from deathmatch import Seat
from packages.frameworks.examples import learn

ROUNDS: dict[str, Any] = {"rounds": 4, "max_rounds": 4}


@pytest.fixture(scope="module")
def game() -> dm.Game:
    return dm.load_game("five-card-trick/gauntlet", **ROUNDS)


@pytest.fixture(scope="module")
def numbers(game: dm.Game) -> dict[str, int]:
    batch = deathmatch_frameworks.vector.make(game.id, 1)
    return {batch.text(action): action for action in range(batch.actions)}


def test_features_of_views_are_those_of_a_batch(game: dm.Game, numbers: dict[str, int]) -> None:
    batch = deathmatch_frameworks.vector.make(game.id, 8, seed=5, auto_reset=False, **ROUNDS)
    states = [game.start()] * 8
    texts = {number: text for text, number in numbers.items()}
    for _ in range(4):
        found, legal = learn.features_of_batch(batch), batch.legal()
        actions = batch.sample()
        for place, state in enumerate(states):
            public = game.rules.public(game.view(state, dm.PUBLIC))
            assert learn.features_of_view(public).tolist() == found[place].tolist()
            for column, seat in enumerate(Seat):
                open_ = [learn.is_open(public, seat, texts[number]) for number in range(batch.actions)]
                assert open_ == legal[place, column].tolist()
            turn = {
                seat: game.decision(game.view(state, seat)).read(texts[int(actions[place, column])]) for column, seat in enumerate(Seat)
            }
            states[place] = game.rules.play(state, turn)
        batch.step(actions)


def test_the_bot_plays_the_mixture_of_its_matrix(game: dm.Game, numbers: dict[str, int]) -> None:
    best = numbers["score steal"], numbers["grow claim"]

    def matrix(found: np.ndarray) -> np.ndarray:
        chances = np.full((len(found), 26, 26), 0.5)
        chances[:, best[0], :] += 0.2
        chances[:, :, best[1]] -= 0.1
        return chances

    bot: Any = learn.Learner(game, matrix, numbers)
    for seat, text in zip(Seat, ("score steal", "grow claim"), strict=True):
        view = game.view(game.start(), seat)
        decision = game.decision(view)
        assert [(decision.write(move), chance) for move, chance in bot.mixture(view, decision)] == [(text, 1.0)]
        assert decision.write(bot.choose(view, decision, None, dm.random_source("learn"))) == text
