"""Packed arrays are unpacked once, and mapped from then on; a damaged or missing copy is made again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from deathmatch_lab.solve.unpacked import Arrays, unpacked


class Packed:
    """Something to unpack that counts how often it is."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Arrays:
        self.times += 1
        return {"few": np.arange(3, dtype=np.int16), "many": np.ones((20, 50), dtype=np.float32)}


def test_arrays_are_unpacked_once_for_a_stamp(tmp_path: Path) -> None:
    packed = Packed()
    for _ in range(3):
        arrays = unpacked("things", "ab12", packed, tmp_path)
        assert arrays["few"].tolist() == [0, 1, 2]
        assert arrays["many"].sum() == 1000
        assert arrays["many"].flags.writeable, "kernels take no other type"
    assert packed.times == 1
    unpacked("things", "ab13", packed, tmp_path)
    assert packed.times == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["things-ab12", "things-ab13"]


def test_the_file_stays_as_it_is_whatever_a_process_does(tmp_path: Path) -> None:
    packed = Packed()
    unpacked("things", "ab12", packed, tmp_path)["few"][0] = 9
    assert unpacked("things", "ab12", packed, tmp_path)["few"].tolist() == [0, 1, 2]


@pytest.mark.parametrize("damage", ["few.npy", "names"])
def test_a_copy_that_is_not_whole_is_not_used(tmp_path: Path, damage: str) -> None:
    packed = Packed()
    unpacked("things", "ab12", packed, tmp_path)
    (tmp_path / "things-ab12" / damage).unlink()
    assert unpacked("things", "ab12", packed, tmp_path)["few"].tolist() == [0, 1, 2]
    assert packed.times == 2
    unpacked("things", "ab12", packed, tmp_path)
    assert packed.times == 2, "it was made again"
