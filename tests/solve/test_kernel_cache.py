"""Compiled kernels are kept where they can be, are never stale, and work where nothing can be kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deathmatch.solve.kernel import kernel
from deathmatch.solve.kernel_cache import stamp, usable

PROGRAM = """
import logging, sys
logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
{before}
sys.path.insert(0, {folder!r})
import small
print(small.twice_and_one(3))
"""

SMALL = """
from deathmatch.solve.kernel import kernel

@kernel
def twice(number):
    return {factor} * number

@kernel
def twice_and_one(number):
    return twice(number) + 1
"""


def compiled(folder: Path, factor: int = 2, before: str = "", **environment: str) -> list[str]:
    """What a new process prints that calls two kernels: which of them it compiles, and the result."""
    source, text = folder / "small.py", SMALL.format(factor=factor)
    if not source.exists() or source.read_text() != text:
        source.write_text(text)
    program = PROGRAM.format(before=before, folder=str(folder))
    values = {**os.environ, "DEATHMATCH_KERNELS": str(folder / "kernels"), **environment}
    done = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True, check=True, env=values)
    return [line for line in done.stdout.splitlines() if not line.startswith("compiled")]


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both kernels, compiled by a process that is gone."""
    folder = tmp_path_factory.mktemp("once")
    assert compiled(folder, PYTHONHASHSEED="1") == [*BOTH, "7"]
    return folder


@pytest.fixture
def kept(once: Path, tmp_path: Path) -> Path:
    """A copy of that folder for a test of its own: the same name of the module, and the same kernels."""
    return Path(shutil.copytree(once, tmp_path / "kept"))


BOTH = ["compiling small.twice_and_one", "compiling small.twice"]


@pytest.mark.nightly
def test_a_kernel_is_compiled_once_and_anew_when_one_that_it_calls_has_changed(kept: Path) -> None:
    assert compiled(kept, PYTHONHASHSEED="2") == ["7"]
    for file in (kept / "kernels").iterdir():
        file.write_bytes(file.read_bytes()[:-1])  # cut off, as by a power cut
    assert compiled(kept, factor=3) == [*BOTH, "10"]
    assert compiled(kept) == [*BOTH, "7"], "those that were cut off are made again"


@pytest.mark.nightly
def test_all_kernels_have_the_same_stamps_in_every_process() -> None:
    program = """
import gc, pkgutil, importlib, deathmatch.games
from deathmatch.solve.kernel import Kernel
from deathmatch.solve.kernel_cache import stamp
for module in pkgutil.walk_packages(deathmatch.games.__path__, "deathmatch.games."):
    if ".fast" in module.name:
        importlib.import_module(module.name)
for one in sorted((one for one in gc.get_objects() if isinstance(one, Kernel)), key=lambda one: (one.__module__, one.__qualname__)):
    print(one.__qualname__, stamp(one.py_func, one.targetoptions))
"""
    printed = [
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
        )
        for seed in ("1", "2")
    ]
    assert printed[0].stdout == printed[1].stdout
    assert len(printed[0].stdout.splitlines()) > 50


def made(source: str, **names: Any) -> Callable[..., object]:
    exec(source, names)
    return names["f"]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def f(n): return n + 2", {}),
        ("def f(n): return n + ONE", {"ONE": 2}),
        ("def f(n): return n + g(n)", {"g": kernel(made("def f(n): return n + 2"))}),
        ("def f(n): return n in {1, 2, 4}", {}),
    ],
)
def test_a_stamp_changes_with_the_code_with_constants_and_with_what_is_called(source: str, names: dict[str, Any]) -> None:
    before = {"ONE": 1, "g": kernel(made("def f(n): return n + 1"))}
    stamps = {stamp(made(source, **names), {}), stamp(made(source.replace("2", "3"), **{**names, **before}), {})}
    assert len(stamps) == 2
    assert stamp(made(source, **names), {}) in stamps
    assert stamp(made(source, **names), {"fastmath": {"nnan"}}) not in stamps


def test_a_folder_that_can_only_be_read_serves_if_it_holds_kernels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert usable([Path("/dev/null/x"), tmp_path / "made"]) == tmp_path / "made"
    assert usable([Path("/dev/null/x")]) is None

    def refused(**_where: object) -> None:
        raise PermissionError

    monkeypatch.setattr(tempfile, "TemporaryFile", refused)
    assert usable([tmp_path]) is None
    (tmp_path / "a.kernel").touch()
    assert usable([tmp_path / "made", tmp_path]) == tmp_path
