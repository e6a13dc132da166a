"""A server in a process of its own, for tests that use it as a stranger would."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

PROGRAM = Path(sys.executable).parent / "deathmatch"
PATIENCE = 60  # seconds until the server has to answer; it answers in about one


@contextmanager
def serving(program: Path | tuple[str, ...], folder: Path, *options: str, cwd: Path | None = None) -> Iterator[str]:
    """A server of that installation, or that command, on a free port of this machine, with these options too; yields its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [*(program if isinstance(program, tuple) else (program,)), "serve", "--no-warm", "--port", str(port)]
    command += ["--data", folder / "data", *options]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, cwd=cwd or folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        give_up = time.monotonic() + PATIENCE
        while not answers(address):
            assert server.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < give_up, (folder / "log").read_text()
            time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait(PATIENCE)


def answers(address: str) -> bool:
    """Whether a server is there and ready."""
    with contextlib.suppress(OSError):
        return bool(load(f"{address}/api/games"))
    return False


def load(address: str) -> bytes:
    """What lies at an address."""
    with urlopen(address, timeout=PATIENCE) as answer:
        return bytes(answer.read())


def fetch(address: str) -> str:
    """A page."""
    return load(address).decode()
