"""A round told step by step: the words, their order, and that what is shown adds up to what came of it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from deathmatch.core.game import Beat
from deathmatch.core.seats import PUBLIC, Seat
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.narration import narrate
from deathmatch.games.five_card_trick.view import Stage, View
from tests.conformance.cases import CASES, Case, match
from tests.games.five_card_trick.positions import after


def told(variant: str, events: list[str], **options: Any) -> list[Beat[View]]:
    """What the public sees of the last step that these events complete."""
    positions = [after(variant, events[:number], **options) for number in range(len(events) + 1)]
    before = next(one for one in reversed(positions) if one.ply < positions[-1].ply)
    return list(narrate(before.view(PUBLIC), positions[-1].view(PUBLIC)))


def words(*args: Any, **options: Any) -> list[str]:
    return [beat.words.format(A="Ann", B="Bob") for beat in told(*args, **options)]


def test_a_round_in_the_order_of_the_rules() -> None:
    beats = told("gauntlet", ["A score grow", "B score block:claim"])
    assert [beat.words.format(A="Ann", B="Bob") for beat in beats] == [
        "Ann plays Score and Grow.",
        "Bob plays Score and Block (naming Claim).",
        "Now lit: Ann Score and Grow; Bob Score and Block.",
        "Both play Score: the cards cancel each other.",
        "Ann grows the pot to 2.",
        "Bob blocks Ann's Claim for the next round.",
        "Chips after round 1: Ann 0, Bob 0, pot 2.",
    ]
    assert [beat.notation for beat in beats[:2]] == ["A score grow", "B score block:claim"]
    assert [beat.heading for beat in beats] == ["Round 1", *[""] * 6]
    assert beats[1].view is None, "both submissions are revealed at once"


def test_items_and_the_window_of_claim_priority() -> None:
    assert words("final", ["A overload score grow claim", "B reset steal steal"])[:2] == [
        "Ann uses Overload and plays Score, Grow and Claim.",
        "Bob uses Limit Reset and plays Steal twice.",
    ]
    tie = ["A grow claim", "B score claim"]
    assert words("final", tie)[-1] == "Both played the same number of Claim cards: Bob may use Claim Priority."
    assert words("final", [*tie, "B priority"]) == [
        "Bob uses Claim Priority and takes the pot: 2 chips.",
        "The empty pot is refilled with 1 chip.",
        "Chips after round 1: Ann 0, Bob 3, pot 1.",
    ]
    assert words("final", [*tie, "B pass"])[0] == "Bob passes and keeps Claim Priority. The pot stays."
    (late, _) = told("final", [*tie, "B timeout"])
    assert (late.words, late.notation) == ("{B} runs out of time and keeps Claim Priority. The pot stays.", "B timeout")


@pytest.mark.parametrize(
    ("variant", "events", "options", "last"),
    [
        ("gauntlet", ["A score claim", "B score grow"], {"rounds": 1}, "The match ends after round 1: Ann wins 2 to 0."),
        (
            "gauntlet",
            ["A score grow", "B score grow"],
            {"rounds": 1, "extension": 1},
            "1 more round.",
        ),
        ("gauntlet", ["A score grow", "B score grow"], {"rounds": 1, "max_rounds": 1}, "with 0 chips each: Bob wins the tie."),
        ("final", ["A score grow", "B score grow"], {"rounds": 1, "max_rounds": 1}, "with 0 chips each: Bob received more items and wins."),
        (
            "final",
            ["A overload grow grow steal", "B grow block:score"],
            {"rounds": 1, "max_rounds": 1, "items_tiebreak": "unused"},
            "with 0 chips each: Bob has more unspent items and wins.",
        ),
    ],
)
def test_the_count_after_the_last_round(variant: str, events: list[str], options: dict[str, Any], last: str) -> None:
    assert words(variant, events, **options)[-1].endswith(last)


@pytest.mark.parametrize("case", [case for case in CASES if isinstance(case.game, FiveCardTrick)], ids=str)
def test_what_is_shown_adds_up(case: Case) -> None:
    game = case.game
    assert isinstance(game, FiveCardTrick)
    order = list(Stage)
    for step, then in pairwise(match(case, 2)):
        beats = narrate(game.view(step.state, Seat.B), game.view(then.state, Seat.B))
        views = [beat.view for beat in beats if beat.view is not None]
        assert views[-1] == game.view(then.state, Seat.B)
        *steps, last = views
        stages = [order.index(view.showing.stage) for view in steps if view.showing is not None]
        assert step.state.answering is not None or stages == sorted(stages)
        if not steps:
            continue
        for seat in Seat:
            before, done = steps[-1].sides[seat], last.sides[seat]
            assert (before.chips, before.lights, before.items) == (done.chips, done.lights, done.items)
        assert steps[-1].pot == last.pot
