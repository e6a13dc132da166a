"""A position of Even Groups that random matches hardly ever reach, held to the rules."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from deathmatch import vector
from deathmatch.core.seats import SEATS
from deathmatch.games.even_groups.values import Colour
from tests.vector.even_groups import EvenGroups

MOVES: Final = ("D3 E5", "C3 C4", "C5 D6", "F3 G4", "F6 G3", "I5o G5")
"""After `orange A1`: white stones but for I5. Three white groups lead from E4 to E6, which touch all of them."""


class Both:
    """A batch of one match, and its mirror."""

    def __init__(self) -> None:
        self.batch = vector.make("even-groups/standard", 1, white="A")
        self.mirror = EvenGroups(self.batch.game)
        self.texts = [self.batch.text(action) for action in range(self.batch.actions)]

    def give(self, token: str) -> None:
        """A token of the seat that owes one; then both offer the same."""
        self.batch.step(np.full((1, 2), self.texts.index(token)))
        self.mirror.play({self.mirror.owing[0]: token})
        seat = self.mirror.owing[0]
        legal = self.batch.legal()[0, SEATS.index(seat)]
        assert {self.texts[action] for action in np.flatnonzero(legal)} == self.mirror.legal(seat)

    def put(self, stone: str) -> None:
        """A stone of the colour that is wanted."""
        seat = self.mirror.owing[0]
        self.give(stone.removesuffix("o"))
        if self.mirror.given[seat] and stone.endswith("o") and "orange" in self.mirror.legal(seat):
            self.give("orange")
        elif self.mirror.given[seat] and "." in self.mirror.legal(seat):
            self.give(".")


def test_cells_that_three_groups_have_in_common() -> None:
    both = Both()
    both.give("A1")
    for move in MOVES:
        for stone in move.split():
            both.put(stone)
    state: Any = both.mirror.state
    assert (len(state.board.white), state.board.total) == (3, 5)
    assert all(len(state.board.touching(state.board.hexagon.index[cell], Colour.WHITE)) == 3 for cell in ("E4", "E6"))
    both.give("E4")
