"""The clocks of a match, as values: time comes in as whole milliseconds and nothing here asks what time it is.

A decision's own time runs first, then, where the book says so, the seat's bank (rules/README.md, Clocks). A submission at the very
moment at which both are spent is in time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from deathmatch.core.game import Clock
from deathmatch.core.options import Values
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.match.seen import NO_CLOCKS, Face

_SECOND = 1000  # ms


@dataclass(frozen=True, slots=True)
class Running:
    """The clock of a decision that a seat owes.

    Attributes:
        since: when it last began to run, in ms.
        took: ms that the decision had taken before.
        banked: whether the bank serves once the decision's own time is spent.
        stages: what its own time is for in turn; each from so many ms left on.
    """

    since: int
    took: int
    banked: bool
    stages: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SeatClock:
    """All that one seat's clock holds.

    Attributes:
        bank: ms left of the reserve for the whole match, as of when the clock last began to run.
        left: ms left of the own time of the last decision, likewise.
        running: the decision that is owed; None where the seat owes none.
    """

    bank: int
    left: int = 0
    running: Running | None = None

    def opened(self, clock: Clock, values: Values, now: int) -> SeatClock:
        """A decision with this clock opens now."""
        times = [_millis(values[key]) for key in clock.times]
        left = self.left if clock.continues else sum(times)
        stages = tuple([(sum(times[number:]), words) for number, words in enumerate(clock.stages)])
        return SeatClock(self.bank, left, Running(now, 0, clock.bank, stages))

    def settled(self, now: int) -> SeatClock:
        """The same moment, with what has run by now taken off."""
        if self.running is None:
            return self
        run = now - self.running.since
        own = min(run, self.left)
        bank = max(0, self.bank - (run - own)) if self.running.banked else self.bank
        return SeatClock(bank, self.left - own, replace(self.running, since=now, took=self.running.took + run))

    def closed(self, now: int) -> SeatClock:
        """The decision has been answered now; what is left of its own time counts for one that goes on on the same clock only."""
        settled = self.settled(now)
        return SeatClock(settled.bank, settled.left)

    def moved(self, by: int) -> SeatClock:
        """The same clock after a break of so many ms."""
        if self.running is None:
            return self
        return SeatClock(self.bank, self.left, replace(self.running, since=self.running.since + by))

    def took(self, now: int) -> int:
        """Ms that the decision that is owed has taken by now."""
        assert self.running is not None, "no decision is owed"
        return self.running.took + now - self.running.since

    def last_moment(self) -> int | None:
        """The last ms at which a submission is in time; None where none is owed."""
        if self.running is None:
            return None
        return self.running.since + self.left + (self.bank if self.running.banked else 0)


def _millis(seconds: int | str) -> int:
    assert isinstance(seconds, int), "times are whole numbers of seconds"
    return seconds * _SECOND


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both seats' clocks, side by side.

    Attributes:
        seats: one each.
        paused_at: when the host stopped them; None while they may run.
        untimed: whether nobody's time ever runs out. Nobody sees a clock then; how long a decision takes is measured all the same.
    """

    seats: BySeat[SeatClock]
    paused_at: int | None = None
    untimed: bool = False

    @classmethod
    def full(cls, values: Values, *, untimed: bool = False) -> Clocks:
        """Before the first decision: the banks are full. A variant without the option has none."""
        bank = _millis(values.get("bank", 0))
        return cls(BySeat(SeatClock(bank), SeatClock(bank)), untimed=untimed)

    def opened(self, asked: Mapping[Seat, Clock], values: Values, now: int) -> Clocks:
        """These seats owe a decision from now on."""
        seats = self.seats
        for seat, clock in asked.items():
            seats = seats.put(seat, seats[seat].opened(clock, values, now))
        return replace(self, seats=seats)

    def closed(self, seat: Seat, now: int) -> Clocks:
        """This seat has answered, or its time has been called."""
        return replace(self, seats=self.seats.put(seat, self.seats[seat].closed(self._time(now))))

    def stopped(self, now: int) -> Clocks:
        """The match is over."""
        return replace(self, seats=self.seats.map(lambda clock: clock.closed(self._time(now))), paused_at=None)

    def paused(self, now: int) -> Clocks:
        """The host stops the clocks."""
        return replace(self, paused_at=now)

    def resumed(self, now: int) -> Clocks:
        """The host lets them run on; the break is charged to nobody."""
        assert self.paused_at is not None, "nothing is paused"
        by = now - self.paused_at
        return replace(self, seats=self.seats.map(lambda clock: clock.moved(by)), paused_at=None)

    def took(self, seat: Seat, now: int) -> int:
        """Ms that the seat's open decision has taken."""
        return self.seats[seat].took(self._time(now))

    def late(self, now: int) -> tuple[Seat, ...]:
        """The seats whose time is up, in the order in which it ran out (A first where at once)."""
        if self.untimed:
            return ()
        time = self._time(now)
        ends = [(end, seat) for seat in SEATS if (end := self.seats[seat].last_moment()) is not None and time > end]
        return tuple(seat for _, seat in sorted(ends))

    def deadline(self) -> int | None:
        """The first ms at which somebody's time is up, if nobody answers; None where no clock runs."""
        if self.paused_at is not None or self.untimed:
            return None
        ends = [end for seat in SEATS if (end := self.seats[seat].last_moment()) is not None]
        return min(ends) + 1 if ends else None

    def faces(self, now: int) -> BySeat[Face]:
        """What everybody sees. A seat that owes nothing shows no time of a decision, so that nothing tells how a sealed one came in."""
        if self.untimed:
            return NO_CLOCKS

        def face(clock: SeatClock) -> Face:
            settled = clock.settled(self._time(now))
            if settled.running is None:
                return Face(0, settled.bank, False)
            return Face(settled.left, settled.bank, self.paused_at is None, settled.running.stages)

        return self.seats.map(face)

    def _time(self, now: int) -> int:
        return now if self.paused_at is None else self.paused_at
