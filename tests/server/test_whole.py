"""Frames that are taken without the parser: a connection says the same with it and without it, however its bytes are cut."""

from __future__ import annotations

import random
import struct
from typing import Any

import pytest
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol
from websockets.speedups import apply_mask

from deathmatch.server.web.whole import PONG, TEXT, whole_frame

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(first: int, payload: bytes, mask: bytes = b"\1\2\3\4") -> bytes:
    """A masked frame."""
    size = len(payload)
    head = bytes([first, 0x80 | size]) if size < 126 else bytes([first, 0x80 | 126]) + struct.pack("!H", size)
    return head + mask + apply_mask(payload, mask)


def opened() -> ServerProtocol:
    """The server's side of an open connection."""
    conn = ServerProtocol()
    conn.receive_data(REQUEST)
    (request,) = conn.events_received()
    assert isinstance(request, Request)
    conn.send_response(conn.accept(request))
    conn.data_to_send()
    return conn


def heard(pieces: list[bytes], *, quick: bool) -> list[tuple[int, bool, bytes]]:
    """What comes in on a connection in these pieces: opcode, whether it ends a message, payload."""
    conn, found = opened(), []
    for piece in pieces:
        whole = whole_frame(conn, piece) if quick else None
        if whole is not None:
            found.append((whole[0] & 15, True, whole[1]))
            continue
        conn.receive_data(piece)
        for event in conn.events_received():
            assert isinstance(event, Frame)
            found.append((int(event.opcode), event.fin, bytes(event.data)))
    return [*found, (int(conn.state), conn.parser_exc is None, b"")]


def some_frames(source: random.Random) -> list[bytes]:
    """Messages whole and in parts, with pings and pongs between them, and now and then what is no frame."""
    found: list[bytes] = []
    for _ in range(source.randint(1, 8)):
        payload = source.randbytes(source.choice((0, 1, 7, 125, 126, 300)))
        kind = source.choice(("text", "text", "text", "pong", "ping", "parts", "binary", "wrong"))
        if kind == "parts":
            found += [frame(0x01, payload), frame(PONG, b"1234"), frame(0x80, b"end")]
        elif kind == "wrong" and source.random() < 0.2:
            found.append(source.choice((frame(0x80, b"no beginning"), frame(0xC1, b"reserved"), b"\x81\x01a", frame(0x88, b""))))
        else:
            found.append(frame({"text": TEXT, "pong": PONG, "ping": 0x89}.get(kind, 0x82), payload[:125] if kind != "text" else payload))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_the_same_comes_in_with_the_parser_and_without_it(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(20):
        pieces: list[bytes] = []
        for one in some_frames(source):
            cuts = sorted(source.sample(range(len(one)), min(len(one), source.choice((0, 0, 0, 1, 3)))))
            parts = [one[start:end] for start, end in zip([0, *cuts], [*cuts, len(one)], strict=True)]
            if pieces and source.random() < 0.2:
                pieces[-1] += parts.pop(0)  # two in one
            pieces += [part for part in parts if part]
        assert heard(pieces, quick=True) == heard(pieces, quick=False)


def test_a_short_message_and_a_pong_need_no_parser() -> None:
    """It looks into the parser to see whether a frame has begun; a parser that is built otherwise would have to do all the work."""
    conn = opened()
    assert whole_frame(conn, frame(TEXT, b"hello")) == (TEXT, b"hello")
    conn.receive_data(frame(TEXT, b"long" * 50))
    assert whole_frame(conn, frame(PONG, b"1234", b"wxyz")) == (PONG, b"1234")


@pytest.mark.parametrize(
    "before",
    [
        frame(0x01, b"a part"),
        frame(TEXT, b"cut")[:-1],
        frame(TEXT, b"cut")[:1],
        frame(TEXT, b"cut")[:2],
        frame(0x88, b""),
        frame(0xC1, b""),
    ],
)
def test_what_belongs_to_something_that_has_begun_is_left_to_the_parser(before: bytes) -> None:
    conn = opened()
    conn.receive_data(before)
    assert whole_frame(conn, frame(TEXT, b"hello")) is None


def test_nothing_is_taken_before_the_handshake() -> None:
    assert whole_frame(ServerProtocol(), frame(TEXT, b"hello")) is None


@pytest.mark.parametrize(
    "data", [b"", b"\x81", frame(TEXT, b"a")[:-1], frame(TEXT, b"a") + b"b", b"\x81\x05hello", frame(0x82, b"a"), frame(0x89, b"")]
)
def test_everything_else_is_left_to_the_parser(data: bytes) -> None:
    assert whole_frame(opened(), data) is None


def test_a_parser_that_is_built_otherwise_does_all_the_work() -> None:
    conn: Any = opened()
    conn.parser = iter(())
    assert whole_frame(conn, frame(TEXT, b"hello")) is None
    assert Opcode.TEXT == TEXT & 15
