"""Putting a move together: what is offered, what it says, and the view that shows it meanwhile."""

from __future__ import annotations

import pytest

from deathmatch.core.errors import Malformed
from deathmatch.core.game import Step
from deathmatch.core.seats import SEATS
from deathmatch.games.even_groups.compose import ColourChoice, OpenDecision, PlaceDecision, decision
from deathmatch.games.even_groups.values import COLOURS
from tests.games.even_groups.positions import after

A, B = SEATS
_, ORANGE = COLOURS


def tokens(step: Step) -> list[str]:
    return [choice.token for choice in step.choices]


def noted(step: Step) -> dict[str, str]:
    return {choice.token: choice.note for choice in step.choices}


def owed(*events: str, **options: str | int) -> ColourChoice | OpenDecision | PlaceDecision:
    position = after(*events, **options)
    return decision(position.view(position.owing[0]))


def test_a_tap_puts_white_and_another_one_makes_it_orange() -> None:
    place = owed("A orange E5")
    step = place.compose(("B4",))
    assert step.prompt == "White on B4; choose it again for orange, or the cell of the second one"
    orange = step.choices[0]
    assert (orange.token, orange.label, orange.slot, orange.key) == ("orange", "Orange on B4", "cell-b4", "o")
    step = place.compose(("B4", "orange"))
    assert step.prompt == "Orange on B4; choose it again to take it back, or the cell of the second one"
    assert "orange" not in tokens(step)
    assert step.whole is None
    step = place.compose(("B4", "F6"))
    assert step.whole == "white B4 white F6"
    assert step.prompt == "White on B4 and F6: white 2 groups (even), orange 1 (odd)"
    assert [(choice.token, choice.slot, choice.note) for choice in step.choices] == [
        ("orange", "cell-f6", "white 1 (odd), orange 2 (even)")
    ]
    step = place.compose(("B4", "F6", "orange"))
    assert step.whole == "white B4 orange F6"
    assert not step.choices


def test_a_second_stone_that_is_legal_in_orange_alone_is_orange_at_once() -> None:
    place = owed("A orange E5")
    # White on E4 is a new group, so the other stone makes one too: next to E5 that is white, and white next to E4 joins it.
    notes = noted(place.compose(("E4",)))
    assert notes["E6"] == "white there: white 2 (even), orange 1 (odd)"
    assert notes["E3"] == "orange there: white 1 (odd), orange 2 (even)"
    assert notes["A1"] == "white there: white 2 (even), orange 1 (odd); orange there: white 1 (odd), orange 2 (even)"
    assert place.compose(("E4", "E3")).whole == "orange E3 white E4"
    assert not place.compose(("E4", "E3")).choices
    assert "D4" not in notes  # white would join E4, and orange E5


def test_a_cell_says_why_it_takes_no_second_stone() -> None:
    place = owed("A orange E5")
    assert isinstance(place, PlaceDecision)
    assert str(place.why_not((), "cell-e5")) == "E5 is taken (even-groups R5)"
    assert "an even number" in str(place.why_not(("E4",), "cell-d4"))
    for prefix, slot in ((), "cell-e4"), (("E4",), "cell-a1"), (("E4",), "cell-e4"), (("E4",), "count-white"), (("E4", "E3"), "cell-a1"):
        assert place.why_not(prefix, slot) is None


@pytest.mark.parametrize(
    ("prefix", "words"),
    [
        (("orange",), "orange cannot come after nothing (even-groups R7)"),
        (("B4", "white"), "white cannot come after B4 (even-groups R7)"),
        (("E4", "D4"), "D4 cannot come after E4 (even-groups R7)"),
        (("B4", "F6", "G7"), "G7 cannot come after B4 F6 (even-groups R7)"),
    ],
)
def test_what_was_not_offered_is_refused(prefix: tuple[str, ...], words: str) -> None:
    with pytest.raises(Malformed) as caught:
        owed("A orange E5").compose(prefix)
    assert str(caught.value) == words
