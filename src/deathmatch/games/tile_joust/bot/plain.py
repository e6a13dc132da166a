"""The bots `random` and `steady`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from deathmatch.core.bots import Budget
from deathmatch.core.chance import Source
from deathmatch.core.game import Decision
from deathmatch.core.seats import Seat
from deathmatch.games.tile_joust.bot import worth
from deathmatch.games.tile_joust.values import (
    GROUPS,
    HIGHEST,
    MOST,
    SIZES,
    Bid,
    Choose,
    Colour,
    Face,
    Item,
    Keep,
    Move,
    Owed,
    Pick,
    Plain,
    Put,
    Size,
    Terms,
    Tile,
    Use,
)
from deathmatch.games.tile_joust.view import Own, View


@dataclass(frozen=True, slots=True)
class Random:
    """Any legal move."""

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: Source, /) -> Move:
        """A legal move, whatever stands on the table."""
        return decision.sample(source)


@dataclass(frozen=True, slots=True)
class Steady:
    """Shares its chips out over what is to come in proportion to what a tile is worth, and jousts by sums.

    It looks at colour and size of a tile and at the numbers it holds itself, not at what follows from the starting tiles. In a joust it
    begins with its smallest tile, reckons each tile of the other seat at the middle of what it may be, and adds the smallest tile that
    puts it ahead.
    """

    terms: Terms

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: Source, /) -> Move:
        """A legal move."""
        match view.owed:
            case Owed.PICK:
                return Pick(Item.INVERSION)
            case Owed.BID:
                return self._bid(view)
            case Owed.CHOOSE:
                assert view.block is not None
                return Choose(max(view.block.unsold, key=lambda size: self.promise(view, size)))
            case Owed.KEEP:
                return Keep(max(own(view).offer, key=worth.WORTH.__getitem__))
            case Owed.ITEMS:
                return self.items(view)
            case Owed.FIRST:
                return Put(own(view).hand[0])
            case _:
                return self._more(view)

    def promise(self, view: View, size: Size) -> float:
        """What the tile of a size in the group under auction is worth, in points, on average."""
        assert view.block is not None
        chances = worth.at_place(unseen(view, view.set), view.block.colours[SIZES.index(size)], size)
        return sum(chance * worth.WORTH[number] for number, chance in chances.items())

    def _bid(self, view: View) -> Move:
        """One more than what stands, up to the share of its chips that the tile is worth of half of all that is to come."""
        block, seat = view.block, seated(view)
        assert block is not None
        assert block.tile is not None
        here = self.promise(view, block.tile)
        rest = sum(self.promise(view, size) for size in block.unsold if size is not block.tile)
        after = tiles_to_come(view) - len(block.unsold)
        rest += after * worth.mean(range(self.terms.lowest, HIGHEST + 1))
        most = view.chips[seat] * here / (here + rest / 2)
        lowest = block.lowest(self.terms.opening)
        return Bid(lowest) if lowest <= most else Plain.FOLD

    def items(self, view: View) -> Move:
        """Turns a tile round that gains much by it, or at the last chance; hides groups from the first."""
        usable, hand = view.usable(seated(view)), own(view).hand
        tile = max(hand, key=lambda tile: worth.turned(tile.number))
        wanted = 1.0 if view.final else 2.5
        invert = tile if Item.INVERSION in usable and worth.turned(tile.number) >= wanted else None
        conceal = Item.CONCEAL in usable
        return Use(invert, conceal) if invert is not None or conceal else Plain.PASS

    def _more(self, view: View) -> Move:
        """The smallest tile that puts it ahead, as far as it can tell; else none."""
        mine, seat = own(view), seated(view)
        assert view.table is not None
        other = sum(middle(view, face) for face in view.table.up[seat.other])
        behind = other - sum(tile.number for tile in mine.up)
        enough = [tile for tile in mine.hand if tile.number > behind]
        if behind < 0 or not enough or len(mine.up) == MOST:
            return Plain.PASS
        return Put(enough[0])


# --- What a seat sees


def own(view: View) -> Own:
    """What the seat knows of itself."""
    assert view.own is not None
    return view.own


def seated(view: View) -> Seat:
    """The seat whose view this is."""
    assert isinstance(view.eye, Seat)
    return view.eye


def tiles_to_come(view: View) -> int:
    """How many tiles are still to be sold in the match, the one under auction included."""
    return view.terms.sets * GROUPS * len(SIZES) - len(view.sales)


def unseen(view: View, set_: int) -> list[int]:
    """The numbers of a set, ascending, that the seat has neither had nor seen; all of them where it has seen them all."""
    seat, mine = seated(view), own(view)
    seen = {_dealt(tile) for tile in (*mine.hand, *mine.stored, *mine.up) if tile.set == set_}
    seen.update(given.number for given in mine.given if given.set == set_)
    for done in view.jousts:
        seen.update(tile.number for side in (seat, seat.other) for tile in done.shown(side) if tile.set == set_)
    every = range(view.terms.lowest, HIGHEST + 1)
    return [number for number in every if number not in seen] or list(every)


def _dealt(tile: Tile) -> int:
    return HIGHEST - tile.number if tile.inverted else tile.number


def middle(view: View, face: Face) -> float:
    """The number of a tile that lies face down, on average over what it may be."""
    if face.set is None:
        return (view.terms.lowest + HIGHEST) / 2
    numbers = unseen(view, face.set)
    return _average([number for number in numbers if Colour.of(number) is face.colour] or numbers)


def _average(numbers: Iterable[int]) -> float:
    found = list(numbers)
    return sum(found) / len(found)
