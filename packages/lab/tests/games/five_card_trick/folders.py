"""A folder that keeps the work of a solver."""

from __future__ import annotations

from deathmatch_lab.solution_folder import SolutionFolder


class Kept(SolutionFolder):
    """A solution folder at work (`deathmatch_lab.solving.Checkpoints`)."""

    def report(self, words: str, done: float | None = None, /) -> None: ...
