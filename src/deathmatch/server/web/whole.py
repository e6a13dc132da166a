"""Short WebSocket frames that come alone and whole, as nearly all do: they need no parser, which takes five times as long."""

from __future__ import annotations

from types import GeneratorType
from typing import Any

from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.streams import StreamReader

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

TEXT, PONG = 0x81, 0x8A  # the first byte of a whole message of text, and of a pong
LONGEST = 125  # bytes of a frame whose length stands in its second byte

_BETWEEN = StreamReader.at_eof.__code__  # there the parser waits as long as no frame has begun


def whole_frame(conn: ServerProtocol, data: bytes) -> tuple[int, bytes] | None:
    """The first byte and the unmasked payload of a text or pong, if the data are that frame alone; None leaves it to the parser.

    Args:
        conn: with its parser, which has read all before.
        data: as they came.
    """
    size = len(data) - 6
    if not 0 <= size <= LONGEST or data[1] != 0x80 | size or (data[0] != TEXT and data[0] != PONG):
        return None
    if conn.state is not State.OPEN or not _between_frames(conn):
        return None
    return data[0], apply_mask(data[6:], data[2:6])


def _between_frames(conn: ServerProtocol) -> bool:
    """Whether the parser stands before a frame that begins a message. If it is built otherwise than we know, it does not."""
    if getattr(conn, "current_size", 0) is not None:  # in the middle of a message
        return False
    waits: Any = conn.parser
    for _ in range(2):  # of the server, of both sides
        waits = waits.gi_yieldfrom if isinstance(waits, GeneratorType) else None
    return isinstance(waits, GeneratorType) and waits.gi_code is _BETWEEN
