"""A data folder that an earlier server wrote is read, and shows everybody what it showed them then.

`data/folder.sql` is the database that it wrote; `data/folder.json` says what each role was shown of each table
after a restart. Neither is made anew: what a server has once written, every later one reads.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from deathmatch import games
from deathmatch.server.lexicons import Lexicons, shipped
from deathmatch.server.store.sqlite import SqliteStore
from deathmatch.server.wire import bodies
from deathmatch.server.wire.problems import Problem
from tests.server.kit import Dummy, FakeTime, World, kill, new_world

pytestmark = pytest.mark.sqlite

DATA = Path(__file__).parent / "data"
FOLDER: dict[str, Any] = json.loads((DATA / "folder.json").read_text("utf-8"))
TABLES: dict[str, Any] = FOLDER["tables"]
OPEN = ("even-groups", "five-card-trick")
"""The games without secrets but sealed answers, which no record has."""
WORDS = Lexicons(None, shipped(games.every()))


async def opened(folder: Path) -> World:
    """A server on a copy of the old folder, at the last moment that it knows; its bots think for ever."""
    path = folder / "matches.sqlite"
    with sqlite3.connect(path) as db:
        db.executescript((DATA / "folder.sql").read_text("utf-8"))
    db.close()
    store: Any = SqliteStore(path)
    bot = Dummy()
    bot.gate = asyncio.Event()
    return await new_world(store, FakeTime(await store.last_beat()), bot, lexicons=WORDS)


def made(links: dict[str, Any]) -> bodies.MatchMade:
    """The links of a table."""
    onlookers = {role: link for role, link in links.items() if role.startswith("onlooker-")}
    return bodies.MatchMade(links["id"], {"A": links["A"], "B": links["B"]}, links["id"], links["host"], onlookers, "")


async def shown(w: World, table: bodies.MatchMade, role: str) -> dict[str, Any]:
    """What a role is shown now, as `folder.json` has it."""
    full = msgspec.to_builtins(await w.full(table, role))
    try:
        record = await w.ask(table, role, lambda room, role: room.record(role))
    except Problem:
        record = None
    return {
        "version": full["version"],
        "table": full["table"],
        "seen": full["seen"],
        "lines": len(full["log"]),
        "chat": full["chat"],
        "notes": full["notes"],
        "marks": full["marks"],
        "owes": full["step"] is not None,
        "record": record,
    }


def same(now: dict[str, Any], then: dict[str, Any], record: str | None) -> None:
    """Whether a role is shown what it was shown; fields that have come since do not count."""
    for part in ("table", "seen"):
        assert (now[part] is None) == (then[part] is None)
        for key, value in (then[part] or {}).items():
            known = now[part].get(key)
            if key in ("settings", "options"):
                known = {name: known[name] for name in value}
            assert known == value, f"{part}.{key}"
    for key in ("version", "lines", "chat", "notes", "marks", "owes"):
        assert now[key] == then[key], key
    if now["table"]["role"] == "host" and now["table"]["state"] != "over" and now["record"] is not None:  # given early since
        assert now["table"]["game"] in OPEN
    else:
        assert now["record"] == (record if then["record"] else None)


@pytest.mark.parametrize("name", TABLES)
async def test_everybody_is_shown_what_the_old_server_showed(name: str, tmp_path: Path) -> None:
    w = await opened(tmp_path)
    try:
        assert w.time.now() == FOLDER["at"]
        table = made(TABLES[name]["links"])
        for role, then in TABLES[name]["roles"].items():
            same(await shown(w, table, role), then, TABLES[name]["record"])
    finally:
        await kill(w.lobby)
        await w.store.close()
