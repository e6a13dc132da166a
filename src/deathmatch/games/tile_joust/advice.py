"""Remarks on a finished match: the prices of tiles against their worth, and the joust that decided it.

The capability `advise`. A bid is judged by what the seat itself could know, by the values by which `strong` bids (`bidding.py`). A choice
in a joust is judged by the solution of its phase (`fast.py`) for the hands that there were, which neither seat knew then: by how much less
it comes to than the solution against a seat that mixes as the solution says.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core import reviewing
from deathmatch.core.bots import UNLIMITED, Budget, OutOfTime, TimeLeft
from deathmatch.core.chance import FIT_ERROR, OddsLine
from deathmatch.core.game import TIMEOUT
from deathmatch.core.seats import SEATS, BySeat, Seat, certain
from deathmatch.core.speech import capital, count, either, listed, mark, name, numeral, percent, say
from deathmatch.games.tile_joust import belief, bidding, bot, fast, view
from deathmatch.games.tile_joust.bidding import BackwardInduction, model, unit
from deathmatch.games.tile_joust.fast import HAND, SPENT, UP
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import (
    GROUPS,
    SIZES,
    Bid,
    FinishedJoust,
    Move,
    Owed,
    Plain,
    Put,
    Sale,
    Terms,
    Tile,
    Tiles,
    Variation,
    colour_word,
    in_chips,
    in_points,
    in_tiles,
    size_title,
    text,
)
from deathmatch.solve.matrix import solve

if TYPE_CHECKING:
    from deathmatch.games.tile_joust import TileJoust

# --- The chance to win a match: from the lead, the tiles and the chips of both seats, set against the points that are still to be won
#
# All tiles count at their fitted worth (`bidding.py`), those of both hands, because a match that is reviewed is over. How much a lead is
# worth was fitted to matches between bots by `python -m research calibration`.


LINES: Final = {Variation.GAUNTLET: OddsLine(3.1, 0.15, 0.07), Variation.FINAL: OddsLine(3.55, 0.2, 0.07)}
"""By variant: for each standard deviation by which a seat is ahead."""

PICK: Final = 1.5
"""The points that the first pick of an item is worth at the start of `final`, and in proportion less later. To open the sets of `gauntlet`
showed no such worth."""

PER_TILE: Final = 6.0  # square of the points that are open for each tile that is in hand or to be sold
PER_STORED: Final = 2.0  # the same for a tile that is stored for the final joust
REST: Final = 10.0  # the same at the very end


def reading(terms: Terms, state: State) -> float:
    """By how many standard deviations of the rest of the match A is ahead."""
    unsold = terms.sets * GROUPS * len(SIZES) - len(state.sales)
    numbers, stored = bidding.of(terms), bidding.stored(terms)
    ahead = float(state.points.a - state.points.b)
    for seat, sign in ((Seat.A, 1), (Seat.B, -1)):
        held = bidding.LAST if state.final else [number / 2 for number in numbers]
        ahead += sign * sum(held[tile.number] for tile in state.hands[seat])
        ahead += sign * sum(stored[tile.number] for tile in state.stored[seat])
    return (ahead + by_chips(terms, state.chips, unsold) + by_pick(terms, unsold)) / spread(terms, state)


def by_pick(terms: Terms, unsold: int) -> float:
    """A's lead by the first pick of an item (`final`)."""
    if not terms.items:
        return 0.0
    now = PICK * unsold / (terms.sets * GROUPS * len(SIZES))
    return now if terms.picker is Seat.A else -now


def by_chips(terms: Terms, chips: BySeat[int], unsold: int) -> float:
    """A's lead by its chips, in points: so near to the tables of the auctions (`bidding.py`) that no table is needed for a graph."""
    every = chips.a + chips.b
    return (chips.a - chips.b) / every * unsold * (bidding.mean(terms) - bidding.spare(terms)) / 2 if every else 0.0


def spread(terms: Terms, state: State) -> float:
    """The standard deviation of the points that are still to be won."""
    unsold = terms.sets * GROUPS * len(SIZES) - len(state.sales)
    hands = sum(len(tiles) for tiles in state.hands)
    kept = sum(len(tiles) for tiles in state.stored)
    return math.sqrt(PER_TILE * (unsold + (0 if state.final else hands)) + PER_STORED * (kept + (hands if state.final else 0)) + REST)


def lost(terms: Terms, state: State, seat: Seat, points: float) -> float:
    """The chance to win that a seat gives away with so many points of its lead."""
    line, sign = LINES[terms.variation], 1 if seat is Seat.A else -1
    here = sign * reading(terms, state)
    return line.chance(here) - line.chance(here - points / spread(terms, state))


