"""Time at a server: its own clock, the moments at which messages arrive, the work that may wait, and how long writing takes.

The server's time is the milliseconds during which a server ran on this store. It stands still while no server runs, so down-time is charged
to nobody, and no entry has to say so. It goes on from the latest moment on disk: every entry has one, and a beat comes every second while a
clock runs. If a server is killed, the time since that moment is charged to nobody.
"""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Generic, Protocol, TypeVar

TICK_S = 0.05  # between two looks at the time
GAP_S = 0.25  # without one: the server stood still
LATE_S = 0.075  # after a tick the next one is overdue, so something held up the event loop
SLICE_S = 0.004  # of work on the event loop before everybody else gets a turn


class Slices:
    """Work on the event loop that is cut into slices."""

    def __init__(self) -> None:
        self._since = time.perf_counter()

    async def turn(self) -> None:
        """Between two steps: let the others go first, once a slice is used up."""
        if time.perf_counter() - self._since >= SLICE_S:
            await asyncio.sleep(0)
            self._since = time.perf_counter()


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""
        ...


class Time:
    """The clock of the rooms: milliseconds that servers on this store have run, which never go back.

    It stands still until `start`. Then it ticks on the event loop. If the loop does not come round for longer than `GAP_S`, the server
    stood still: it was stopped, its machine slept, or something blocked the loop. Nobody could be heard meanwhile, so of such a gap it
    counts one tick only.

    Between two ticks the loop has read everything that lay in its sockets at the first one. So everything that arrived by the tick before
    the last one has been read.

    Args:
        ran: milliseconds that servers on this store have run before.
        monotonic: seconds that never go back.
    """

    def __init__(self, ran: int = 0, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._ran = ran / 1000  # seconds
        self._seen: float | None = None  # when the clock was last looked at; None while it stands still
        self._ticked = self._heard = ran  # what it showed at its last tick, and at the one before
        self._tick_seen = self._heard_seen = 0.0  # when its last tick was, and the one before
        self._late = False  # whether its last tick was overdue
        self._ticking: asyncio.TimerHandle | None = None
        self._early: list[_Alarm] = []  # set before the start

    def start(self) -> None:
        """Let the time run: from now on the server can answer."""
        if self._seen is None:
            self._seen = self._tick_seen = self._heard_seen = self._monotonic()
            self._tick()
            for alarm in self._early:
                alarm.set()
            self._early.clear()

    def stop(self) -> None:
        """Let the time stand still again: the server can no longer answer."""
        self.now()
        self._seen = None
        if self._ticking is not None:
            self._ticking.cancel()

    def _tick(self) -> None:
        self._mark()
        self._ticking = asyncio.get_running_loop().call_later(TICK_S, self._tick)

    def _mark(self) -> None:
        """Remember this tick and the one before."""
        self._heard, self._ticked = self._ticked, self.now()
        assert self._seen is not None, "a clock that stands still does not tick"
        self._late = self._seen - self._tick_seen > LATE_S
        self._heard_seen, self._tick_seen = self._tick_seen, self._seen

    def now(self) -> int:
        """Milliseconds that servers on this store have run."""
        if self._seen is not None:
            at = self._monotonic()
            gap, self._seen = at - self._seen, at
            self._ran += gap if gap < GAP_S else TICK_S
        return int(self._ran * 1000)

    def arrived(self) -> int:
        """The moment at which a message that was read just now counts as having arrived.

        If the loop is late, the message may have lain in its socket for as long as nobody looked there.
        """
        return self._arrival()[0]

    def _arrival(self) -> tuple[int, float]:
        """The same, and what the monotonic clock showed then."""
        now, seen = self.now(), self._monotonic() if self._seen is None else self._seen
        overdue = self._seen is not None and seen - self._tick_seen > LATE_S
        return (self._heard, self._heard_seen) if self._late or overdue else (now, seen)

    def heard(self) -> int:
        """The moment up to which everything that arrived has been read."""
        return self._heard if self._seen is not None else self.now()

    def later(self, wait: int, call: Callable[[], None], /) -> Timer:
        """Have `call` called on the event loop in `wait` milliseconds, not counting those in which the server stands still."""
        alarm = _Alarm(self, self.now() + wait, call)
        if self._seen is None:
            self._early.append(alarm)
        else:
            alarm.set()
        return alarm

    def wall(self) -> int:
        """Milliseconds since 1970, for people only: the time of a line of chat."""
        return time.time_ns() // 1_000_000


class _Alarm:
    """A call that comes at a moment of the server's time, or a little later."""

    def __init__(self, clock: Time, due: int, call: Callable[[], None]) -> None:
        self._clock = clock
        self._due = due
        self._call = call
        self._handle: asyncio.TimerHandle | None = None
        self._cancelled = False

    def set(self) -> None:
        """Wait for it, by the loop's own time."""
        if not self._cancelled:
            left = max(0, self._due - self._clock.now())
            self._handle = asyncio.get_running_loop().call_later(left / 1000, self._ring)

    def _ring(self) -> None:
        if self._clock.now() < self._due:  # the server stood still meanwhile
            self.set()
        else:
            self._call()

    def cancel(self) -> None:
        """Let it not come."""
        self._cancelled = True
        if self._handle is not None:
            self._handle.cancel()


# --- Work on the event loop that may wait: showing people what happened
#
# The sender of a command is answered first. The frames for the others wait here. They are made in the order in which they came, a slice at
# a time, and after each slice everybody else gets a turn. So a burst of submissions holds up nobody's answer.


LANE_S = 0.001  # of such work before everybody else gets a turn; a piece that takes longer is not cut

Job = Callable[[], bool]
"""Does a piece of work; returns whether more of it is left, which comes after all that waits."""


class Lane:
    """The work that waits. A job must not raise."""

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()
        self._going = False

    def add(self, job: Job) -> None:
        """Have this done, after all that waits already."""
        self._jobs.append(job)
        if not self._going:
            self._going = True
            asyncio.get_running_loop().call_soon(self._slice)

    def _slice(self) -> None:
        end = time.perf_counter() + LANE_S
        try:
            while self._jobs:
                job = self._jobs.popleft()
                if job():
                    self._jobs.append(job)
                if time.perf_counter() >= end:
                    break
        finally:
            self._going = bool(self._jobs)
            if self._going:
                asyncio.get_running_loop().call_soon(self._slice)


# --- What the server knows of a connection beside its messages: when they arrived, and how long the way there and back takes


LINE = "deathmatch.line"
"""Under this name the ASGI scope of a connection has its line."""

MOST_MS = 500  # given back for one decision, however slow a connection is
ROUND_TRIPS = 7  # the last ones; what counts is their median
STEP_MS = 10  # in which it is given and shown
STEADY_MS = 20  # by so much it has to change to be shown anew


def nobody_asks() -> None:
    """For a line whose changes nobody wants to hear of."""


class Line:
    """One connection.

    Attributes:
        read_at: when the last bytes were read, in the server's own time; None if that is not known.
        allowance: ms that are given back for each decision. It is the median of the last round trips, and `MOST_MS` at most.
        changed: is called if the allowance changes.
    """

    __slots__ = ("_round_trips", "_waiting", "allowance", "changed", "read_at")

    def __init__(self) -> None:
        self.read_at: int | None = None
        self.allowance = 0
        self.changed: Callable[[], None] = nobody_asks
        self._waiting: list[int] = []
        self._round_trips: list[float] = []

    # --- Messages

    def came(self, at: int) -> None:
        """A whole message was read."""
        self.read_at = at
        self._waiting.append(at)

    def done(self) -> None:
        """The message that has waited for longest is done."""
        if self._waiting:
            self._waiting.pop(0)

    @property
    def oldest(self) -> int | None:
        """When the oldest message arrived that is not done yet; None if all are."""
        return self._waiting[0] if self._waiting else None

    # --- The way there and back

    def measured(self, milliseconds: float) -> None:
        """One round trip took so long."""
        self._round_trips = [*self._round_trips, milliseconds][-ROUND_TRIPS:]
        typical = min(MOST_MS, round(median(self._round_trips) / STEP_MS) * STEP_MS)
        if abs(typical - self.allowance) >= STEADY_MS:
            self.allowance = typical
            self.changed()

    @property
    def measures(self) -> int:
        """How many round trips count."""
        return len(self._round_trips)


class Coming:
    """Commands on their way from a socket to the inbox of a match, which may have to be loaded first."""

    def __init__(self) -> None:
        self._at: dict[str, list[int]] = {}

    def begin(self, match: str, at: int) -> None:
        """A command for this match arrived at this moment."""
        self._at.setdefault(match, []).append(at)

    def end(self, match: str, at: int) -> None:
        """It is done, or refused."""
        moments = self._at[match]
        moments.remove(at)
        if not moments:
            del self._at[match]

    def oldest(self, match: str) -> int | None:
        """When the oldest of them arrived; None if there is none."""
        return min(self._at[match], default=None) if match in self._at else None


# --- Things that wait for one task. A queue of asyncio does more, and takes 3 KB even if it is empty, as nearly all of ours are


T = TypeVar("T")


class Mailbox(Generic[T]):
    """A queue with one reader and no bound of its own."""

    __slots__ = ("_things", "_waiter")

    def __init__(self) -> None:
        self._things: list[T] = []  # few at any time
        self._waiter: asyncio.Future[None] | None = None

    def put_nowait(self, thing: T) -> None:
        """Add one."""
        self._things.append(thing)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> T:
        """Take the first one; waits until there is one."""
        while not self._things:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._things.pop(0)

    def get_nowait(self) -> T:
        """Take the first one; raises IndexError if the box is empty."""
        return self._things.pop(0)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._things

    def qsize(self) -> int:
        """How many wait."""
        return len(self._things)


# --- How long things take


COMMITTED_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0)


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
