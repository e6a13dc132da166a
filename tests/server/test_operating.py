"""What programs ask that watch over a server, and how a server goes down: readiness first, then everybody is told, and nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from deathmatch.match.journal import LateError
from deathmatch.server.rooms import lobby
from deathmatch.server.store.interface import Addition, Behind
from deathmatch.server.store.sqlite import SqliteStore
from deathmatch.server.web.operating import registry
from tests import loops
from tests.server.kit import GAUNTLET, World, new_world

PROGRAM = Path(sys.executable).parent / "deathmatch"
NAMES = {  # every sample, and its labels: one that names a match or a link would have to be added here
    "deathmatch_server_info": {"version"},
    "deathmatch_submissions_total": {"result"},
    "deathmatch_acknowledgement_seconds": set(),
    "deathmatch_sockets": set(),
    "deathmatch_matches": set(),
    "deathmatch_commit_seconds": set(),
    "deathmatch_writes_total": set(),
    "deathmatch_failed_commits_total": set(),
    "deathmatch_conflicts_total": set(),
    "deathmatch_event_loop_lag_seconds": set(),
    "deathmatch_ready": set(),
}


def samples(w: World) -> dict[str, float]:
    """The metrics of a world, one value for each name and its first label."""
    found = {}
    for family in registry(w.lobby).collect():
        for one in family.samples:
            if not one.name.startswith("process_"):
                found[" ".join((one.name, *one.labels.values()))] = one.value
    return found


async def test_metrics_count_submissions_matches_and_commits_and_name_nobody(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite")
    w: World = await new_world(store)  # type: ignore[arg-type]
    w.lobby.figures.store = store._figures
    made = await w.match()
    await w.full(made, "A")
    await store.beat(0)  # what the lobby wrote at its start is on disk
    before = samples(w)
    await w.submit(made, "A", 0, "score grow")
    with pytest.raises(LateError):
        await w.submit(made, "A", 5, "score grow")
    with pytest.raises(Behind):
        await store.append(Addition(made.id, 1, [b"{}"], 1, begun=True))
    after = samples(w)
    grown = {name: after[name] - before[name] for name in after if after[name] != before[name] and "_seconds" not in name}
    assert grown == {
        "deathmatch_submissions_total accepted": 1,
        "deathmatch_submissions_total refused": 1,
        "deathmatch_writes_total": 1,
        "deathmatch_conflicts_total": 1,
    }
    assert after["deathmatch_acknowledgement_seconds_bucket +Inf"] == after["deathmatch_acknowledgement_seconds_count"] == 1
    assert after["deathmatch_commit_seconds_count"] - before["deathmatch_commit_seconds_count"] == 2
    assert after["deathmatch_matches"] == after["deathmatch_ready"] == 1
    for family in registry(w.lobby).collect():
        for one in family.samples:
            if not one.name.startswith("process_"):
                assert set(one.labels) - {"le"} == NAMES[re.sub("_(bucket|sum|count)$", "", one.name)]
    w.lobby.draining = True
    assert samples(w)["deathmatch_ready"] == 0
    await w.lobby.close()


async def test_a_store_that_does_not_answer_keeps_nobody_waiting_who_asks_whether_it_is_ready(
    w: World, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "PROBE_S", 0.05)
    w.store.failing, w.store.gate = True, asyncio.Event()
    for _ in range(3):
        assert (await client.get("/ready")).json()["state"] == "failing"
    assert sum(task.get_name() == "beat" for task in asyncio.all_tasks()) == 2  # that of the lobby, and one try for all who ask
    w.store.failing = False
    w.store.gate.set()
    assert (await client.get("/ready")).json()["state"] == "ready"


# --- Real processes


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextlib.contextmanager
def serve(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and its address."""
    port = free_port()
    command = [str(PROGRAM), "serve", "--no-warm", "--data", str(folder), "--port", str(port), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process, f"127.0.0.1:{port}"
    finally:
        process.kill()
        process.communicate()


async def until(what: Callable[[], Any], seconds: float = 120) -> Any:
    """Ask until the answer is true; a server that does not listen yet counts as no."""
    give_up = time.monotonic() + seconds
    while True:
        with contextlib.suppress(httpx.TransportError):
            if answer := await what():
                return answer
        assert time.monotonic() < give_up
        await asyncio.sleep(0.02)


async def hello(address: str, token: str) -> websockets.ClientConnection:
    ws = await websockets.connect(f"ws://{address}/ws/s/{token}")
    await ws.send(json.dumps({"type": "hello"}))
    return ws


async def submit(ws: websockets.ClientConnection, text: str) -> str:
    """Submit, and return the kind of the answer."""
    await ws.send(json.dumps({"type": "submit", "ply": 0, "text": text}))
    while (kind := str(json.loads(await ws.recv())["type"])) not in ("accepted", "refused"):
        pass
    return kind


async def new(client: httpx.AsyncClient) -> Any:
    body = {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann", "options": {"time_submit": 3600}}
    made = (await client.post("/api/matches", json=body)).raise_for_status().json()
    (await client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})).raise_for_status()
    return made


def test_a_server_that_drains_says_so_first_works_on_then_sends_everybody_away_and_has_lost_nothing(tmp_path: Path) -> None:
    metrics = free_port()

    async def first(process: subprocess.Popen[str], address: str) -> Any:
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as client:

            async def state() -> str:
                return str((await client.get("/ready")).json()["state"])

            await until(state)
            assert await state() == "ready"
            made = await new(client)
            a, b = await hello(address, made["seats"]["A"]), await hello(address, made["seats"]["B"])
            assert await submit(a, "score grow") == "accepted"
            shown = (await client.get(f"http://127.0.0.1:{metrics}/metrics")).text
            assert 'deathmatch_submissions_total{result="accepted"} 1.0' in shown
            assert "deathmatch_sockets 2.0" in shown
            assert made["id"] not in shown
            assert made["seats"]["A"] not in shown
            assert (await client.get("/metrics")).status_code == 404  # not beside the pages
            process.send_signal(signal.SIGTERM)

            async def drains() -> bool:
                return await state() == "draining"

            await until(drains)
            assert await submit(b, "score grow") == "accepted"
            process.send_signal(signal.SIGTERM)  # a second one ends the wait
            for ws in (a, b):
                with contextlib.suppress(websockets.ConnectionClosed):
                    async for _ in ws:
                        pass
                assert ws.close_code == 1012
            return made

    async def second(address: str, made: Any) -> None:
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as client:
            seen = await until(lambda: client.get(f"/api/seats/{made['seats']['A']}?pictures=none"))
            assert seen.json()["seen"]["ply"] > 0  # both submissions count

    with serve(tmp_path, "--drain", "600", "--log-format", "json", "--metrics", str(metrics)) as (process, address):
        made = loops.run(first(process, address))
        out, log = process.communicate(timeout=120)
    assert process.returncode == 0
    assert out == ""
    events = [json.loads(line) for line in log.splitlines()]
    assert all(set(event) == {"time", "level", "logger", "message"} for event in events)
    assert [event["message"].split(" ")[0] for event in events] == ["Deathmatch", "draining", "stopped"]
    with serve(tmp_path) as (process, address):
        loops.run(second(address, made))
