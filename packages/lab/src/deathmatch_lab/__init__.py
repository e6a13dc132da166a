"""The laboratory of Deathmatch: solvers, best responses, adversaries, tournaments, data sets, plots and puzzles.

For programs: `solve_game`, `Solution`, `UnsolvableError`; `exploit_bot`, `ExploitResult`; `find_adversary`, `AdversarySearch`. For a
package that brings a game: `Exploiter`, `PublicStateGame`, `SeatExploitResult`, `WorstDecision`; `PuzzleMaker`, `GradingMaker`,
`PuzzleIdea`, `PuzzleWords`, `RightMove`; `Plotter`. A name is loaded when it is first used, as the table of this package is read often.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from deathmatch.core.exploiting import Exploiter, ExploitResult, PublicStateGame, SeatExploitResult, WorstDecision
    from deathmatch.core.plotting import Plotter
    from deathmatch.core.solving import Solution, UnsolvableError
    from deathmatch_lab.adversary_search import AdversarySearch
    from deathmatch_lab.library import exploit_bot, find_adversary, solve_game
    from deathmatch_lab.puzzling import GradingMaker, PuzzleIdea, PuzzleMaker, PuzzleWords, RightMove

__all__ = [
    "AdversarySearch",
    "ExploitResult",
    "Exploiter",
    "GradingMaker",
    "Plotter",
    "PublicStateGame",
    "PuzzleIdea",
    "PuzzleMaker",
    "PuzzleWords",
    "RightMove",
    "SeatExploitResult",
    "Solution",
    "UnsolvableError",
    "WorstDecision",
    "exploit_bot",
    "find_adversary",
    "solve_game",
]

_HOMES: Final = {
    "deathmatch.core.exploiting": "ExploitResult Exploiter PublicStateGame SeatExploitResult WorstDecision",
    "deathmatch.core.plotting": "Plotter",
    "deathmatch.core.solving": "Solution UnsolvableError",
    "deathmatch_lab.adversary_search": "AdversarySearch",
    "deathmatch_lab.library": "exploit_bot find_adversary solve_game",
    "deathmatch_lab.puzzling": "GradingMaker PuzzleIdea PuzzleMaker PuzzleWords RightMove",
}
"""The module of each public name; the imports for type checkers above say the same."""

_HOME: Final = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """A public name, loaded when it is first used (PEP 562)."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'deathmatch_lab' has no public name {name!r}; deathmatch_lab.__all__ lists them")
    value = globals()[name] = getattr(import_module(home), name)
    return value
