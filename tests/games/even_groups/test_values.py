"""Boards, stones in words, and the options bound."""

from __future__ import annotations

import pytest

from deathmatch.core.errors import OptionError
from deathmatch.core.options import read_one
from deathmatch.core.seats import PUBLIC, SEATS
from deathmatch.games.even_groups.values import COLOURS, OPTIONS, Board, Stone, counted, placed, terms
from tests.games.even_groups.positions import VARIANT, after, board

A, B = SEATS
WHITE, ORANGE = COLOURS


def test_a_stone_joins_what_it_touches_and_nothing_else() -> None:
    of = board("w.w", "....", "..o..", "....", "...")
    assert (len(of.white), len(of.orange), of.total) == (2, 1, 3)
    joined = of.put(Stone(1, WHITE))
    assert joined == board("www", "....", "..o..", "....", "...")
    assert len(joined.white) == 1
    assert len(of.put(Stone(1, ORANGE)).white) == 2
    assert of.total == 3, "a board does not change"


def test_what_touches_a_cell_is_the_groups_around_it() -> None:
    of = board("w.w", "....", "..o..", "....", "...")
    assert of.touching(1, WHITE) == (1 << 0, 1 << 2)
    assert of.touching(1, ORANGE) == ()
    assert of.touching(9, WHITE) == ()


def test_colours_are_each_other_s_other() -> None:
    assert [(colour.word, colour.other) for colour in COLOURS] == [("white", ORANGE), ("orange", WHITE)]


def test_stones_and_counts_in_words() -> None:
    cells = Board(5).hexagon
    b4, f6 = cells.index["B4"], cells.index["F6"]
    assert placed((Stone(b4, WHITE), Stone(f6, WHITE)), cells) == "white on B4 and F6"
    assert placed((Stone(b4, ORANGE), Stone(f6, WHITE)), cells) == "orange on B4 and white on F6"
    assert counted((2, 1)) == "white 2 (even), orange 1 (odd)"
    assert counted((1, 0), noun=True) == "white 1 group (odd), orange 0 (even)"


def test_the_options_are_those_of_the_book() -> None:
    values, game = VARIANT.bind({})
    assert values == {
        "side": 5,
        "dmo": "B",
        "white": "choose",
        "settled": "no",
        "time_colour": 60,
        "time_open": 60,
        "time_place": 60,
        "bank": 300,
    }
    assert (game.terms.side, game.terms.dmo, game.terms.white, game.terms.settled) == (5, B, None, False)
    bound = terms(values | {"side": 8, "dmo": "A", "white": "B", "settled": "yes"})
    assert (bound.side, bound.dmo, bound.white, bound.settled) == (8, A, B, True)
    for key, text in (("side", "1"), ("side", "9"), ("dmo", "C"), ("white", "none"), ("settled", "maybe"), ("bank", "-1")):
        with pytest.raises(OptionError):
            read_one(OPTIONS, key, text)


def test_a_view_knows_whose_colour_is_whose() -> None:
    unknown, known = after(white="choose").view(B), after(white="B").view(B)
    assert (unknown.orange, unknown.owner(WHITE), unknown.colour(A)) == (None, None, None)
    assert (known.orange, known.owner(WHITE), known.owner(ORANGE)) == (A, B, A)
    assert (known.colour(A), known.colour(B), known.own) == (ORANGE, WHITE, B)
    assert after().view(PUBLIC).own is A
