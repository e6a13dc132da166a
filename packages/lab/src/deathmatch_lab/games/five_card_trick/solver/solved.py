"""A solution in use: the values of positions, and the stage game of each. It reads the arrays of an induction, in memory or kept.

A solution knows every position that can come of its start without time-outs. It costs one read of a run and one of a value to know a
chance, and some milliseconds to have a stage with all its payoffs, by the plain rules; nothing here is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.bots import UNLIMITED, SavedArrays, TimeLeft
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.fast.rounds import form, lead
from deathmatch.games.five_card_trick.solver import PART, Unknown, won
from deathmatch.games.five_card_trick.values import Answer, Submission, Terms
from deathmatch.games.five_card_trick.view import State
from deathmatch.solve import matrix
from deathmatch_lab.games.five_card_trick.fast.layers import COUNT_AT, LOW_ZERO, MOST, START_AT, Layer
from deathmatch_lab.games.five_card_trick.solver.plan import CONFIGURATIONS, RUNS, VALUES, Plan, plan
from deathmatch_lab.games.five_card_trick.solver.reachable import LEADS


@dataclass(frozen=True, slots=True)
class StageGame:
    """A round as a matrix game, in A's chances to win.

    Attributes:
        moves: the submissions of each seat; under `illegal disregard` only those without struck cards; any other equals one of those.
        payoffs: shape (moves of A, moves of B), A's chance to win after each pair.
    """

    moves: BySeat[tuple[Submission, ...]]
    payoffs: NDArray[np.float64]

    def solution(self) -> matrix.MatrixSolution:
        """The value and both optimal mixtures."""
        return matrix.solve(self.payoffs)


class KnownRound:
    """A round of a kept solution, asked as a `SearchedRound`."""

    def __init__(self, stage: StageGame) -> None:
        self._stage, self.moves, self.exact = stage, stage.moves, True
        solution = stage.solution()
        self.value = solution.value
        self._mixtures = BySeat(solution.row, solution.column)

    def mixture(self, seat: Seat) -> tuple[tuple[Submission, float], ...]:
        """The mixture of a seat, without submissions that it never plays."""
        return tuple((move, float(part)) for move, part in zip(self.moves[seat], self._mixtures[seat], strict=True) if part > PART)

    def after(self, pair: Mapping[Seat, Submission], _time: TimeLeft = UNLIMITED) -> float:
        """A's chance after a pair of submissions."""
        return float(self._stage.payoffs[self.moves.a.index(pair[Seat.A]), self.moves.b.index(pair[Seat.B])])

    def against(self, seat: Seat, move: Submission, _time: TimeLeft = UNLIMITED) -> float:
        """A's chance with a seat's submission against the other one's mixture."""
        number = self.moves[seat].index(move)
        line = self._stage.payoffs[number] if seat is Seat.A else self._stage.payoffs[:, number]
        return float(line @ self._mixtures[seat.other])


