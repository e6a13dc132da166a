"""The chance to win while too many cells are empty to solve a position: by the shape of the board (`shape.py`).

The shape is fitted to solved boards; how much it says about the winner of a match was fitted to matches between bots by
`python -m research.calibration`. It says the more the fewer cells are empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from deathmatch.core.bots import Budget
from deathmatch.core.chance import OddsLine, Repeated, chance_of
from deathmatch.core.reviewing import Moment
from deathmatch.core.seats import Seat, certain
from deathmatch.games.even_groups import shape
from deathmatch.games.even_groups.values import Board, Stones
from deathmatch.games.even_groups.view import State

LINE: Final = OddsLine(0.7, 0.15, 0.12)
LIFT: Final = -0.4  # log-odds of the seat that does not place last, on an average board
SLOPE: Final = 0.7  # log-odds for each of those of the shape, with `FULL` empty cells; in proportion less with more
FULL: Final = 20
EARLY: Final = 0.62  # the part of the cells that are empty, above which the shape is worth more to the same seat on average, by
RISE: Final = 46.0  # so much for the square of what is above it


def reading(board: Board) -> float:
    """The log-odds of the seat that does not place last."""
    return _odds(board, float((shape.features(board) * shape.weights(board)).sum()))


def _odds(board: Board, rated: float) -> float:
    """The log-odds of a match from those of a shape."""
    empty = board.empty.bit_count()
    average = RISE * max(0.0, empty / len(board.hexagon) - EARLY) ** 2
    return LIFT + SLOPE * FULL / max(FULL, empty) * (rated - average)


@dataclass(frozen=True, slots=True)
class Shaped:
    """A position that is judged by its shape.

    Attributes:
        moment: the event after it.
        odds: the log-odds of A.
        given: the chance to win that the move gave away; None if it was not judged.
        better: the best move by the shape; None if it was not judged.
    """

    moment: Moment[State]
    odds: float
    given: float | None
    better: Stones | None

    @property
    def point(self) -> tuple[float, float, float]:
        """A's chance, and from where to where it lies by the error of the fit."""
        return (LINE.chance(self.odds), *LINE.between(self.odds))


def shaped(moments: Sequence[Moment[State]], budget: Budget) -> list[Shaped]:
    """The positions before these events, in their order, as long as the budget lasts; none with one stone or none on the board."""
    found: list[Shaped] = []
    for moment in moments:
        state = moment.state
        if state.white is None or not state.moves or state.owing is None:
            continue
        if budget.spent():
            break
        sign = 1 if _last(state) is Seat.B else -1
        found.append(Shaped(moment, sign * reading(state.board), *_judged(moment)))
    return found


def _last(state: State) -> Seat:
    """The seat that places last on a full board."""
    assert state.owing is not None
    return state.owing if shape.places_last(state.board) else state.owing.other


def _judged(moment: Moment[State]) -> tuple[float | None, Stones | None]:
    """The chance that a move gave away beside the one of the best shape, and that one."""
    state, move = moment.state, moment.move
    if not isinstance(move, tuple) or moment.seat is not state.owing:
        return None, None
    assert state.owing is not None
    board = state.board
    best = shape.ranked(board, certain(state.colour(state.owing)), Repeated(moment.event))[0]
    own, other = (_odds(board, float(rated)) for rated in shape.ratings(board, [move, best]))
    sign = -1 if _last(state) is state.owing else 1
    given = chance_of(LINE.slope * sign * other) - chance_of(LINE.slope * sign * own)
    return max(0.0, given), (best if given > 0 else None)
