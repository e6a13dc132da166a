"""The capability `plots`: the stage game of a round with its optimal mixtures, and the whole solution by round and lead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.bots import SavedArrays
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games.five_card_trick.rules import start
from deathmatch.games.five_card_trick.values import Terms
from deathmatch.games.five_card_trick.view import View, state_of
from deathmatch_lab.games.five_card_trick.fast.layers import COUNT_AT, LOW_ZERO, MOST, START_AT
from deathmatch_lab.games.five_card_trick.solver import Exact
from deathmatch_lab.games.five_card_trick.solver.induction import Induction
from deathmatch_lab.games.five_card_trick.solver.plan import CONFIGURATIONS, RUNS, VALUES, Plan, plan
from deathmatch_lab.games.five_card_trick.solver.reachable import LEADS
from deathmatch_lab.plotting import Heat, Plot, Plotter
from deathmatch_lab.solving import Reporter

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick import FiveCardTrick

SHOWN: Final = 26  # submissions of a seat: all of `gauntlet`
FAR: Final = 8  # leads to either side
POT: Final = 1  # chips in the pot of the positions that stand for a round
NEVER: Final = 1e-3  # a mixture's share below which it does not count as played

_Arrays = tuple[int, NDArray[Any], NDArray[Any], NDArray[Any]]
"""Round, runs, values, and the least and the greatest leads, shape (2, C, pots + 1)."""


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


class Values:
    """The chance of the EC by round and lead."""

    words = "the whole solution: the chance of the EC by round and lead (a kept solution, or a match of some ten rounds)"

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def plot(self, view: View, work: Reporter, /) -> Plot:
        """The plot, always that of the whole match, from the start."""
        del view
        terms = self._terms
        whole = plan(terms, start(terms))
        sign = 1 if terms.dmo is Seat.B else -1
        rows: dict[int, tuple[float | None, ...]] = {}
        for round_, runs, values, leads in _layers(whole, work):
            rows[round_] = tuple([_mean(runs, values, leads, lead * sign, sign) for lead in range(-FAR, FAR + 1)])
        words = (
            f"{terms.variation.value}, {terms.rounds} rounds, at most {terms.max_rounds}: the chance of the EC with best play on both "
            f"sides, computed exactly. The mean over all lights, blocks and restrictions that can stand there with {POT} chip in the pot; "
            "blank if no match comes there."
        )
        heat = Heat(
            "round",
            "lead of the EC in chips",
            tuple([str(round_) for round_ in sorted(rows)]),
            tuple([f"{lead:+d}" if lead else "0" for lead in range(-FAR, FAR + 1)]),
            tuple([rows[round_] for round_ in sorted(rows)]),
            "chance of the EC",
        )
        return Plot("The whole solution of Five-Card Trick", words, (heat,))


def _layers(whole: Plan, work: Reporter) -> Iterator[_Arrays]:
    """The layers of a whole match: the kept ones if there are any, else solved now."""
    if isinstance(work, SavedArrays) and work.about() == whole.about() and work.kept(CONFIGURATIONS) is not None:
        kept: Callable[[str], NDArray[Any] | None] = work.kept
        for round_ in range(whole.last, whole.first - 1, -1):
            arrays = [kept(name.format(round_)) for name in (RUNS, VALUES, LEADS)]
            if any(array is None for array in arrays):
                raise UnsolvableError(f"round {round_} of the kept solution is not there yet; `deathmatch solve` goes on with it")
            yield round_, *[array for array in arrays if array is not None]  # type: ignore[misc]
        return
    induction = Induction(whole, work)
    for round_, layer in induction.layers():
        yield round_, layer.runs, layer.values, np.stack(induction.hulls[round_])


def _mean(runs: NDArray[Any], values: NDArray[Any], leads: NDArray[Any], lead: int, sign: int) -> float | None:
    """The mean chance of the EC over all configurations at a lead of A; None if no match comes to any of them."""
    there = (leads[0][:, POT] <= lead) & (lead <= leads[1][:, POT])
    if not there.any():
        return None
    packed = np.asarray(runs[there, POT])
    begin, count, low = packed >> START_AT, packed >> COUNT_AT & MOST, (packed & MOST) - LOW_ZERO
    mean = float(np.asarray(values[begin + 1 + np.clip(lead - low, -1, count)], dtype=np.float64).mean())
    return mean if sign > 0 else 1.0 - mean


def plots(game: FiveCardTrick) -> Mapping[str, Plotter[View]]:
    """The capability."""
    return {"mixtures": Mixtures(game.terms), "values": Values(game.terms)}
