"""Endings by trying everything, by the rules alone: what solver, bots and advice are held to."""

from __future__ import annotations

from deathmatch.core.chance import RandomSource
from deathmatch.core.hexes import bits
from deathmatch.games.even_groups import rules
from deathmatch.games.even_groups.values import COLOURS, Board, Colour, Stone, Stones


def scattered(side: int, empty: int, source: RandomSource) -> Board:
    """Stones of both colours at random, with an odd total, so many cells empty, and some legal move."""
    while True:
        board = Board(side)
        for cell in source.sample(bits(board.empty), len(board.hexagon) - empty):
            board = board.put(Stone(cell, source.choice(COLOURS)))
        if sum(len(board.groups(colour)) for colour in COLOURS) % 2 and not rules.blocked(board):
            return board


def wins(board: Board, colour: Colour) -> bool:
    """Whether the owner of a colour wins who is to move."""
    if rules.blocked(board):
        return len(board.groups(colour)) % 2 == 0
    return any(not wins(board.put(x).put(y), colour.other) for x, y in rules.reach(board).moves())


def winning(board: Board, colour: Colour) -> set[Stones]:
    """The moves that win for the owner of a colour."""
    return {(x, y) for x, y in rules.reach(board).moves() if not wins(board.put(x).put(y), colour.other)}
