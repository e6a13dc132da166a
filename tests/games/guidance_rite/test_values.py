"""Directions, pieces and boards as the book writes them; how options become terms."""

from __future__ import annotations

from itertools import product

import pytest

from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.guidance_rite.notation import read_piece
from deathmatch.games.guidance_rite.values import DIRECTIONS, OFF, Item, Kind, Piece, Terms, grid, turned
from tests.games.guidance_rite.matches import BY_NAME


def terms(variant: str, **options: str | int) -> Terms:
    bound: Terms = BY_NAME[variant].bind(options)[1].terms
    return bound


def test_a_turn_of_45_degrees_adds_one_and_8_becomes_1() -> None:
    assert turned(1 << 7, 1) == 1
    assert turned(0b0000_0101, 1) == 0b0000_1010
    for mask, eighths in product(range(256), range(1, 8)):
        assert turned(turned(mask, eighths), 8 - eighths) == mask
        assert turned(mask, 4) == turned(turned(mask, 1), 3)


@pytest.mark.parametrize("owner", [None, *SEATS])
def test_every_piece_is_written_and_read_back(owner: Seat | None) -> None:
    for kind, black, grey in product(Kind, range(0, 256, 7), range(0, 256, 11)):
        piece = Piece(kind, black, grey & ~black, owner, bool(black & 1))
        assert read_piece(piece.text) == read_piece(piece.text.lower()) == piece


def test_a_lizard_refills_where_it_has_no_grey_arrow() -> None:
    assert Piece(Kind.LIZARD, 0, 0b101).refilled() == Piece(Kind.LIZARD, 0b1111_1010, 0b101)
    assert Piece(Kind.LIZARD, 0, 255).refilled().black == 0
    for piece in (Piece(Kind.LIZARD, 1), Piece(Kind.RAT, 0)):
        assert piece.refilled() is piece


def test_spaces_rise_as_their_names_do() -> None:
    for columns, rows in product(range(3, 7), repeat=2):
        size = grid(columns, rows)
        assert list(size.names) == sorted(size.names)
        assert size.names[0] == "A1"
        assert len(size.names) == len(set(size.names)) == columns * rows == len(size)
        assert [size.index[name] for name in size.names] == list(range(len(size)))


def test_a_board_is_looped_for_guardians_as_the_book_says() -> None:
    size = grid(5, 5)
    at = size.index
    assert size.loop[at["E5"]][DIRECTIONS.index("NE")] == at["A1"]
    assert size.loop[at["C5"]][DIRECTIONS.index("N")] == at["C1"]
    assert size.step[at["E5"]][DIRECTIONS.index("NE")] == OFF
    assert size.step[at["C3"]][DIRECTIONS.index("SW")] == size.loop[at["C3"]][DIRECTIONS.index("SW")] == at["B2"]


def test_beside_is_one_space_and_never_over_the_edge() -> None:
    size = grid(4, 3)
    assert sorted(size.named(size.beside[size.index["A1"]])) == ["A2", "B1"]
    assert sorted(size.named(size.beside[size.index["B2"]])) == ["A2", "B1", "B3", "C2"]
    for one in range(len(size)):
        assert all(one in size.beside[other] for other in size.beside[one])


def test_the_smaller_number_of_items_says_who_moves_first_in_the_final() -> None:
    assert terms("guardians").chooser is Seat.B
    assert terms("guardians", dmo="A").chooser is Seat.A
    assert terms("final", dmo="A", rotate="A").chooser is Seat.B
    assert terms("final", dmo="A", rotate="both", swap="both").chooser is Seat.A
    assert terms("final", honour="both", rotate="A").held == BySeat((Item.HONOUR, Item.ROTATE), (Item.HONOUR,))


@pytest.mark.parametrize(
    ("turns", "at_once"), [("standard", [False, False, True]), ("alternate", [False] * 3), ("simultaneous", [True] * 3)]
)
def test_which_bouts_are_played_at_once(turns: str, at_once: list[bool]) -> None:
    assert [terms("guardians", turns=turns).simultaneous(bout) for bout in (1, 2, 3)] == at_once


@pytest.mark.parametrize(("variant", "size", "few"), [("guardians", "5x5", 3), ("final", "5x6", 4)])
def test_the_defaults_are_those_of_the_book(variant: str, size: str, few: int) -> None:
    defaults = terms(variant)
    assert f"{defaults.columns}x{defaults.rows}" == size
    assert (defaults.few, defaults.few_turns, defaults.quiet_turns, defaults.fill, defaults.timeouts_lose) == (few, 10, 20, 3, 3)
