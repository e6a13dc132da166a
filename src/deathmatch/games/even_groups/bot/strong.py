"""The strongest bot: exact at the end, and by the shape of the board before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.games.even_groups import shape, solver
from deathmatch.games.even_groups.bot.plain import colour_to_move, exact_move
from deathmatch.games.even_groups.values import Board, Colour, Kind, Move, Stone, Stones
from deathmatch.games.even_groups.view import View

Ranking: TypeAlias = Callable[[Board, Colour, RandomSource], Sequence[Stones]]
"""Legal moves of a board, the best for a colour first."""


@dataclass(frozen=True)
class Strong:
    """Plays exactly once few cells are empty, and nearly so a move earlier; before, it makes the shape of board that is worth most to it.

    If it is lost against perfect play, it chooses the move after which the fewest of the opponent's answers win.

    Attributes:
        exact: empty cells from which on it solves the board. 20 take half a second of one core and a third of a gigabyte.
        tried: with two more cells empty, the moves that it solves in search of one that wins.
        ranking: how it compares moves before.
    """

    QUICK: ClassVar[int] = 12  # empty cells, up to which it asks for no budget: a millisecond

    exact: int = 20
    tried: int = 6
    ranking: Ranking = shape.ranked

    def warm(self) -> None:
        """Have the kernels and their tables ready."""
        solver.warm(self.exact)
        shape.warm()

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A move. The budget is asked before each step of a solution; once it is spent, the shape of the board decides."""
        board = view.board
        if not view.moves:
            centre = (Stone(len(board.hexagon) // 2, Colour.ORANGE),)
            wins = self._wins(board.put(centre[0]), budget)
            if view.white is None:
                return Colour.WHITE if wins else shape.last_colour(board)
            return centre if wins else decision.sample(source)
        colour, empty = colour_to_move(view), board.empty.bit_count()
        if empty <= self.exact:
            ending = solver.solve(board, colour, budget.spent) if empty > self.QUICK else solver.solve(board, colour)
            if ending is not None:
                return exact_move(ending, decision, source)
        ranked = self.ranking(board, colour, source)
        tried = ranked[: self.tried] if empty == self.exact + Kind.MOVE.value else ()
        return proven(board, colour, tried, budget) if tried else ranked[0]

    def _wins(self, opened: Board, budget: Budget) -> bool:
        """Whether White is known to win a board with its opening, as it does on sides 2 and 3 by the centre."""
        if opened.empty.bit_count() > self.exact:
            return False
        ending = solver.solve(opened, Colour.ORANGE, budget.spent)
        return ending is not None and not ending.wins


def proven(board: Board, colour: Colour, moves: Sequence[Stones], budget: Budget) -> Stones:
    """The first of these moves that wins; if none of those solved in time does, the one with the fewest answers that win."""
    best, fewest = moves[0], float("inf")
    for move in moves:
        ending = solver.solve(board.put(move[0]).put(move[1]), colour.other, budget.spent)
        if ending is None:
            break
        answers = sum(1 for _ in ending.winning())
        if answers < fewest:
            best, fewest = move, answers
        if not answers:
            break
    return best
