"""Remarks on a finished match: the prices of tiles against their worth, and the joust that decided it.

The capability `advise`. A bid is judged by what the seat itself could know, by the values by which `strong` bids (`judging.py`). A choice
in a joust is judged by the solution of its phase (`fast.py`) for the hands that there were, which neither seat knew then: by how much less
it comes to than the solution against a seat that mixes as the solution says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deathmatch.core import reviewing
from deathmatch.core.bots import Budget
from deathmatch.core.chances import FIT_ERROR
from deathmatch.core.reviewing import Chart, MatchHistory, Review
from deathmatch.core.seats import Seat
from deathmatch.core.speech import count, say
from deathmatch.core.thinking import OutOfTime, TimeLeft
from deathmatch.core.wording import name
from deathmatch.games.tile_joust import chances
from deathmatch.games.tile_joust.advice import auctions, jousts, judging
from deathmatch.games.tile_joust.advice.auctions import Sold
from deathmatch.games.tile_joust.advice.jousts import Chosen
from deathmatch.games.tile_joust.naming import in_chips, in_points
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import Terms

if TYPE_CHECKING:
    from deathmatch.games.tile_joust.game import TileJoust


class Advisor:
    """Goes through a match sale by sale, as long as the budget lasts, and joust by joust."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def review(self, history: MatchHistory[State], budget: Budget, /) -> Review:
        """The score, who bought what and gave away what; the chance to win; remarks on prices and choices that cost something."""
        afters = [*[moment.state for moment in history.moments[1:]], history.end]
        sold: list[Sold] = []
        chosen: list[Chosen] = []
        cut = False
        try:
            judging.prepare(self._terms, TimeLeft(budget))
            for acts, sale in auctions.auctions(history, afters):
                cut = budget.spent()
                if cut:
                    break
                sold.append(auctions.sold(self._terms, acts, sale))
        except OutOfTime:
            cut = True
        for phase in jousts.phases(history):
            cut = cut or budget.spent()
            if cut:
                break
            chosen += jousts.chosen(self._terms, phase)
        given = {act.moment.event: act.chance for one in sold for act in one.acts} | {one.moment.event: one.chance for one in chosen}
        chart = _chart(self._terms, history, afters)
        turn = reviewing.turn(history, chart, given)
        why = "" if turn is None else _told(history, afters, turn.last)
        remarks = [*auctions.remarks(sold), *jousts.remarks(chosen, history.end)]
        summary = [_score(history), *auctions.summary(self._terms, sold), *jousts.summary(chosen)]
        if cut:
            summary.append(
                count("There was time to look at {number} sale only.", "There was time to look at {number} sales only.", len(sold))
            )
        return Review(tuple(summary), chart, reviewing.chosen(history, remarks, given, turn, why), tuple(sorted(given.items())))


def _told(history: MatchHistory[State], afters: Sequence[State], event: int) -> str:
    """The result of an event, in a sentence; nothing if that is only the end of the match."""
    before, after = history.moments[event - 1].state, afters[event - 1]
    if len(after.jousts) > len(before.jousts):
        return jousts.told(after.jousts[-1], len(after.jousts))
    if len(after.sales) > len(before.sales):
        sale = after.sales[len(before.sales)]
        deal = before.deal
        assert deal is not None
        tile, number = auctions.tile(sale), deal.number(sale.group, sale.size)
        chips = in_chips(sale.price)
        return say("{player} had {tile} for {chips}; it is the {number}.", player=name(sale.seat), tile=tile, chips=chips, number=number)
    return ""


def _chart(terms: Terms, history: MatchHistory[State], afters: Sequence[State]) -> Chart:
    """A's chance to win after each sale and each joust."""
    course = {0: chances.chance(terms, history.moments[0].state)} if history.moments else {}
    for moment, after in zip(history.moments, afters, strict=True):
        before = moment.state
        if len(after.sales) > len(before.sales) or len(after.jousts) > len(before.jousts) or after.set != before.set:
            course[moment.event] = chances.chance(terms, after)
    end = float(history.outcome.winner is Seat.A)
    course[len(history.moments)] = end, end, end
    return Chart.of(say("Chance of {player} to win, by points, tiles and chips", player="{A}"), course, say(FIT_ERROR))


def _score(history: MatchHistory[State]) -> str:
    outcome, points = history.outcome, history.end.points
    assert outcome.winner is not None
    own, other = points[outcome.winner], points[outcome.winner.other]
    if outcome.reason == "resign":
        return say("{winner} won by resignation, with {most} to {fewest}.", winner=name(outcome.winner), most=in_points(own), fewest=other)
    if own == other:
        return say("{winner} won the tie at {points}.", winner=name(outcome.winner), points=in_points(own))
    return say("{winner} won with {most} to {fewest}.", winner=name(outcome.winner), most=in_points(own), fewest=other)


def advise(game: TileJoust) -> Advisor:
    """The capability `advise`."""
    return Advisor(game.terms)
