"""Tables of small whole numbers in as few bytes as their frequencies allow: adaptive binary arithmetic coding.

A number is coded by answers, yes or no: whether its size has one bit more, then the bits below the first, then the sign. How likely an
answer is, is learnt on the way, for each row by itself, by what kind of column it is and how large the numbers right above are. An answer
narrows a range of whole numbers by its odds, and a byte is written once the range has become small: a range coder (G. N. N. Martin, "Range
encoding: an algorithm for removing redundancy from a digitised message", 1979), which carries as the one of LZMA does.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.solve.kernel import inner, maker

Bytes: TypeAlias = NDArray[np.uint8]
Table: TypeAlias = NDArray[np.int16]
State: TypeAlias = NDArray[np.int64]
Odds: TypeAlias = NDArray[np.int32]

SHARES: Final = 15
"""Odds are those of "no", as a fixed-point number with this many bits."""

PACE: Final = 5
"""Odds move by a 32nd of their error."""

BITS: Final = 15
"""Sizes have at most so many bits."""

ABOVE, LARGEST = 4, 23
"""The number of rows above whose sizes are added, and the largest sum that is used."""

WHOLE, SMALL = (1 << 32) - 1, 1 << 24
LOW, RANGE, AT = range(3)


@inner
def context(sizes: NDArray[np.int8], k: int, i: int) -> int:
    """How large the numbers above a place are."""
    total = 0
    for above in range(max(k - ABOVE, 0), k):
        total += sizes[above, i]
    return min(total, LARGEST)


@maker
def read(data: Bytes, kinds: Bytes, table: Table) -> None:
    """Read the table of whole numbers, shape (K, N), that `research/range_coder.py` wrote with these kinds, one for each column."""
    state = np.array([0, WHOLE, 1], dtype=np.int64)
    for _ in range(4):
        state[LOW] = state[LOW] << 8 | data[state[AT]]
        state[AT] += 1
    sizes = np.zeros(table.shape, dtype=np.int8)
    count = int(kinds.max()) + 1
    for k in range(table.shape[0]):
        more, first = odds(count), odds(count)
        for i in range(table.shape[1]):
            kind, where = kinds[i], context(sizes, k, i)
            size = 0
            while size < BITS and read_answer(state, data, more[kind, where], size):
                size += 1
            left = 1 if size else 0
            for place in range(size - 2, -1, -1):
                learnt = place == size - 2
                left = left << 1 | (read_answer(state, data, first[kind, 0], size) if learnt else read_even(state, data))
            if size and read_even(state, data):
                left = -left
            table[k, i] = left
            sizes[k, i] = size


@maker
def odds(kinds: int) -> Odds:
    """Nothing learnt yet."""
    return np.full((kinds, LARGEST + 1, BITS + 1), 1 << (SHARES - 1), dtype=np.int32)


# --- Answers read; the state's LOW is how far into the range the bytes point


@inner
def read_answer(state: State, data: Bytes, learnt: Odds, which: int) -> bool:
    """Read an answer, and learn from it."""
    share = learnt[which]
    bound = (state[RANGE] >> SHARES) * share
    yes = bool(state[LOW] >= bound)
    if yes:
        state[LOW] -= bound
        state[RANGE] -= bound
        learnt[which] = share - (share >> PACE)
    else:
        state[RANGE] = bound
        learnt[which] = share + ((1 << SHARES) - share >> PACE)
    refill(state, data)
    return yes


@inner
def read_even(state: State, data: Bytes) -> bool:
    """Read an answer without a model."""
    state[RANGE] >>= 1
    yes = bool(state[LOW] >= state[RANGE])
    if yes:
        state[LOW] -= state[RANGE]
    refill(state, data)
    return yes


@inner
def refill(state: State, data: Bytes) -> None:
    """Read bytes until the range is large again."""
    while state[RANGE] < SMALL:
        state[RANGE] <<= 8
        state[LOW] <<= 8
        if state[AT] < data.size:
            state[LOW] |= data[state[AT]]
        state[AT] += 1
