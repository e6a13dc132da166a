"""Packed arrays are unpacked once, and mapped from then on; a damaged or missing copy is made again."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from deathmatch_lab.solve import unpacked as module
from deathmatch_lab.solve.unpacked import Arrays, let_go, stamp_of, unpacked


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


def test_a_stamp_follows_from_the_bytes_and_the_code() -> None:
    assert stamp_of(b"a", module) == stamp_of(b"a", module)
    assert len({stamp_of(b"a", module), stamp_of(b"b", module), stamp_of(b"a"), stamp_of(b"a", module, np)}) == 4


def test_the_file_stays_as_it_is_whatever_a_process_does(tmp_path: Path) -> None:
    packed = Packed()
    unpacked("things", "ab12", packed, tmp_path)["few"][0] = 9
    assert unpacked("things", "ab12", packed, tmp_path)["few"].tolist() == [0, 1, 2]


def held(folder: Path) -> int:
    """The kilobytes that this process holds of the files in a folder."""
    sizes, inside = 0, False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        if not line.partition(" ")[0].endswith(":"):
            inside = str(folder) in line
        elif inside and line.startswith("Rss:"):
            sizes += int(line.split()[1])
    return sizes


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel tells what a process holds on Linux only")
def test_a_process_holds_no_part_of_arrays_that_it_let_go(tmp_path: Path) -> None:
    arrays = unpacked("things", "ab12", lambda: {"large": np.arange(1 << 18)}, tmp_path)
    assert arrays["large"].sum() == (1 << 17) * ((1 << 18) - 1)
    assert held(tmp_path) >= 2048
    let_go()
    assert held(tmp_path) == 0
    assert arrays["large"][-1] == (1 << 18) - 1


@pytest.mark.parametrize("damage", ["few.npy", "names"])
def test_a_copy_that_is_not_whole_is_not_used(tmp_path: Path, damage: str) -> None:
    packed = Packed()
    unpacked("things", "ab12", packed, tmp_path)
    (tmp_path / "things-ab12" / damage).unlink()
    assert unpacked("things", "ab12", packed, tmp_path)["few"].tolist() == [0, 1, 2]
    assert packed.times == 2
    unpacked("things", "ab12", packed, tmp_path)
    assert packed.times == 2, "it was made again"


def test_without_a_folder_they_are_unpacked_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "usable", lambda _folders: None)
    packed = Packed()
    for _ in range(2):
        assert unpacked("things", "ab12", packed)["few"].tolist() == [0, 1, 2]
    assert packed.times == 2
