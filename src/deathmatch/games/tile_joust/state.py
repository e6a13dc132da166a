"""The state of a match of Tile Joust, with all its secrets. Only the rules, the deals and the view look at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deathmatch.core.game import Over
from deathmatch.core.seats import SEATS, BySeat, Seat, certain
from deathmatch.games.tile_joust import values

NO_TILES: Final[BySeat[values.Tiles]] = BySeat((), ())
NONE_GIVEN: Final[BySeat[tuple[values.Given, ...]]] = BySeat((), ())
NO_POINTS: Final = BySeat(0, 0)


@dataclass(frozen=True, slots=True)
class Joust:
    """The joust under way.

    Attributes:
        round: 1 while the first tiles are due.
        up: the tiles of each seat, in the order put up.
    """

    round: int = 1
    up: BySeat[values.Tiles] = NO_TILES


@dataclass(frozen=True, slots=True)
class Open:
    """What everybody may know of a match between two decisions.

    Attributes:
        owed: the decision or deal that is due; when over the last one that was.
        set: from 1, or `FINAL`.
        chips, points: of each seat.
        block: the group under auction, while one is.
        sales: all of the match.
        leftovers: one entry a set, after its twelfth sale: the seat with fewer tiles.
        jousts: those that are finished.
        items: by item, in order; empty if there are none.
        outcome: how the match ended, once it has.
    """

    owed: values.Owed
    set: int
    chips: BySeat[int]
    points: BySeat[int] = NO_POINTS
    block: values.Block | None = None
    sales: tuple[values.Sale, ...] = ()
    leftovers: tuple[Seat | None, ...] = ()
    jousts: tuple[values.FinishedJoust, ...] = ()
    items: tuple[values.Holding, ...] = ()
    outcome: Over | None = None

    @property
    def final(self) -> bool:
        """Whether the final joust has begun."""
        return self.set == values.FINAL

    def holding(self, item: values.Item) -> values.Holding:
        """The holder of an item; none if there are no items."""
        return self.items[values.ITEMS.index(item)] if self.items else values.Holding()

    def usable(self, seat: Seat) -> tuple[values.Item, ...]:
        """R8: the items that a seat holds and may use in this phase; Conceal in a set only."""
        wanted = (values.Item.INVERSION,) if self.final else (values.Item.INVERSION, values.Item.CONCEAL)
        return tuple([item for item in wanted if self.holding(item) == values.Holding(seat)])

    def inverted(self, seat: Seat) -> int | None:
        """The set in which a seat has used Tile Inversion."""
        held = self.holding(values.Item.INVERSION)
        return held.used if held.seat is seat else None


@dataclass(frozen=True, slots=True)
class State(Open):
    """Between two decisions, with all secrets.

    Attributes:
        hands: tiles that may be put up now, and `stored` those kept for the final joust; in order.
        deal: the tiles of this set; None before its deal.
        given: left-over tiles that each seat saw and gave away.
        joust: the one under way.
        spent: the tiles of each seat that jousts have revealed, in order; only their owner knows where each came from (R20).
    """

    hands: BySeat[values.Tiles] = NO_TILES
    stored: BySeat[values.Tiles] = NO_TILES
    deal: values.Deal | None = None
    given: BySeat[tuple[values.Given, ...]] = NONE_GIVEN
    joust: Joust | None = None
    spent: BySeat[values.Tiles] = NO_TILES

    def asked(self, terms: values.Terms) -> tuple[Seat, ...]:
        """The seats that owe a submission; none while a deal is due."""
        match self.owed:
            case values.Owed.PICK:
                return (terms.picker,)
            case values.Owed.BID | values.Owed.CHOOSE:
                return (certain(self.block).actor,)
            case values.Owed.KEEP:
                chooser = certain(self.leftovers[-1])
                return (chooser,)
            case values.Owed.ITEMS:
                return tuple([seat for seat in SEATS if self.usable(seat)])
            case values.Owed.FIRST:
                return SEATS
            case values.Owed.MORE:
                return tuple([seat for seat in SEATS if self.can_add(seat)])
            case _:
                return ()

    def concealed(self, terms: values.Terms, seat: Seat) -> bool:
        """R20: whether Conceal hides the groups of what this seat puts up in the jousts of this set."""
        conceal = self.holding(values.Item.CONCEAL)
        return not self.final and conceal.used == self.set and (terms.conceal_both or conceal.seat is seat)

    def can_add(self, seat: Seat) -> bool:
        """R21: whether a seat may add a tile in a later round."""
        return bool(self.hands[seat]) and len(certain(self.joust).up[seat]) < values.MOST
