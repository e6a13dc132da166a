"""The chance to win while too many cells are empty to solve a position: matches at random up to an ending that is solved.

Such a match says little about one between people, so the share of those that a seat wins is drawn towards one half, by a line that
`python -m bench calibration` fits to matches between bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.chances import OddsLine, Repeated, odds_of, wilson
from deathmatch.core.reviewing import Moment
from deathmatch.core.seats import Seat
from deathmatch.games.even_groups import rules, solver
from deathmatch.games.even_groups.state import State
from deathmatch.games.even_groups.values import Board, Colour

ENDING: Final = 12  # empty cells from which on a playout is solved: a millisecond
PLAYOUTS: Final = 24  # of each position
LINE: Final = OddsLine(0.2, 0.2, 0.5)


@dataclass(slots=True)
class Counted:
    """The playouts of one position.

    Attributes:
        event: number of the event before it.
        board: of the position.
        white: the seat that has White.
        colour: of the seat that is to move.
        wins, tries: of A.
    """

    event: int
    board: Board
    white: Seat
    colour: Colour
    wins: int = 0
    tries: int = 0

    def play(self, source: RandomSource) -> None:
        """One more playout."""
        winner = _winner(self.board, self.colour, source)
        self.tries += 1
        self.wins += (self.white if winner is Colour.WHITE else self.white.other) is Seat.A

    @property
    def point(self) -> tuple[float, float, float]:
        """A's chance, and from where to where it lies by the error of the count and of the line."""
        low, high = (odds_of(end) for end in wilson(self.wins, self.tries))
        return LINE.chance(odds_of((self.wins + 1) / (self.tries + 2))), LINE.between(low)[0], LINE.between(high)[1]


def _winner(board: Board, colour: Colour, source: RandomSource) -> Colour:
    while board.empty.bit_count() > ENDING:
        for stone in rules.sample(board, source):
            board = board.put(stone)
        colour = colour.other
    ending = solver.solve(board, colour)
    assert ending is not None
    return colour if ending.wins else colour.other


def counted(moments: Sequence[Moment[State]], budget: Budget) -> list[Counted]:
    """Playouts of the positions before these moves, all equally often but for the last round, as long as the budget lasts."""
    positions = [one for moment in moments if (one := _begun(moment)) is not None]
    for round_ in range(PLAYOUTS):
        for one in positions:
            if budget.spent():
                return [one for one in positions if one.tries]
            one.play(Repeated(round_ * 1_000_003 + one.event))
    return positions


def _begun(moment: Moment[State]) -> Counted | None:
    state = moment.state
    if state.white is None or not state.moves or state.board.empty.bit_count() <= ENDING:
        return None
    return Counted(moment.event - 1, state.board, state.white, Colour.WHITE if state.owing is state.white else Colour.ORANGE)
