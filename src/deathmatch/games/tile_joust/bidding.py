"""Ways to bid, and to choose the next tile of a group: a `Strong` has one `Bidding`.

- `BackwardInduction`: that of `strong`, by auctions solved backwards.
- `FixedPrice`: a price for each tile; that of `strong` before, and of every `strong` that has no time to make tables.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from math import comb
from typing import Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.bots import UNLIMITED, OutOfTime, TimeLeft, remembered
from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import SEATS, certain
from deathmatch.games.tile_joust import belief
from deathmatch.games.tile_joust.deduction import own, seated
from deathmatch.games.tile_joust.values import GROUPS, HIGHEST, SIZES, Bid, Colour, Item, Move, Plain, Size, Terms, Use, Variation
from deathmatch.games.tile_joust.view import View
from deathmatch.solve.kernel import kernel

# --- What tiles are worth, in points of a set: by how much it moves the difference of points that a seat has a tile and not the other


LAST: Final = (1.0,) * (HIGHEST + 1)
"""The worth of a tile that is left after the final joust (R24)."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """What `research/fit_tile_joust.py` has found for a variant.

    Attributes:
        tiles: by number from 0, by how much it moves the difference of points of a set who has it. A tile that is put up with the smallest
            one loses little, so that one is worth as much as a middling one.
        stored: by number, the worth of a tile to the seat that keeps it for the final joust.
        spare: the loss of worth because the buyer may miss a left-over tile (R18).
        uneven: by the number of tiles that a seat has bought of a set, up to half of them: by how much its lead is better than its tiles
            are worth together. A seat with few tiles loses less than they are worth, because each tile more adds less.
        groups: how a group may look when it is opened, for each group of a set: the place of its first tile, the expected worths of its
            tiles by size, and the chance that it looks so.
    """

    tiles: tuple[float, ...]
    stored: tuple[float, ...]
    spare: float
    uneven: tuple[float, ...]
    groups: tuple[tuple[tuple[int, tuple[float, ...], float], ...], ...]


@lru_cache(maxsize=len(Variation))
def fitted(variation: Variation) -> Fitted:
    """The figures of a variant, from its data file."""
    text = resources.files("deathmatch.games.tile_joust").joinpath("data", f"{variation.value}.json").read_text("utf-8")
    data = json.loads(text)
    groups = tuple([tuple([(first, tuple(worths), chance) for first, worths, chance in group]) for group in data["groups"]])
    return Fitted(tuple(data["tiles"]), tuple(data["stored"]), data["spare"], tuple(data["uneven"]), groups)


def of(terms: Terms) -> tuple[float, ...]:
    """The worth of tiles in a variant, by number from 0."""
    return fitted(terms.variation).tiles


def stored(terms: Terms) -> tuple[float, ...]:
    """The worth of a tile that is stored for the final joust."""
    return fitted(terms.variation).stored


def held(terms: Terms) -> tuple[float, ...]:
    """The worth of a tile in hand to its owner, if a phase is not searched to its end."""
    return tuple([tile / 2 for tile in of(terms)])


def spare(terms: Terms) -> float:
    """The loss of a tile's worth because the seat with fewer tiles gets a left-over one, or the better of two (R18)."""
    return fitted(terms.variation).spare


def turned(terms: Terms, number: int) -> float:
    """The points that Tile Inversion adds to a tile."""
    table = of(terms)
    return (table[HIGHEST - number] - table[number]) / 2


def used_items(view: View, gained: Callable[[int], float], wanted: float, *, conceals: bool) -> Move:
    """Turns the tile round that gains most by it, if that is as much as is wanted, or half a point at the last chance; or passes.

    Args:
        view: of a seat that may use items.
        gained: the gain of a tile of this number, in points.
        wanted: before the last chance.
        conceals: whether groups are hidden as soon as they can be.
    """
    usable = view.usable(seated(view))
    tile = max(own(view).hand, key=lambda tile: gained(tile.number))
    last = view.final or view.set == view.terms.sets
    invert = tile if Item.INVERSION in usable and gained(tile.number) >= (0.5 if last else wanted) else None
    conceal = conceals and Item.CONCEAL in usable
    return Use(invert, conceal) if invert is not None or conceal else Plain.PASS


