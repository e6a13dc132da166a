"""The names of the arrays that a solver keeps, and the configurations with their stages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from deathmatch.games.five_card_trick.fast.stages import TO_AT, Configurations, Gathered, gather
from deathmatch.games.five_card_trick.solver.plan import Plan
from deathmatch.games.five_card_trick.solver.threads import Threads

LONG: Final = 8  # rounds, from which on stages are gathered: each is looked at twice a round

CONFIGURATIONS: Final = "configurations"
RUNS: Final = "round-{:03}-runs"
TALLY: Final = "round-{:03}-tally"
VALUES: Final = "round-{:03}-values"


def with_stages(
    plan: Plan, threads: Threads, told: Callable[[], None] = lambda: None, known: Configurations | None = None
) -> Configurations:
    """The configurations, with their stages if these are looked at often, and nobody is asked for Claim Priority in any.

    `told` is called before that takes a moment. `known` may be the plan's configurations with fewer submissions.
    """
    known = plan.known if known is None else known
    asking = max(int(seat.spent.max()) for seat in plan.seats) >= 0
    if asking or plan.last - plan.first + 1 < LONG or known.keys.size >= 1 << (31 - TO_AT):
        return known
    told()
    count, parts = known.keys.size, {}
    rows, columns = np.empty(count, dtype=np.int32), np.empty(count, dtype=np.int32)

    def chunk(first: int, last: int) -> None:
        parts[first] = gather(known, first, last, rows, columns)

    threads.chunks(count, chunk)
    at = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(rows.astype(np.int64) * columns)])
    return known._replace(gathered=Gathered(at, rows, np.concatenate([parts[first] for first in sorted(parts)])))
