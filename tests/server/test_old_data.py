"""A data folder that an earlier server wrote is read, and shows everybody what it showed them then.

`data/folder.sql` is the database that it wrote; `data/folder.json` says what each role was shown of each table
after a restart. Neither is made anew: what a server has once written, every later one reads. Whole evenings lie beside them (`evening.py`).
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
from deathmatch.server.seasons import entries as season_entries
from deathmatch.server.store.sqlite import SqliteStore
from deathmatch.server.table import entries as table_entries
from deathmatch.server.wire import bodies
from deathmatch.server.wire.messages import kinds
from deathmatch.server.wire.problems import Problem
from tests.hooks.receiver import Pigeon
from tests.server import evening
from tests.server.evening import DATA, Evening, answers, unfold
from tests.server.kit import Dummy, FakeTime, World, kill, new_world

pytestmark = pytest.mark.sqlite

FOLDER: dict[str, Any] = json.loads((DATA / "folder.json").read_text("utf-8"))
TABLES: dict[str, Any] = FOLDER["tables"]
OPEN = ("even-groups", "five-card-trick")
"""The games without secrets but sealed answers, which no record has."""
WORDS = Lexicons(None, shipped(games.every()))


async def opened(folder: Path) -> World:
    """A server on a copy of the old folder, at the last moment that it knows; its bots think for ever."""
    store: Any = SqliteStore(unfold("folder", folder))
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
        "lines": len([line for line in full["log"] if not line.get("passing")]),
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


# --- Whole evenings that earlier servers wrote: everybody is shown what they were shown then, and the evening goes on


NAMES = sorted(path.stem for path in DATA.glob("evening-*.json"))
each_evening = pytest.mark.parametrize("name", NAMES)


def kept(name: str) -> Any:
    """What the server answered then."""
    return json.loads((DATA / f"{name}.json").read_text("utf-8"))


def alike(now: Any, then: Any, place: str) -> None:
    """Whether an answer is as it was; fields that have come since do not count."""
    if isinstance(then, dict):
        assert isinstance(now, dict), place
        for key, value in then.items():
            assert key in now, f"{place}: {key} is gone"
            alike(now[key], value, f"{place} {key}")
    elif isinstance(then, list):
        assert isinstance(now, list), place
        assert len(now) == len(then), place
        for number, (mine, was) in enumerate(zip(now, then, strict=True)):
            alike(mine, was, f"{place} {number}")
    else:
        assert now == then, place


@each_evening
async def test_everybody_is_answered_as_the_old_server_answered(name: str, tmp_path: Path) -> None:
    told = kept(name)
    async with evening.opened(unfold(name, tmp_path), told["at"]) as (_, browser, _):
        now = await answers(browser, list(told["answers"]))
        for path, then in told["answers"].items():
            alike(now[path], then, path)


async def the_talk_goes_on(e: Evening, made: Any) -> None:
    table = made["talk"]
    await e.post(f"seats/{table['seats']['B']}/tell", {"to": "host", "text": "and now?"})
    heard = [line["text"] for talk in (await e.get(f"hosts/{table['host']}/talks"))["talks"] for line in talk["lines"]]
    assert {"may I ask?", "and now?", "it is Q"} <= set(heard)


async def a_rest_ends_and_a_lot_begins(e: Evening, made: Any) -> None:
    for seat in "AB":
        await e.post(f"seats/{made['rest']['seats'][seat]}/away", {"until": 0})
        await e.post(f"seats/{made['lot']['seats'][seat]}/ready", {})
    assert "paused" not in (await e.get(f"seats/{made['rest']['seats']['A']}"))["seen"]
    assert (await e.get(f"seats/{made['lot']['seats']['A']}"))["table"]["state"] == "running"


async def a_series_and_a_game_by_lot_are_filed(e: Evening, made: Any) -> None:
    season, lot = made["season"]["host"], made["by lot"]
    seats = [(await e.get(f"seasons/{link}"))["contests"][0]["seat"] for link in made["series"]["players"].values()]
    for seat in (*seats, *lot["seats"].values()):
        await e.post(f"seats/{seat}", {})
    for seat in lot["seats"].values():
        await e.post(f"seats/{seat}/ready", {})
    await e.post(f"seats/{seats[0]}/resign", {})
    await e.post(f"seats/{lot['seats']['A']}/resign", {})
    now = await e.until(f"seasons/{season}", lambda told: "lot" not in {one["variant"] for one in told["matches"]})
    assert {one["number"]: one["state"] for one in now["matches"]}[lot["number"]] == "over"
    await e.until(f"seasons/{season}", lambda told: sum(told["contests"][0]["won"].values()) == 2)


async def a_key_opens(e: Evening, made: Any) -> None:
    async with e.another() as other:
        assert (await other.post("account/enter", {"key": made["key"]}))["name"] == "Ann"
        assert made["mine"] in [one["link"] for one in (await other.get("me"))["matches"]]


async def webhooks_are_told(e: Evening, made: Any, pigeon: Pigeon) -> None:
    await e.submit(made["hooked"], "A score block:grow", "B claim grow")
    await e.w.time.pass_by(10_000)
    while {url.rpartition("/")[2] for _, url, _, _ in pigeon.sent} != {"json", "discord"}:  # noqa: ASYNC110 - a list tells nobody
        await asyncio.sleep(0.01)


@each_evening
async def test_the_evening_goes_on(name: str, tmp_path: Path) -> None:
    told = kept(name)
    async with evening.opened(unfold(name, tmp_path), told["at"]) as (w, browser, pigeon):
        e, made = Evening(w, browser), told["links"]
        parts = {
            "talk": the_talk_goes_on,
            "lot": a_rest_ends_and_a_lot_begins,
            "series": a_series_and_a_game_by_lot_are_filed,
            "key": a_key_opens,
        }
        for link, part in parts.items():
            if link in made:
                await part(e, made)
        if "hooked" in made:
            await webhooks_are_told(e, made, pigeon)


def test_every_kind_of_entry_that_a_server_writes_is_in_a_kept_folder() -> None:
    """If this fails, a log has a new kind of entry: have `evening.py` write it, and keep another evening (it says how)."""
    kinds_ = [*kinds(table_entries.Entry), *kinds(season_entries.Entry)]
    known = {str(one.__struct_config__.tag) for one in kinds_}  # type: ignore[attr-defined]
    dumped = "".join((DATA / f"{name}.sql").read_text("utf-8") for name in NAMES)
    found = {kind for kind in known if f'"kind":"{kind}"' in dumped or f'"kind":"{kind}"'.encode().hex().upper() in dumped}
    assert found == known


def test_every_kept_entry_of_a_table_is_written_today_as_it_lies_there(tmp_path: Path) -> None:
    seen: set[str] = set()
    for name in NAMES:
        (where := tmp_path / name).mkdir()
        with sqlite3.connect(unfold(name, where)) as db:
            for (body,) in db.execute("SELECT body FROM entries"):
                try:
                    entry = table_entries.decode(body)
                except msgspec.DecodeError:
                    continue  # of a season
                seen.add(str(entry.__struct_config__.tag))
                assert table_entries.encode(entry) == bytes(body)
        db.close()
    assert seen == {str(one.__struct_config__.tag) for one in kinds(table_entries.Entry)}
