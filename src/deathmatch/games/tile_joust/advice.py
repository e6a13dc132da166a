"""Remarks on a finished match: the prices of tiles against their worth, and the joust that decided it.

The capability `advise`. A bid is judged by what the seat itself could know, by the values by which `strong` bids (`judging.py`). A choice
in a joust is judged by the solution of its phase (`fast.py`) for the hands that there were, which neither seat knew then: by how much less
it comes to than the solution against a seat that mixes as the solution says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import Budget
from deathmatch.core.chances import FIT_ERROR
from deathmatch.core.game import TIMEOUT, Over
from deathmatch.core.reviewing import BetterMove, Chart, MatchHistory, Moment, Remark, Review, Verdict
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.speech import count, mark, say
from deathmatch.core.thinking import OutOfTime, TimeLeft
from deathmatch.core.wording import name
from deathmatch.games.tile_joust import chances, fast, judging
from deathmatch.games.tile_joust.bot import strong, worth
from deathmatch.games.tile_joust.fast import HAND, SPENT, UP
from deathmatch.games.tile_joust.judging import Judged
from deathmatch.games.tile_joust.naming import colour_word, in_chips, size_word
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import (
    FINAL,
    Bid,
    Move,
    Owed,
    Plain,
    Put,
    Sale,
    Terms,
    Tile,
    Tiles,
    text,
)
from deathmatch.solve.matrix import solve

if TYPE_CHECKING:
    from deathmatch.games.tile_joust.game import TileJoust

LOST: Final = ((0.12, Verdict.BLUNDER), (0.06, Verdict.MISTAKE), (0.03, Verdict.DOUBTFUL))  # chance to win given away by a bid
BIDS: Final = 5  # bids and folds that are remarked upon, those that gave most away
GIVEN: Final = ((6.0, Verdict.BLUNDER), (3.0, Verdict.MISTAKE), (1.5, Verdict.DOUBTFUL))  # points given away in a joust, and what that is
CHOICES: Final = 8  # in jousts that are remarked upon, those that gave most away


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
    acts: tuple[Judged, ...]


class Advisor:
    """Goes through a match sale by sale, as long as the budget lasts, and joust by joust."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def review(self, history: MatchHistory[State], budget: Budget, /) -> Review:
        """The score, who bought what and gave away what; how the points went; remarks on prices and choices that cost something."""
        sold: list[Sold] = []
        cut = False
        try:
            judging.prepare(self._terms, TimeLeft(budget))
            for acts, sale in _auctions(history):
                cut = budget.spent()
                if cut:
                    break
                sold.append(_sold(self._terms, acts, sale))
        except OutOfTime:
            cut = True
        worst_bids = sorted([(act, one) for one in sold for act in _worst(one)], key=lambda pair: -pair[0].chance)[:BIDS]
        remarks = [remark for act, one in worst_bids for remark in (_remarked(act, one),) if remark is not None]
        chosen: list[Chosen] = []
        for phase in _phases(history):
            cut = cut or budget.spent()
            if cut:
                break
            chosen += _chosen(self._terms, phase)
        worst = sorted(chosen, key=lambda one: -one.given)[:CHOICES]
        remarks += [remark for one in worst for remark in (_gave(one),) if remark is not None]
        jousts = _jousts(history)
        turn = _turn(jousts, history.outcome)
        summary = [_score(history), *_bought(self._terms, sold), *_lost(sold), *_given(chosen)]
        if turn is not None:
            summary.insert(1, turn.words)
            here = next((remark for remark in remarks if remark.event == turn.event), None)
            remarks = [remark for remark in remarks if remark is not here]
            remarks.append(turn if here is None else replace(here, words=f"{here.words} {turn.words}"))
        if cut:
            summary.append(
                count("There was time to look at {number} sale only.", "There was time to look at {number} sales only.", len(sold))
            )
        return Review(tuple(summary), _chart(self._terms, history), tuple(sorted(remarks, key=lambda remark: remark.event)))


def _sold(terms: Terms, acts: Sequence[Moment[State]], sale: Sale) -> Sold:
    """A sale with everything judged that its seats did."""
    deal = acts[-1].state.deal
    assert deal is not None
    each = [judging.judged(terms, act) for act in acts]
    return Sold(sale, deal.number(sale.group, sale.size), tuple([act for act in each if act is not None]))


def _auctions(history: MatchHistory[State]) -> Iterator[tuple[list[Moment[State]], Sale]]:
    """Every auction in which somebody was asked: its bids and what ended it, and the sale."""
    acts: list[Moment[State]] = []
    for moment, after in zip(history.moments, _afters(history), strict=True):
        if moment.state.owed is Owed.BID:
            acts.append(moment)
            if len(after.sales) > len(moment.state.sales):
                yield acts, after.sales[len(moment.state.sales)]
                acts = []


def _afters(history: MatchHistory[State]) -> Sequence[State]:
    """The state after each event."""
    return [*[moment.state for moment in history.moments[1:]], history.end]


