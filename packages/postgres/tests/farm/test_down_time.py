"""Clocks stand still while no server can answer, however short that is, and run on while one of several is down."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path

import httpx

from deathmatch_postgres.shared_time import LEASH_S
from packages.postgres.tests.farm.guests import ask, set_up
from packages.postgres.tests.farm.proxy import HOST
from packages.postgres.tests.farm.servers import Farm, Zygote, farming

GAP_S = 0.6  # in which all are down
NEAR_MS = 150  # a look takes a while, and clocks of processes are so close to that of the database
VARIANT = "tile-joust/final"


async def left(farm: Farm, match: str) -> int:
    """The milliseconds that the player has who owes a move, as the first server shows it that answers."""
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{farm.ports[min(farm.pids)]}", timeout=10) as client:
        clocks = (await ask(client, "GET", f"/api/matches/{match}")).json()["seen"]["clocks"]
    return min(int(clock["left"]) for clock in clocks.values() if clock["running"])


async def stand_still(farm: Farm, seconds: float) -> float:
    """Stop all of them; returns for how long all stood still, in ms."""
    for number in farm.pids:
        farm.send(number, signal.SIGSTOP)
    since = time.monotonic()
    await asyncio.sleep(seconds)
    still = time.monotonic() - since
    for number in farm.pids:
        farm.send(number, signal.SIGCONT)
    return still * 1000


async def killed(farm: Farm, seconds: float) -> float:
    """Kill all of them, and start them again; returns for how long none could answer, in ms."""
    numbers = sorted(farm.pids)
    for number in numbers:
        farm.end(number)
    since = time.monotonic()
    await asyncio.sleep(seconds)
    down = time.monotonic() - since
    for number in numbers:
        farm.start(number)
    await farm.ready()
    return down * 1000


async def test_down_time_of_all_is_charged_to_nobody_and_that_of_one_is_no_down_time(zygote: Zygote, database: str, tmp_path: Path) -> None:
    async with farming(zygote, tmp_path / "data", database, count=2) as (farm, proxy):
        async with httpx.AsyncClient(base_url=f"http://{proxy.address}", timeout=10) as client:
            match = (await set_up(client, VARIANT, 1)).history.match
        since, before = time.monotonic(), await left(farm, match)
        down = 0.0
        for harm in (stand_still, killed, stand_still):
            down += await harm(farm, GAP_S)
        await asyncio.sleep(LEASH_S + 0.5)  # one that took it that the other lived waits until the database has caught up
        real, charged = (time.monotonic() - since) * 1000, before - await left(farm, match)
        assert down >= 3 * GAP_S * 1000
        assert charged <= real - down + NEAR_MS

        await asyncio.sleep(1.0)
        before, since = await left(farm, match), time.monotonic()
        farm.send(1, signal.SIGSTOP)
        await asyncio.sleep(1.0)
        charged, real = before - await left(farm, match), (time.monotonic() - since) * 1000
        farm.send(1, signal.SIGCONT)
        assert abs(charged - real) <= NEAR_MS
