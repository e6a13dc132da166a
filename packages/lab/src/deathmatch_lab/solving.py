"""Solvers: the winner of a position if both play optimally, and the winning moves.

A variant whose positions can be solved from what everybody sees has the capability `solver`, a function `solver(game) -> Solver`. It is
asked by `deathmatch solve` (packages/lab/docs/research.md), and by tests; a server never asks it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from deathmatch import games
from deathmatch.bots import study
from deathmatch.core.bots import SavedArrays
from deathmatch.core.errors import UnknownNameError
from deathmatch.core.game import AnyGame, Fields, Variant

if TYPE_CHECKING:
    from numpy.typing import NDArray

V_contra = TypeVar("V_contra", contravariant=True)


class Reporter(Protocol):
    """Takes the progress of a solver.

    Anything more that a caller offers is a protocol of its own (`Checkpoints`, `Threaded`). A solver tests for it with `isinstance`, as
    callers test bots (`core.bots.Warmable`), so a solver that needs only `report` keeps working.
    """

    def report(self, words: str, done: float | None = None, /) -> None:
        """Report the progress. Call it as often as you like; it is shown a few times a second at most.

        Args:
            words: the present step, without a full stop: `opening 3 of 19`.
            done: the fraction of the work that is done, from 0 to 1; None if it is unknown.
        """
        ...


@runtime_checkable
class Checkpoints(SavedArrays, Protocol):
    """A reporter with a folder in which a solver saves finished parts, so that it can continue after a stop."""

    def begin(self, about: Fields, /) -> None:
        """Describe the arrays before the first one is kept; every fact that changes the solution belongs in the description.

        Raises: UnsolvableError if something else lies there.
        """
        ...

    def keep(self, name: str, array: NDArray[Any], /) -> None:
        """Keep an array, whole or not at all. A name is one word of letters, digits and hyphens."""
        ...

    def drop(self, name: str, /) -> None:
        """Keep an array no longer, if it has been kept."""
        ...


@runtime_checkable
class Threaded(Protocol):
    """A reporter that says how many threads may share the work."""

    @property
    def threads(self) -> int:
        """At least 1."""
        ...


class SilentReporter:
    """A reporter that shows nothing."""

    def report(self, words: str, done: float | None = None, /) -> None:
        """Drop the report."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position.

    Attributes:
        words: lines for people, which may hold `{A}` and `{B}`; the result first, a line of its own for each of several moves.
        json: the game's own fields, such as `{"winner": "A", "winning": [canonical moves]}`; its book or docs say which.
    """

    words: tuple[str, ...]
    json: Fields


class Solver(Protocol[V_contra]):
    """Solves positions of a game that is bound to its options."""

    def solve(self, view: V_contra, work: Reporter, /) -> Solution:
        """The solution of a position.

        Args:
            view: of the public. The match is not over; one that waits for a deal is solved as it stands before the deal. What waits sealed
                is no part of it, so a joint decision is open for both seats.
            work: receives the progress.

        Raises: UnsolvableError.
        """
        ...


AnySolver: TypeAlias = Solver[Any]

Solve: TypeAlias = Callable[[AnyGame], AnySolver]
"""The capability `solver` of a variant."""


def solver(variant: Variant, game: AnyGame) -> AnySolver:
    """The solver for a game that is bound already; raises UnknownNameError if the variant has none, PluginError if it cannot be loaded."""
    made: AnySolver | None = games.made_by(variant, "solver", game)
    if made is None:
        raise UnknownNameError(f"{variant.id} has no solver{study.having('solver')}")
    return made