def at_place(numbers: Sequence[int], colour: Colour, size: Size) -> dict[int, float]:
    """The chance of each number to be a tile of that colour and size, if any three of these numbers, ascending, form a group.

    If none has the colour, all are taken; empty only if there are no numbers.
    """
    place, count = SIZES.index(size), len(numbers)
    ways = {
        number: comb(rank, place) * comb(count - 1 - rank, len(SIZES) - 1 - place)
        for rank, number in enumerate(numbers)
        if Colour.of(number) is colour
    }
    total = sum(ways.values())
    if not total:
        ways = dict.fromkeys([number for number in numbers if Colour.of(number) is colour] or numbers, 1)
        total = len(ways)
    return {number: way / total for number, way in ways.items() if way}


def mean(terms: Terms) -> float:
    """The average worth of a tile."""
    return sum(of(terms)[terms.lowest :]) / (HIGHEST + 1 - terms.lowest)


def fewer(terms: Terms) -> float:
    """The gain of a seat that has fewer tiles of a set: one left-over tile more, or the better one of two (R18)."""
    numbers = of(terms)[terms.lowest :]
    if terms.left == 1:
        return mean(terms) / 2
    pairs = [abs(one - other) / 2 for one in numbers for other in numbers]
    return sum(pairs) / (len(numbers) * (len(numbers) - 1))


def counted(terms: Terms) -> tuple[float, ...]:
    """The lead of a seat because of the count of tiles alone, by the tiles that it has bought of a set: the left-over one, and `uneven`."""
    below = [fewer(terms) + more for more in fitted(terms.variation).uneven]
    return (*below, 0.0, *[-more for more in reversed(below)])


def tiles_to_come(view: View) -> int:
    """How many tiles are still to be sold in the match, the one under auction included."""
    return view.terms.sets * GROUPS * len(SIZES) - len(view.sales)


# --- Auctions solved backwards, as if the worth of tiles just added up
# Nothing is hidden in this model: both seats rate a tile alike, and all that is not known of a later tile is the class of its worth. A
# match is then a zero-sum game in which the seats take turns, so that every position has one value and a best bid. A position before an
# auction is: the chips of both seats, how many tiles of the set each has bought (R18 gives the rest to the seat with fewer), who opens, and
# whether that seat opens the sets too.
# Prices are counted in units. A unit is a chip up to `GRID` chips; beyond it is several, so that a table stays as small.


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


ALIKE: Final = 0.01  # points by which bids may differ and count as equally good: the lowest of them is made
SHOWN: Final = 0.5
"""The least part of its own knowledge that a bid goes by. From half of it to all of it the results are the same, so the part falls by lot:
its bids do not tell where it stops, and tell less of its hand."""


class Bidding(Protocol):
    """A way to bid."""

    def bid(self, view: View, time: TimeLeft, source: RandomSource, /) -> Move:
        """A bid or a fold."""
        ...

    def next_size(self, view: View, time: TimeLeft, /) -> Size:
        """Which tile of the group comes next (R17)."""
        ...


def own_worth(view: View, size: Size) -> float:
    """The average worth of an unsold tile of this group, in points, by all that the seat knows."""
    return float(belief.number_chances(view, certain(view.block).group, SIZES.index(size)) @ np.array(of(view.terms)))


def public_worth(view: View, size: Size) -> float:
    """The same by what everybody sees."""
    return float(belief.public_chances(view, certain(view.block).group, SIZES.index(size)) @ np.array(of(view.terms)))


# --- A price for each tile


@dataclass(frozen=True, slots=True)
class FixedPrice:
    """Bids one more up to the tile's worth at the rate at which the chips of both seats would just pay for all coming tiles."""

    def bid(self, view: View, time: TimeLeft, source: RandomSource, /) -> Move:
        """One more than the present bid, as long as the tile is worth it."""
        lowest = certain(view.block).lowest(view.terms.opening)
        return Bid(lowest) if lowest <= price(view) else Plain.FOLD

    def next_size(self, view: View, time: TimeLeft, /) -> Size:
        """The better one."""
        return max(certain(view.block).unsold, key=lambda size: own_worth(view, size))


def price(view: View) -> float:
    """The most that `FixedPrice` would pay for the tile under auction: both seats' chips times the tile's share of all coming worth."""
    block = certain(view.block)
    assert block.tile is not None
    less = spare(view.terms)
    here = own_worth(view, block.tile) - less
    rest = sum(own_worth(view, size) - less for size in block.unsold if size is not block.tile)
    after = tiles_to_come(view) - len(block.unsold)
    rest += after * (mean(view.terms) - less)
    return sum(view.chips[seat] for seat in SEATS) * here / (here + rest)


