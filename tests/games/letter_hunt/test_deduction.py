"""What a table with deductions shows of each letter; without aids it shows less. `test_belief.py` holds the deductions to the belief."""

from __future__ import annotations

from deathmatch.core.optional import Aid, AidedGame, picture
from deathmatch.core.scene import Scene
from deathmatch.core.seats import Eye, Seat
from deathmatch.match.position import Position
from tests.games.letter_hunt.test_rule_cases import GAMBIT, PLAIN, play


def cells(position: Position, eye: Eye, aid: Aid) -> dict[str, str]:
    """The alphabet's labels by letter, those that are open left out."""
    scene: Scene = picture(position.game, position.view(eye), (), aid)
    labels = {element.label[0]: element.label[3:] for element in scene.elements if element.slot.startswith("letter-")}
    return {letter: label for letter, label in labels.items() if label != "open"}


MATCH = [
    *GAMBIT,
    "A word FOG",
    "B hint none",
    "A hint any",
    "B word FOX",
    "A hint none",
    "B hint any",
    "A guess I",
    "B guess Z",
    "B lose J",
]


def test_deductions_are_shown_where_the_table_has_them() -> None:
    """B asked whether a letter of FOX is in A's hand, and was told that none is."""
    position = play("gambit", MATCH, **PLAIN)
    assert isinstance(position.game, AidedGame)
    none, log, all_ = (cells(position, Seat.B, aid) for aid in Aid)
    assert none == {"F": "in your hand", "G": "in your hand", "H": "in your hand", "I": "out, {B} had it", "J": "out, {B} had it"}
    assert log == none | {"Z": "not in {A}'s hand"}
    absent = dict.fromkeys("OXZ", "not in {A}'s hand")
    assert all_ == none | absent


def test_one_rare_letter_of_an_offer_rules_out_the_others() -> None:
    position = play("colosseum", ["deal offer A:EGHJMNPT B:ABCFILQR", "A pick EGJNP", "B pick ABCQR", "A guess Q"], first="A")
    log, all_ = (cells(position, Seat.A, aid) for aid in (Aid.LOG, Aid.DEDUCTION))
    assert all_ == log | dict.fromkeys("XZ", "not in {B}'s hand")
