"""Reviews: a finished match is looked at again, move by move, by an advisor that knows the game.

A variant that can look back at its matches has the capability `advise`, a function `advise(game) -> Advisor`. It is asked by
`deathmatch advise` (packages/lab/docs/research.md), and by a server for the page of a finished match, in a worker process.

The match is over and the record is open to anyone who asks, so an advisor is given the states, and everything that was hidden in them.

Words may hold `{A}` and `{B}`, which the shells replace by the players' names; a literal brace is doubled, as in `str.format`.
An advisor that asks for word lists is `core.bots.ResourceUser`; one that compiles something is `core.bots.Warmable`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from deathmatch.core.bots import Budget
from deathmatch.core.game import AnyGame, Over, Pending
from deathmatch.core.seats import Seat

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


# --- The review

MOST_REMARKS: Final = 5
"""Remarks of a review: nobody learns from more (`core/remarking.py` chooses them)."""


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
    """

    move: str
    value: float | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment on one event.

    Attributes:
        event: its number, as in `Moment`.
        seat: who is spoken of: the event's actor, or None for a deal.
        verdict: in one word.
        words: one or two sentences.
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
    scale: tuple[str, str, str] = ("100 %", "50 %", "0 %")
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


@runtime_checkable
class ExactChances(Protocol[S]):
    """An advisor that finds the exact chances of a match alone, much sooner than a whole review."""

    def exact_chances(self, history: MatchHistory[S], budget: Budget, /) -> Mapping[int, float]:
        """The chances that are known exactly.

        Args:
            history: the match, from the start to the end.
            budget: to be asked once for each unit of work; the chances are then those found so far, the end of the match first.

        Returns: the number of an event that ended a question, and A's chance to win after it, from 0 to 1, if both go on as well as can be.
        """
        ...


AnyAdvisor: TypeAlias = Advisor[Any]
AnyMatchHistory: TypeAlias = MatchHistory[Any]

Advise: TypeAlias = Callable[[AnyGame], AnyAdvisor]
"""The capability `advise` of a variant."""
