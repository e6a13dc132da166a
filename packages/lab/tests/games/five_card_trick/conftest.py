"""A folder with the solution of matches of two rounds, in whose place a test may have an empty one."""

from __future__ import annotations

from pathlib import Path

import pytest

from deathmatch.bots import solution_folder
from deathmatch.core.seats import PUBLIC
from deathmatch.games import find
from deathmatch_lab import solving
from packages.lab.tests.games.five_card_trick.folders import TWO, Kept


@pytest.fixture(scope="session")
def solutions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder."""
    folder, variant = tmp_path_factory.mktemp("solutions"), find("five-card-trick/gauntlet")
    game = variant.bind(TWO)[1]
    solving.solver(variant, game).solve(game.view(game.start(), PUBLIC), Kept(folder / "two"))
    return folder


@pytest.fixture
def solved(solutions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots and reviews find the solution."""
    monkeypatch.setenv(solution_folder.VARIABLE, str(solutions))


@pytest.fixture
def unsolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They find none."""
    monkeypatch.setenv(solution_folder.VARIABLE, str(tmp_path))
