"""The best answers to a bot in one round, for bots that state their strategy at all positions at once.

Such a bot plays each round optimally by its estimates of the next round, or ignores the score
(`fast/respond.py`); nobody has to ask it position by position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.seats import BySeat
from deathmatch.core.solving import Reporter
from deathmatch_lab.games.five_card_trick.fast import layers, respond, respond_simd8
from deathmatch_lab.games.five_card_trick.fast.layers import Layer, Runs
from deathmatch_lab.games.five_card_trick.fast.respond import Strategy, Truth
from deathmatch_lab.games.five_card_trick.solver.induction import Induction
from deathmatch_lab.games.five_card_trick.solver.plan import Plan
from deathmatch_lab.games.five_card_trick.solver.reachable import Hull

Answers: TypeAlias = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class AnsweredRound:
    """One round.

    Attributes:
        truth: A's chances before it.
        answers: the best ones to the bot on either seat.
        asked: positions in which the bot was asked.
    """

    truth: Truth
    answers: BySeat[Answers]
    asked: int


def ended(induction: Induction, hull: Hull) -> Truth:
    """The chances after the last round, from the leads that can come before it."""
    end = induction.end(hull)
    return Truth(end.runs, end.values, end.values)


def answered(induction: Induction, round_: int, hull: Hull, strategy: Strategy, next_: Truth, work: Reporter) -> AnsweredRound:
    """The best answers to a strategy in a round.

    Args:
        induction: has the configurations and the threads.
        round_: the round.
        hull: the leads that can come before it.
        strategy: the bot's.
        next_: the chances before the next round.
        work: hears how far it is.
    """
    known, here = induction.plan.known, _laid(induction, round_, hull, next_)
    answers = BySeat.of(lambda _seat: np.zeros(here.a.size, dtype=np.uint8))
    induction.each(
        lambda first, last: respond.respond(known, first, last, here, strategy, next_, answers.a, answers.b),
        lambda part: work.report(f"the best answers of round {round_}, {part:.0%}", None),
    )
    return AnsweredRound(here, answers, _undecided(here))


def chances(induction: Induction, round_: int, hull: Hull, strategy: Strategy, next_: Truth, work: Reporter) -> tuple[Truth, int]:
    """As `answered`, in less than half the time: the chances alone, to within a millionth, and in how many positions the bot was asked."""
    if strategy.blind.a.size:
        found = answered(induction, round_, hull, strategy, next_, work)
        return found.truth, found.asked
    known, here = induction.known, _laid(induction, round_, hull, next_)
    mirror = induction.mirror(hull, strategy.estimate)
    induction.each(
        lambda first, last: respond_simd8.respond_quickly(known, first, last, here, strategy.estimate, next_, mirror),
        lambda part: work.report(f"the best answers of round {round_}, {part:.0%}", None),
    )
    return here, _undecided(here)


def _laid(induction: Induction, round_: int, hull: Hull, next_: Truth) -> Truth:
    """The runs of a round, with room for the chances."""
    known, (least, most) = induction.known, hull
    low, high = np.zeros_like(least), np.zeros_like(least)
    induction.each(lambda first, last: respond.settled(known, first, last, least, most, next_.runs, low, high))
    runs: Runs = np.empty(least.shape, dtype=np.int64)
    size = layers.lay_runs(least, most, low, high, induction.plan.tied(round_), runs)
    return Truth(runs, np.empty(size, dtype=np.float32), np.empty(size, dtype=np.float32))


def _undecided(here: Truth) -> int:
    """How many positions of a round are not settled."""
    return int((here.runs >> layers.COUNT_AT & layers.MOST).sum())


def start_of(plan: Plan) -> int:
    """The place of the configuration before the first round."""
    return int(plan.known.place[plan.key(plan.roots[0])])


def chances_before(plan: Plan, first: Truth) -> BySeat[float]:
    """A's chance to win the match with the bot on either seat, from the chances before its first round."""
    chances = (respond.chance_at(Layer(first.runs, values), start_of(plan), 1, 0) for values in (first.a, first.b))
    return BySeat(*(min(max(chance, 0.0), 1.0) for chance in chances))  # short floats add up to 1 and a crumb
