"""A folder that keeps the work of a solver."""

from __future__ import annotations

from deathmatch.bots.solution_folder import SolutionFolder


class Kept(SolutionFolder):
    """A solution folder at work (`core.solving.Checkpoints`)."""

    def report(self, words: str, done: float | None = None, /) -> None: ...
