"""Chances that are known in two ways, solved from those of the next round and recalled from a digest."""

from __future__ import annotations

import numpy as np

from deathmatch.games.five_card_trick.fast.layers import Layer, Leads, count_of, low_of, start_of
from deathmatch.solve.kernel import kernel


@kernel
def average(layer: Layer, recalled: Layer, least: Leads, most: Leads, part: float, first: int, last: int) -> None:
    """Move solved chances towards recalled ones.

    Args:
        layer: the solved chances; receives the means.
        recalled: the recalled ones, before the same round.
        least: the least leads that are recalled; if they are greater than `most`, none is.
        most: the greatest.
        part: that of the recalled chance in the mean.
        first: the first of the configurations to look at.
        last: the first not to look at.
    """
    weight = np.float32(part)
    for c in range(first, last):
        for pot in range(1, layer.runs.shape[1]):
            mine, other = layer.runs[c, pot], recalled.runs[c, pot]
            if least[c, pot] > most[c, pot]:
                continue
            for step in range(count_of(mine)):
                lead = low_of(mine) + step - low_of(other)
                chance = recalled.values[start_of(other) + 1 + min(max(lead, -1), count_of(other))]
                place = start_of(mine) + 1 + step
                layer.values[place] += weight * (chance - layer.values[place])