# --- Prices


def _tile(one: Sold) -> str:
    sale = one.sale
    sentence = mark("the {colour} {size} of group {group}")
    return say(sentence, colour=colour_word(sale.colour), size=size_word(sale.size), group=sale.group)


def _worst(one: Sold) -> list[Judged]:
    """The act of each seat that gave most away."""
    own = [[act for act in one.acts if act.moment.seat is seat] for seat in SEATS]
    return [max(acts, key=lambda act: act.chance) for acts in own if acts]


def _remarked(act: Judged, one: Sold) -> Remark | None:
    """A bid or a fold that gave away enough to be mentioned."""
    verdict = next((verdict for least, verdict in LOST if act.chance >= least), None)
    if verdict is None:
        return None
    move, seat, sale = act.moment.move, act.moment.seat, one.sale
    assert seat is not None
    if isinstance(move, Bid):
        bought = sale.seat is seat and sale.price == move.chips
        sentence = mark("{player} paid {price} for {tile}; {worth}") if bought else mark("{player} bid {price} for {tile}; {worth}")
        price = move.chips
    else:
        sentence = mark("{player} let {tile} go for {price}; {worth}")
        if act.moment.text == TIMEOUT.value:
            sentence = mark("{player} ran out of time on {tile}; {worth}")
        price = sale.price
    words = say(sentence, player=name(seat), tile=_tile(one), price=price, worth=_worth(act, one))
    return Remark(act.moment.event, seat, verdict, words, better=(BetterMove(text(act.best, final=False)),))


def _worth(act: Judged, one: Sold) -> str:
    """The knowledge of a seat, the cost of its act, and the truth."""
    assert act.moment.seat is not None
    sentence = mark(
        "by what {player} could know it was worth {chips}, and this gave away {chance} of the chance to win. It is the {number}."
    )
    return say(sentence, player=name(act.moment.seat), chips=in_chips(act.even), chance=f"{act.chance:.0%}", number=one.number)


def _lost(sold: Sequence[Sold]) -> list[str]:
    """The points given away in auctions."""
    if not sold:
        return []
    a, b = (sum(act.given for one in sold for act in one.acts if act.moment.seat is seat) for seat in SEATS)
    sentence = mark("In auctions, on the knowledge of each seat, {a} gave away {a_points} points and {b} {b_points}.")
    return [say(sentence, a=name(Seat.A), a_points=f"{a:.1f}", b=name(Seat.B), b_points=f"{b:.1f}")]


def _bought(terms: Terms, sold: Sequence[Sold]) -> list[str]:
    """What each seat had for its chips, in one line."""
    if not sold:
        return []
    parts = []
    for seat in SEATS:
        own = [one for one in sold if one.sale.seat is seat]
        points, chips = sum(worth.of(terms)[one.number] for one in own) / 2, sum(one.sale.price for one in own)
        sentence = mark("{player} bought {number} tiles, worth {points} points on average, for {chips} chips")
        parts.append(say(sentence, player=name(seat), number=len(own), points=f"{points:.0f}", chips=chips))
    return [f"{'; '.join(parts)}."]


# --- Choices in jousts


@dataclass(frozen=True, slots=True)
class Chosen:
    """The act of a seat in a round of a joust.

    Attributes:
        moment: when.
        seat: whose.
        given: points that it gave away, both hands known.
        better: what the solution does there, likeliest first, with its chance.
    """

    moment: Moment[State]
    seat: Seat
    given: float
    better: tuple[tuple[Move, float], ...]


def _phases(history: MatchHistory[State]) -> Iterator[list[Moment[State]]]:
    """The moments of each joust phase."""
    jousting = [moment for moment in history.moments if moment.state.owed in (Owed.FIRST, Owed.MORE) and moment.move is not None]
    for _, moments in groupby(jousting, key=lambda moment: moment.state.set):
        yield list(moments)


def _chosen(terms: Terms, moments: Sequence[Moment[State]]) -> Iterator[Chosen]:
    """What each choice of a phase gave away; nothing for a phase that is too large to be solved, nor for who ran out of time at first."""
    start = moments[0].state
    hands = start.hands
    if not strong.solves_whole(*hands.map(len)):
        return
    a, b = hands.map(lambda tiles: tuple([tile.number for tile in tiles]))
    solved = strong.phase(terms, a, b, final=start.final)
    for moment in moments:
        seat, state = moment.seat, moment.state
        assert seat is not None
        if moment.move is TIMEOUT and state.owed is Owed.FIRST:
            continue
        codes = {one: _code(hands[one], state, one) for one in SEATS}
        matrix, rows, columns = solved.round(codes[Seat.A], codes[Seat.B])
        mixed = solve(matrix)
        if seat is Seat.A:
            leads, chances, worths, value = rows, mixed.row, matrix @ mixed.column, mixed.value
        else:
            leads, chances, worths, value = columns, mixed.column, -(mixed.row @ matrix), -mixed.value
        steps = [int(code) - codes[seat] for code in leads]
        did = _step(hands[seat], moment.move.tile) if isinstance(moment.move, Put) else 0
        moves = [(_move(hands[seat], step), float(chance)) for step, chance in zip(steps, chances, strict=True)]
        better = sorted(moves, key=lambda pair: -pair[1])
        yield Chosen(moment, seat, max(0.0, value - float(worths[steps.index(did)])), tuple(better))


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


