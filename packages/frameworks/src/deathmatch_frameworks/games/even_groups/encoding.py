"""Even Groups for other frameworks (`encoding.py`)."""

from __future__ import annotations

from deathmatch.core.hexes import hexagon
from deathmatch.games.even_groups import EvenGroups
from deathmatch.games.even_groups.values import COLOURS
from deathmatch_frameworks.declaring import GameEncoding
from deathmatch_frameworks.tensors import SEAT, Amount, CountOf, Spelled, Table


def encoding(game: EvenGroups) -> GameEncoding:
    """The cells and colours of a board of this size."""
    terms = game.terms
    cells = hexagon(terms.side)
    words = tuple([colour.word for colour in COLOURS])
    moves = 1 + (len(cells) - 1) // 2  # the opening, and two stones each
    return GameEncoding(
        tokens=(*words, *cells.names),
        deepest=5,  # two cells, each made orange, and the end
        longest=moves + (terms.white is None),
        decisions=("colour", "open", "place"),
        public={
            "side": Amount(8),
            "white": SEAT,
            "orange": SEAT,
            "moves": Amount(moves),
            "board": Spelled(".wo", len(cells)),
            "groups": Table(dict.fromkeys(words, Amount(len(cells)))),
            "last": CountOf((*words, *cells.names), 2),
        },
        private={},
        joint=False,
    )
