"""Eight short floats at a time, against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from deathmatch.solve.kernel import kernel
from deathmatch_lab.solve import simd8
from deathmatch_lab.solve.simd8 import SIZE, Blocks


@kernel
def results(blocks: Blocks, numbers: Any, place: int, out: Blocks) -> int:
    """Each operation once, on the blocks 0 to 3."""
    x, y, then, otherwise = (simd8.load(blocks, 0), simd8.load(blocks, 1), simd8.load(blocks, 2), simd8.load(blocks, 3))
    simd8.store(out, 0, simd8.plus(x, y))
    simd8.store(out, 1, simd8.minus(x, y))
    simd8.store(out, 2, simd8.times(x, y))
    simd8.store(out, 3, simd8.over(x, y))
    simd8.store(out, 4, simd8.more(x, y, then))
    simd8.store(out, 5, simd8.where_less(x, y, then, otherwise))
    simd8.store(out, 6, simd8.where_same(x, y, then, otherwise))
    simd8.store(out, 7, simd8.load_from(numbers, place))
    simd8.store(out, 8, simd8.full(np.float32(0.1)))
    simd8.store(out, 9, simd8.counting())
    return int(simd8.less(x, y))


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
        simd8.plus(1.0, 2.0)
