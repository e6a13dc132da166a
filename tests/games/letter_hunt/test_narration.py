"""What each eye is told, sentence by sentence, and with which canonical text."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.core.game import AnyBeat
from deathmatch.core.seats import PUBLIC, Eye, Onlooker, Seat
from tests.games.letter_hunt.test_rule_cases import COLOSSEUM, GAMBIT, PLAIN, WORD, play

ONE_HOLD = {"first": "A", "holds": 1}
OFFER = COLOSSEUM[:1]


def beats(variant: str, events: list[str], eye: Eye, last: int = 1, **options: Any) -> list[AnyBeat]:
    """What the last event told, or the last few."""
    before, after = play(variant, events[:-last], **options), play(variant, events, **options)
    return list(after.game.narrate(before.view(eye), after.view(eye)))


def told(variant: str, events: list[str], eye: Eye = PUBLIC, last: int = 1, **options: Any) -> list[tuple[str, str]]:
    return [(beat.notation, beat.words) for beat in beats(variant, events, eye, last, **options)]


def words(variant: str, events: list[str], eye: Eye = PUBLIC, last: int = 1, **options: Any) -> list[str]:
    return [sentence for _, sentence in told(variant, events, eye, last, **options)]


# --- The set-up


def test_hands_are_told_to_their_seats_alone() -> None:
    assert told("gambit", GAMBIT, Seat.A, **ONE_HOLD) == [("", "You are dealt A, B, C, D and E.")]
    assert told("gambit", GAMBIT, Seat.B, **ONE_HOLD) == [("", "You are dealt F, G, H, I and J.")]
    assert told("gambit", GAMBIT, PUBLIC, **ONE_HOLD) == [("", "Both are dealt 5 letters.")]
    assert words("colosseum", OFFER, Seat.A, first="A") == ["You are offered E, G, H, J, M, N, P and T."]
    assert words("colosseum", OFFER, first="A") == ["Both are offered 8 letters."]


def test_what_is_held_is_told_to_its_seat_alone() -> None:
    held = [*GAMBIT, "A hold AC", "B timeout"]
    assert told("gambit", held, Seat.A, 2, **ONE_HOLD) == [("A hold AC", "You keep A and C and give up B, D and E.")]
    assert told("gambit", held, Seat.B, 2, **ONE_HOLD) == [("B timeout", "You run out of time and keep all 5 letters.")]
    assert told("gambit", held, PUBLIC, 2, **ONE_HOLD) == [("", "Both have chosen the letters to keep.")]
    redraw = [*held, "deal redraw A:XYZ B:-"]
    assert words("gambit", redraw, Seat.A, **ONE_HOLD)[0] == "You get X, Y and Z; your hand is A, C, X, Y and Z."
    assert words("gambit", redraw, Seat.B, **ONE_HOLD)[0] == "You get no new letter; your hand is F, G, H, I and J."
    assert words("gambit", redraw, **ONE_HOLD) == [
        "Both hands are refilled to 5 letters.",
        "The hands are complete. {A} starts.",
    ]


def test_what_is_picked_and_who_was_late_is_told_to_its_seat_alone() -> None:
    assert words("colosseum", COLOSSEUM, last=2, first="A")[0] == "Both have picked 5 of their letters."
    assert told("colosseum", COLOSSEUM, Seat.A, 2, first="A")[0] == ("A pick EGJNP", "You pick E, G, J, N and P.")
    late = [*OFFER, "A timeout", "B pick ABCIR"]
    over = "The time to pick is over: chance picks the missing letters."
    assert told("colosseum", late, Seat.A, 2, first="A") == [("A timeout", "You run out of time: chance picks for you.")]
    assert told("colosseum", late, PUBLIC, 2, first="A") == [("", over)]
    assert told("colosseum", late, Seat.B, 2, first="A") == [("B pick ABCIR", "You pick A, B, C, I and R."), ("", over)]
    dealt = [*late, "deal pick A:EGHJM"]
    assert words("colosseum", dealt, Seat.A, first="A")[0] == "Chance picks for you: E, G, H, J and M."
    assert words("colosseum", dealt, Seat.B, first="A")[0] == "Chance has picked the missing letters."


@pytest.mark.parametrize(
    ("shown", "eye", "expected"),
    [
        ("hidden", Seat.A, ["3 onlookers get a letter each."]),
        ("hidden", Onlooker(2), ["3 onlookers get a letter each.", "Your letter is Q."]),
        ("split", Seat.A, ["3 onlookers get a letter each.", "You are shown K (onlooker 1), Z (onlooker 3)."]),
        ("split", Seat.B, ["3 onlookers get a letter each.", "You are shown Q (onlooker 2)."]),
        ("split", PUBLIC, ["3 onlookers get a letter each."]),
        (
            "public",
            PUBLIC,
            ["3 onlookers get a letter each.", "Everybody is shown K (onlooker 1), Q (onlooker 2), Z (onlooker 3)."],
        ),
    ],
)
def test_onlookers_letters_are_told_to_whom_they_are_shown(shown: str, eye: Eye, expected: list[str]) -> None:
    options = {"first": "A", "holds": 0, "onlookers": 3, "onlooker_letters": shown}
    assert words("gambit", [*GAMBIT, "deal onlookers KQZ"], eye, **options) == [
        *expected,
        "The hands are complete. {A} starts.",
    ]


# --- The turns


def test_who_has_no_hint_learns_nothing() -> None:
    assert told("gambit", [*WORD, "B timeout"], **PLAIN) == [("B timeout", "{B} runs out of time and gets no hint from BASIC.")]
    assert words("gambit", [*WORD, "B timeout", "A hint none"], **PLAIN)[1:] == [
        "{A} learns: at least one letter of BASIC is in {B}'s hand."
    ]


# --- The end


@pytest.mark.parametrize(
    ("events", "options", "expected"),
    [
        (["A hand FGHIJ"], {}, ["{A} names the hand FGHIJ. F is right.", *(f"{letter} is right." for letter in "GHIJ"), "{A} wins."]),
        (["A hand FXYZK"], {}, ["{A} names the hand FKXYZ. F is right.", "K is wrong.", "{B} wins."]),
        (["A timeout"], {"on_timeout": "lose"}, ["{A} runs out of time.", "{B} wins."]),
        (["A timeout"], {"void_after": 1}, ["{A} runs out of time: the turn is lost.", "One turn was skipped: nobody wins."]),
        (
            ["A timeout", "B timeout"],
            {"void_after": 2},
            ["{B} runs out of time: the turn is lost.", "2 turns in a row were skipped: nobody wins."],
        ),
        (["A resign"], {}, ["{A} resigns: {B} wins."]),
    ],
)
def test_the_end_says_who_wins_and_what_is_left_of_the_hands(events: list[str], options: dict[str, Any], expected: list[str]) -> None:
    told = beats("gambit", [*GAMBIT, *events], PUBLIC, **PLAIN, **options)
    left = " {A} still has A, B, C, D and E. {B} still has F, G, H, I and J."
    assert [beat.words for beat in told] == [*expected[:-1], expected[-1] + left]
    assert told[-1].view is not None
    assert told[-1].view.hands is not None
    assert play("gambit", GAMBIT, **PLAIN).game.score(told[-1].view) is None, "who names a hand takes no letter from it"
    assert all(beat.view is None or beat.view.hands is None for beat in told[:-1]), "the hands are shown with the last beat"
