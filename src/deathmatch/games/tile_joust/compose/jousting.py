"""The decisions of the joust phase, which name tiles of the hand (R8 to R11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Rule
from deathmatch.core.game import Choice, Step
from deathmatch.core.speech import say
from deathmatch.games.tile_joust import notation
from deathmatch.games.tile_joust.compose.owes import DIGITS, Owes
from deathmatch.games.tile_joust.naming import item_title, origin
from deathmatch.games.tile_joust.values import HIGHEST, R8, R9, R10, R11, Item, Move, Owed, Plain, Put, Tile, Tiles, Use

_INVERT: Final = "invert"


@checking
class _Tiles(Owes):
    """What the decisions that name a tile of the hand have in common."""

    __slots__ = ()

    def _name(self, tile: Tile) -> str:
        return tile.name(final=self.view.final)

    def _named(self, token: str) -> Tile | None:
        return next((tile for tile in self.own.hand if self._name(tile) == token), None)

    def _choices(self, tiles: Tiles) -> tuple[Choice, ...]:
        """Each tile with its place in the picture; a unique number is its own key."""
        numbers = [tile.number for tile in tiles]
        return tuple(
            Choice(
                self._name(tile),
                _title(tile, tiles),
                f"hand-{tile.lot}",
                origin(tile),
                DIGITS[tile.number] if numbers.count(tile.number) == 1 else "",
            )
            for tile in tiles
        )

    def _own_tile(self, tile: Tile) -> None:
        if tile not in self.own.hand:
            raise Illegal(say("you hold no {given}", given=self._name(tile)), R11)


def _title(tile: Tile, among: Sequence[Tile]) -> str:
    """A tile for people: its number, and enough to distinguish it from others with that number."""
    same = [other for other in among if other.number == tile.number]
    several = len({other.set for other in same}) > 1
    title = say("{number} of set {set}", number=tile.number, set=tile.set) if several else str(tile.number)
    return say("{tile}, inverted", tile=title) if tile.inverted else title


@checking
class Using(_Tiles):
    """Whether to use items now (R8)."""

    __slots__ = ()

    @property
    def words(self) -> str:
        """The prompt."""
        return say("use an item, or pass")

    @property
    def _usable(self) -> tuple[Item, ...]:
        return self.view.usable(self.seat)

    def read(self, text: str, /) -> Move:
        """Raises Malformed (R8, R11)."""
        return notation.read_items(text, self.own.hand)

    def check(self, move: Move, /) -> None:
        """Raises Illegal (R8, R11)."""
        if move is Plain.PASS:
            return
        if not isinstance(move, Use):
            raise Illegal(say("an item or a pass is owed now"), R8)
        if move.invert is not None:
            self._check_item(Item.INVERSION)
            self._own_tile(move.invert)
        if move.conceal:
            self._check_item(Item.CONCEAL)

    def _check_item(self, item: Item) -> None:
        if item in self._usable:
            return
        if item is Item.CONCEAL and self.view.final:
            raise Illegal(say("Conceal is for the jousts of a set"), R8)
        raise Illegal(say("you do not hold {item}, or have used it", item=item_title(item)), R8)

    def count(self) -> int:
        """Each tile or none, with Conceal or without."""
        inverts = len(self.own.hand) + 1 if Item.INVERSION in self._usable else 1
        return inverts * (2 if Item.CONCEAL in self._usable else 1)

    def moves(self) -> Iterable[Move]:
        """Pass first."""
        tiles = (None, *self.own.hand) if Item.INVERSION in self._usable else (None,)
        conceals = (False, True) if Item.CONCEAL in self._usable else (False,)
        uses = (Use(tile, conceal) for conceal in conceals for tile in tiles if conceal or tile is not None)
        return (Plain.PASS, *uses)

    def sample(self, source: RandomSource, /) -> Move:
        """Pass, or, as often, any use."""
        moves = list(self.moves())
        return source.choice(moves[1:]) if source.below(2) else moves[0]

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """Items in either order; Tile Inversion asks for its tile at once."""
        if prefix == (Plain.PASS.value,):
            return Step(say("Use nothing now"), whole=Plain.PASS.value)
        tile: Tile | None = None
        naming = conceal = False
        for place, token in enumerate(prefix, 1):
            if naming and (tile := self._named(token)) is not None:
                naming = False
            elif token == _INVERT and not naming and tile is None and Item.INVERSION in self._usable:
                naming = True
            elif token == Item.CONCEAL and not naming and not conceal and Item.CONCEAL in self._usable:
                conceal = True
            else:
                self.wrong(prefix[:place], R8)
        if naming:
            return Step(say("Which tile turns from X into 13 - X?"), self._choices(self.own.hand))
        choices = self._offers(tile, conceal)
        if not prefix:
            passing = Choice(Plain.PASS.value, say("Nothing now"), None, say("keep what you hold for later"), "p")
            return Step(say("Use an item before the jousts?"), (*choices, passing))
        return Step(self._prompt(tile, conceal), choices, whole=self.write(Use(tile, conceal)))

    def _choices(self, tiles: Tiles) -> tuple[Choice, ...]:
        """Each tile with its result."""
        choices = super()._choices(tiles)
        return tuple(
            Choice(choice.token, choice.label, choice.slot, say("becomes {number}", number=HIGHEST - tile.number), choice.key)
            for choice, tile in zip(choices, tiles, strict=True)
        )

    def _offers(self, tile: Tile | None, conceal: bool) -> tuple[Choice, ...]:
        offers = []
        if tile is None and Item.INVERSION in self._usable:
            title, note = item_title(Item.INVERSION), say("one of your tiles, for good")
            offers.append(Choice(_INVERT, title, f"item-{Item.INVERSION}", note, "i"))
        if not conceal and Item.CONCEAL in self._usable:
            both = self.view.terms.conceal_both
            note = say("no groups are shown in this set") if both else say("your groups are not shown in this set")
            offers.append(Choice(Item.CONCEAL.value, item_title(Item.CONCEAL), f"item-{Item.CONCEAL}", note, "c"))
        return tuple(offers)

    def _prompt(self, tile: Tile | None, conceal: bool) -> str:
        if tile is None:
            return say("Groups are concealed")
        title, number = _title(tile, self.own.hand), HIGHEST - tile.number
        if conceal:
            return say("{tile} becomes {number} and groups are concealed", tile=title, number=number)
        return say("{tile} becomes {number}", tile=title, number=number)


@checking
class Putting(_Tiles):
    """The first tile of a joust (R9), or one more, or pass (R10)."""

    __slots__ = ()

    @property
    def _first(self) -> bool:
        return self.view.owed is Owed.FIRST

    @property
    def _rule(self) -> Rule:
        return R9 if self._first else R10

    @property
    def words(self) -> str:
        """The prompt."""
        return say("put up a tile") if self._first else say("add a tile, or pass")

    def read(self, text: str, /) -> Move:
        """Raises Malformed (R9, R10, R11)."""
        return (notation.read_first if self._first else notation.read_more)(text, self.own.hand, self._rule)

    def check(self, move: Move, /) -> None:
        """Raises Illegal (R9, R10, R11)."""
        if isinstance(move, Put):
            self._own_tile(move.tile)
        elif move is not Plain.PASS or self._first:
            raise Illegal(say("a tile must be put up now") if self._first else say("a tile or a pass is owed now"), self._rule)

    def count(self) -> int:
        """Each tile, and from the second round on pass."""
        return len(self.own.hand) + (not self._first)

    def moves(self) -> Iterable[Move]:
        """Each tile of the hand, and pass."""
        puts = tuple(Put(tile) for tile in self.own.hand)
        return puts if self._first else (*puts, Plain.PASS)

    def sample(self, source: RandomSource, /) -> Move:
        """Any tile, or, as often, pass."""
        if not self._first and source.below(2):
            return Plain.PASS
        return Put(source.choice(self.own.hand))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the tile, or pass."""
        if not prefix:
            choices = self._choices(self.own.hand)
            if self._first:
                return Step(say("Put up your first tile face down"), choices)
            passing = Choice(Plain.PASS.value, say("Pass"), None, say("if both do, the tiles are turned over"), "p")
            so_far = sum(tile.number for tile in self.own.up)
            return Step(say("Add a tile, or pass. Yours so far: {total}", total=so_far), (*choices, passing))
        if prefix == (Plain.PASS.value,) and not self._first:
            return Step(say("Add nothing"), whole=Plain.PASS.value)
        token, *more = prefix
        tile = self._named(token)
        if tile is None or more:
            self.wrong(prefix, self._rule)
        total = sum(other.number for other in (*self.own.up, tile))
        title = _title(tile, self.own.hand)
        prompt = say("Put up {tile}: {total} in all", tile=title, total=total) if self.own.up else say("Put up {tile}", tile=title)
        return Step(prompt, whole=self.write(Put(tile)))
