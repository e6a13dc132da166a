"""A folder that keeps the work of a solver, and the options of the match that these tests have solved."""

from __future__ import annotations

from deathmatch.core.options import Values
from deathmatch_lab.solution_folder import SolutionFolder

TWO: Values = {"rounds": 2, "max_rounds": 2}
"""The EC, who has seat A, wins 3 of 13 matches of two rounds."""


class Kept(SolutionFolder):
    """A solution folder at work (`deathmatch_lab.solving.Checkpoints`)."""

    def report(self, words: str, done: float | None = None, /) -> None: ...
