"""The words of the picture: its title, and the label of each thing. `{A}` and `{B}` stand for the players' names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import NamedTuple

from deathmatch.core.game import Over
from deathmatch.core.optional import Aid
from deathmatch.core.seats import Seat
from deathmatch.core.speech import count, either, mark, name, owned, say, voiced
from deathmatch.games.tile_joust import values
from deathmatch.games.tile_joust.view import Stage, View

# --- Public knowledge of the tiles that a seat bought: from their sale, and from the jousts since
# A tile that is put up shows colour, group and set, and never its size. So which of two tiles of one colour and group it was may stay open.


class Fate(Enum):
    """Whether a tile is still in its owner's hand or stored."""

    HELD = "held"
    PERHAPS = "perhaps"  # one of several that look alike was put up
    GONE = "gone"  # up or spent


class Lot(NamedTuple):
    """A tile by its place in the auction. (A tuple, because it is hashed with all that is painted.)

    Attributes:
        lot: its place, as part of a slot.
        colour: as it was sold; None for a left-over tile that nobody saw.
        set, group, size: as of a tile.
        price: None for a left-over tile.
        fate: whether it was put up.
        number: if it is known to be this one's; as it was given away, or revealed.
    """

    lot: str
    colour: values.Colour | None
    set: int
    group: int
    size: values.Size | None
    price: int | None
    fate: Fate = Fate.HELD
    number: int | None = None


class Possible(NamedTuple):
    """The numbers, ascending, that tiles may have which a seat does not know.

    Attributes:
        lots: by their place in the auction: those under auction, and those of the other seat that may still be in hand or up.
        faces: by their look: those that lie face down.
    """

    lots: Mapping[str, tuple[int, ...]]
    faces: Mapping[values.FaceDown, tuple[int, ...]]


class _Gone(NamedTuple):
    """A tile that left a hand, as far as it was shown."""

    face: values.FaceDown
    number: int | None


def lots(view: View, seat: Seat) -> tuple[Lot, ...]:
    """The tiles of a seat that are worth showing: those of this set; in the final joust those of all sets that may be left.

    At a table without aids, prices and revealed numbers are left out.
    """
    owned = _lots(view, seat)
    return tuple([lot._replace(price=None, number=None) for lot in owned]) if view.aid is Aid.NONE else owned


def _lots(view: View, seat: Seat) -> tuple[Lot, ...]:
    if not view.final:
        return _of_set(view, seat, view.set)
    owned = [lot for number in range(1, view.terms.sets + 1) for lot in _of_set(view, seat, number)]
    return tuple([lot for lot in owned if lot.fate is not Fate.GONE])


def _of_set(view: View, seat: Seat, set_: int) -> tuple[Lot, ...]:
    sold = [sale for sale in view.sales if sale.seat is seat and sale.set == set_]
    sold.sort(key=lambda sale: (sale.group, values.SIZES.index(sale.size)))
    owned = [Lot(sale.lot, sale.colour, set_, sale.group, sale.size, sale.price) for sale in sold]
    if _received(view, seat, set_):
        number = _given(view, seat, set_)
        colour = None if number is None else values.Colour.of(number)
        owned.append(Lot(f"{set_}-left", colour, set_, values.LEFT, None, None, number=number))
    gone = _gone(view, seat, set_)
    return tuple([_settled(lot, owned, gone, _loose(view, seat, set_), view.inverted(seat) is not None) for lot in owned])


def _received(view: View, seat: Seat, set_: int) -> bool:
    """R18: whether a seat got a left-over tile of a set."""
    if len(view.leftovers) < set_ or view.leftovers[set_ - 1] is None:
        return False
    waiting = view.owed is values.Owed.KEEP and set_ == view.set
    return not waiting if view.terms.left > 1 else view.leftovers[set_ - 1] is seat


def _given(view: View, seat: Seat, set_: int) -> int | None:
    """The number of a left-over tile that the eye itself gave away."""
    if view.own is None or view.eye is seat:
        return None
    return next((given.number for given in view.own.given if given.set == set_), None)


def _gone(view: View, seat: Seat, set_: int) -> list[_Gone]:
    """The tiles of a set that a seat has put up or surrendered, and those that may have been of that set."""
    gone = []
    for done in view.jousts:
        last = view.showing is Stage.REVEAL and done is view.jousts[-1]
        up = view.turned[seat] if last else len(done.shown(seat))
        gone += [
            _Gone(values.FaceDown(tile.colour, tile.set, tile.group), tile.number if place < up else None)
            for place, tile in enumerate(done.shown(seat))
            if tile.set == set_
        ]
    lie = () if view.table is None else view.table.up[seat]
    hidden = view.final or view.set == set_
    return gone + [_Gone(face, None) for face in lie if face.set == set_ or (face.set is None and hidden)]


