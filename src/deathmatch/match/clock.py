"""The clocks of a match, as values: time comes in as whole milliseconds and nothing here asks what time it is.

A decision's own time runs first, then the seat's bank, if the book says so (rules/README.md, Clocks). A submission at the very
moment at which both run out is in time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from deathmatch.core.game import Clock
from deathmatch.core.options import Values, announced
from deathmatch.core.seats import SEATS, BySeat, Seat


@dataclass(frozen=True, slots=True)
class Face:
    """One seat's clock, as everybody sees it.

    Attributes:
        left: of the time of the decision that the seat owes, in ms; 0 if it owes none.
        bank: the reserve of the seat, in ms.
        running: whether the clock runs.
        stages: the parts of the decision's time, in order: each begins when that many ms are left, and has a name; empty if there is one.
        review: whether no answer is accepted in the first of them.
    """

    left: int
    bank: int
    running: bool
    stages: tuple[tuple[int, str], ...] = ()
    review: bool = False

    @property
    def opens_in(self) -> int:
        """Ms until an answer is accepted."""
        return max(0, self.left - self.stages[1][0]) if self.review else 0


NO_CLOCKS = BySeat(Face(0, 0, False), Face(0, 0, False))
"""The faces of a match without clocks, and of every replay."""


_SECOND = 1000  # ms
NO_ALLOWANCE = BySeat(0, 0)
"""Neither seat may be late."""


@dataclass(frozen=True, slots=True)
class Running:
    """The clock of a decision that a seat owes.

    Attributes:
        since: when it began to run, in ms; later by every break.
        banked: whether the bank runs after the decision's own time.
        stages: the parts of its own time, in order: each begins when that many ms are left, and has a name.
        review: whether no answer is accepted in the first of them.
    """

    since: int
    banked: bool
    stages: tuple[tuple[int, str], ...] = ()
    review: bool = False

    def given(self, by: int) -> Running:
        """The same after the seat got `by` ms more or less: a review ends when it would have ended."""
        first, later = self.stages[:1], self.stages[1:]
        return replace(self, stages=(*first, *((max(0, start + by), words) for start, words in later))) if self.review else self


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of one seat.

    Attributes:
        bank: ms left of the reserve for the whole match, as of when the clock last began to run.
        left: ms left of the last decision's own time, as of the same moment.
        running: the decision that the seat owes; None if it owes none.
    """

    bank: int
    left: int = 0
    running: Running | None = None

    def opened(self, clock: Clock, values: Values, now: int, set_up: int) -> SeatClock:
        """A decision with this clock opens now, in a match that was `set_up` at that moment: some times count from there."""
        times = [_millis(values[key]) for key in clock.times]
        left = self.left if clock.continues else sum(times) + clock.seconds * _SECOND
        if not announced(values).keys().isdisjoint(clock.times):
            left = max(0, left - (now - set_up))
        stages = tuple([(sum(times[number:]), words) for number, words in enumerate(clock.stages)])
        return SeatClock(self.bank, left, Running(now, clock.bank, stages, values.get(clock.review) == "yes"))

    def remaining(self, now: int) -> tuple[int, int]:
        """Ms that are left now of the decision's own time and of the bank."""
        if self.running is None:
            return self.left, self.bank
        run = now - self.running.since
        own = min(run, self.left)
        return self.left - own, max(0, self.bank - (run - own)) if self.running.banked else self.bank

    def closed(self, now: int) -> SeatClock:
        """The decision has been answered now. The rest of its own time counts only for a decision that goes on on the same clock."""
        left, bank = self.remaining(now)
        return SeatClock(bank, left)

    def given(self, by: int, now: int) -> SeatClock:
        """The same clock with `by` ms more, or less if `by` is below 0: of the decision that the seat owes, else of the bank.

        The time that is taken comes from the decision's own time first, then from the bank; the caller has checked that there is as much.
        """
        if self.running is None:
            return replace(self, bank=self.bank + by)
        own, _ = self.remaining(now)
        from_bank = min(0, by + own)
        to_own = by - from_bank
        return SeatClock(self.bank + from_bank, self.left + to_own, self.running.given(to_own))

    def moved(self, by: int) -> SeatClock:
        """The same clock after a break of `by` ms."""
        if self.running is None:
            return self
        return SeatClock(self.bank, self.left, replace(self.running, since=self.running.since + by))

    def took(self, now: int) -> int:
        """Ms that the open decision has taken by now."""
        assert self.running is not None, "no decision is owed"
        return now - self.running.since

    def last_moment(self) -> int | None:
        """The last ms at which a submission is in time; None if the seat owes none."""
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
        paused_at: when the host stopped the clocks; None while they may run.
        untimed: whether nobody's time ever runs out. Then nobody sees a clock; the match still measures how long a decision takes.
        set_up: when the match was set up, in ms, from where the time of its first decision may count; None for when that opens.
    """

    seats: BySeat[SeatClock]
    paused_at: int | None = None
    untimed: bool = False
    set_up: int | None = None
    # as `faces` returned them, for the last moment that somebody asked for
    _faces: dict[int, BySeat[Face]] = field(default_factory=dict[int, BySeat[Face]], init=False, compare=False, repr=False)

    @classmethod
    def full(cls, values: Values, *, untimed: bool = False, set_up: int | None = None) -> Clocks:
        """Before the first decision: the banks are full. A variant without the option has none."""
        bank = _millis(values.get("bank", 0))
        return cls(BySeat(SeatClock(bank), SeatClock(bank)), untimed=untimed, set_up=set_up)

    def opened(self, asked: Mapping[Seat, Clock], values: Values, now: int) -> Clocks:
        """These seats owe a decision from now on."""
        since = now if self.set_up is None else self.set_up
        opened = {seat: self.seats[seat].opened(clock, values, now, since) for seat, clock in asked.items()}
        seats = BySeat(opened.get(Seat.A, self.seats.a), opened.get(Seat.B, self.seats.b))
        return Clocks(seats, self.paused_at, self.untimed, self.set_up)

    def closed(self, seat: Seat, now: int) -> Clocks:
        """This seat has answered, or its time has been called."""
        return Clocks(self.seats.put(seat, self.seats[seat].closed(self._time(now))), self.paused_at, self.untimed, self.set_up)

    def standing(self, now: int) -> BySeat[SeatClock]:
        """The time that each seat has left at this moment, with no decision owed."""
        at = self._time(now)
        return BySeat(self.seats.a.closed(at), self.seats.b.closed(at))

    def reopened(self, asked: Mapping[Seat, Clock], stood: BySeat[SeatClock], values: Values, now: int) -> Clocks:
        """The clocks as they `stood` when a question was open that is open once more. They stand still until they are resumed."""
        fresh = Clocks(stood).opened(asked, values, now).seats
        seats = BySeat(replace(fresh.a, left=stood.a.left), replace(fresh.b, left=stood.b.left))
        return Clocks(seats, now, self.untimed, self.set_up)

    def most_taken(self, seat: Seat, now: int) -> int:
        """Ms that this seat has left of the decision that it owes, with the bank if that serves it; of the bank if it owes none."""
        clock = self.seats[seat]
        own, bank = clock.remaining(self._time(now))
        return bank if clock.running is None else own + (bank if clock.running.banked else 0)

    def given(self, seat: Seat, by: int, bank: int, now: int) -> Clocks:
        """This seat has `by` ms more, or less, and besides so many in its `bank`."""
        given = self.seats[seat].given(by, self._time(now))
        return replace(self, seats=self.seats.put(seat, replace(given, bank=given.bank + bank)))

    @property
    def banks(self) -> BySeat[int]:
        """The ms in the bank of each seat when its clock last began to run."""
        return self.seats.map(lambda clock: clock.bank)

    def bank_left(self, seat: Seat, now: int) -> int:
        """Ms that are left now in the bank of this seat."""
        return self.seats[seat].remaining(self._time(now))[1]

    def stopped(self, now: int) -> Clocks:
        """The match is over."""
        return replace(self, seats=self.seats.map(lambda clock: clock.closed(self._time(now))), paused_at=None)

    def paused(self, now: int) -> Clocks:
        """The host stops the clocks."""
        return replace(self, paused_at=now)

    def resumed(self, now: int) -> Clocks:
        """The host lets them run on; the break costs nobody any time."""
        assert self.paused_at is not None, "nothing is paused"
        by = now - self.paused_at
        return replace(self, seats=self.seats.map(lambda clock: clock.moved(by)), paused_at=None)

    def took(self, seat: Seat, now: int) -> int:
        """Ms that the seat's open decision has taken."""
        return self.seats[seat].took(self._time(now))

    def late_by(self, seat: Seat, now: int) -> int:
        """For how many ms this seat's time has been up; 0 if it is not."""
        end = self.seats[seat].last_moment()
        return max(0, self._time(now) - end) if end is not None and not self.untimed else 0

    def owed_since(self, seat: Seat) -> int | None:
        """Since when this seat owes its decision, breaks left out; None if it owes none."""
        running = self.seats[seat].running
        return None if running is None else running.since

    def is_late(self, seat: Seat, now: int) -> bool:
        """Whether this seat's time is up."""
        return self.late_by(seat, now) > 0

    def late(self, now: int, allowed: BySeat[int] = NO_ALLOWANCE) -> tuple[Seat, ...]:
        """The seats that can no longer answer, in the order in which their time ran out; A first if it ran out at once.

        Args:
            now: in ms.
            allowed: by so many ms each seat may be late.
        """
        late = [seat for seat in SEATS if self.is_late(seat, now - allowed[seat])]
        return tuple(sorted(late, key=lambda seat: self.seats[seat].last_moment() or 0))

    def deadline(self, allowed: BySeat[int] = NO_ALLOWANCE) -> int | None:
        """The first ms at which a seat can no longer answer, if neither does before; None if no clock runs. `allowed` as for `late`."""
        if self.paused_at is not None or self.untimed:
            return None
        ends = [end + allowed[seat] for seat in SEATS if (end := self.seats[seat].last_moment()) is not None]
        return min(ends) + 1 if ends else None

    def faces(self, now: int) -> BySeat[Face]:
        """The clocks as everybody sees them. A seat that owes nothing shows no decision time, so nobody can read off when it answered."""
        if self.untimed:
            return NO_CLOCKS
        if now not in self._faces:  # all eyes look at one moment, one after the other
            self._faces.clear()
            self._faces[now] = self.seats.map(lambda clock: self._face(clock, now))
        return self._faces[now]

    def _face(self, clock: SeatClock, now: int) -> Face:
        left, bank = clock.remaining(self._time(now))
        return (
            Face(0, bank, False)
            if clock.running is None
            else Face(left, bank, self.paused_at is None, clock.running.stages, clock.running.review)
        )

    def _time(self, now: int) -> int:
        return now if self.paused_at is None else self.paused_at
