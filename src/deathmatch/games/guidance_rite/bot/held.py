"""Items of `final` (R40 to R43): how they may be used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.rules import items
from deathmatch.games.guidance_rite.values.grid import Board, pieces
from deathmatch.games.guidance_rite.values.moves import Item, Use
from deathmatch.games.guidance_rite.values.terms import Terms

EIGHTHS: Final = 8


def uses(terms: Terms, board: Board, seat: Seat, item: Item) -> Iterator[Use]:
    """Every legal use of an item that may change something; Point of Honour gives an arrow that leads off the board if it can."""
    size = terms.grid
    if item is Item.ROTATE:
        for space in items.rotations(terms, board, seat):
            piece = board[space]
            if piece is not None and piece.arrows:
                yield from (Use(item, (space,), (by,)) for by in range(1, EIGHTHS))
    elif item is Item.SWAP:
        yield from (Use(item, pair) for pair in items.swaps(terms, board, seat))
    else:
        given = [(space, way) for space in pieces(board, seat.other) for way in items.free(board, space)]
        off = [(space, way) for space, way in given if size.step[space][way] < 0] or given
        for space in items.honours(terms, board, seat):
            for way in items.free(board, space):
                yield from (Use(item, (space, other), (way, theirs)) for other, theirs in off[:2])
