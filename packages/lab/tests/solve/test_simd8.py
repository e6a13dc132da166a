"""Eight short floats at a time, against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from deathmatch.solve import eights
from deathmatch.solve.kernel import kernel
from deathmatch_lab.solve.simd8 import SIZE, Blocks


@kernel
def results(blocks: Blocks, numbers: Any, place: int, out: Blocks) -> int:
    """Each operation once, on the blocks 0 to 3."""
    x, y, then, otherwise = (eights.load(blocks, 0), eights.load(blocks, 1), eights.load(blocks, 2), eights.load(blocks, 3))
    eights.store(out, 0, eights.plus(x, y))
    eights.store(out, 1, eights.minus(x, y))
    eights.store(out, 2, eights.times(x, y))
    eights.store(out, 3, eights.over(x, y))
    eights.store(out, 4, eights.more(x, y, then))
    eights.store(out, 5, eights.where_less(x, y, then, otherwise))
    eights.store(out, 6, eights.where_same(x, y, then, otherwise))
    eights.store(out, 7, eights.load_from(numbers, place))
    eights.store(out, 8, eights.full(np.float32(0.1)))
    eights.store(out, 9, eights.counting())
    return int(eights.less(x, y))


def test_each_operation_does_as_numpy_does() -> None:
    source = np.random.default_rng(1)
    blocks, numbers = source.normal(size=(4, SIZE)).astype(np.float32), np.arange(20, dtype=np.float32)
    blocks[1, ::3] = blocks[0, ::3]  # some are the same
    out = np.full((12, SIZE), 7, dtype=np.float32)
    bits = results(blocks, numbers, 5, out)
    x, y, then, otherwise = blocks
    expected = [x + y, x - y, x * y, x / y, then + x * y, np.where(x < y, then, otherwise), np.where(x == y, then, otherwise)]
    expected += [numbers[5:13], np.full(SIZE, 0.1), np.arange(SIZE)]
    np.testing.assert_allclose(out[:10], np.array(expected), rtol=1e-6, atol=1e-7)
    assert (out[10:] == 7).all(), "nothing else is written"
    assert bits == sum(1 << k for k in range(SIZE) if x[k] < y[k])
    assert (x == y).any()


def test_they_work_in_kernels_only() -> None:
    with pytest.raises(TypeError, match="plus works in kernels only"):
        eights.plus(1.0, 2.0)
