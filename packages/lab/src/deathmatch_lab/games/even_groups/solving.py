"""The capability `solver`: the winner of a position of Even Groups and every move that wins, by the solver of its bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from deathmatch.core.errors import UnsolvableError
from deathmatch.core.seats import Seat
from deathmatch.games.even_groups.solver import LARGEST, openings, solve
from deathmatch.games.even_groups.values import Board, Colour, Move, Stones, text
from deathmatch_lab.solving import Reporter, Solution

if TYPE_CHECKING:
    from deathmatch.games.even_groups import EvenGroups
    from deathmatch.games.even_groups.view import View

LISTED: Final = 12  # winning moves that people are shown


def _reporting(work: Reporter, words: str) -> Callable[[], bool]:
    """What `solve` asks before each slice."""

    def spent() -> bool:
        work.report(words)
        return False

    return spent


class Exact:
    """The solver of the variant: whole boards of sides 2 and 3, and every board that is nearly full."""

    def solve(self, view: View, work: Reporter, /) -> Solution:
        """The winner and every move that wins; the object has `winner`, a seat, and `winning`, canonical moves.

        Raises: UnsolvableError if the match is over or too many cells are empty.
        """
        if view.outcome is not None or view.owing is None:
            raise UnsolvableError("the match is over; there is nothing left to solve")
        _refuse_large(view.board)
        if view.moves:
            winning: Sequence[Move] = _places(view, work)
        else:
            good = _watched_openings(view.board, work)
            winning = good if view.white is not None else (Colour.WHITE if good else Colour.ORANGE,)
        winner = view.owing if winning else view.owing.other
        moves = [text(move, view.board.hexagon) for move in winning]
        return Solution(_words(winner, view.owing, moves), {"winner": winner.value, "winning": moves})

    def openings(self, view: View, work: Reporter) -> frozenset[int]:
        """The cells of an empty board with which White wins; raises as `solve`."""
        _refuse_large(view.board)
        return frozenset(move[0].cell for move in _watched_openings(view.board, work))


def _refuse_large(board: Board) -> None:
    """Raises UnsolvableError if too many cells are empty."""
    empty = board.empty.bit_count()
    if empty - (empty % 2) > LARGEST:
        raise UnsolvableError(
            f"{empty} cells are empty; the solver takes {LARGEST} at most. "
            "Give a record that goes on to such a position, or a board of side 2 or 3"
        )


def _watched_openings(board: Board, work: Reporter) -> list[Stones]:
    return openings(board, _reporting(work, "the openings")) or []


def _places(view: View, work: Reporter) -> list[Stones]:
    assert view.owing is not None
    colour, empty = view.colour(view.owing), view.board.empty.bit_count()
    assert colour is not None
    solved = solve(view.board, colour, _reporting(work, f"{empty} empty cells"))
    assert solved is not None
    return list(solved.winning())


def _words(winner: Seat, owing: Seat, moves: Sequence[str]) -> tuple[str, ...]:
    """The solution for people."""
    if winner is not owing:
        return (f"{{{winner}}} wins, whatever {{{owing}}} does now.",)
    more = f" and {len(moves) - LISTED} more" if len(moves) > LISTED else ""
    return (
        f"{{{winner}}} wins, now by {'this move' if len(moves) == 1 else f'any of these {len(moves)} moves'}:",
        "; ".join(moves[:LISTED]) + more,
    )


def solver(_game: EvenGroups) -> Exact:
    """The capability `solver`."""
    return Exact()
