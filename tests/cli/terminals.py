"""A terminal to write on."""

from __future__ import annotations

import io

import pytest


class Terminal(io.StringIO):
    """What is written on it can be looked at."""

    def isatty(self) -> bool:
        return True


def wide(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal of 80 columns in the place of standard error."""
    for key, value in (("TERM", "xterm"), ("COLUMNS", "80")):
        monkeypatch.setenv(key, value)
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    return terminal
