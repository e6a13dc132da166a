"""The decisions of a seat, made from its view, one for each phase; a move is composed one token at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Rule, refusal
from deathmatch.core.game import Choice, Clock, Number, Step
from deathmatch.core.seats import Seat, asked_seat, certain
from deathmatch.core.simple import DecisionBase
from deathmatch.core.speech import count, listed, mark, name, say
from deathmatch.games.tile_joust import narration, values, words
from deathmatch.games.tile_joust.view import Own, View

# --- What all decisions have in common


DIGITS: Final = "0123456789abcd"
"""The key of a number."""


@checking
@dataclass(frozen=True, slots=True)
class Owes(DecisionBase[values.Move]):
    """The common part of all decisions."""

    view: View
    seat: Seat

    @property
    def clock(self) -> Clock:
        """The time of this decision, then the bank."""
        return Clock((f"time_{self.view.owed}",), bank=True)

    def write(self, move: values.Move, /) -> str:
        """Canonical."""
        return values.text(move, final=self.view.final)

    def told(self, move: values.Move, /) -> str:
        """In words for the seat itself."""
        return narration.told(move)

    @property
    def own(self) -> Own:
        """The private part of the view, for its own seat."""
        return certain(self.view.own)

    @property
    def block(self) -> values.Block:
        """The group under auction."""
        return certain(self.view.block)


# --- The decisions of the auction phase, and the pick before it (R2, R4 to R7)


_RAISES: Final = (1, 5)  # above what stands, that have a button and a key of their own: their digit
_SMALL: Final = 10  # chips that anybody can do without


@checking
class Picking(Owes):
    """Which item to have (R2)."""

    prompt = mark("pick an item")
    form = values.R2

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R2)."""
        return values.read_pick(text)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R2) if it is no pick; all items may be picked."""
        if not isinstance(move, values.Pick):
            raise Illegal(say("an item must be picked now"), values.R2)

    def moves(self) -> Iterable[values.Move]:
        """Each item."""
        return tuple(values.Pick(item) for item in values.ITEMS)

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the item."""
        if not prefix:
            choices = (
                Choice(item.value, values.item_title(item), f"item-{item}", say(_ITEM_WORDS[item]), item.value[0]) for item in values.ITEMS
            )
            return Step(say("{other} gets the other two", other=name(self.seat.other)), tuple(choices))
        item = values.Item(self.only(prefix, list(values.ITEMS)))
        return Step(
            say("{item}: {effect}", item=values.item_title(item), effect=say(_ITEM_WORDS[item])), whole=self.write(values.Pick(item))
        )


_ITEM_WORDS: Final = {
    values.Item.INVERSION: mark("once, before jousts: a tile of yours turns from X into 13 - X, in secret"),
    values.Item.EQUALISER: mark("you open every set, and a tie at the end is yours"),
    values.Item.CONCEAL: mark("once, before the jousts of a set: nobody sees from which group its tiles come"),
}


