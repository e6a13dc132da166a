"""The latest events as one eye saw them, in words and views. Only an eye that has learned a number reads it.

Nobody may see that a fold, a choice or a pass was a time-out (Information), so an event that may have been one carries no notation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deathmatch.core.game import Beat
from deathmatch.core.listing import listed
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.wording import name, resignation
from deathmatch.games.tile_joust.values import (
    HIGHEST,
    ITEM_TITLES,
    ITEMS,
    LEFT,
    SIZES,
    Bid,
    Block,
    Choose,
    FaceDown,
    FinishedJoust,
    Item,
    Keep,
    Owed,
    Pick,
    Put,
    Revealed,
    Sale,
    Size,
    Tile,
    Use,
    text,
)
from deathmatch.games.tile_joust.view import Stage, View


def narrate(before: View, after: View) -> Sequence[Beat[View]]:
    """The beats between two views that follow each other."""
    if before == after:
        return ()
    narrator = _Narrator(before, after)
    narrator.go()
    return narrator.beats


def _tiles(number: int) -> str:
    return "no tile" if not number else f"{number} tile{'' if number == 1 else 's'}"


def faced(face: FaceDown, *, final: bool) -> str:
    """The shown properties of a tile that lies face down: `a white tile of group 3`."""
    if face.colour is None:
        return "a tile"
    set_ = f" of set {face.set}" if final else ""
    if face.group is None:
        return f"a {face.colour} tile{set_}"
    if face.group == LEFT:
        return f"a {face.colour} left-over tile{set_}"
    return f"a {face.colour} tile{set_}{', group' if final else ' of group'} {face.group}"


def _revealed(tiles: tuple[Revealed, ...]) -> str:
    """Tiles turned up: `1 and 11: 12 in all`."""
    numbers = listed([str(tile.number) for tile in tiles])
    return numbers if len(tiles) == 1 else f"{numbers}: {sum(tile.number for tile in tiles)} in all"


class _Narrator:
    """Narrates by the question that was open before."""

    def __init__(self, before: View, after: View) -> None:
        self._before, self._after = before, after
        self._sold = list(after.sales[len(before.sales) :])
        self._group = before.block.group if before.block is not None else 0  # the last one that was spoken of
        self.beats: list[Beat[View]] = []

    def go(self) -> None:
        """All beats of the one event that lies between the two views."""
        if (resigned := resignation(self._after.outcome)) is not None:
            self._say(*resigned, view=self._after)
            return
        match self._before.owed:
            case Owed.PICK:
                self._picked()
            case Owed.TILES:
                self._dealt()
            case Owed.BID:
                self._bid()
            case Owed.CHOOSE:
                self._chosen()
            case Owed.KEEP:
                self._kept()
            case Owed.ITEMS:
                self._used()
            case _:
                self._jousted()
        while self._sold:  # tiles that fell because nobody could bid
            sale = self._sold.pop(0)
            self._open(sale.group)
            self._say(f"{name(sale.seat.other)} cannot bid: {self._sale(sale)}")
        if self._after.block is not None:
            self._open(self._after.block.group)
        if len(self._after.leftovers) > len(self._before.leftovers):
            self._left_over(self._after.leftovers[-1])
        self._phases()
        last = self.beats[-1]
        if last.view is None:
            self.beats[-1] = replace(last, view=self._after)

    # --- The auction

    def _picked(self) -> None:
        """R2."""
        picker = self._before.terms.picker
        held = {seat: [item for item, held in zip(ITEMS, self._after.items, strict=True) if held.seat is seat] for seat in SEATS}
        (item,) = held[picker]
        rest = listed([ITEM_TITLES[other] for other in held[picker.other]])
        sure = item is not Item.INVERSION
        notation = f"{picker} {text(Pick(item), final=False)}" if sure else ""
        self._say(f"{name(picker)} takes {ITEM_TITLES[item]}; {name(picker.other)} gets {rest}.", notation, "Items")

    def _dealt(self) -> None:
        """R14."""
        self._say(f"The tiles of set {self._after.set} are mixed.", heading=f"Set {self._after.set}")

    def _open(self, group: int) -> None:
        """R17: the colours of a group become public."""
        if group == self._group:
            return
        self._group = group
        block = self._after.block
        assert block is not None
        assert block.group == group
        colours = listed([f"{colour} {size.capitalize()}" for size, colour in zip(SIZES, block.colours, strict=True)])
        first = next((sale.size for sale in self._after.sales if (sale.set, sale.group) == (self._after.set, group)), block.tile)
        assert first is not None
        self._say(f"Group {group}: {colours}. The {first.capitalize()} comes first.")

    def _block(self) -> Block:
        block = self._before.block
        assert block is not None
        return block

    def _bid(self) -> None:
        """R15, R16."""
        block, after = self._block(), self._after.block
        actor = block.actor
        if not self._sold:
            assert after is not None
            assert after.bid is not None
            self._say(f"{name(actor)} bids {after.bid}.", f"{actor} {text(Bid(after.bid), final=False)}")
            return
        sale = self._sold.pop(0)
        if sale.seat is actor:
            self._say(f"{name(actor)} bids {sale.price}.", f"{actor} {text(Bid(sale.price), final=False)}")
            self._say(f"{name(actor.other)} cannot bid higher: {self._sale(sale)}")
        else:
            self._say(f"{name(actor)} folds: {self._sale(sale)}")

    def _sale(self, sale: Sale) -> str:
        """R16, with the number for the buyer."""
        price = f"for {sale.price}" if sale.price else "for nothing"
        words = f"{name(sale.seat)} gets the {sale.colour} {sale.size.capitalize()} of group {sale.group} {price}."
        tile = self._own(sale.lot)
        return words if tile is None else f"{words} Its number is {tile.number}."

    def _own(self, lot: str) -> Tile | None:
        """The eye's own tile of a lot."""
        own = self._after.own
        return None if own is None else next((tile for tile in (*own.hand, *own.stored) if tile.lot == lot), None)

    def _chosen(self) -> None:
        """R17."""
        actor = self._block().actor
        block = self._after.block
        size = self._sold[0].size if self._sold else None if block is None else block.tile
        assert size is not None
        sure = size is Size.GIANT  # a time-out chooses another
        self._say(f"{name(actor)} chooses the {size.capitalize()} next.", f"{actor} {text(Choose(size), final=False)}" if sure else "")

    def _left_over(self, fewer: Seat | None) -> None:
        """R18."""
        after, two = self._after, self._after.terms.left > 1
        if fewer is None:
            self._say(f"Both have {_tiles(6)} of this set: nobody gets {'the two' if two else 'the one'} left over.")
        elif two:
            self._say(f"{name(fewer)} has fewer tiles of this set, looks at the two left over, keeps one and gives the other away.")
        else:
            tile = self._own(f"{len(after.leftovers)}-left")
            number = "" if tile is None else f" Its number is {tile.number}."
            self._say(f"{name(fewer)} has fewer tiles of this set and gets the one left over.{number}")

    def _kept(self) -> None:
        """R18."""
        seat = self._before.leftovers[-1]
        assert seat is not None
        tile, own = self._own(f"{len(self._before.leftovers)}-left"), self._after.own
        words = f"{name(seat)} keeps one of the tiles left over and gives the other to {name(seat.other)}."
        notation = ""
        if tile is not None and own is not None and self._after.eye is seat:
            away = own.given[-1].number
            words = f"{name(seat)} keeps {tile.number} of the tiles left over and gives {away} to {name(seat.other)}."
            notation = f"{seat} {text(Keep(tile.number), final=False)}" if tile.number > away else ""
        elif tile is not None:
            words += f" Its number is {tile.number}."
        self._say(words, notation)

    # --- The jousts

    def _used(self) -> None:
        """R20."""
        before, after = self._before, self._after
        used = [item for item, was, now in zip(ITEMS, before.items, after.items, strict=True) if was.used != now.used]
        for item in used:
            seat = after.items[ITEMS.index(item)].seat
            assert seat is not None
            if item is Item.CONCEAL:
                whose = "no groups are" if after.terms.conceal_both else f"the groups of {name(seat)}'s tiles are not"
                self._say(f"{name(seat)} uses {ITEM_TITLES[item]}: {whose} shown in the jousts of this set.")
            else:
                self._say(*self._inverted(seat))
        if not used:
            self._say("Nobody uses an item.")

    def _inverted(self, seat: Seat) -> tuple[str, str]:
        """R20: the tile itself for its owner alone."""
        words = f"{name(seat)} uses {ITEM_TITLES[Item.INVERSION]} on a tile"
        own, was = self._after.own, self._before.own
        if self._after.eye is not seat or own is None or was is None:
            return f"{words}.", ""
        (tile,) = [tile for tile in was.hand if tile not in own.hand]
        conceals = self._after.items[ITEMS.index(Item.CONCEAL)]
        both = conceals.seat is seat and conceals.used == self._after.set and self._before.items[ITEMS.index(Item.CONCEAL)].used is None
        notation = f"{seat} {text(Use(tile, both), final=self._after.final)}"
        return f"{words}: its number was {tile.number} and is {HIGHEST - tile.number} from now on.", notation

    def _jousted(self) -> None:
        """R21."""
        if len(self._after.jousts) > len(self._before.jousts):
            self._resolved(self._after.jousts[-1])
            return
        table = self._after.table
        assert table is not None
        for seat in SEATS:
            new = table.up[seat][len(self._up(seat)) :]
            if new:
                notation = ""
                if self._after.eye is seat and self._after.own is not None:
                    notation = f"{seat} {text(Put(self._after.own.up[-1]), final=self._after.final)}"
                self._say(f"{name(seat)} puts up {faced(new[0], final=self._after.final)}.", notation)
            elif seat in self._before.owing:
                self._say(f"{name(seat)} adds nothing.")

    def _up(self, seat: Seat) -> tuple[FaceDown, ...]:
        return () if self._before.table is None else self._before.table.up[seat]

    def _resolved(self, done: FinishedJoust) -> None:
        """R22, step by step: the last round, the tiles turned up, who wins, what that scores."""
        before = self._before
        first = before.owed is Owed.FIRST
        for seat in before.owing:
            if len(done.tiles[seat]) > len(self._up(seat)):
                tile = done.tiles[seat][-1]
                face = FaceDown(tile.colour, tile.set, tile.group) if before.terms.shown_all or first else FaceDown()
                self._say(f"{name(seat)} puts up {faced(face, final=before.final)}.")
            else:
                self._say(f"{name(seat)} {'puts up nothing in time' if first else 'adds nothing'}.", f"{seat} timeout" if first else "")
        middle = self._middle(done)
        for seat in SEATS:
            if done.tiles[seat]:
                view = replace(middle, showing=Stage.REVEAL)
                self._say(f"{name(seat)} has put up {_revealed(done.tiles[seat])}.", view=view if self._fresh(view) else None)
        a, b = done.total
        view = replace(middle, showing=Stage.TOTALS)
        if done.winner is None:
            self._say(f"The joust is a tie, {a} to {b}." if done.tiles.a or done.tiles.b else "No tile was put up: a tie.", view=view)
        else:
            score = f"{done.total[done.winner]} to {done.total[done.winner.other]}"
            against = score if done.tiles[done.winner.other] else "against nothing"
            self._say(f"{name(done.winner)} wins the joust, {against}.", view=view)
        points = BySeat.of(lambda seat: before.points[seat] + done.gain[seat])
        for seat in SEATS:
            given = done.surrendered[seat]
            if given is not None:
                self._say(f"{name(seat)} surrenders the smallest tile in hand, {given.number}.")
        for seat in SEATS:
            if done.winner is not seat.other:
                view = replace(middle, showing=Stage.POINTS, points=points)
                smallest = f", the number of {name(seat.other)}'s smallest tile"
                why = smallest if done.tiles[seat.other] or done.surrendered[seat.other] else ""
                self._say(f"{name(seat)} scores {done.gain[seat]}{why}.", view=view if self._fresh(view) else None)

    def _fresh(self, view: View) -> bool:
        """Whether a view was not the last one that was shown."""
        return view != next((beat.view for beat in reversed(self.beats) if beat.view is not None), None)

    def _middle(self, done: FinishedJoust) -> View:
        """While a joust is resolved: its tiles are out of the hands, and that is the only change so far."""
        before, after = self._before, self._after
        gone = BySeat.of(lambda seat: len(done.tiles[seat]) - len(self._up(seat)) + (done.surrendered[seat] is not None))
        own = before.own
        if own is not None and after.own is not None:
            left = (*after.own.hand, *after.own.stored)
            own = replace(own, hand=tuple([tile for tile in own.hand if tile in left]), up=())
        tiles = BySeat.of(lambda seat: before.tiles[seat] - gone[seat])
        return replace(before, owing=(), table=None, jousts=after.jousts, tiles=tiles, own=own)

    # --- Phases

    def _phases(self) -> None:
        """R19, R23 to R25: what ends here, and what begins."""
        before, after = self._before, self._after
        if before.phase == "auction" and after.set == before.set and after.phase == "joust":
            self._say(f"The jousts of set {after.set} begin: {self._counts(after.tiles)}.", heading=f"Set {after.set}, jousts")
        if after.set != before.set:
            now = after.tiles if after.final else after.stored
            kept = BySeat.of(lambda seat: now[seat] - before.stored[seat])
            none = before.phase == "auction"
            end = f"No joust is held in set {before.set}" if none else f"The jousts of set {before.set} are over"
            self._say(f"{end}. For the final joust {name(Seat.A)} stores {_tiles(kept.a)}, {name(Seat.B)} {_tiles(kept.b)}.")
        if after.final and not before.final:
            self._say(f"The final joust: {self._counts(after.tiles)}.", heading="Final joust")
        if after.outcome is not None:
            self._end(after)
        elif after.owed is Owed.ITEMS:
            self._say(f"{listed([name(seat) for seat in after.owing])} may use an item now, in secret.")

    def _counts(self, tiles: BySeat[int]) -> str:
        return f"{name(Seat.A)} has {_tiles(tiles.a)}, {name(Seat.B)} {_tiles(tiles.b)}"

    def _end(self, after: View) -> None:
        """R24, R25."""
        outcome = after.outcome
        assert outcome is not None
        assert outcome.winner is not None
        for seat in SEATS:
            if after.tiles[seat]:
                self._say(f"{name(seat)} has {_tiles(after.tiles[seat])} left and scores {after.tiles[seat]}.")
        winner, points = name(outcome.winner), after.points
        if outcome.reason == "points":
            self._say(f"The match is over: {winner} wins {max(points)} to {min(points)}.")
        else:
            why = "the death match opponent" if outcome.reason == "tie_dmo" else "who holds the Equaliser"
            self._say(f"The match is over with {points.a} points each: the tie goes to {winner}, {why}.")

    def _say(self, words: str, notation: str = "", heading: str = "", view: View | None = None) -> None:
        self.beats.append(Beat(words, notation, view, heading))
