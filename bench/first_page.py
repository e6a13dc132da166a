"""The first page: taps and seconds from a first visit to the first move on a slow phone, and the cost of many visitors to the server.

The phone is Chromium at 360 by 740 with a line as in Chrome's own profile Fast 3G and a processor four times slower. The visitors are
WebSockets to the public lists, from ten addresses; then tables are opened, and every visitor is sent the changes.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from websockets.asyncio.client import ClientConnection, connect

from bench import server
from bench.machine import each
from tools import setup

VISITORS = 1_000
TABLES = 20
VISITS = 3
FAST_3G = {"offline": False, "latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375}  # ms, bytes a second
SLOWER = 4
SERVE = (str(Path(sys.executable).with_name("deathmatch")), "serve", "--port", "8901", "--no-warm", "--data")


def measure() -> dict[str, Any]:
    """Taps, seconds and costs."""
    with server.serving(*SERVE) as (process, address):
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=setup.chromium(), args=["--no-sandbox", "--disable-gpu"])
            visits = [_visit(browser, f"http://{address}") for _ in each(range(VISITS))]
            browser.close()
        return {"first_move": visits, "visitors": asyncio.run(_crowd(address, process.pid))}


def slow_down(page: Page) -> None:
    """The network and the processor of a phone, as in `FAST_3G` and `SLOWER`."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", FAST_3G)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def _visit(browser: Browser, base: str) -> dict[str, float]:
    """A first visit, up to the first move against a bot: seconds since the address was entered, and taps."""
    context = browser.new_context(base_url=base, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    slow_down(page)
    start = time.perf_counter()
    page.goto("/", wait_until="commit")
    play = page.get_by_role("button", name="Play Five-Card Trick")
    play.wait_for()
    there = time.perf_counter()
    play.tap()
    page.wait_for_url("**/s/*", wait_until="commit")
    page.wait_for_function("() => document.body?.dataset.mood === 'on'")
    ready = time.perf_counter()
    for card in ("score", "grow"):
        page.locator(f"[data-slot=hand-{card}]").tap()
    page.wait_for_function("() => document.getElementById('text').value === 'score grow'")
    page.get_by_role("button", name="Submit").tap()
    page.wait_for_function("() => document.body.dataset.mood !== 'on'")
    made = time.perf_counter()
    context.close()
    return {"cards": round(there - start, 1), "ready": round(ready - start, 1), "first_move": round(made - start, 1), "taps": 4}


async def _crowd(address: str, pid: int) -> dict[str, float]:
    """The server's processor seconds and memory for many visitors."""
    got = [0] * VISITORS
    before, busy = _memory(pid), _busy(pid)

    async def listen(number: int, socket: ClientConnection) -> None:
        async for frame in socket:
            got[number] += len(frame)

    async def come(number: int) -> tuple[ClientConnection, asyncio.Task[None]]:
        source = (f"127.0.1.{1 + number // 100}", 0) if sys.platform == "linux" else None
        socket = await connect(f"ws://{address}/ws/tables", local_addr=source, compression=None)
        return socket, asyncio.create_task(listen(number, socket))

    people = []
    for first in range(0, VISITORS, 50):
        people += await asyncio.gather(*(come(number) for number in range(first, first + 50)))
    await asyncio.sleep(2)
    found = {"visitors": VISITORS, "joining_s": _busy(pid) - busy, "kilobytes_each": (_memory(pid) - before) / VISITORS}
    busy = _busy(pid)
    await asyncio.sleep(10)
    found["idle_share"] = (_busy(pid) - busy) / 10
    busy, sent = _busy(pid), sum(got)
    body = {"variant": "even-groups/standard", "seats": {"A": "me", "B": "open"}, "name": "Ada", "pace": "days"}
    async with httpx.AsyncClient(base_url=f"http://{address}") as client:
        for _ in range(TABLES):
            (await client.post("/api/matches", json=body)).raise_for_status()
            await asyncio.sleep(0.3)
    await asyncio.sleep(2)
    found |= {"tables": TABLES, "tables_s": _busy(pid) - busy, "bytes_each": (sum(got) - sent) / VISITORS}
    for socket, task in people:
        task.cancel()
        socket.transport.abort()
    return {name: round(value, 3) for name, value in found.items()}


def _busy(pid: int) -> float:
    """Seconds of processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> int:
    """Kilobytes that a process has in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
