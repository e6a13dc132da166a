"""What the picture says in words: its title, and the label of each thing. `{A}` and `{B}` stand for the players' names."""

from __future__ import annotations

from deathmatch.core.game import Over
from deathmatch.core.listing import either
from deathmatch.core.seats import Seat
from deathmatch.games.tile_joust.picture.known import Fate, Lot
from deathmatch.games.tile_joust.values import (
    ITEM_TITLES,
    ITEMS,
    LEFT,
    SIZES,
    Block,
    Colours,
    FaceDown,
    FinishedJoust,
    Item,
    Owed,
    Revealed,
    Sale,
    Tile,
)
from deathmatch.games.tile_joust.view import Stage, View


def name(seat: Seat) -> str:
    """Where a player's name will stand."""
    return f"{{{seat}}}"


def whose(seat: Seat, *, mine: bool) -> str:
    """`Your` for the viewer's own seat, else the player's name."""
    return "Your" if mine else f"{name(seat)}'s"


def counted(number: int, noun: str) -> str:
    """`1 chip`, `2 chips`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def title(view: View) -> str:
    """Where the match stands."""
    if view.outcome is not None:
        return _over(view, view.outcome)
    if view.owed is Owed.PICK:
        return f"{name(view.terms.picker)} picks an item"
    stands = "Final joust" if view.final else f"Set {view.set} of {view.terms.sets}"
    if view.showing is not None:
        return f"{stands}, {STEPS[view.showing]}"
    return f"{stands}, {_now(view)}"


STEPS = {Stage.REVEAL: "the tiles are turned up", Stage.TOTALS: "the totals", Stage.POINTS: "the points"}
"""The steps of a resolution, in a few words each."""


def _now(view: View) -> str:
    block, table = view.block, view.table
    match view.owed:
        case Owed.TILES:
            return "the tiles are mixed"
        case Owed.BID if block is not None and block.tile is not None:
            return f"group {block.group} of 4: the {block.tile.capitalize()} tile"
        case Owed.CHOOSE if block is not None:
            return f"group {block.group} of 4: which tile comes next"
        case Owed.KEEP:
            return "the tiles left over"
        case Owed.ITEMS:
            return "items before the jousts"
        case _:
            number = sum(done.set == view.set for done in view.jousts) + 1
            return f"joust {number}, round {1 if table is None else table.round}"


def _over(view: View, outcome: Over) -> str:
    if outcome.winner is None:
        return "The match is over"
    winner, loser = outcome.winner, outcome.winner.other
    if outcome.reason == "resign":
        return f"{name(loser)} resigned, {name(winner)} wins"
    won, lost = view.points[winner], view.points[loser]
    return f"{name(winner)} wins {won} to {lost}{', by the tie-break' if won == lost else ''}"


# --- The sides


def side(view: View, seat: Seat, whose_: str) -> str:
    """A seat's figures."""
    parts = [
        counted(view.points[seat], "point"),
        counted(view.chips[seat], "chip"),
        f"{counted(view.tiles[seat], 'tile')} in hand",
    ]
    if view.stored[seat]:
        parts.append(f"{view.stored[seat]} stored")
    if not view.terms.items and view.terms.dmo is seat:
        parts.append("opens each set and wins the last tie")
    if view.outcome is not None and view.outcome.winner is seat:
        parts.append("the winner")
    return f"{whose_} side: {', '.join(parts)}"


def item(view: View, kind: Item, whose_: str) -> str:
    """An item, who holds it and whether it was used."""
    held = view.items[ITEMS.index(kind)]
    if held.seat is None:
        return f"{ITEM_TITLES[kind]}, still to be picked"
    if held.used is None:
        return f"{whose_} item: {ITEM_TITLES[kind]}"
    return f"{whose_} item: {ITEM_TITLES[kind]}, used in {set_(held.used)}"


def set_(number: int) -> str:
    """`set 2`, or the final joust."""
    return f"set {number}" if number else "the final joust"


