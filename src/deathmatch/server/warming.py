"""Bots, reviews and positions to study are made ready when a server or a worker starts, so that nobody waits for the compiler later."""

from __future__ import annotations

import logging
import os

from deathmatch import games
from deathmatch.bots.worker import Thinkers
from deathmatch.solve import kernel

log = logging.getLogger("deathmatch.bots")


async def warm_up(thinkers: Thinkers, compiler: Thinkers) -> None:
    """Make everything ready, one variant after the other.

    Kernels are compiled in a process of its own at low priority, and kept; those of reviews and positions to study too. So a bot that is
    asked meanwhile never waits for the kernels of another game; the worker that plays it compiles its own kernels at once.
    """
    kept = kernel.folder()
    if kept is None or not os.access(kept, os.W_OK):
        log.warning(
            "no folder can keep compiled kernels, so each process compiles its own: name one in the environment as %s", kernel.VARIABLE
        )
        return
    for variant in games.every():
        await compiler.warm_up(variant.id, studies=True)
        await thinkers.warm_up(variant.id)
    await compiler.close()
