"""The capability `solver` of the toy game (`tests/toy.py`), so that `deathmatch solve` has something to ask."""

from __future__ import annotations

from dataclasses import dataclass

from deathmatch.core.errors import UnsolvableError
from deathmatch.core.seats import Seat
from deathmatch_lab.solving import Reporter, Solution
from tests.toy import Toy, View

LARGEST = 9  # rounds to come, beyond which the solver gives up
IN_A_ROUND = 2  # points that one seat can win: the bid's and the guess's


@dataclass(frozen=True)
class Solver:
    """Says whether the lead can still be caught up, from the points and rounds alone."""

    game: Toy

    def solve(self, view: View, work: Reporter, /) -> Solution:
        left = int(self.game.values["rounds"]) - view.round + 1
        if left > LARGEST:
            raise UnsolvableError(f"{left} rounds are to come, and {LARGEST} can be solved")
        most = 0
        for number in range(left):
            work.report(f"round {number + 1} of {left}", number / left)
            most += IN_A_ROUND
        lead = view.points.a - view.points.b
        winner = None if abs(lead) <= most else Seat.A if lead > 0 else Seat.B
        words = f"{{{winner}}} cannot be caught up." if winner else f"Nobody has won yet: {most} points can still be won."
        return Solution((words,), {"winner": winner, "open": most})


def solver(game: Toy) -> Solver:
    """As the capability has it."""
    return Solver(game)
