"""Evenings that servers have written, kept for later versions: `python -m tests.server.evening NAME` adds `data/NAME.sql` and `NAME.json`.

It plays `PARTS` over the HTTP API. `NAME.sql` is the database that the server wrote, `NAME.json` says what was answered after a restart. If
a server comes to write something that no kept folder has, `test_old_data.py` fails: add a part that has it written here, and keep
another folder under a new name. A folder that exists is never written again, because every later server has to read it.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx

from deathmatch.server.store.sqlite import SqliteStore
from tests.hooks.receiver import Pigeon
from tests.loops import run
from tests.server.duels import DUEL, FREE_TABLE, image
from tests.server.kit import FakeTime, World, http, kill, new_world, settle

DATA = Path(__file__).parent / "data"
START = 1_000
BOTH = {"A": "friend", "B": "friend"}
WORDS = frozenset(("ending", "held", "legal", "owes", "picture", "svg", "totals", "words"))


def unfold(name: str, folder: Path) -> Path:
    """Write the database that an earlier server wrote under this name."""
    path = folder / "matches.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript((DATA / f"{name}.sql").read_text("utf-8"))
    return path


@contextlib.asynccontextmanager
async def opened(path: Path, start: int | None = None) -> AsyncIterator[tuple[World, httpx.AsyncClient, Pigeon]]:
    """A server on this database, at its last moment or at another one, and a browser."""
    store: Any = SqliteStore(path)
    w = await new_world(store, FakeTime(await store.last_beat() if start is None else start))
    try:
        async with http(w, path.parent, pigeon := Pigeon(w.time.now)) as browser:
            yield w, browser, pigeon
    finally:
        await kill(w.lobby)
        await w.store.close()


class Evening:
    """One browser at the server, and what it has set up.

    Attributes:
        asked: the addresses whose answers are kept.
        links: of the tables and seasons, by name.
    """

    def __init__(self, w: World, browser: httpx.AsyncClient) -> None:
        self.w, self._browser = w, browser
        self.asked: list[str] = []
        self.links: dict[str, Any] = {}

    async def post(self, path: str, body: Any, **headers: str) -> Any:
        """The answer to a request; the server has done what follows from it."""
        answer = await self._browser.post(f"/api/{path}", json=body, headers=headers)
        assert answer.is_success, f"{path}: {answer.text}"
        await settle()
        return answer.json()

    @contextlib.asynccontextmanager
    async def another(self) -> AsyncIterator[Evening]:
        """Another browser at the same server."""
        async with httpx.AsyncClient(transport=self._browser._transport, base_url=self._browser.base_url) as browser:
            yield Evening(self.w, browser)

    async def get(self, path: str) -> Any:
        return (await self._browser.get(f"/api/{path}")).raise_for_status().json()

    async def until(self, path: str, holds: Callable[[Any], object]) -> Any:
        """The answer, as soon as this holds."""
        while not holds(told := await self.get(path)):  # noqa: ASYNC110 - an answer tells nobody
            await asyncio.sleep(0.01)
        return told

    def keep(self, made: Any) -> None:
        """The answers to everybody at this table are kept."""
        links = [f"seats/{link}" for link in made["seats"].values() if link]
        links += [f"matches/{link}" for role, link in [("watcher", made["id"]), *made["onlookers"].items()] if role != "caster"]
        links += [f"hosts/{made['host']}"] if made["host"] else []
        self.asked += [f"{link}?pictures=none" for link in links]
        self.asked += [f"{link}/talks" for link in links if not link.endswith(made["id"])]

    async def table(self, name: str, variant: str, *people: str, **wanted: Any) -> Any:
        """A table of these people, with a host."""
        made = await self.post("matches", {"variant": variant, "seats": BOTH, "host": True, **wanted})
        self.links[name] = made
        for seat, person in zip("AB", people, strict=False):
            digits = f"{ord(seat):032x}"
            sat = await self.post(f"seats/{made['seats'][seat]}", {"name": person, "nonce": digits, "claim": digits})
            made["seats"][seat] = sat["key"]
        self.keep(made)
        return made

    async def submit(self, made: Any, *moves: str) -> None:
        """Moves such as `A score grow`, each to the question that is open."""
        for move in moves:
            seat, _, text = move.partition(" ")
            ply = (await self.get(f"seats/{made['seats'][seat]}?pictures=none"))["seen"]["ply"]
            await self.post(f"seats/{made['seats'][seat]}/submit", {"ply": ply, "text": text})


async def duels(e: Evening) -> None:
    """A duel that a host leads, in the host's words, with a picture."""
    words = {key: DUEL[key] for key in ("title", "rules", "people")}
    made = await e.table("duel", FREE_TABLE, "Ann", "Bob", **words)
    file = base64.b64encode(image()).decode()
    brought = await e.post(f"hosts/{made['host']}/picture", {"file": file})
    lines = (f'picture {brought["digest"]} "The board"', 'ask AB number 0 30 secret "Bid"')
    for ply, line in enumerate(lines):
        await e.post(f"hosts/{made['host']}/line", {"ply": ply, "text": line})
    await e.submit(made, "A 7")


PARTS = (duels,)
"""What another folder has: a function for each kind of entry that no kept folder has yet."""


def essence(told: Any) -> Any:
    """An answer without the server's own sentences and pictures, which later versions may put in other words."""
    if isinstance(told, list):
        return [essence(one) for one in told]
    if not isinstance(told, dict):
        return told
    kept = {key: essence(value) for key, value in told.items() if key not in WORDS}
    counted = {"log": len(told["log"]), "step": told["step"] is not None} if "step" in told and "log" in told else {}
    own = {"text": ""} if told.get("role") == "table" and "text" in told else {}
    of_game = {"title": ""} if "variant" in told and "title" in told else {}
    return kept | counted | own | of_game


async def answers(browser: httpx.AsyncClient, asked: list[str]) -> dict[str, Any]:
    """What a server answers to these requests; null for a refusal."""
    given = {path: await browser.get(f"/api/{path}") for path in asked}
    return {path: essence(answer.json()) if answer.is_success else None for path, answer in given.items()}


async def play(path: Path) -> dict[str, Any]:
    """A whole evening on a new database; returns what `NAME.json` keeps."""
    async with opened(path, START) as (w, browser, _):
        evening = Evening(w, browser)
        for part in PARTS:
            await part(evening)
        await settle()
        await w.store.beat(w.time.now())
        at = w.time.now()
    async with opened(path, at) as (w, browser, _):
        return {"at": at, "links": evening.links, "answers": await answers(browser, evening.asked)}


def write(name: str) -> None:
    """Keep another evening under this name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "matches.sqlite"
        told = run(play(path))
        with contextlib.closing(sqlite3.connect(path)) as db:
            numbers = {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")}
            dump = "\n".join([*db.iterdump(), *(f"PRAGMA {name} = {number};" for name, number in numbers.items())])
    for kind, text in (("sql", dump), ("json", json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":")))):
        with (DATA / f"{name}.{kind}").open("x", encoding="utf-8") as file:
            file.write(text + "\n")


if __name__ == "__main__":
    write(sys.argv[1])
