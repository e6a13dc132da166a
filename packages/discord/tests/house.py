"""The stand-in in a thread of its own, and the front end in a process of its own that takes it for Discord."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

from deathmatch_discord.preview.stand_in import TOKEN, StandIn

T = TypeVar("T")
PATIENCE = 120  # seconds that anything here may take
HERE = "DISCORD_STAND_IN"  # the variable with the address of the stand-in
PROGRAM = f"""
import os, yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
here = yarl.URL(os.environ["{HERE}"])
Route.BASE = str(here / "api")
DiscordWebSocket.DEFAULT_GATEWAY = here.with_scheme("ws") / "gateway" / ""
from deathmatch.cli.main import main
main()
"""


class House:
    """A stand-in that runs beside a test without a loop of its own."""

    def __init__(self) -> None:
        self.discord = StandIn()
        self._loop = asyncio.new_event_loop()

    def start(self, work: Coroutine[Any, Any, T]) -> Any:
        """Begin this there; the answer's `result()` waits for its end."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do this there."""
        done: T = self.start(work).result(PATIENCE)
        return done

    @contextlib.contextmanager
    def open(self) -> Iterator[House]:
        """While it listens."""
        thread = threading.Thread(target=self._loop.run_forever)
        thread.start()
        opened = self.discord.open()
        try:
            self.do(opened.__aenter__())
            try:
                yield self
            finally:
                self.do(opened.__aexit__(None, None, None))
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join(PATIENCE)
            self._loop.close()

    @contextlib.contextmanager
    def front_end(self, server: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
        """`deathmatch discord`, once it has made its commands known and has connected: what happens before that, it does not hear."""
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-c", PROGRAM, "discord", "--server", server, "--data", str(folder)]
        with (folder / "log").open("wb") as log:
            environment = os.environ | {"DISCORD_TOKEN": TOKEN, HERE: self.discord.address}
            process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        try:
            end = time.monotonic() + PATIENCE
            while not (self.discord.commands and self.discord.welcomed):
                assert process.poll() is None, (folder / "log").read_text()
                assert time.monotonic() < end, (folder / "log").read_text()
                time.sleep(0.05)
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
