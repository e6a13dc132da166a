"""Putting a move together: what is offered, what it says, the view that shows it meanwhile; and that every legal turn can be reached."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.core.errors import Malformed
from deathmatch.core.game import Clock, ExplainingDecision, Step
from deathmatch.games.guidance_rite.values import DIRECTIONS
from deathmatch.match.position import AnyDecision
from tests.games.guidance_rite.matches import DEAL, FULL, SMALL, play


def owed(deal: str, variant: str = "guardians", **options: Any) -> AnyDecision:
    """What A owes on a small board of one's own."""
    position = play(variant, [f"deal board {deal}"], **{**SMALL, **options})
    return position.decision(position.owing[0])


def tokens(step: Step) -> list[str]:
    return [choice.token for choice in step.choices]


def test_a_claim_is_two_taps_in_either_order() -> None:
    position = play("guardians", [DEAL], **FULL)
    decision = position.decision(position.owing[0])
    step = decision.compose(())
    assert len(step.choices) == 9
    first = step.choices[0]
    assert (first.token, first.slot, first.note) == ("A1", "space-a1", "lizard with 2 arrows")
    assert decision.compose(("B2", "A1")).whole == decision.compose(("A1", "B2")).whole == "claim A1 B2"
    assert str(decision.compose(("B2",)).view.board[4]) == "A:C2"
    stages = ("time to look", "time to claim")
    assert decision.clock == Clock(("time_look", "time_claim"), bank=True, stages=stages, review="review")
    later = play("guardians", [DEAL, "A claim A1 A2", "B claim B1 B2"], **FULL)
    assert later.decision(later.owing[0]).clock == Clock(("time_claim",), bank=True)


def test_powers_are_offered_after_the_movement_with_what_they_are_about() -> None:
    decision = owed("A:L1 . B:P5 | A:R1 B:P13 . | A:P3 . A:M1 | . . A:P5", size="3x4")
    step = decision.compose(("A2", "B2"))
    assert step.whole == "A2-B2"
    sources = [("A3", "space-a3"), ("A4", "space-a4"), ("C2", "space-c2")]
    assert [(choice.token, choice.slot) for choice in step.choices] == [("power", None), *sources]
    assert [(choice.token, choice.slot) for choice in decision.compose(("A2", "B2", "power")).choices] == sources
    assert decision.compose(("A2", "B2", "power", "A3")).whole == "A2-B2 rat A3"
    assert decision.compose(("A2", "B2", "A3")).whole == "A2-B2 rat A3"
    assert tokens(decision.compose(("A2", "B2", "A4"))) == list(DIRECTIONS[1:])
    assert decision.compose(("A2", "B2", "A4", "SW")).whole == "A2-B2 lizard A4 SW"
    assert tokens(decision.compose(("A2", "B2", "C2"))) == ["B2", "C1"]
    assert tokens(decision.compose(("A2", "B2", "C2", "C1"))) == ["S"]
    last = decision.compose(("A2", "B2", "C2", "C1", "S"))
    assert last.whole == "A2-B2 monster C2 C1 S"
    assert not last.choices
    assert str(last.view.board[8]) == "A:P"


STUCK = "A:P3 B:P5 . | A:G1 A:C35/1 . | A:P6 A:M1 A:P"


@pytest.mark.parametrize(
    ("prefix", "space", "why"),
    [
        ((), "A3", None),
        ((), "C3", "nothing stands on C3 (guidance-rite R23)"),
        ((), "B3", "the piece on B3 is not yours (guidance-rite R23)"),
        ((), "A1", "every arrow of the piece on A1 leads off the board (guidance-rite R23)"),
        ((), "C1", "the piece on C1 has no arrows (guidance-rite R23)"),
        (("B2",), "A2", "the crow on B2 has no arrow that leads to A2 (guidance-rite R23)"),
        (("B2",), "B3", "that arrow of the crow is greyed out (guidance-rite R26)"),
        (("B1",), "B3", "a monster goes two spaces, the one between empty, or one (guidance-rite R29)"),
        (("A2", "A3"), "B2", None),
        (("A2", "A3"), "A3", "a guardian's power is a movement that ends on it (guidance-rite R38)"),
        (("A2", "A3"), "C1", "the piece on C1 is plain: it has no power (guidance-rite R34)"),
        (("B2", "C2"), "C2", "the piece on C2 has moved this turn (guidance-rite R34)"),
        (("A2", "A3", "B1"), "B2", None),
        (("A2", "A3", "B1"), "C1", "the piece on C1 has no arrows (guidance-rite R39)"),
        (("A2", "A3", "B1"), "C3", "the monster's target must be a piece orthogonally beside it; C3 holds none (guidance-rite R39)"),
    ],
)
def test_a_space_that_cannot_be_chosen_says_why(prefix: tuple[str, ...], space: str, why: str | None) -> None:
    decision = owed(STUCK)
    assert isinstance(decision, ExplainingDecision)
    reason = decision.why_not(prefix, f"space-{space.lower()}")
    assert (reason and str(reason)) == why
    assert (why is None) == any(choice.token == space for choice in decision.compose(prefix).choices)
    assert decision.why_not(prefix, "head-a") is None
    with pytest.raises(Malformed):
        decision.why_not(("D9",), "space-a1")


