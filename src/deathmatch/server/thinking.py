"""Where the bots of this server think: worker processes, started with the first question. Only views and text cross to them."""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from deathmatch import games
from deathmatch.bots import registry
from deathmatch.bots.budget import Deadline
from deathmatch.core.options import Value
from deathmatch.match.dealer import HmacSource

BUDGET_S = 2.0


class Thinking:
    """The worker processes."""

    def __init__(self, processes: int) -> None:
        self._processes = max(1, processes)
        self._pool: ProcessPoolExecutor | None = None

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, mp_context=multiprocessing.get_context("spawn"))
        return self._pool

    async def choose(self, variant: str, values: Mapping[str, Value], bot: str, view: Any) -> str:
        """The canonical text of what the bot submits, given what its seat sees."""
        pool = self._ready()
        try:
            return await asyncio.get_running_loop().run_in_executor(
                pool, _choose, variant, dict(values), bot, view, secrets.token_bytes(32)
            )
        except BrokenProcessPool:
            self._pool = None
            raise

    async def close(self) -> None:
        """End them."""
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)


def _choose(variant: str, values: dict[str, Value], bot: str, view: Any, seed: bytes) -> str:
    """In the worker: bind the game, make the decision from the view, ask the bot."""
    found = games.find(variant)
    _, game = found.bind(values)
    decision = game.decision(view)
    move = registry.pick(found, game, bot).choose(view, decision, Deadline(BUDGET_S), HmacSource(seed, "live"))
    return str(decision.write(move))
