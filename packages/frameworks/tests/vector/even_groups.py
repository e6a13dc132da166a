"""Even Groups by the plain rules, as its batches observe it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from deathmatch.core.seats import Seat
from packages.frameworks.tests.vector.mirror import Composed

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Observations

COLOURS: Final = 2  # tokens of colours, after the end
FIRST: Final = 1 + COLOURS  # the token of the first cell


class EvenGroups(Composed):
    """An action is a token: a cell, `orange`, or the end of a move."""

    def look(self, seat: Seat, row: Observations, *, new: bool) -> None:
        """See `Mirror`."""
        places = self.setting.places
        if new:
            fields: Any = self.setting.rules.public(self.view(seat))
            board = np.frombuffer("".join(fields["board"]).encode(), dtype=np.uint8)
            white, orange = fields["white"] == seat.value, fields["orange"] == seat.value
            own, other = ("orange", "white") if orange else ("white", "orange")
            head = [seat is Seat.B, white, orange, fields["moves"], fields["groups"][own], fields["groups"][other]]
            row[: len(head)] = head
            row[places["own.stones"]] = board == ord(own[0])
            row[places["other.stones"]] = board == ord(other[0])
        begun = places["begun.first"].start
        row[begun:] = 0
        given = self.given[seat]
        cells = [action - FIRST for action in given if action >= FIRST]
        for cell, column in zip(cells, ("begun.first", "begun.second"), strict=False):
            row[places[column].start + cell] = 1
        if cells:  # the picture of the move that is begun
            shown = self.decision(seat).compose(tuple([self.setting.texts[action] for action in given])).view.trial
            row[places["begun.orange"]] = any(stone.cell == cells[0] and stone.colour for stone in shown)
