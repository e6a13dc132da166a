"""What is told in few bytes is read again, and takes hardly more than its frequencies allow."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from deathmatch_lab.solve.coding import Bytes, Table, read
from research.range_coder import LONGEST, coded

WHOLE = st.integers(-32767, 32767)


def again(data: Bytes, kinds: Bytes, like: Table) -> Table:
    """The table that is read."""
    table = np.full_like(like, 77)
    read(data, kinds, table)
    return table


@settings(deadline=None)  # the first call compiles
@given(arrays(np.int16, array_shapes(min_dims=2, max_dims=2, max_side=12), elements=st.one_of(st.integers(-2, 2), WHOLE)), st.data())
def test_any_table_is_read_as_it_was_told(table: Table, data: st.DataObject) -> None:
    kinds = data.draw(arrays(np.uint8, table.shape[1], elements=st.integers(0, 5)))
    assert (again(coded(table, kinds), kinds, table) == table).all()


@pytest.mark.parametrize("number", [0, 1, -1, 255, -32767])
def test_what_is_always_the_same_takes_next_to_nothing(number: int) -> None:
    """A long run of likely answers is also where a carry goes furthest."""
    table, kinds = np.full((2, 100_000), number, dtype=np.int16), np.zeros(100_000, dtype=np.uint8)
    data = coded(table, kinds)
    assert (again(data, kinds, table) == table).all()
    even = (
        0 if number == 0 else 1 + max(abs(number).bit_length() - 2, 0)
    )  # answers of which nothing is learnt: the sign and all but two bits
    assert data.size < table.size * (even / 8 + 0.03)


def test_what_comes_as_a_surprise_each_time_is_told_as_well() -> None:
    """Long numbers after so many short ones that nobody expects them: no more bytes than there is room for."""
    row = np.zeros(3000, dtype=np.int16)
    row[1000::40] = 32767
    row[-9:] = -32767
    table, kinds = np.tile(row, (3, 1)), np.zeros(3000, dtype=np.uint8)
    data = coded(table, kinds)
    assert (again(data, kinds, table) == table).all()
    surprises = np.count_nonzero(table)
    assert data.size > 2 * surprises
    assert data.size < LONGEST * surprises


def test_it_takes_hardly_more_than_the_frequencies_allow() -> None:
    chance = np.random.default_rng(1)
    table = np.rint(chance.laplace(scale=0.8, size=(4, 50_000))).astype(np.int16)
    kinds = np.zeros(50_000, dtype=np.uint8)
    data = coded(table, kinds)
    assert (again(data, kinds, table) == table).all()
    _, counts = np.unique(table, return_counts=True)
    share = counts / table.size
    least = -table.size * (share * np.log2(share)).sum() / 8
    assert least < data.size < 1.03 * least
