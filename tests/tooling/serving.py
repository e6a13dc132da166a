"""A server in a process of its own, for tests that use it as a stranger would."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

PATIENCE = 60  # seconds until the server has to answer; it answers in about one


@contextmanager
def serving(program: Path, folder: Path, *options: str) -> Iterator[str]:
    """A server of that installation on a free port of this machine, with these options too; yields its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [program, "serve", "--no-warm", "--port", str(port), "--data", folder / "data", *options],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    try:
        give_up = time.monotonic() + PATIENCE
        while not answers(port):
            assert server.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < give_up, (folder / "log").read_text()
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(PATIENCE)


def answers(port: int) -> bool:
    """Whether something listens there."""
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


def load(address: str) -> bytes:
    """What lies at an address."""
    with urlopen(address, timeout=PATIENCE) as answer:
        return bytes(answer.read())


def fetch(address: str) -> str:
    """A page."""
    return load(address).decode()
