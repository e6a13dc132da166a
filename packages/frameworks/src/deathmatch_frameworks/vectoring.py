"""Many matches as arrays: the capability `vector`, `vector(rules) -> VectorRules`, for `deathmatch_frameworks.vector`.

A game that has it keeps its matches in a tuple of numpy arrays, **tables**, whose first axis is the match. So a part of a batch is the same
slice of every table, and every function below works on a part: the caller shares a batch between cores without the game's help.
Functions release the interpreter lock (`solve/kernel.py`), keep nothing between calls and write into the arrays that they are given.

Matches have no clocks: nobody runs out of time and nobody resigns. They have no chance either: no game with deals has batches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools: TypeAlias = NDArray[np.bool_]
    Actions: TypeAlias = NDArray[np.int32]
    Rewards: TypeAlias = NDArray[np.float32]
    Observations: TypeAlias = NDArray[np.float32]
    Seeds: TypeAlias = NDArray[np.uint64]
    Tables: TypeAlias = tuple[NDArray[Any], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """Neighbouring places of an observation.

    Attributes:
        name: `own.chips`.
        start, size: which places they are.
        words: their meaning.
    """

    name: str
    start: int
    size: int
    words: str


def layout(columns: Iterable[tuple[str, int, str]]) -> tuple[Column, ...]:
    """Columns one after another.

    Args:
        columns: of each the name, the size and the words.

    Returns: the same with their places.
    """
    placed: list[Column] = []
    start = 0
    for name, size, words in columns:
        placed.append(Column(name, start, size, words))
        start += size
    return tuple(placed)


class VectorRules(Protocol):
    """A variant with its options bound, for many matches at once. Seats are 0 for A and 1 for B; N is the number of matches of a part."""

    @property
    def actions(self) -> int:
        """How many ids of actions there are."""
        ...

    @property
    def layout(self) -> Sequence[Column]:
        """The columns of an observation, in order."""
        ...

    def text(self, action: int, /) -> str:
        """The notation of an action, which no other action has."""
        ...

    def tables(self, size: int, /) -> Tables:
        """Room for so many matches, not started yet."""
        ...

    def start(self, tables: Tables, which: Bools, /) -> None:
        """Start these matches; those that `which`, shape (N,), leaves out stay."""
        ...

    def owing(self, tables: Tables, out: Bools, /) -> None:
        """Which seats owe an action, into `out`, shape (N, 2)."""
        ...

    def legal(self, tables: Tables, out: Bools, /) -> None:
        """The legal actions of both seats, into `out`, shape (N, 2, actions); all false for a seat that owes nothing."""
        ...

    def wrong(self, tables: Tables, actions: Actions, /) -> int:
        """The first seat that owes an action and whose entry in `actions`, shape (N, 2), is none of its legal ones.

        Returns: 2 * match + seat; -1 if there is none.
        """
        ...

    def step(self, tables: Tables, actions: Actions, rewards: Rewards, ended: Bools, /) -> None:
        """Play legal actions. Matches that are over stay.

        Args:
            tables: change.
            actions: shape (N, 2); the entry of a seat that owes nothing is not read.
            rewards: shape (N, 2), receives 1 for the winner and -1 for the loser of a match that ended now, else 0.
            ended: shape (N,), receives whether the match ended now.
        """
        ...

    def sample(self, tables: Tables, seeds: Seeds, out: Actions, /) -> None:
        """A legal action of each seat, all with equal chances, into `out`, shape (N, 2); -1 for a seat that owes none. `seeds` change."""
        ...

    def observe(self, tables: Tables, seat: int, out: Observations, /) -> None:
        """The knowledge of a seat, into `out`, shape (N, columns of the layout)."""
        ...
