"""The bots `random` and `steady`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import erf, prod, sqrt
from typing import Final

from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.games.tile_joust.bot import worth
from deathmatch.games.tile_joust.picture.numbers import own, seated
from deathmatch.games.tile_joust.values import (
    GROUPS,
    HIGHEST,
    SIZES,
    Bid,
    Choose,
    Colour,
    FaceDown,
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
from deathmatch.games.tile_joust.view import View

PRICE: Final = 0.7  # of what a tile is worth in the final joust, which putting it up is taken to cost
ANSWER: Final = 1.0  # what the other seat is taken to add to its total


@dataclass(frozen=True, slots=True)
class Random:
    """Any legal move."""

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A legal move, whatever stands on the table."""
        return decision.sample(source)


@dataclass(frozen=True, slots=True)
class Steady:
    """Shares its chips out over the coming tiles in proportion to their worth, and jousts by sums.

    It looks at colour and size of a tile and at the numbers it holds itself, not at conclusions from the starting tiles. In a joust it
    begins with a small tile, estimates its chance to be ahead from the mean and the spread of the other seat's possible numbers, and adds
    a tile if that gains more than the tile is worth. It does not consider the other seat's answer.
    """

    terms: Terms

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
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
                return Keep(max(own(view).offer, key=worth.of(self.terms).__getitem__))
            case Owed.ITEMS:
                return self.items(view)
            case Owed.FIRST:
                return self._first(view, source)
            case _:
                return self._more(view)

    def promise(self, view: View, size: Size) -> float:
        """What the tile of a size in the group under auction is worth, in points, on average."""
        assert view.block is not None
        chances = worth.at_place(unseen(view, view.set), view.block.colours[SIZES.index(size)], size)
        return sum(chance * worth.of(self.terms)[number] for number, chance in chances.items())

    def _bid(self, view: View) -> Move:
        """One more than the present bid, up to its chips times the tile's share of half of all coming worth."""
        block, seat = view.block, seated(view)
        assert block is not None
        assert block.tile is not None
        here = self.promise(view, block.tile)
        rest = sum(self.promise(view, size) for size in block.unsold if size is not block.tile)
        after = tiles_to_come(view) - len(block.unsold)
        rest += after * worth.mean(self.terms)
        most = view.chips[seat] * here / (here + rest / 2)
        lowest = block.lowest(self.terms.opening)
        return Bid(lowest) if lowest <= most else Plain.FOLD

    def items(self, view: View) -> Move:
        """Turns a tile round that gains much by it, or at the last chance; hides groups from the first."""
        usable, hand = view.usable(seated(view)), own(view).hand
        tile = max(hand, key=lambda tile: worth.turned(self.terms, tile.number))
        wanted = 0.5 if view.final or view.set == self.terms.sets else 1.0
        invert = tile if Item.INVERSION in usable and worth.turned(self.terms, tile.number) >= wanted else None
        conceal = Item.CONCEAL in usable
        return Use(invert, conceal) if invert is not None or conceal else Plain.PASS

    def _first(self, view: View, source: RandomSource) -> Move:
        """One of the two smallest tiles, by lot: a joust can cost no more than the smallest tile that is up."""
        hand = own(view).hand
        return Put(hand[source.below(min(2, len(hand)))])

    def _more(self, view: View) -> Move:
        """The best tile by points, or a pass."""
        points = self.points(view)
        tile = max(points, key=points.__getitem__)
        return Plain.PASS if tile is None else Put(tile)

    def points(self, view: View, more: float = 0.0) -> dict[Tile | None, float]:
        """A pass (None) and each tile, in points.

        The other seat's smallest tile if it is ahead, less its own smallest if not, less a part of the tile's worth. It takes the total of
        the other seat for larger than it is likely to be by `more`.
        """
        mine, seat = own(view), seated(view)
        assert view.table is not None
        likely = [numbers_of(view, face) for face in view.table.up[seat.other]]
        middles = [_average(numbers) for numbers in likely]
        spread = sqrt(sum(_variance(numbers) for numbers in likely) + 0.01)
        ahead = sum(tile.number for tile in mine.up) - sum(middles) - (ANSWER if view.tiles[seat.other] else 0.0) - more
        won = smallest(likely)
        kept = worth.LAST if view.final else worth.stored(self.terms)

        def comes_to(tile: Tile | None) -> float:
            chance = (1 + erf((ahead + (tile.number if tile else 0)) / spread / sqrt(2))) / 2
            lost = min(one.number for one in (*mine.up, *([tile] if tile else [])))
            return chance * won - (1 - chance) * lost - (PRICE * kept[tile.number] if tile else 0.0)

        return {tile: comes_to(tile) for tile in (None, *mine.hand)}


# --- What a seat sees


def tiles_to_come(view: View) -> int:
    """How many tiles are still to be sold in the match, the one under auction included."""
    return view.terms.sets * GROUPS * len(SIZES) - len(view.sales)


def unseen(view: View, set_: int) -> list[int]:
    """The numbers of a set, ascending, that the seat has neither had nor seen; all of them if it has seen them all."""
    seat, mine = seated(view), own(view)
    seen = {_dealt(tile) for tile in (*mine.hand, *mine.stored, *mine.up) if tile.set == set_}
    seen.update(given.number for given in mine.given if given.set == set_)
    for done in view.jousts:
        seen.update(tile.number for side in (seat, seat.other) for tile in done.shown(side) if tile.set == set_)
    every = range(view.terms.lowest, HIGHEST + 1)
    return [number for number in every if number not in seen] or list(every)


def _dealt(tile: Tile) -> int:
    return HIGHEST - tile.number if tile.inverted else tile.number


def numbers_of(view: View, face: FaceDown) -> list[int]:
    """The possible numbers of a tile that lies face down, by its colour and the seen tiles of its set."""
    if face.set is None:
        return list(range(view.terms.lowest, HIGHEST + 1))
    numbers = unseen(view, face.set)
    return [number for number in numbers if Colour.of(number) is face.colour] or numbers


def smallest(likely: Sequence[Sequence[int]]) -> float:
    """The expected smallest number of several tiles; each is one of its possible numbers, independently."""
    return sum(prod(sum(number >= least for number in numbers) / len(numbers) for numbers in likely) for least in range(1, HIGHEST + 1))


def _average(numbers: Iterable[float]) -> float:
    all_ = list(numbers)
    return sum(all_) / len(all_)


def _variance(numbers: Sequence[float]) -> float:
    middle = _average(numbers)
    return _average([(number - middle) ** 2 for number in numbers])
