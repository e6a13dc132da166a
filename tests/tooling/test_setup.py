"""The set-up: what a person is told where it cannot go on, what stamps are worth, how tools are found. `.ci/run` shows the rest."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import setup


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for `.venv`, and an empty PATH."""
    place = tmp_path / ".venv"
    place.mkdir()
    monkeypatch.setattr(setup, "VENV", place)
    monkeypatch.setattr(setup, "PYTHON", place / "bin" / "python")
    monkeypatch.setattr(setup, "CHROMIUM_NOTE", place / ".chromium")
    monkeypatch.setattr(setup, "MAC_BROWSERS", ())
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv("POSTGRES", raising=False)
    return place


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """Puts a program that ends well on that PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()

    def make(name: str) -> str:
        path = folder / name
        path.write_text("#!/bin/sh\nexit 0\n")
        path.chmod(0o755)
        return str(path)

    return make


@pytest.mark.skipif(setup.VENV.is_symlink(), reason="the environment belongs to another folder")
def test_a_second_run_installs_nothing() -> None:
    done = subprocess.run([sys.executable, "tools/setup.py", "test"], cwd=setup.ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == ""


def test_an_environment_of_another_folder_is_left_alone(venv: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[object] = []
    monkeypatch.setattr(setup, "run", lambda *command, **_more: ran.append(command))
    link = tmp_path / "linked"
    link.symlink_to(venv)
    monkeypatch.setattr(setup, "VENV", link)
    with pytest.raises(setup.SetupError, match=r"is a link to .*, the environment of another folder"):
        setup.environment()
    assert ran == []


def test_a_browser_is_the_one_named_else_the_one_noted_else_one_on_the_path(
    venv: Path, program: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert setup.chromium() is None
    on_path = program("google-chrome")
    assert setup.chromium() == on_path
    noted = tmp_path / "noted"
    noted.touch()
    setup.mark("chromium", f"{noted}\n")
    assert setup.chromium() == str(noted)
    named = program("mine")
    monkeypatch.setenv("CHROMIUM", named)
    assert setup.chromium() == named
