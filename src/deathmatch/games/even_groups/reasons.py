"""Why a move was good or bad, in words: its stones and the groups, and the cells that stay open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from deathmatch.core.hexes import bits
from deathmatch.core.seats import Seat
from deathmatch.core.speech import count, mark, say
from deathmatch.core.wording import name
from deathmatch.games.even_groups import shape
from deathmatch.games.even_groups.fast.shape import NAMES
from deathmatch.games.even_groups.values import Board, Colour, Stones, text


def after(board: Board, stones: Stones) -> Board:
    """The board with these stones."""
    for stone in stones:
        board = board.put(stone)
    return board


def groups(board: Board, stones: Stones, seat: Seat, colour: Colour) -> str:
    """The effect of a move on the groups, and whether the count of its player's colour can still be changed by one stone."""
    parts = []
    for stone in stones:
        touched = board.touching(stone.cell, stone.colour)
        cell = board.hexagon.names[stone.cell]
        if len(touched) > 1:
            parts.append(say(_JOINS[stone.colour], cell=cell, number=len(touched)))
        elif not touched:
            parts.append(say(_BEGINS[stone.colour], cell=cell))
        board = board.put(stone)
    number, cells = len(board.groups(colour)), changing(board, colour)
    one, more = (_ODD if number % 2 else _EVEN)[colour]
    left = count(_CELL, _CELLS, cells) if cells else say("no empty cell is left where a single stone changes that")
    return " ".join([*parts, count(one, more, number, player=name(seat), left=left)])


def changing(board: Board, colour: Colour) -> int:
    """The empty cells on which a stone of this colour changes the number of its groups: beside none of them, or beside several."""
    return sum(len(board.touching(cell, colour)) != 1 for cell in bits(board.empty))


_JOINS: Final = {
    Colour.WHITE: mark("White on {cell} joins {number} white groups."),
    Colour.ORANGE: mark("Orange on {cell} joins {number} orange groups."),
}
_BEGINS: Final = {
    Colour.WHITE: mark("White on {cell} begins a white group."),
    Colour.ORANGE: mark("Orange on {cell} begins an orange group."),
}
_EVEN: Final = {
    Colour.WHITE: (
        mark("{player} then has {number} white group, and {left}."),
        mark("{player} then has {number} white groups, an even number as it must be at the end, and {left}."),
    ),
    Colour.ORANGE: (
        mark("{player} then has {number} orange group, and {left}."),
        mark("{player} then has {number} orange groups, an even number as it must be at the end, and {left}."),
    ),
}
_ODD: Final = {
    Colour.WHITE: (
        mark("{player} then has {number} white group, an odd number that must still change, and {left}."),
        mark("{player} then has {number} white groups, an odd number that must still change, and {left}."),
    ),
    Colour.ORANGE: (
        mark("{player} then has {number} orange group, an odd number that must still change, and {left}."),
        mark("{player} then has {number} orange groups, an odd number that must still change, and {left}."),
    ),
}
_CELL: Final = mark("{number} empty cell is left where a single stone changes that")
_CELLS: Final = mark("{number} empty cells are left where a single stone changes that")


# --- Before the end: the shape of the board


@dataclass(frozen=True, slots=True)
class Difference:
    """The feature in which two boards differ most by its weight.

    Attributes:
        kind: its name, as in `fast.shape.NAMES`.
        colour: whose.
        made, other: what the move made of it, and the better one.
    """

    kind: str
    colour: Colour
    made: int
    other: int


def difference(made: Board, other: Board) -> Difference | None:
    """The feature with words that speaks most for the other board, to the seat that moved; None if there is none."""
    sign = 1 if shape.places_last(made) else -1  # the weights are the gain of the seat that does not place last
    first, second, last = shape.features(made), shape.features(other), shape.last_colour(made)
    gain = sign * (second - first) * shape.weights(made)
    for place in np.argsort(-gain, axis=None, kind="stable"):
        colour, kind = divmod(int(place), len(NAMES))
        if gain.flat[place] > 0 and NAMES[kind] in _TOLD and (NAMES[kind], Colour(colour)) != ("apart", last):
            return Difference(NAMES[kind], Colour(colour), int(first[colour, kind]), int(second[colour, kind]))
    return None


def shaped(board: Board, played: Stones, better: Stones, seat: Seat) -> str:
    """Why another move makes a board of a better shape; the seat's aim, and the difference that counts most."""
    made, other = after(board, played), after(board, better)
    last = shape.places_last(board)
    aim = mark("{player} does not place last and wants the groups settled.")
    if last:
        aim = mark("{player} places last and wants the groups open to change.")
    words = say(aim, player=name(seat))
    found = difference(made, other)
    if found is None:
        return words
    one, more = _TOLD[found.kind][found.colour]
    return f"{words} {count(one, more, found.made, other=found.other, move=text(better, board.hexagon))}"


_TOLD: Final[dict[str, Sequence[tuple[str, str]]]] = {
    "apart": (
        (
            mark("White falls into {number} part that nothing can join any more; after {move} it would be {other}."),
            mark("White falls into {number} parts that nothing can join any more; after {move} it would be {other}."),
        ),
        (
            mark("Orange falls into {number} part that nothing can join any more; after {move} it would be {other}."),
            mark("Orange falls into {number} parts that nothing can join any more; after {move} it would be {other}."),
        ),
    ),
    "widest": (
        (
            mark("The widest white group lies beside {number} empty cell; after {move} it would be {other}."),
            mark("The widest white group lies beside {number} empty cells; after {move} it would be {other}."),
        ),
        (
            mark("The widest orange group lies beside {number} empty cell; after {move} it would be {other}."),
            mark("The widest orange group lies beside {number} empty cells; after {move} it would be {other}."),
        ),
    ),
    "open": (
        (
            mark("{number} white group can still grow; after {move} it would be {other}."),
            mark("{number} white groups can still grow; after {move} it would be {other}."),
        ),
        (
            mark("{number} orange group can still grow; after {move} it would be {other}."),
            mark("{number} orange groups can still grow; after {move} it would be {other}."),
        ),
    ),
    "groups": (
        (
            mark("There is {number} white group; after {move} it would be {other}."),
            mark("There are {number} white groups; after {move} it would be {other}."),
        ),
        (
            mark("There is {number} orange group; after {move} it would be {other}."),
            mark("There are {number} orange groups; after {move} it would be {other}."),
        ),
    ),
}
"""By feature and colour, White's first: for one, and for more."""
