"""A person who waits for the compiler at a terminal or in a notebook reads one line about it; nobody else does."""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest

from deathmatch.solve.kernel_cache import PROGRESS, Notice, counted_kernels, log
from deathmatch_lab.local_pool import local_pool
from tests.cli.terminals import Terminal


@pytest.fixture(autouse=True)
def _wanted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(PROGRESS, raising=False)
    level = log.level
    log.setLevel(logging.WARNING)  # another test may have turned the log up
    yield
    log.setLevel(level)


def lines(notice: Notice, folder: Path | None, screen: io.StringIO | None = None) -> list[str]:
    """The lines of two kernels that are compiled, with this in the place of standard error; by default a terminal."""
    screen = screen or Terminal()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stderr", screen)
        notice.begin(folder)
        notice.begin(folder)
    return screen.getvalue().splitlines()


def test_the_line_comes_once_and_names_the_folder(tmp_path: Path) -> None:
    notice = Notice()
    assert lines(notice, tmp_path) == [
        f"deathmatch: compiling code for its first use, which takes up to a minute; it is kept in {tmp_path}"
    ]
    assert lines(notice, tmp_path) == []


@pytest.mark.parametrize("place", ["", "missing"])
def test_without_a_folder_it_says_how_to_name_one(place: str, tmp_path: Path) -> None:
    (line,) = lines(Notice(), tmp_path / place if place else None)
    assert line.endswith("because no folder can keep it; name a writable one in the environment as DEATHMATCH_KERNELS")


def test_a_notebook_has_it_and_a_file_has_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notice = Notice()
    assert lines(notice, tmp_path, io.StringIO()) == []
    monkeypatch.setitem(sys.modules, "ipykernel", ModuleType("ipykernel"))
    assert len(lines(notice, tmp_path, io.StringIO())) == 1


def test_it_can_be_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PROGRESS, "Off")
    assert lines(Notice(), tmp_path) == []


def test_where_somebody_follows_each_kernel_there_is_no_line(tmp_path: Path) -> None:
    notice = Notice()
    with counted_kernels():
        assert lines(notice, tmp_path) == []
    assert len(lines(notice, tmp_path)) == 1


def test_no_standard_error_and_one_that_is_closed_end_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Terminal):
        def write(self, _text: str) -> int:
            raise BrokenPipeError

    for stream in (None, Broken()):
        monkeypatch.setattr("sys.stderr", stream)
        Notice().begin(tmp_path)


def begun(_number: int) -> str:
    """Lines of a process of a pool whose standard error is a terminal."""
    from deathmatch.solve.kernel_cache import NOTICE

    sys.stderr = screen = Terminal()
    NOTICE.begin(Path.cwd())
    return screen.getvalue()


@pytest.mark.parametrize("follow", [False, True])
def test_one_process_of_a_pool_has_it_unless_the_kernels_are_followed(follow: bool) -> None:
    with counted_kernels() if follow else nullcontext(), local_pool(2) as pool:
        shown = [future.result() for future in [pool.submit(begun, number) for number in range(6)]]
    assert sum(map(bool, shown)) == (not follow)
