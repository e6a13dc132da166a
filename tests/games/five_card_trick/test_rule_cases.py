"""For every rule of the book that can refuse: what it refuses and a close neighbour that it lets pass, cited by its number.

What the rules do besides is held against the oracle, in whole matches.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from deathmatch.core.catalogues import ENGLISH
from deathmatch.core.errors import Illegal, OptionError, Refusal
from deathmatch.core.seats import Seat
from deathmatch.core.speech import speaking
from deathmatch.games import find
from deathmatch.games.five_card_trick.values import Card, Item, Submission
from deathmatch.match.position import Position
from tests.rules.cases import after, assert_refuses


def play(variant: str, events: list[str], **options: Any) -> Position:
    return after(find(f"five-card-trick/{variant}"), events, options)


@dataclass(frozen=True)
class Refused:
    """After these events the first text is refused by the rule, and the second is accepted."""

    rule: int
    variant: str
    events: list[str]
    bad: str
    good: str
    options: dict[str, Any] = field(default_factory=dict)


REFUSED = [
    Refused(1, "gauntlet", ["A score grow"], "A score claim", "B score claim"),
    Refused(1, "gauntlet", [], "deal score grow", "A score grow"),
    Refused(1, "final", ["A grow claim", "B score claim"], "A pass", "B pass"),
    Refused(2, "gauntlet", [], "A score", "A score steal"),
    Refused(2, "setna", [], "A score claim steal", "A score claim"),
    Refused(2, "gauntlet", [], "A none", "A score steal"),
    Refused(3, "gauntlet", [], "A score score", "A score grow"),
    Refused(3, "setna", [], "B raise raise", "B raise score"),
    Refused(4, "gauntlet", [], "A score block", "A score block:block"),
    Refused(4, "final", [], "A block:score block:claim", "A block:score block:score"),
    Refused(4, "gauntlet", [], "A score:grow claim", "A score claim"),
    Refused(5, "gauntlet", ["A score grow", "B score grow", "A score claim", "B grow claim"], "A score steal", "A grow steal"),
    Refused(5, "setna", ["A score", "B none", "A score", "B none"], "A score", "A claim", {"illegal": "refuse"}),
    Refused(6, "gauntlet", ["A score block:grow", "B score grow"], "A score block:claim", "A score claim"),
    Refused(6, "setna", ["A score claim", "B none"], "A claim score", "A claim", {"illegal": "refuse"}),
    Refused(7, "final", ["A score score", "B score grow"], "A score steal", "A grow steal"),
    Refused(7, "final", ["A overload score score grow", "B score grow"], "A score score", "A grow grow"),
    Refused(8, "final", [], "B overload score grow claim", "B reset score grow"),
    Refused(8, "final", ["A overload score grow claim", "B steal steal"], "A overload grow block:score score", "A score steal"),
    Refused(9, "final", [], "A overload score score score", "A overload score score grow"),
    Refused(9, "final", [], "A overload score grow", "A overload score grow steal"),
    Refused(11, "final", ["A grow claim", "B score claim"], "B score grow", "B priority"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"R{case.rule}-{case.variant}-{case.bad}")
def test_rule_refuses_this_and_keeps_its_neighbour(case: Refused) -> None:
    assert_refuses(play(case.variant, case.events, **case.options), case.rule, case.bad, case.good)


def test_error_of_the_book_is_word_for_word() -> None:
    position = play("gauntlet", ["A score grow", "B score grow", "A score claim", "B grow claim"])
    with pytest.raises(Refusal) as caught:
        position.accept("B", "grow steal")
    assert str(caught.value) == "B may not play grow: it was played in both of the last two rounds (five-card-trick R5)"
    with pytest.raises(Refusal, match="Grow may not be played"), speaking(ENGLISH, to=Seat.B):
        position.accept("B", "grow steal")


def test_what_cannot_be_written_is_illegal_too() -> None:
    decision = play("final", []).decision(Seat.A)
    for move, rule in (
        (Submission((Card.SCORE, Card.GROW, Card.CLAIM), None, (Item.OVERLOAD, Item.OVERLOAD)), 8),
        (Submission((Card.SCORE, Card.GROW), Card.CLAIM), 4),
    ):
        with pytest.raises(Illegal) as caught:
            decision.check(move)
        assert caught.value.rule.number == rule


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
