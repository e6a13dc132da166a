"""A move in words for the seat that makes it."""

from __future__ import annotations

from deathmatch.core.seats import Seat
from deathmatch.core.speech import say
from deathmatch.core.wording import name
from deathmatch.games.guidance_rite.values.grid import Grid
from deathmatch.games.guidance_rite.values.moves import Claim, First, Move, Place, Turn


def told(size: Grid, own: Seat, move: Move) -> str:
    """`You claim B4 and C3.`"""
    names = size.names
    match move:
        case Claim():
            one, other = move.spaces
            return say("You claim {one} and {other}.", one=names[one], other=names[other])
        case Place():
            return say("You place a piece on {space}.", space=names[move.space])
        case First():
            return say("You move first.") if move.seat is own else say("{player} moves first.", player=name(own.other))
        case Turn():
            return _turned(size, move)


def _turned(size: Grid, move: Turn) -> str:
    """What else a turn does is seen on the board."""
    if move.movement is not None:
        origin, end = size.names[move.movement.origin], size.names[move.movement.end]
        if move.power is not None or move.item is not None:
            return say("You move {origin} to {end} and do more.", origin=origin, end=end)
        return say("You move {origin} to {end}.", origin=origin, end=end)
    return say("You use a power.") if move.power is not None else say("You use an item.") if move.item is not None else say("You pass.")
