"""What is told in few bytes is read again."""

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
