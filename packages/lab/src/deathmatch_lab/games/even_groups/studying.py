"""The capability `study`: openings of small boards, solved, and how often the seat to move wins an ending. There are no positions."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from deathmatch.core.hexes import hexagon
from deathmatch.core.speech import mark, say
from deathmatch_lab.studying import Board, Cell, Fact, Facts, FactsAlone, Map, Study

if TYPE_CHECKING:
    from deathmatch.games.even_groups import EvenGroups

WORDS: Final = {
    2: mark("White, who opens, wins with the centre alone. After any other opening Orange wins."),
    3: mark("White, who opens, wins with any cell but the six corners. After a corner Orange wins."),
}


def facts() -> tuple[Facts | Map, ...]:
    """The solved figures that ship."""
    kept = _kept()
    openings, endings = kept["openings"], kept["endings"]
    maps = [_map(side, frozenset(openings[str(side)]), openings["source"]) for side in WORDS]
    told = say(
        "Boards of side 5 in the middle of random matches, solved exactly: 400 of each kind. "
        "How often the seat to move wins with best play."
    )
    few = say("The same boards: the share of its legal moves that win, in the median. The seat that places last has many, the other few.")
    wins, moves = (
        tuple([Fact(_ending(empty, placing), figures[place]) for empty, placing, _, *figures in endings["boards"]]) for place in (0, 1)
    )
    source, head = endings["source"], say("Empty cells")
    return (
        *maps,
        Facts(say("Endings won by the seat to move"), told, source, wins, head=head, share=say("Wins"), digits=1),
        Facts(say("How many moves win"), few, source, moves, head=head, share=say("Moves"), digits=1),
    )


def _ending(empty: int, placing: str) -> str:
    if placing == "places last":
        return say("{number}: the seat to move places last", number=empty)
    return say("{number}: the other seat places last", number=empty)


def _map(side: int, good: frozenset[str], source: str) -> Map:
    """The openings of one board by their winner."""
    white, orange = say("White wins"), say("Orange wins")
    cells = hexagon(side)
    board = tuple([Cell(name, x, y, white if name in good else orange) for name, (x, y) in zip(cells.names, cells.places, strict=True)])
    return Map(say("Openings on side {side}", side=side), say(WORDS[side]), source, Board(board, {white: "pale", orange: "warm"}))


def _kept() -> Any:
    return json.loads(resources.files("deathmatch_lab.games.even_groups").joinpath("data", "facts.json").read_text("utf-8"))


def study(_game: EvenGroups) -> Study:
    """The capability."""
    return FactsAlone(facts)
