"""What everybody is told."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.core.game import Beat
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.core.speech import speaking
from deathmatch.games.guidance_rite import picture
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from tests.games.guidance_rite.matches import BY_NAME, DEAL, FULL, SMALL, play, walk

ONCE = {**SMALL, "turns": "simultaneous"}
HELD = {**SMALL, "honour": "both", "rotate": "both", "swap": "both", "turns": "simultaneous", "size": "4x3"}
ITEMS = "deal board B:P5 B:C5 B:P5 . | . A:P3 A:G1 . | A:M3 A:L1 A:P3 A:P1"


def told(variant: str, events: list[str], last: int, **options: Any) -> list[Beat[Any]]:
    """The beats of the last event, or of the last two where they belong together."""
    before, now = play(variant, events[:-last], **options), play(variant, events, **options)
    return list(now.game.narrate(before.view(PUBLIC), now.view(PUBLIC)))


def _deal(*rows: str) -> str:
    return f"deal board {' | '.join(rows)}"


CASES: list[tuple[str, list[str], int, dict[str, Any], list[str]]] = [
    (
        "guardians",
        [DEAL, "A claim A1 A2", "B claim A1 B2"],
        2,
        FULL,
        [
            "{A} claims the lizard on A1 and the crow on A2.",
            "{B} claims the lizard on A1 and the crow on B2.",
            "Both claimed A1: the piece there is removed.",
        ],
    ),
    (
        "guardians",
        [DEAL, *["A timeout", "B timeout"] * 3],
        2,
        {**FULL, "fill": 1},
        [
            "{A} runs out of time and claims nothing.",
            "{B} runs out of time and claims nothing.",
            "The pieces on A1, A2, A3, B1, B2, B3, C1, C2 and C3 are left over and removed.",
            "Pieces: {A} 0, {B} 0. {A} places 1 piece. {B} places 1 piece.",
        ],
    ),
    (
        "guardians",
        [_deal("B:P5 B:R5 .", ". . .", "A:G5 A:R1 B:P7"), "A A1-A3 rat B1", "B C1-B1 rat B3"],
        2,
        ONCE,
        [
            "{A} moves the guardian from A1 to A3, capturing {B}'s plain piece; the guardian becomes plain.",
            "{B} moves the plain piece from C1 to B1, capturing {A}'s rat.",
            "{A}'s rat on B1 cannot use its power any more and keeps it.",
            "{B} spends the rat on B3: it turns round.",
        ],
    ),
    (
        "guardians",
        [_deal("B:P5 . .", ". . .", "A:P1 . B:P1"), "A A1-A2", "B A3-A2"],
        2,
        ONCE,
        [
            "{A} moves from A1 to A2.",
            "{B} moves from A3 to A2.",
            "Pieces meet on A2: all of them are removed.",
            "{A} has no pieces left. {B} wins bout 1.",
            "The match is over: {B} wins 1 to 0.",
        ],
    ),
    (
        "final",
        [ITEMS, "A A1-B1 take", "B swap B1 B2 C3-C2"],
        2,
        HELD,
        [
            "{B} uses Swap: the pieces on B1 and B2 exchange their characters.",
            "The item makes {A}'s movement impossible: the movement is lost.",
            "{B} moves the plain piece from C3 to C2, capturing {A}'s guardian.",
        ],
    ),
]


@pytest.mark.parametrize(("variant", "events", "last", "options", "words"), CASES, ids=lambda value: None)
def test_what_is_said(variant: str, events: list[str], last: int, options: dict[str, Any], words: list[str]) -> None:
    assert [beat.words for beat in told(variant, events, last, **options)] == words


def test_what_clashes_is_seen_on_its_space_before_it_is_gone() -> None:
    claims = told("guardians", [DEAL, "A claim A1 A2", "B claim A1 B2"], 2, **FULL)
    met = told("guardians", [_deal("B:P5 . .", ". . .", "A:P1 . B:P1"), "A A1-A2", "B A3-A2"], 2, **ONCE)
    for beats, name in ((claims, "A1"), (met, "A2")):
        _, both, gone = (beat.view for beat in beats[:3])
        space = both.terms.grid.index[name]
        assert (both.clashing, gone.clashing) == ((space,), ())
        assert (both.board[space] is None, gone.board[space]) == (False, None)
        markup = {element.slot: element.svg for element in picture.picture(both).elements}[f"space-{name.lower()}"]
        assert ">A</text>" in markup
        assert ">B</text>" in markup


def test_a_player_is_told_as_you() -> None:
    with speaking("en", to=Seat.A):
        before, after = play("guardians", [DEAL], **FULL), play("guardians", [DEAL, "A claim A1 A2", "B claim A1 B2"], **FULL)
        words = [beat.words for beat in before.game.narrate(before.view(Seat.A), after.view(Seat.A))]
    assert words[:2] == ["You claim the lizard on A1 and the crow on A2.", "{B} claims the lizard on A1 and the crow on B2."]


def test_a_bout_that_is_played_again_has_a_heading_that_says_so() -> None:
    deal = _deal(". . .", ". . .", "A:P3 . B:P7")
    beats = told("guardians", [deal, "A A1-B1", "B C1-B1", deal], 1, **ONCE)
    assert beats[0].heading == "Bout 1, again"


def _stories(before: Position, after: Position) -> list[list[tuple[str, str]]]:
    return [[(beat.words, beat.notation) for beat in after.game.narrate(before.view(eye), after.view(eye))] for eye in (*SEATS, PUBLIC)]


@pytest.mark.parametrize("variant", BY_NAME)
def test_everybody_is_told_the_same_and_the_last_view_is_the_one_that_follows(variant: str) -> None:
    for number in range(6):
        before = None
        options = {"size": "4x4", "board": "free", "turns": ("simultaneous", "standard")[number % 2]}
        for after in walk(variant, options, HmacSource(b"tell", f"{variant} {number}"), 120):
            if before is not None and after.ply > before.ply:
                stories = _stories(before, after)
                assert stories[0] == stories[1] == stories[2]
                assert stories[0]
                beats = after.game.narrate(before.view(PUBLIC), after.view(PUBLIC))
                shown = [beat.view for beat in beats if beat.view is not None][-1]
                assert beats[-1].hold or shown == after.view(PUBLIC) or shown.board == after.view(PUBLIC).board
            before = after
