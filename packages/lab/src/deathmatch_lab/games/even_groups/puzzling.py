"""The capability `puzzles`: nearly full boards on which few moves win, proved by the solver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from deathmatch.core.chance import RandomSource
from deathmatch.core.options import Value, complete
from deathmatch.core.seats import Seat
from deathmatch.games.even_groups import values
from deathmatch.games.even_groups.solver import solve
from deathmatch.games.even_groups.values import text
from deathmatch_lab.puzzling import PuzzleIdea, PuzzleWords, RightMove, wander

if TYPE_CHECKING:
    from deathmatch.games.even_groups import EvenGroups
    from deathmatch.games.even_groups.view import State, View

SIDES: Final = (3, 4, 5)
EMPTY: Final = (4, 6, 6, 8)  # cells that may be left
MOST: Final = 4  # winning moves


class EndingPuzzles:
    """Makes and proves them."""

    words = PuzzleWords(
        title="Endings",
        about="A few empty cells, and a move that wins whatever follows.",
        task="Find a move that wins by force: your colour must end even.",
        other="After this the other side can make your colour odd, whatever you do. Count what the last moves can still join.",
        hints=("Look for the cells where groups of one colour meet.", "The last cells matter, and not who is even now."),
    )

    def __init__(self, make: type[EvenGroups]) -> None:
        self._make = make

    def ideas(self, source: RandomSource, /) -> Iterator[PuzzleIdea]:
        """Random boards with few empty cells, A to move."""
        while True:
            side, left = source.choice(SIDES), source.choice(EMPTY)
            cells = 3 * side * (side - 1) + 1
            mover_is_orange = (cells - 1 - left) % 4 == 0
            given: Mapping[str, Value] = {"side": side, "white": "B" if mover_is_orange else "A"}

            def until(state: State, left: int = left) -> bool:
                return state.board.empty.bit_count() == left

            found = wander(self._make(values.terms(complete(values.OPTIONS, given))), source, until)
            if found is not None:
                colour = "Orange" if mover_is_orange else "White"
                yield PuzzleIdea(given, found[1], Seat.A, f"You own {colour}. {left} cells are empty.")

    def right(self, view: View, /) -> tuple[RightMove, ...]:
        """The moves that win by force, if they are few."""
        seat = view.owing
        colour = None if seat is None else view.colour(seat)
        if colour is None or not view.moves or view.board.empty.bit_count() > max(EMPTY):
            return ()
        solved = solve(view.board, colour)
        assert solved is not None
        winning = list(solved.winning())
        if len(winning) > MOST:
            return ()
        return tuple(
            RightMove(text(move, view.board.hexagon), "Whatever comes now, you have an answer that leaves your colour even.")
            for move in winning
        )


def puzzles(game: EvenGroups) -> EndingPuzzles:
    """The capability `puzzles`."""
    return EndingPuzzles(type(game))
