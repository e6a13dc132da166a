"""The best response to a bot in a whole match, in a folder: one round lies in memory at a time, and a stopped computation goes on.

A match of `final` without items has 1.8 billion positions that are not decided. `whole.py` would need some 40 GB for all of its rounds;
this way takes 5 GB. It finds the chances against the best response. The costliest decision takes all rounds at once, so it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.exploiting import ExploitResult, SeatExploitResult
from deathmatch.core.game import Fields
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.solving import Checkpoints, Reporter, SavedArrays
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.values import Terms
from deathmatch_lab.games.five_card_trick.best_response.backwards import chances, chances_before, ended, start_of
from deathmatch_lab.games.five_card_trick.digest import shipped_stamp
from deathmatch_lab.games.five_card_trick.facts import known_value
from deathmatch_lab.games.five_card_trick.fast.layers import Layer
from deathmatch_lab.games.five_card_trick.fast.respond import Truth, chance_at
from deathmatch_lab.games.five_card_trick.solver.induction import Induction
from deathmatch_lab.games.five_card_trick.solver.plan import Plan, plan
from deathmatch_lab.games.five_card_trick.solver.reachable import Hull
from deathmatch_lab.games.five_card_trick.solver.solved import kept
from deathmatch_lab.games.five_card_trick.strategies import Strategies

FORM: Final = 5  # raised whenever the kept arrays change their form or are computed otherwise, or a bot plays otherwise
ANSWERED: Final = "round-{:03}-answered-{}"
PARTS: Final = ("exact-runs", "exact-values", "asked", "runs", "a", "b")  # the last one seals a round


class KeepingReporter(Reporter, Checkpoints, Protocol):
    """A reporter with a folder."""


class HullsInMemory(Mapping[int, Hull]):
    """The leads that can come before each round, each time as arrays of their own: kernels are compiled for arrays that may be written."""

    def __init__(self, hulls: Mapping[int, Hull]) -> None:
        self._hulls = hulls

    def __getitem__(self, round_: int) -> Hull:
        least, most = self._hulls[round_]
        return np.array(least), np.array(most)

    def __iter__(self) -> Iterator[int]:
        return iter(self._hulls)

    def __len__(self) -> int:
        return len(self._hulls)


class RoundByRound:
    """A match under these options, gone through once backwards.

    Args:
        terms: the options.
        work: hears how far it is, and keeps the rounds.
        solution: with the solution of this match, if somebody has kept it.

    If the match has been solved, only the bot's chances are computed.
    """

    def __init__(self, terms: Terms, work: KeepingReporter, solution: SavedArrays | None = None) -> None:
        self._terms = terms
        self._work = work
        self._plan: Plan = plan(terms, rules.start(terms))
        self._induction = Induction(self._plan, work)
        self._value = _value(terms, solution)

    def exploited(self, bot: Strategies) -> ExploitResult:
        """The best response on either seat.

        Raises:
            Unknown: the bot does not think of some position.
            UnsolvableError: the folder holds something else.
        """
        plan, induction = self._plan, self._induction
        self._work.begin(self._about(bot))
        hulls = HullsInMemory(dict(enumerate(induction.reachable_hulls(), plan.first)))
        done, next_, exact, asked = self._kept(hulls)
        for round_, strategy in bot.strategies(induction, hulls, done - 1) if done > plan.first else ():
            next_, here = chances(induction, round_, hulls[round_], strategy, next_, self._work)
            if self._value is None:
                exact, _ = induction.solve(round_, hulls[round_], exact)
            asked += here
            self._keep(round_, next_, exact, asked)
        own = chances_before(plan, next_)
        value = float(chance_at(exact, start_of(plan), 1, 0)) if self._value is None else self._value
        return ExploitResult(BySeat.of(lambda seat: self._seat_result(seat, value, own[seat], asked)), induction.positions)

    def _seat_result(self, seat: Seat, value: float, chance: float, asked: int) -> SeatExploitResult:
        own = (value, chance) if seat is Seat.A else (1.0 - value, 1.0 - chance)
        return SeatExploitResult(seat, *own, asked, None, "the DMO" if seat is self._terms.dmo else "the EC")

    def _about(self, bot: Strategies) -> Fields:
        """All that the arrays depend on."""
        known: Fields = {"bot": bot.name, "digest": shipped_stamp(self._terms.variation), "solved": self._value is not None}
        return {**self._plan.about(), "answered": FORM, **known}

    def _kept(self, hulls: Mapping[int, Hull]) -> tuple[int, Truth, Layer, int]:
        """The earliest round that is kept, its chances against the best response and with best play, and how often the bot was asked."""
        for round_ in range(self._plan.first, self._plan.last + 1):
            arrays = [self._work.kept(ANSWERED.format(round_, part)) for part in PARTS]
            found = [np.array(array) for array in arrays if array is not None]
            if len(found) == len(PARTS):
                exact_runs, exact_values, asked, runs, a, b = found
                return round_, Truth(runs, a, b), Layer(exact_runs, exact_values), int(asked[0])
        end = ended(self._induction, hulls[self._plan.last])
        return self._plan.last + 1, end, Layer(end.runs, end.a), 0

    def _keep(self, round_: int, truth: Truth, exact: Layer, asked: int) -> None:
        """Keep a round in the place of the one after it."""
        arrays: list[NDArray[Any]] = [exact.runs, exact.values, np.array([asked]), truth.runs, truth.a, truth.b]
        for part, array in zip(PARTS, arrays, strict=True):
            self._work.keep(ANSWERED.format(round_, part), array)
        for part in reversed(PARTS):
            self._work.drop(ANSWERED.format(round_ + 1, part))


def _value(terms: Terms, solution: SavedArrays | None) -> float | None:
    """A's chance with best play, from a solution of this match, or one that ships; None if neither is there."""
    solved = None if solution is None else kept(terms, solution)
    return known_value(terms) if solved is None else solved.chance(rules.start(terms))
