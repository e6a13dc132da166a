"""Even Groups by the plain rules, as its batches observe it."""

from __future__ import annotations

from deathmatch.core.seats import Seat
from tests.vector.mirror import Composed


class EvenGroups(Composed):
    """An action is a token: a cell, `orange`, or the end of a move."""

    def expected(self, seat: Seat) -> list[float]:
        """See `Mirror`."""
        fields = self.fields(seat)
        board = "".join(fields["board"])
        white, orange = fields["white"] == seat.value, fields["orange"] == seat.value
        own, other = ("orange", "white") if orange else ("white", "orange")
        look = [float(seat is Seat.B), float(white), float(orange), fields["moves"], fields["groups"][own], fields["groups"][other]]
        for colour in (own, other):
            look += [float(cell == colour[0]) for cell in board]
        tokens = tuple([self.vocabulary.tokens[action] for action in self.given[seat]])
        names = self.vocabulary.tokens[3:]
        cells = [token for token in tokens if token in names]
        for place in range(2):
            look += [float(cells[place : place + 1] == [name]) for name in names]
        shown = self._decision(seat).compose(tokens).view.trial if tokens else ()  # the picture of the move that is begun
        return [*look, float(any(names[stone.cell] == cells[0] and stone.colour for stone in shown))]
