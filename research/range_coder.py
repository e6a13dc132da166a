"""Writes tables of small whole numbers in few bytes; `deathmatch_lab.solve.coding` reads them, and says how they are coded."""

from __future__ import annotations

from typing import Final

import numpy as np

from deathmatch.solve.kernel import inner, kernel, maker
from deathmatch_lab.solve.coding import BITS, PACE, SHARES, SMALL, WHOLE, Bytes, Odds, State, Table, context, odds

LOW, RANGE, CACHE, PENDING, AT = range(5)

LONGEST: Final = 24
"""No number takes more bytes: sixteen answers that nobody expected take eleven bits each at most, and fourteen others one."""


def coded(table: Table, kinds: Bytes) -> Bytes:
    """The bytes of a table of whole numbers.

    Args:
        table: shape (K, N), of -32,767 to 32,767.
        kinds: shape (N,), of each column: numbers of a kind are distributed alike.
    """
    out = np.empty(64 + LONGEST * table.size, dtype=np.uint8)
    return out[: encode(table, kinds, out)].copy()


@maker
def encode(table: Table, kinds: Bytes, out: Bytes) -> int:
    """Write a table; how many bytes it took."""
    state = np.array([0, WHOLE, 0, 1, 0], dtype=np.int64)
    sizes = np.zeros(table.shape, dtype=np.int8)
    count = int(kinds.max()) + 1
    for k in range(table.shape[0]):
        more, first = odds(count), odds(count)
        for i in range(table.shape[1]):
            kind, where = kinds[i], context(sizes, k, i)
            size, left = 0, abs(int(table[k, i]))
            while left >> size:
                size += 1
            for bit in range(min(size + 1, BITS)):
                write_answer(state, out, more[kind, where], bit, bit < size)
            for place in range(size - 2, -1, -1):
                if place == size - 2:
                    write_answer(state, out, first[kind, 0], size, bool(left >> place & 1))
                else:
                    write_even(state, out, bool(left >> place & 1))
            if size:
                write_even(state, out, table[k, i] < 0)
            sizes[k, i] = size
    for _ in range(5):
        shift(state, out)
    return int(state[AT])


@inner
def write_answer(state: State, out: Bytes, learnt: Odds, which: int, yes: bool) -> None:
    """Tell an answer, and learn from it."""
    share = learnt[which]
    bound = (state[RANGE] >> SHARES) * share
    if yes:
        state[LOW] += bound
        state[RANGE] -= bound
        learnt[which] = share - (share >> PACE)
    else:
        state[RANGE] = bound
        learnt[which] = share + ((1 << SHARES) - share >> PACE)
    while state[RANGE] < SMALL:
        state[RANGE] <<= 8
        shift(state, out)


@inner
def write_even(state: State, out: Bytes, yes: bool) -> None:
    """Write an answer without a model."""
    state[RANGE] >>= 1
    if yes:
        state[LOW] += state[RANGE]
    while state[RANGE] < SMALL:
        state[RANGE] <<= 8
        shift(state, out)


@kernel
def shift(state: State, out: Bytes) -> None:
    """Tell the highest byte, unless a carry may still change it."""
    if state[LOW] < 0xFF000000 or state[LOW] > WHOLE:
        carry, byte = state[LOW] >> 32, state[CACHE]
        while state[PENDING] > 0:
            out[state[AT]] = (byte + carry) & 0xFF
            state[AT] += 1
            state[PENDING] -= 1
            byte = 0xFF
        state[CACHE] = state[LOW] >> 24 & 0xFF
    state[PENDING] += 1
    state[LOW] = (state[LOW] & 0xFFFFFF) << 8