def _loose(view: View, seat: Seat, set_: int) -> bool:
    """Whether a tile of this set may have another colour than when it was sold."""
    return view.terms.recolour and view.inverted(seat) in (set_, values.FINAL)


def _settled(lot: Lot, among: list[Lot], gone: list[_Gone], loose: bool, turned: bool) -> Lot:
    """A lot with all present knowledge of it."""

    def alike(other: Lot) -> bool:
        return other.group == lot.group and (loose or other.colour is lot.colour)

    def fits(face: values.FaceDown) -> bool:
        colour = loose or None in (face.colour, lot.colour) or face.colour is lot.colour
        return colour and face.group in (None, lot.group)

    peers = [other for other in among if alike(other)]
    sure = [one for one in gone if one.face.group == lot.group and fits(one.face)]
    if len(sure) == len(peers) or len(gone) == len(among):
        numbers = sorted(one.number for one in sure if one.number is not None)
        number = lot.number
        if len(numbers) == len(peers) and (len(peers) == 1 or not turned):
            number = numbers[peers.index(lot)]
        return lot._replace(fate=Fate.GONE, number=number)
    return lot._replace(fate=Fate.PERHAPS) if any(fits(one.face) for one in gone) else lot


def title(view: View) -> str:
    """Where the match stands."""
    if view.outcome is not None:
        return over(view, view.outcome)
    if view.owed is values.Owed.PICK:
        return voiced(view.terms.picker, mark("You pick an item"), mark("{player} picks an item"))
    stands = say("Final joust") if view.final else say("Set {number} of {last}", number=view.set, last=view.terms.sets)
    return f"{stands}, {_now(view) if view.showing is None else say(STEPS[view.showing])}"


STEPS = {Stage.REVEAL: mark("the tiles are turned up"), Stage.POINTS: mark("the points")}
"""The steps of a resolution, in a few words each; marked (`core/speech.py`)."""


def _now(view: View) -> str:
    block, table = view.block, view.table
    match view.owed:
        case values.Owed.TILES:
            return say("the tiles are mixed")
        case values.Owed.BID if block is not None and block.tile is not None:
            return say("group {group} of 4: the {size} tile", group=block.group, size=values.size_title(block.tile))
        case values.Owed.CHOOSE if block is not None:
            return say("group {group} of 4: which tile comes next", group=block.group)
        case values.Owed.KEEP:
            return say("the tiles left over")
        case values.Owed.ITEMS:
            return say("items before the jousts")
        case _:
            number = sum(done.set == view.set for done in view.jousts) + 1
            return say("joust {number}, round {round}", number=number, round=1 if table is None else table.round)


def over(view: View, outcome: Over, called: Callable[[Seat], str] = name) -> str:
    """How the match ended. A picture, in which nobody has a name, calls the players by their seats."""
    if outcome.winner is None:
        return say("The match is over")
    winner, loser = called(outcome.winner), called(outcome.winner.other)
    if outcome.reason == "resign":
        return say("{loser} resigned, {winner} wins", loser=loser, winner=winner)
    won, lost = view.points[outcome.winner], view.points[outcome.winner.other]
    mine, theirs = mark("You won the match, {won} to {lost}"), mark("{winner} won the match, {won} to {lost}")
    yours = mark("You lost the match, {lost} to {won}")
    if won == lost:
        mine, theirs = mark("You won the match: the tie at {won} is yours"), mark("{winner} won the match by the tie at {won}")
        yours = mark("You lost the match: the tie at {won} is {winner}'s")
    return voiced(outcome.winner, mine, theirs, yours, winner=winner, won=won, lost=lost)


# --- The sides. `player` is where the name of the seat's player will stand; empty for the viewer's own seat.


def side(view: View, seat: Seat, player: str) -> str:
    """A seat's figures."""
    left = left_at_end(view, seat)
    tiles = count("{number} tile in hand", "{number} tiles in hand", view.tiles[seat])
    if left:
        tiles = say("{tiles} left: {points}", tiles=values.in_tiles(left), points=values.in_points(left))
    parts = [values.in_points(view.points[seat]), values.in_chips(view.chips[seat]), tiles]
    if view.stored[seat]:
        parts.append(say("{number} stored", number=view.stored[seat]))
    if not view.terms.items and view.terms.dmo is seat:
        parts.append(say("opens each set and wins the last tie"))
    if view.outcome is not None and view.outcome.winner is seat:
        parts.append(say("the winner"))
    return owned(mark("Your side: {state}"), mark("{player}'s side: {state}"), player, state=", ".join(parts))


