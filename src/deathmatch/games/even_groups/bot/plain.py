"""The bots that do not search, and the parts of play that all bots share."""

from __future__ import annotations

from typing import Final

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.games.even_groups import rules, shape, solver
from deathmatch.games.even_groups.values import Colour, Kind, Move
from deathmatch.games.even_groups.view import View


class Random:
    """Any legal move, each with the same chance."""

    def choose(self, _view: View, decision: Decision[Move], _budget: Budget, source: RandomSource, /) -> Move:
        """A legal move."""
        return decision.sample(source)


def colour_to_move(view: View) -> Colour:
    """The colour of the seat that owes something, once the colours are known."""
    assert view.owing is not None
    colour = view.colour(view.owing)
    assert colour is not None
    return colour


def exact_move(ending: solver.SolvedBoard, decision: Decision[Move], source: RandomSource) -> Move:
    """A move that wins; if there is none, one after which the smallest part of the opponent's answers win."""
    winning = list(ending.winning())
    if winning:
        return source.choice(winning)
    if len(ending.cells) == Kind.MOVE.value:
        return decision.sample(source)
    traps = ending.traps()
    least = min(traps.values())
    return source.choice([move for move, answers in traps.items() if answers == least])


class Steady:
    """Takes the colour that places last and keeps it even; the last cells it plays exactly."""

    EXACT: Final = 6  # empty cells
    TRIES: Final = 40  # legal moves that it looks at for one that keeps its colour even; about every second does

    def warm(self) -> None:
        """Have the kernels and their tables ready."""
        solver.warm(self.EXACT)

    def choose(self, view: View, decision: Decision[Move], _budget: Budget, source: RandomSource, /) -> Move:
        """A move; it asks for no budget, because it answers within a few milliseconds."""
        if view.white is None:
            return shape.last_colour(view.board)
        if not view.moves:
            return decision.sample(source)
        colour = colour_to_move(view)
        if view.board.empty.bit_count() <= self.EXACT:
            ending = solver.solve(view.board, colour)
            assert ending is not None
            return exact_move(ending, decision, source)
        for _ in range(self.TRIES):
            move = rules.sample(view.board, source)
            if rules.counts_after(view.board, move)[colour] % 2 == 0:
                return move
        return decision.sample(source)