# --- Backward induction


def unit(terms: Terms) -> int:
    """Chips in a unit of the tables."""
    return max(1, -(-terms.chips // GRID))


@lru_cache(maxsize=16)
def model(terms: Terms) -> Auctioned:
    """The auctions of a match."""
    groups = tuple([tuple([Opened(*look) for look in group]) for group in fitted(terms.variation).groups])
    chips = unit(terms)
    return Auctioned(groups, counted(terms), terms.chips // chips, terms.opening if chips == 1 else 0)


@dataclass(frozen=True, slots=True)
class BackwardInduction:
    """Makes the bid that is best if both seats go on as the tables say; with no time for tables it bids by `FixedPrice`.

    Attributes:
        shown: the least part of its own knowledge that a bid goes by; the part falls by lot for each bid.
        mostly: the largest part.
    """

    shown: float = SHOWN
    mostly: float = 1.0

    def bid(self, view: View, time: TimeLeft, source: RandomSource, /) -> Move:
        """The lowest one of the best bids; a fold if that is better."""
        part = self.shown + (self.mostly - self.shown) * source.unit()
        try:
            offers = self.offers(view, time, part)
        except OutOfTime:
            return FixedPrice().bid(view, time, source)
        best = offers.bids.max()
        if best <= offers.fold:
            return Plain.FOLD
        chips = int(np.flatnonzero(offers.bids >= best - ALIKE)[0]) * unit(view.terms)
        return Bid(max(certain(view.block).lowest(view.terms.opening), min(chips, view.chips[seated(view)])))

    def next_size(self, view: View, time: TimeLeft, /) -> Size:
        """The tile after which its lead is the largest."""
        assert view.block is not None
        try:
            leads = self.leads(view, time)
        except OutOfTime:
            return FixedPrice().next_size(view, time)
        return max(leads, key=leads.__getitem__)

    def offers(self, view: View, time: TimeLeft, part: float = 1.0) -> Offers:
        """The values of a fold and of each bid, in points that the seat leads by in the end; bids count in units. Raises OutOfTime."""
        block, terms = certain(view.block), view.terms
        lot, chips = self._lot(view, certain(block.tile), part), units(view)
        after = continued(self.model(terms), lot, max(chips) + 1, time)
        standing = None if block.bid is None else min(chips[1], -(-block.bid // unit(terms)))
        return offers(after, lot.worth, chips, standing, self.model(terms).opening)

    def even_price(self, view: View, time: TimeLeft) -> int:
        """The highest price, in chips, at which buying the tile is no worse than selling it to the other seat. Raises OutOfTime."""
        lot, chips = self._lot(view, certain(certain(view.block).tile), 1.0), units(view)
        after = continued(self.model(view.terms), lot, max(chips) + 1, time)
        return even_price(after, lot.worth, chips) * unit(view.terms)

    def leads(self, view: View, time: TimeLeft) -> dict[Size, float]:
        """By how many points the seat to choose leads in the end if each tile comes next. Raises OutOfTime."""
        sizes = certain(view.block).unsold
        values = [lead(self.model(view.terms), self._lot(view, size, 1.0), units(view), time) for size in sizes]
        return dict(zip(sizes, values, strict=True))

    def model(self, terms: Terms) -> Auctioned:
        """The auctions as it sees them."""
        return model(terms)

    def worth(self, view: View, size: Size, part: float) -> float:
        """The worth of a tile, if this part of its own knowledge goes into it."""
        own = own_worth(view, size)
        return own if part == 1.0 else part * own + (1 - part) * public_worth(view, size)

    def _lot(self, view: View, size: Size, part: float) -> Lot:
        block, seat = certain(view.block), seated(view)
        return Lot(
            sets=view.terms.sets - view.set + 1,
            group=block.group - 1,
            opens=view.opener is seat,
            bought=view.bought(seat, view.set),
            theirs=view.bought(seat.other, view.set),
            worth=self.worth(view, size, part),
            later=tuple([self.worth(view, other, part) for other in block.unsold if other is not size]),
        )


def units(view: View) -> tuple[int, int]:
    """The chips of the view's seat and of the other one, in units."""
    seat, chips = seated(view), unit(view.terms)
    return view.chips[seat] // chips, view.chips[seat.other] // chips
