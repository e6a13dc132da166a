"""`deathmatch warm --solvers` compiles all that solvers and best responses need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deathmatch.solve import kernel_cache

FIRST_SOLUTION = """
from deathmatch import games
from deathmatch.bots import registry, study
from deathmatch_lab import solving
from deathmatch_lab import exploiting
from deathmatch.core.seats import PUBLIC
from deathmatch_lab.solving import SilentReporter
from deathmatch.solve.kernel_cache import counted_kernels

variant = games.find("five-card-trick/gauntlet")
registry.warm_all(variant)
with counted_kernels() as ahead:
    study.warm(variant, "solver", "exploit")
assert ahead.count
game = variant.bind({"rounds": 3, "max_rounds": 4})[1]
with counted_kernels() as after:
    solver = solving.solver(variant, game)
    for ask in (solver.solve, solver.count):
        ask(game.view(game.start(), PUBLIC), SilentReporter())
    short = variant.bind({"rounds": 2, "max_rounds": 3})[1]
    for name in ("steady", "strong"):
        best_response.exploit(variant, short, registry.pick(variant, short, name), SilentReporter())
print(after.count)
"""


@pytest.mark.nightly
def test_after_that_nothing_is_compiled(tmp_path: Path) -> None:
    environment = {**os.environ, kernel_cache.VARIABLE: str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", FIRST_SOLUTION], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["0"]), done.stderr
