"""Boards, stones in words, and the options bound."""

from __future__ import annotations

import pytest

from deathmatch.core.errors import OptionError
from deathmatch.core.options import read_one
from deathmatch.core.seats import SEATS
from deathmatch.games.even_groups.values import COLOURS, OPTIONS, terms
from tests.games.even_groups.positions import VARIANT

A, B = SEATS
WHITE, ORANGE = COLOURS


def test_the_options_are_those_of_the_book() -> None:
    values, game = VARIANT.bind({})
    assert values == {
        "side": 5,
        "dmo": "B",
        "white": "choose",
        "settled": "no",
        "time_colour": 60,
        "time_open": 60,
        "time_place": 60,
        "bank": 300,
    }
    assert (game.terms.side, game.terms.dmo, game.terms.white, game.terms.settled) == (5, B, None, False)
    bound = terms(values | {"side": 8, "dmo": "A", "white": "B", "settled": "yes"})
    assert (bound.side, bound.dmo, bound.white, bound.settled) == (8, A, B, True)
    for key, text in (("side", "1"), ("side", "9"), ("dmo", "C"), ("white", "none"), ("settled", "maybe"), ("bank", "-1")):
        with pytest.raises(OptionError):
            read_one(OPTIONS, key, text)
