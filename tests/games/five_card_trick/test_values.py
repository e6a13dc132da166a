"""Packed sets of cards, what earlier rounds bar, and the options bound."""

from __future__ import annotations

import pytest

from deathmatch.core.errors import OptionError
from deathmatch.games import find
from deathmatch.games.five_card_trick.values import Card

SCORE, GROW, CLAIM, BLOCK, STEAL = Card


@pytest.mark.parametrize(("variant", "most"), [("gauntlet", 40), ("setna", 40), ("final", 50)])
def test_max_rounds_follows_rounds(variant: str, most: int) -> None:
    variant_ = find(f"five-card-trick/{variant}")
    assert variant_.bind({})[0]["max_rounds"] == most
    assert variant_.bind({"rounds": 10})[0]["max_rounds"] == most - 15
    assert variant_.bind({"rounds": 99})[0]["max_rounds"] == most + 74
    with pytest.raises(OptionError, match="max_rounds") as caught:
        variant_.bind({"rounds": 30, "max_rounds": 20})
    assert set(caught.value.keys) == {"rounds", "max_rounds"}


@pytest.mark.parametrize(("variant", "limit", "time"), [("gauntlet", 3, 90), ("setna", 0, 60), ("final", 3, 90)])
def test_defaults_of_the_book(variant: str, limit: int, time: int) -> None:
    values = find(f"five-card-trick/{variant}").bind({})[0]
    assert (values["replay_limit"], values["time_submit"], values["bank"], values["dmo"]) == (limit, time, 0, "B")
    assert values.get("illegal") == ("disregard" if variant == "setna" else None)
    assert values.get("time_priority") == (90 if variant == "final" else None)