def _place(number: int, group: int | None, *, final: bool) -> str:
    where = "" if group is None else ", left over" if group == LEFT else f", group {group}"
    return f"{where}, of set {number}" if final else where


def tile(whose_: str, own: Tile, price: int | None, *, final: bool) -> str:
    """A tile of the own hand."""
    turned = ", inverted" if own.inverted else ""
    size = "" if own.size is None else f", {own.size}"
    paid = "" if price is None else f", bought for {price or 'nothing'}"
    return f"{whose_} tile {own.number}: {own.colour}{turned}{size}{_place(own.set, own.group, final=final)}{paid}"


def lot(whose_: str, bought: Lot, *, final: bool) -> str:
    """A tile with only its public facts."""
    what = "unseen" if bought.colour is None else bought.colour.value
    size = "" if bought.size is None else f" {bought.size}"
    paid = "" if bought.price is None else f", bought for {bought.price or 'nothing'}"
    fate = {
        Fate.HELD: "" if bought.number is None else f", you gave the {bought.number}",
        Fate.PERHAPS: ", perhaps put up",
        Fate.GONE: ", put up" if bought.number is None else f", it was {bought.number}",
    }[bought.fate]
    return f"{whose_} {what}{size} tile{_place(bought.set, bought.group, final=final)}{paid}{fate}"


def may(numbers: tuple[int, ...]) -> str:
    """What follows about a tile that is not known."""
    if not numbers:
        return ""
    return f"; it is {numbers[0]}" if len(numbers) == 1 else f"; it may be {either([str(number) for number in numbers])}"


# --- The auction


def group(block: Block) -> str:
    """The group under auction."""
    return f"Group {block.group} of 4 is under auction"


def on_block(block: Block, place: int, sale: Sale | None) -> str:
    """A tile of the group under auction."""
    size = SIZES[place]
    title = f"{size.capitalize()}, {block.colours[place]}"
    if sale is not None:
        return f"{title}: sold to {name(sale.seat)} for {sale.price or 'nothing'}"
    return f"{title}: under auction now" if block.tile is size else f"{title}: still to come"


def bid(block: Block) -> str:
    """The present bid, and the seat to act."""
    if block.tile is None:
        return f"{name(block.actor)} chooses the next tile"
    stands = "No bid yet" if block.bid is None else f"The bid stands at {block.bid}, by {name(block.bidder or block.actor)}"
    return f"{stands}; {name(block.actor)} is to bid or fold"


def coming(first: int, groups: tuple[Colours, ...]) -> str:
    """The colours of later groups."""
    groups_ = [f"group {number} {', '.join(colours)}" for number, colours in enumerate(groups, first)]
    return f"Coming, by size: {'; '.join(groups_)}"


# --- The joust


def face(whose_: str, shown: FaceDown, own: Tile | None, *, final: bool) -> str:
    """A tile that is up, face down."""
    if own is not None:
        return f"{whose_} {'inverted ' if own.inverted else ''}{own.number} is up: {own.colour}{_place(own.set, own.group, final=final)}"
    if shown.colour is None:
        return f"{whose_} tile, face down"
    return f"{whose_} {shown.colour} tile, face down{_place(shown.set or 0, shown.group, final=final)}"


def revealed(whose_: str, tile: Revealed, *, surrendered: bool, final: bool) -> str:
    """A tile that was turned up."""
    what = "surrendered" if surrendered else "was up"
    return f"{whose_} {tile.number} {what}: {tile.colour}{_place(tile.set, tile.group, final=final)}"


def total(done: FinishedJoust, seat: Seat, whose_: str, stage: Stage | None) -> str:
    """A seat's total in a finished joust."""
    words = f"{whose_} total: {done.total[seat]}"
    if stage is Stage.TOTALS or done.winner is seat.other:
        return words
    return f"{words}, scores {done.gain[seat]}"
