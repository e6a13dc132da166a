"""What the oracle of the rules (`test_rules.py`) does not judge: who may submit, words of errors, values without a text, options."""

from __future__ import annotations

import pytest

from deathmatch.core.catalogues import ENGLISH
from deathmatch.core.errors import Illegal, OptionError, Refusal
from deathmatch.core.seats import Seat
from deathmatch.core.speech import speaking
from deathmatch.games import find
from deathmatch.games.five_card_trick.values import Card, Item, Submission
from tests.games.five_card_trick.positions import after
from tests.rules.cases import assert_refuses


@pytest.mark.parametrize(
    ("rule", "variant", "events", "bad", "good"),
    [
        (1, "gauntlet", ["A score grow"], "A score claim", "B score claim"),
        (1, "gauntlet", [], "deal score grow", "A score grow"),
        (1, "final", ["A grow claim", "B score claim"], "A pass", "B pass"),
        (4, "gauntlet", [], "A score block", "A score block:block"),
        (11, "final", ["A grow claim", "B score claim"], "B score grow", "B priority"),
    ],
)
def test_rule_refuses_this_and_keeps_its_neighbour(rule: int, variant: str, events: list[str], bad: str, good: str) -> None:
    assert_refuses(after(variant, events), rule, bad, good)


def test_error_of_the_book_is_word_for_word() -> None:
    position = after("gauntlet", ["A score grow", "B score grow", "A score claim", "B grow claim"])
    with pytest.raises(Refusal) as caught:
        position.accept("B", "grow steal")
    assert str(caught.value) == "B may not play grow: it was played in both of the last two rounds (five-card-trick R5)"
    with pytest.raises(Refusal, match="Grow may not be played"), speaking(ENGLISH, to=Seat.B):
        position.accept("B", "grow steal")


def test_what_cannot_be_written_is_illegal_too() -> None:
    decision = after("final", []).decision(Seat.A)
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
