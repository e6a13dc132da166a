"""Adversaries of `strong`: bots that differ from it in their play before the end, and in how far they look. Players are not offered them.

research/notes/bots.md has what each of them wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from deathmatch.core.bots import AnyBot
from deathmatch.core.chance import RandomSource
from deathmatch.games.even_groups import rules, shape
from deathmatch.games.even_groups.bot import Strong
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
