"""`make check` runs every checker, says how each went, and fails if one does."""

from __future__ import annotations

import sys

import pytest

from tools import check
from tools.check import Check


def test_every_checker_is_run() -> None:
    names = " ".join(one.name for one in check.checks())
    for name in ("mypy", "pyright", "ruff check", "ruff format", "import-linter", "tsc", "documents", "conventions", "English"):
        assert name in names


def test_one_that_fails_shows_what_it_said_and_fails_the_whole(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    good = Check("good", (sys.executable, "-c", "print('quiet')"))
    bad = Check("bad", (sys.executable, "-c", "print('woe'); raise SystemExit(3)"))
    monkeypatch.setattr(check, "checks", lambda: (good, bad))
    assert check.main([]) == 1
    said = capsys.readouterr().out
    assert "ok      good" in said
    assert "FAILED  bad" in said
    assert "        woe" in said
    assert "quiet" not in said
    assert said.endswith("failed: bad\n")


def test_all_well_is_status_0(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "checks", lambda: (Check("good", (sys.executable, "-c", "")),))
    assert check.main([]) == 0


def test_anything_but_write_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main(["--fast"]) == 2
    assert "--write" in capsys.readouterr().err
