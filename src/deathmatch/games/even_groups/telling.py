"""A move in words for the seat that makes it."""

from __future__ import annotations

from deathmatch.core.hexes import Hexagon
from deathmatch.core.speech import say
from deathmatch.core.wording import listed
from deathmatch.games.even_groups.values import Colour, Move, Stone
from deathmatch.games.even_groups.view import View


def told(view: View, move: Move) -> str:
    """`You put white B4 and orange E7.`"""
    if isinstance(move, Colour):
        return say("You play {colour}.", colour=move.title)
    cells = view.board.hexagon
    return say("You put {stones}.", stones=listed([_stone_on(stone, cells) for stone in move]))


def _stone_on(stone: Stone, cells: Hexagon) -> str:
    cell = cells.names[stone.cell]
    return say("orange {cell}", cell=cell) if stone.colour else say("white {cell}", cell=cell)