def chance(terms: Terms, state: State) -> tuple[float, float, float]:
    """A's chance to win, and from where to where it lies by the error of the fit."""
    line, here = LINES[terms.variation], reading(terms, state)
    return (line.chance(here), *line.between(here))


# --- The cost of bids and folds on the knowledge of their seats: judged by the values by which `strong` bids (`bidding.py`)


@dataclass(frozen=True, slots=True)
class JudgedBid:
    """A bid or a fold.

    Attributes:
        moment: when.
        given: points of the lead that it gave away.
        chance: the chance to win that it gave away, from 0 to 1.
        even: the highest price, in chips, at which it was no worse to buy the tile than to sell it to the other seat.
        best: the best move.
        possible: the numbers that the tile could have, by what the seat knew.
        known: the seat's own tiles of the same group.
    """

    moment: reviewing.Moment[State]
    given: float
    chance: float
    even: int
    best: Move
    possible: tuple[int, ...]
    known: tuple[Tile, ...]


def judged(terms: Terms, moment: reviewing.Moment[State]) -> JudgedBid | None:
    """The act of a seat in an auction, judged; None if it resigned."""
    seat, state, move = certain(moment.seat), moment.state, moment.move
    block = certain(state.block)
    if not (isinstance(move, Bid) or move is Plain.FOLD or move is TIMEOUT):
        return None
    bidding, seen = BackwardInduction(), view.of(state, seat, terms)
    offers = bidding.offers(seen, UNLIMITED)
    chips, lowest = unit(terms), block.lowest(terms.opening)
    best = float(offers.bids.max())
    made = float(offers.bids[min(move.chips // chips, len(offers.bids) - 1)]) if isinstance(move, Bid) else offers.fold
    if not np.isfinite(made):  # between two prices in units
        made = max(best, offers.fold)
    given = max(0.0, best - made, offers.fold - made)
    bid = Bid(max(lowest, min(int(offers.bids.argmax()) * chips, state.chips[seat])))
    numbers = np.flatnonzero(belief.number_chances(seen, block.group, SIZES.index(certain(block.tile))))
    return JudgedBid(
        moment,
        given,
        lost(terms, state, seat, given),
        bidding.even_price(seen, UNLIMITED),
        bid if best > offers.fold else Plain.FOLD,
        tuple([int(number) for number in numbers]),
        tuple([tile for tile in state.hands[seat] if tile.set == state.set and tile.group == block.group]),
    )


# --- Remarks on bids and folds: the price, the knowledge of the seat, and the chance given away


LISTED: Final = 4  # numbers of a tile that are named one by one


@dataclass(frozen=True, slots=True)
class Sold:
    """A sale, and the events that made it.

    Attributes:
        sale: as everybody saw it.
        number: of the tile.
        acts: the bids of the auction and what ended it, each judged.
    """

    sale: Sale
    number: int
    acts: tuple[JudgedBid, ...]


def auctions(history: reviewing.MatchHistory[State], afters: Sequence[State]) -> Iterator[tuple[list[reviewing.Moment[State]], Sale]]:
    """Every auction in which somebody was asked: its bids and what ended it, and the sale."""
    acts: list[reviewing.Moment[State]] = []
    for moment, after in zip(history.moments, afters, strict=True):
        if moment.state.owed is Owed.BID:
            acts.append(moment)
            if len(after.sales) > len(moment.state.sales):
                yield acts, after.sales[len(moment.state.sales)]
                acts = []


def judged_sale(terms: Terms, acts: Sequence[reviewing.Moment[State]], sale: Sale) -> Sold:
    """A sale with everything judged that its seats did."""
    deal = certain(acts[-1].state.deal)
    each = [judged(terms, act) for act in acts]
    return Sold(sale, deal.number(sale.group, sale.size), tuple([act for act in each if act is not None]))


def auction_remarks(each: Sequence[Sold]) -> Iterator[reviewing.Remark]:
    """The acts in auctions that gave away enough to be mentioned."""
    for one in each:
        for act in one.acts:
            if (verdict := reviewing.graded(act.chance)) is not reviewing.Verdict.GOOD:
                yield reviewing.Remark(act.moment.event, act.moment.seat, verdict, f"{_sold(one)} {_known(act)}", better=(_bid(act.best),))


def _bid(move: Move) -> reviewing.BetterMove:
    """A better bid, or a fold."""
    told = say("bid {chips}", chips=move.chips) if isinstance(move, Bid) else say("fold")
    return reviewing.BetterMove(text(move, final=False), told=told)


def _sold(one: Sold) -> str:
    """The tile, its price and its number."""
    sale, sentence = one.sale, mark("the {colour} {size} of group {group}")
    tile = capital(say(sentence, colour=colour_word(sale.colour), size=size_title(sale.size), group=sale.group))
    return say("{tile} went for {chips}; it is the {number}.", tile=tile, chips=in_chips(sale.price), number=one.number)


def _known(act: JudgedBid) -> str:
    """What the seat could know, and why its price was too high or too low."""
    numbers, own = act.possible, listed([str(one.number) for one in act.known])
    possible = either([str(number) for number in numbers])
    if len(numbers) > LISTED:
        possible = say("a number from {low} to {high}", low=numbers[0], high=numbers[-1])
    sentence = mark("By the facts known then it was {numbers}.")
    if own:
        sentence = mark("Beside the {own} in hand of the same group it could only be {numbers}.")
    why = say("That was worth up to {chips}.", chips=in_chips(act.even))
    if isinstance(act.best, Bid) and act.best.chips > act.even:
        why = "" if isinstance(act.moment.move, Bid) else say("That price was too low to let it go.")
    return f"{say(sentence, own=own, numbers=possible)} {why}".strip()


# --- The whole match


def auction_summary(terms: Terms, each: Sequence[Sold]) -> list[str]:
    """The tiles that each seat had for its chips."""
    if not each:
        return []
    lines = []
    for seat in SEATS:
        own = [one for one in each if one.sale.seat is seat]
        points, chips = sum(bidding.of(terms)[one.number] for one in own) / 2, sum(one.sale.price for one in own)
        sentence = mark("{player}: {tiles} bought for {chips}, worth {points} on average.")
        lines.append(say(sentence, player=name(seat), tiles=in_tiles(len(own)), points=in_points(round(points)), chips=in_chips(chips)))
    return lines


# --- Remarks on choices in jousts, with both hands known: their effect on the joust, and the chance given away


PLAYED: Final = 0.1  # how often a move is played at least that is named instead
SHOWN: Final = 2  # of these


@dataclass(frozen=True, slots=True)
class Chosen:
    """The act of a seat in a round of a joust.

    Attributes:
        moment: when.
        seat: whose.
        given: points that it gave away, both hands known.
        chance: the chance to win that these are.
        better: what the solution does there, likeliest first, with its chance.
    """

    moment: reviewing.Moment[State]
    seat: Seat
    given: float
    chance: float
    better: tuple[tuple[Move, float], ...]


def phases(history: reviewing.MatchHistory[State]) -> Iterator[list[reviewing.Moment[State]]]:
    """The moments of each joust phase."""
    jousting = [moment for moment in history.moments if moment.state.owed in (Owed.FIRST, Owed.MORE) and moment.move is not None]
    for _, moments in groupby(jousting, key=lambda moment: moment.state.set):
        yield list(moments)


def judged_choices(terms: Terms, moments: Sequence[reviewing.Moment[State]]) -> Iterator[Chosen]:
    """What each choice of a phase gave away; nothing for a phase that is too large to be solved, nor for who ran out of time at first."""
    start = moments[0].state
    hands = start.hands
    if not bot.solves_whole(*hands.map(len)):
        return
    a, b = hands.map(lambda tiles: tuple([tile.number for tile in tiles]))
    solved = bot.phase(terms, a, b, final=start.final)
    for moment in moments:
        seat, state = certain(moment.seat), moment.state
        if moment.move is TIMEOUT and state.owed is Owed.FIRST:
            continue
        codes = {one: _code(hands[one], state, one) for one in SEATS}
        matrix, rows, columns = solved.round(codes[Seat.A], codes[Seat.B])
        mixed = solve(matrix)
        if seat is Seat.A:
            leads, likely, worths, value = rows, mixed.row, matrix @ mixed.column, mixed.value
        else:
            leads, likely, worths, value = columns, mixed.column, -(mixed.row @ matrix), -mixed.value
        steps = [int(code) - codes[seat] for code in leads]
        did = _step(hands[seat], moment.move.tile) if isinstance(moment.move, Put) else 0
        moves = [(_move(hands[seat], step), float(chance)) for step, chance in zip(steps, likely, strict=True)]
        given = max(0.0, value - float(worths[steps.index(did)]))
        better = tuple(sorted(moves, key=lambda pair: -pair[1]))
        yield Chosen(moment, seat, given, lost(terms, state, seat, given), better)


def _code(tiles: Tiles, state: State, seat: Seat) -> int:
    """Where a seat's tiles of a phase are."""
    up = () if state.joust is None else state.joust.up[seat]
    return fast.code([UP if tile in up else HAND if tile in state.hands[seat] else SPENT for tile in tiles], whole=True)


def _step(tiles: Tiles, tile: Tile) -> int:
    """By how much a tile that is put up changes the code."""
    place = tiles.index(tile)
    return (UP - HAND) * int(3**place)


def _move(tiles: Tiles, step: int) -> Move:
    return next((Put(tile) for tile in tiles if _step(tiles, tile) == step), Plain.PASS)


# --- Words


def joust_remarks(each: Sequence[Chosen], end: State) -> Iterator[reviewing.Remark]:
    """The choices that gave away enough to be mentioned."""
    for one in each:
        verdict = reviewing.graded(one.chance)
        if verdict is reviewing.Verdict.GOOD:
            continue
        move, final = one.moment.move, one.moment.state.final
        number = len(one.moment.state.jousts)
        instead = [(other, part) for other, part in one.better[:SHOWN] if part > PLAYED and other != move]
        best = next((other for other, _ in instead), None)
        parts = [_did_in_joust(one), *([_idea(one, end.jousts[number], best)] if number < len(end.jousts) else [])]
        parts.append(say("With both hands known, another choice was worth {points} points more.", points=numeral(one.given, 1)))
        told = [(text(other, final=final), say("{percent} of the time", percent=percent(part)), _doing(other)) for other, part in instead]
        better = tuple([reviewing.BetterMove(written, words=often, told=doing) for written, often, doing in told])
        yield reviewing.Remark(one.moment.event, one.seat, verdict, " ".join([part for part in parts if part]), better=better)


def _doing(move: Move) -> str:
    return say("put up the {number}", number=move.tile.number) if isinstance(move, Put) else say("add nothing")


def _did_in_joust(one: Chosen) -> str:
    move = one.moment.move
    return say("The {number} was put up.", number=move.tile.number) if isinstance(move, Put) else say("Nothing was added.")


def _idea(one: Chosen, done: FinishedJoust, best: Move | None) -> str:
    """The effect of a choice on its joust, as that ended, or of the better one; nothing if there is no plain reason."""
    seat, move, other = one.seat, one.moment.move, one.seat.other
    margin = done.total[seat] - done.total[other]
    if isinstance(move, Put):
        spent = move.tile.number
        if done.winner is seat and margin > spent:
            return say("The joust was won without it, so it only used up a tile.")
        if done.winner is other and spent > done.gain[other]:
            return say("The joust was lost all the same, and the tile is gone.")
        if done.winner is other and spent == done.gain[other]:
            return say("The other side won the joust and scored this very tile.")
        if done.winner is seat:
            return say("It won the joust, which was worth {points} only.", points=in_points(done.gain[seat]))
        return ""
    if done.winner is other and isinstance(best, Put) and best.tile.number > -margin:
        return say("With the {number} besides, it would have been ahead in this joust.", number=best.tile.number)
    return ""


@dataclass(frozen=True, slots=True)
class Advisor:
    """Goes through a match sale by sale, as long as the budget lasts, and joust by joust."""

    terms: Terms

    def review(self, history: reviewing.MatchHistory[State], budget: Budget, /) -> reviewing.Review:
        """The score, who bought what; the chance to win; remarks on prices and choices that cost something."""
        afters = [history.after(moment.event) for moment in history.moments]
        sold: list[Sold] = []
        chosen: list[Chosen] = []
        cut = False
        try:
            bidding.opened(model(self.terms), self.terms.sets, 0, TimeLeft(budget))  # the tables of the match
            for acts, sale in auctions(history, afters):
                cut = budget.spent()
                if cut:
                    break
                sold.append(judged_sale(self.terms, acts, sale))
        except OutOfTime:
            cut = True
        for phase in phases(history):
            cut = cut or budget.spent()
            if cut:
                break
            chosen += judged_choices(self.terms, phase)
        given = {act.moment.event: act.chance for one in sold for act in one.acts} | {one.moment.event: one.chance for one in chosen}
        chart = _chart(self.terms, history, afters)
        remarks = [*auction_remarks(sold), *joust_remarks(chosen, history.end)]
        summary = [_score(history), *auction_summary(self.terms, sold)]
        if cut:
            summary.append(
                count("There was time to look at {number} sale only.", "There was time to look at {number} sales only.", len(sold))
            )
        return reviewing.reviewed(history, summary, chart, remarks, given)


def _chart(terms: Terms, history: reviewing.MatchHistory[State], afters: Sequence[State]) -> reviewing.Chart:
    """A's chance to win after each sale and each joust."""
    course = {0: chance(terms, history.moments[0].state)} if history.moments else {}
    for moment, after in zip(history.moments, afters, strict=True):
        before = moment.state
        if len(after.sales) > len(before.sales) or len(after.jousts) > len(before.jousts) or after.set != before.set:
            course[moment.event] = chance(terms, after)
    course[len(history.moments)] = history.last_point()
    return reviewing.Chart.of(say("Chance of {player} to win, by points, tiles and chips", player="{A}"), course, say(FIT_ERROR))


def _score(history: reviewing.MatchHistory[State]) -> str:
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
