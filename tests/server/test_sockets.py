"""Real sockets against a real server."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

from deathmatch.server import tokens
from deathmatch.server.rooms.room import Room
from deathmatch.server.settings import FRAME_BYTES, Rate
from deathmatch.server.web import sockets
from tests.server.kit import GAUNTLET, run, serving


async def begin(address: str, **wanted: Any) -> Any:
    """A match of Ann and Bob."""
    body = {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann", "host": True, **wanted}
    async with httpx.AsyncClient(base_url=f"http://{address}") as client:
        made = (await client.post("/api/matches", json=body)).json()
        if made["seats"]["B"]:
            await client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})
    return made


async def get(address: str, path: str) -> Any:
    async with httpx.AsyncClient(base_url=f"http://{address}") as client:
        return (await client.get(path)).json()


@contextlib.asynccontextmanager
async def sit(address: str, path: str, version: int = 0) -> AsyncIterator[ClientConnection]:
    """A connection that has said hello."""
    async with connect(f"ws://{address}/ws{path}", origin=f"http://{address}") as ws:  # type: ignore[arg-type]
        with contextlib.suppress(websockets.ConnectionClosed):  # a wrong link is closed at once
            await ws.send(json.dumps({"type": "hello", "version": version}))
        yield ws


async def read(ws: ClientConnection, kind: str = "") -> Any:
    """The next message, or the next of a kind."""
    while True:
        message = json.loads(await ws.recv())
        if not kind or message["type"] == kind:
            return message


async def closed(ws: ClientConnection) -> int:
    """The code with which the server closes, whatever it sends before."""
    with contextlib.suppress(websockets.ConnectionClosed):
        while True:
            await ws.recv()
    assert ws.close_code is not None
    return ws.close_code


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["no json"], 4400),
        (['{"type": "submit", "ply": 0, "text": "score grow"}'], 4400),
        (['{"type": "hello", "version": "x"}'], 4400),
        (["[" * 4000], 4400),
        ([b"\xff\xfe\x00"], 1007),
        (["x" * (FRAME_BYTES + 1)], 1009),
        (['{"type": "hello"}', *(["rubbish"] * 30)], 4400),
        (['{"type": "hello"}', "y" * 100_000], 1009),
        (['{"type": "hello"}', *(['{"type": "hello"}'] * 3), *(["{}"] * 30)], 4400),
    ],
)
async def test_frames_that_are_none_end_the_connection_and_nothing_else(address: str, frames: list[str | bytes], code: int) -> None:
    made = await begin(address)
    async with connect(f"ws://{address}/ws/s/{made['seats']['A']}") as ws:
        with contextlib.suppress(websockets.ConnectionClosed):
            for frame in frames:
                await ws.send(frame)
        assert await closed(ws) == code
    assert (await get(address, f"/api/matches/{made['id']}"))["seen"]["ply"] == 0


@pytest.mark.parametrize("path", ["/s/wrong", "/s/" + "A" * 22, "/h/" + "A" * 22, "/w/nothing", "/w/" + "A" * 22])
async def test_a_link_that_is_none_is_closed_as_such(address: str, path: str) -> None:
    async with sit(address, path) as ws:
        assert await closed(ws) == 4404


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1", "http://["])
async def test_a_page_of_another_site_gets_no_connection(address: str, origin: str) -> None:
    made = await begin(address)
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with connect(f"ws://{address}/ws/s/{made['seats']['A']}", origin=origin):  # type: ignore[arg-type]
            pass
    assert refused.value.response.status_code == 403


@pytest.mark.limits(hello_ms=200, frames=Rate(20, 1))
async def test_a_silent_connection_and_a_flood_are_closed(address: str) -> None:
    made = await begin(address)
    async with connect(f"ws://{address}/ws/s/{made['seats']['A']}") as ws:
        assert await closed(ws) == 4408
    async with sit(address, f"/s/{made['seats']['B']}") as good, sit(address, f"/s/{made['seats']['A']}") as ws:
        await read(good, "full")
        with contextlib.suppress(websockets.ConnectionClosed):
            for _ in range(60):
                await ws.send('{"type": "ping"}')
        assert await closed(ws) == 4429
        await good.send(json.dumps({"type": "submit", "ply": 0, "text": "score grow"}))
        await read(good, "accepted")


def test_logs_of_a_server_hold_no_links(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secret: list[str] = []

    async def test(address: str) -> None:
        made = await begin(address)
        secret.extend([made["seats"]["A"], made["seats"]["B"], made["host"], tokens.heir(made["seats"]["A"])])
        async with sit(address, f"/s/{made['seats']['A']}") as ws:
            await read(ws, "full")
            await ws.send("rubbish")
            await read(ws, "refused")
        await get(address, f"/api/seats/{made['seats']['A']}")
        async with httpx.AsyncClient(base_url=f"http://{address}") as client:
            await client.get(f"/s/{made['seats']['A']}/nothing")
            await client.get(f"/s/{made['seats']['A']}")

    with serving(tmp_path) as bound:
        run(test(bound))
    ours = "\n".join(
        record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore", "websockets.client"))
    )
    assert not [token for token in secret if token in ours]
    assert not [token for token in secret for file in tmp_path.iterdir() if token.encode() in file.read_bytes()]


def test_a_bug_closes_the_connection_and_no_log_quotes_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("what A hides")

    async def test(address: str) -> None:
        made = await begin(address)
        async with sit(address, f"/s/{made['seats']['A']}") as ws:
            await read(ws, "full")
            monkeypatch.setattr(Room, "act", broken)
            await ws.send(json.dumps({"type": "submit", "ply": 0, "text": "score grow"}))
            with pytest.raises(websockets.ConnectionClosed):
                await read(ws, "nothing more")
            assert ws.close_code == sockets.BROKEN
        monkeypatch.undo()
        async with sit(address, f"/s/{made['seats']['A']}") as ws:
            assert (await read(ws, "full"))["seen"]["ply"] == 0

    with serving(tmp_path) as bound:
        run(test(bound))
    assert "RuntimeError at sockets.py" in caplog.text
    assert "what A hides" not in caplog.text
