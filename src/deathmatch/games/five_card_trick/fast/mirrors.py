"""Layers that mirror themselves: with the seats swapped and the lead turned round, A's chance is B's.

Most estimates do, because only the last tie tells the seats apart. Half of such a layer says all.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.games.five_card_trick.fast.layers import Layer, Leads, Runs, Values, count_of, low_of, run, start_of
from deathmatch.solve.kernel import kernel

Mirror: TypeAlias = NDArray[np.int32]
"""Shape (C,): the configuration with the seats swapped; of shape (0,) if there is none of some, or if a layer does not mirror itself."""

UNEVEN: Final = 1.01e-3
"""A layer mirrors itself if no chance differs by more: a digest drops chances of a thousandth (`bot/digest.py`), some on one side alone."""


def nothing() -> Mirror:
    """No mirror."""
    return np.empty(0, dtype=np.int32)


@kernel
def copied(mirror: Mirror, place: int) -> bool:
    """Whether the runs of a configuration are copied from its mirror."""
    return bool(mirror.size > 0 and mirror[place] < place)


@kernel
def uneven(layer: Layer, mirror: Mirror, first: int, last: int) -> float:
    """By how much an undecided chance of these configurations and that of the mirror differ at most.

    Of configurations that are their own mirror, a digest does not know that; they are few, and left out.
    """
    most = 0.0
    for c in range(first, last):
        if mirror[c] == c:
            continue
        for pot in range(1, layer.runs.shape[1]):
            here, there = layer.runs[c, pot], layer.runs[mirror[c], pot]
            for lead in range(low_of(here), low_of(here) + count_of(here)):
                own = layer.values[start_of(here) + 1 + lead - low_of(here)]
                other = layer.values[start_of(there) + 1 + min(max(-lead - low_of(there), -1), count_of(there))]
                most = max(most, abs(own + other - 1.0))
    return most


@kernel
def mirror_leads(low: Leads, high: Leads, mirror: Mirror) -> None:
    """The greatest leads with which A has lost, and the least with which A has won: those of copied configurations, from their mirrors."""
    for c in range(low.shape[0]):
        if copied(mirror, c):
            for pot in range(low.shape[1]):
                low[c, pot], high[c, pot] = -high[mirror[c], pot], -low[mirror[c], pot]


@kernel
def mirror_runs(runs: Runs, values: Values, mirror: Mirror, first: int, last: int) -> None:
    """The runs of those of these configurations that are copied, once the others are solved; each has room for those of its mirror."""
    for c in range(first, last):
        if not copied(mirror, c):
            continue
        for pot in range(1, runs.shape[1]):
            if count_of(runs[c, pot]) == 0:
                continue
            there, start = runs[mirror[c], pot], start_of(runs[c, pot])
            count = count_of(there)
            values[start], values[start + 1 + count] = 0.0, 1.0
            for step in range(count):
                values[start + 1 + step] = 1.0 - values[start_of(there) + count - step]
            runs[c, pot] = run(start, count, 1 - low_of(there) - count)
