"""Every spelling of the book is read, what is no spelling is refused at its place, and nothing is repaired."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deathmatch.core.errors import Malformed
from deathmatch.games.letter_hunt import values
from deathmatch.games.letter_hunt.values import BOOK, R3, R5, R6, R7, R8, R18, Due, Move, Row

HAND = "ABCDE"
READERS: dict[str, Callable[[str], Move]] = {
    "first": values.read_first,
    "hold": lambda text: values.read_hold(text, HAND),
    "pick": values.read_pick,
    "turn": values.read_turn,
    "hint": values.read_hint,
    "lose": values.read_lose,
}


@pytest.mark.parametrize(
    ("decision", "typed", "canonical"),
    [
        ("first", "first A", "first A"),
        ("first", " FIRST\t b ", "first B"),
        ("hold", "keep ABC", "hold ABC"),
        ("hold", "hold c, a b", "hold ABC"),
        ("hold", "keep c a , b", "hold ABC"),
        ("hold", "hold none", "hold -"),
        ("hold", "hold -", "hold -"),
        ("hold", "hold all", "hold ABCDE"),
        ("hold", "Keep All ", "hold ABCDE"),
        ("pick", "pick edcba", "pick ABCDE"),
        ("pick", "take ABCDE", "pick ABCDE"),
        ("pick", "keep A,B,C,D,E", "pick ABCDE"),
        ("turn", "submit basic", "word BASIC"),
        ("turn", "w basic", "word BASIC"),
        ("turn", "g n", "guess N"),
        ("turn", "guess n", "guess N"),
        ("turn", "hand r i c a", "hand ACIR"),
        ("turn", "last ACIR", "hand ACIR"),
        ("turn", "last chance ACIR", "hand ACIR"),
        ("turn", "last-chance ACIR", "hand ACIR"),
        ("turn", "lastchance ACIR", "hand ACIR"),
        ("hint", "take one", "hint one"),
        ("hint", "HINT Odd", "hint odd"),
        ("hint", "none", "hint none"),
        ("lose", "remove b", "lose B"),
        ("lose", "reveal B", "lose B"),
        ("lose", "discard B", "lose B"),
    ],
)
def test_spelling_of_the_book_is_read(decision: str, typed: str, canonical: str) -> None:
    assert READERS[decision](typed).text == canonical
    assert READERS[decision](canonical).text == canonical


@pytest.mark.parametrize(
    ("decision", "typed", "rule", "position"),
    [
        ("first", "first", 2, 5),
        ("first", "first A B", 2, 8),
        ("first", "B", 2, 0),
        ("hold", "hold", 4, 4),
        ("hold", "ABC", 4, 0),
        ("hold", "hold AAB", 4, 6),
        ("hold", "hold AÉ", 4, 6),
        ("hold", "hold \u212a", 4, 5),  # the Kelvin sign is no K
        ("hold", "hold none A", 4, 7),  # N is named twice
        ("pick", "hold ABCDE", 8, 0),
        ("pick", "pick -", 8, 5),
        ("turn", "", 9, 0),
        ("turn", "guessN", 9, 0),
        ("turn", "word", 10, 4),
        ("turn", "word RE-DO", 10, 7),
        ("turn", "word OX", 10, 5),
        ("turn", "word ABCDEFGHIJKLMNOP", 10, 5),
        ("turn", "guess", 13, 5),
        ("turn", "guess F G", 13, 8),
        ("turn", "g 1", 13, 2),
        ("turn", "hand", 15, 4),
        ("turn", "hand FGHII", 15, 9),
        ("turn", "last chances", 15, 9),  # the letters of CHANCES, of which C is named twice
        ("hint", "", 11, 0),
        ("hint", "hint two", 11, 5),
        ("hint", "word BASIC", 11, 0),
        ("lose", "lose", 14, 4),
        ("lose", "lose AB", 14, 6),
    ],
)
def test_what_is_no_spelling_is_refused_at_its_place(decision: str, typed: str, rule: int, position: int) -> None:
    with pytest.raises(Malformed) as caught:
        READERS[decision](typed)
    assert (caught.value.rule.book, caught.value.rule.number, caught.value.position) == (BOOK, rule, position)


# --- Deals


@pytest.mark.parametrize(
    ("due", "typed", "canonical"),
    [
        (Due.HANDS, "HANDS b:jihgf a:edcba", "hands A:ABCDE B:FGHIJ"),
        (Due.REDRAW, "redraw B:- A:QD", "redraw A:DQ B:-"),
        (Due.OFFER, "offer  A:TPNMJHGE\tB:RQLIFCBA", "offer A:EGHJMNPT B:ABCFILQR"),
        (Due.PICK, "pick b:ABCIR", "pick B:ABCIR"),
        (Due.PICK, "pick B:ABCIR A:EGJNP", "pick A:EGJNP B:ABCIR"),
    ],
)
def test_deal_to_both_seats_is_read_in_any_order(due: Due, typed: str, canonical: str) -> None:
    assert values.read_both(typed, due, R3).text == canonical


def test_the_row_of_onlookers_keeps_its_order() -> None:
    assert values.read_row("Onlookers qka", Due.ONLOOKERS, R6) == Row(Due.ONLOOKERS, "QKA")


@pytest.mark.parametrize(
    ("typed", "due", "position"),
    [
        ("hands A:ABCDE", Due.HANDS, 13),
        ("hands A:ABCDE A:FGHIJ", Due.HANDS, 14),
        ("hands ABCDE FGHIJ", Due.HANDS, 6),
        ("hands C:ABCDE B:FGHIJ", Due.HANDS, 6),
        ("hands A: B:FGHIJ", Due.HANDS, 8),
        ("hands A:ABCDA B:FGHIJ", Due.HANDS, 12),
        ("hands A:ABC,D B:FGHIJ", Due.HANDS, 11),
        ("hands", Due.HANDS, 5),
        ("redraw A:- B:-", Due.HANDS, 0),
        ("pick", Due.PICK, 4),
        ("pick A:-", Due.PICK, 7),
    ],
)
def test_what_is_no_deal_is_refused_at_its_place(typed: str, due: Due, position: int) -> None:
    for rule in (R3, R5, R7, R8):
        with pytest.raises(Malformed) as caught:
            values.read_both(typed, due, rule)
        assert (caught.value.rule, caught.value.position) == (rule, position)


@pytest.mark.parametrize("typed", ["lose", "lose -", "lose 7", "lose A B", "lose AA", "hand A"])
def test_what_is_no_row_is_refused(typed: str) -> None:
    with pytest.raises(Malformed) as caught:
        values.read_row(typed, Due.LOSE, R18)
    assert caught.value.rule == R18
