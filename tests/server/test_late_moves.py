"""The words about a move that came too late, over real sockets, and that it changes nothing."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest

from deathmatch.server.store.interface import Addition
from deathmatch.server.store.sqlite import SqliteStore
from tests.server.kit import run, serving
from tests.server.test_sockets import begin, get, read, sit

LATE = r"the time of A for question 0 was up \d+\.\d s before this came in, and the current question is 1"
MOVE = json.dumps({"type": "submit", "ply": 0, "text": "score grow"})


@pytest.mark.sqlite  # it holds up the file; packages/postgres/tests/test_sharing.py has the same for servers that share a store
def test_a_move_sent_while_the_time_out_was_being_entered_is_told_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time-out is decided and on its way to the disk; nobody has been shown it when the move comes in."""
    entering, go_on = threading.Event(), threading.Event()

    async def slow(store: SqliteStore, addition: Addition, append: Any = SqliteStore.append) -> None:
        if b'"timed_out"' in b"".join(addition.entries):
            entering.set()
            await asyncio.to_thread(go_on.wait, 20)
        await append(store, addition)

    monkeypatch.setattr(SqliteStore, "append", slow)

    async def test(address: str) -> None:
        made = await begin(address, options={"time_submit": 1})
        async with sit(address, f"/s/{made['seats']['A']}") as a, sit(address, f"/s/{made['seats']['B']}") as b:
            await b.send(json.dumps({"type": "submit", "ply": 0, "text": "claim steal"}))
            await read(b, "accepted")
            assert await asyncio.to_thread(entering.wait, 20)
            await a.send(MOVE)
            await asyncio.sleep(0.3)  # it lies in the room's inbox
            go_on.set()
            said = await read(a, "refused")
            assert said["about"] == "submit"
            assert re.fullmatch(LATE, said["reason"]), said
            assert (await get(address, f"/api/seats/{made['seats']['A']}?pictures=none"))["seen"]["ply"] == 1

    with serving(tmp_path) as address:
        run(test(address), 40)
