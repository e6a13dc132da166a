"""How far a submission walks: the files and functions of the house that a revealing one runs through, from the lobby to disk and back."""

from __future__ import annotations

import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import deathmatch
from deathmatch.server.store.sqlite import SqliteStore
from tests.server.kit import kill, new_world, run

HOUSE = str(Path(deathmatch.__file__).parent)


def measure() -> dict[str, Any]:
    """Five-Card Trick on SQLite with both players and a spectator as readers: B's cards come last and reveal the round."""
    walked: set[tuple[str, str]] = set()
    calls = 0
    watching = False

    def look(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        file = frame.f_code.co_filename
        if watching and event == "call" and file.startswith(HOUSE):
            calls += 1
            walked.add((file, frame.f_code.co_qualname))

    async def walk(folder: Path) -> None:
        nonlocal watching
        store = SqliteStore(folder / "matches.sqlite3")
        try:
            w = await new_world(store)  # type: ignore[arg-type]  # a real store for the one in memory
            made = await w.match("five-card-trick/gauntlet")
            readers = [await w.reader(made, role) for role in ("A", "B", "watcher")]
            await w.submit(made, "A", 0, "grow claim")
            watching = True
            await w.submit(made, "B", 0, "grow steal")
            watching = False
            assert all(readers)
            await kill(w.lobby)
        finally:
            await store.close()

    with tempfile.TemporaryDirectory() as folder:
        threading.setprofile(look)
        sys.setprofile(look)
        try:
            run(walk(Path(folder)))
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
    return {"files": len({file for file, _ in walked}), "functions": len(walked), "calls": calls}
