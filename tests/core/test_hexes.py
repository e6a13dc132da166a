"""Hexagons of hexagons: names, neighbours and places agree with each other."""

from __future__ import annotations

from math import dist

import pytest

from deathmatch.core.hexes import bits, hexagon

SIDES = range(1, 14)


@pytest.mark.parametrize("side", SIDES)
def test_neighbours_are_the_cells_one_width_away(side: int) -> None:
    cells = hexagon(side)
    assert len(cells) == 3 * side * (side - 1) + 1 == sum(cells.lengths)
    for cell, place in enumerate(cells.places):
        near = [other for other, its in enumerate(cells.places) if other != cell and dist(place, its) < 1.01]
        assert list(cells.neighbours[cell]) == near
        assert bits(cells.around[cell]) == near
        assert all(dist(place, cells.places[other]) == pytest.approx(1) for other in near)


@pytest.mark.parametrize("side", SIDES)
def test_names_are_rows_and_numbers_in_reading_order(side: int) -> None:
    cells = hexagon(side)
    assert [cells.index[name] for name in cells.names] == list(range(len(cells)))
    assert [ord(name[0]) - ord("A") for name in cells.names] == list(cells.rows)
    order = sorted(range(len(cells)), key=lambda cell: (round(cells.places[cell][1], 6), cells.places[cell][0]))
    assert order == list(range(len(cells)))
    assert (cells.names[0], cells.names[-1]) == ("A1", f"{chr(ord('A') + 2 * side - 2)}{side}")
    assert cells.places[len(cells) // 2] == pytest.approx((0, 0))


def test_letters_are_cut_into_rows() -> None:
    assert hexagon(2).by_row("abcdefg") == ["ab", "cde", "fg"]


def test_a_mask_has_its_cells_in_order() -> None:
    assert bits(0) == []
    assert bits(0b101001) == [0, 3, 5]
    assert bits(hexagon(3).all) == list(range(19))


@pytest.mark.parametrize("side", [0, -1, 14])
def test_a_side_that_no_board_has_is_refused(side: int) -> None:
    with pytest.raises(ValueError, match="1 to 13"):
        hexagon(side)


def test_a_board_is_made_once() -> None:
    assert hexagon(5) is hexagon(5)
