"""What is offered while a submission is put together, and what is said of it."""

from __future__ import annotations

import pytest

from deathmatch.core.errors import Malformed
from deathmatch.core.game import Step
from deathmatch.core.seats import Seat
from deathmatch.games.five_card_trick.compose import PriorityDecision, SubmitDecision
from tests.games.five_card_trick.positions import after


def decision(variant: str, seat: str = "A", events: tuple[str, ...] = ()) -> SubmitDecision | PriorityDecision:
    owed = after(variant, events).decision(Seat(seat))
    assert isinstance(owed, SubmitDecision | PriorityDecision)
    return owed


def tokens(step: Step) -> list[str]:
    return [choice.token for choice in step.choices]


def test_block_asks_for_one_of_their_cards_at_once() -> None:
    owed = decision("gauntlet")
    step = owed.compose(("block",))
    assert [choice.slot for choice in step.choices] == ["their-score", "their-grow", "their-claim", "their-block", "their-steal"]
    assert owed.compose(("block", "claim", "claim")).whole == "claim block:claim"
    assert owed.compose(("claim", "block", "block")).whole == "claim block:block"
    assert tokens(owed.compose(("claim", "block", "block"))) == []


def test_items_are_offered_to_their_holder_until_they_are_used() -> None:
    assert tokens(decision("final", "A").compose(()))[5:] == ["overload"]
    assert tokens(decision("final", "B").compose(()))[5:] == ["reset"]
    owed = decision("final", "A")
    assert owed.compose(("score", "grow")).whole == "score grow"
    assert owed.compose(("score", "grow", "overload")).whole is None
    assert owed.compose(("overload",)).prompt == "Choose three cards"
    assert owed.compose(("score", "grow", "overload", "claim")).whole == "overload score grow claim"
    used = decision("final", "A", ("A overload score grow claim", "B steal steal"))
    assert tokens(used.compose(()))[5:] == []


def test_reset_brings_barred_cards_back() -> None:
    owed = decision("final", "B", ("A score grow", "B score score"))
    assert owed.compose(("reset", "score", "score")).whole == "reset score score"
    assert owed.compose(()).choices[0].note == "only with Limit Reset"
    step = owed.compose(("score", "score"))
    assert (step.whole, step.prompt, tokens(step)) == (None, "Score twice; needs Limit Reset", ["reset"])


def test_a_barred_card_says_why_at_the_tap() -> None:
    owed = decision("gauntlet", "B", ("A score grow", "B score grow"))
    assert isinstance(owed, SubmitDecision)
    assert "both were played in the last round (five-card-trick R6)" in str(owed.why_not(("score",), "hand-grow"))
    assert owed.why_not((), "hand-grow") is None
    assert owed.why_not(("block",), "hand-score") is None, "it may come before what Block names"
    assert owed.why_not(("score",), "pot") is None
    owed = decision("gauntlet", "B", ("A score grow", "B score steal", "A score claim", "B score claim"))
    assert isinstance(owed, SubmitDecision)
    assert "in both of the last two rounds (five-card-trick R5)" in str(owed.why_not((), "hand-score"))


def test_setna_takes_none_one_or_two() -> None:
    owed = decision("setna")
    assert owed.compose(()).whole is None, "playing nothing is a choice of its own, never a slip"
    assert owed.compose(("none",)).whole == "none"
    assert owed.compose(("score",)).whole == "score"
    assert owed.compose(("score", "claim")).whole == "score claim"
    assert "none" not in tokens(owed.compose(("score",)))
    with pytest.raises(Malformed):
        owed.compose(("none", "score"))


def test_setna_warns_of_what_will_not_count_and_offers_it() -> None:
    pair = decision("setna", "A", ("A score claim", "B none"))
    step = pair.compose(("score", "claim"))
    assert step.whole == "score claim"
    assert step.warning == "Score and Claim will not count: the same pair as in the last round."
    assert next(c for c in pair.compose(("score",)).choices if c.token == "claim").note == "same two as last round: neither will count"
    assert pair.compose(("score", "raise")).warning == ""
    third = decision("setna", "A", ("A score", "B none", "A score", "B none"))
    assert third.compose(("score",)).warning == "Score will not count: Score for the third round in a row."
    assert third.compose(()).choices[0].note == "third time in a row: will not count"
