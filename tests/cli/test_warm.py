"""What bots compile at their first use, compiled ahead."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deathmatch import games
from deathmatch.bots import registry
from deathmatch.cli.main import app
from deathmatch.core.game import Variant
from deathmatch.solve import kernel_cache


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy", "tests.toy")
    monkeypatch.setenv(kernel_cache.VARIABLE, os.environ[kernel_cache.VARIABLE])


def warm(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["warm", *args])
    return result.exit_code, result.stdout, result.stderr


def test_each_variant_says_that_it_is_ready_and_where_kernels_are_kept(tmp_path: Path) -> None:
    code, out, err = warm("Toy", "--data", str(tmp_path))
    assert (code, err) == (0, "")
    assert re.fullmatch(rf"(toy/\w+: nothing to compile, 0 s\n){{2,}}saved in {re.escape(str(tmp_path / 'kernels'))}\n", out)
    assert warm("toy/lenient")[1].count("toy/") == 1


def test_a_bot_that_cannot_be_made_ready_is_told_and_the_others_are_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = registry.warm_all

    def fail(variant: Variant) -> None:
        if variant.name == "lenient":
            raise OSError("no space left on device")
        ready(variant)

    monkeypatch.setattr(registry, "warm_all", fail)
    code, out, err = warm("toy")
    assert (code, err) == (1, "toy/lenient: OSError: no space left on device\n")
    assert "nothing to compile" in out


def test_it_is_an_error_if_nothing_can_be_kept_or_there_is_no_such_game() -> None:
    code, out, err = warm("toy", "--data", "/dev/null/nowhere")
    assert (code, out) == (1, "")
    assert "the code cannot be saved in /dev/null/nowhere/kernels" in err
    assert warm("tag")[0] == 2
