"""The receiver in docs/api.md runs as it stands there, and believes only what is signed."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.hooks.receiver import NETWORK
from tests.server.kit import serving

DOCS = Path(__file__).parents[2] / "docs" / "api.md"
VARIANT = "five-card-trick/gauntlet"


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def test_the_receiver_of_the_documentation_prints_what_happens_and_refuses_what_is_not_signed(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert found is not None
    port = free_port()
    address = f"http://127.0.0.1:{port}/"
    with serving(tmp_path, webhook_networks=(NETWORK,)) as at, httpx.Client(base_url=f"http://{at}") as client:
        body = {"variant": VARIANT, "seats": {"A": "me", "B": "friend"}, "name": "Ann", "host": True}
        made = client.post("/api/matches", json={**body, "webhook": {"address": address, "sends": "all"}}).json()
        environment = {**os.environ, "WEBHOOK_SECRET": made["webhook"]["secret"], "PORT": str(port)}
        process = subprocess.Popen(
            [sys.executable, "-c", found[1]], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert process.stdout is not None
        try:
            wait_for(port)
            forged = httpx.post(
                address, content=b'{"number": 9}', headers={"webhook-id": "x", "webhook-timestamp": "1", "webhook-signature": "v1,x"}
            )
            assert forged.status_code == 401
            client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"}).raise_for_status()
            shown = client.post(
                f"/api/hosts/{made['host']}/webhooks/{made['webhook']['id']}", json={"on": True}
            )  # no need to wait for the next try
            assert shown.json()["on"]
            client.post(f"/api/seats/{made['seats']['A']}/resign").raise_for_status()
            lines = [process.stdout.readline() for _ in range(5)]
            assert [line.split()[0] for line in lines] == ["1", "2", "3", "4", "5"]
            assert "Ann" in lines[-1]
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


def wait_for(port: int) -> None:
    """Until somebody listens."""
    end = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.02)
