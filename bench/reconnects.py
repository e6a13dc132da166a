"""One address that reconnects again and again: the share of a core that it takes from the server, over real sockets.

Two have played 62 versions of a match. Then somebody opens a link to it 38 times a second, and hangs up as soon as the first frame is
there: as a seat who knows the first version only and gets everything, as a seat who lacks the last versions that the server remembers, and
as a watcher.

Last, it holds all 380 links of 20 matches of 62 versions each, and opens one after the other, 200 a second.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx

from bench import server
from bench.machine import each

RATE = 38.0  # connections a second
MANY_RATE = 200.0  # with all the links of many matches
MATCHES, ONLOOKERS = 20, 16
VERSIONS = 62
REMEMBERED = 7  # versions, fewer than the server remembers
FIRST = 15.0  # seconds that are measured apart: a burst is nothing unusual, and allowed
SECONDS = 20.0
VARIANT = "five-card-trick/gauntlet"
MOVES = ("score grow", "claim steal")
SERVE = (str(Path(sys.executable).with_name("deathmatch")), "serve", "--port", "8900", "--no-warm", "--data")


def measure(seconds: float = SECONDS, rate: float = RATE, many_rate: float = MANY_RATE, matches: int = MATCHES) -> dict[str, Any]:
    """The server's processor time over wall time, for each way of coming back."""
    ways = each(("seat, everything", "seat, the last versions", "watcher"))
    return {
        **{way: asyncio.run(_measure(way, seconds, rate)) for way in ways},
        "all links": asyncio.run(_measure("all links", seconds, many_rate, matches)),
    }


async def _measure(way: str, seconds: float, rate: float, matches: int = 1) -> dict[str, Any]:
    with server.serving(*SERVE) as (process, address):
        pid = process.pid
        if way == "all links":
            paths, known = await _talked(address, matches), 1
        else:
            made = await _played(address)
            paths = [f"/ws/w/{made['id']}" if way == "watcher" else f"/ws/s/{made['seats']['A']}"]
            known = made["version"] - REMEMBERED if "last" in way else 1
        await asyncio.sleep(1)
        quiet, _, _ = await _cost(pid, address, paths, known, 5.0, 0.0)
        first, _, _ = await _cost(pid, address, paths, known, FIRST, rate)
        share, got, came = await _cost(pid, address, paths, known, seconds, rate)
    return {
        "links": len(paths),
        "share_of_a_core": round(share, 3),
        "in_the_first_seconds": round(first, 3),
        "without": round(quiet, 3),
        "asked_for_per_second": rate,
        "reconnects_per_second": round(came, 1),
        "ms_each": round((share - quiet) / came * 1000, 2),
        "answers": dict(got),
    }


async def _cost(pid: int, address: str, paths: Sequence[str], known: int, seconds: float, rate: float) -> tuple[float, Counter[str], float]:
    """The share of a core that the server used, how its answers began, and how many came a second. The links are opened in turn."""
    answers: Counter[str] = Counter()
    tasks: list[asyncio.Task[None]] = []
    turns = cycle(paths)

    async def come() -> None:
        answers[await _come(address, next(turns), known)] += 1

    before, began = server.spent(pid), time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        while len(tasks) < spent * rate:
            tasks.append(asyncio.create_task(come()))
        await asyncio.sleep(1 / max(rate, 4.0))
    await asyncio.gather(*tasks)
    took = time.perf_counter() - began
    return (server.spent(pid) - before) / took, answers, len(tasks) / took


async def _come(address: str, path: str, known: int) -> str:
    """Connect, say hello, wait for the first frame, hang up."""
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=1 << 22)
    hello = b'{"type":"hello","version":%d}' % known
    try:
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            return head[9:12].decode()
        writer.write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        while True:
            first, size = await reader.readexactly(2)
            if first & 0x0F == 8:
                return "closed"
            if size >= 126:
                size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8))
            body = await reader.readexactly(size)
            if first & 0x0F == 1:  # and no ping
                return str(json.loads(body)["type"])
    except (OSError, asyncio.IncompleteReadError):
        return "broken off"
    finally:
        writer.transport.abort()


async def _played(address: str) -> Any:
    """A match that has gone on for so many versions."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        body = {"variant": VARIANT, "seats": {"A": "me", "B": "friend"}, "name": "Ann", "options": {"rounds": 99, "time_submit": 3600}}
        made = (await client.post("/api/matches", json=body)).raise_for_status().json()
        (await client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})).raise_for_status()
        for ply in range(VERSIONS // 2):
            for seat in "AB":
                await asyncio.sleep(0.1)  # under all limits
                answer = await client.post(f"/api/seats/{made['seats'][seat]}/submit", json={"ply": ply, "text": MOVES[ply % 2]})
                answer.raise_for_status()
        made["version"] = (await client.get(f"/api/matches/{made['id']}")).json()["version"]
    return made


async def _talked(address: str, count: int) -> list[str]:
    """All secret links of `count` matches with onlookers, each of 62 versions; most are lines of chat."""
    paths = []
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        for _ in range(count):
            body = {"variant": "letter-hunt/gambit", "seats": {"A": "me", "B": "friend"}, "name": "Ann", "host": True}
            body |= {"options": {"onlookers": ONLOOKERS}, "settings": {"untimed": True}}
            made = (await client.post("/api/matches", json=body)).raise_for_status().json()
            seats = made["seats"].values()
            (await client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})).raise_for_status()
            talkers = [*(f"/api/seats/{seat}/chat" for seat in seats), f"/api/hosts/{made['host']}/chat"]
            for line in range(VERSIONS - 2):
                await asyncio.sleep(0.1)  # under all limits
                (await client.post(talkers[line % 3], json={"text": f"line {line}"})).raise_for_status()
            paths += [f"/ws/s/{seat}" for seat in seats] + [f"/ws/h/{made['host']}"]
            paths += [f"/ws/w/{token}" for token in made["onlookers"].values()]
    return paths


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
