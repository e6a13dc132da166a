"""How moves are put together: what is offered, what it says, and how few tokens it takes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from deathmatch.core.errors import Malformed
from deathmatch.core.game import Decision, ExplainingDecision, Step
from deathmatch.core.seats import Seat
from tests.games.tile_joust.test_rule_cases import BROKE, DEAL, SOLD, SOLD_2, play


def decision(variant: str, events: list[str], seat: str, **options: Any) -> Decision[Any]:
    return play(variant, events, **options).decision(Seat(seat))


def tokens(step: Step) -> list[str]:
    return [choice.token for choice in step.choices]


def keys(step: Step) -> dict[str, str]:
    return {choice.key: choice.token for choice in step.choices if choice.key}


def test_a_bid_is_one_number_with_raises_at_hand() -> None:
    bid = decision("gauntlet", [DEAL, "B bid 5", "A bid 7", "B bid 8"], "A")
    step = bid.compose(())
    assert step.prompt == "For sale: the middle of three tiles. You have 90 chips. Still to be sold: 36 tiles."
    assert step.number is not None
    assert (step.number.low, step.number.high) == (9, 90)
    assert [(choice.token, choice.label, choice.key, choice.note) for choice in step.choices] == [
        ("fold", "Fold", "f", "{B} gets the tile for 8"),
        ("9", "Bid 9", "1", "you keep 81 chips if you get the tile"),
        ("13", "Bid 13", "5", "you keep 77 chips if you get the tile"),
        ("90", "Bid 90, all in", "a", "you keep 0 chips if you get the tile"),
    ]
    assert bid.compose(("12",)).whole == "bid 12"
    assert bid.compose(("fold",)).whole == "fold"
    for wrong in ("8", "91", "012", "x", "1.5"):
        with pytest.raises(Malformed):
            bid.compose((wrong,))


def test_the_bid_that_cannot_be_beaten_is_at_hand_and_says_so() -> None:
    events = [DEAL, "B bid 50", "A fold", "B choose minute", "B bid 1"]
    bid = decision("gauntlet", events, "A")
    offered = {choice.token: choice.label for choice in bid.compose(()).choices}
    assert offered["40"] == "Bid 40, wins"
    assert "90" not in offered
    assert bid.compose(("40",)).prompt == "Bid 40 of your 90: {B} cannot bid higher"
    assert bid.compose(("39",)).prompt == "Bid 39: you keep 51 chips if you get the tile"
    first = decision("gauntlet", [DEAL], "B")
    again = decision("gauntlet", [DEAL, "B bid 50", "A fold", "B choose minute"], "B")
    bids = ((first, "46"), (first, "45"), (first, "90"), (again, "29"), (again, "30"), (bid, "49"), (bid, "50"))
    left = [re.sub(r"That leaves you (\d+) chips for 3\d more tiles\.", r"\1", one.compose((chips,)).warning) for one, chips in bids]
    assert left == ["44", "", "0", "", "10", "", "40"]


def test_a_tile_that_is_sold_says_so_at_the_tap() -> None:
    choosing = decision("gauntlet", [DEAL, "B bid 50", "A fold"], "B")
    assert isinstance(choosing, ExplainingDecision)
    assert "Balance is sold; one of the other two" in str(choosing.why_not((), "block-balance"))
    assert choosing.why_not((), "block-giant") is None


def test_a_tile_is_one_token_and_a_key_where_its_number_is_there_once() -> None:
    first = decision("gauntlet", SOLD, "A", **BROKE)
    step = first.compose(())
    assert tokens(step) == ["1", "6", "7", "8", "11", "12"]
    assert keys(step) == {"1": "1", "6": "6", "7": "7", "8": "8", "b": "11", "c": "12"}
    assert step.choices[1].slot == "hand-1-1-balance"
    assert step.choices[1].note == "black, balance of group 1"
    assert first.compose(("11",)).whole == "put 11"


def test_items_come_in_either_order() -> None:
    events = ["A pick equaliser", *SOLD_2[1:2], "B choose minute", "A choose balance", "B choose giant", "A choose giant"]
    items = decision("final", events, "B", **BROKE)
    assert tokens(items.compose(())) == ["invert", "conceal", "pass"]
    naming = items.compose(("invert",))
    assert naming.whole is None
    assert naming.choices[0].note == f"becomes {13 - int(naming.choices[0].token)}"
    tile = naming.choices[0].token
    assert items.compose(("invert", tile)).whole == f"invert {tile}"
    assert tokens(items.compose(("invert", tile))) == ["conceal"]
    assert items.compose(("conceal",)).whole == "conceal"
    assert items.compose(("conceal", "invert", tile)).whole == items.compose(("invert", tile, "conceal")).whole == f"invert {tile} conceal"
    for wrong in (("conceal", "conceal"), ("invert", "conceal"), ("invert", tile, "invert"), ("pass", "pass"), ("equaliser",)):
        with pytest.raises(Malformed):
            items.compose(wrong)
