"""The option `--cluster` of commands whose work other machines can do (docs/cluster.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from deathmatch.cli.files import complain

if TYPE_CHECKING:
    from deathmatch.core.pooling import Pool

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
        from deathmatch.cluster.dask_pool import connected

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
