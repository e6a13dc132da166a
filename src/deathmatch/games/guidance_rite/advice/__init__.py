"""A review of a finished match: the draft, the course of each bout, and the turn that gave most away.

The capability `advise`. Turns in turn are compared with the best one of a search of equal depth; turns at once with
the optimal mixture of the position's matrix game (`turns`). Claims are judged by the fitted worth of drafts (`drafts`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from deathmatch.core import chances, reviewing
from deathmatch.core.bots import Budget
from deathmatch.core.game import TIMEOUT
from deathmatch.core.reviewing import BetterMove, Chart, MatchHistory, Moment, Remark, Review, Verdict, gave_away
from deathmatch.core.seats import Seat
from deathmatch.core.speech import count, mark, say
from deathmatch.core.wording import name
from deathmatch.games.guidance_rite.advice import beginning, drafts, reasons, turns
from deathmatch.games.guidance_rite.advice.beginning import match_chance
from deathmatch.games.guidance_rite.advice.drafts import Drafted, JudgedClaim
from deathmatch.games.guidance_rite.advice.turns import Judged
from deathmatch.games.guidance_rite.bot import warming
from deathmatch.games.guidance_rite.state import State
from deathmatch.games.guidance_rite.values.moves import Owed, Tie, text
from deathmatch.games.guidance_rite.values.terms import Terms

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite.game import GuidanceRite

BLUNDER: Final = 0.3  # of the chance to win, that a turn gave away
MISTAKE: Final = 0.15
DOUBTFUL: Final = 0.07
FEWEST: Final = 5  # turns from which the margin of their estimates is known
USUAL: Final = 0.15  # the margin in other matches
SHOWN: Final = 3  # turns of a mixture that a remark names

Claimed: TypeAlias = Mapping[int, Sequence[JudgedClaim]]
"""The claims of each bout."""

REASONS: Final = {
    Tie.CAPTURED_ALL: mark("Bout {number}: {winner} captured everything."),
    Tie.TIMEOUT: mark("Bout {number}: {winner} won it by time."),
    Tie.MORE: mark("Bout {number}: {winner} had more pieces when nothing moved on."),
    Tie.RECENT: mark("Bout {number}: {winner} had had more pieces most recently when nothing moved on."),
    Tie.LAST: mark("Bout {number}: {winner} won it by the last tie."),
}


@dataclass(frozen=True, slots=True)
class Fought:
    """One bout of the match, a replayed one by itself.

    Attributes:
        place: from 0, among all that were played.
        number: of the bout.
        moments: its events.
        end: the state after it.
    """

    place: int
    number: int
    moments: tuple[Moment[State], ...]
    end: State

    @property
    def winner(self) -> Seat | None:
        """Who won it; None if it was given up, or is played again."""
        return self.end.results[self.place].winner if len(self.end.results) > self.place else None

    def owing(self, owed: Owed) -> tuple[Moment[State], ...]:
        """The seats' events of one decision, but for resignations."""
        return tuple(
            [moment for moment in self.moments if moment.state.owed is owed and moment.seat is not None and moment.move is not None]
        )


