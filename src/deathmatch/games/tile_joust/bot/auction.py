"""Auctions solved backwards, as if the worth of tiles just added up.

Nothing is hidden in this model: both seats rate a tile alike, and all that is not known of a later tile is the class of its worth. A match
is then a zero-sum game in which the seats take turns, so that every position has one value and a best bid. A position before an auction
is: the chips of both seats, how many tiles of the set each has bought (R18 gives the rest to the seat with fewer), who opens, and whether
that seat opens the sets too.

Prices are counted in units. A unit is a chip up to `GRID` chips; beyond it is several, so that a table stays as small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.thinking import UNLIMITED, TimeLeft, remembered
from deathmatch.games.tile_joust.values import GROUPS, SIZES
from deathmatch.solve.kernel import kernel

Floats: TypeAlias = NDArray[np.float64]
Table: TypeAlias = NDArray[np.float32]

GRID: Final = 100  # units of one seat, at most
SOLD: Final = GROUPS * len(SIZES)  # tiles of a set that are sold
_MARGIN: Final = 2  # prices above the first at which a seat would rather sell, in case the values are not quite monotone


class Opened(NamedTuple):
    """A group as it may look when it is opened.

    Attributes:
        first: the place of the tile that comes first.
        worths: of its tiles by size: by how many points it moves the lead who has it.
        chance: that a group looks so.
    """

    first: int
    worths: tuple[float, ...]
    chance: float


class Auctioned(NamedTuple):
    """The model of a match, as the tables need it.

    Attributes:
        groups: for each group of a set, how it may look.
        ends: by the number of tiles that a seat has bought of a set, from 0 to `SOLD`: its lead in points because of the count alone.
        units: that each seat has at the beginning.
        opening: the lowest first bid, in units.
    """

    groups: tuple[tuple[Opened, ...], ...]
    ends: tuple[float, ...]
    units: int
    opening: int


@kernel
def auction(won: Table, lost: Table, half: float, mine: int, theirs: int, opening: int) -> float:
    """The lead of the seat that opens an auction, in points.

    `won[own, other]` is its lead after it has bought, `lost[own, other]` that of the other seat after that has bought, by the chips left;
    `half` is half of what the tile is worth.
    """
    top = min(mine, theirs) + 1
    for price in range(min(mine, theirs) + 1):
        if half + won[mine - price, theirs] <= -half - lost[theirs - price, mine]:
            top = min(top, price + _MARGIN)
            break
    # From `top` on, a seat that has to answer a bid folds. Below it: the best of the higher bids of each seat, the dearest first.
    best, least = -np.inf, np.inf
    if top < mine:
        best = half + won[mine - top - 1, theirs]
    if top < theirs:
        least = -half - lost[theirs - top - 1, mine]
    for price in range(top, opening - 1, -1):
        answered, answer = best, least
        if price <= mine:
            best = max(best, min(half + won[mine - price, theirs], answer))
        if price <= theirs:
            least = min(least, max(-half - lost[theirs - price, mine], answered))
    return float(max(best, -half - lost[theirs, mine]))


@kernel
def auctions(won: Table, lost: Table, half: float, opening: int, out: Table) -> None:
    """`auction` for all chips of both seats."""
    for mine in range(out.shape[0]):
        for theirs in range(out.shape[1]):
            out[mine, theirs] = auction(won, lost, half, mine, theirs, opening)


@kernel
def replies(won: Table, lost: Table, half: float, mine: int, theirs: int, top: int, out: Floats) -> None:
    """What each bid of the seat to act comes to if both go on as the model says: `out[price]` for all prices up to `top`, in points.

    Prices that it cannot pay are minus infinity. As in `auction`, but for every price.
    """
    best, least = -np.inf, np.inf
    for price in range(top, -1, -1):
        answered, answer = best, least
        out[price] = -np.inf
        if price <= mine:
            out[price] = min(half + won[mine - price, theirs], answer)
            best = max(best, out[price])
        if price <= theirs:
            least = min(least, max(-half - lost[theirs - price, mine], answered))


# --- The tables of a match


class Continued(NamedTuple):
    """The rest of the match after an auction, by the chips left of the seat that buys, and of the other.

    Attributes:
        won: the lead of the seat that acts now if it buys.
        lost: the lead of the other seat if that buys.
    """

    won: Table
    lost: Table


class _Group:
    """The auctions of one group, for all chips.

    Args:
        opening: the lowest first bid, in units.
        after: the tables of the group after it.
        size: of each of them: units and 1.
    """

    def __init__(self, opening: int, after: Table, size: int) -> None:
        self._opening, self._after, self._size = opening, after, size
        self._known: dict[tuple[int, int, tuple[float, ...]], Table] = {}

    def other(self, side: int) -> int:
        """The side of the other seat."""
        return 0 if len(self._after) == 1 else 1 - side

    def bought(self, side: int, mine: int, theirs: int, later: tuple[float, ...]) -> Table:
        """The lead of the seat that has just bought, and chooses which of the later tiles comes next (R17).

        `mine` and `theirs` are the tiles of the set that each seat has.
        """
        if not later:
            return np.ascontiguousarray(self._after[side, mine, : self._size, : self._size])
        table = self._known.get((side, mine, later))
        if table is None:
            table, *others = [self.auctioned(side, mine, theirs, worth, (*later[:at], *later[at + 1 :])) for at, worth in enumerate(later)]
            for other in others:
                np.maximum(table, other, out=table)
            self._known[side, mine, later] = table
        return table

    def after(self, side: int, mine: int, theirs: int, later: tuple[float, ...]) -> Continued:
        """The rest of the match after an auction."""
        return Continued(self.bought(side, mine + 1, theirs, later), self.bought(self.other(side), theirs + 1, mine, later))

    def auctioned(self, side: int, mine: int, theirs: int, worth: float, later: tuple[float, ...]) -> Table:
        """The lead of the seat that opens an auction."""
        out = np.empty((self._size, self._size), dtype=np.float32)
        won, lost = self.after(side, mine, theirs, later)
        auctions(won, lost, worth / 2, self._opening, out)
        return out


def _opened(model: Auctioned, sets: int, group: int, time: TimeLeft) -> Table:
    """The lead of the seat that opens the first auction of a group, shape (sides, tiles that it has bought of the set, units, units).

    Side 0 if it opens the sets too; in the last set that is all one. `sets` counts those to come with the present one, `group` from 0;
    `GROUPS` is the end of the set. Raises OutOfTime.
    """
    size = model.units + 1
    if group == GROUPS:
        ends = np.array(model.ends, dtype=np.float32)[None, :, None, None]
        if sets == 1:
            return np.broadcast_to(ends, (1, SOLD + 1, size, size))
        later = opened(model, sets - 1, 0, time)[0, 0]
        table: Table = ends + np.stack([later, -later.T])[:, None]
        return table
    after = opened(model, sets, group + 1, time)
    sold = group * len(SIZES)
    table = np.zeros((len(after), sold + 1, size, size), dtype=np.float32)
    for first, worths, chance in model.groups[group]:
        time.check()
        auctioned = _Group(model.opening, after, size)
        later = (*worths[:first], *worths[first + 1 :])
        for side in range(len(after)):
            for mine in range(sold + 1):
                table[side, mine] += chance * auctioned.auctioned(side, mine, sold - mine, worths[first], later)
    return table


opened = remembered(64)(_opened)
"""`_opened`, cached: all groups of nine sets, and a few of another match."""


def warm(model: Auctioned, sets: int) -> None:
    """Have the tables of a match ready."""
    lead(model, Lot(sets, 0, True, 0, 0, 1.0, ()), (model.units, model.units))
    offers(continued(model, Lot(1, GROUPS - 1, True, 0, 0, 1.0, ()), model.units + 1, UNLIMITED), 1.0, (model.units, model.units), None, 0)


# --- One auction


@dataclass(frozen=True, slots=True)
class Lot:
    """A tile under auction.

    Attributes:
        sets: to come, with the present one.
        group: from 0.
        opens: whether the seat to act opens the sets.
        bought: tiles of the set that the seat to act has bought, and `theirs` those of the other.
        worth: of the tile, in points, and `later` that of the tiles of the group that come after it.
    """

    sets: int
    group: int
    opens: bool
    bought: int
    theirs: int
    worth: float
    later: tuple[float, ...]


def _continued(model: Auctioned, lot: Lot, size: int, time: TimeLeft) -> Continued:
    """The tables after a lot, for up to `size` - 1 units. Raises OutOfTime."""
    after = opened(model, lot.sets, lot.group + 1, time)
    time.check()
    return _Group(model.opening, after, size).after(0 if lot.opens or len(after) == 1 else 1, lot.bought, lot.theirs, lot.later)


continued = remembered(4)(_continued)


class Offers(NamedTuple):
    """What the seat to act may do, in points of its lead in the end.

    Attributes:
        fold: if it folds.
        bids: if it bids a price, by the price from 0; minus infinity for prices that it cannot bid.
    """

    fold: float
    bids: Floats


def offers(after: Continued, worth: float, chips: tuple[int, int], standing: int | None, opening: int) -> Offers:
    """The values of a fold and of every bid. `chips` are the units of the seat to act and of the other."""
    mine, theirs = chips
    top = max(mine, theirs)
    bids = np.full(top + 1, -np.inf)
    replies(after.won, after.lost, worth / 2, mine, theirs, top, bids)
    lowest = opening if standing is None else standing + 1
    bids[:lowest] = -np.inf
    return Offers(-worth / 2 - float(after.lost[theirs - (standing or 0), mine]), bids)


def even_price(after: Continued, worth: float, chips: tuple[int, int]) -> int:
    """The highest price in units at which it is no worse to buy than to sell, also if the bids have passed it; 0 if there is none."""
    mine, theirs = chips
    prices = range(min(mine, theirs) + 1)
    return max([price for price in prices if worth + after.won[mine - price, theirs] >= -after.lost[theirs - price, mine]], default=0)


def lead(model: Auctioned, lot: Lot, chips: tuple[int, int], time: TimeLeft = UNLIMITED) -> float:
    """The lead of the seat that opens a lot, in points; `chips` are its units and those of the other seat. Raises OutOfTime."""
    after = continued(model, lot, max(chips) + 1, time)
    return auction(after.won, after.lost, lot.worth / 2, *chips, model.opening)
