"""Long work of commands: the folder that keeps it (`--keep`), and the machines that share it (`--cluster`, docs/cluster.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from deathmatch.bots.processes import processors
from deathmatch.cli.files import complain
from deathmatch.cli.progress import Report, terminal

if TYPE_CHECKING:
    from deathmatch.core.pooling import Pool
    from deathmatch_lab.solution_folder import SolutionFolder
    from deathmatch_lab.solving import Reporter

ClusterAddress: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on the Dask cluster whose scheduler has this address, such as tcp://HOST:8786.",
        show_default=False,
    ),
]


@contextmanager
def pool_at(address: str | None, jobs: int = 0, *, alone: bool = True) -> Iterator[Pool | None]:
    """The cluster at this address until the block ends; None without an address.

    Exits with 1 and a line on stderr if the cluster does not answer, if a worker is refused, or if the workers cannot do a task.

    Args:
        address: of the scheduler.
        jobs: the option `--jobs`, which may not be given as well.
        alone: whether each worker process does one task at a time.
    """
    from deathmatch.core.pooling import PoolError

    if address is None:
        yield None
        return
    if jobs:
        raise typer.BadParameter("it counts processes of this machine; a cluster has its own workers", param_hint="--jobs")
    try:
        from deathmatch_lab.cluster import connected

        with connected(address, alone=alone) as pool:
            yield pool
    except PoolError as error:
        complain(f"--cluster: {error}")
        raise typer.Exit(1) from None


def spelled_out(bots: Sequence[str]) -> list[str]:
    """The bots; one of `--bot` as `NAME=MODULE:CLASS`, which a worker understands that has not been told the name."""
    from deathmatch.bots.plugins import bots_of_environment

    brought = {plugin.name: f"{plugin.name}={plugin.where}" for plugin in bots_of_environment()}
    return [brought.get(bot, bot) for bot in bots]


@contextmanager
def working(keep: Path | None = None, pool: Pool | None = None) -> Iterator[Reporter]:
    """A reporter that shows progress on stderr.

    With a folder, the work is saved there; with a pool besides, its workers read that folder and share the work.
    """
    from deathmatch_lab.solution_folder import SolutionFolder

    folder = None if keep is None else SolutionFolder(keep.absolute())
    with terminal("solving") as shown:
        if folder is None:
            yield _Working(shown)
        else:
            yield _Kept(shown, folder) if pool is None else _Spread(shown, folder, pool)


class _Working:
    """Work for all processors that this process may use."""

    def __init__(self, shown: Report) -> None:
        self._shown = shown
        self.threads = processors()

    def report(self, words: str, done: float | None = None, /) -> None:
        """Show a step of the work and the fraction that is done."""
        self._shown(words, done)


class _Kept(_Working):
    """Work whose parts are saved in a folder (`deathmatch_lab.solving.Checkpoints`)."""

    def __init__(self, shown: Report, folder: SolutionFolder) -> None:
        super().__init__(shown)
        self.about, self.begin = folder.about, folder.begin
        self.keep, self.kept, self.drop = folder.keep, folder.kept, folder.drop


class _Spread(_Kept):
    """Work that is saved in a folder, and that workers share (`deathmatch_lab.solving.Shared`)."""

    def __init__(self, shown: Report, folder: SolutionFolder, pool: Pool) -> None:
        super().__init__(shown, folder)
        self.pool, self.shared = pool, folder