def item(view: View, kind: values.Item, player: str) -> str:
    """An item, who holds it and whether it was used."""
    held, title = view.holding(kind), values.item_title(kind)
    if held.seat is None:
        return say("{item}: {effect}; still to be picked", item=title, effect=say(DOES[kind]).replace("\n", " "))
    if held.used is None:
        return owned(mark("Your item: {item}"), mark("{player}'s item: {item}"), player, item=title)
    if not held.used:
        mine, theirs = mark("Your item: {item}, used in the final joust"), mark("{player}'s item: {item}, used in the final joust")
    else:
        mine, theirs = mark("Your item: {item}, used in set {set}"), mark("{player}'s item: {item}, used in set {set}")
    return owned(mine, theirs, player, item=title, set=held.used)


DOES = {
    values.Item.INVERSION: mark("X becomes\n13 \u2212 X"),
    values.Item.EQUALISER: mark("bids first,\nwins ties"),
    values.Item.CONCEAL: mark("hides groups\nfor one set"),
}
"""What each item does, in two short lines; marked (`core/speech.py`)."""


SIZED = {values.Size.MINUTE: mark("smallest"), values.Size.BALANCE: mark("middle"), values.Size.GIANT: mark("largest")}
"""What the name of a size means within its group; marked (`core/speech.py`)."""


def _place(number: int, group: int | None, *, final: bool) -> list[str]:
    """From which auction a tile comes."""
    where = [] if group is None else [say("left over") if group == values.LEFT else say("group {group}", group=group)]
    return [*where, say("of set {set}", set=number)] if final else where


def _paid(price: int | None) -> list[str]:
    """The price of a tile, if it is known."""
    return [] if price is None else [say("{price} paid", price=price)]


def tile(player: str, own: values.Tile, price: int | None, *, final: bool) -> str:
    """A tile of the viewer's own hand, called by the writing on it: its number, and its price if there is room."""
    facts = [*_paid(price), values.colour_word(own.colour)]
    if own.inverted:
        facts.append(say("inverted"))
    if own.size is not None:
        facts.append(values.size_word(own.size))
    facts += _place(own.set, own.group, final=final)
    mine, theirs = mark("Your tile {number}: {facts}"), mark("{player}'s tile {number}: {facts}")
    return owned(mine, theirs, player, number=own.number, facts=", ".join(facts))


def lot(player: str, bought: Lot, writing: str, *, final: bool) -> str:
    """A tile with only its public facts, called by the writing on it."""
    colour = say("unseen") if bought.colour is None else values.colour_word(bought.colour)
    if bought.size is None:
        what = owned(mark("Your {colour} tile"), mark("{player}'s {colour} tile"), player, colour=colour)
    else:
        mine, theirs = mark("Your {colour} {size} tile"), mark("{player}'s {colour} {size} tile")
        what = owned(mine, theirs, player, colour=colour, size=values.size_word(bought.size))
    written = [writing] if writing else []
    return ", ".join([what, *written, *_place(bought.set, bought.group, final=final), *_paid(bought.price), *_fate(bought)])


def _fate(bought: Lot) -> list[str]:
    """What became of a tile, if anything."""
    number = bought.number
    match bought.fate:
        case Fate.HELD:
            return [] if number is None else [say("you gave the {number}", number=number)]
        case Fate.PERHAPS:
            return [say("perhaps put up")]
        case Fate.GONE:
            return [say("put up") if number is None else say("it was {number}", number=number)]


def with_may(label: str, numbers: tuple[int, ...]) -> str:
    """A label, with the numbers that a tile may have if they are known."""
    if not numbers:
        return label
    if len(numbers) == 1:
        return say("{tile}; it is {number}", tile=label, number=numbers[0])
    return say("{tile}; it may be {numbers}", tile=label, numbers=either([str(number) for number in numbers]))


# --- The auction


def group(block: values.Block) -> str:
    """The group under auction."""
    return say("Group {group} of 4 is under auction", group=block.group)


