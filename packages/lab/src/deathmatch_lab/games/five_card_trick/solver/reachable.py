"""Forward reachability: the leads before each round of a plan, from those before its first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.seats import BySeat
from deathmatch.games.five_card_trick.fast.rounds import lead
from deathmatch_lab.games.five_card_trick.fast import reachability
from deathmatch_lab.games.five_card_trick.fast.layers import Leads
from deathmatch_lab.games.five_card_trick.fast.reachability import WORD, Bits, Spans, Ways
from deathmatch_lab.games.five_card_trick.solver.plan import Plan
from deathmatch_lab.games.five_card_trick.solver.threads import CHUNK, Threads
from deathmatch_lab.solving import Checkpoints, Reporter

TOLD: Final = 16  # shares of a round, after which the progress is reported

Hull: TypeAlias = tuple[Leads, Leads]
"""The least and the greatest leads that can come before a round; shape (C, pots + 1), the least greater if none can."""


@dataclass(frozen=True, slots=True)
class ReachableLeads:
    """The leads that can come before a round, each a bit (`fast/reachability.py`)."""

    round: int
    spans: Spans
    bits: Bits

    def count(self) -> int:
        """How many positions that are."""
        rows = self.bits.rows
        return sum(int(np.bitwise_count(rows[first : first + CHUNK]).sum(dtype=np.int64)) for first in range(0, len(rows), CHUNK))

    def tie(self) -> ReachableLeads:
        """Those with a lead of 0."""
        spans = reachability.spans([None if range_ is None else (0, 0) for range_ in reachability.ranges(self.spans, self.bits)])
        bits = reachability.nothing(self.bits.ends.size, spans)
        for pot in range(1, spans.zero.size):
            (word, by), (to, up) = divmod(int(self.spans.zero[pot]), WORD), divmod(int(spans.zero[pot]), WORD)
            if self.spans.at[pot] <= word < self.spans.at[pot + 1]:
                tied = self.bits.rows[:, word] >> np.uint64(by) & np.uint64(1)
                bits.rows[:, to] |= tied << np.uint64(up)
                bits.ends[tied != 0] = to + 1
        return ReachableLeads(self.round, spans, bits)


class Reachability:
    """Finds them, round by round. After a count only a tie goes on (R25).

    Args:
        plan: the match.
        work: gets progress reports, and may keep results.
        threads: the threads.
    """

    def __init__(self, plan: Plan, work: Reporter, threads: Threads) -> None:
        self._plan = plan
        self._work = work
        self._keep = work if isinstance(work, Checkpoints) else None
        self._threads = threads

    def hulls(self) -> tuple[list[Hull], list[int]]:
        """The least and the greatest leads before every round, the first round first, and how many positions can come before each."""
        rounds = range(self._plan.first, self._plan.last + 1)
        arrays = [[None if self._keep is None else self._keep.kept(name.format(round_)) for name in (LEADS, COUNT)] for round_ in rounds]
        hulls = [(leads[0], leads[1]) for leads, _ in arrays if leads is not None]
        counts = [int(count[0]) for _, count in arrays if count is not None]
        if len(hulls) == len(counts) == len(rounds):
            return hulls, counts
        hulls, counts = [], []
        for reachable in self._followed(self.start(), rounds[-1]):
            hull, count = self._hull(reachable), reachable.count()
            if self._keep is not None:
                self._keep.keep(LEADS.format(reachable.round), np.stack(hull))
                self._keep.keep(COUNT.format(reachable.round), np.array([count]))
                least, most = self._kept(LEADS, reachable.round)
                hull = least, most  # which need not lie in memory
            hulls.append(hull)
            counts.append(count)
        return hulls, counts

    def _followed(self, reachable: ReachableLeads, last: int) -> Iterator[ReachableLeads]:
        """These leads, and those before each further round."""
        self._work.report(f"reachable leads before round {reachable.round}", None)
        yield reachable
        for round_ in range(reachable.round, last):
            self._work.report(f"reachable leads before round {round_ + 1}", None)
            reachable = self.after(reachable)
            yield reachable

    def start(self) -> ReachableLeads:
        """The leads before the first round: the roots."""
        plan = self._plan
        pots: list[tuple[int, int] | None] = [None] * (plan.pots(plan.first) + 1)
        for state in plan.roots:
            low, high = pots[state.pot] or (lead(state), lead(state))
            pots[state.pot] = min(low, lead(state)), max(high, lead(state))
        spans = reachability.spans(pots)
        bits = reachability.nothing(plan.known.keys.size, spans)
        for state in plan.roots:
            place, bit = int(plan.known.place[plan.key(state)]), int(spans.zero[state.pot]) + lead(state)
            bits.rows[place, bit // WORD] |= np.uint64(1 << bit % WORD)
            bits.ends[place] = max(int(bits.ends[place]), bit // WORD + 1)
        return ReachableLeads(plan.first, spans, bits)

    def after(self, reachable: ReachableLeads) -> ReachableLeads:
        """The leads that are reachable a round later."""
        known, (mine, theirs), shares = self._plan.known, self._ways, self._shares
        spans = reachability.spans(reachability.widest(known, reachability.ranges(reachable.spans, reachable.bits)))
        bits = reachability.nothing(known.keys.size, spans)

        def share(number: int) -> None:
            reachability.propagate(known, mine, theirs, *shares[number], reachable.spans, reachable.bits, spans, bits)

        words = f"reachable leads before round {reachable.round + 1}"
        self._threads.each(len(shares), share, lambda done: None if done % TOLD else self._work.report(words))
        leads = ReachableLeads(reachable.round + 1, spans, bits)
        return leads.tie() if self._plan.tied(leads.round) else leads

    def _hull(self, reachable: ReachableLeads) -> Hull:
        """The least and the greatest leads."""
        shape = reachable.bits.ends.size, reachable.spans.zero.size
        least, most = np.empty(shape, dtype=np.int16), np.empty(shape, dtype=np.int16)
        self._threads.chunks(shape[0], lambda first, last: reachability.hull(reachable.spans, reachable.bits, first, last, least, most))
        return least, most

    @cached_property
    def _ways(self) -> BySeat[Ways]:
        """How the seats come to their forms."""
        return self._plan.seats.map(reachability.ways)

    @cached_property
    def _shares(self) -> list[tuple[int, int]]:
        """Ways of A that threads may follow side by side."""
        return reachability.shares(self._plan.seats.a, self._ways.a)

    def _kept(self, name: str, round_: int) -> NDArray[Any]:
        """An array that is kept."""
        assert self._keep is not None
        array = self._keep.kept(name.format(round_))
        assert array is not None
        return array


# --- Names of what is kept

LEADS: Final = "round-{:03}-leads"
COUNT: Final = "round-{:03}-count"
