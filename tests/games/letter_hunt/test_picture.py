"""The picture shows what the view holds and no more, and it says itself in words."""

from __future__ import annotations

import re

import pytest

from deathmatch.core.catalogues import ENGLISH
from deathmatch.core.scene import Element, Scene
from deathmatch.core.seats import PUBLIC, SEATS, Eye, Seat
from deathmatch.core.speech import speaking
from deathmatch.games.letter_hunt.values import ALPHABET
from deathmatch.match.position import Position
from tests import scene_checks
from tests.games.letter_hunt.test_rule_cases import GAMBIT, PLAIN, play


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


@pytest.mark.parametrize(("reader", "whose"), [(Seat.A, "your turn"), (Seat.B, "{A}'s turn"), (None, "{A}'s turn")])
def test_the_title_speaks_to_the_player_who_reads_it(reader: Seat | None, whose: str) -> None:
    position = play("gambit", GAMBIT, **PLAIN)
    with speaking(ENGLISH, to=reader):
        assert position.game.picture(position.view(Seat.A)).title.endswith(whose)


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


# --- The middle, the ledger, the alphabet


@pytest.mark.parametrize("hints", [("none", "1+"), ("1", "none"), ("1+", "0 or 2+")], ids=" ".join)
def test_the_ledger_tells_facts_and_the_readers_own_first(hints: tuple[str, str]) -> None:
    """A has ABCDE and B has FGHIJ: the words and kinds give B the first fact and A the second. Letters that a hand had then are marked."""
    word, theirs, mine = {"none": ("FIG", "none", "any"), "1": ("ATOM", "one", "any"), "1+": ("ACE", "any", "one")}[hints[0]]
    events = [f"A word {word}", f"B hint {theirs}", f"A hint {mine}", "B guess C", "A guess Z", "A lose A"]
    position = play("gambit", [*GAMBIT, *events], **PLAIN)
    for eye, facts, known in ((Seat.B, hints, "ACFGHIJ"), (Seat.A, hints[::-1], "ABCDE"), (PUBLIC, hints[::-1], "AC")):
        line = seen(position, eye)["ledger-1"].svg
        assert tuple(re.findall(r">([^<>]+)</text>", line)[-2:]) == facts
        assert re.findall("(.)</tspan>", line) == [letter for letter in word if letter in known]
        assert ('data-marks="letter-f letter-i letter-g"' in line) == (facts[0] == "none" and word == "FIG")


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
