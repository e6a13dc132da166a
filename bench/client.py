"""A load client in a process of its own, over real sockets: `python -m bench.client HOST:PORT --matches 200 --rate 1 --seconds 20`.

With several addresses, HOST:PORT,HOST:PORT, each connection of a match goes to the next of them, so its two seats are on different servers;
with --on 1 all of them go to one.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

VARIANT = "five-card-trick/gauntlet"
LONG = {"rounds": 99, "time_submit": 3600}  # no match ends while we measure


@dataclass
class Report:
    """The measurements."""

    acknowledged: list[float] = field(default_factory=list)  # seconds each
    refused: int = 0
    late: int = 0  # a seat was asked to submit while the last answer, or the other seat, was still out
    broken: int = 0
    frames: int = 0
    updates: int = 0
    update_bytes: int = 0

    def clear(self) -> None:
        """Begin to count again."""
        self.acknowledged.clear()
        self.refused = self.late = self.broken = self.frames = self.updates = self.update_bytes = 0

    def figures(self, seconds: float) -> dict[str, Any]:
        """The report as plain numbers; times in ms."""
        times = sorted(self.acknowledged)

        def at(share: float) -> float | None:
            return round(times[min(len(times) - 1, int(share * len(times)))] * 1000, 2) if times else None

        return {
            "acknowledged": len(times),
            "per_second": round(len(times) / seconds, 1),
            "p50_ms": at(0.5),
            "p90_ms": at(0.9),
            "p99_ms": at(0.99),
            "max_ms": at(1.0),
            "waited_for_the_other": self.late,
            "refused": self.refused,
            "broken": self.broken,
            "frames": self.frames,
            "kb_per_update": round(self.update_bytes / max(1, self.updates) / 1000, 2),
        }


@dataclass
class Seat:
    """One seat and its connection."""

    ws: ClientConnection
    random: random.Random
    ply: int = -1
    step: Step | None = None
    asked: Step | None = None  # the step that was answered last
    answered: int = -1  # and the question
    sent_at: float = 0.0
    last: set[str] = field(default_factory=set)
    acknowledged: list[tuple[int, str]] = field(default_factory=list)  # what the server said is in: ply and text
    receipts: dict[int, str] = field(default_factory=dict)  # by ply

    def choose(self) -> str:
        """Some legal move, from the tokens that the server offers first."""
        assert self.step is not None
        tokens = [choice.token for choice in self.step.choices]
        plain = [token for token in tokens if token != "block"]
        while True:
            pair = self.random.sample(plain, 2)
            if set(pair) != self.last:  # which the rules forbid
                self.last = set(pair)
                return " ".join(pair)


class Token(msgspec.Struct):
    """The part of a choice that we need; msgspec skips the rest without building it, so the client costs the server little."""

    token: str


class Step(msgspec.Struct):
    """The choices that may come first."""

    choices: list[Token]


class Question(msgspec.Struct):
    """Which question is open."""

    ply: int


class News(msgspec.Struct):
    """An `update` or `full`."""

    seen: Question
    step: Step | None = None


decode_news = msgspec.json.Decoder(News).decode


async def listen(seat: Seat, report: Report, stop: asyncio.Event) -> None:
    """Take the frames of a seat."""
    with contextlib.suppress(Exception):
        while True:
            frame = await seat.ws.recv(decode=False)
            report.frames += 1
            if frame.startswith(b'{"type":"accepted"'):
                report.acknowledged.append(time.perf_counter() - seat.sent_at)
                message = msgspec.json.decode(frame)
                seat.acknowledged.append((message["ply"], message["text"]))
                seat.receipts[message["ply"]] = message["receipt"]
            elif frame.startswith(b'{"type":"refused"'):
                report.refused += 1
                seat.step = seat.asked  # another try, with other cards
            elif frame.startswith((b'{"type":"update"', b'{"type":"full"')):
                news = decode_news(frame)
                report.updates += 1
                report.update_bytes += len(frame)
                if news.step is not None or news.seen.ply > seat.ply:  # a question that is still open is not put again
                    seat.step = news.step if news.seen.ply > seat.answered else None  # an answer to it may be on its way still
                seat.ply = news.seen.ply
    if not stop.is_set():
        report.broken += 1


async def play(seat: Seat, rate: float, report: Report, stop: asyncio.Event) -> None:
    """Submit at the rate."""
    await asyncio.sleep(seat.random.random() / rate)
    due = time.perf_counter()
    while not stop.is_set():
        if seat.step is None:
            report.late += 1
        else:
            move, seat.asked, seat.answered, seat.step = seat.choose(), seat.step, seat.ply, None
            seat.sent_at = time.perf_counter()
            try:
                await seat.ws.send(f'{{"type":"submit","ply":{seat.ply},"text":"{move}"}}')
            except Exception:
                return
        due += 1 / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def watch(ws: ClientConnection, report: Report, stop: asyncio.Event) -> None:
    """Only read."""
    with contextlib.suppress(Exception):
        while True:
            await ws.recv(decode=False)
            report.frames += 1
    if not stop.is_set():
        report.broken += 1


async def new_match(client: httpx.AsyncClient) -> Any:
    """A match with both seats taken."""
    body = {"variant": VARIANT, "seats": {"A": "me", "B": "friend"}, "name": "Ann", "options": LONG, "host": True}
    made = (await client.post("/api/matches", json=body)).raise_for_status().json()
    (await client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})).raise_for_status()
    return made


@dataclass
class Load:
    """Matches with all their connections open.

    Attributes:
        address: of the server, or of several.
        on: so many servers a match is on; 0 for as many as it has connections.
    """

    address: str
    on: int = 0
    made: list[Any] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    watchers: list[ClientConnection] = field(default_factory=list)

    async def make(self, matches: int) -> None:
        """Set up the matches."""
        async with contextlib.AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(httpx.AsyncClient(base_url=f"http://{one}", timeout=60)) for one in self._addresses]
            for number in range(matches):
                self.made.append(await new_match(clients[number % len(clients)]))

    @property
    def _addresses(self) -> list[str]:
        return self.address.split(",")

    async def open(self, watchers: int, host: bool = False) -> None:
        """Connect everybody."""
        for number, made in enumerate(self.made):
            for nth, letter in enumerate("AB"):
                ws = await self._connect(f"/s/{made['seats'][letter]}", number, nth)
                self.seats.append(Seat(ws, random.Random(f"{number} {letter}")))
            paths = [f"/w/{made['id']}"] * watchers + [f"/h/{made['host']}"] * host
            self.watchers += [await self._connect(path, number, nth) for nth, path in enumerate(paths, 2)]

    async def _connect(self, path: str, number: int, nth: int) -> ClientConnection:
        """The n-th connection of a match."""
        addresses = self._addresses
        address = addresses[(number + nth % (self.on or len(addresses))) % len(addresses)]
        ws = await connect(f"ws://{address}/ws{path}", compression=None, open_timeout=60, ping_interval=None)
        await ws.send('{"type":"hello"}')
        return ws

    async def run(self, rate: float, seconds: float, warm: float = 0.0, phase: Callable[[str], Awaitable[None]] | None = None) -> Report:
        """Play for so long and close; a frame or an answer within the first `warm` seconds, before that, is not in the report.

        `phase` is waited for when these seconds are over ("warm"), and before all connections are closed at once ("played").
        """
        report, stop = Report(), asyncio.Event()
        listening = [asyncio.create_task(listen(seat, report, stop)) for seat in self.seats]
        listening += [asyncio.create_task(watch(ws, report, stop)) for ws in self.watchers]
        await asyncio.sleep(1)
        playing = [asyncio.create_task(play(seat, rate, report, stop)) for seat in self.seats]
        await asyncio.sleep(warm)
        if phase is not None:
            await phase("warm")
        report.clear()
        await asyncio.sleep(seconds)
        stop.set()
        for task in playing:
            task.cancel()
        await asyncio.sleep(0.5)
        if phase is not None:
            await phase("played")
        for ws in [*(seat.ws for seat in self.seats), *self.watchers]:
            ws.transport.abort()
        await asyncio.gather(*playing, *listening, return_exceptions=True)
        return report


async def main() -> None:
    """The program. A line on standard input between the phases lets the caller look at the server in peace."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=1)
    parser.add_argument("--host", action="store_true", help="connect the host of each match too")
    parser.add_argument("--rate", type=float, default=1.0, help="submissions a second and seat")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--warm", type=float, default=0.0, help="seconds before those that are measured")
    parser.add_argument("--on", type=int, default=0, help="connect the people of a match to so many of the addresses")
    parser.add_argument("--times", action="store_true", help="print every time too, to be put together with those of other clients")
    parser.add_argument("--step", action="store_true", help="wait for a line on standard input after each phase")
    args = parser.parse_args()

    async def phase(name: str) -> None:
        if args.step:
            print(name, flush=True)
            await asyncio.to_thread(sys.stdin.readline)

    load = Load(args.address, args.on)
    await load.make(args.matches)
    await phase("made")
    await load.open(args.watchers, args.host)
    await phase("open")
    report = await load.run(args.rate, args.seconds, args.warm, phase)
    sockets = len(load.seats) + len(load.watchers)
    figures = {"matches": args.matches, "sockets": sockets, **report.figures(args.seconds)}
    if args.times:
        figures["times_ms"] = [round(seconds * 1000, 2) for seconds in report.acknowledged]
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    uvloop.run(main())