class Solved:
    """The solution of a match.

    Args:
        plan: the plan that was solved.
        keys: the configurations, ascending (`fast/layers.py`).
        layer: gives, by round, the arrays `runs` and `values` (`fast/layers.py`) and the least and greatest leads, or None for a round that
            is not known.
    """

    def __init__(self, plan: Plan, keys: NDArray[Any], layer: Callable[[int], tuple[Any, Any, Any] | None]) -> None:
        self.plan = plan
        self._keys = keys
        self._layer = layer

    def chance(self, state: State) -> float:
        """A's chance to win if both play as well as can be.

        Raises: Unknown.
        """
        if state.outcome is not None:
            return won(state.outcome)
        if state.answering is not None:
            better = max if state.answering is Seat.A else min
            return better(self.answers(state).values())
        layer = self._layer(state.round)
        if layer is None or state.ends_after not in self.plan.counts:
            raise Unknown(f"round {state.round} is not known")
        place, here = self._place(state), lead(state)
        runs, values, leads = layer
        if state.pot >= runs.shape[1] or not leads[0][place, state.pot] <= here <= leads[1][place, state.pot]:
            raise Unknown("no match without time-outs comes to this pot and these chips")
        packed = int(runs[place, state.pot])
        start, count, low = packed >> START_AT, packed >> COUNT_AT & MOST, (packed & MOST) - LOW_ZERO
        return float(values[start + 1 + min(max(here - low, -1), count)])

    def layer(self, round_: int) -> Layer:
        """The positions before a round, in memory: kernels are compiled for arrays that may be written.

        Raises: Unknown.
        """
        arrays = self._layer(round_)
        if arrays is None:
            raise Unknown(f"round {round_} is not known")
        return Layer(np.array(arrays[0]), np.array(arrays[1]))

    def stage(self, state: State) -> StageGame:
        """The round that is to be played.

        Raises: Unknown.
        """
        assert state.outcome is None
        assert state.answering is None
        terms, moves = self.plan.terms, BySeat.of(lambda seat: self.submissions(state, seat))
        payoffs = np.empty((len(moves.a), len(moves.b)))
        for i, mine in enumerate(moves.a):
            for j, theirs in enumerate(moves.b):
                payoffs[i, j] = self.chance(rules.play(terms, state, {Seat.A: mine, Seat.B: theirs}))
        return StageGame(moves, payoffs)

    def submissions(self, state: State, seat: Seat) -> tuple[Submission, ...]:
        """The legal submissions of a seat; of those that count as the same, one.

        Raises: Unknown.
        """
        number = self.plan.forms[seat].get(form(self.plan.terms, state.sides[seat]))
        if number is None:
            raise Unknown("no match without time-outs leaves such restrictions and lights")
        after = self.plan.seats[seat].after[number]
        return tuple(move for move, to in zip(self.plan.book.moves, after, strict=True) if to >= 0)

    def round(self, state: State) -> KnownRound:
        """A round as the reviews ask for it; raises as `stage`."""
        return KnownRound(self.stage(state))

    def answers(self, state: State) -> Mapping[Answer, float]:
        """A's chance after each answer about Claim Priority.

        Raises: Unknown.
        """
        assert state.answering is not None
        return {answer: self.chance(rules.play(self.plan.terms, state, {state.answering: answer})) for answer in Answer}

    def _place(self, state: State) -> int:
        try:
            key = self.plan.key(state)
        except KeyError:
            raise Unknown("no match without time-outs leaves such restrictions and lights") from None
        place = int(np.searchsorted(self._keys, key))
        if place == len(self._keys) or int(self._keys[place]) != key:
            raise Unknown("no match without time-outs leaves such restrictions, lights and blocks")
        return place


def kept(terms: Terms, solution: SavedArrays) -> Solved | None:
    """The solution of the whole match that is kept there; None if there is none, or one of another match or under other options."""
    whole = plan(terms, rules.start(terms))
    about, keys = solution.about(), solution.kept(CONFIGURATIONS)
    if about is None or keys is None or about != whole.about():
        return None

    def layer(round_: int) -> tuple[Any, Any, Any] | None:
        arrays = tuple(solution.kept(name.format(round_)) for name in (RUNS, VALUES, LEADS))
        return None if any(array is None for array in arrays) else (arrays[0], arrays[1], arrays[2])

    return Solved(whole, keys, layer)


def complete(terms: Terms, solutions: Sequence[SavedArrays]) -> Solved | None:
    """The first solution of the whole match under these options; None if there is none, or none that is finished."""
    for solution in solutions:
        with suppress(Unknown, UnsolvableError):  # one that is being made, and one that cannot be read
            about = solution.about()
            if about is None or about.get("variant") != terms.variation.value:
                continue
            solved = kept(terms, solution)
            if solved is not None:
                solved.chance(rules.start(terms))
                return solved
    return None
