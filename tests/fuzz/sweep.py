"""Every malformed message at every socket, every malformed body and value at every door, one after the other."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from tests.fuzz import changes
from tests.fuzz import valid as bodies
from tests.fuzz.lines import Http, websocket
from tests.fuzz.storm import BROKEN, Door, Storm
from tests.fuzz.tables import Fuzzed
from tests.load.players import asking

HELLO = changes.frame(b'{"type":"hello","version":0}')
PLACE = "instead of this"
NOT_UTF_8 = 1007


async def sweep(storm: Storm) -> None:
    """Send all of it, and see that the server refuses it, is well, and has written no fault into its log."""
    async with asking(storm.address) as client:
        await storm._set_up(client, storm.variants[0], "play")
        (at,) = storm.tables
        try:
            for path in (*(f"/ws{link}" for link in at.links.values()), "/ws/tables"):
                for message in changes.MALFORMED:
                    for first in (0x81, 0x82):
                        await _socket(storm, path, message, first)
            connection = Http(storm.address)
            with contextlib.closing(connection):
                for door in storm.doors:
                    if door.method == "POST":
                        for body in _bodies(door, at):
                            await _request(storm, connection, door, at, body)
            await storm._look(client)
        finally:
            for task in storm._playing:
                task.cancel()
            at.table.close()


async def _socket(storm: Storm, path: str, message: bytes, first: int) -> None:
    shown = f"{first:#x} {message[:40]!r} at {path}"
    async with websocket(storm.address, path, lambda *_: None) as ws:
        assert ws is not None, shown
        ws.send(HELLO if path != "/ws/tables" else b"")
        ws.send(changes.frame(message, first))
        await ws.heard(changes.frame(b'{"type":"ping"}'))
    storm.sent[path] += 1
    assert ws.code not in BROKEN, f"{shown} was closed with {ws.code}"
    if not _is_utf8(message):
        assert ws.code == NOT_UTF_8 or path == "/ws/tables", f"{shown} was closed with {ws.code}"


def _bodies(door: Door, at: Fuzzed) -> Iterator[bytes]:
    """Malformed bodies for a door, and right ones with one value each that is strange."""
    yield from changes.MALFORMED if door.body is not None else changes.MALFORMED[:4]
    if door.body is None:
        return
    right: dict[str, Any] = bodies.body(door.body, random.Random(door.path), at.table.variant, at.ply, at.texts())
    kind = msgspec.inspect.type_info(door.body)
    if isinstance(kind, msgspec.inspect.StructType):
        right |= dict.fromkeys([field.encode_name for field in kind.fields if field.encode_name not in right])
    for key in right:
        before, _, after = json.dumps({**right, key: PLACE}).partition(json.dumps(PLACE))
        for value in changes.VALUES:
            yield before.encode() + value + after.encode()


async def _request(storm: Storm, connection: Http, door: Door, at: Fuzzed, body: bytes) -> None:
    roles = {"/api/seats/": "A", "/api/hosts/": "host"}
    link = at.links[next((role for start, role in roles.items() if door.path.startswith(start)), "watcher")][3:]
    game, _, variant = at.table.variant.partition("/")
    path = door.path.replace("{game}", game).replace("{variant}", variant).replace("{at}", "0")
    while "{" in path:
        path = path[: path.index("{")] + link + path[path.index("}") + 1 :]
    headers = [("Host", storm.address), ("Content-Type", "application/json")]
    storm.sent[door.path] += 1
    await storm._asked(connection, changes.request("POST", path, headers, body), False)


def _is_utf8(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True