@pytest.mark.parametrize(
    ("deal", "options", "prefix", "space", "rule"),
    [
        ("B:R5 . B:P5 | . . . | A:M13 A:R1 .", {"removals": "all"}, ("A1", "A2"), "B1", 34),
        ("B:R5 . B:P5 | . . A:G | A:P13 A:R1 A:C/1", {"variant": "final"}, ("A1", "A2", "C1"), "B1", 36),
        ("B:R5 . B:P5 | . . A:G | A:P13 A:R1 A:C/1", {"variant": "final"}, ("A1", "A2", "C1"), "A3", 36),
        ("B:R5 . B:P5 | A:P* . . | A:P1 A:R1 A:C/1", {"variant": "final"}, (), "A1", 32),
        ("B:R5 . B:P5 | . A:P1* . | A:P12 A:R1 A:C/1", {"variant": "final"}, ("A1",), "B2", 32),
    ],
)
def test_each_reason_cites_its_rule(deal: str, options: dict[str, Any], prefix: tuple[str, ...], space: str, rule: int) -> None:
    decision = owed(deal, **options)
    assert isinstance(decision, ExplainingDecision)
    why = decision.why_not(prefix, f"space-{space.lower()}")
    assert why is not None
    assert why.rule.number == rule


def test_an_item_claims_and_placements_say_why_not_too() -> None:
    item = owed("B:P5 B:C5 B:P5 | A:P2 A:P3 A:G1 | A:R13 A:L1 A:P3*", "final", rotate="A")
    assert isinstance(item, ExplainingDecision)
    assert str(item.why_not(("rotate", "A2", "45"), "space-a2")).endswith("so it may not move this turn (guidance-rite R40)")
    assert str(item.why_not(("rotate",), "space-a3")) == "Rotate names a piece of yours; the one on A3 is not (guidance-rite R42)"
    assert item.why_not(("rotate",), "space-a1") is None
    assert item.why_not(("rotate", "A2"), "space-a1") is None
    more = owed("B:P12345678 B:C5 B:P5 . | A:P2 A:R3 A:G1 . | A:R13 A:L1 A:P1 .", "final", size="4x3", honour="A", swap="A")
    assert isinstance(more, ExplainingDecision)
    for prefix, space, rule in (
        (("honour",), "d1", 41),
        (("honour", "A2", "N"), "a3", 41),
        (("honour", "A2", "N"), "a1", 41),
        (("swap",), "d1", 43),
        (("swap", "A1"), "b2", 43),
        (("swap", "A1"), "b3", 43),
    ):
        why = more.why_not(prefix, f"space-{space}")
        assert why is not None
        assert why.rule.number == rule
    assert more.why_not(("swap", "A1"), "space-b1") is None
    claim = play("guardians", [DEAL, "A claim A1 A2", "B claim A1 B2"], **FULL)
    decision = claim.decision(claim.owing[0])
    assert isinstance(decision, ExplainingDecision)
    assert [str(decision.why_not((), f"space-{space}")).split(" (")[0] for space in ("a1", "a2", "b2", "b3")] == [
        "nothing stands on A1 any more",
        "you have claimed the piece on A2",
        "the other side has claimed the piece on B2",
        "None",
    ]
    placing = owed(". . B:P5 | . . . | A:P1 . .", fill=2)
    assert isinstance(placing, ExplainingDecision)
    assert [str(placing.why_not((), f"space-{space}")).split(";")[0] for space in ("a2", "b2", "b3", "c3")] == [
        "None",
        "B2 is not beside a piece of yours",
        "B3 is beside a piece of the other side",
        "C3 is not empty",
    ]
    assert placing.why_not(("A2",), "space-b2") is None


def test_a_crow_in_the_final_turns_arrow_after_arrow() -> None:
    decision = owed(". . B:P5 | A:P/3 . . | A:C1/35 A:P2/137 .", "final")
    way = ("A2", "B2", "A1")
    step = decision.compose(way)
    assert step.whole is None
    assert tokens(step) == ["A1", "B1"]
    assert tokens(decision.compose((*way, "B1"))) == ["N", "E", "W"]
    step = decision.compose((*way, "B1", "W"))
    assert step.whole == "A2-B2 crow A1 B1 W"
    assert tokens(step) == ["A1", "N", "E"]
    assert decision.compose((*way, "B1", "W", "N")).whole == "A2-B2 crow A1 B1 N W"
    assert tokens(decision.compose((*way, "B1", "W", "N"))) == ["E"]
    assert decision.compose((*way, "B1", "W", "A1")).whole is None
    assert decision.compose((*way, "B1", "W", "A1", "E")).whole == "A2-B2 crow A1 A1 E B1 W"
    assert not decision.compose((*way, "B1", "W", "A1", "E")).choices


def test_who_cannot_move_is_offered_the_pass() -> None:
    decision = owed(". . B:P5 | . . . | A:P5 . .")
    step = decision.compose(())
    assert [(choice.token, choice.key) for choice in step.choices] == [("pass", "p")]
    assert decision.compose(("pass",)).whole == "pass"


def test_an_item_comes_first_and_what_it_names_stays() -> None:
    deal = "B:P5 B:C5 B:P5 | A:P2 A:P3 A:G1 | A:R13 A:L1 A:P3*"
    decision = owed(deal, "final", rotate="A", honour="A", swap="A")
    step = decision.compose(())
    assert [(choice.token, choice.slot) for choice in step.choices][-3:] == [
        ("honour", "item-a-honour"),
        ("rotate", "item-a-rotate"),
        ("swap", "item-a-swap"),
    ]
    step = decision.compose(("rotate", "A1", "45"))
    assert "A1" not in tokens(step)
    assert str(step.view.board[0]) == "A:R24"
    assert decision.compose(("rotate", "A1", "45", "A2", "B3")).whole == "rotate A1 45 A2-B3"
    assert tokens(decision.compose(("honour", "A1", "S"))) == ["A3", "B3", "C3"]
    assert decision.compose(("honour", "A1", "S", "B3", "W", "A2", "B3")).whole == "honour A1 S B3 W A2-B3"
    assert decision.compose(("swap", "C3", "B3", "A2", "B3")).whole == "swap B3 C3 A2-B3"
