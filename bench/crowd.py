"""Many watchers of one match, over raw sockets: `python -m bench.crowd HOST:PORT --watchers 1000 --turns 10`.

Both seats submit at once, and the clock runs from there until the last byte has come to the last watcher. A watcher only reads,
so that the client costs little of the machine. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
from typing import cast

import uvloop

from bench.client import Load, Seat, decode_news
from deathmatch.server.running import open_more

HELLO = b"\x81\x90\0\0\0\0" + b'{"type":"hello"}'  # a masked frame; the mask is zeros
QUIET_S = 0.7  # without a byte, after which everything has come
AT_ONCE = 50  # watchers that connect together


class Watcher(asyncio.Protocol):
    """Reads, and knows when it read last and how much."""

    def __init__(self, host: str, path: str) -> None:
        self._host = host
        self._path = path
        self.last = 0.0
        self.bytes = 0
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the WebSocket."""
        self._transport = cast("asyncio.Transport", transport)
        head = f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        self._transport.write(f"{head}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Say hello after the first bytes, and count all of them."""
        if not self.bytes:
            self._transport.write(HELLO)
        self.last = time.perf_counter()
        self.bytes += len(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """The server has closed the connection."""
        self.lost = True


async def gather(address: str, path: str, count: int) -> list[Watcher]:
    """Connect them."""
    host, _, port = address.partition(":")
    loop = asyncio.get_running_loop()
    crowd: list[Watcher] = []
    while len(crowd) < count:
        some = [loop.create_connection(lambda: Watcher(address, path), host, int(port)) for _ in range(min(AT_ONCE, count - len(crowd)))]
        crowd += [watcher for _, watcher in await asyncio.gather(*some)]
    return crowd


async def settled(crowd: list[Watcher]) -> None:
    """Wait until nothing comes any more."""

    def busy() -> bool:
        return time.perf_counter() - max(watcher.last for watcher in crowd) < QUIET_S or not all(watcher.bytes for watcher in crowd)

    while busy():  # noqa: ASYNC110 - silence is no event
        await asyncio.sleep(0.05)


async def answer(seat: Seat) -> None:
    """Read until the seat is asked, then submit until a move is accepted."""
    while seat.step is None:
        frame = await seat.ws.recv(decode=False)
        if frame.startswith((b'{"type":"update"', b'{"type":"full"')):
            news = decode_news(frame)
            seat.ply, seat.step = news.seen.ply, news.step
    while seat.step is not None:
        await seat.ws.send(json.dumps({"type": "submit", "ply": seat.ply, "text": seat.choose()}))
        frame = b""
        while not frame.startswith((b'{"type":"accepted"', b'{"type":"refused"')):
            frame = await seat.ws.recv(decode=False)
        if frame.startswith(b'{"type":"accepted"'):
            seat.step = None


async def main() -> None:
    """The program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=10)
    args = parser.parse_args()
    open_more()
    load = Load(args.address)
    await load.make(1)
    await load.open(0)
    crowd = await gather(args.address, f"/ws/w/{load.made[0]['id']}", args.watchers)
    await settled(crowd)
    acknowledged, last, received = [], [], []
    for _ in range(args.turns):
        before = [watcher.bytes for watcher in crowd]
        started = 0.0
        for seat in load.seats:
            started = time.perf_counter()
            await answer(seat)
            acknowledged.append((time.perf_counter() - started) * 1000)
        await settled(crowd)
        last.append((max(watcher.last for watcher in crowd) - started) * 1000)
        received.append(min(watcher.bytes - had for watcher, had in zip(crowd, before, strict=True)))
    figures = {
        "watchers": args.watchers,
        "lost": sum(watcher.lost for watcher in crowd),
        "turns": args.turns,
        "bytes_to_each": round(statistics.fmean(received)),
        "last_delivery_ms": {"median": round(statistics.median(last), 1), "longest": round(max(last), 1)},
        "acknowledged_ms": round(statistics.median(acknowledged), 1),
    }
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    uvloop.run(main())