def _gave(one: Chosen) -> Remark | None:
    """A choice that gave away enough to be mentioned."""
    verdict = next((verdict for least, verdict in GIVEN if one.given >= least), None)
    if verdict is None:
        return None
    move, final = one.moment.move, one.moment.state.final
    points = f"{one.given:.1f}"
    if isinstance(move, Put):
        sentence = mark("{player} put up the {number}; with both hands known that gave away {points} points.")
        words = say(sentence, player=name(one.seat), number=move.tile.number, points=points)
    else:
        sentence = mark("{player} added nothing; with both hands known that gave away {points} points.")
        words = say(sentence, player=name(one.seat), points=points)
    instead = [(other, chance) for other, chance in one.better[:2] if chance > 0.1 and other != move]  # at the most two, by lot
    better = tuple(
        [BetterMove(text(other, final=final), words=say("{percent} of the time", percent=f"{chance:.0%}")) for other, chance in instead]
    )
    return Remark(one.moment.event, one.seat, verdict, words, better=better)


def _given(chosen: Sequence[Chosen]) -> list[str]:
    """The points given away in jousts, and the worst joust."""
    if not chosen:
        return []
    a, b = (sum(one.given for one in chosen if one.seat is seat) for seat in SEATS)
    sentence = mark("In jousts, both hands known, {a} gave away {a_points} points and {b} {b_points}.")
    lines = [say(sentence, a=name(Seat.A), a_points=f"{a:.1f}", b=name(Seat.B), b_points=f"{b:.1f}")]
    by_joust: dict[tuple[int, Seat], float] = {}
    for one in chosen:
        key = len(one.moment.state.jousts), one.seat
        by_joust[key] = by_joust.get(key, 0.0) + one.given
    (joust, seat), most = max(by_joust.items(), key=lambda pair: pair[1])
    if most >= GIVEN[-1][0]:
        sentence = mark("Most of it in joust {number} of all: {player}, {points} points.")
        lines.append(say(sentence, number=joust + 1, player=name(seat), points=f"{most:.1f}"))
    return lines


# --- Points


@dataclass(frozen=True, slots=True)
class Scored:
    """The event that ended a joust, and the points after it."""

    moment: Moment[State]
    state: State

    @property
    def lead(self) -> int:
        """Of A."""
        return self.state.points.a - self.state.points.b


def _jousts(history: MatchHistory[State]) -> list[Scored]:
    pairs = zip(history.moments, _afters(history), strict=True)
    return [Scored(moment, after) for moment, after in pairs if len(after.jousts) > len(moment.state.jousts)]


def _turn(jousts: Sequence[Scored], outcome: Over) -> Remark | None:
    """The joust from which on the winner was ahead."""
    if outcome.reason != "points" or outcome.winner is None:
        return None
    sign = 1 if outcome.winner is Seat.A else -1
    behind = [place for place, scored in enumerate(jousts) if sign * scored.lead <= 0]
    place = behind[-1] + 1 if behind else 0
    if place == len(jousts):
        return None
    scored = jousts[place]
    done, seat = scored.state.jousts[-1], scored.moment.seat
    sentence = mark("{winner} went ahead for good in set {set}, joust {number} of all: {a} against {b}, for {points}.")
    if done.set == FINAL:
        sentence = mark("{winner} went ahead for good in the final joust, joust {number} of all: {a} against {b}, for {points}.")
    words = say(
        sentence,
        winner=name(outcome.winner),
        set=done.set,
        number=place + 1,
        a=done.total.a,
        b=done.total.b,
        points=count("{number} point", "{number} points", done.gain[outcome.winner]),
    )
    return Remark(scored.moment.event, seat, Verdict.NOTE, words)


def _chart(terms: Terms, history: MatchHistory[State]) -> Chart:
    """A's chance to win after each sale and each joust."""
    course = {0: chances.chance(terms, history.moments[0].state)} if history.moments else {}
    for moment, after in zip(history.moments, _afters(history), strict=True):
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
        return say("{winner} won by resignation, with {most} points to {fewest}.", winner=name(outcome.winner), most=own, fewest=other)
    if own == other:
        return say("{winner} won the tie at {points} points.", winner=name(outcome.winner), points=own)
    return say("{winner} won with {most} points to {fewest}.", winner=name(outcome.winner), most=own, fewest=other)


def advise(game: TileJoust) -> Advisor:
    """The capability `advise`."""
    return Advisor(game.terms)
