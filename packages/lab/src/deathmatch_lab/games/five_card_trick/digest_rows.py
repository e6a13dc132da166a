"""The rows of the digest: their order, and the prediction of each from earlier ones.

A configuration is much like the same two forms with another block in force, and a pot much like one smaller by a chip. So scores
are **predicted**: they are about those of nearby rows, times a matrix that is the same for a whole **group** of rows. The error of the
prediction is small, and the file has it in steps (`solve/coding.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.rounds import BLOCKINGS, Ints
from deathmatch_lab.games.five_card_trick.fast.curves import NEVER, Singles
from deathmatch_lab.solve.coding import Bytes, read

Parts: TypeAlias = Mapping[str, NDArray[Any]]

ENOUGH: Final = 400
"""Rows of a group from which on it has a matrix; one of fewer has their mean."""

NARROWEST, WIDEST, SHARE = 8, 64, 50
"""Scores of each row nearby that a matrix looks at: one to so many rows of the group, between the least and the most."""

USUAL: Final = 4
"""Few matches come to larger pots."""

STEPS: Final = np.array([1.0, 0.5, 4.0, 2.0], dtype=np.float32)
"""How large steps are: of a row, of one that many matches come to, and of both kinds with a larger pot than usual."""

GRAIN: Final = 2.0
"""Steps of a matrix, by those of its rows and the root of their number: its rounding error costs as little as its bytes."""


class RowGroup(NamedTuple):
    """Rows that stand side by side and are predicted alike.

    Attributes:
        first, last: the first of them, and the first that is not of them.
        near: numbers of the rows from which they are predicted, each of the shape (last - first,).
        width: how many scores of those.
    """

    first: int
    last: int
    near: tuple[Ints, ...]
    width: int


@dataclass(frozen=True, eq=False)
class Rows:
    """Every row of a digest, in the order of the file.

    Attributes:
        place: shape (N,), where its configuration stands among all.
        pot: shape (N,).
        groups: one behind the other.
    """

    place: Ints
    pot: Ints
    groups: tuple[RowGroup, ...]

    @classmethod
    def of(cls, keys: Ints, there: NDArray[np.bool_]) -> Rows:
        """The rows of configurations.

        Args:
            keys: shape (C,), ascending (`fast/layers.py`).
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
            groups.append(RowGroup(first, last, near, min(max((last - first) // SHARE, NARROWEST), WIDEST)))
        return cls(place, pot, tuple(groups))

    def kinds(self, fine: NDArray[np.uint8]) -> Bytes:
        """Which of the `STEPS` each row has, from a bit for each that many matches come to."""
        return np.unpackbits(fine, count=self.pot.size) + 2 * (self.pot > USUAL).astype(np.uint8)

    def scores(self, parts: Parts, phase: str, count: int, other: Singles | None = None) -> Singles:
        """The first `count` scores of all rows, shape (N, count), from a file; those of another phase help if they are known."""
        kinds, step = self.kinds(parts["fine"]), float(parts[f"{phase}_step"])
        left = np.empty((count, kinds.size), dtype=np.int16)
        read(parts[f"{phase}_left"], kinds, left)
        sources = self.sources(count, other is not None)
        matrices = np.empty((count, sources.size), dtype=np.int16)
        read(parts[f"{phase}_matrices"], sources, matrices)
        scores, begin = np.zeros((kinds.size, count), dtype=np.float32), 0
        for group in self.groups:
            here = slice(group.first, group.last)
            inputs = nearby(scores, group, other)
            matrix = matrices[:, begin : begin + inputs.shape[1]].T * grain(group, step)
            scores[here] = inputs @ matrix + left[:, here].T * (np.float32(step) * STEPS[kinds[here], None])
            begin += inputs.shape[1]
        return scores

    def sources(self, count: int, other: bool) -> Bytes:
        """What each row of all matrices, one behind the other, is multiplied with: a number for each near row, the other phase, and 1.

        Args:
            count: of the scores that each row has.
            other: whether those of another phase help.
        """
        kinds: list[int] = []
        for group in self.groups:
            near = len(group.near) + other if group.last - group.first >= ENOUGH else 0
            kinds += [source for source in range(1, near + 1) for _ in range(min(group.width, count))] + [0]
        return np.array(kinds, dtype=np.uint8)


def _heads(pair: Ints, pot: Ints, blocking: Ints) -> Ints:
    """For each row that of the same pair and pot with the first block that there is."""
    order = np.lexsort((blocking, pair, pot))
    fresh = np.ones(order.size, dtype=np.bool_)
    fresh[1:] = (np.diff(pair[order]) != 0) | (np.diff(pot[order]) != 0)
    heads = np.empty_like(order)
    heads[order] = order[np.flatnonzero(fresh)[np.cumsum(fresh) - 1]]
    return heads


def _near(same: Ints, before: Ints, first: int, blocked: bool, smaller: bool) -> tuple[Ints, ...]:
    """From which rows a group is predicted."""
    here = np.arange(first, first + same.size)
    if not smaller:
        return (same,) if blocked else ()
    less = before[here]
    further = before[same] if blocked else before[less]
    instead = same if blocked else less
    return (*((same,) if blocked else ()), less, np.where(further >= 0, further, instead))


def nearby(scores: Singles, group: RowGroup, other: Singles | None) -> Singles:
    """The inputs that a group's matrix multiplies, shape (rows, inputs): all of about the same size, and a 1."""
    parts = [scores[rows, : group.width] for rows in group.near]
    if other is not None and group.last - group.first >= ENOUGH:
        parts.append(other[group.first : group.last, : group.width])
    one = np.ones((group.last - group.first, 1), dtype=np.float32)
    if not parts:
        return one
    averages = np.concatenate(parts, axis=1)
    sizes = np.sqrt(np.mean(np.square(averages), axis=0))
    averages /= np.where(sizes > 0, sizes, np.float32(1))
    return np.concatenate([averages, one], axis=1)


def grain(group: RowGroup, step: float) -> np.float32:
    """What 1 in the matrix of a group stands for."""
    return np.float32(GRAIN * step / sqrt(group.last - group.first))
