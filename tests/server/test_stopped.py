"""A real server that stands still charges nobody: while it starts, while its process is stopped, while its loop is held up."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.server.kit import GAUNTLET, run
from tests.server.test_kill import server

TRIES = 10  # on a machine that is so busy that this client itself is late


async def new(address: str, **options: int) -> dict[str, Any]:
    """A match that runs: Ann against Bob, with its links."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as client:
        body = {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann", "options": options}
        made: dict[str, Any] = (await client.post("/api/matches", json=body)).raise_for_status().json()
        (await client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})).raise_for_status()
        return made


async def full(address: str, made: dict[str, Any]) -> Any:
    """What seat A is shown."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as client:
        return (await client.get(f"/api/seats/{made['seats']['A']}?pictures=none")).raise_for_status().json()


async def left(address: str, made: dict[str, Any]) -> int:
    """Milliseconds that the clock of A has left."""
    clock = (await full(address, made))["seen"]["clocks"]["A"]
    return int(clock["left"])


@contextlib.asynccontextmanager
async def seat(address: str, made: dict[str, Any], letter: str = "A") -> AsyncIterator[websockets.ClientConnection]:
    async with websockets.connect(f"ws://{address}/ws/s/{made['seats'][letter]}") as ws:
        await ws.send(json.dumps({"type": "hello"}))
        await answer(ws, "full")
        yield ws


async def answer(ws: websockets.ClientConnection, *kinds: str) -> Any:
    """The next message of one of these kinds."""
    while True:
        message = json.loads(await asyncio.wait_for(ws.recv(), 30))
        if message["type"] in kinds:
            return message


def stop(process: subprocess.Popen[str]) -> float:
    """Stop a process; returns the moment from which it has stood still."""
    process.send_signal(signal.SIGSTOP)
    os.waitpid(process.pid, os.WUNTRACED)
    return time.monotonic()


def go_on(process: subprocess.Popen[str]) -> float:
    """Let it go on; returns the moment until which it stood still."""
    moment = time.monotonic()
    process.send_signal(signal.SIGCONT)
    return moment


@pytest.mark.nightly  # by day test_times.py has the same with a clock that is turned by hand
def test_a_server_that_was_stopped_charges_none_of_it(tmp_path: Path) -> None:
    seconds = 30.0

    async def test(process: subprocess.Popen[str], address: str) -> None:
        made = await new(address, time_submit=3600)
        asked = time.monotonic()
        before = await left(address, made)
        stopped = stop(process)
        await asyncio.sleep(seconds)
        still = go_on(process) - stopped
        after = await left(address, made)
        ran = time.monotonic() - asked - still
        assert before - after <= ran * 1000 + 60  # a tick
        assert still >= seconds

    with server(tmp_path) as (process, address):
        run(test(process, address), seconds + 60)


@pytest.mark.parametrize("seconds", [0.2, pytest.param(1.5, marks=pytest.mark.nightly)])
def test_a_move_that_arrived_in_time_while_the_server_stood_still_is_in_time(seconds: float, tmp_path: Path) -> None:
    async def tried(process: subprocess.Popen[str], address: str) -> bool:
        made = await new(address, time_submit=1)
        async with seat(address, made) as ws:
            asked = time.monotonic()
            remaining = await left(address, made) / 1000
            if seconds < 1:  # so that the deadline comes while it stands still, by the clock on the wall and by the server's own
                await asyncio.sleep(max(0.0, remaining - 0.1 - (time.monotonic() - asked)))
            await ws.send(json.dumps({"type": "chat", "text": "read before it stood still, if it does at once"}))
            stop(process)
            await ws.send(json.dumps({"type": "submit", "ply": 0, "text": "score grow"}))
            sent = time.monotonic()
            await asyncio.sleep(seconds)
            go_on(process)
            said = await answer(ws, "accepted", "refused")
            if sent - asked > remaining - 0.05:
                return False  # this client was late itself
            assert said["type"] == "accepted", said
            return True

    async def test(process: subprocess.Popen[str], address: str) -> None:
        for _ in range(TRIES):
            if await tried(process, address):
                return
        raise AssertionError("this machine is too busy")

    with server(tmp_path) as (process, address):
        run(test(process, address))
