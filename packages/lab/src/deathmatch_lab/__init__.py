"""The laboratory of Deathmatch: solvers, best responses, adversaries, tournaments, data sets and puzzles.

For programs: `run_arena`, `ArenaResult`, `ArenaMatch`; `solve_game`, `Solution`, `UnsolvableError`; `exploit_bot`, `ExploitResult`;
`find_adversary`, `AdversarySearch`. For a package that brings a game: `Solver`, `Reporter`; `Exploiter`, `PublicStateGame`,
`SeatExploitResult`, `WorstDecision`; `PuzzleMaker`, `GradingMaker`, `PuzzleIdea`, `PuzzleWords`, `RightMove`. A name is
loaded when it is first used, as the table of this package is read often.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from deathmatch.core.errors import UnsolvableError
    from deathmatch_lab.adversary_search import AdversarySearch
    from deathmatch_lab.arena import ArenaMatch, ArenaResult
    from deathmatch_lab.exploiting import Exploiter, ExploitResult, PublicStateGame, SeatExploitResult, WorstDecision
    from deathmatch_lab.library import exploit_bot, find_adversary, run_arena, solve_game
    from deathmatch_lab.puzzling import GradingMaker, PuzzleIdea, PuzzleMaker, PuzzleWords, RightMove
    from deathmatch_lab.solving import Reporter, Solution, Solver

__all__ = [
    "AdversarySearch",
    "ArenaMatch",
    "ArenaResult",
    "ExploitResult",
    "Exploiter",
    "GradingMaker",
    "PublicStateGame",
    "PuzzleIdea",
    "PuzzleMaker",
    "PuzzleWords",
    "Reporter",
    "RightMove",
    "SeatExploitResult",
    "Solution",
    "Solver",
    "UnsolvableError",
    "WorstDecision",
    "exploit_bot",
    "find_adversary",
    "run_arena",
    "solve_game",
]

_HOMES: Final = {
    "deathmatch_lab.exploiting": "ExploitResult Exploiter PublicStateGame SeatExploitResult WorstDecision",
    "deathmatch.core.errors": "UnsolvableError",
    "deathmatch_lab.adversary_search": "AdversarySearch",
    "deathmatch_lab.arena": "ArenaMatch ArenaResult",
    "deathmatch_lab.library": "exploit_bot find_adversary run_arena solve_game",
    "deathmatch_lab.puzzling": "GradingMaker PuzzleIdea PuzzleMaker PuzzleWords RightMove",
    "deathmatch_lab.solving": "Reporter Solution Solver",
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
