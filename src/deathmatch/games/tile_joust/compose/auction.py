"""The decisions of the auction phase, and the pick before it (R2, R4 to R7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal
from deathmatch.core.game import Choice, Number, Step
from deathmatch.core.speech import mark, say
from deathmatch.core.wording import either, listed, name
from deathmatch.games.tile_joust import notation
from deathmatch.games.tile_joust.compose.owes import DIGITS, Owes
from deathmatch.games.tile_joust.naming import colour_word, in_chips, item_title, size_title
from deathmatch.games.tile_joust.values import (
    ITEMS,
    R2,
    R4,
    R6,
    R7,
    SIZES,
    Bid,
    Block,
    Choose,
    Item,
    Keep,
    Move,
    Pick,
    Plain,
    Size,
)

_RAISES: Final = (1, 2, 5)  # above what stands, that have a button and a key of their own: their digit


@checking
class Picking(Owes):
    """Which item to have (R2)."""

    __slots__ = ()

    @property
    def words(self) -> str:
        """The prompt."""
        return say("pick an item")

    def read(self, text: str, /) -> Move:
        """Raises Malformed (R2)."""
        return notation.read_pick(text)

    def check(self, move: Move, /) -> None:
        """Raises Illegal (R2) if it is no pick; all items may be picked."""
        if not isinstance(move, Pick):
            raise Illegal(say("an item must be picked now"), R2)

    def count(self) -> int:
        """Three."""
        return len(ITEMS)

    def moves(self) -> Iterable[Move]:
        """Each item."""
        return tuple(Pick(item) for item in ITEMS)

    def sample(self, source: RandomSource, /) -> Move:
        """Any item."""
        return Pick(source.choice(ITEMS))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the item."""
        if not prefix:
            choices = (Choice(item.value, item_title(item), f"item-{item}", say(_ITEM_WORDS[item]), item.value[0]) for item in ITEMS)
            return Step(say("Pick an item; {other} gets the other two", other=name(self.seat.other)), tuple(choices))
        token, *more = prefix
        if more or token not in list(ITEMS):
            self.wrong(prefix, R2)
        item = Item(token)
        return Step(say("{item}: {effect}", item=item_title(item), effect=say(_ITEM_WORDS[item])), whole=self.write(Pick(item)))


_ITEM_WORDS: Final = {
    Item.INVERSION: mark("once, before the jousts of a set or the final one: a tile of yours turns from X into 13 - X, in secret"),
    Item.EQUALISER: mark("you open every set, and a tie at the end is yours"),
    Item.CONCEAL: mark("once, before the jousts of a set: nobody sees from which group its tiles come"),
}


