"""Solving on a cluster: the same arrays to the last bit, a lost worker's share solved again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from deathmatch.cli.main import app
from deathmatch.core.errors import UnsolvableError
from deathmatch.core.pooling import Pool
from deathmatch.core.seats import PUBLIC
from deathmatch.games import find
from deathmatch_lab import solving
from deathmatch_lab.cli.working import working
from deathmatch_lab.cluster import connected
from deathmatch_lab.games.five_card_trick.solver import induction
from deathmatch_lab.games.five_card_trick.solver.plan import plan
from deathmatch_lab.solution_folder import SolutionFolder
from packages.lab.tests.clusters import in_this_process, kill, of_processes

GAME = "five-card-trick/gauntlet"


def solve(
    folder: Path, rounds: int, pool: Pool | None = None, seen: Callable[[str, float | None], None] = lambda _words, _done: None
) -> Any:
    """The solution of a match without an extension, kept in a folder."""
    variant = find(GAME)
    game = variant.bind({"rounds": rounds, "max_rounds": rounds})[1]
    with working(folder, pool) as work:
        report = work.report

        def reported(words: str, done: float | None = None, /) -> None:
            report(words, done)
            seen(words, done)

        work.report = reported  # type: ignore[method-assign]
        return solving.solver(variant, game).solve(game.view(game.start(), PUBLIC), work)


def arrays(folder: Path) -> dict[str, Any]:
    return {file.name: np.load(file).tobytes() for file in folder.glob("*.npy")}


def command(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["solve", *args])
    return result.exit_code, result.stdout, result.stderr


def test_two_workers_one_of_them_lost_keep_the_same_arrays(tmp_path: Path) -> None:
    lost: list[str] = []
    with in_this_process(threads=2) as cluster, connected(cluster.scheduler_address, alone=False) as pool:
        assert pool.width == 4

        def losing(words: str, done: float | None) -> None:
            if words == "round 3" and not lost:
                lost.append(words)
                kill(cluster, 0)

        found = solve(tmp_path / "there", 3, pool, losing)
        assert len(cluster.scheduler.workers) == 1
    assert found == solve(tmp_path / "here", 3)
    here = arrays(tmp_path / "here")
    assert len(here) == 16
    assert arrays(tmp_path / "there") == here


def test_the_command_prints_the_same(tmp_path: Path) -> None:
    options = (GAME, "--option", "rounds=2", "--option", "max_rounds=2", "--json", "--keep")
    with in_this_process() as cluster:
        there = command(*options, str(tmp_path / "there"), "--cluster", cluster.scheduler_address)
    assert there == command(*options, str(tmp_path / "here"))
    assert json.loads(there[1])["value"] == pytest.approx(0.2307692)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((GAME,), "the workers need --keep DIR"),
        ((GAME, "--keep", "nowhere", "--count"), "positions are counted on one machine"),
        (("even-groups/standard", "--keep", "nowhere"), "the solver of even-groups/standard works on one machine"),
    ],
)
def test_work_that_a_cluster_cannot_share_is_refused(args: tuple[str, ...], said: str) -> None:
    code, out, err = command(*args, "--cluster", "127.0.0.1:9")
    assert (code, out) == (2, "")
    assert said in " ".join(err.replace("│", " ").split())


def task(folder: Path) -> induction.Task:
    game = find(GAME).bind({"rounds": 1, "max_rounds": 1})[1]
    planned = plan(game.terms, game.start())  # type: ignore[attr-defined]
    return induction.Task(planned.terms, planned.roots, planned.counts, SolutionFolder(folder))


def test_a_worker_that_does_not_see_the_folder_says_so(tmp_path: Path) -> None:
    rows = np.zeros((2, 1, 2), dtype=np.int16)
    with in_this_process(1) as cluster, connected(cluster.scheduler_address, alone=False) as pool:
        there = pool.submit(induction.bound_share, task(tmp_path / "nowhere"), 1, 0, rows)
        assert re.match("worker tcp://.*: the folder of --keep is not here; name one that all workers share", str(there.exception(60)))
    solve(tmp_path / "kept", 1)
    with pytest.raises(UnsolvableError, match="round 0 is not in the folder of --keep here"):
        induction.bound_share(task(tmp_path / "kept"), -1, 0, rows)
    with pytest.raises(UnsolvableError, match="the folder of --keep is not here"):
        induction.bound_share(replace(task(tmp_path / "kept"), counts=(2,)), 1, 0, rows)


def test_a_match_whose_leads_do_not_fit_into_memory_is_solved_with_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find(GAME).bind({"rounds": 2, "max_rounds": 2})[1]
    size = plan(game.terms, game.start()).known.keys.size  # type: ignore[attr-defined]
    # As many as the pots of the last of two rounds take, and fewer than those of both.
    monkeypatch.setattr(import_module("deathmatch_lab.games.five_card_trick.solver.plan"), "POTS", 3 * size)
    with pytest.raises(UnsolvableError, match="too many for so many rounds"):
        solve(tmp_path / "here", 2)
    with in_this_process(1) as cluster, connected(cluster.scheduler_address, alone=False) as pool:
        assert solve(tmp_path / "there", 2, pool).json["positions"] > 0


@pytest.mark.nightly
def test_a_killed_process_of_two(tmp_path: Path) -> None:
    with of_processes(tmp_path, threads=2) as machines, connected(machines.address, alone=False) as pool:

        def killing(words: str, done: float | None) -> None:
            if words == "round 5":
                machines.workers[0].kill()

        found = solve(tmp_path / "there", 8, pool, killing)
        assert machines.workers[0].wait() == -9
    assert found == solve(tmp_path / "here", 8)
    here = arrays(tmp_path / "here")
    assert len(here) == 41
    assert {name: one for name, one in arrays(tmp_path / "there").items() if "values" not in name} == {
        name: one for name, one in here.items() if "values" not in name
    }
