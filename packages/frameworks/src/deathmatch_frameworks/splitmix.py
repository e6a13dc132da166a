"""Random numbers inside kernels: SplitMix64, one state a stream (Steele, Lea, Flood, "Fast splittable pseudorandom number
generators", 2014).

For batches of matches, which need no proof of fairness; matches that people play are dealt by `match/dealer.py`.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.solve.kernel import inner

Seeds: TypeAlias = NDArray[np.uint64]

STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _HALF = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@inner
def below(seeds: Seeds, stream: int, bound: int) -> int:
    """A number from 0 to `bound` - 1 by the next 32 bits of a stream, which changes; each is off its chance by 2**-32 at most.

    Args:
        seeds: shape (n,), the states of the streams.
        stream: which.
        bound: at least 1, less than 2**31.
    """
    state = seeds[stream] + STEP
    seeds[stream] = state
    state = (state ^ (state >> _30)) * _FIRST
    state = (state ^ (state >> _27)) * _SECOND
    state ^= state >> _31
    return int(np.int64(((state >> _HALF) * np.uint64(bound)) >> _HALF))


def streams(seed: int, number: int) -> Seeds:
    """The states of streams that start apart, shape (number,), the same on any machine; `seed` is from 0 to 2**64 - 1."""
    starts = _mixed(np.full(1, seed, dtype=np.uint64)) + STEP * np.arange(number, dtype=np.uint64)
    return _mixed(starts)


def _mixed(numbers: Seeds) -> Seeds:
    numbers = (numbers ^ (numbers >> _30)) * _FIRST
    numbers = (numbers ^ (numbers >> _27)) * _SECOND
    return numbers ^ (numbers >> _31)
