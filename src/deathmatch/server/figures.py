"""The counts that a server keeps of itself: submissions, commits, sockets, the lag of its event loop.

Plain numbers that are always kept, because they cost next to nothing; `web/operating.py` shows them if the operator wants that. None
names a match, a link or a guest, and none depends on the content of a submission: only on that a message came, and on how long it took.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import TypeVar

_Reply = TypeVar("_Reply")

ACKNOWLEDGED_S = (0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)  # bounds of the parts of a histogram, in seconds
COMMITTED_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0)
LATE_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Histogram:
    """How many durations fell into each part, and their sum. Only one thread notes; any may read.

    Attributes:
        bounds: the upper bound of each part but the last, which has none.
        counts: how many durations fell into each part.
        sum: of all of them, in seconds.
    """

    __slots__ = ("bounds", "counts", "sum")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        self.sum = 0.0

    def note(self, seconds: float) -> None:
        """One more duration."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds

    @property
    def count(self) -> int:
        """How many there were."""
        return sum(self.counts)


@dataclass(slots=True)
class StoreFigures:
    """The counts of a store.

    Attributes:
        commits: how long each commit took.
        writes: how many writes these commits held.
        failed: commits that failed.
        conflicts: additions that were refused because the log had entries of another writer.
    """

    commits: Histogram = field(default_factory=lambda: Histogram(COMMITTED_S))
    writes: int = 0
    failed: int = 0
    conflicts: int = 0

    def committed(self, seconds: float, writes: int, *, failed: bool = False) -> None:
        """One commit with so many writes is done; the thread that commits calls this."""
        self.commits.note(seconds)
        if failed:
            self.failed += 1
        else:
            self.writes += writes

    def conflict(self) -> None:
        """An addition met the entries of another writer."""
        self.conflicts += 1


@dataclass(slots=True)
class Figures:
    """The counts of a server.

    Attributes:
        acknowledged: how long each accepted submission took, from its arrival until its answer lay in the outbox of its sender.
        refused: submissions that were refused, for whatever reason.
        sockets: WebSockets of tables that are open.
        late: how much later than asked the event loop came back, looked at ten times a second if metrics are shown.
        store: of the store.
    """

    acknowledged: Histogram = field(default_factory=lambda: Histogram(ACKNOWLEDGED_S))
    refused: int = 0
    sockets: int = 0
    late: Histogram = field(default_factory=lambda: Histogram(LATE_S))
    store: StoreFigures = field(default_factory=StoreFigures)

    def counted(self, answer: Callable[[_Reply], None] | None, began: float) -> Callable[[_Reply], None]:
        """The answer to an accepted submission, counted before it is given: its sender may look at the figures at once.

        Args:
            answer: takes the reply, if anything does.
            began: when the submission arrived, by `perf_counter`.
        """

        def give(reply: _Reply) -> None:
            self.acknowledged.note(perf_counter() - began)
            if answer is not None:
                answer(reply)

        return give
