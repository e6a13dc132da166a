"""A real server that stands still charges nobody: while it starts, while its process is stopped, while its loop is held up."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.kit import run
from tests.server.test_kill import server
from tests.server.test_sockets import begin, get, read, sit

TRIES = 10  # on a machine that is so busy that this client itself is late


async def left(address: str, made: Any) -> int:
    """Milliseconds that the clock of A has left."""
    shown = await get(address, f"/api/seats/{made['seats']['A']}?pictures=none")
    return int(shown["seen"]["clocks"]["A"]["left"])


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
        made = await begin(address, options={"time_submit": 3600})
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
        made = await begin(address, options={"time_submit": 1})
        async with sit(address, f"/s/{made['seats']['A']}") as ws:
            await read(ws, "full")
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
            while (said := await read(ws))["type"] not in ("accepted", "refused"):
                pass
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
