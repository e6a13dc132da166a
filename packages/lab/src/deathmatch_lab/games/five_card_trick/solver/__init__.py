"""The capability `solver`: who wins, with which chance, and by which mixtures, exactly; docs/five-card-trick.md says how.

`plan` numbers the reachable configurations, `induction` solves them backwards, round by round, `solved` values positions.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from deathmatch.core.bots import SavedArrays
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.game import Fields
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Seat
from deathmatch.games.five_card_trick.rules import start
from deathmatch.games.five_card_trick.solver import PART, Unknown
from deathmatch.games.five_card_trick.values import Terms
from deathmatch.games.five_card_trick.view import State, View, state_of
from deathmatch.games.five_card_trick.view import of as view_of
from deathmatch_lab.games.five_card_trick.fast.layers import Layer
from deathmatch_lab.games.five_card_trick.solver.induction import Induction, Progress, counted
from deathmatch_lab.games.five_card_trick.solver.plan import Plan, plan
from deathmatch_lab.games.five_card_trick.solver.solved import Solved, kept
from deathmatch_lab.solving import Reporter, SilentReporter, Solution

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick import FiveCardTrick

WARM_ROUNDS = 2  # enough for every kernel
LISTED = 8  # submissions of a mixture that people are shown


class Exact:
    """The solver of a variant under its options."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def warm(self) -> None:
        """Have every kernel ready, by a match of a few rounds."""
        few = replace(self._terms, rounds=WARM_ROUNDS, max_rounds=WARM_ROUNDS)
        Exact(few).solve(view_of(start(few), PUBLIC, few), SilentReporter())

    def solve(self, view: View, work: Reporter, /) -> Solution:
        """The chance that the EC wins, and what to play; the object has `value`, `error`, `positions`, `games`, `gap` and `first`.

        Raises: UnsolvableError if the match is over or too large, or if the kept solution is of another one.
        """
        return _solution(self._terms, state_of(view), *self.solved(view, work))

    def solved(self, view: View, work: Reporter) -> tuple[Solved, Progress]:
        """The solution from which a position can be looked up, and the work that it took; raises as `solve`."""
        if view.outcome is not None:
            raise UnsolvableError("the match is over; there is nothing left to solve")
        if self._terms.late_priority:
            raise UnsolvableError("the solver asks about Claim Priority in a step of its own; leave out priority_window")
        state = state_of(view)
        return self._looked_up(state, work) or self._induced(plan(self._terms, state), work)

    def _looked_up(self, state: State, work: Reporter) -> tuple[Solved, Progress] | None:
        """The kept solution of the whole match, if it knows this position and all that may follow."""
        if not isinstance(work, SavedArrays) or state.round == 1:
            return None
        try:
            solved = kept(self._terms, work)
            if solved is None:
                return None
            solved.chance(state)
            return solved, counted(work, solved.plan, state.round)
        except Unknown:
            return None

    def _induced(self, plan_: Plan, work: Reporter) -> tuple[Solved, Progress]:
        """The first two layers, which is all that it takes to have the first stage."""
        if not plan_.roots:
            return Solved(plan_, np.empty(0), lambda _round: None), Progress()
        induction = Induction(plan_, work)
        layers: dict[int, Layer] = {}
        for round_, layer in induction.layers():
            layers = {number: one for number, one in layers.items() if number == round_ + 1} | {round_: layer}

        def known(round_: int) -> tuple[Any, Any, Any] | None:
            layer = layers.get(round_)
            return None if layer is None else (layer.runs, layer.values, induction.hulls[round_])

        return Solved(plan_, plan_.known.keys, known), induction.done


def _solution(terms: Terms, state: State, solved: Solved, done: Progress) -> Solution:
    """The solution as it is printed."""
    ec = terms.dmo.other
    chance = _for(ec, solved.chance(state))
    first: dict[str, Fields] = {"EC": {}, "DMO": {}}
    names = {ec: "EC", terms.dmo: "DMO"}
    if state.answering is not None:
        answers = solved.answers(state)
        best = max if state.answering is Seat.A else min
        first[names[state.answering]] = {best(answers, key=lambda answer: answers[answer]).value: 1.0}
    else:
        stage = solved.stage(state)
        solution = stage.solution()
        mixtures = BySeat(solution.row, solution.column)
        for seat in SEATS:
            first[names[seat]] = {
                terms.text(move): float(part) for move, part in zip(stage.moves[seat], mixtures[seat], strict=True) if part > PART
            }
    words = [f"With best play, the EC ({{{ec}}}) wins with probability {chance:.6f}; the error is at most {done.error:.1g}."]
    words += [f"{{{seat}}} plays {_listed(first[names[seat]])}." for seat in SEATS if first[names[seat]]]
    gaps = f"Largest gap {done.largest:.1g}, sum of gaps {done.total:.1g}."
    words.append(f"{done.positions:,} positions. All {done.games:,} undecided positions were solved. {gaps}")
    return Solution(
        tuple(words),
        {
            "value": chance,
            "error": done.error,
            "positions": done.positions,
            "games": done.games,
            "gap": {"largest": done.largest, "sum": done.total},
            "first": first,
        },
    )


def _listed(mixture: Fields) -> str:
    """A mixture for people, the most frequent move first."""
    parts = sorted(((float(str(part)), text) for text, part in mixture.items()), reverse=True)
    more = f" and {len(parts) - LISTED} more" if len(parts) > LISTED else ""
    return ", ".join(f"{text} {part:.1%}" for part, text in parts[:LISTED]) + more


def _for(seat: Seat, chance: float) -> float:
    """A seat's chance, from A's."""
    return chance if seat is Seat.A else 1.0 - chance


def solver(game: FiveCardTrick) -> Exact:
    """The capability `solver`."""
    return Exact(game.terms)
