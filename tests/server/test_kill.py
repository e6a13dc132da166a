"""A server that is killed in full run loses nothing that it has acknowledged, and goes on from there."""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.load.client import Load, Report, listen, play
from tests.server.kit import run


@contextlib.contextmanager
def server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own; killed at the end, if it still lives."""
    process = subprocess.Popen([sys.executable, "-m", "tests.load.server", str(folder)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        found = re.search(r"http://([^/]+)/", process.stdout.readline())
        assert found is not None, "the server did not start"
        yield process, found[1]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def storm(process: subprocess.Popen[str], load: Load, enough: int) -> None:
    """Everybody submits as fast as answers come, until so many are acknowledged; then the server is killed with whatever is under way."""
    report, stop = Report(), asyncio.Event()
    tasks = [asyncio.create_task(listen(seat, report, stop)) for seat in load.seats]
    tasks += [asyncio.create_task(play(seat, 1000.0, report, stop)) for seat in load.seats]
    while len(report.acknowledged) < enough:  # noqa: ASYNC110 - the client is busy with these very tasks
        await asyncio.sleep(0.001)
    process.kill()
    stop.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    for seat in load.seats:
        await seat.ws.close()


async def check(address: str, load: Load) -> None:
    """Every acknowledged submission stands where it was made."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as client:
        for number, made in enumerate(load.made):
            fulls = {letter: (await client.get(f"/api/seats/{made['seats'][letter]}")).json() for letter in "AB"}
            ply = fulls["A"]["seen"]["ply"]
            assert fulls["B"]["seen"]["ply"] == ply
            assert fulls["A"]["version"] == fulls["B"]["version"]
            stands = _played(fulls["A"])
            for letter, seat in zip("AB", load.seats[2 * number : 2 * number + 2], strict=True):
                given = (await client.get(f"/api/seats/{made['seats'][letter]}/receipts")).json()["receipts"]
                assert seat.receipts.items() <= {one["ply"]: one["receipt"] for one in given}.items()
                for asked, text in seat.acknowledged:
                    if asked == ply:
                        assert fulls[letter]["seen"]["private"]["submitted"] == text
                    else:
                        assert stands[letter][asked] == text
                assert fulls[letter]["seen"]["clocks"][letter]["left"] > 3_000_000 or letter in fulls[letter]["seen"]["sealed"]


def _played(full: Any) -> dict[str, list[str]]:
    """What each seat played, by question, as the log tells it."""
    told: dict[str, list[str]] = {"A": [], "B": []}
    for beat in full["log"]:
        actor, _, text = beat.get("notation", "").partition(" ")
        if actor in told:
            told[actor].append(text)
    return told


async def kills(folder: Path, count: int, matches: int, enough: int) -> None:
    load: Load | None = None
    for _ in range(count):
        with server(folder) as (process, address):
            if load is None:
                load = Load(address)
                await load.make(matches)
            else:
                await check(address, load)
            before = [(seat.acknowledged, seat.receipts) for seat in load.seats]
            load.address, load.seats, load.watchers = address, [], []
            await load.open(0)
            for seat, known in zip(load.seats, before, strict=False):
                seat.acknowledged.extend(known[0])
                seat.receipts.update(known[1])
            await storm(process, load, enough)
    assert load is not None
    with server(folder) as (_, address):
        await check(address, load)
    assert all({ply for ply, _ in seat.acknowledged} == set(seat.receipts) for seat in load.seats)
    assert sum(len(seat.acknowledged) for seat in load.seats) >= count * enough


def test_a_server_killed_under_load_loses_nothing_acknowledged(tmp_path: Path) -> None:
    run(kills(tmp_path, 2, 4, 60))


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_a_server_killed_again_and_again_loses_nothing_acknowledged(part: int, tmp_path: Path) -> None:
    """300 kills in all; the parts run beside each other."""
    run(kills(tmp_path, 30, 10 + part, 120), seconds=1800)
