"""Many matches at once (`vectoring.py`): the kernels of `batch.py` with the board and the options of a variant.

An action is a token of the encoding, by its id there. Nothing is hidden but a move that is begun.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from deathmatch.core.hexes import Hexagon, hexagon
from deathmatch.core.seats import SEATS
from deathmatch.games.even_groups import EvenGroups
from deathmatch.games.even_groups.values import COLOURS
from deathmatch_frameworks import offered
from deathmatch_frameworks.games.even_groups import batch
from deathmatch_frameworks.vectoring import Column, layout
from deathmatch_frameworks.vocabulary import END

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Bools, Observations, Rewards, Tables


def _layout(cells: Hexagon) -> tuple[Column, ...]:
    number = len(cells)
    each = f"a cell each, {cells.names[0]} to {cells.names[-1]}"
    columns = layout(
        (
            ("seat", 1, "0 for A, 1 for B"),
            ("own.white", 1, "whether the seat owns White"),
            ("own.orange", 1, "whether it owns Orange; neither is on before the colours are chosen"),
            ("moves", 1, "a number: openings and places"),
            ("own.groups", 1, "a number, of the seat's own colour"),
            ("other.groups", 1, "a number, of the other colour"),
            ("own.stones", number, f"where stones of the seat's own colour are: {each}"),
            ("other.stones", number, f"where stones of the other colour are: {each}"),
            ("begun.first", number, f"the first cell of the move that the seat has begun: {each}"),
            ("begun.second", number, f"its second cell: {each}"),
            ("begun.orange", 1, "whether the first stone of that move is orange"),
        )
    )
    assert columns[-1].start == batch.SHARED + batch.PLANES * number
    return columns


def _boards(cells: Hexagon, words: int) -> batch.Boards:
    near = np.full((len(cells), 6), -1, dtype=np.int64)
    for cell, others in enumerate(cells.neighbours):
        near[cell, : len(others)] = others
    around = np.array([_words(mask, words) for mask in cells.around], dtype=np.uint64)
    return batch.Boards(near, around, np.array(_words(cells.all, words), dtype=np.uint64))


def _words(mask: int, words: int) -> list[int]:
    """A set of cells as the kernels have it."""
    return [mask << batch.CELL >> offered.BITS * word & (1 << offered.BITS) - 1 for word in range(words)]


class EvenGroupsVector(offered.MaskedRules):
    """The variant with its options bound, for many matches.

    Attributes:
        layout: as in `VectorRules`.
    """

    def __init__(self, game: EvenGroups) -> None:
        cells, terms = hexagon(game.terms.side), game.terms
        self.layout: Sequence[Column] = _layout(cells)
        super().__init__((END, *[colour.word for colour in COLOURS], *cells.names))
        self._words = offered.words(len(self.texts))
        self._board = _boards(cells, self._words)
        given = -1 if terms.white is None else SEATS.index(terms.white)
        self._options = np.array([SEATS.index(terms.dmo), given, terms.settled], dtype=np.int64)

    def tables(self, size: int, /) -> Tables:
        """See `VectorRules`: the three tables of `batch.py`."""
        cells = len(self._board.near)
        return (
            np.zeros((size, cells + batch.FIELDS), dtype=np.int16),
            np.zeros((size, 2 * (cells + 1) + batch.SETS, self._words), dtype=np.uint64),
            np.zeros((size, 2, self._words), dtype=np.uint64),
        )

    def start(self, tables: Tables, which: Bools, /) -> None:
        """See `VectorRules`."""
        rows, sets, masks = tables
        batch.start(rows, sets, masks, self._options, self._board, which)

    def step(self, tables: Tables, actions: Actions, rewards: Rewards, ended: Bools, /) -> None:
        """See `VectorRules`."""
        rows, sets, masks = tables
        batch.step((rows, sets, masks), self._options, self._board, actions, rewards, ended)

    def observe(self, tables: Tables, seat: int, out: Observations, /) -> None:
        """See `VectorRules`."""
        batch.observe(tables[0], seat, len(self._board.near), out)


def vector(game: EvenGroups) -> EvenGroupsVector:
    """The capability `vector`."""
    return EvenGroupsVector(game)
