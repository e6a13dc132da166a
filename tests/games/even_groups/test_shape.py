"""The shape of boards, held to the groups of the rules."""

from __future__ import annotations

import pytest

from deathmatch.core.hexes import bits
from deathmatch.games.even_groups import shape
from deathmatch.games.even_groups.fast import NAMES
from deathmatch.games.even_groups.values import COLOURS, Board, Colour, Stone
from deathmatch.match.dealer import HmacSource
from tests.games.even_groups.trying import scattered


def told(board: Board, colour: Colour) -> dict[str, int]:
    """The features of a colour, from the groups that the rules keep."""
    empty, around = bits(board.empty), board.hexagon.around
    touches = [{cell for cell in empty if around[cell] & group} for group in board.groups(colour)]
    touched = [sum(cell in touch for touch in touches) for cell in empty]
    whole = board
    for cell in empty:
        whole = whole.put(Stone(cell, colour))
    return {
        "groups": len(touches),
        "open": sum(bool(touch) for touch in touches),
        "reach": sum(map(len, touches)),
        "widest": max(map(len, touches), default=0),
        "untouched": touched.count(0),
        "touched": touched.count(1),
        "meeting": sum(count - 1 for count in touched if count),
        "apart": len(whole.groups(colour)),
        "stones": board.stones(colour).bit_count(),
    }


@pytest.mark.parametrize(("side", "empty"), [(2, 4), (3, 0), (3, 10), (5, 20), (5, 44), (5, 60), (8, 50)])
def test_features_are_those_of_the_groups(side: int, empty: int) -> None:
    source = HmacSource(b"shape", f"{side} {empty}")
    for _ in range(4):
        board = scattered(side, empty, source) if empty else full(side, source)
        features = shape.features(board)
        for colour in COLOURS:
            assert dict(zip(NAMES, features[colour], strict=True)) == told(board, colour)


def full(side: int, source: HmacSource) -> Board:
    """A full board by chance."""
    board = Board(side)
    for cell in bits(board.empty):
        board = board.put(Stone(cell, source.choice(COLOURS)))
    return board
