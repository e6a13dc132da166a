"""A person who waits for the compiler at a terminal or in a notebook reads one line about it; nobody else does."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from deathmatch.solve.kernel_cache import PROGRESS, Notice, counted_kernels, log
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


def test_it_can_be_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PROGRESS, "Off")
    assert lines(Notice(), tmp_path) == []


def test_where_somebody_follows_each_kernel_there_is_no_line(tmp_path: Path) -> None:
    notice = Notice()
    with counted_kernels():
        assert lines(notice, tmp_path) == []
    assert len(lines(notice, tmp_path)) == 1
