"""The capability `exact_chances`: those of a match that are known exactly, much sooner than a whole review."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise

from deathmatch.core.bots import Budget
from deathmatch.core.reviewing import MatchHistory
from deathmatch.core.seats import Seat
from deathmatch.games.five_card_trick import solver
from deathmatch.games.five_card_trick.advice import Advisor
from deathmatch.games.five_card_trick.fast.search import DEPTH
from deathmatch.games.five_card_trick.view import State


def exact_chances(advisor: Advisor, history: MatchHistory[State], budget: Budget) -> Mapping[int, float]:
    """A's chance after each round: all by a kept solution, else those of the last four rounds that may come."""
    asked = history.questions()
    known = {len(history.moments): history.result()}
    for before, events in reversed(tuple(pairwise(asked))):
        if budget.spent():
            break
        chance = _exact(advisor, events[0].state)
        if chance is not None:
            known[before[-1].event] = chance
        elif advisor.solved is None:
            break
    return known


def _exact(advisor: Advisor, state: State) -> float | None:
    """A's chance at a question; None if it is not known exactly."""
    if advisor.solved is not None:
        with suppress(solver.Unknown):
            return advisor.solved.chance(state)
        return None
    if advisor.terms.max_rounds - state.round >= DEPTH:
        return None
    if state.answering is not None:
        chances, exact = solver.answers(advisor.terms, state)
        better = max if state.answering is Seat.A else min
        return better(chances.values()) if exact else None
    for effort in solver.efforts(advisor.terms, state):
        found = solver.judged(advisor.terms, state, effort)
        if found.exact:
            return min(max(found.value, 0.0), 1.0)
    return None
