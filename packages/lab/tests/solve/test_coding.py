"""What is told in few bytes is read again, and takes hardly more than its frequencies allow."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from deathmatch_lab.solve.coding import Bytes, Table, read
from research.range_coder import coded

WHOLE = st.integers(-32767, 32767)


def again(data: Bytes, kinds: Bytes, like: Table) -> Table:
    """The table that is read."""
    table = np.full_like(like, 77)
    read(data, kinds, table)
    return table


@settings(deadline=None)  # the first call compiles
@given(arrays(np.int16, array_shapes(min_dims=2, max_dims=2, max_side=12), elements=st.one_of(st.integers(-2, 2), WHOLE)), st.data())
@pytest.mark.nightly
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
