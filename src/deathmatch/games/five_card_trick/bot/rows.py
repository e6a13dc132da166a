"""The rows of the digest: in which order they are told, and how each is foretold from some that are told before it.

A configuration is much like the same two forms with another block in force, and a pot much like that which is smaller by a chip. So scores
are **foretold**: they are about those of rows nearby, times a matrix that is the same for a whole **group** of rows. What is left, by how
much that is wrong, is small, and the file tells it in steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.ahead import Ints
from deathmatch.games.five_card_trick.fast.digest import NEVER, Singles
from deathmatch.games.five_card_trick.fast.stages import BLOCKINGS

Parts: TypeAlias = Mapping[str, NDArray[Any]]

ENOUGH: Final = 400
"""Rows of a group from which on it has a matrix; one of fewer has their mean."""

NARROWEST, WIDEST, SHARE = 8, 32, 100
"""Scores of each row nearby that a matrix looks at: one to so many rows of the group, between the least and the most."""

USUAL, COARSE = 4, 4.0
"""Larger pots than usual are told in steps that are so much larger: few matches come to them."""

NEAREST: Final = 127
"""What is left is told in a byte up to so many steps, and in full where it is more."""


class Group(NamedTuple):
    """Rows that stand side by side and are foretold alike.

    Attributes:
        first, last: the first of them, and the first that is not of them.
        near: numbers of the rows from which they are foretold, each of the shape (last - first,).
        width: how many scores of those.
    """

    first: int
    last: int
    near: tuple[Ints, ...]
    width: int


@dataclass(frozen=True, eq=False)
class Rows:
    """Every row of a digest, in the order in which they are told.

    Attributes:
        place: shape (N,), where its configuration stands among all.
        pot: shape (N,).
        groups: one behind the other.
    """

    place: Ints
    pot: Ints
    groups: tuple[Group, ...]

    @classmethod
    def of(cls, keys: Ints, there: NDArray[np.bool_]) -> Rows:
        """The rows of configurations.

        Args:
            keys: shape (C,), ascending (`fast/stages.py`).
            there: shape (C, pots), which of them have a row, from the pot of 1 on.
        """
        place, pot = (part.astype(np.int64) for part in np.nonzero(there))
        pot += 1
        pair, blocking = np.divmod(keys[place], BLOCKINGS)
        head = _heads(pair, pot, blocking)
        kind = np.where(head == np.arange(place.size), 0, 1 + blocking[head] * BLOCKINGS + blocking)
        smaller = (pot > 1) & there[place, np.maximum(pot - 2, 0)]
        order = np.lexsort((place, smaller, kind, pot))
        place, pot, kind, smaller = place[order], pot[order], kind[order], smaller[order]
        number = np.full((keys.size, there.shape[1] + 1), NEVER, dtype=np.int64)
        number[place, pot] = np.arange(place.size)
        same, before = np.argsort(order)[head[order]], number[place, pot - 1]
        edges = np.flatnonzero(np.diff(pot * 1000 + kind * 2 + smaller, prepend=-1))
        groups = []
        for first, last in zip(edges.tolist(), [*edges[1:].tolist(), place.size], strict=True):
            near: tuple[Ints, ...] = ()
            if last - first >= ENOUGH:
                near = _near(same[first:last], before, first, bool(kind[first]), bool(smaller[first]))
            groups.append(Group(first, last, near, min(max((last - first) // SHARE, NARROWEST), WIDEST)))
        return cls(place, pot, tuple(groups))

    def told(self, parts: Parts, phase: str, other: Singles | None = None) -> Singles:
        """The scores of all rows, shape (N, K), as a file tells them; those of another phase help where they are known."""
        left, (row, score, beyond) = parts[f"{phase}_left"], parts[f"{phase}_far"].T
        step = steps(parts["fine"], float(parts[f"{phase}_step"]), self.pot)
        scores = np.zeros(left.shape[::-1], dtype=np.float32)
        for group, matrix in zip(self.groups, matrices(parts[f"{phase}_matrix"], parts[f"{phase}_scale"], self, other), strict=True):
            here = slice(group.first, group.last)
            scores[here] = nearby(scores, group, other) @ matrix + left[:, here].T * step[here, None]
            far = (row >= group.first) & (row < group.last)
            np.add.at(scores, (row[far], score[far]), beyond[far] * step[row[far]])
        return scores


def _heads(pair: Ints, pot: Ints, blocking: Ints) -> Ints:
    """For each row that of the same pair and pot with the first block that there is."""
    order = np.lexsort((blocking, pair, pot))
    fresh = np.ones(order.size, dtype=np.bool_)
    fresh[1:] = (np.diff(pair[order]) != 0) | (np.diff(pot[order]) != 0)
    heads = np.empty_like(order)
    heads[order] = order[np.flatnonzero(fresh)[np.cumsum(fresh) - 1]]
    return heads


def _near(same: Ints, before: Ints, first: int, blocked: bool, smaller: bool) -> tuple[Ints, ...]:
    """From which rows a group is foretold."""
    here = np.arange(first, first + same.size)
    if not smaller:
        return (same,) if blocked else ()
    less = before[here]
    further = before[same] if blocked else before[less]
    instead = same if blocked else less
    return (*((same,) if blocked else ()), less, np.where(further >= 0, further, instead))


def nearby(scores: Singles, group: Group, other: Singles | None) -> Singles:
    """What a group's matrix is multiplied with, shape (rows, inputs)."""
    parts = [scores[rows, : group.width] for rows in group.near]
    if other is not None and group.last - group.first >= ENOUGH:
        parts.append(other[group.first : group.last, : group.width])
    return np.concatenate([*parts, np.ones((group.last - group.first, 1), dtype=np.float32)], axis=1)


def matrices(packed: NDArray[Any], scale: NDArray[Any], rows: Rows, other: Singles | None) -> Iterator[Singles]:
    """The matrices of all groups, shape (inputs, K), from their steps, one below the other, and the size of those."""
    begin = 0
    for number, group in enumerate(rows.groups):
        inputs = 1 + group.width * (len(group.near) + (other is not None)) if group.last - group.first >= ENOUGH else 1
        yield packed[begin : begin + inputs].astype(np.float32) * scale[number].astype(np.float32)
        begin += inputs


def steps(fine: NDArray[np.uint8], step: float, pot: Ints) -> Singles:
    """The steps of rows with these pots: half as large where their bit is set, and larger for the larger pots."""
    halved = np.unpackbits(fine, count=pot.size) == 1
    found: Singles = np.float32(step) * np.where(halved, 0.5, 1.0) * np.where(pot > USUAL, COARSE, 1.0)
    return found.astype(np.float32)
