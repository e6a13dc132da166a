"""The capability `exact_chances`: those of a match that are known exactly, much sooner than a whole review."""

from __future__ import annotations

from collections.abc import Mapping

from deathmatch.core.bots import Budget
from deathmatch.core.reviewing import MatchHistory
from deathmatch.core.seats import Seat
from deathmatch.games.even_groups.advice import Advisor, winner_of, winners
from deathmatch.games.even_groups.view import State


def exact_chances(advisor: Advisor, history: MatchHistory[State], budget: Budget) -> Mapping[int, float]:
    """A's chance after each event, as far back as it is solved."""
    known, _ = advisor.known(history, budget)
    after = winners(history, known)
    if known:
        after[min(known) - 1] = known[min(known)].winner
    else:
        after[len(history.moments)] = winner_of(history)
    return {event: float(seat is Seat.A) for event, seat in after.items() if event}
