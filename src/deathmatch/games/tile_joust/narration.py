"""The latest events as one eye saw them, and a seat's own move, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from deathmatch.core.game import TIMEOUT, Beat
from deathmatch.core.seats import SEATS, BySeat, Seat, certain
from deathmatch.core.simple import resignation
from deathmatch.core.speech import called, capital, listed, mark, name, say, voiced
from deathmatch.games.tile_joust import values
from deathmatch.games.tile_joust.view import Stage, View, lying


def told(move: values.Move) -> str:
    """`You bid 4.`"""
    match move:
        case values.Pick():
            return say("You take {item}.", item=values.item_title(move.item))
        case values.Bid():
            return say("You bid {chips}.", chips=move.chips)
        case values.Choose():
            return say("You choose the {size}.", size=values.size_title(move.size))
        case values.Keep():
            return say("You keep {tile}.", tile=move.number)
        case values.Put():
            return say("You put up {tile}.", tile=move.tile.number)
        case values.Use():
            return _used(move)
        case values.Plain.FOLD:
            return say("You fold.")
        case values.Plain.PASS:
            return say("You pass.")
        case _:
            assert_never(move)


def _used(move: values.Use) -> str:
    conceal = values.item_title(values.Item.CONCEAL)
    if move.invert is None:
        return say("You use {item}.", item=conceal)
    inversion = values.item_title(values.Item.INVERSION)
    if not move.conceal:
        return say("You use {item} on {tile}.", item=inversion, tile=move.invert.number)
    return say("You use {item} on {tile}, and {other}.", item=inversion, tile=move.invert.number, other=conceal)


# --- The latest events as one eye saw them, in words and views. Only an eye that has learned a number reads it
# The state does not hold that a fold, a choice or a pass was a time-out (Information), so an event that may have been one carries no
# notation. The referee, who keeps the clocks, says it: by the words that a beat has for it, or in a sentence of its own.


def narrate(before: View, after: View) -> Sequence[Beat[View]]:
    """The beats between two views that follow each other."""
    if before == after:
        return ()
    narrator = _Narrator(before, after)
    narrator.go()
    return narrator.beats


def _tiles(number: int) -> str:
    return values.in_tiles(number) if number else say("no tiles")


def _sum(tiles: Sequence[values.Revealed]) -> str:
    """`4 + 13 = 17`."""
    if not tiles:
        return say("nothing")
    numbers = " + ".join([str(tile.number) for tile in tiles])
    return numbers if len(tiles) == 1 else f"{numbers} = {sum(tile.number for tile in tiles)}"


def faced(face: values.FaceDown, *, final: bool) -> str:
    """The shown properties of a tile that lies face down: `a white tile of group 3`."""
    if face.colour is None:
        return say("a tile")
    if face.group is None:
        sentence = mark("a {colour} tile of set {set}") if final else mark("a {colour} tile")
    elif face.group == values.LEFT:
        sentence = mark("a {colour} left-over tile of set {set}") if final else mark("a {colour} left-over tile")
    else:
        sentence = mark("a {colour} tile of set {set}, group {group}") if final else mark("a {colour} tile of group {group}")
    return say(sentence, colour=values.colour_word(face.colour), set=face.set, group=face.group)


def _turned(seat: Seat, tiles: Sequence[values.Revealed]) -> str:
    """The last of these tiles is turned up."""
    number, total = tiles[-1].number, sum(tile.number for tile in tiles)
    if len(tiles) == 1:
        return voiced(seat, mark("You turn up {number}."), mark("{player} turns up {number}."), number=number)
    mine, theirs = mark("You turn up {number}: {total} so far."), mark("{player} turns up {number}: {total} so far.")
    return voiced(seat, mine, theirs, number=number, total=total)


def _named(colour: values.Colour, size: values.Size) -> str:
    """A tile of a group: `white Giant`."""
    return say("{colour} {size}", colour=values.colour_word(colour), size=values.size_title(size))


def _numbered(words: str, tile: values.Tile | None) -> str:
    """A sentence about a tile, with its number if the eye knows it."""
    return words if tile is None else say("{sentence} Its number is {number}.", sentence=words, number=tile.number)


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
            case values.Owed.PICK:
                self._picked()
            case values.Owed.TILES:
                self._dealt()
            case values.Owed.BID:
                self._bid()
            case values.Owed.CHOOSE:
                self._chosen()
            case values.Owed.KEEP:
                self._kept()
            case values.Owed.ITEMS:
                self._used()
            case _:
                self._jousted()
        while self._sold:  # tiles that fell because nobody could bid
            sale = self._sold.pop(0)
            self._open(sale.group)
            self._say(voiced(sale.seat.other, mark("You cannot bid. {sale}"), mark("{player} cannot bid. {sale}"), sale=self._sale(sale)))
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
        held = {seat: [item for item, held in zip(values.ITEMS, self._after.items, strict=True) if held.seat is seat] for seat in SEATS}
        (item,) = held[picker]
        rest = listed([values.item_title(other) for other in held[picker.other]])
        sure = item is not values.Item.INVERSION
        notation = f"{picker} {values.text(values.Pick(item), final=False)}" if sure else ""
        taken = voiced(picker, mark("You take {item}."), mark("{player} takes {item}."), item=values.item_title(item))
        got = voiced(picker.other, mark("You get {items}."), mark("{player} gets {items}."), items=rest)
        self._say(f"{taken} {got}", notation, say("Items"))

    def _dealt(self) -> None:
        """R14."""
        number = self._after.set
        self._say(say("The tiles of set {number} are mixed.", number=number), heading=say("Set {number}", number=number))

    def _open(self, group: int) -> None:
        """R17: the colours of a group become public."""
        if group == self._group:
            return
        self._group = group
        block = certain(self._after.block)
        assert block.group == group
        colours = listed([_named(colour, size) for size, colour in zip(values.SIZES, block.colours, strict=True)])
        first = certain(next((sale.size for sale in self._after.sales if (sale.set, sale.group) == (self._after.set, group)), block.tile))
        sentence = mark("Group {group}: {tiles}. The {size} comes first.")
        self._say(say(sentence, group=group, tiles=colours, size=values.size_title(first)))

    def _bid(self) -> None:
        """R15, R16."""
        block, after = certain(self._before.block), self._after.block
        actor = block.actor
        if not self._sold:
            assert after is not None
            self._offered(actor, certain(after.bid))
            return
        sale = self._sold.pop(0)
        told = self._sale(sale)
        if sale.seat is actor:
            self._offered(actor, sale.price)
            self._say(voiced(actor.other, mark("You cannot bid higher. {sale}"), mark("{player} cannot bid higher. {sale}"), sale=told))
        else:
            mine, theirs = mark("You run out of time and fold. {sale}"), mark("{player} runs out of time and folds. {sale}")
            late = voiced(actor, mine, theirs, sale=told)
            folded = voiced(actor, mark("You fold. {sale}"), mark("{player} folds. {sale}"), sale=told)
            self.beats.append(Beat(folded, late=(actor, late)))

    def _offered(self, seat: Seat, chips: int) -> None:
        words = voiced(seat, mark("You bid {chips}."), mark("{player} bids {chips}."), chips=chips)
        self._say(words, f"{seat} {values.text(values.Bid(chips), final=False)}")

    def _sale(self, sale: values.Sale) -> str:
        """R16, with the number for the buyer."""
        mine = mark("You get the {colour} {size} of group {group} for {price}.")
        theirs = mark("{player} gets the {colour} {size} of group {group} for {price}.")
        if not sale.price:
            mine = mark("You get the {colour} {size} of group {group} for nothing.")
            theirs = mark("{player} gets the {colour} {size} of group {group} for nothing.")
        colour, size = values.colour_word(sale.colour), values.size_title(sale.size)
        words = voiced(sale.seat, mine, theirs, colour=colour, size=size, group=sale.group, price=sale.price)
        return _numbered(words, self._own(sale.lot))

    def _own(self, lot: str) -> values.Tile | None:
        """The eye's own tile of a lot."""
        own = self._after.own
        return None if own is None else next((tile for tile in (*own.hand, *own.stored) if tile.lot == lot), None)

    def _chosen(self) -> None:
        """R17."""
        actor = certain(self._before.block).actor
        block = self._after.block
        size = certain(self._sold[0].size if self._sold else None if block is None else block.tile)
        sure = size is values.Size.GIANT  # a time-out chooses another
        mine, theirs = mark("You choose the {size} next."), mark("{player} chooses the {size} next.")
        words = voiced(actor, mine, theirs, size=values.size_title(size))
        self._say(words, f"{actor} {values.text(values.Choose(size), final=False)}" if sure else "")

    def _left_over(self, fewer: Seat | None) -> None:
        """R18."""
        after, two = self._after, self._after.terms.left > 1
        if fewer is None:
            one = mark("Both have 6 tiles of this set: nobody gets the one left over.")
            self._say(say(mark("Both have 6 tiles of this set: nobody gets the two left over.") if two else one))
        elif two:
            mine = mark("You have fewer tiles of this set, look at the two left over, keep one and give the other away.")
            theirs = mark("{player} has fewer tiles of this set, looks at the two left over, keeps one and gives the other away.")
            self._say(voiced(fewer, mine, theirs))
        else:
            mine = mark("You have fewer tiles of this set and get the one left over.")
            words = voiced(fewer, mine, mark("{player} has fewer tiles of this set and gets the one left over."))
            self._say(_numbered(words, self._own(f"{len(after.leftovers)}-left")))

    def _kept(self) -> None:
        """R18."""
        seat = certain(self._before.leftovers[-1])
        tile, own = self._own(f"{len(self._before.leftovers)}-left"), self._after.own
        notation = ""
        if tile is not None and own is not None and self._after.eye is seat:
            away = own.given[-1].number
            mine = mark("You keep {number} of the tiles left over and give {away} to {other}.")
            theirs = mark("{player} keeps {number} of the tiles left over and gives {away} to {other}.")
            words = voiced(seat, mine, theirs, number=tile.number, away=away)
            notation = f"{seat} {values.text(values.Keep(tile.number), final=False)}" if tile.number > away else ""
        else:
            theirs = mark("{player} keeps one of the tiles left over and gives the other to {other}.")
            words = voiced(seat, theirs, theirs, mark("{player} keeps one of the tiles left over and gives the other to you."))
            words = _numbered(words, tile)
        self._say(words, notation)

    # --- The jousts

    def _used(self) -> None:
        """R20."""
        before, after = self._before, self._after
        used = [item for item, was, now in zip(values.ITEMS, before.items, after.items, strict=True) if was.used != now.used]
        for item in used:
            seat = certain(after.holding(item).seat)
            if item is values.Item.CONCEAL:
                mine = mark("You use Conceal: no groups are shown in the jousts of this set.")
                theirs = mark("{player} uses Conceal: no groups are shown in the jousts of this set.")
                if not after.terms.conceal_both:
                    mine = mark("You use Conceal: the groups of your tiles are not shown in the jousts of this set.")
                    theirs = mark("{player} uses Conceal: the groups of {player}'s tiles are not shown in the jousts of this set.")
                self._say(voiced(seat, mine, theirs))
            else:
                self._say(*self._inverted(seat))
        if not used:
            self._say(say("Nobody uses an item."))

    def _inverted(self, seat: Seat) -> tuple[str, str]:
        """R20: the tile itself for its owner alone."""
        own, was = self._after.own, self._before.own
        if self._after.eye is not seat or own is None or was is None:
            return say("{player} uses Tile Inversion on a tile.", player=name(seat)), ""
        (tile,) = [tile for tile in was.hand if tile not in own.hand]
        was_held, held = (view.holding(values.Item.CONCEAL) for view in (self._before, self._after))
        both = held.seat is seat and held.used != was_held.used
        notation = f"{seat} {values.text(values.Use(tile, both), final=self._after.final)}"
        mine = mark("You use Tile Inversion on a tile: its number was {before} and is {after} from now on.")
        theirs = mark("{player} uses Tile Inversion on a tile: its number was {before} and is {after} from now on.")
        return voiced(seat, mine, theirs, before=tile.number, after=values.HIGHEST - tile.number), notation

    def _jousted(self) -> None:
        """R21."""
        if len(self._after.jousts) > len(self._before.jousts):
            self._resolved(self._after.jousts[-1])
            return
        table = certain(self._after.table)
        up = BySeat.of(self._up)
        for seat in SEATS:
            new = table.up[seat][len(up[seat]) :]
            if new:
                notation = ""
                if self._after.eye is seat and self._after.own is not None:
                    notation = f"{seat} {values.text(values.Put(self._after.own.up[-1]), final=self._after.final)}"
                up = up.put(seat, table.up[seat])
                self._put(seat, new[0], notation, replace(self._after, table=replace(table, up=up)))
            elif seat in self._before.owing:
                self._passed(seat)
        if len(self.beats) > 1 and not any(beat.late for beat in self.beats):  # two tiles in one line
            words, notation = (" ".join(parts).strip() for parts in zip(*[(beat.words, beat.notation) for beat in self.beats], strict=True))
            self.beats = [replace(self.beats[-1], words=words, notation=notation)]

    def _put(self, seat: Seat, face: values.FaceDown, notation: str = "", view: View | None = None) -> None:
        tile = faced(face, final=self._before.final)
        self._say(voiced(seat, mark("You put up {tile}."), mark("{player} puts up {tile}."), tile=tile), notation, view=view)

    def _passed(self, seat: Seat) -> None:
        late = voiced(seat, mark("You run out of time and add nothing."), mark("{player} runs out of time and adds nothing."))
        self.beats.append(Beat(voiced(seat, mark("You add nothing."), mark("{player} adds nothing.")), late=(seat, late)))

    def _up(self, seat: Seat) -> tuple[values.FaceDown, ...]:
        return () if self._before.table is None else self._before.table.up[seat]

    def _resolved(self, done: values.FinishedJoust) -> None:
        """R22, step by step: the last round, the tiles turned up one after the other, who wins, what that scores."""
        before = self._before
        first = before.owed is values.Owed.FIRST
        for seat in before.owing:
            if len(done.tiles[seat]) > len(self._up(seat)):
                self._put(seat, lying(before.terms, done.tiles[seat][-1], len(self._up(seat))))
            elif first:
                mine, theirs = mark("You run out of time and put up nothing."), mark("{player} runs out of time and puts up nothing.")
                self._say(voiced(seat, mine, theirs), f"{seat} {TIMEOUT.value}")
            else:
                self._passed(seat)
        middle = self._middle(done)
        turned = BySeat.of(lambda seat: len(done.tiles[seat]) if seat is before.eye else 0)  # who put them up sees them all the time
        for place in range(max(len(tiles) for tiles in done.tiles)):
            for seat in SEATS:
                if turned[seat] <= place < len(done.tiles[seat]):
                    turned = turned.put(seat, place + 1)
                    view = replace(middle, showing=Stage.REVEAL, turned=turned)
                    self.beats.append(Beat(_turned(seat, done.tiles[seat][: place + 1]), view=view, passing=True))
        for seat in SEATS:
            given = done.surrendered[seat]
            if given is not None:
                mine = mark("You surrender your smallest tile, {number}.")
                theirs = mark("{player} surrenders the smallest tile in hand, {number}.")
                self._say(voiced(seat, mine, theirs, number=given.number))
        points = BySeat.of(lambda seat: before.points[seat] + done.gain[seat])
        self._say(self._row(done), view=replace(middle, showing=Stage.POINTS, points=points))

    def _row(self, done: values.FinishedJoust) -> str:
        """A joust in one line: the tiles of both seats with their sums, who wins, and what that scores."""
        number = sum(other.set == done.set for other in self._after.jousts)
        a, b = done.tiles.map(_sum)
        sums = say("{a} {a_tiles}, {b} {b_tiles}", a=called(Seat.A), a_tiles=a, b=called(Seat.B), b_tiles=b)
        mine, theirs = mark("You win the joust and score {points}."), mark("{player} wins the joust and scores {points}.")
        parts = []
        if done.winner is None:
            parts = [say("The joust is a tie.")]
            mine, theirs = mark("You score {points}."), mark("{player} scores {points}.")
        scoring = [seat for seat in SEATS if done.winner is not seat.other]
        parts += [voiced(seat, mine, theirs, points=values.in_points(done.gain[seat])) for seat in scoring]
        return say("Joust {number}: {sums}. {result}", number=number, sums=sums, result=" ".join(parts))

    def _middle(self, done: values.FinishedJoust) -> View:
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
            words = say("The jousts of set {number} begin: {counts}.", number=after.set, counts=self._counts(after.tiles))
            self._say(words, heading=say("Set {number}, jousts", number=after.set))
        if after.set != before.set:
            now = after.tiles if after.final else after.stored
            kept = BySeat.of(lambda seat: now[seat] - before.stored[seat])
            sentence = mark("The jousts of set {number} are over. Stored for the final joust: {counts}.")
            if before.phase == "auction":
                sentence = mark("Set {number} has no joust: each side needs two tiles. Stored for the final joust: {counts}.")
            self.beats.append(Beat(say(sentence, number=before.set, counts=self._counts(kept)), hold=True))
        if after.final and not before.final:
            self._say(say("The final joust: {counts}.", counts=self._counts(after.tiles)), heading=say("Final joust"))
        if after.outcome is not None:
            self._end(after)
        elif after.owed is values.Owed.ITEMS:
            players = listed([called(seat) for seat in after.owing])
            self._say(capital(say("{players} may use an item now, in secret.", players=players)))

    def _counts(self, tiles: BySeat[int]) -> str:
        a, b = tiles.map(_tiles)
        return say("{a} {a_tiles}, {b} {b_tiles}", a=called(Seat.A), a_tiles=a, b=called(Seat.B), b_tiles=b)

    def _end(self, after: View) -> None:
        """R24, R25."""
        outcome = certain(after.outcome)
        assert outcome.winner is not None
        for seat in SEATS:
            if after.tiles[seat]:
                left = after.tiles[seat]
                mine, theirs = mark("You have {tiles} left and score {points}."), mark("{player} has {tiles} left and scores {points}.")
                self._say(voiced(seat, mine, theirs, tiles=_tiles(left), points=values.in_points(left)))
        winner, points = called(outcome.winner), after.points
        if outcome.reason == "points":
            mine = mark("The match is over: you win {most} to {fewest}.")
            theirs = mark("The match is over: {winner} wins {most} to {fewest}.")
            self._say(voiced(outcome.winner, mine, theirs, winner=winner, most=max(points), fewest=min(points)))
            return
        sentence = mark("The match is over with {points} each: the tie goes to {winner}, who holds the Equaliser.")
        if outcome.reason == "tie_dmo":
            sentence = mark("The match is over with {points} each: the tie goes to {winner}, the death match opponent.")
        self._say(say(sentence, winner=winner, points=values.in_points(points.a)))

    def _say(self, words: str, notation: str = "", heading: str = "", view: View | None = None) -> None:
        self.beats.append(Beat(words, notation, view, heading))
