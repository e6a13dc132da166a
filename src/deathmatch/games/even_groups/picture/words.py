"""What the picture says in words: its title, and the label of each thing. `{A}` and `{B}` stand for the players' names."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from deathmatch.core.game import Over
from deathmatch.core.hexes import Hexagon, bits
from deathmatch.core.seats import Seat
from deathmatch.games.even_groups.values import Colour, Groups, Stones
from deathmatch.games.even_groups.view import View

_HOLDS = ("empty", *(colour.word for colour in Colour))


def parity(count: int) -> str:
    """`odd` or `even`."""
    return "odd" if count % 2 else "even"


def most(cells: int) -> int:
    """How many openings and places a board of `cells` cells takes at most: one stone, then two a move."""
    return (cells + 1) // 2


def title(view: View) -> str:
    """Where the match stands, in a few words."""
    if view.outcome is not None:
        return _over(view, view.outcome)
    if view.white is None:
        return "The choice of colours"
    return f"Move {view.moves + 1} of at most {most(len(view.board.hexagon))}"


def _over(view: View, over: Over) -> str:
    if over.winner is None:
        return "The match is over"
    winner, loser = f"{{{over.winner}}}", f"{{{over.winner.other}}}"
    if over.reason == "resign":
        return f"{loser} resigned, {winner} wins"
    if over.reason == "timeout":
        return f"{loser} ran out of time, {winner} wins"
    colour = view.colour(over.winner)
    word = "" if colour is None else colour.word
    how = {"full": "the board is full", "blocked": "no move is left", "settled": f"{word} can only end even"}[over.reason]
    return f"{winner} wins with {word}: {how}"


def board(side: int) -> str:
    """What the board is."""
    rows = 2 * side - 1
    return f"A hexagon of {3 * side * (side - 1) + 1} cells in rows A to {chr(ord('A') + rows - 1)}, {side} along each edge"


def row(letter: str, holds: bytes) -> str:
    """What lies in a row, by runs: `Row E: 1 to 3 empty, 4 white`. `holds` has 0 for an empty cell, else the colour and 1."""
    parts, start = [], 1
    for what, run in groupby(holds):
        length = sum(1 for _ in run)
        end = start + length - 1
        cells = str(start) if length == 1 else f"{start} and {end}" if length == 2 else f"{start} to {end}"
        parts.append(f"{cells} {_HOLDS[what]}")
        start = end + 1
    return f"Row {letter}: {', '.join(parts)}"


@lru_cache(maxsize=4096)
def count(colour: Colour, owner: str, groups: Groups, cells: Hexagon, won: bool) -> str:
    """The groups of a colour: `White, your colour: 2 groups, even; E4 F4 F5 and B2`."""
    number = len(groups)
    what = f"{colour.word.capitalize()}{f', {owner}' if owner else ''}: {number} group{'' if number == 1 else 's'}, {parity(number)}"
    if won:
        what += ", the winner"
    shapes = [" ".join([cells.names[cell] for cell in bits(group)]) for group in sorted(groups, key=lambda group: group & -group)]
    return f"{what}; {', '.join(shapes)}" if shapes else what


def owner(seat: Seat | None, *, mine: bool) -> str:
    """Whose a colour is; empty while nobody's."""
    return "" if seat is None else "your colour" if mine else f"{{{seat}}}'s colour"


def last(stones: Stones, cells: Hexagon) -> str:
    """The last move: `Last move: orange B4, white F6`."""
    return f"Last move: {', '.join([f'{stone.colour.word} {cells.names[stone.cell]}' for stone in stones])}"


def moves(view: View) -> str:
    """How far it is."""
    left = view.board.empty.bit_count()
    return f"{view.moves} move{'' if view.moves == 1 else 's'} made, {left} cell{'' if left == 1 else 's'} empty"
