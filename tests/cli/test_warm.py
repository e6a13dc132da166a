"""What bots compile at their first use, compiled ahead."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from deathmatch import games
from deathmatch.bots import registry
from deathmatch.cli.main import app
from deathmatch.core.game import Variant
from deathmatch.solve import kernel


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(games.GAMES, "toy", "tests.toy")
    monkeypatch.setattr(kernel, "folder", lambda: tmp_path)


def warm(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["warm", *args])
    return result.exit_code, result.stdout, result.stderr


def test_a_bot_that_cannot_be_made_ready_is_told_and_the_others_are_ready(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ready = registry.warm_own

    def fail(variant: Variant) -> None:
        if variant.name == "lenient":
            raise OSError("no space left on device")
        ready(variant)

    assert warm("toy/lenient") == (0, f"toy/lenient: ready\nsaved in {tmp_path}\n", "")
    monkeypatch.setattr(registry, "warm_own", fail)
    code, out, err = warm("Toy")
    assert (code, err) == (1, "toy/lenient: OSError: no space left on device\n")
    assert ": ready" in out


def test_it_is_an_error_if_nothing_can_be_kept_or_there_is_no_such_game(monkeypatch: pytest.MonkeyPatch) -> None:
    assert warm("tag")[0] == 2
    monkeypatch.setattr(kernel, "folder", lambda: None)
    code, out, err = warm("toy")
    assert (code, out) == (1, "")
    assert "the code cannot be saved" in err
