"""The levels: bots between a beginner and `strong`, who overlook moves, misjudge shapes and count late (research/notes/levels.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from deathmatch.core.bots import AnyBot, Budget, FittedLevels, SkillScale
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Decision
from deathmatch.core.speech import mark, say
from deathmatch.games.even_groups import rules, shape, solver
from deathmatch.games.even_groups.bot import Strong, colour_to_move, proven
from deathmatch.games.even_groups.values import Board, Colour, Kind, Move, Stones
from deathmatch.games.even_groups.view import View

if TYPE_CHECKING:
    from deathmatch.games.even_groups import EvenGroups


LARGEST: Final = Strong.exact + Kind.MOVE.value
"""Empty cells, up to which any level follows a move to the end."""

AT_HORIZON: Final = 6  # moves that are followed to the end with as many cells empty as the horizon
FEWER: Final = 3.0  # times fewer with two cells more
PARTS: Final = 3  # uniform numbers whose sum stands for a misjudgement
KEEPING: Final = 3.0  # the bonus that a beginner gives for a colour that is even now, in spreads of the worth


@dataclass(frozen=True, slots=True)
class Knobs:
    """The sight of a player of some skill.

    Attributes:
        mind: moves that come to mind.
        blur: how far their worth by shape is misjudged, in spreads of the worth of those moves.
        even: the bonus for a move that leaves the bot's colour even, which means nothing before the end; in spreads too.
        horizon: empty cells with which `AT_HORIZON` moves are followed to the end; three times as many with two cells fewer.
    """

    mind: int
    blur: float
    even: float
    horizon: float

    def followed(self, empty: int) -> int:
        """How many moves are followed to the end with so many cells empty."""
        if empty > LARGEST:
            return 0
        moves = int(AT_HORIZON * FEWER ** ((self.horizon - empty) / Kind.MOVE.value))
        return moves if empty < LARGEST else min(moves, Strong.tried)


def knobs(skill: float) -> Knobs:
    """Those of a skill from 0 to 1."""
    return Knobs(
        mind=round(4 * 200**skill),
        blur=3 * (1 - skill),
        even=KEEPING * max(0.0, 1 - 2 * skill),
        horizon=4 + 24 * skill,
    )


@dataclass(frozen=True, slots=True)
class Learner:
    """Plays the best-looking of the moves that come to mind, and near the end one that it has followed and seen to win."""

    knobs: Knobs

    def warm(self) -> None:
        """Have the kernels and their tables ready."""
        solver.warm(max([empty for empty in range(2, Strong.exact + 1, 2) if self.knobs.followed(empty)]))
        shape.warm()

    def choose(self, view: View, decision: Decision[Move], budget: Budget, source: RandomSource, /) -> Move:
        """A move. The budget is asked before each step of a solution; once it is spent, the looks decide."""
        board = view.board
        if view.white is None:
            return shape.last_colour(board)
        if not view.moves:
            return decision.sample(source)
        colour, followed = colour_to_move(view), self.knobs.followed(board.empty.bit_count())
        moves = self.by_looks(board, colour, source, max(self.knobs.mind, followed))
        return self._seen(board, colour, moves, moves[:followed], budget)

    def by_looks(self, board: Board, colour: Colour, source: RandomSource, most: int) -> list[Stones]:
        """The moves that come to mind, `most` of them if there are as many legal ones, the best-looking first."""
        moves = _some(board, source, most)
        worths = shape.worths(board, colour, moves)
        spread = max(float(worths.std()), 1e-9)
        looks = worths + self.knobs.blur * spread * np.array([_misjudged(source) for _ in moves])
        if self.knobs.even:
            even = np.array([rules.counts_after(board, move)[colour] % 2 == 0 for move in moves])
            looks += self.knobs.even * spread * even
        return [moves[number] for number in np.argsort(-looks, kind="stable")]

    @staticmethod
    def _seen(board: Board, colour: Colour, moves: Sequence[Stones], followed: Sequence[Stones], budget: Budget) -> Stones:
        """The first of the followed moves that wins. If they all lose: the next one, or else the one with the fewest answers that win."""
        empty = board.empty.bit_count()
        if not followed:
            return moves[0]
        if empty == LARGEST:
            return proven(board, colour, followed, budget)
        ending = solver.solve(board, colour, budget.spent) if empty > Strong.QUICK else solver.solve(board, colour)
        if ending is None:
            return moves[0]
        winning = set(ending.winning())
        for move in followed:
            if move in winning:
                return move
        if len(followed) < len(moves):
            return moves[len(followed)]
        if empty == Kind.MOVE.value:
            return moves[0]
        traps = ending.traps()
        return min(followed, key=lambda move: traps[move])


def _some(board: Board, source: RandomSource, most: int) -> list[Stones]:
    """So many legal moves, or all if there are fewer, each as likely as the next."""
    empty = board.empty.bit_count()
    if empty > shape.LISTED or 4 * most < empty * (empty - 1):  # about half of all pairs of coloured stones are legal
        found: dict[Stones, None] = {}
        for _ in range(2 * most):
            found[rules.sample(board, source)] = None
            if len(found) == most:
                break
        return list(found)
    return source.sample(list(rules.reach(board).moves()), most)


def _misjudged(source: RandomSource) -> float:
    """A number around 0, of standard deviation 1."""
    return (sum(source.unit() for _ in range(PARTS)) - PARTS / 2) * sqrt(12 / PARTS)


ABOUT: Final = (
    mark("Keeps its own colour even from the start, and sees the end only once 4 cells are empty."),
    mark("Keeps its own colour even from the start, and counts the end once 6 cells are empty."),
    mark("Likes its own colour even, and follows most of its moves to the end once 8 cells are empty."),
    mark("Has some feeling for shapes, and follows most of its moves to the end once 10 cells are empty."),
    mark("Judges shapes roughly, and follows most of its moves to the end once 12 cells are empty."),
    mark("Judges shapes fairly well, and follows many of its moves to the end once 16 cells are empty."),
    mark("Judges shapes well, and follows many of its moves to the end once 20 cells are empty."),
    mark("Compares hundreds of moves by their shapes, and plays the last 20 cells perfectly."),
)
"""A sentence on each level; the numbers follow from the skills in `data/levels.json`."""


def levels(_game: EvenGroups) -> SkillScale:
    """The capability: `strong` at skill 1."""
    return FittedLevels("deathmatch.games.even_groups", "standard", bot, lambda level: say(ABOUT[level - 1]))


def bot(skill: float) -> AnyBot:
    """The bot of a skill."""
    return Strong() if skill >= 1 else Learner(knobs(skill))
