"""The words of the picture: its title, and the label of each thing. `{A}` and `{B}` stand for the players' names."""

from __future__ import annotations

from itertools import groupby

from deathmatch.core.game import Over
from deathmatch.core.hexes import Hexagon, bits
from deathmatch.core.seats import Seat
from deathmatch.core.speech import cached_by_language, count, mark, name, say
from deathmatch.games.even_groups.narration import stone_on
from deathmatch.games.even_groups.values import Colour, Groups, Stones, parity
from deathmatch.games.even_groups.view import View

_HOLDS = (mark("{cells} empty"), mark("{cells} white"), mark("{cells} orange"))  # by what lies there, as in `row`
_PAIR, _RUN = mark("{first} and {last}"), mark("{first} to {last}")


def title(view: View) -> str:
    """Where the match stands, in a few words."""
    if view.outcome is not None:
        return _over(view, view.outcome)
    if view.white is None:
        return say("The choice of colours")
    return say("Move {number}", number=view.moves + 1)


def _over(view: View, over: Over) -> str:
    if over.winner is None:
        return say("The match is over")
    colour = view.colour(over.winner)
    return say(
        _ENDS[over.reason],
        winner=name(over.winner),
        loser=name(over.winner.other),
        colour="" if colour is None else colour.told,
    )


_ENDS = {
    "resign": mark("{loser} resigned, {winner} wins"),
    "timeout": mark("{loser} ran out of time, {winner} wins"),
    "full": mark("{winner} wins with {colour}: the board is full"),
    "blocked": mark("{winner} wins with {colour}: no move is left"),
    "settled": mark("{winner} wins with {colour}: {colour} can only end even"),
}


def board(side: int) -> str:
    """What the board is."""
    rows = 2 * side - 1
    return say(
        "A hexagon of {cells} cells in rows A to {last}, {side} along each edge",
        cells=3 * side * (side - 1) + 1,
        last=chr(ord("A") + rows - 1),
        side=side,
    )


def row(letter: str, holds: bytes) -> str:
    """What lies in a row, by runs: `Row E: 1 to 3 empty, 4 white`. `holds` has 0 for an empty cell, else the colour and 1."""
    parts, start = [], 1
    for what, run in groupby(holds):
        length = sum(1 for _ in run)
        end = start + length - 1
        cells = str(start) if length == 1 else say(_PAIR if length == 2 else _RUN, first=start, last=end)
        parts.append(say(_HOLDS[what], cells=cells))
        start = end + 1
    return say("Row {letter}: {cells}", letter=letter, cells=", ".join(parts))


@cached_by_language(maxsize=4096)
def groups_of(colour: Colour, owner: str, groups: Groups, cells: Hexagon, won: bool) -> str:
    """The groups of a colour: `White, your colour: 2 groups, even; E4 F4 F5 and B2`."""
    whose = owner or colour.title
    if not owner and not groups:  # a colour that can be chosen is called by the words on it
        return say("{whose}: {number}, {parity}; no group yet", whose=whose, number=0, parity=parity(0))
    what = count(
        "{whose}: {number} group, {parity}", "{whose}: {number} groups, {parity}", len(groups), whose=whose, parity=parity(len(groups))
    )
    if won:
        what = say("{groups}, the winner", groups=what)
    shapes = [" ".join([cells.names[cell] for cell in bits(group)]) for group in sorted(groups, key=lambda group: group & -group)]
    return f"{what}; {', '.join(shapes)}" if shapes else what


def owner(colour: Colour, seat: Seat | None, *, mine: bool) -> str:
    """A colour, and whose it is; empty while nobody's."""
    if seat is None:
        return ""
    if mine:
        return say("{colour}, your colour", colour=colour.title)
    return say("{colour}, {player}'s colour", colour=colour.title, player=name(seat))


def last(stones: Stones, cells: Hexagon) -> str:
    """The last move: `Last move: orange B4, white F6`."""
    return say("Last move: {stones}", stones=", ".join([stone_on(stone, cells) for stone in stones]))


def moves(view: View) -> str:
    """How far it is."""
    left = view.board.empty.bit_count()
    made = count("{number} move made", "{number} moves made", view.moves)
    return f"{made}, {count('{number} cell empty', '{number} cells empty', left)}"
