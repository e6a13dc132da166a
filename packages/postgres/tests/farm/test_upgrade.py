"""An upgrade without stopping play: one server after the other goes down by SIGTERM and comes back, behind a proxy that checks whether they
are ready. Nobody sees an error, and nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server.web.sockets import AGAIN, AWAY
from packages.postgres.tests.databases import until
from packages.postgres.tests.farm.guests import Table, set_up
from packages.postgres.tests.farm.servers import Zygote, farming
from packages.postgres.tests.farm.storm import verdict_on

VARIANTS = ["tile-joust/final", "letter-hunt/gambit", "five-card-trick/gauntlet", "even-groups/standard"]
DRAIN_S, CHECK_S = 1, 0.1
PATIENCE_S = 30.0  # of guests: whatever ends a connection is the server's doing
AGAIN_S = 0.02  # between two looks at a page


class Strict(httpx.AsyncClient):
    """A client that notes everything that a person would see as an error.

    Attributes:
        seen: all that it got, by words.
        asked: how many requests it made.
    """

    def __init__(self, address: str) -> None:
        super().__init__(base_url=f"http://{address}", timeout=PATIENCE_S)
        self.seen: list[str] = []
        self.asked = 0

    async def send(self, request: httpx.Request, **more: Any) -> httpx.Response:
        self.asked += 1
        try:
            answer = await super().send(request, **more)
        except httpx.TransportError as error:
            self.seen.append(f"{request.url.path[:8]}: {type(error).__name__}")
            raise
        if answer.status_code >= 400:
            self.seen.append(f"{request.url.path[:8]}: {answer.status_code} {answer.text[:200]}")
        return answer


async def look(client: Strict, paths: Sequence[str]) -> None:
    """A person who opens one page after the other."""
    while True:
        for path in paths:
            with contextlib.suppress(httpx.TransportError):
                await client.get(path)
            await asyncio.sleep(AGAIN_S)


async def keep_playing(client: Strict, address: str, tables: list[Table], variant: str, place: int) -> None:
    """One table after the other in this place."""
    number = place
    while True:
        table = await set_up(client, variant, number, pause=0.2)
        for guest in table.guests:
            guest.patience = PATIENCE_S
        tables.append(table)
        await table.play(address)
        number += 100


async def acknowledged(tables: Sequence[Table], places: int) -> None:
    """Wait until somebody has got an acknowledgement at each table that is played from now on."""
    before = {id(table): len(table.history.acks) for table in tables}
    async with asyncio.timeout(120):
        while True:
            going = [table for table in tables if not table.over]
            if len(going) >= places and all(len(table.history.acks) > before.get(id(table), 0) for table in going):
                return
            await asyncio.sleep(0.02)


@pytest.mark.nightly
@pytest.mark.parametrize(("count", "variants"), [(2, VARIANTS[:1]), (3, VARIANTS)])
async def test_all_servers_are_replaced_one_after_the_other_while_people_play_and_look(
    zygote: Zygote, database: str, tmp_path: Path, count: int, variants: Sequence[str]
) -> None:
    tables: list[Table] = []
    running = farming(zygote, tmp_path / "data", database, count=count, drain=DRAIN_S, check_s=CHECK_S)
    async with running as (farm, proxy), Strict(proxy.address) as client, asyncio.TaskGroup() as group:
        playing = [group.create_task(keep_playing(client, proxy.address, tables, variant, place)) for place, variant in enumerate(variants)]
        await acknowledged(tables, len(variants))
        match = tables[0].history.match
        paths = [f"/w/{match}", f"/api/matches/{match}", "/", tables[0].players[0].path]
        playing.append(group.create_task(look(client, paths)))
        for number in range(count):
            lost = sum(len(guest.losses) for table in tables for guest in table.guests)
            farm.send(number, signal.SIGTERM)
            await acknowledged(tables, len(variants))  # while it drains, or is gone
            assert await asyncio.to_thread(farm.end, number, signal.SIGCONT) == 0
            assert sum(len(guest.losses) for table in tables for guest in table.guests) > lost, "nobody was connected to it"
            await acknowledged(tables, len(variants))
            farm.start(number)
            await farm.ready(number)
            await until(lambda number=number: number in proxy.well)
            await acknowledged(tables, len(variants))
        for task in playing:
            task.cancel()
        losses = [loss for table in tables for guest in table.guests for loss in guest.losses]
        assert AWAY in losses
        assert set(losses) <= {AWAY, AGAIN}, "everybody is told to come again, those too who came when it was about to end"
        assert client.seen == []
        assert client.asked > 20
        verdict = await verdict_on(tables, database, farm.folder, proxy.address)
        assert not verdict.faults
        assert verdict.acks >= 3 * count * len(variants)