def on_block(block: values.Block, place: int, sale: values.Sale | None, *, over: bool) -> str:
    """A tile of the group under auction; `over` if the match ended before all were sold."""
    size = values.SIZES[place]
    if sale is not None:
        text = mark("{size}, {colour}: sold to {player} for {price}")
    elif over:
        text = mark("{size}, {colour}: not sold")
    else:
        text = mark("{size}, {colour}: under auction now") if block.tile is size else mark("{size}, {colour}: still to come")
    buyer, price = ("", "") if sale is None else (name(sale.seat), values.in_chips(sale.price))
    called = f"{values.size_title(size)}, {say(SIZED[size])}"
    return say(text, size=called, colour=values.colour_word(block.colours[place]), player=buyer, price=price)


def bid(block: values.Block) -> str:
    """The present bid, and the seat to act."""
    actor = name(block.actor)
    if block.tile is None:
        return say("{player} chooses the next tile", player=actor)
    if block.bid is None:
        return say("No bid yet; {player} is to bid or fold", player=actor)
    text = mark("The bid stands at {bid}, by {bidder}; {player} is to bid or fold")
    return say(text, bid=block.bid, bidder=name(block.bidder or block.actor), player=actor)


def coming(first: int, groups: tuple[values.Colours, ...]) -> str:
    """The colours of later groups."""
    told = [(number, ", ".join([values.colour_word(colour) for colour in colours])) for number, colours in enumerate(groups, first)]
    return say(
        "Coming, by size: {groups}", groups="; ".join([say("group {group} {colours}", group=n, colours=colours) for n, colours in told])
    )


# --- The joust


def face(player: str, shown: values.FaceDown, own: values.Tile | None, *, final: bool) -> str:
    """A tile that is up, face down."""
    if own is not None:
        facts = ", ".join([values.colour_word(own.colour), *_place(own.set, own.group, final=final)])
        mine, theirs = mark("Your {number} is up: {facts}"), mark("{player}'s {number} is up: {facts}")
        if own.inverted:
            mine, theirs = mark("Your inverted {number} is up: {facts}"), mark("{player}'s inverted {number} is up: {facts}")
        return owned(mine, theirs, player, number=own.number, facts=facts)
    if shown.colour is None:
        return owned(mark("Your tile, face down"), mark("{player}'s tile, face down"), player)
    mine, theirs = mark("Your {colour} tile, face down"), mark("{player}'s {colour} tile, face down")
    what = owned(mine, theirs, player, colour=values.colour_word(shown.colour))
    return ", ".join([what, *_place(shown.set or 0, shown.group, final=final)])


def revealed(player: str, tile: values.Revealed, *, surrendered: bool, final: bool) -> str:
    """A tile that was turned up."""
    facts = ", ".join([values.colour_word(tile.colour), *_place(tile.set, tile.group, final=final)])
    mine, theirs = mark("Your {number} was up: {facts}"), mark("{player}'s {number} was up: {facts}")
    if surrendered:
        mine, theirs = mark("Your {number} surrendered: {facts}"), mark("{player}'s {number} surrendered: {facts}")
    return owned(mine, theirs, player, number=tile.number, facts=facts)


def total(done: values.FinishedJoust, seat: Seat, player: str, stage: Stage | None, up: int) -> str:
    """A seat's total in a finished joust, or as much of it as is turned up."""
    if stage is Stage.REVEAL or done.winner is seat.other:
        return owned(mark("Your total: {total}"), mark("{player}'s total: {total}"), player, total=up)
    mine, theirs = mark("Your total: {total}, scores {points}"), mark("{player}'s total: {total}, scores {points}")
    return owned(mine, theirs, player, total=done.total[seat], points=done.gain[seat])


def won(done: values.FinishedJoust) -> str:
    """The winner of a joust, above its tiles."""
    if done.winner is None:
        return say("The joust is a tie, {a} to {b}", a=done.total.a, b=done.total.b)
    mine, theirs = mark("You win {won} to {lost} and score the {gain}"), mark("wins {won} to {lost} and scores the {gain}")
    yours, winner = mark("You lose {lost} to {won}, and your {gain} is scored"), done.winner
    return voiced(winner, mine, theirs, yours, won=done.total[winner], lost=done.total[winner.other], gain=done.gain[winner])


def left_at_end(view: View, seat: Seat) -> int:
    """R24: how many tiles of a seat score at the end; none before it, and none if a match stops early."""
    played = view.final and view.outcome is not None and view.outcome.reason in ("points", "tie_dmo", "tie_equaliser")
    return view.tiles[seat] if played else 0
