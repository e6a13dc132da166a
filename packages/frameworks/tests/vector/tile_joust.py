"""Tile Joust by the plain rules, as its batches observe it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deathmatch.core.seats import SEATS, Seat
from deathmatch.games.tile_joust.state import State
from deathmatch.games.tile_joust.values import FINAL, SIZES, Colour, Deal, FaceDown, FinishedJoust, Item, Size
from deathmatch.games.tile_joust.view import Own, View
from deathmatch_frameworks.games.tile_joust import batch
from packages.frameworks.tests.vector.mirror import Setting, Sheet, Whole

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Observations, Tables

DECISIONS = ("pick", "bid", "choose", "keep", "items", "first", "more")
HIDDEN = 6
NUMBERS = range(14)
COLOURS = {Colour.WHITE: 1, Colour.BLACK: -1, None: 0}


class TileJoust(Whole):
    """An action is a whole move, as its canonical text. A seat remembers the tiles that it has had."""

    def __init__(self, setting: Setting, sheet: Sheet, tables: Tables = ()) -> None:
        self._last = int(setting.game.options["sets"]) + 1
        places = setting.places
        self._first = places["set1.colour"].start  # of the first set
        self._span = (setting.width - self._first) // (self._last - 1)
        self._in_set = {name.partition(".")[2]: slot.start - self._first for name, slot in places.items() if name.startswith("set1.")}
        self._written: dict[Seat, View | None] = dict.fromkeys(SEATS)
        super().__init__(setting, sheet, tables)

    def dealt(self, name: str, looks: Sequence[Observations]) -> Any:
        """See `Mirror`: nobody sees the tiles."""
        row = self.tables[0]
        left = 1 if "gauntlet" in self.setting.game.id else 2
        first = batch.HEAD + batch.SPAN * (int(row[batch.SET]) - 1)
        numbers = row[first : first + 12 + left].tolist()
        return Deal(tuple(tuple(numbers[at : at + 3]) for at in range(0, 12, 3)), tuple(numbers[12:]))

    @property
    def naming(self) -> str:
        """See `Whole`: tiles are named with their sets in the final joust."""
        return "final" if self.state.final else ""

    def look(self, seat: Seat, row: Observations, *, new: bool) -> None:
        """See `Mirror`: every step is a new state."""
        assert new
        view: View = self.view(seat)
        own, before = view.own, self._written[seat]
        assert own is not None
        head = self._table(view, seat)
        row[: len(head)] = head
        if view.table is not None or before is None or before.table is not None:
            up = _up([(tile.number + 1, COLOURS[tile.colour], tile.group + 1, tile.set) for tile in own.up], 4)
            up += _up([] if view.table is None else [_face(face) for face in view.table.up[seat.other]], 3)
            row[len(head) : len(head) + len(up)] = up
        if own.offer or before is None or (before.own and before.own.offer):
            row[self.setting.places["offer"]] = [here in own.offer for here in NUMBERS]
        past = None if before is None else before.own
        if past is None or past.hand is not own.hand or past.stored is not own.stored:
            self._tiles(own, row)
        if past is None or past.given is not own.given:
            for given in own.given:
                row[self._at(given.set, "own.gave")] = given.number + 1
        self._auctions(view, before, seat, row)
        if before is None or before.jousts is not view.jousts:
            self._jousts(view, seat, row)
        self._written[seat] = view

    def _at(self, set_: int, name: str) -> int:
        """The place of a column of a set."""
        return self._first + self._span * (set_ - 1) + self._in_set[name]

    def _tiles(self, own: Own, row: Observations) -> None:
        """The tiles that the seat has, and those that it has bought, which it remembers."""
        for set_ in range(1, self._last):
            held = self._at(set_, "own.held")
            row[held : held + len(NUMBERS)] = 0
        inverted = self.setting.places["own.inverted"]
        row[inverted] = 0
        for tile in (*own.hand, *own.stored):
            if tile.inverted:
                row[inverted] = [tile.number + 1, tile.set, tile.group + 1]
                continue
            row[self._at(tile.set, "own.held") + tile.number] = tile.group + 1
            if tile.size is not None:
                row[self._at(tile.set, "own.bought") + _lot(tile.group, tile.size)] = tile.number + 1

    def _auctions(self, view: View, before: View | None, seat: Seat, row: Observations) -> None:
        """What auctions have shown: colours, sales, and who had fewer tiles."""
        block = view.block
        if block is not None and (before is None or before.block is None or (before.set, before.block.group) != (view.set, block.group)):
            for group, shown in enumerate((block.colours, *block.coming), block.group):
                at = self._at(view.set, "colour") + _lot(group, SIZES[0])
                row[at : at + len(SIZES)] = [COLOURS[colour] for colour in shown]
        for sale in view.sales[0 if before is None else len(before.sales) :]:
            lot = _lot(sale.group, sale.size)
            for name, value in (("colour", COLOURS[sale.colour]), ("buyer", _side(sale.seat, seat)), ("price", sale.price)):
                row[self._at(sale.set, name) + lot] = value
        if before is None or before.leftovers is not view.leftovers:
            for set_, fewer in enumerate(view.leftovers, 1):
                row[self._at(set_, "fewer")] = _side(fewer, seat)

    def _jousts(self, view: View, seat: Seat, row: Observations) -> None:
        """What jousts have revealed."""
        for who, name in ((seat, "own"), (seat.other, "other")):
            seen, again = _seen(view.jousts, who)
            row[self.setting.places[f"{name}.again"]] = again
            for (set_, number), shown in seen.items():
                row[self._at(set_, f"{name}.revealed") + number] = shown

    def _table(self, view: View, seat: Seat) -> list[float]:
        """The columns up to the round of a joust."""
        both, joust, block = (seat, seat.other), view.table, view.block
        state: State = self.state
        inversion, equaliser, conceal = (state.holding(item) for item in (Item.INVERSION, Item.EQUALISER, Item.CONCEAL))
        opener = equaliser.seat if view.items else view.terms.dmo
        look: list[float] = [seat is Seat.B, *[self.owed == name for name in DECISIONS]]
        look += [who in self.owing for who in both]
        look += [self._number(view.set), view.final]
        look += [what[who] for what in (view.chips, view.points, view.tiles, view.stored) for who in both]
        look += [_side(who, seat) for who in (opener, inversion.seat, conceal.seat)]
        look += [self._number(item.used) for item in (inversion, conceal)]
        if block is None:
            look += [0] * 9
        else:
            look += [block.group, *[size in block.unsold for size in SIZES], *[size == block.tile for size in SIZES]]
            look += [0 if block.bid is None else block.bid + 1, _side(block.bidder, seat)]
        return [*look, joust.round if joust else 0]

    def _number(self, set_: int | None) -> int:
        """A set, or the final joust, as a number."""
        return self._last if set_ == FINAL else set_ or 0


def _lot(group: int, size: Size) -> int:
    """The number of a lot in its set."""
    return len(SIZES) * (group - 1) + SIZES.index(size)


def _side(who: Seat | None, seat: Seat) -> int:
    return 0 if who is None else 1 if who is seat else -1


def _face(face: FaceDown) -> tuple[int, ...]:
    """A tile of the other seat; one that is not shown at all has no set."""
    if face.set is None:
        return (0, 0, 0)
    return (COLOURS[face.colour], HIDDEN if face.group is None else face.group + 1, face.set)


def _up(tiles: Sequence[tuple[int, ...]], facets: int) -> list[float]:
    padded = [*tiles, *[(0,) * facets] * (5 - len(tiles))]
    return [tile[facet] for facet in range(facets) for tile in padded]


def _seen(jousts: Sequence[FinishedJoust], who: Seat) -> tuple[dict[tuple[int, int], int], list[float]]:
    """What a seat has revealed of each set and number, and the one that came twice."""
    seen: dict[tuple[int, int], int] = {}
    again: list[float] = [0, 0, 0]
    for joust in jousts:
        for tile in joust.tiles[who]:
            shown = HIDDEN if tile.group is None else tile.group + 1
            shown += 8 * ((tile.colour is Colour.WHITE) != tile.number % 2)
            place = (tile.set, tile.number)
            if place in seen:
                again = [tile.number + 1, tile.set, shown]
            seen.setdefault(place, shown)
    return seen, again
