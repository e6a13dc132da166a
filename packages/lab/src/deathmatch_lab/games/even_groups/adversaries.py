"""Adversaries of `strong`: bots that differ from it in their play before the end, and in how far they look. Players are not offered them.

research/notes/bots.md has what each of them wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.bots import AdversaryFamily, AnyBot, Dial
from deathmatch.core.chance import RandomSource
from deathmatch.games.even_groups import rules, shape
from deathmatch.games.even_groups.bot import Strong
from deathmatch.games.even_groups.fast import APART
from deathmatch.games.even_groups.values import Board, Colour, Stones

if TYPE_CHECKING:
    from deathmatch.games.even_groups import EvenGroups

COUNTED: Final = 100  # legal moves of which the groups are counted


def by_groups(board: Board, colour: Colour, source: RandomSource) -> list[Stones]:
    """Some legal moves: the more groups of the opponent's colour the better for the seat that places last, the fewer for the other."""
    moves = [rules.sample(board, source) for _ in range(COUNTED)]
    sign = -1 if shape.places_last(board) else 1
    return sorted(moves, key=lambda move: sign * rules.counts_after(board, move)[colour.other])


def adversaries(_game: EvenGroups) -> Mapping[str, AnyBot]:
    """The capability `adversaries`: bots that test `strong`, by how they play before the end and how far they look."""
    return {
        "group-counter": Strong(exact=18, tried=0, ranking=by_groups),  # `strong` as it was before
        "deep-counter": Strong(exact=20, tried=0, ranking=by_groups),
        "patient": Strong(tried=40),
    }


# --- A family, for a search


@dataclass(frozen=True, slots=True)
class Tilted:
    """Ranks moves by shape as `strong` does, with other weights.

    Attributes:
        last, other: times the weights of the colour that places last, and of the other.
        apart: times those of the parts in which the colours stay.
        replies: best moves after which it looks at answers too, and ranks those by the best answer; no move if 0.
    """

    last: float = 1.0
    other: float = 1.0
    apart: float = 1.0
    replies: int = 0

    def __call__(self, board: Board, colour: Colour, source: RandomSource, /) -> list[Stones]:
        """Legal moves, the best first."""
        weights = shape.table() * np.array([[self.last], [self.other]])
        weights[:, APART] *= self.apart
        moves = shape.some_moves(board, source)
        ranked = [moves[number] for number in np.argsort(-shape.worths(board, colour, moves, weights), kind="stable")]
        if board.empty.bit_count() <= ANSWERABLE:
            return ranked
        best = ranked[: self.replies]
        answered: dict[Stones, float] = {}
        for move in best:
            after = board.put(move[0]).put(move[1])
            answers = [rules.sample(after, source) for _ in range(COUNTED)]
            answered[move] = float(shape.worths(after, colour.other, answers, weights).max())
        return [*sorted(best, key=lambda move: answered[move]), *ranked[self.replies :]]


ANSWERABLE: Final = 4  # empty cells, up to which an answer may leave no move


@dataclass(frozen=True, slots=True)
class TiltedFamily:
    """Bots that differ from `strong` in the weights of shapes, in the answers that they look at, and in how early they solve boards."""

    @property
    def dials(self) -> Sequence[Dial]:
        """The numbers in which they differ: `exact` and `tried` are those of `Strong`, the others those of `Tilted`."""
        weights = tuple(Dial(name, (0.5, 1.0, 2.0), 1.0) for name in ("last", "other", "apart"))
        return (Dial("exact", (16, 18, 20), 20), Dial("tried", (0, 6, 20), 6), *weights, Dial("replies", (0, 12), 0))

    def adversary(self, settings: Mapping[str, float], /) -> AnyBot:
        """The one with these values of the dials."""
        ranking = Tilted(settings["last"], settings["other"], settings["apart"], int(settings["replies"]))
        return Strong(int(settings["exact"]), int(settings["tried"]), ranking)


def families(_game: EvenGroups) -> Mapping[str, AdversaryFamily]:
    """The capability `adversary_families`."""
    return {"tilted": TiltedFamily()}
