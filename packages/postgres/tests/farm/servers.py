"""Several real servers on one PostgreSQL and one data folder, and workers for their bots, each a process of its own that a test may kill,
stop and start again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from packages.postgres.tests.clusters import free_port
from packages.postgres.tests.farm.proxy import HOST, Proxy

SERVERS = 3
START_S = 60.0
LOOK_S = 0.02


class Zygote:
    """The process that forks the servers (`zygote.py`)."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "packages.postgres.tests.farm.zygote"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **order: Any) -> int:
        """Give it a command; returns its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End it. Its children must have ended."""
        self._process.communicate()


@dataclass
class Farm:
    """The servers, and the workers that make the moves of bots if there are any; else servers make them.

    Attributes:
        folder: the data folder that they share.
        store: the address of their database.
        ports: of the servers, by number.
        pids: of those that run.
        log: what all of them say.
        working: the workers that run, by number.
    """

    zygote: Zygote
    folder: Path
    store: str
    log: Path
    workers: int
    ports: list[int] = field(init=False)
    pids: dict[int, int] = field(default_factory=dict)
    working: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ports = [free_port() for _ in range(SERVERS)]

    def start(self, number: int) -> None:
        """Start a server that does not run; `ready` waits for it."""
        assert number not in self.pids
        line = ["serve", "--store", self.store, "--data", str(self.folder), "--port", str(self.ports[number]), "--no-warm"]
        line += ["--no-bots"] if self.workers else []
        self.pids[number] = self.zygote.ask(line=line, store=self.store, log=str(self.log))

    def start_worker(self, number: int) -> None:
        """Start a worker that does not run. Bots wait until it works."""
        assert number not in self.working
        line = ["work", "--store", self.store, "--data", str(self.folder), "--places", "1", "--no-warm"]
        self.working[number] = self.zygote.ask(line=line, store=self.store, log=str(self.log))

    def end_worker(self, number: int, what: signal.Signals = signal.SIGKILL) -> int:
        """End a worker likewise."""
        pid = self.working.pop(number)
        os.kill(pid, what)
        return self.zygote.ask(reap=pid)

    def send(self, number: int, what: signal.Signals) -> None:
        """Send a signal to a server."""
        os.kill(self.pids[number], what)

    def end(self, number: int, what: signal.Signals = signal.SIGKILL) -> int:
        """End a server by a signal; returns its exit status, less than 0 if the signal killed it."""
        pid = self.pids.pop(number)
        os.kill(pid, what)
        return self.zygote.ask(reap=pid)

    async def ready(self, *numbers: int) -> None:
        """Wait until these servers, or all that run, can be used."""
        end = time.monotonic() + START_S
        async with httpx.AsyncClient(timeout=2) as client:
            for number in numbers or self.pids:
                while True:
                    with contextlib.suppress(httpx.HTTPError):
                        if (await client.get(f"http://{HOST}:{self.ports[number]}/ready")).status_code == 200:
                            break
                    assert time.monotonic() < end, f"server {number} does not answer: {self.log.read_text()[-2000:]}"
                    await asyncio.sleep(LOOK_S)

    def close(self) -> None:
        """Kill all of them."""
        for number in list(self.pids):
            self.send(number, signal.SIGCONT)
            self.end(number)
        for number in list(self.working):
            os.kill(self.working[number], signal.SIGCONT)
            self.end_worker(number)


@contextlib.asynccontextmanager
async def farming(zygote: Zygote, folder: Path, store: str, log: Path, workers: int) -> AsyncIterator[tuple[Farm, Proxy]]:
    """Servers that are ready, behind a proxy. The first one makes the keys before the others, and the workers, start."""
    farm = Farm(zygote, folder, store, log, workers)
    try:
        farm.start(0)
        await farm.ready()
        for number in range(1, SERVERS):
            farm.start(number)
        for number in range(workers):
            farm.start_worker(number)
        await farm.ready()
        async with Proxy(farm.ports) as proxy:
            yield farm, proxy
    finally:
        farm.close()