@checking
class Bidding(Owes):
    """A bid, or fold (R4, R5)."""

    prompt = mark("bid or fold")
    form = values.R4

    @property
    def _low(self) -> int:
        return self.block.lowest(self.view.terms.opening)

    @property
    def _high(self) -> int:
        return self.view.chips[self.seat]

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R4)."""
        return values.read_bid(text)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R4)."""
        if move is values.Plain.FOLD:
            return
        if not isinstance(move, values.Bid):
            raise Illegal(say("a bid or a fold is owed now"), values.R4)
        if move.chips < self._low:
            if self.block.bid is None:
                raise Illegal(say("bid {low} or more: that is the lowest first bid", low=self._low), values.R4)
            raise Illegal(say("bid {low} or more: {bid} stands", low=self._low, bid=self.block.bid), values.R4)
        if move.chips > self._high:
            raise Illegal(say("you have only {chips}", chips=values.in_chips(self._high)), values.R4)

    def moves(self) -> Iterable[values.Move]:
        """Fold, then the bids from the lowest."""
        return (values.Plain.FOLD, *(values.Bid(chips) for chips in range(self._low, self._high + 1)))

    def sample(self, source: RandomSource, /) -> values.Move:
        """Fold, a small raise or any bid, each with the same chance."""
        if not (way := source.below(3)):
            return values.Plain.FOLD
        most = min(self._high, self._low + 4) if way == 1 else self._high
        return values.Bid(self._low + source.below(most - self._low + 1))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the bid, or fold."""
        if not prefix:
            fold = Choice("fold", say("Fold"), None, self._folding(), "f")
            return Step(self._prompt(), (fold, *self._bids()), Number(self._low, self._high))
        token, *more = prefix
        if token == "fold" and not more:  # noqa: S105 - a token of a move
            return Step(say("Fold: {effect}", effect=self._folding()), whole=token)
        chips = int(token[:4]) if token.isascii() and token.isdigit() else -1
        if more or str(chips) != token or not self._low <= chips <= self._high:
            self.wrong(prefix)
        last = chips >= self.view.chips[self.seat.other]
        bid = values.Bid(chips)
        if last:
            prompt = say("Bid {bid} of your {chips}: {other} cannot bid higher", bid=chips, chips=self._high, other=name(self.seat.other))
        else:
            prompt = say("Bid {bid}: {effect}", bid=chips, effect=self._left(chips))
        return Step(prompt, whole=self.write(bid), warning=self.caution(bid))

    def caution(self, move: values.Move, /) -> str:
        """A bid that leaves almost nothing for the tiles to come, and the first one of a match that is more than half of the purse."""
        high, to_come = self._high, self._unsold - 1
        left = high - move.chips if isinstance(move, values.Bid) else high
        if left > self.view.chips[self.seat.other] or not to_come:  # it stays the richer one, or buys the last tile
            return ""
        known = 2 * self._low > high or any(sale.seat is self.seat and sale.price > _SMALL for sale in self.view.sales)
        large = 2 * left < high and high - left > _SMALL and not known
        if not large and (left >= to_come or 4 * left > high or high <= _SMALL // 2):
            return ""
        return count(
            "That leaves you {chips} for the last tile.",
            "That leaves you {chips} for {number} more tiles.",
            to_come,
            chips=values.in_chips(left),
        )

    @property
    def _unsold(self) -> int:
        return self.view.terms.sets * values.GROUPS * len(values.SIZES) - len(self.view.sales)

    def _prompt(self) -> str:
        size, chips, tiles = say(words.SIZED[certain(self.block.tile)]), values.in_chips(self._high), values.in_tiles(self._unsold)
        return say("For sale: the {size} of three tiles. You have {chips}. Still to be sold: {tiles}.", size=size, chips=chips, tiles=tiles)

    def _folding(self) -> str:
        other, bid = name(self.seat.other), self.block.bid
        if not bid:
            return say("{other} gets the tile for nothing", other=other)
        return say("{other} gets the tile for {bid}", other=other, bid=bid)

    def _bids(self) -> tuple[Choice, ...]:
        """A few raises up to the bid that the other seat cannot beat, or up to everything; each number once."""
        high, other = self._high, self.view.chips[self.seat.other]
        keys = {other: "m", high: "a"} | {self._low - 1 + more: str(more) for more in _RAISES}
        most = min(high, max(self._low, other))
        return tuple([self._bid(chips, keys[chips]) for chips in sorted(keys) if self._low <= chips <= most])

    def _bid(self, chips: int, key: str) -> Choice:
        sure = mark("Bid {chips}, wins") if chips >= self.view.chips[self.seat.other] else mark("Bid {chips}")
        text = mark("Bid {chips}, all in") if chips == self._high else sure
        return Choice(str(chips), say(text, chips=chips), None, self._left(chips), key)

    def _left(self, chips: int) -> str:
        return say("you keep {chips} if you get the tile", chips=values.in_chips(self._high - chips))


@checking
class Choosing(Owes):
    """Which tile of the group is auctioned next (R6)."""

    prompt = mark("choose the next tile")
    form = values.R6

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R6)."""
        return values.read_choice(text)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R6)."""
        if not isinstance(move, values.Choose):
            raise Illegal(say("the next tile must be chosen now"), values.R6)
        if move.size not in self.block.unsold:
            raise Illegal(say("{given} is sold; one of the other two comes next", given=values.size_title(move.size)), values.R6)

    def why_not(self, prefix: tuple[str, ...], slot: str, /) -> Illegal | None:
        """R6: whether the tile of the group that stands there is sold."""
        self.compose(prefix)  # refuses tokens that were not offered
        size = next((size for size in values.SIZES if slot == f"block-{size}"), None)
        return None if size is None else refusal(self.check, values.Choose(size))

    def moves(self) -> Iterable[values.Move]:
        """The unsold sizes."""
        return tuple(values.Choose(size) for size in self.block.unsold)

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the size."""
        if not prefix:
            choices = (
                Choice(
                    size.value,
                    values.size_title(size),
                    f"block-{size}",
                    values.colour_word(self.block.colours[values.SIZES.index(size)]),
                    size.value[0],
                )
                for size in self.block.unsold
            )
            text = mark("Which tile of group {group} comes next? You are the first to bid on it.")
            return Step(say(text, group=self.block.group), tuple(choices))
        size = values.Size(self.only(prefix, list(self.block.unsold)))
        return Step(say("The {size} comes next", size=values.size_title(size)), whole=self.write(values.Choose(size)))


