"""Which remarks a review makes: at most five, the turning point first, then those on the decisions that cost most, in the match's order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from deathmatch.core.reviewing import MOST_REMARKS, AnyMatchHistory, Chart, Remark, Verdict
from deathmatch.core.seats import Seat
from deathmatch.core.speech import say
from deathmatch.core.wording import RESIGN, name

PART: Final = 0.25  # of a step of the chart, that a decision gave away at least if it is called the reason


@dataclass(frozen=True, slots=True)
class Turn:
    """The step of a match that went furthest towards the winner.

    Attributes:
        event: of its events the one that gave most away, or the last.
        last: its last event.
        before, after: the winner's chance before and after it.
        winner: who won the match.
    """

    event: int
    last: int
    before: float
    after: float
    winner: Seat

    def remark(self, history: AnyMatchHistory, why: str) -> Remark:
        """The remark on it: the figures in words, and then the reason."""
        seat = history.moments[self.event - 1].seat
        share = {"before": f"{self.before:.0%}", "after": f"{self.after:.0%}"}
        words = say("The turning point: {player}'s chance to win went from {before} to {after}.", player=name(self.winner), **share)
        if history.moments[self.event - 1].text == RESIGN and seat is not None:
            why = say("{player} resigned.", player=name(seat))
        value = self.after if (seat or Seat.A) is self.winner else 1 - self.after
        return Remark(self.event, seat, Verdict.NOTE, f"{words} {why}".rstrip(), value, turning=True)


def turn(history: AnyMatchHistory, chart: Chart | None, given: Mapping[int, float]) -> Turn | None:
    """The turning point by a chart of chances; None if nobody won or no step of the chart went towards the winner.

    Args:
        history: the match.
        chart: its course.
        given: number of an event -> the chance to win that it gave away.
    """
    winner = history.outcome.winner
    if chart is None or winner is None:
        return None
    own = [(event, value if winner is Seat.A else 1 - value) for event, value in chart.points]
    steps = [(late - early, first, last, early, late) for (first, early), (last, late) in pairwise(own)]
    step, first, last, early, late = max(steps, key=lambda one: one[0], default=(0.0, 0, 0, 0.0, 0.0))
    if step <= 0:
        return None
    inside = [event for event in range(first + 1, last + 1) if history.moments[event - 1].seat is winner.other]
    worst = max(inside, key=lambda event: given.get(event, 0.0), default=last)
    return Turn(worst if given.get(worst, 0.0) >= PART * step else last, last, early, late, winner)


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
        words = f"{turning.remark(history, '').words} {same.words}"
        first = replace(same, words=words, value=first.value if same.value is None else same.value, turning=True)
    rest = [remark for remark in ranked if remark.event != turning.event][: MOST_REMARKS - 1]
    return (first, *sorted(rest, key=lambda remark: remark.event))


WEIGHTS: Final = {Verdict.BLUNDER: 3, Verdict.MISTAKE: 2, Verdict.DOUBTFUL: 1}


def few(remarks: Sequence[Remark]) -> tuple[Remark, ...]:
    """The turning point and the gravest of some remarks, in their order: for advisors that make more than a reader wants."""
    ranked = sorted(remarks, key=lambda remark: (-remark.turning, -WEIGHTS.get(remark.verdict, 0), remark.event))[:MOST_REMARKS]
    return tuple([remark for remark in remarks if remark in ranked])


def gave_away(chance: float) -> str:
    """The cost of a decision, as a sentence."""
    return say("This gave away {chance} of the chance to win.", chance=f"{chance:.0%}")
