"""Clocks under one name."""

from __future__ import annotations

import pytest

from deathmatch import games
from deathmatch.core.game import Variant
from deathmatch.core.options import BANK, PACES, Pace, Value, pace_of, paced, switch, time_bank, time_limit

OPTIONS = (switch("loud", "no", "whether it is loud"), time_limit("time_bid", 40, "seconds to bid"), time_bank(300))
BOOK: dict[str, Value] = {"loud": "no", "time_bid": 40, BANK: 300}


@pytest.mark.parametrize(
    ("pace", "clocks"),
    [
        ("book", {}),
        ("relaxed", {"time_bid": 120, BANK: 900}),
        ("days", {"time_bid": 86_400}),
        ("none", {}),
    ],
)
def test_a_pace_sets_the_clocks_and_nothing_else(pace: Pace, clocks: dict[str, int]) -> None:
    assert paced(OPTIONS, BOOK, pace) == clocks
    known = "book" if pace == "none" else pace
    assert pace_of(OPTIONS, BOOK, {**BOOK, **clocks}) == known
    assert pace_of(OPTIONS, BOOK, {**BOOK, **clocks, "loud": "yes"}) == known


def test_clocks_that_somebody_set_one_by_one_have_no_name() -> None:
    assert pace_of(OPTIONS, BOOK, {**BOOK, "time_bid": 41}) is None


@pytest.mark.parametrize("variant", list(games.every()), ids=lambda variant: variant.id)
def test_every_variant_can_be_played_at_every_pace(variant: Variant) -> None:
    defaults, _ = variant.bind({})
    for pace in PACES:
        values, _ = variant.bind(paced(variant.options, defaults, pace))
        assert pace_of(variant.options, defaults, values) == ("book" if pace == "none" else pace)
