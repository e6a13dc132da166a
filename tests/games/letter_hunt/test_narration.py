"""What each eye is told, sentence by sentence, and with which canonical text."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.core.game import AnyBeat
from deathmatch.core.seats import PUBLIC, Eye, Onlooker, Seat
from tests.games.letter_hunt.test_rule_cases import COLOSSEUM, GAMBIT, MISS, OVER, PLAIN, SHORT, WORD, play

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


@pytest.mark.parametrize(
    ("event", "options", "expected"),
    [
        ("B first A", {}, ("B first A", "{B} chooses: {A} takes the first turn.")),
        ("B timeout", {}, ("B timeout", "{B} runs out of time, so {B} takes the first turn.")),
        ("deal first A", {"first": "coin"}, ("deal first A", "The coin decides: {A} takes the first turn.")),
    ],
)
def test_who_starts(event: str, options: dict[str, Any], expected: tuple[str, str]) -> None:
    assert told("gambit", [event], **options) == [expected]


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
        "The hands are complete: {A} takes the first turn.",
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
        "The hands are complete: {A} takes the first turn.",
    ]


# --- The turns


def test_who_has_no_hint_learns_nothing() -> None:
    assert told("gambit", [*WORD, "B timeout"], **PLAIN) == [("B timeout", "{B} runs out of time and gets no hint from BASIC.")]
    assert words("gambit", [*WORD, "B timeout", "A hint none"], **PLAIN)[1:] == [
        "{A}'s hint “none”: no, at least one letter of BASIC is in {B}'s hand."
    ]


@pytest.mark.parametrize(
    ("repeats", "kind", "fact"),
    [
        ("distinct", "one", "yes, exactly one letter of NEED is in {B}'s hand, counting each letter once"),
        ("each", "one", "no, either none or several letters of NEED are in {B}'s hand, counting every place"),
        ("distinct", "odd", "yes, an odd number of letters of NEED is in {B}'s hand, counting each letter once"),
        ("each", "odd", "no, an even number of letters of NEED, or none, is in {B}'s hand, counting every place"),
        ("each", "any", "yes, at least one letter of NEED is in {B}'s hand"),
    ],
)
def test_repeated_letters_are_said_where_they_matter(repeats: str, kind: str, fact: str) -> None:
    events = ["deal hands A:ABCKZ B:EFGHX", "A word NEED", "B timeout", f"A hint {kind}"]
    assert words("gambit", events, repeats=repeats, hints="one-odd-any", **PLAIN)[-1] == f"{{A}}'s hint “{kind}”: {fact}."


def test_guesses() -> None:
    assert told("gambit", [*GAMBIT, "A guess F"], **PLAIN) == [("A guess F", "{A} guesses F: right, and {B} loses it.")]
    assert words("gambit", MISS, **PLAIN) == ["{A} guesses Z: wrong.", "The wrong guess costs {A} a letter."]
    assert told("gambit", [*MISS, "A lose C"], **PLAIN) == [("A lose C", "{A} gives up C.")]
    assert told("gambit", [*MISS, "A timeout"], **PLAIN) == [("A timeout", "{A} runs out of time: chance takes a letter.")]
    assert told("gambit", [*MISS, "A timeout", "deal lose D"], **PLAIN) == [("deal lose D", "Chance takes D from {A}'s hand.")]
    slip = told("gambit", [*MISS, "A lose Q"], **PLAIN, slip="reveal")
    assert slip == [("A lose Q", "{A} names Q, which is not in {A}'s hand, and chooses again.")]


def test_turns_that_are_skipped() -> None:
    assert told("gambit", [*GAMBIT, "A timeout"], **PLAIN) == [("A timeout", "{A} runs out of time: the turn is lost.")]
    assert words("colosseum", [*OVER, "A timeout"], **SHORT)[1:] == ["Words are over, so the lost turn costs a letter. Chance takes it."]


def test_a_round_has_a_heading_as_its_first_turn_is_taken() -> None:
    events = [*WORD, "B hint any", "A hint one", "B guess A", "A guess F"]
    headings = [beats("gambit", events[: end + 1], PUBLIC, **PLAIN)[0].heading for end in range(len(events))]
    assert headings == ["", "Round 1", "", "", "", "Round 2"]


# --- The end


@pytest.mark.parametrize(
    ("events", "options", "expected"),
    [
        (["A hand FGHIJ"], {}, ["{A} guesses that {B}'s hand is F, G, H, I and J: right.", "{A} wins."]),
        (["A hand FGHIK"], {}, ["{A} guesses that {B}'s hand is F, G, H, I and K: wrong.", "{B} wins."]),
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
    left = " {A} still has A, B, C, D and E; {B} still has F, G, H, I and J."
    assert [beat.words for beat in told] == [*expected[:-1], expected[-1] + left]
    assert told[-1].view is not None
    assert told[-1].view.hands is not None
    assert all(beat.view is None or beat.view.hands is None for beat in told[:-1]), "the hands are shown with the last beat"


def test_the_last_letter_goes_at_once_and_ends_the_match() -> None:
    down = [*GAMBIT, "A guess F", "B guess Z", "B lose G", "A guess H", "B guess Z", "B lose I", "A guess X", "A lose A"]
    assert words("gambit", [*down, "B guess Z"], **PLAIN) == [
        "{B} guesses Z: wrong.",
        "{B} loses the last letter, J.",
        "{B} has no letter left: {A} wins. {A} still has B, C, D and E.",
    ]
