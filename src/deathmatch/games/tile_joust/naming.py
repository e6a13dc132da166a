"""Colours, sizes, items and tiles in words for people."""

from __future__ import annotations

from typing import Final

from deathmatch.core.speech import count, mark, say
from deathmatch.games.tile_joust.values import Colour, Item, Size, Tile

ITEM_TITLES: Final = {Item.INVERSION: mark("Tile Inversion"), Item.EQUALISER: mark("Equaliser"), Item.CONCEAL: mark("Conceal")}


def item_title(item: Item) -> str:
    """The name of an item for people."""
    return say(ITEM_TITLES[item])


_COLOURS: Final = {Colour.WHITE: mark("white"), Colour.BLACK: mark("black")}
_SIZES: Final = {Size.MINUTE: mark("minute"), Size.BALANCE: mark("balance"), Size.GIANT: mark("giant")}
_SIZE_TITLES: Final = {Size.MINUTE: mark("Minute"), Size.BALANCE: mark("Balance"), Size.GIANT: mark("Giant")}


def colour_word(colour: Colour) -> str:
    """A colour in words: `white`."""
    return say(_COLOURS[colour])


def size_word(size: Size) -> str:
    """A size in words: `giant`."""
    return say(_SIZES[size])


def size_title(size: Size) -> str:
    """A size as a name: `Giant`."""
    return say(_SIZE_TITLES[size])


def in_chips(number: int) -> str:
    """`1 chip`, `2 chips`."""
    return count("{number} chip", "{number} chips", number)


def in_points(number: int) -> str:
    """`1 point`, `2 points`."""
    return count("{number} point", "{number} points", number)


def in_tiles(number: int) -> str:
    """`1 tile`, `2 tiles`."""
    return count("{number} tile", "{number} tiles", number)


def origin(tile: Tile) -> str:
    """What everybody saw of a tile: `white, giant of group 3`."""
    colour = colour_word(tile.colour)
    if tile.size is None:
        return say("{colour}, left over", colour=colour)
    return say("{colour}, {size} of group {group}", colour=colour, size=size_word(tile.size), group=tile.group)
