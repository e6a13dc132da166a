"""Remarks on bids and folds: the price, the knowledge of the seat, and the chance given away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from deathmatch.core.game import TIMEOUT
from deathmatch.core.reviewing import BetterMove, MatchHistory, Moment, Remark, Verdict, gave_away
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.speech import mark, say
from deathmatch.core.wording import either, listed, name
from deathmatch.games.tile_joust.advice import judging
from deathmatch.games.tile_joust.advice.judging import JudgedBid
from deathmatch.games.tile_joust.bot import worth
from deathmatch.games.tile_joust.naming import colour_word, in_chips, in_points, in_tiles, size_word
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import Bid, Owed, Sale, Terms, text

LOST: Final = ((0.12, Verdict.BLUNDER), (0.06, Verdict.MISTAKE), (0.03, Verdict.DOUBTFUL))  # chance to win given away
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


def auctions(history: MatchHistory[State], afters: Sequence[State]) -> Iterator[tuple[list[Moment[State]], Sale]]:
    """Every auction in which somebody was asked: its bids and what ended it, and the sale."""
    acts: list[Moment[State]] = []
    for moment, after in zip(history.moments, afters, strict=True):
        if moment.state.owed is Owed.BID:
            acts.append(moment)
            if len(after.sales) > len(moment.state.sales):
                yield acts, after.sales[len(moment.state.sales)]
                acts = []


def sold(terms: Terms, acts: Sequence[Moment[State]], sale: Sale) -> Sold:
    """A sale with everything judged that its seats did."""
    deal = acts[-1].state.deal
    assert deal is not None
    each = [judging.judged(terms, act) for act in acts]
    return Sold(sale, deal.number(sale.group, sale.size), tuple([act for act in each if act is not None]))


def remarks(each: Sequence[Sold]) -> Iterator[Remark]:
    """The act of either seat in an auction that gave most away, if it is enough to be mentioned."""
    for one in each:
        for seat in SEATS:
            act = max([act for act in one.acts if act.moment.seat is seat], key=lambda act: act.chance, default=None)
            verdict = None if act is None else verdict_of(act.chance)
            if act is not None and verdict is not None:
                words = f"{_did(act, one)} {_known(act)} {gave_away(act.chance)}"
                yield Remark(act.moment.event, seat, verdict, words, better=(BetterMove(text(act.best, final=False)),))


def verdict_of(chance: float) -> Verdict | None:
    """The verdict on a decision that gave away so much of the chance to win; None if it is not worth a word."""
    return next((verdict for least, verdict in LOST if chance >= least), None)


def tile(sale: Sale) -> str:
    """A tile as everybody saw it."""
    sentence = mark("the {colour} {size} of group {group}")
    return say(sentence, colour=colour_word(sale.colour), size=size_word(sale.size), group=sale.group)


def _did(act: JudgedBid, one: Sold) -> str:
    """The act of a seat, and the number of the tile."""
    move, seat, sale = act.moment.move, act.moment.seat, one.sale
    assert seat is not None
    price = sale.price
    if isinstance(move, Bid):
        bought = sale.seat is seat and sale.price == move.chips
        price = move.chips
        sentence = mark("{player} paid {price} for {tile}, which is the {number}.")
        if not bought:
            sentence = mark("{player} bid {price} for {tile}, which is the {number}.")
    elif act.moment.text == TIMEOUT.value:
        sentence = mark("{player} ran out of time on {tile}, which is the {number}, and it went for {price}.")
    else:
        sentence = mark("{player} let {tile} go for {price}; it is the {number}.")
    return say(sentence, player=name(seat), tile=tile(sale), price=price, number=one.number)


def _known(act: JudgedBid) -> str:
    """What the seat could know, and the price that follows from it."""
    assert act.moment.seat is not None
    numbers, own = act.possible, listed([str(one.number) for one in act.known])
    possible = either([str(number) for number in numbers])
    if len(numbers) > LISTED:
        possible = say("a number from {low} to {high}", low=numbers[0], high=numbers[-1])
    sentence = mark("By what {player} could know it was {numbers}, worth up to {chips}.")
    if own:
        sentence = mark("Beside its {own} of the same group it could only be {numbers}, worth up to {chips}.")
    return say(sentence, player=name(act.moment.seat), own=own, numbers=possible, chips=in_chips(act.even))


# --- The whole match


def summary(terms: Terms, each: Sequence[Sold]) -> list[str]:
    """What each seat had for its chips, and the points that it gave away."""
    if not each:
        return []
    parts = []
    for seat in SEATS:
        own = [one for one in each if one.sale.seat is seat]
        points, chips = sum(worth.of(terms)[one.number] for one in own) / 2, sum(one.sale.price for one in own)
        sentence = mark("{player} bought {tiles}, worth {points} on average, for {chips}")
        parts.append(say(sentence, player=name(seat), tiles=in_tiles(len(own)), points=in_points(round(points)), chips=in_chips(chips)))
    a, b = (sum(act.given for one in each for act in one.acts if act.moment.seat is seat) for seat in SEATS)
    lost = mark("In auctions, on the knowledge of each seat, {a} gave away {a_points} points and {b} {b_points}.")
    return [f"{'; '.join(parts)}.", say(lost, a=name(Seat.A), a_points=f"{a:.1f}", b=name(Seat.B), b_points=f"{b:.1f}")]
