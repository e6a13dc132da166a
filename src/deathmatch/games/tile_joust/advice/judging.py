"""The cost of bids and folds on the knowledge of their seats: judged by the values by which `strong` bids (bot/bidding.py)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from deathmatch.core.game import TIMEOUT
from deathmatch.core.reviewing import Moment
from deathmatch.core.thinking import UNLIMITED, TimeLeft
from deathmatch.games.tile_joust import belief, chances, view
from deathmatch.games.tile_joust.bot import auction
from deathmatch.games.tile_joust.bot.bidding import BackwardInduction, model, unit
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import SIZES, Bid, Move, Plain, Terms, Tile


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

    moment: Moment[State]
    given: float
    chance: float
    even: int
    best: Move
    possible: tuple[int, ...]
    known: tuple[Tile, ...]


def prepare(terms: Terms, time: TimeLeft) -> None:
    """Make the tables of a match. Raises OutOfTime."""
    auction.opened(model(terms), terms.sets, 0, time)


def judged(terms: Terms, moment: Moment[State]) -> JudgedBid | None:
    """The act of a seat in an auction, judged; None if it resigned."""
    seat, state, move = moment.seat, moment.state, moment.move
    assert seat is not None
    block = state.block
    assert block is not None
    assert block.tile is not None
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
    numbers = np.flatnonzero(belief.number_chances(seen, block.group, SIZES.index(block.tile)))
    return JudgedBid(
        moment,
        given,
        chances.lost(terms, state, seat, given),
        bidding.even_price(seen, UNLIMITED),
        bid if best > offers.fold else Plain.FOLD,
        tuple([int(number) for number in numbers]),
        tuple([tile for tile in state.hands[seat] if tile.set == state.set and tile.group == block.group]),
    )
