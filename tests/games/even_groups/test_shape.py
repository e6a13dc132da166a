"""The shape of boards, held to the groups of the rules."""

from __future__ import annotations

import pytest

from deathmatch.core.hexes import bits
from deathmatch.games.even_groups import rules, shape
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


def worth(board: Board) -> float:
    """To the seat that does not place last, if White does."""
    return sum(
        weight * float(value) for colour in COLOURS for weight, value in zip(column(colour), shape.features(board)[colour], strict=True)
    )


def column(colour: Colour) -> list[float]:
    """The weights of the colour that places last, or of the other."""
    return [weights[colour] for weights in shape.OTHER.values()]


def swapped(board: Board) -> Board:
    """The board with the colours exchanged."""
    return Board(board.side, board.orange, board.white)


@pytest.mark.parametrize("empty", [24, 22, 60, 120])
def test_moves_are_ranked_by_the_sum_of_weights_and_colours_are_alike(empty: int) -> None:
    source = HmacSource(b"shape", str(empty))
    board = scattered(8 if empty > 60 else 5, empty, source)
    last = Colour.WHITE
    mover = last if shape.places_last(board) else last.other
    moves = shape.ranked(board, mover, HmacSource(b"shape", "one"))
    assert len(moves) == len(set(moves)) <= shape.COMPARED
    assert all(sum(rules.counts_after(board, move)) % 2 for move in moves)
    values = [worth(board.put(first).put(second)) for first, second in moves]
    assert values == pytest.approx(sorted(values, reverse=mover is not last), abs=1e-9)
    if empty <= shape.LISTED:
        assert len(moves) == min(shape.COMPARED, rules.reach(board).count())
        turned = shape.ranked(swapped(board), mover.other, HmacSource(b"shape", "one"))
        back = [tuple(Stone(cell, colour.other) for cell, colour in move) for move in turned]
        again = [worth(board.put(first).put(second)) for first, second in back]
        assert again == pytest.approx(sorted(again, reverse=mover is not last), abs=1e-9)
