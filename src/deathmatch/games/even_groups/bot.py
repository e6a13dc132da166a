"""The bots, weakest first: `random`, `steady`, `strong`. They see views only; docs/bots.md says how they think and how strong they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from deathmatch.core.bots import AnyBot, Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import certain
from deathmatch.games.even_groups import rules, shape, solver
from deathmatch.games.even_groups.values import Board, Colour, Kind, Move, Stone, Stones
from deathmatch.games.even_groups.view import View

if TYPE_CHECKING:
    from deathmatch.games.even_groups import EvenGroups


# --- The bots that do not search, and the parts of play that all bots share


def colour_to_move(view: View) -> Colour:
    """The colour of the seat that owes something, once the colours are known."""
    colour = certain(view.colour(certain(view.owing)))
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
            ending = certain(solver.solve(view.board, colour))
            return exact_move(ending, decision, source)
        for _ in range(self.TRIES):
            move = rules.sample(view.board, source)
            if rules.counts_after(view.board, move)[colour] % 2 == 0:
                return move
        return decision.sample(source)


# --- The strongest bot: exact at the end, and by the shape of the board before


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
        ending = solver.solve(board.after(move), colour.other, budget.spent)
        if ending is None:
            break
        answers = sum(1 for _ in ending.winning())
        if answers < fewest:
            best, fewest = move, answers
        if not answers:
            break
    return best


def bots(_game: EvenGroups) -> Mapping[str, AnyBot]:
    """The bots by name, weakest first."""
    return {"steady": Steady(), "strong": Strong()}
