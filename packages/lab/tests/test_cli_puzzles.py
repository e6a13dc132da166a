"""`deathmatch puzzles`: the file that it prints can be played, and what cannot be made is refused in a sentence."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from deathmatch import games
from deathmatch.cli.main import app
from deathmatch.core.lessons import read_lesson
from deathmatch.match.lessons import check_lesson


def test_it_prints_a_file_of_puzzles_the_same_for_the_same_seed() -> None:
    command = ["puzzles", "even-groups/standard", "--count", "2", "--seed", "3"]
    first, second = (CliRunner().invoke(app, command) for _ in range(2))
    assert first.exit_code == 0
    assert first.output == second.output
    lesson = read_lesson(first.output)
    assert len(lesson) == 2
    assert len(list(check_lesson(lesson, games.find))) == 2


def test_a_variant_that_makes_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy", "tests.toy")
    done = CliRunner().invoke(app, ["puzzles", "toy/strict"])
    assert done.exit_code == 2
    assert "toy/strict makes no puzzles" in " ".join(done.output.replace("│", " ").split())
