"""The knowledge of one eye. A number that was not shown to it has no place here.

The private knowledge of an eye stands in `own`, which only a seat's view has. A tile that lies face down is a `FaceDown`.
A view can also stand in the middle of a joust's resolution (`showing`), which no state does: those are for step-by-step pictures.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from deathmatch.core.game import Fields, Json
from deathmatch.core.optional import Aid
from deathmatch.core.seats import BySeat, Eye, Seat, certain, plain
from deathmatch.core.simple import Seated, parts
from deathmatch.games.tile_joust import values
from deathmatch.games.tile_joust.state import Open, State

NONE: Final = BySeat(0, 0)


class Stage(Enum):
    """The steps of a joust's resolution."""

    REVEAL = "reveal"  # the tiles are turned up, one after the other
    POINTS = "points"  # who wins, and what that scores


@dataclass(frozen=True, slots=True)
class JoustTable:
    """The joust under way, as it lies on the table.

    Attributes:
        round: 1 while the first tiles are due.
        up: the shown properties of each seat's tiles, in the order put up.
    """

    round: int
    up: BySeat[tuple[values.FaceDown, ...]]


@dataclass(frozen=True, slots=True)
class Own:
    """The knowledge of a seat about itself.

    Attributes:
        hand, stored: its tiles, in order; `up` those of the joust under way, as put up.
        offer: the two left-over numbers while it chooses between them; else empty.
        given: left-over tiles that it saw and gave away.
        spent: its tiles that jousts have revealed, in order.
    """

    hand: values.Tiles
    stored: values.Tiles
    up: values.Tiles
    offer: tuple[int, ...]
    given: tuple[values.Given, ...]
    spent: values.Tiles = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Open, Seated):
    """A match as one eye sees it.

    Attributes:
        eye: who looks.
        terms: the variant and its options.
        owing: who owes a submission.
        tiles, stored: how many each seat has in hand, and stored.
        table: the joust under way.
        own: the seat's knowledge of itself; None for every other eye.
        showing: set only in the steps of `narrate`; the last of `jousts` is the one that is being shown.
        turned: how many tiles of each seat are turned up, while they are; of the eye's own seat all.
        aid: what the table helps with; for pictures alone.
    """

    eye: Eye
    terms: values.Terms
    owing: tuple[Seat, ...]
    tiles: BySeat[int]
    stored: BySeat[int]
    table: JoustTable | None
    own: Own | None
    showing: Stage | None = None
    turned: BySeat[int] = NONE
    aid: Aid = Aid.LOG

    @property
    def phase(self) -> str:
        """`pick`, `auction` or `joust`, as in the book's State."""
        if self.owed is values.Owed.PICK:
            return "pick"
        return "auction" if self.owed in values.IN_AUCTION and not self.final else "joust"

    @property
    def opener(self) -> Seat | None:
        """R14: the seat that opens each set; None before the items are picked."""
        return self.holding(values.Item.EQUALISER).seat if self.items else self.terms.dmo

    def bought(self, seat: Seat, set_: int) -> int:
        """How many tiles a seat bought in a set."""
        return sum(sale.seat is seat and sale.set == set_ for sale in self.sales)


def of(state: State, eye: Eye, terms: values.Terms) -> View:
    """This eye's view of a state."""
    over = state.outcome is not None
    return View(
        **parts(Open, state),
        eye=eye,
        terms=terms,
        owing=() if over else state.asked(terms),
        tiles=state.hands.map(len),
        stored=state.stored.map(len),
        table=_table(state, terms),
        own=_own(state, eye, terms) if isinstance(eye, Seat) else None,
    )


def _table(state: State, terms: values.Terms) -> JoustTable | None:
    """R21: the shown properties of the tiles that lie face down."""
    if state.joust is None:
        return None
    up = state.joust.up

    def faces(seat: Seat) -> tuple[values.FaceDown, ...]:
        hidden = state.concealed(terms, seat)
        return tuple([lying(terms, tile, place, hidden=hidden) for place, tile in enumerate(up[seat])])

    return JoustTable(state.joust.round, BySeat.of(faces))


def lying(terms: values.Terms, tile: values.Tile | values.Revealed, place: int, *, hidden: bool = False) -> values.FaceDown:
    """How a tile that was put up lies face down; `hidden` if Conceal hides its group."""
    if place and not terms.shown_all:
        return values.FaceDown()
    return values.FaceDown(tile.colour, tile.set, None if hidden else tile.group)


def _own(state: State, seat: Seat, terms: values.Terms) -> Own:
    choosing = state.owed is values.Owed.KEEP and state.outcome is None and state.asked(terms) == (seat,)
    offer = state.deal.left if choosing and state.deal is not None else ()
    up = () if state.joust is None else state.joust.up[seat]
    return Own(state.hands[seat], state.stored[seat], up, offer, state.given[seat], state.spent[seat])


# --- The book's fields


def public(view: View) -> Fields:
    """The book's public fields, section State, without those that all books share."""
    return {
        "set": _set(view.set),
        "phase": view.phase,
        "chips": view.chips.json(),
        "points": view.points.json(),
        "tiles": view.tiles.json(),
        "stored": view.stored.json(),
        "auction": None if view.block is None else _block(view.block),
        "sales": plain(view.sales),
        "leftovers": [{"set": number, "seat": plain(seat)} for number, seat in enumerate(view.leftovers, 1)],
        "joust": plain(view.table),
        "jousts": [{**plain(done), "set": _set(done.set)} for done in view.jousts],
        "items": {item.value: {**plain(held), "used": _set(held.used)} for item, held in zip(values.ITEMS, view.items, strict=False)},
    }


def _set(number: int | None) -> Json:
    return "final" if number == values.FINAL else number


def _colours(colours: values.Colours) -> Json:
    return {size.value: colour.value for size, colour in zip(values.SIZES, colours, strict=True)}


def _block(block: values.Block) -> Fields:
    shown: dict[str, Json] = {**plain(block), "colours": _colours(block.colours), "coming": [_colours(later) for later in block.coming]}
    del shown["actor"]
    return shown


def private(view: View) -> Fields:
    """The book's private fields of the view's seat, without those that all books share."""
    own = certain(view.own)
    shown: dict[str, Json] = {**plain(own), "offer": list(own.offer) or None}
    del shown["spent"]
    return shown