@checking
class Bidding(Owes):
    """A bid, or fold (R4, R5)."""

    __slots__ = ()

    @property
    def words(self) -> str:
        """The prompt."""
        return say("bid or fold")

    @property
    def block(self) -> Block:
        """The tile under auction."""
        assert self.view.block is not None
        return self.view.block

    @property
    def _low(self) -> int:
        return self.block.lowest(self.view.terms.opening)

    @property
    def _high(self) -> int:
        return self.view.chips[self.seat]

    def read(self, text: str, /) -> Move:
        """Raises Malformed (R4)."""
        return notation.read_bid(text)

    def check(self, move: Move, /) -> None:
        """Raises Illegal (R4)."""
        if move is Plain.FOLD:
            return
        if not isinstance(move, Bid):
            raise Illegal(say("a bid or a fold is owed now"), R4)
        if move.chips < self._low:
            if self.block.bid is None:
                raise Illegal(say("bid {low} or more: that is the lowest first bid", low=self._low), R4)
            raise Illegal(say("bid {low} or more: {bid} stands", low=self._low, bid=self.block.bid), R4)
        if move.chips > self._high:
            raise Illegal(say("you have {chips}", chips=in_chips(self._high)), R4)

    def count(self) -> int:
        """The bids, and fold."""
        return self._high - self._low + 2

    def moves(self) -> Iterable[Move]:
        """Fold, then the bids from the lowest."""
        return (Plain.FOLD, *(Bid(chips) for chips in range(self._low, self._high + 1)))

    def sample(self, source: RandomSource, /) -> Move:
        """Fold, a small raise or any bid, each with the same chance."""
        if not (way := source.below(3)):
            return Plain.FOLD
        most = min(self._high, self._low + 4) if way == 1 else self._high
        return Bid(self._low + source.below(most - self._low + 1))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the bid, or fold."""
        if not prefix:
            fold = Choice("fold", say("Fold"), None, self._folding(), "f")
            return Step(self._prompt(), (fold, *self._bids()), Number(self._low, self._high))
        token, *more = prefix
        if token == "fold" and not more:  # noqa: S105 - a token of a move
            return Step(say("Fold: {effect}", effect=self._folding()), whole=token)
        if more or not token.isascii() or not token.isdigit() or str(int(token[:4])) != token:
            self.wrong(prefix, R4)
        chips = int(token)
        if not self._low <= chips <= self._high:
            self.wrong(prefix, R4)
        last = chips >= self.view.chips[self.seat.other]
        bid = Bid(chips)
        if last:
            prompt = say("Bid {bid} of your {chips}: {other} cannot bid higher", bid=chips, chips=self._high, other=name(self.seat.other))
        else:
            prompt = say("Bid {bid} of your {chips}: {left} would be left", bid=chips, chips=self._high, left=self._high - chips)
        return Step(prompt, whole=self.write(bid), warning=self.caution(bid))

    def caution(self, move: Move, /) -> str:
        """A bid of more than half of the purse; empty for a lower one, and for a fold."""
        if not isinstance(move, Bid) or 2 * move.chips <= self._high:
            return ""
        return say("{bid} is more than half of your {chips}.", bid=move.chips, chips=in_chips(self._high))

    def _prompt(self) -> str:
        block = self.block
        assert block.tile is not None
        colour = block.colours[SIZES.index(block.tile)]
        if block.bidder is None:
            text = mark("The {colour} {size} of group {group}, no bid yet. If you fold, {other} gets it for nothing. You have {chips}")
        else:
            text = mark(
                "The {colour} {size} of group {group}: {other} leads with {bid}, and gets it for that if you fold. You have {chips}"
            )
        return say(
            text,
            colour=colour_word(colour),
            size=size_title(block.tile),
            group=block.group,
            other=name(self.seat.other),
            bid=block.bid,
            chips=in_chips(self._high),
        )

    def _folding(self) -> str:
        other, bid = name(self.seat.other), self.block.bid
        if not bid:
            return say("{other} gets the tile for nothing", other=other)
        return say("{other} gets the tile for {bid}", other=other, bid=bid)

    def _bids(self) -> tuple[Choice, ...]:
        """A few raises, the bid that the other seat cannot beat, and everything; each number once."""
        high, other = self._high, self.view.chips[self.seat.other]
        bids = {}
        for more in _RAISES:
            note = say("the lowest bid") if more == 1 else ""
            if self.block.bid is not None:
                note = say("{number} more", number=more)
            bids[self._low - 1 + more] = note, str(more)
        unbeaten = say("{other} cannot bid higher", other=name(self.seat.other))
        for chips, note, key in ((other, unbeaten, "m"), (high, say("all that you have"), "a")):
            bids.setdefault(chips, (note, key))
        return tuple([Choice(str(n), str(n), None, *bids[n]) for n in sorted(bids) if self._low <= n <= high])


@checking
class Choosing(Owes):
    """Which tile of the group is auctioned next (R6)."""

    __slots__ = ()

    @property
    def words(self) -> str:
        """The prompt."""
        return say("choose the next tile")

    @property
    def block(self) -> Block:
        """The group under auction."""
        assert self.view.block is not None
        return self.view.block

    def read(self, text: str, /) -> Move:
        """Raises Malformed (R6)."""
        return notation.read_choice(text)

    def check(self, move: Move, /) -> None:
        """Raises Illegal (R6)."""
        if not isinstance(move, Choose):
            raise Illegal(say("the next tile must be chosen now"), R6)
        if move.size not in self.block.unsold:
            raise Illegal(say("{given} is sold; {known} may come next", given=move.size, known=either(self.block.unsold)), R6)

    def count(self) -> int:
        """Two."""
        return len(self.block.unsold)

    def moves(self) -> Iterable[Move]:
        """The unsold sizes."""
        return tuple(Choose(size) for size in self.block.unsold)

    def sample(self, source: RandomSource, /) -> Move:
        """Either size."""
        return Choose(source.choice(self.block.unsold))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the size."""
        if not prefix:
            choices = (
                Choice(size.value, size_title(size), f"block-{size}", colour_word(self.block.colours[SIZES.index(size)]), size.value[0])
                for size in self.block.unsold
            )
            text = mark("Which tile of group {group} comes next? You are the first to bid on it")
            return Step(say(text, group=self.block.group), tuple(choices))
        token, *more = prefix
        if more or token not in list(self.block.unsold):
            self.wrong(prefix, R6)
        size = Size(token)
        return Step(say("The {size} comes next", size=size_title(size)), whole=self.write(Choose(size)))


@checking
class KeepDecision(Owes):
    """Which left-over tile to keep (R7)."""

    __slots__ = ()

    @property
    def words(self) -> str:
        """The prompt."""
        return say("choose the left-over tile to keep")

    def read(self, text: str, /) -> Move:
        """Raises Malformed (R7)."""
        return notation.read_keep(text)

    def check(self, move: Move, /) -> None:
        """Raises Illegal (R7)."""
        if not isinstance(move, Keep):
            raise Illegal(say("one of the left-over tiles must be kept now"), R7)
        if move.number not in self.own.offer:
            raise Illegal(say("the left-over numbers are {numbers}", numbers=listed(list(map(str, self.own.offer)))), R7)

    def count(self) -> int:
        """Two."""
        return len(self.own.offer)

    def moves(self) -> Iterable[Move]:
        """Both numbers."""
        return tuple(Keep(number) for number in self.own.offer)

    def sample(self, source: RandomSource, /) -> Move:
        """Either number."""
        return Keep(source.choice(self.own.offer))

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
        token, *more = prefix
        if more or token not in (str(low), str(high)):
            self.wrong(prefix, R7)
        kept = int(token)
        away = low if kept == high else high
        return Step(say("Keep {number}, give {away}", number=kept, away=away), whole=self.write(Keep(kept)))
