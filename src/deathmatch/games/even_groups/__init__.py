"""Even Groups: two stones a turn on a hexagon; the player whose colour ends with an even number of groups wins (rules/even-groups.md)."""

from __future__ import annotations

from deathmatch.core.game import Showcase, Variant
from deathmatch.core.options import Values, Written
from deathmatch.core.speech import mark
from deathmatch.games.even_groups import values
from deathmatch.games.even_groups.game import EvenGroups
from deathmatch.games.even_groups.values import BOOK, R8


def _make(options: Values) -> EvenGroups:
    return EvenGroups(values.terms(options))


VARIANTS = (
    Variant(
        game=BOOK,
        name="standard",
        title=mark("Even Groups"),
        words=mark(
            "Fill a hexagon with white and orange stones, two a turn, each of either colour, so that the number of groups stays odd. "
            "When no move is left, exactly one colour has an even number of groups: its owner wins."
        ),
        options=values.OPTIONS,
        submitting=R8,
        reasons={
            "full": mark("The board is full, and {winner}'s colour is even."),
            "blocked": mark("No legal move is left, and {winner}'s colour is even."),
            "settled": mark("However they go on, {winner}'s colour ends even."),
            "timeout": mark("{loser} ran out of time."),
            "resign": mark("{loser} resigned."),
        },
        make=_make,
        capabilities={
            "bots": "deathmatch.games.even_groups.bot:bots",
            "adversaries": "deathmatch.games.even_groups.adversaries:adversaries",
            "adversary_families": "deathmatch.games.even_groups.adversaries:families",
            "levels": "deathmatch.games.even_groups.levels:levels",
            "solver": "deathmatch.games.even_groups.solver:solver",
            "advise": "deathmatch.games.even_groups.advice:advise",
            "plots": "deathmatch.games.even_groups.plots:plots",
            "puzzles": "deathmatch.games.even_groups.puzzling:puzzles",
            "study": "deathmatch.games.even_groups.studying:study",
        },
        groups={mark("Board and colours"): ("side", "white", "dmo")},
        as_written={"settled": Written("yes", "Q20")},
        showcase=Showcase(
            mark("Two stones a turn, of either colour. End with an even number of groups."), __name__, "data/showcase.dm", 14
        ),
    ),
)
"""The one variant."""
