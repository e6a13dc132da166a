"""Mixtures that are the same whatever the lead: how a bot plays that does not look at the score."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.rounds import BLOCKINGS, Floats, Ints
from deathmatch.games.five_card_trick.solver import PART
from deathmatch.solve.kernel import kernel, maker
from deathmatch.solve.matrix import certified, workspace
from deathmatch_lab.games.five_card_trick.fast.layers import Configurations, cells, gain_of, open_stage, taker_of


class Blind(NamedTuple):
    """The mixtures of both seats, a part for each submission of `stages.open_stage`; all empty for a bot that has none.

    Attributes:
        a, b: shape (C, pots + 1), where those of a configuration and pot begin, -1 if they are not known.
        parts: shape (N,).
    """

    a: Ints
    b: Ints
    parts: NDArray[np.float32]


def nothing() -> Blind:
    """No mixtures."""
    none = np.empty((0, 0), dtype=np.int64)
    return Blind(none, none, np.empty(0, dtype=np.float32))


@kernel
def mixtures_at(blind: Blind, place: int, pot: int, m: int, n: int, row: Floats, column: Floats) -> None:
    """The mixtures of a configuration and pot, with m submissions of A and n of B."""
    a, b = blind.a[place, pot], blind.b[place, pot]
    for i in range(m):
        row[i] = blind.parts[a + i]
    for j in range(n):
        column[j] = blind.parts[b + j]


@maker
def plain(known: Configurations, first: int, last: int, alike: Ints, lit_a: Floats, lit_b: Floats, blind: Blind) -> None:
    """The optimal mixtures of a round by its own gains in chips and lights, for configurations from `first` on up to `last`.

    Args:
        known: the configurations.
        first: the first of them to look at.
        last: the first not to look at.
        alike: shape (K,), by submission: those with the same number share their total evenly.
        lit_a: shape (F,), what the lights of each form of A are worth, in chips.
        lit_b: of B.
        blind: receives the mixtures where it says that they begin.
    """
    side = known.met.shape[0]
    out, work, game = cells(side), workspace(side), np.empty((side, side))
    shine, row, column = np.empty((side, side)), np.empty(side), np.empty(side)
    for c in range(first, last):
        m, n = 0, 0
        for pot in range(1, blind.a.shape[1]):
            if blind.a[c, pot] < 0:
                continue
            if m == 0:
                pair = known.keys[c] // BLOCKINGS
                form_a, form_b = pair // known.b.open.size, pair % known.b.open.size
                m, n = open_stage(known, known.keys[c], out)
                for i in range(m):
                    for j in range(n):
                        shine[i, j] = lit_a[known.a.after[form_a, out.rows[i]]] - lit_b[known.b.after[form_b, out.columns[j]]]
            for i in range(m):
                for j in range(n):
                    cell = out.cells[i, j]
                    game[i, j] = gain_of(cell) + taker_of(cell) * (pot + (cell & 1)) + shine[i, j]
            certified(game, m, n, row, column, work)
            share(row, out.rows, m, alike, blind.parts[blind.a[c, pot] :])
            share(column, out.columns, n, alike, blind.parts[blind.b[c, pot] :])


@kernel
def share(mixture: Floats, rows: Ints, count: int, alike: Ints, out: NDArray[np.float32]) -> None:
    """A mixture in which submissions that are alike have the same part; `out` receives it."""
    total = 0.0
    for i in range(count):
        together, many = 0.0, 0
        for j in range(count):
            if alike[rows[j]] == alike[rows[i]]:
                together += mixture[j]
                many += 1
        out[i] = together / many if together > PART else 0.0
        total += out[i]
    for i in range(count):
        out[i] = out[i] / total