class Advisor:
    """Goes through a match bout by bout, as long as the budget lasts."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def warm(self) -> None:
        """Have the kernels ready: if they must be compiled, that takes longer than a review may."""
        warming.warm()

    def review(self, history: MatchHistory[State], budget: Budget, /) -> Review:
        """How the match ended; of each bout its draft, its end and the turn that gave most away; a chart of the chances to win the bout."""
        bouts = list(_fought(history))
        judged: dict[int, list[Judged]] = {}
        joint, asked = 0, 0
        for bout in bouts:
            judged[bout.place] = []
            for both in _plies(bout.owing(Owed.TURN)):
                asked += len(both)
                if not budget.spent():
                    judged[bout.place] += self._judged(both, budget)
                    joint += len(both)
        summary, remarks, claimed = [_score(history)], list[Remark](), dict[int, list[JudgedClaim]]()
        given = {one.moment.event: self._lost(one) for each in judged.values() for one in each}
        for bout in bouts:
            drafted = _drafted(bout)
            claims = claimed[bout.place] = [] if drafted is None else drafts.judged(self._terms, drafted)
            given |= {claim.moment.event: self._lost(claim) for claim in claims}
            summary += self._lines(bout, drafted)
            remarks += self._remarks(bout, claims, judged[bout.place])
        if joint < asked:
            summary.append(say("There was time to look at {number} of {most} turns.", number=joint, most=asked))
        chart = _chart(self._terms, bouts, claimed, judged, history.outcome.winner)
        turn = reviewing.turn(history, chart, given)
        why = "" if turn is None else self._told(history, turn.last)
        return Review(tuple(summary), chart, reviewing.chosen(history, remarks, given, turn, why), tuple(sorted(given.items())))

    def _told(self, history: MatchHistory[State], event: int) -> str:
        """The result of an event, in words."""
        moment = history.moments[event - 1]
        state = moment.state
        after = history.moments[event].state if event < len(history.moments) else history.end
        ended = ""
        if len(after.results) > len(state.results) and (won := after.results[-1]).winner is not None:
            ended = say(REASONS[won.reason], number=won.bout, winner=name(won.winner))
        if state.owed is not Owed.TURN or moment.move is None:
            return ended
        return " ".join([part for part in (reasons.of_result(self._terms, state, _moves(history, moment)), ended) if part])

    def _lost(self, one: Judged | JudgedClaim) -> float:
        """The chance to win the match that a turn or a claim gave away."""
        return max(0.0, self._chance(one.moment, one.best) - self._chance(one.moment, one.played))

    def _judged(self, both: tuple[Moment[State], ...], budget: Budget) -> list[Judged]:
        if both[0].state.bout.mover is None:
            return turns.both(self._terms, both, budget)
        return [turns.in_turn(self._terms, moment, budget) for moment in both]

    # --- Words

    def _lines(self, bout: Fought, drafted: Drafted | None) -> list[str]:
        """The lines of a bout: its end, and its draft."""
        lines = []
        if bout.winner is not None:
            reason = REASONS[bout.end.results[bout.place].reason]
            lines.append(say(reason, number=bout.number, winner=name(bout.winner)))
        return lines if drafted is None else [*lines, *drafts.lines(self._terms, drafted)]

    def _remarks(self, bout: Fought, claims: Sequence[JudgedClaim], judged: Sequence[Judged]) -> Iterator[Remark]:
        """The turns that gave something away, and the claim that gave most away."""
        worst = max(claims, key=lambda claim: claim.loss, default=None)
        if worst is not None and worst.loss >= drafts.LOSS:
            remark, lost = drafts.remark(self._terms, worst), self._lost(worst)
            yield replace(remark, value=self._chance(worst.moment, worst.value), words=f"{remark.words} {gave_away(lost)}")
        for one in judged:
            if one.loss >= DOUBTFUL:
                verdict = Verdict.BLUNDER if one.loss >= BLUNDER else Verdict.MISTAKE if one.loss >= MISTAKE else Verdict.DOUBTFUL
                value = self._chance(one.moment, one.played)
                words = self._words(one, bout)
                yield Remark(one.moment.event, one.seat, verdict, words, value, self._better(one))

    def _words(self, one: Judged, bout: Fought) -> str:
        """The move, why another one was better, the difference, and the depth of the search."""
        seat, size, better = one.seat, self._terms.grid, one.better[0]
        sentence = mark("{player} played {move}.")
        if one.moment.move is TIMEOUT:
            sentence = mark("{player} ran out of time.")
        moves = _of_ply(bout.moments, one.moment)
        why = reasons.of_turn(self._terms, one.moment.state, seat, moves, better)
        parts = [say(sentence, player=name(seat), move=one.moment.text), why]
        shares = {"played": f"{one.played:.0%}", "best": f"{one.best:.0%}", "better": text(better, size)}
        if one.mixture is None:
            deep = count("{number} turn", "{number} turns", one.depth)
            if one.best == 1 and one.played < 1:
                sentence = mark("{better} wins the bout by force within {turns}.")
            elif one.played == 0 and one.best > 0:
                sentence = mark("It loses the bout by force within {turns}.")
            else:
                sentence = mark("Looked at {turns} deep, the chance to win the bout is {played} after it and {best} after {better}.")
            parts.append(say(sentence, turns=deep, **shares))
        else:
            sentence = mark("At once, and against the best mixture of {other}, it wins the bout in {played}, the best turns in {best}.")
            parts.append(say(sentence, other=name(seat.other), **shares))
        return " ".join([part for part in (*parts, gave_away(self._lost(one))) if part])

    def _chance(self, moment: Moment[State], bout: float) -> float:
        """The chance of an event's seat to win the match, from its chance to win the bout."""
        chance = match_chance(self._terms, moment.state, bout if moment.seat is Seat.A else 1 - bout)
        return chance if moment.seat is Seat.A else 1 - chance

    def _better(self, one: Judged) -> tuple[BetterMove, ...]:
        size = self._terms.grid
        names, best = [text(turn, size) for turn in one.better], self._chance(one.moment, one.best)
        if one.mixture is None:
            named = [BetterMove(names[0], best)]
        else:
            sentence = mark("played {percent} of the time")
            mixed = zip(names, one.mixture, strict=True)
            named = [BetterMove(move, best, say(sentence, percent=f"{share:.0%}")) for move, share in mixed]
        return tuple([better for better in named if better.move != one.moment.text][:SHOWN])


