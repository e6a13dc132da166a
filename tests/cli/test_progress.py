"""Progress where nobody sits at a terminal: lines now and then, and none from commands that are quick."""

from __future__ import annotations

import threading

import pytest

from deathmatch.cli import progress
from deathmatch.cli.progress import VARIABLE, terminal
from tests.cli.terminals import until


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that are written; they come without a pause."""
    written: list[str] = []
    monkeypatch.setattr(progress, "complain", written.append)
    monkeypatch.setattr(progress, "FIRST_AFTER", 0.0)
    monkeypatch.setattr(progress, "EVERY", 0.001)
    monkeypatch.delenv(VARIABLE, raising=False)
    return written


def wait_for(lines: list[str], words: str) -> str:
    """The first line that begins with these words, once it is there."""
    until(lambda: any(line.startswith(words) for line in lines), words)
    return next(line for line in lines if line.startswith(words))


def running() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name == "progress"]


def test_a_line_says_the_words_of_the_moment_and_the_part_that_is_done(lines: list[str]) -> None:
    with terminal("solving") as shown:
        assert wait_for(lines, "solving").endswith("so far")
        shown("level 3", 0.25)
        line = wait_for(lines, "level 3, 25%")
        assert " so far, about " in line
        assert line.endswith(" left")
        shown("level 4", None)
        assert " left" not in wait_for(lines, "level 4")
        assert running()
    assert not running(), "nothing is written after the end"


def test_the_time_left_counts_from_the_part_that_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 160.0])
    monkeypatch.setattr(progress, "monotonic", lambda: next(clock))
    said = progress._Lines("a", 0.5)
    said.report("b", 0.75)
    assert said._line() == "b, 75%, 1:00 so far, about 1:00 left"
