"""The capability `plots`: which openings win."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from deathmatch.core.errors import UnsolvableError
from deathmatch.games.even_groups.view import View
from deathmatch_lab.games.even_groups.solving import Exact
from deathmatch_lab.plotting import Plot, Plotter
from deathmatch_lab.solving import Reporter
from deathmatch_lab.studying import Board, Cell

if TYPE_CHECKING:
    from deathmatch.games.even_groups import EvenGroups

WINS: Final = {True: "White wins", False: "Orange wins"}
KINDS: Final = {WINS[True]: "seat-a", WINS[False]: "warm"}


class Openings:
    """The winner after each opening, solved exactly."""

    words = "which openings win (side 2 and 3)"

    def plot(self, view: View, work: Reporter, /) -> Plot:
        """The map of openings. The board must be empty."""
        if view.moves or view.outcome is not None:
            raise UnsolvableError("the map is of openings; give a variant with `--option side=3`, and no record that has begun")
        good = Exact().openings(view, work)
        cells = view.board.hexagon
        board = tuple(
            [Cell(name, x, y, WINS[place in good]) for place, (name, (x, y)) in enumerate(zip(cells.names, cells.places, strict=True))]
        )
        words = (
            f"Side {cells.side}: White opens with an orange stone on a cell, then Orange is to place two. {len(good)} of {len(cells)} "
            "openings win for White; the others win for Orange. Solved exactly."
        )
        return Plot("The opening map of Even Groups", words, (Board(board, KINDS),))


def plots(_game: EvenGroups) -> Mapping[str, Plotter[View]]:
    """The capability."""
    return {"openings": Openings()}
