"""Reviews: a finished match is looked at again, move by move, by an advisor that knows the game.

A variant that can look back at its matches has the capability `advise`, a function `advise(game) -> Advisor`. It is asked by
`deathmatch advise` (packages/lab/docs/research.md), and by a server for the page of a finished match, in a worker process.

The match is over and the record is open to anyone who asks, so an advisor is given the states, and everything that was hidden in them.

Words may hold `{A}` and `{B}`, which the shells replace by the players' names; a literal brace is doubled, as in `str.format`.
An advisor that asks for word lists is `core.bots.ResourceUser`; one that compiles something is `core.bots.Warmable`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from deathmatch.core.bots import Budget
from deathmatch.core.game import RESIGN, Over, Pending
from deathmatch.core.seats import Seat
from deathmatch.core.speech import percent

S = TypeVar("S")  # state
A_co = TypeVar("A_co", covariant=True)  # advisor


# --- The match


@dataclass(frozen=True, slots=True)
class Moment(Generic[S]):
    """One event of a finished match, and the position before it.

    Attributes:
        event: its number, from 1, as `deathmatch replay` counts; remarks and charts refer to it.
        ply: the number of the question that it answers, from 0; both events of a joint decision have the same.
        actor: `A`, `B` or `deal`.
        text: the move or deal in canonical form; or `timeout`, or `resign`.
        state: before it. Both events of a joint decision have the same state, because the first one waits sealed.
        pending: what that state waited for: `Ask` or `Deals`.
        move: the value behind the text: a move, a deal, or TIMEOUT; None for a resignation.
    """

    event: int
    ply: int
    actor: str
    text: str
    state: S
    pending: Pending[Any]
    move: Any

    @property
    def seat(self) -> Seat | None:
        """Who did it; None for a deal."""
        return Seat(self.actor) if self.actor in ("A", "B") else None


@dataclass(frozen=True, slots=True)
class MatchHistory(Generic[S]):
    """A finished match.

    Attributes:
        moments: its events, in order.
        end: the state after the last one.
        outcome: how it ended.
    """

    moments: tuple[Moment[S], ...]
    end: S
    outcome: Over

    def after(self, event: int) -> S:
        """The state after an event."""
        return self.moments[event].state if event < len(self.moments) else self.end

    def questions(self) -> list[tuple[Moment[S], ...]]:
        """The events by the question that they answer."""
        return [tuple(events) for _, events in groupby(self.moments, key=lambda moment: moment.ply)]

    def result(self) -> float:
        """The chance of A to win after the end: 1, 0, or one half if nobody won."""
        return 0.5 if self.outcome.winner is None else float(self.outcome.winner is Seat.A)

    def last_point(self) -> tuple[float, float, float]:
        """The last point of a chart: the result, and an interval without width."""
        return self.result(), self.result(), self.result()


# --- The review

MOST_REMARKS: Final = 5
"""Remarks of a review: nobody learns from more (`chosen` chooses them)."""


class Verdict(StrEnum):
    """The verdict on a move, in one word that people read too."""

    NOTE = "note"
    """No judgement: a deal, a turning point, the information in a move."""
    FORCED = "forced"
    """There was nothing else, or nothing that would have changed anything."""
    GOOD = "good"
    """As good as anything, or nearly."""
    DOUBTFUL = "doubtful"
    """Something else was a little better."""
    MISTAKE = "mistake"
    """Something else was clearly better."""
    BLUNDER = "blunder"
    """It gave away a won match, or most of it."""


@dataclass(frozen=True, slots=True)
class BetterMove:
    """A move that would have been better, or as good.

    Attributes:
        move: in canonical form, legal where the remark's event was made.
        value: its value for the remark's seat, from 0 to 1, as `Remark.value`; None if that is not known.
        words: its effect, a few words without a full stop; may be empty.
        told: what to do, as one tells a player and without a full stop: `bid 5`. If it is empty, people read the move itself.
    """

    move: str
    value: float | None = None
    words: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment on one event.

    Attributes:
        event: its number, as in `Moment`.
        seat: who is spoken of: the event's actor, or None for a deal.
        verdict: in one word.
        words: one or two sentences that name neither seat, for either may read them; empty if its cost and the log say all.
        value: what the match was worth after it to that seat (to A for a deal), from 0 to 1, in the measure of the chart; None if that
            is not known.
        better: what would have been better, best first; a handful at most. Only of a seat's own move.
        turning: whether this is the turning point of the match; such a remark is the first one.
    """

    event: int
    seat: Seat | None
    verdict: Verdict
    words: str
    value: float | None = None
    better: tuple[BetterMove, ...] = ()
    turning: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """How the match went.

    Attributes:
        caption: what the values measure, a few words: `Chance of {A} to win`.
        points: number of an event (0 for the start) and value for A after it, from 0 (all is B's) to 1 (all is A's); events ascend;
            events after which nothing is known or nothing changed may be left out.
        scale: the values 1, one half and 0 in the unit of the measure, for an axis: `+9`, `0`, `-9` for a lead in points. An empty text
            leaves the middle out.
        band: for events of `points`, number and the lowest and highest value that the value after it may be; both are the value itself if
            that is exact.
        margin: the meaning of the band, one sentence; empty if there is none.
    """

    caption: str
    points: tuple[tuple[int, float], ...]
    scale: tuple[str, str, str] = field(default_factory=lambda: (percent(1), percent(0.5), percent(0)))
    band: tuple[tuple[int, float, float], ...] = ()
    margin: str = ""

    def at(self, event: int) -> tuple[float, float, float]:
        """The value after an event, and the lowest and highest that it may be: those of the last point up to it."""
        known = [point for point in self.points if point[0] <= event] or [self.points[0]]
        number, value = known[-1]
        return next(((value, low, high) for other, low, high in self.band if other == number), (value, value, value))

    @classmethod
    def of(cls, caption: str, course: Mapping[int, tuple[float, float, float]], margin: str) -> Chart:
        """The chart of a course: number of an event -> value after it, and the lowest and highest that it may be."""
        points = [(event, *course[event]) for event in sorted(course)]
        return cls(
            caption,
            tuple([(event, value) for event, value, _, _ in points]),
            band=tuple([(event, low, high) for event, _, low, high in points]),
            margin=margin,
        )


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a match: plain data, ready for JSON.

    Attributes:
        summary: sentences, one a line, the most important first; at least one.
        chart: None if there is nothing to measure.
        remarks: the turning point first, the others in the order of the events, at most one for each event. Of more than `MOST_REMARKS`
            people see the gravest.
        given: number of an event, ascending, and the part of its seat's chance to win that it gave away, from 0 to 1; moves that were not
            judged are left out.
    """

    summary: tuple[str, ...]
    chart: Chart | None = None
    remarks: tuple[Remark, ...] = ()
    given: tuple[tuple[int, float], ...] = ()


VERDICTS: Final = ((0.3, Verdict.BLUNDER), (0.15, Verdict.MISTAKE))
"""The verdict on a choice by the least chance to win that it gives away, the same in all games."""
LEAST: Final = 0.03


def graded(given: float, least: float = LEAST) -> Verdict:
    """The verdict on a choice that gave so much of the chance to win away; it was good if that is less than `least`."""
    return next((verdict for share, verdict in (*VERDICTS, (least, Verdict.DOUBTFUL)) if given >= share), Verdict.GOOD)


class Advisor(Protocol[S]):
    """Reviews matches of a game that is bound to its options. It uses no random numbers: the same match gets the same review."""

    def review(self, history: MatchHistory[S], budget: Budget, /) -> Review:
        """Review this match.

        Args:
            history: the match, from the start to the end.
            budget: to be asked once for each unit of work. Soon after it is spent the review is returned as far as it is, and the
                summary says where it stopped; one that is spent at the start still gets a review, as short as it may be.
        """
        ...


@runtime_checkable
class Thorough(Protocol[A_co]):
    """An advisor that can look further than a server has memory for."""

    def thorough(self) -> A_co:
        """The same advisor for a command, which has a machine to itself."""
        ...


@runtime_checkable
class Lengthy(Protocol[S]):
    """An advisor that needs more time for a few matches than a server gives to all."""

    def lengthy(self, history: MatchHistory[S], /) -> bool:
        """Whether this match is one of them; it may then have a minute."""
        ...


AnyAdvisor: TypeAlias = Advisor[Any]
AnyMatchHistory: TypeAlias = MatchHistory[Any]


# --- Which remarks a review makes: at most five, the turning point first, then those on the decisions that cost most, in the match's order


PART: Final = 0.25  # of a step of the chart, that a decision gave away at least if it is called the reason


@dataclass(frozen=True, slots=True)
class Turn:
    """The step of a match that went furthest towards the winner.

    Attributes:
        event: of its events the one that gave most away, or the last.
        after: the winner's chance after it.
        winner: who won the match.
    """

    event: int
    after: float
    winner: Seat

    def remark(self, history: AnyMatchHistory, why: str) -> Remark:
        """The remark on it, which says the reason: the figures stand in the chart."""
        seat = history.moments[self.event - 1].seat
        value = self.after if (seat or Seat.A) is self.winner else 1 - self.after
        return Remark(self.event, seat, Verdict.NOTE, why, value, turning=True)


def turn(history: AnyMatchHistory, chart: Chart | None, given: Mapping[int, float]) -> Turn | None:
    """The turning point by a chart of chances; None if nobody won or no step of the chart went towards the winner.

    A resignation is none: it follows from the moves before it. If it gave the winner more than any step did, nothing else is one either;
    nor is it where a ruling of the host did so.

    Args:
        history: the match.
        chart: its course.
        given: number of an event -> the chance to win that it gave away.
    """
    winner = history.outcome.winner
    if chart is None or winner is None:
        return None
    own = [(event, value if winner is Seat.A else 1 - value) for event, value in chart.points]
    pairs = [pair for pair in pairwise(own) if history.moments[pair[1][0] - 1].text != RESIGN]
    steps = [(late - early, first, last, late) for (first, early), (last, late) in pairs]
    step, first, last, late = max(steps, key=lambda one: one[0], default=(0.0, 0, 0, 0.0))
    if step <= 0 or (history.outcome.reason in (RESIGN, "forfeit", "won") and step < 1 - pairs[-1][1][1]):  # the last two are rulings
        return None
    inside = [event for event in range(first + 1, last + 1) if history.moments[event - 1].seat is winner.other]
    worst = max(inside, key=lambda event: given.get(event, 0.0), default=last)
    return Turn(worst if given.get(worst, 0.0) >= PART * step else last, late, winner)


def chosen(
    history: AnyMatchHistory, remarks: Iterable[Remark], weights: Mapping[int, float], turning: Turn | None, why: str = ""
) -> tuple[Remark, ...]:
    """The remarks of a review.

    Args:
        history: the match.
        remarks: all that could be made, at most one for each event.
        weights: number of an event -> its weight, in chances to win; nothing for others.
        turning: the turning point; None if there is none.
        why: how it came about, one or two sentences; left out if one of the remarks is on its event, for that says why.
    """
    ranked = sorted(remarks, key=lambda remark: (-weights.get(remark.event, 0.0), remark.event))
    if turning is None:
        return tuple(sorted(ranked[:MOST_REMARKS], key=lambda remark: remark.event))
    first = turning.remark(history, why)
    same = next((remark for remark in ranked if remark.event == turning.event), None)
    if same is not None:
        first = replace(same, value=first.value if same.value is None else same.value, turning=True)
    rest = [remark for remark in ranked if remark.event != turning.event][: MOST_REMARKS - 1]
    return (first, *sorted(rest, key=lambda remark: remark.event))


def reviewed(
    history: AnyMatchHistory,
    summary: Iterable[str],
    chart: Chart | None,
    remarks: Iterable[Remark],
    given: Mapping[int, float],
    *,
    why: Callable[[Turn], str] = lambda _: "",
    turning: Turn | None = None,
    weights: Mapping[int, float] | None = None,
) -> Review:
    """A review of its parts: the remarks that matter most, and the turning point.

    Args:
        history: the match.
        summary: sentences.
        chart: the course of the match; None if nothing is known of it.
        remarks: all that could be made, at most one for each event.
        given: number of an event -> the chance to win that it gave away.
        why: how the turning point came about, one or two sentences; the log says it if that is left out.
        turning: the turning point, if it is not the one of the chart.
        weights: of the remarks, if it is not only that chance.
    """
    turning = turning or turn(history, chart, given)
    told, weights = "" if turning is None else why(turning), given if weights is None else weights
    if chart is not None:  # of what a seat chose within one step of the chart the gravest: all of it led to the same place
        ends = [event for event, _ in chart.points]
        ranked = sorted(remarks, key=lambda remark: weights.get(remark.event, 0.0))
        remarks = {(next((end for end in ends if end >= one.event), one.event), one.seat): one for one in ranked}.values()
    told_most = chosen(history, remarks, weights, turning, told)
    return Review(tuple(summary), chart, told_most, tuple(sorted(given.items())))


WEIGHTS: Final = {Verdict.BLUNDER: 3, Verdict.MISTAKE: 2, Verdict.DOUBTFUL: 1}


def few(remarks: Sequence[Remark]) -> tuple[Remark, ...]:
    """The turning point and the gravest of some remarks, in their order: for advisors that make more than a reader wants."""
    ranked = sorted(remarks, key=lambda remark: (-remark.turning, -WEIGHTS.get(remark.verdict, 0), remark.event))[:MOST_REMARKS]
    return tuple([remark for remark in remarks if remark in ranked])
