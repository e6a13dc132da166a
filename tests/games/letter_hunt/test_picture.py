"""The picture shows what the view holds and no more, and it says itself in words."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import PUBLIC, SEATS, Eye, Onlooker, Seat
from deathmatch.core.themes import stylesheet
from deathmatch.games.letter_hunt import words
from deathmatch.games.letter_hunt.picture import picture
from deathmatch.games.letter_hunt.values import ALPHABET
from deathmatch.judging.scenes import width
from deathmatch.match.position import Position
from tests import scene_checks
from tests.games.letter_hunt.test_rule_cases import COLOSSEUM, GAMBIT, MISS, OVER, PLAIN, SHORT, WORD, play


def seen(position: Position, eye: Eye = Seat.A) -> dict[str, Element]:
    scene: Scene = position.game.picture(position.view(eye), position.waiting)
    return {element.slot: element for element in scene.elements}


def says(position: Position, slot: str, eye: Eye = Seat.A) -> str:
    return seen(position, eye)[slot].label


@pytest.mark.parametrize("word", ["W" * 15, "I" * 15, "UNCOPYRIGHTABLE", "WOW"])
def test_the_longest_and_widest_words_fit(word: str) -> None:
    events = [*GAMBIT, f"A word {word}", "B hint any", "A hint one"]
    for position in (play("gambit", events[:-2], **PLAIN), play("gambit", events, **PLAIN)):
        for eye in (*SEATS, PUBLIC):
            scene_checks.check(position.game.picture(position.view(eye)))
    assert word in says(position, "ledger-1")


def test_widths_of_letters_are_those_of_the_font() -> None:
    for letter in ALPHABET + "…":
        assert words.wide(letter) * 100 == pytest.approx(width(letter, 100, False), abs=0.1)


# --- Hands


def test_the_own_hand_lies_open_below_and_the_other_face_down_above() -> None:
    position = play("gambit", GAMBIT, **PLAIN)
    for eye, hand, other in ((Seat.A, "ABCDE", "{B}"), (Seat.B, "FGHIJ", "{A}")):
        shown = seen(position, eye)
        assert [shown[f"hand-{place}"].label for place in range(1, 6)] == [f"Your letter {letter}" for letter in hand]
        assert shown["their-hand"].label == f"{other}'s letters: 5 face down"
        assert shown["hand-1"].at[1] > shown["letter-a"].at[1] > shown["table"].at[1] > shown["their-hand"].at[1]
    watched = seen(position, PUBLIC)
    assert watched["a-hand"].label == "{A}'s letters: 5 face down"
    assert watched["a-hand"].at[1] > watched["b-hand"].at[1]


def test_a_back_says_nothing_of_what_lies_under_it() -> None:
    """Whichever letter goes, the backs that stay are the same: they have no order of their own."""
    rows = {
        seen(play("gambit", [*GAMBIT, f"A guess {letter}"], **PLAIN))["their-hand"].svg.replace(f">{letter}<", "><") for letter in "FGHIJ"
    }
    assert len(rows) == 1


def test_an_offer_lies_open_with_how_rare_each_letter_is() -> None:
    position = play("colosseum", COLOSSEUM[:1], first="A")
    own = seen(position)
    assert [own[f"hand-{place}"].label for place in range(1, 9)] == [f"Offered to you: {letter}" for letter in "EGHJMNPT"]
    assert [own[f"hand-{place}"].svg.count("<circle") for place in range(1, 9)] == [1, 1, 2, 3, 2, 1, 2, 1]
    assert own["their-seat"].label == "{B}'s hand: 8 offered, to act"
    after = seen(play("colosseum", COLOSSEUM, first="A"))
    assert "hand-6" not in after
    assert after["hand-seat"].label == "Your hand: 5 letters, to act, not picked HMT"


@pytest.mark.parametrize("sealed", SEATS)
def test_that_a_submission_waits_is_shown_and_not_which(sealed: Seat) -> None:
    texts = ("hold -", "hold all", "timeout")
    held = [play("gambit", [*GAMBIT, f"{sealed} {text}"], first="A", holds=1) for text in texts]
    pictures = {position.game.picture(position.view(sealed.other), position.waiting).svg() for position in held}
    assert len(pictures) == 1
    assert "sealed" in pictures.pop()


def test_the_end_lays_both_hands_open() -> None:
    position = play("gambit", [*GAMBIT, "A hand FGHIK"], **PLAIN)
    assert says(position, "their-hand") == "{B}'s letters: F, G, H, I and J"
    assert says(position, "their-seat") == "{B}'s hand: 5 letters, the winner"
    assert says(position, "letter-j") == "J: in {B}'s hand"
    assert position.game.picture(position.view(Seat.A)).title == "{B} wins in round 1: {A} named a wrong hand"


# --- The middle, the ledger, the alphabet


def test_the_ledger_has_a_line_a_turn() -> None:
    position = play("gambit", [*GAMBIT, "B guess A", "A timeout", "B guess Z", "B lose F"], first="B", holds=0)
    shown = seen(position)
    assert [shown[f"ledger-{line}"].label for line in range(1, 5)] == [
        "Round 1: {B} guessed A: right",
        "Round 1: {A} ran out of time",
        "Round 2: {B} guessed Z: wrong, which cost F",
        "",
    ]


def test_the_ledger_shows_the_last_turns_and_says_all() -> None:
    words_ = [f"{a}{b}{c}" for a in "ABC" for b in "ABC" for c in "AB"]
    events = list(GAMBIT)
    for number, word in enumerate(words_):
        seat, other = ("A", "B") if number % 2 == 0 else ("B", "A")
        events += [f"{seat} word {word}", f"{other} hint any", f"{seat} hint one"]
    shown = seen(play("gambit", events, **PLAIN))
    assert [shown[f"ledger-{line}"].label.split(":")[0][-1] for line in range(1, 6)] == ["7", "8", "8", "9", "9"]
    said = play("gambit", events, **PLAIN)
    text = said.game.picture(said.view(Seat.A)).text()
    assert [word for word in words_ if f"played {word}" not in text] == []
    turns = len(words_)
    assert [slot for slot in shown if slot.startswith("ledger-past-")] == [f"ledger-past-{turn}" for turn in range(1, turns - 4)]
    # A line above the picture is drawn as it was when it was the last one, and not in a picture that stands alone.
    early = seen(play("gambit", events[: len(GAMBIT) + 9], **PLAIN))
    assert shown["ledger-past-3"].svg == f'<g class="past">{early["ledger-3"].svg}</g>'
    assert shown["ledger-past-3"].label == early["ledger-3"].label
    assert ".past{display:none}" in stylesheet("light")


def test_the_alphabet_says_what_the_table_has_told() -> None:
    events = [*GAMBIT, "A guess Z", "A lose Q", "A lose A", "B guess C"]
    position = play("gambit", events, **PLAIN, slip="reveal")
    shown = seen(position, PUBLIC)
    told = {slot: element.label for slot, element in shown.items() if slot.startswith("letter-") and not element.label.endswith(": open")}
    assert told == {
        "letter-a": "A: out, {A} had it",
        "letter-c": "C: out, {A} had it",
        "letter-q": "Q: not in {A}'s hand",
        "letter-z": "Z: not in {B}'s hand",
    }
    assert says(position, "letter-b") == "B: in your hand"
    assert says(position, "letter-b", Seat.B) == "B: open"
    assert all(shown[f"letter-{letter.lower()}"].markable for letter in ALPHABET)


def test_onlookers_letters_are_where_they_are_shown() -> None:
    position = play("gambit", [*GAMBIT, "deal onlookers KQ"], first="A", holds=0, onlookers=2, onlooker_letters="split")
    labels = {eye: (says(position, "letter-k", eye), says(position, "letter-q", eye)) for eye in position.game.eyes()}
    first, second = "K on 1: onlooker 1 has it", "Q on 2: onlooker 2 has it"
    assert labels == {
        Seat.A: (first, "Q: open"),
        Seat.B: ("K: open", second),
        PUBLIC: ("K: open", "Q: open"),
        Onlooker(1): (first, "Q: open"),
        Onlooker(2): ("K: open", second),
    }
    assert says(position, "hand-seat") == "Your hand: 5 letters, to act, onlookers K?"


@pytest.mark.parametrize(
    ("variant", "events", "options", "title"),
    [
        ("gambit", [], {}, "The first turn is being decided"),
        ("gambit", GAMBIT, {"first": "A"}, "Hold phase 1 of 2"),
        ("colosseum", COLOSSEUM[:1], {"first": "A"}, "Picking five of eight letters"),
        ("gambit", GAMBIT, PLAIN, "Round 1, {A}'s turn"),
        ("colosseum", COLOSSEUM, {"first": "A"}, "Round 1 of 40, {A}'s turn"),
        ("colosseum", OVER, SHORT, "Round 2, {A}'s turn"),
        ("gambit", WORD, PLAIN, "Round 1, {B} chooses a hint"),
        ("gambit", MISS, PLAIN, "Round 1, {A} loses a letter"),
        ("gambit", [*GAMBIT, "B resign"], PLAIN, "{A} wins in round 1: {B} resigned"),
        ("gambit", [*GAMBIT, "A timeout"], {**PLAIN, "void_after": 1}, "Nobody wins: turn after turn was skipped, the last in round 1"),
    ],
)
def test_the_title_says_where_the_match_stands(variant: str, events: list[str], options: dict[str, Any], title: str) -> None:
    position = play(variant, events, **options)
    assert picture(position.view(PUBLIC)).title == title
