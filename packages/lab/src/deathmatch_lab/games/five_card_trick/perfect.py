"""The bot `perfect`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.core.solving import SavedArrays
from deathmatch.games.five_card_trick.bot.plain import Mixer, Mixture, answered, picked
from deathmatch.games.five_card_trick.bot.strong import Strong
from deathmatch.games.five_card_trick.solver import PART, Unknown
from deathmatch.games.five_card_trick.values import Move, Terms
from deathmatch.games.five_card_trick.view import state_of
from deathmatch.solve import plain
from deathmatch_lab.games.five_card_trick.solver.solved import Solved, complete

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick.view import View


class Perfect(Mixer):
    """Plays the mixtures of a solution that somebody has kept; nothing that is known of it helps against it.

    What the solution does not know, because it takes time-outs to come to it, it plays as `strong`; without any, everything.
    """

    def __init__(self, terms: Terms, solved: Solved | None = None) -> None:
        self._terms = terms
        self.solved = solved
        self._strong = Strong(terms)

    def consult(self, solutions: Sequence[SavedArrays], /) -> Perfect | None:
        """With the first solution of the whole match under these options."""
        solved = complete(self._terms, solutions)
        return None if solved is None else Perfect(self._terms, solved)

    def warm(self) -> None:
        """Have the kernels of `strong` ready, and with them the solver of a round."""
        self._strong.warm()

    def mixture(self, view: View, decision: Decision[Move], /) -> Mixture:
        """The optimal mixture."""
        return self._known(view) or self._strong.mixture(view, decision)

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """One move of the mixture; that of `strong` only as far as it has time."""
        known = self._known(view)
        return self._strong.choose(view, decision, budget, source) if known is None else picked(known, source)

    def _known(self, view: View) -> Mixture | None:
        """The mixture of the solution; None if it does not know the position."""
        return None if self.solved is None else _known(self.solved, view)


def _known(solved: Solved, view: View) -> Mixture | None:
    """The optimal mixture at a view; None if the solution does not know it."""
    state = state_of(view)
    try:
        if view.answering is not None:
            return answered(view.answering, solved.answers(state))
        stage = solved.stage(state)
    except Unknown:
        return None
    solution = plain.solve(stage.payoffs)  # `stage.solution` would have to load a kernel first
    moves, parts = (stage.moves.a, solution.row) if view.own is Seat.A else (stage.moves.b, solution.column)
    return tuple((move, float(part)) for move, part in zip(moves, parts, strict=True) if part > PART)