@checking
class KeepDecision(Owes):
    """Which left-over tile to keep (R7)."""

    prompt = mark("choose the left-over tile to keep")
    form = values.R7

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R7)."""
        return values.read_keep(text)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R7)."""
        if not isinstance(move, values.Keep):
            raise Illegal(say("one of the left-over tiles must be kept now"), values.R7)
        if move.number not in self.own.offer:
            raise Illegal(say("the left-over numbers are {numbers}", numbers=listed(list(map(str, self.own.offer)))), values.R7)

    def moves(self) -> Iterable[values.Move]:
        """Both numbers."""
        return tuple(values.Keep(number) for number in self.own.offer)

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the number."""
        low, high = self.own.offer
        if not prefix:
            choices = tuple(
                Choice(
                    str(kept),
                    say("Keep {number}", number=kept),
                    f"offer-{place}",
                    say("{other} gets the {number}", other=name(self.seat.other), number=away),
                    DIGITS[kept],
                )
                for place, (kept, away) in enumerate(((low, high), (high, low)), 1)
            )
            return Step(say("Two tiles are left over: keep one, and give the other away"), choices)
        kept = int(self.only(prefix, (str(low), str(high))))
        away = low if kept == high else high
        return Step(say("Keep {number}, give {away}", number=kept, away=away), whole=self.write(values.Keep(kept)))


# --- The decisions of the joust phase, which name tiles of the hand (R8 to R11)


_INVERT: Final = "invert"


@checking
class _Tiles(Owes):
    """The common part of the decisions that name a tile of the hand."""

    def _name(self, tile: values.Tile) -> str:
        return tile.name(final=self.view.final)

    def _named(self, token: str) -> values.Tile | None:
        return next((tile for tile in self.own.hand if self._name(tile) == token), None)

    def _choices(self, tiles: values.Tiles) -> tuple[Choice, ...]:
        """Each tile with its place in the picture; a unique number is its own key."""
        numbers = [tile.number for tile in tiles]
        return tuple(
            Choice(
                self._name(tile),
                _title(tile, tiles),
                f"hand-{tile.lot}",
                values.origin(tile),
                DIGITS[tile.number] if numbers.count(tile.number) == 1 else "",
            )
            for tile in tiles
        )

    def _own_tile(self, tile: values.Tile) -> None:
        if tile not in self.own.hand:
            raise Illegal(say("you hold no {given}", given=self._name(tile)), values.R11)


def _title(tile: values.Tile, among: Sequence[values.Tile]) -> str:
    """A tile for people: its number, and enough to distinguish it from others with that number."""
    same = [other for other in among if other.number == tile.number]
    several = len({other.set for other in same}) > 1
    title = say("{number} of set {set}", number=tile.number, set=tile.set) if several else str(tile.number)
    return say("{tile}, inverted", tile=title) if tile.inverted else title


@checking
class Using(_Tiles):
    """Whether to use items now (R8)."""

    prompt = mark("use an item, or pass")
    form = values.R8

    @property
    def _usable(self) -> tuple[values.Item, ...]:
        return self.view.usable(self.seat)

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R8, R11)."""
        return values.read_items(text, self.own.hand)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R8, R11)."""
        if move is values.Plain.PASS:
            return
        if not isinstance(move, values.Use):
            raise Illegal(say("an item or a pass is owed now"), values.R8)
        if move.invert is not None:
            self._check_item(values.Item.INVERSION)
            self._own_tile(move.invert)
        if move.conceal:
            self._check_item(values.Item.CONCEAL)

    def _check_item(self, item: values.Item) -> None:
        if item in self._usable:
            return
        if item is values.Item.CONCEAL and self.view.final:
            raise Illegal(say("Conceal is for the jousts of a set"), values.R8)
        raise Illegal(say("you do not hold {item}, or have used it", item=values.item_title(item)), values.R8)

    def moves(self) -> Iterable[values.Move]:
        """Pass, then each tile or none, with Conceal or without."""
        tiles = (None, *self.own.hand) if values.Item.INVERSION in self._usable else (None,)
        conceals = (False, True) if values.Item.CONCEAL in self._usable else (False,)
        uses = (values.Use(tile, conceal) for conceal in conceals for tile in tiles if conceal or tile is not None)
        return (values.Plain.PASS, *uses)

    def sample(self, source: RandomSource, /) -> values.Move:
        """Pass, or, as often, any use."""
        moves = list(self.moves())
        return source.choice(moves[1:]) if source.below(2) else moves[0]

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """Items in either order; Tile Inversion asks for its tile at once."""
        if prefix == (values.Plain.PASS.value,):
            return Step(say("Use nothing now"), whole=values.Plain.PASS.value)
        tile: values.Tile | None = None
        naming = conceal = False
        for place, token in enumerate(prefix, 1):
            if naming and (tile := self._named(token)) is not None:
                naming = False
            elif token == _INVERT and not naming and tile is None and values.Item.INVERSION in self._usable:
                naming = True
            elif token == values.Item.CONCEAL and not naming and not conceal and values.Item.CONCEAL in self._usable:
                conceal = True
            else:
                self.wrong(prefix[:place])
        if naming:
            return Step(say("Which tile turns from X into 13 - X?"), self._choices(self.own.hand))
        choices = self._offers(tile, conceal)
        if not prefix:
            passing = Choice(values.Plain.PASS.value, say("Nothing now"), None, say("keep what you hold for later"), "p")
            return Step(say("Use an item before the jousts?"), (*choices, passing))
        return Step(self._prompt(tile, conceal), choices, whole=self.write(values.Use(tile, conceal)))

    def _choices(self, tiles: values.Tiles) -> tuple[Choice, ...]:
        """Each tile with its result."""
        turned = zip(super()._choices(tiles), tiles, strict=True)
        return tuple(replace(choice, note=say("becomes {number}", number=values.HIGHEST - tile.number)) for choice, tile in turned)

    def _offers(self, tile: values.Tile | None, conceal: bool) -> tuple[Choice, ...]:
        offers = []
        if tile is None and values.Item.INVERSION in self._usable:
            title, note = values.item_title(values.Item.INVERSION), say("one of your tiles, for good")
            offers.append(Choice(_INVERT, title, f"item-{values.Item.INVERSION}", note, "i"))
        if not conceal and values.Item.CONCEAL in self._usable:
            both = self.view.terms.conceal_both
            note = say("no groups are shown in this set") if both else say("your groups are not shown in this set")
            offers.append(
                Choice(values.Item.CONCEAL.value, values.item_title(values.Item.CONCEAL), f"item-{values.Item.CONCEAL}", note, "c")
            )
        return tuple(offers)

    def _prompt(self, tile: values.Tile | None, conceal: bool) -> str:
        if tile is None:
            return say("Groups are concealed")
        title, number = _title(tile, self.own.hand), values.HIGHEST - tile.number
        if conceal:
            return say("{tile} becomes {number} and groups are concealed", tile=title, number=number)
        return say("{tile} becomes {number}", tile=title, number=number)


@checking
class Putting(_Tiles):
    """The first tile of a joust (R9), or one more, or pass (R10)."""

    @property
    def _first(self) -> bool:
        return self.view.owed is values.Owed.FIRST

    @property
    def form(self) -> Rule:  # type: ignore[override]
        """R9 or R10."""
        return values.R9 if self._first else values.R10

    @property
    def words(self) -> str:
        """The prompt."""
        return say("put up a tile") if self._first else say("add a tile, or pass")

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R9, R10, R11)."""
        return (values.read_first if self._first else values.read_more)(text, self.own.hand, self.form)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R9, R10, R11)."""
        if isinstance(move, values.Put):
            self._own_tile(move.tile)
        elif move is not values.Plain.PASS or self._first:
            raise Illegal(say("a tile must be put up now") if self._first else say("a tile or a pass is owed now"), self.form)

    def moves(self) -> Iterable[values.Move]:
        """Each tile of the hand, and from the second round on pass."""
        puts = tuple(values.Put(tile) for tile in self.own.hand)
        return puts if self._first else (*puts, values.Plain.PASS)

    def sample(self, source: RandomSource, /) -> values.Move:
        """Any tile, or, as often, pass."""
        if not self._first and source.below(2):
            return values.Plain.PASS
        return values.Put(source.choice(self.own.hand))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the tile, or pass."""
        if not prefix:
            choices = self._choices(self.own.hand)
            if self._first:
                last = mark("Tap one of your tiles. It goes on until a side has none. Each tile left then scores 1 point.")
                text = mark("Tap one of your tiles. The larger total scores the other side's smallest tile.")
                if len(choices) == 1:
                    choices = (replace(choices[0], label=say("Put up {tile}", tile=choices[0].label)),)
                return Step(say(last if self.view.final else text), choices)
            passing = Choice(values.Plain.PASS.value, say("Pass"), None, say("if both do, the tiles are turned over"), "p")
            return Step(say("Tap a tile to add it. If both pass, all are turned over. {risk}", risk=self._risk()), (*choices, passing))
        if prefix == (values.Plain.PASS.value,) and not self._first:
            return Step(say("Add nothing"), whole=values.Plain.PASS.value)
        token, *more = prefix
        tile = self._named(token)
        if tile is None or more:
            self.wrong(prefix)
        total = sum(one.number for one in (*self.own.up, tile))
        text = mark("Put up {tile}: {total} in all. {risk}") if self.own.up else mark("Put up {tile}. {risk}")
        prompt = say(text, tile=_title(tile, self.own.hand), total=total, risk=self._risk(tile))
        return Step(prompt, whole=self.write(values.Put(tile)))

    def _risk(self, *more: values.Tile) -> str:
        least = min(tile.number for tile in (*self.own.up, *more))
        return say("A loss costs you {points} at most", points=values.in_points(least))


Decision: TypeAlias = Picking | Bidding | Choosing | KeepDecision | Using | Putting


def decision(view: View) -> Decision:
    """The decision that the seat of this view owes."""
    seat = asked_seat(view.eye, view.owing)
    return _DECISIONS[view.owed](view, seat)


_DECISIONS: Final[dict[values.Owed, type[Decision]]] = {
    values.Owed.PICK: Picking,
    values.Owed.BID: Bidding,
    values.Owed.CHOOSE: Choosing,
    values.Owed.KEEP: KeepDecision,
    values.Owed.ITEMS: Using,
    values.Owed.FIRST: Putting,
    values.Owed.MORE: Putting,
}
