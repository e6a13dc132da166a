"""The chance to win a match: from the lead, the tiles and the chips of both seats, set against the points that are still to be won.

All tiles count at their fitted worth (`bidding.py`), those of both hands, because a match that is reviewed is over. How much a lead is
worth was fitted to matches between bots by `python -m research calibration`.
"""

from __future__ import annotations

import math
from typing import Final

from deathmatch.core.chances import OddsLine
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games.tile_joust import bidding
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import GROUPS, SIZES, Terms, Variation

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
