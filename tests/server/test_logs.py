"""The log of a server: no client can make it grow without bound, and nothing in it quotes a secret."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import subprocess
import sys
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from deathmatch.server.web.operating import ALL, SAME, Hush, Seldom
from tests.server.kit import run


def record(words: str, *values: object, name: str = "deathmatch.rooms", level: int = logging.ERROR) -> logging.LogRecord:
    return logging.LogRecord(name, level, "", 0, words, values, None)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_records_of_one_kind_are_written_seldom_and_counted() -> None:
    clock = Clock()
    seldom = Seldom(clock)
    assert sum(seldom.filter(record("room %s: the log did not take it", n)) for n in range(5_000)) == SAME.burst
    clock.now += 1 / SAME.per_second
    again = record("room %s: the log did not take it", "m1")
    assert seldom.filter(again)
    assert again.getMessage() == f"room m1: the log did not take it (left out before this: {5_000 - SAME.burst:g} records)"


def test_records_of_all_kinds_are_bounded_for_each_logger_and_the_end_of_the_writer_is_always_written() -> None:
    clock = Clock()
    seldom = Seldom(clock)
    assert sum(seldom.filter(record(f"{n}")) for n in range(5_000)) == ALL.burst
    clock.now += 100
    assert sum(seldom.filter(record(f"{n}")) for n in range(5_000)) == 100 * ALL.per_second
    assert seldom.filter(record("another logger", name="uvicorn.error"))
    assert all(seldom.filter(record("the thread has ended", level=logging.CRITICAL)) for _ in range(1_000))


def test_of_an_error_only_kind_and_place_are_kept() -> None:
    try:
        raise ValueError("what A hides")
    except ValueError:
        failed = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "Exception in ASGI application\n", (), sys.exc_info())
    assert Hush().filter(failed)
    line = logging.Formatter().format(failed)
    assert re.fullmatch(r"Exception in ASGI application: ValueError at test_logs\.py:\d+", line)


def test_a_record_holds_no_sign_that_a_terminal_obeys() -> None:
    said = record("no such host: %s", "a\x1b[2K\r\u202eb")
    assert Hush().filter(said)
    assert said.getMessage() == "no such host: a\\x1b[2K \\u202eb"


def test_a_record_is_one_line_of_bounded_length() -> None:
    long = record("%s", "x\n" * 100_000)
    assert Hush().filter(long)
    assert "\n" not in long.getMessage()
    assert len(long.getMessage()) <= 2_000


SERVER = """
import sys
from dataclasses import replace
from pathlib import Path
from deathmatch.server import running
from deathmatch.server.settings import Settings
from tests.server.kit import OPEN
sys.exit(running.run(Settings(Path(sys.argv[1]), OPEN, warm=False), "127.0.0.1", 0))
"""
ROOT = Path(__file__).parents[2]
GARBAGE = (
    b"\x16\x03\x01 no HTTP\r\n\r\n",
    b"GET / HTTP/9\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n",
    b"GET /api/seats/%ff?since=%ff HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: here\r\nCookie: guest=\xff\xfe\r\nConnection: close\r\n\r\n",
    b"GET /\xff HTTP/1.1\r\nHost: here\r\n\r\n",
    b"POST /api/matches HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    b"POST /api/matches HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz\r\n",
    b"GET /ws/s/x HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 12\r\n\r\n",
)


def test_a_client_that_does_everything_wrong_leaves_a_page_of_log(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    address = process.stdout.readline().split("http://")[1].split("/")[0]
    host, port = address.split(":")

    async def throw(garbage: bytes) -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        with contextlib.suppress(ConnectionError):
            writer.write(garbage.replace(b"here", address.encode()))
            await reader.read(65_536)
        writer.close()

    async def mangle(seat: str, *frames: bytes) -> int | None:
        async with connect(f"ws://{address}/ws/s/{seat}") as ws:
            with contextlib.suppress(ConnectionClosed):
                for frame in frames:
                    await ws.send(frame, text=True)
                while True:
                    await ws.recv()
        return ws.close_code

    async def test() -> None:
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=20) as client:
            wanted = {"variant": "five-card-trick/gauntlet", "seats": {"A": "me", "B": "friend"}, "name": "Ann"}
            seat = (await client.post("/api/matches", json=wanted)).json()["seats"]["A"]
            hello = b'{"type":"hello","version":0}'
            for _ in range(12):
                await asyncio.gather(*(throw(garbage) for garbage in GARBAGE))
                codes = await asyncio.gather(mangle(seat, b"\xff\xfe"), mangle(seat, hello, b'{"type":"chat","text":"\xed\xa0\x80"}'))
                assert list(codes) == [1007, 1007]
            assert (await client.get("/health")).status_code == 200

    try:
        run(test())
    finally:
        process.terminate()
        _, log = process.communicate(timeout=30)
    assert log.count("was not UTF-8") == 1
    assert "Traceback" not in log
    assert "a bug" not in log
    assert len(log.splitlines()) <= 5 * SAME.burst
    assert len(log) < 8_000
