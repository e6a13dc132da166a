"""Every spelling that the book reads (R7), what it does not read, and where reading stopped."""

from __future__ import annotations

import pytest

from deathmatch.core.errors import Malformed
from deathmatch.core.hexes import hexagon
from deathmatch.games.even_groups.notation import read_colour, read_move, read_opening
from deathmatch.games.even_groups.values import COLOURS, Colour, text


@pytest.mark.parametrize(
    "typed",
    [
        "orange B4 white F6",
        "ORANGE b4 White f6",
        "  orange\t B4   white  F6 ",
        "oB4 wF6",
        "white F6 orange B4",
        "w f6, oB4",
        "B4 orange F6 white",
        "b4 o f6 w",
        "Orange B4, White F6",
        "orange B4 and white F6",
        "orange: B4; white: F6.",
        "orange.B4+white/F6",
        "& orange,B4 ;; white F6 and",
        "oB4+wF6",
    ],
)
def test_spellings_of_a_move(typed: str) -> None:
    assert text(read_move(typed, hexagon(5)), hexagon(5)) == "orange B4 white F6"


@pytest.mark.parametrize("typed", ["orange B4 F6", "o F6 b4", "orange F6, B4", "oB4 F6", "O: B4 & F6", "orange B4 orange F6"])
def test_one_colour_before_two_cells_is_the_colour_of_both(typed: str) -> None:
    assert text(read_move(typed, hexagon(5)), hexagon(5)) == "orange B4 orange F6"


@pytest.mark.parametrize("typed", ["orange E5", "E5", "e5", " oE5 ", "o e5", "E5 orange", "e5 O", "orange: E5.", "orange and E5"])
def test_spellings_of_an_opening(typed: str) -> None:
    assert text(read_opening(typed, hexagon(5)), hexagon(5)) == "orange E5"


@pytest.mark.parametrize("colour", COLOURS)
def test_spellings_of_a_colour(colour: Colour) -> None:
    word = colour.word
    assert [read_colour(typed) for typed in (word, word.upper(), f" {word[0]} ", f"\t{word[0].upper()}")] == [colour] * 4


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("o O4 w O1", "white O1 orange O4"),
        ("OO4 WO1", "white O1 orange O4"),
        ("O4 o O1 w", "white O1 orange O4"),
        ("O4 O O1 O", "orange O1 orange O4"),
        ("oO4 oH10", "orange H10 orange O4"),
        ("white H10 orange H9", "orange H9 white H10"),
    ],
)
def test_a_letter_o_before_a_number_is_row_o(typed: str, canonical: str) -> None:
    assert text(read_move(typed, hexagon(8)), hexagon(8)) == canonical


@pytest.mark.parametrize(
    ("typed", "rule", "at"),
    [
        ("", 7, 0),
        ("pass", 7, 0),
        ("B4 F6", 7, 3),
        ("E5", 7, 2),
        ("orange", 7, 6),
        ("orange B4 white", 7, 15),
        ("orange B4, F6 white", 7, 11),
        ("B4 orange white F6", 7, 10),
        ("orange B4 B5 B6", 7, 10),
        ("orange B4 whit F6", 7, 10),
        ("orange B04 white F6", 7, 7),
        ("orange B4 white F6!", 7, 16),
        ("orangeB4 whiteF6", 7, 0),
        ("oB4wF6", 7, 0),
        ("orange \u0412\u0664 white F6", 7, 7),
        ("orange B\u00b2 white F6", 7, 7),
        ("orange B4", 5, 9),
        ("orange B4 white F6 white G7", 5, 19),
        ("B4 orange F6 orange G7 orange H1 orange", 5, 20),
        ("orange A6 white G5", 1, 7),
        ("orange A5 white G8", 1, 16),
        ("white J1 w K0", 1, 6),
        ("oA1 wZ99999999999999999999", 1, 5),
    ],
)
def test_what_cannot_be_read_is_refused_where_it_stops(typed: str, rule: int, at: int) -> None:
    with pytest.raises(Malformed) as caught:
        read_move(typed, hexagon(5))
    assert (caught.value.rule.number, caught.value.position) == (rule, at), str(caught.value)


@pytest.mark.parametrize(
    ("typed", "rule", "at"),
    [
        ("", 7, 0),
        ("pass", 7, 0),
        ("orange", 7, 6),
        ("E5 E6", 7, 3),
        ("orange E5 orange E6", 4, 10),
        ("J1", 1, 0),
        ("oA6", 1, 1),
    ],
)
def test_what_is_no_opening_is_refused_where_it_stops(typed: str, rule: int, at: int) -> None:
    with pytest.raises(Malformed) as caught:
        read_opening(typed, hexagon(5))
    assert (caught.value.rule.number, caught.value.position) == (rule, at), str(caught.value)


@pytest.mark.parametrize(("typed", "at"), [("", 0), ("black", 0), (" red", 1), ("orange E5", 0), ("white.", 0), ("w o", 0)])
def test_what_is_no_colour_is_refused(typed: str, at: int) -> None:
    with pytest.raises(Malformed) as caught:
        read_colour(typed)
    assert (caught.value.rule.number, caught.value.position) == (2, at)