def _fought(history: MatchHistory[State]) -> Iterator[Fought]:
    """The bouts, replayed ones by themselves."""
    parts = [(place, tuple(moments)) for place, moments in groupby(history.moments, key=lambda moment: len(moment.state.results))]
    ends = [moments[0].state for _, moments in parts[1:]] + [history.end]
    for (place, moments), end in zip(parts, ends, strict=True):
        yield Fought(place, moments[0].state.bout.number, moments, end)


def _plies(moments: Sequence[Moment[State]]) -> Iterator[tuple[Moment[State], ...]]:
    """The events by the question that they answer."""
    for _, both in groupby(moments, key=lambda moment: moment.ply):
        yield tuple(both)


def _drafted(bout: Fought) -> Drafted | None:
    """The draft of a bout; None if there was none, or if it did not end."""
    claims = bout.owing(Owed.CLAIM)
    after = next((moment.state for moment in bout.moments if claims and moment.event > claims[-1].event), bout.end)
    if not claims or after.owed is Owed.CLAIM or after.bout.number != bout.number or after.owed is Owed.BOARD:
        return None
    return Drafted(bout.number, claims[0].state.bout.board, after.bout.board, claims)


def _moves(history: MatchHistory[State], moment: Moment[State]) -> reasons.Moves:
    """The submissions to the question of an event."""
    return _of_ply([one for one in history.moments if one.ply == moment.ply], moment)


def _of_ply(moments: Sequence[Moment[State]], moment: Moment[State]) -> reasons.Moves:
    return {one.seat: one.move for one in moments if one.ply == moment.ply and one.seat is not None and one.move is not None}


def _chart(
    terms: Terms, bouts: Sequence[Fought], claimed: Claimed, judged: Mapping[int, Sequence[Judged]], winner: Seat | None
) -> Chart | None:
    """A's chance to win the match: after each claim, before each turn that is known, and after each bout."""
    off = chances.margin(_moved(judged), FEWEST)
    off = USUAL if off is None else off
    start = bouts[0].moments[0].state
    first = match_chance(terms, start, chances.chance_of(beginning.edge(beginning.expected(terms, start), Seat.A)))
    points: dict[int, tuple[float, float, float]] = {0: (first, *chances.around(first, off))}
    for bout in bouts:
        for claim in claimed[bout.place]:
            value = claim.value if claim.moment.seat is Seat.A else 1 - claim.value
            first, least, most = (match_chance(terms, claim.moment.state, chance) for chance in (value, *chances.around(value, off)))
            at = max(moment.event for moment in bout.moments if moment.ply == claim.moment.ply)
            points[at] = first, least, most
        for one in judged[bout.place]:
            value = one.best if one.seat is Seat.A else 1 - one.best
            low, high = (value, value) if value in (0.0, 1.0) else chances.around(value, off)
            first, least, most = (match_chance(terms, one.moment.state, chance) for chance in (value, low, high))
            points[one.moment.event - 1] = first, least, most
        if bout.winner is not None:
            after = match_chance(terms, bout.moments[-1].state, float(bout.winner is Seat.A))
            points[bout.moments[-1].event] = after, after, after
    if not any(judged.values()):
        return None
    end = bouts[-1].moments[-1].event
    if winner is not None:
        last = float(winner is Seat.A)
        points[end] = last, last, last
    return Chart.of(
        say("Chance of {player} to win, if players of equal strength play the bouts to come", player=name(Seat.A)),
        points,
        say("The shaded band is twice as wide as an estimate usually moves when the position after the turn is looked at itself."),
    )


def _moved(judged: Mapping[int, Sequence[Judged]]) -> list[float]:
    """How far the chance moved between the end of a turn in turn and the look at the next one."""
    return [
        one.played - (1 - then.best)
        for turns_ in judged.values()
        for one, then in pairwise(turns_)
        if one.mixture is None and then.mixture is None and then.seat is one.seat.other
    ]


def _score(history: MatchHistory[State]) -> str:
    """How the match ended."""
    outcome, wins = history.outcome, history.end.wins
    assert outcome.winner is not None
    if outcome.reason == "resign":
        sentence = mark("{winner} won by resignation, at {won} : {lost} bouts.")
    else:
        sentence = mark("{winner} won by {won} : {lost} bouts.")
    return say(sentence, winner=name(outcome.winner), won=wins[outcome.winner], lost=wins[outcome.winner.other])


def advise(game: GuidanceRite) -> Advisor:
    """The capability `advise`."""
    return Advisor(game.terms)
