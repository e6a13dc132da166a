"""Matches whose two seats, host and watchers are on different servers, over real sockets and a real PostgreSQL. By day the storm
(test_storm.py) plays some to their ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest

from deathmatch import games
from deathmatch.server.vault import key_of
from deathmatch_postgres.database.store import open_postgres
from packages.postgres.tests.farm.guests import Table, ask, set_up
from packages.postgres.tests.farm.histories import Span, Verdict, judge
from packages.postgres.tests.farm.proxy import Proxy
from packages.postgres.tests.farm.servers import Zygote, farming

PATIENCE_S, PAUSE_S = 20.0, 1.0  # of 800 guests on a machine with two cores
VARIANTS = [variant.id for variant in games.every()]


async def verdict_on(tables: Sequence[Table], store: str, folder: Path, address: str, downs: Sequence[Span] = ()) -> Verdict:
    """The verdict on all these matches, which are over; their records are those of the referee, byte by byte."""
    found = Verdict()
    kept = await open_postgres(store)
    try:
        vault = key_of(folder, await kept.mark())
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=10) as client:
            for table in tables:
                log = await kept.load(table.history.match)
                assert log is not None
                verdict, truth = await judge(table.history, log, vault, downs)
                found.add(verdict)
                if truth is None or not truth.over:
                    continue
                for _ in range(3):  # each time from another server
                    record = (await ask(client, "GET", f"/api/matches/{table.history.match}/record")).text
                    found.expect(record == truth.record, f"{table.history.variant}: the record is not the referee's")
    finally:
        await kept.close()
    return found


def apart(table: Table, proxy: Proxy) -> bool:
    """Whether the two seats of a table, of people both, were on different servers."""
    went = [set(proxy.went[f"/ws{player.path}"]) for player in table.players]
    return len(went) == 2 and went[0] != went[1]


async def whole(zygote: Zygote, folder: Path, database: str, variants: Sequence[str]) -> Verdict:
    """Play a match of each of these variants at the same time, to their ends."""
    async with farming(zygote, folder, database) as (_, proxy):
        began = time.monotonic()
        async with httpx.AsyncClient(base_url=f"http://{proxy.address}", timeout=10) as client:
            tables = [await set_up(client, variant, number, pause=PAUSE_S) for number, variant in enumerate(variants)]
        for guest in (guest for table in tables for guest in table.guests):
            guest.patience = PATIENCE_S
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(table.play(proxy.address))
        took = time.monotonic() - began
        print(f"{len(tables)} matches were played in {took:.0f} s")  # noqa: T201
        verdict = await verdict_on(tables, database, folder, proxy.address)
        verdict.expect(any(apart(table, proxy) for table in tables), "no match had its seats on different servers")
        return verdict


@pytest.mark.nightly
async def test_two_hundred_matches_at_once_are_what_the_referee_makes_of_them(zygote: Zygote, database: str, tmp_path: Path) -> None:
    verdict = await whole(zygote, tmp_path / "data", database, VARIANTS * (200 // len(VARIANTS)))
    print(f"200 matches: {verdict.acks} acknowledgements, {verdict.frames} frames")  # noqa: T201
    assert not verdict.faults[:20]
