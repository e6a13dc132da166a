"""Even Groups for other frameworks (`core/encoding.py`)."""

from __future__ import annotations

from deathmatch.core.chance import RandomSource
from deathmatch.games.even_groups import EvenGroups
from deathmatch.games.even_groups.values import COLOURS
from deathmatch.games.even_groups.view import State, View
from deathmatch_frameworks.declaring import GameEncoding
from deathmatch_frameworks.tensors import SEAT, Amount, CountOf, Spelled, Table


def resample(view: View, _source: RandomSource) -> State:
    """The only state that fits: nothing is hidden."""
    return State(view.board, view.white, view.moves, view.last, view.owing, view.outcome, view.defaulted)


def encoding(game: EvenGroups) -> GameEncoding[State, View]:
    """The cells and colours of a board of this size."""
    terms = game.terms
    cells = terms.hexagon
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
        resample=resample,
        joint=False,
    )
