"""The capability `plots`: the stage game of a round with its optimal mixtures, and the whole solution by round and lead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.errors import UnsolvableError
from deathmatch.core.seats import BySeat
from deathmatch.games.five_card_trick.values import Terms
from deathmatch.games.five_card_trick.view import View, state_of
from deathmatch_lab.games.five_card_trick.solver import Exact
from deathmatch_lab.plotting import Heat, Plot, Plotter
from deathmatch_lab.solving import Reporter

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick import FiveCardTrick

SHOWN: Final = 26  # submissions of a seat: all of `gauntlet`
FAR: Final = 8  # leads to either side
POT: Final = 1  # chips in the pot of the positions that stand for a round
NEVER: Final = 1e-3  # a mixture's share below which it does not count as played


class Mixtures:
    """The stage game of one round."""

    words = "the stage game of a round: the chance of A after every pair of submissions, and both optimal mixtures"

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def plot(self, view: View, work: Reporter, /) -> Plot:
        """The stage game of the round of a position."""
        terms, state = self._terms, state_of(view)
        if view.outcome is None and state.answering is not None:
            raise UnsolvableError("this position waits for an answer, and only a round is a stage game; go on by one event")
        solved, _ = Exact(terms).solved(view, work)
        stage = solved.stage(state)
        solution = stage.solution()
        mixtures = BySeat(solution.row, solution.column)
        worth = BySeat(stage.payoffs @ solution.column, -(solution.row @ stage.payoffs))
        order = BySeat.of(lambda seat: np.lexsort((-worth[seat], -np.round(mixtures[seat], 6)))[:SHOWN])
        names = BySeat.of(lambda seat: tuple([_named(terms.text(stage.moves[seat][at]), float(mixtures[seat][at])) for at in order[seat]]))
        values = stage.payoffs[np.ix_(order.a, order.b)]
        played = BySeat.of(lambda seat: int((mixtures[seat] > NEVER).sum()))
        left = BySeat.of(lambda seat: len(stage.moves[seat]) - len(names[seat]))
        roles = BySeat.of(lambda seat: "DMO" if seat is terms.dmo else "EC")
        words = (
            f"{terms.variation.value}, round {state.round} of {terms.rounds}: A ({roles.a}) wins {solution.value:.2%} with best play. "
            f"Bars: the optimal mixtures, {played.a} submissions of A and {played.b} of B. "
            "Colours: A's chance to win after each pair, white for the value."
        )
        if left.a or left.b:
            words += f" The {left.a} and {left.b} submissions that are worth least are left out."
        heat = Heat(
            f"A, {roles.a}",
            f"B, {roles.b}",
            names.a,
            names.b,
            tuple([tuple([float(value) for value in row]) for row in values]),
            "chance of A to win",
            neutral=float(solution.value),
            beside=tuple([float(part) for part in mixtures.a[order.a]]),
            below=tuple([float(part) for part in mixtures.b[order.b]]),
        )
        return Plot("A round as a matrix game", words, (heat,))


def _named(text: str, share: float) -> str:
    """A submission, with its share of the mixture if it is played."""
    return f"{text}  {share:.0%}" if share > NEVER else text


def plots(game: FiveCardTrick) -> Mapping[str, Plotter[View]]:
    """The capability."""
    return {"mixtures": Mixtures(game.terms)}
