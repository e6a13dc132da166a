"""A command on a terminal is never silent for two seconds: from one second on a line says that it is at work, whatever it does."""

from __future__ import annotations

import io
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, Final

import pytest

from deathmatch.cli import files, watching
from deathmatch.cli.watching import AFTER, EVERY, Watch
from tests.cli.terminals import Terminal

MOST: Final = 2.0  # seconds of silence


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def screen(text: str) -> str:
    """The line on a terminal to which this was written."""
    line: list[str] = []
    at = 0
    for letter in text:
        if letter == "\r":
            at = 0
            continue
        line[at : at + 1] = [letter]
        at += 1
    return "".join(line).rstrip()


def seen(watch: Watch, clock: Clock, terminal: io.StringIO, seconds: float) -> list[tuple[float, str]]:
    """The changes on the terminal while the watch looks as often as it does."""
    changes, end, shown = [], clock.now + seconds, screen(terminal.getvalue())
    while clock.now < end:
        clock.now += EVERY
        watch.look()
        if (now := screen(terminal.getvalue())) != shown:
            changes.append((clock.now, shown := now))
    return changes


def test_a_command_that_shows_nothing_is_never_silent_for_two_seconds() -> None:
    clock, terminal = Clock(), io.StringIO()
    watch = Watch("plot", terminal, clock)
    changes = seen(watch, clock, terminal, 70)
    times = [100.0, *[time for time, _ in changes], 170.0]
    assert max(b - a for a, b in pairwise(times)) < MOST
    assert changes[0] == (100 + AFTER, "plot: at work, 0:01 so far")
    assert changes[-1][1] == "plot: at work, 1:10 so far"


@pytest.mark.parametrize("reads", [False, True], ids=["a pager", "a person who types"])
def test_a_pager_that_takes_its_time_and_a_person_who_types_are_left_alone(reads: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are on the same terminal: `deathmatch replay --json match.dm | less`."""
    terminal, said = Terminal(), list[str]()

    class Slow(io.BytesIO):
        def wait(self) -> None:
            watching._watches[0].look()
            said.append(screen(terminal.getvalue()))

        def write(self, data: Any) -> int:
            self.wait()
            return len(data)

        def read(self, size: int | None = -1) -> bytes:
            self.wait()
            return super().read(size)

    monkeypatch.setattr(watching, "AFTER", 0.0)
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("sys.stdout", SimpleNamespace(flush=lambda: None, buffer=Slow()))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=Slow(b"deathmatch 1\n"), isatty=lambda: True))
    with watching.watched("record"):
        watching._watches[0].look()
        assert "at work" in terminal.getvalue()
        if reads:
            assert files.load("-") == b"deathmatch 1\n"
        else:
            files.say("much\n")
    assert set(said) == {""}
