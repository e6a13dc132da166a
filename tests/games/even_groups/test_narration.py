"""What everybody is told."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.core.game import Beat
from deathmatch.core.seats import PUBLIC
from tests.games.even_groups.positions import after


def told(*events: str, **options: str | int) -> list[Beat[Any]]:
    """The beats of the last of these events."""
    before, now = after(*events[:-1], **options), after(*events, **options)
    return list(now.game.narrate(before.view(PUBLIC), now.view(PUBLIC)))


OPENED = ("A orange E5",)


@pytest.mark.parametrize(
    ("events", "options", "words", "notation"),
    [
        (("B orange",), {"white": "choose"}, "{B} plays Orange, so {A} plays White and opens.", "B orange"),
        (("B timeout",), {"white": "choose"}, "{B} runs out of time, plays White and opens.", "B timeout"),
        (
            (*OPENED, "B w f6, oB4"),
            {},
            "{B} puts orange on B4 and white on F6: white 1 group (odd), orange 2 (even).",
            "B orange B4 white F6",
        ),
        ((*OPENED, "A resign"), {}, "{A} resigns: {B} wins.", "A resign"),
    ],
)
def test_one_thing_is_told_in_one_sentence(events: tuple[str, ...], options: dict[str, str], words: str, notation: str) -> None:
    beats = told(*events, **options)
    assert [(beat.words, beat.notation) for beat in beats] == [(words, notation)]
    assert beats[0].view == after(*events, **options).view(PUBLIC)


FULL = ("A orange A1", "B white A2 orange B3", "A white B1 white C2", "B white B2 white C1")
NO_WHITE = ("A orange A2", "B orange B3 orange C2", "A orange A1 orange C1", "B orange B1 orange B2")
BLOCKED = (
    "A orange C1",
    "B white B4 orange E2",
    "A orange C5 white E3",
    "B white A2 white C3",
    "A orange A3 white C4",
    "B orange B2 orange B3",
    "A orange D2 orange E1",
    "B white C2 orange D4",
    "A orange B1 orange D1",
)


@pytest.mark.parametrize(
    ("events", "options", "end"),
    [
        (FULL, {"side": 2}, "The board is full. Orange is even, with 2 groups: {B} wins."),
        (NO_WHITE, {"side": 2}, "The board is full. White is even, with no groups: {A} wins."),
        (BLOCKED, {"side": 3}, "No two stones would leave an odd total. Orange is even, with 2 groups: {B} wins."),
        (("A orange B2",), {"side": 2, "settled": "yes"}, "Whatever follows, White ends even: {A} wins."),
    ],
)
def test_the_end_is_told_after_the_move_that_brought_it(events: tuple[str, ...], options: dict[str, str | int], end: str) -> None:
    moved, over = told(*events, **options)
    assert moved.notation == events[-1]
    assert moved.view == after(*events, **options).view(PUBLIC)
    assert (over.words, over.notation, over.view) == (end, "", None)
