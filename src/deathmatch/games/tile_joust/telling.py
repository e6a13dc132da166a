"""A move in words for the seat that makes it."""

from __future__ import annotations

from typing import assert_never

from deathmatch.core.speech import say
from deathmatch.games.tile_joust.naming import item_title, size_title
from deathmatch.games.tile_joust.values import Bid, Choose, Item, Keep, Move, Pick, Plain, Put, Use


def told(move: Move) -> str:
    """`You bid 4.`"""
    match move:
        case Pick():
            return say("You take {item}.", item=item_title(move.item))
        case Bid():
            return say("You bid {chips}.", chips=move.chips)
        case Choose():
            return say("You choose the {size}.", size=size_title(move.size))
        case Keep():
            return say("You keep {tile}.", tile=move.number)
        case Put():
            return say("You put up {tile}.", tile=move.tile.number)
        case Use():
            return _used(move)
        case Plain.FOLD:
            return say("You fold.")
        case Plain.PASS:
            return say("You pass.")
        case _:
            assert_never(move)


def _used(move: Use) -> str:
    conceal = item_title(Item.CONCEAL)
    if move.invert is None:
        return say("You use {item}.", item=conceal)
    inversion = item_title(Item.INVERSION)
    if not move.conceal:
        return say("You use {item} on {tile}.", item=inversion, tile=move.invert.number)
    return say("You use {item} on {tile}, and {other}.", item=inversion, tile=move.invert.number, other=conceal)
