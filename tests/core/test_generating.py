"""The generator of a variant is its capability, bound to the game; a variant without one says so."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from deathmatch.bots import study
from deathmatch.core.errors import UnknownNameError
from deathmatch.core.game import AnyGame
from tests import toy

TOY = toy.VARIANTS[0]


def make(game: AnyGame) -> SimpleNamespace:
    """What the capability of the variant below names."""
    return SimpleNamespace(game=game)


def test_a_generator_is_made_for_the_bound_game() -> None:
    _, game = TOY.bind({})
    made = study.generator(replace(TOY, capabilities={"generator": f"{__name__}:make"}), game)
    assert made == SimpleNamespace(game=game)


def test_a_variant_without_a_generator_says_so() -> None:
    with pytest.raises(UnknownNameError, match="toy/lenient has no board generator"):
        study.generator(TOY, TOY.bind({})[1])
