"""Ways to bid, and to choose the next tile of a group: a `Strong` has one `Bidding`.

- `BackwardInduction`: that of `strong`, by the tables of `auction.py`.
- `FixedPrice`: a price for each tile; that of `strong` before, and of every `strong` that has no time to make tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

import numpy as np

from deathmatch.core.chance import RandomSource
from deathmatch.core.seats import SEATS
from deathmatch.core.thinking import OutOfTime, TimeLeft
from deathmatch.games.tile_joust import belief
from deathmatch.games.tile_joust.bot import auction, worth
from deathmatch.games.tile_joust.bot.auction import GRID, Auctioned, Lot, Offers, Opened
from deathmatch.games.tile_joust.bot.plain import tiles_to_come
from deathmatch.games.tile_joust.picture.numbers import seated
from deathmatch.games.tile_joust.values import SIZES, Bid, Move, Plain, Size, Terms
from deathmatch.games.tile_joust.view import View

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
    assert view.block is not None
    return float(belief.number_chances(view, view.block.group, SIZES.index(size)) @ np.array(worth.of(view.terms)))


def public_worth(view: View, size: Size) -> float:
    """The same by what everybody sees."""
    assert view.block is not None
    return float(belief.public_chances(view, view.block.group, SIZES.index(size)) @ np.array(worth.of(view.terms)))


# --- A price for each tile


@dataclass(frozen=True, slots=True)
class FixedPrice:
    """Bids one more up to the tile's worth at the rate at which the chips of both seats would just pay for all coming tiles."""

    def bid(self, view: View, time: TimeLeft, source: RandomSource, /) -> Move:
        """One more than the present bid, as long as the tile is worth it."""
        assert view.block is not None
        lowest = view.block.lowest(view.terms.opening)
        return Bid(lowest) if lowest <= price(view) else Plain.FOLD

    def next_size(self, view: View, time: TimeLeft, /) -> Size:
        """The better one."""
        assert view.block is not None
        return max(view.block.unsold, key=lambda size: own_worth(view, size))


def price(view: View, rated: Callable[[View, Size], float] = own_worth) -> float:
    """The most that `FixedPrice` would pay for the tile under auction: both seats' chips times the tile's share of all coming worth."""
    block = view.block
    assert block is not None
    assert block.tile is not None
    less = worth.spare(view.terms)
    here = rated(view, block.tile) - less
    rest = sum(rated(view, size) - less for size in block.unsold if size is not block.tile)
    after = tiles_to_come(view) - len(block.unsold)
    rest += after * (worth.mean(view.terms) - less)
    return sum(view.chips[seat] for seat in SEATS) * here / (here + rest)


# --- Backward induction


def unit(terms: Terms) -> int:
    """Chips in a unit of the tables."""
    return max(1, -(-terms.chips // GRID))


@lru_cache(maxsize=16)
def model(terms: Terms) -> Auctioned:
    """The auctions of a match."""
    groups = tuple([tuple([Opened(*look) for look in group]) for group in worth.fitted(terms.variation).groups])
    chips = unit(terms)
    return Auctioned(groups, worth.counted(terms), terms.chips // chips, terms.opening if chips == 1 else 0)


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
        assert view.block is not None
        part = self.shown + (self.mostly - self.shown) * source.unit()
        try:
            offers = self.offers(view, time, part)
        except OutOfTime:
            return FixedPrice().bid(view, time, source)
        best = offers.bids.max()
        if best <= offers.fold:
            return Plain.FOLD
        chips = int(np.flatnonzero(offers.bids >= best - ALIKE)[0]) * unit(view.terms)
        return Bid(max(view.block.lowest(view.terms.opening), min(chips, view.chips[seated(view)])))

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
        block, terms = view.block, view.terms
        assert block is not None
        assert block.tile is not None
        lot, chips = self._lot(view, block.tile, part), units(view)
        after = auction.continued(self.model(terms), lot, max(chips) + 1, time)
        standing = None if block.bid is None else min(chips[1], -(-block.bid // unit(terms)))
        return auction.offers(after, lot.worth, chips, standing, self.model(terms).opening)

    def even_price(self, view: View, time: TimeLeft) -> int:
        """The highest price, in chips, at which buying the tile is no worse than selling it to the other seat. Raises OutOfTime."""
        assert view.block is not None
        assert view.block.tile is not None
        lot, chips = self._lot(view, view.block.tile, 1.0), units(view)
        after = auction.continued(self.model(view.terms), lot, max(chips) + 1, time)
        return auction.even_price(after, lot.worth, chips) * unit(view.terms)

    def leads(self, view: View, time: TimeLeft) -> dict[Size, float]:
        """By how many points the seat to choose leads in the end if each tile comes next. Raises OutOfTime."""
        assert view.block is not None
        sizes = view.block.unsold
        values = [auction.lead(self.model(view.terms), self._lot(view, size, 1.0), units(view), time) for size in sizes]
        return dict(zip(sizes, values, strict=True))

    def model(self, terms: Terms) -> Auctioned:
        """The auctions as it sees them."""
        return model(terms)

    def worth(self, view: View, size: Size, part: float) -> float:
        """The worth of a tile, if this part of its own knowledge goes into it."""
        own = own_worth(view, size)
        return own if part == 1.0 else part * own + (1 - part) * public_worth(view, size)

    def _lot(self, view: View, size: Size, part: float) -> Lot:
        block, seat = view.block, seated(view)
        assert block is not None
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
