"""A folder of a whole evening, kept for later versions: `python -m tests.server.evening NAME` writes `data/NAME.sql` and `data/NAME.json`.

It plays an evening over the HTTP API: talks, chats, a muted spectator, rests, a lot, a coin, a substitute, rulings, prepared deals,
accounts, a season with a series, webhooks, a duel with a picture. `NAME.sql` is the database that the server wrote, `NAME.json` says what
was answered after a restart. If a server comes to write something that no kept folder has, `test_kept_evenings.py` fails: add it here,
and write another folder under a new name. A folder that exists is never written again, because every later server has to read it.
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

from deathmatch.core.seats import Seat
from deathmatch.server.store.sqlite import SqliteStore
from tests.hooks.receiver import Pigeon
from tests.loops import run
from tests.server.duels import DUEL, FREE_TABLE, image
from tests.server.kit import GAUNTLET, FakeTime, World, http, kill, new_world, settle

DATA = Path(__file__).parent / "data"
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
START = 1_000
BOTH = {"A": "friend", "B": "friend"}
WORDS = frozenset(("ending", "held", "legal", "owes", "picture", "svg", "totals", "words"))
LOT = [{"variant": GAUNTLET}, {"variant": "even-groups/standard"}, {"variant": "five-card-trick/setna"}]


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


async def talks(e: Evening) -> None:
    """An open talk with onlookers, private lines, announcements, and a spectator who is muted."""
    options = {"onlookers": 2, "holds": 0, "first": "A", "lexicon": "any"}
    made = await e.table("talk", "letter-hunt/gambit", "Ann", "Bob", options=options, settings={"talk": 3600, "kibitz": True, "delay": 30})
    onlooker = made["onlookers"]["onlooker-1"]
    await e.post(f"matches/{made['id']}/chat", {"text": "who wins?"}, **{"Idempotency-Key": "1"})
    await e.post(f"matches/{onlooker}/chat", {"text": "good evening"})
    await e.post(f"hosts/{made['host']}/mute", {})
    await e.post(f"hosts/{made['host']}/announce", {"text": "Tea at five"})
    await e.post(f"seats/{made['seats']['A']}/tell", {"to": "onlooker-1", "text": "what is yours?"})
    await e.post(f"matches/{onlooker}/tell", {"to": "A", "text": "it is Q"})
    await e.post(f"seats/{made['seats']['B']}/tell", {"to": "host", "text": "may I ask?"})
    closed = await e.table("talked", "letter-hunt/gambit", "Ann", "Bob", options=options, settings={"talk": 60})
    await e.w.time.pass_by(90_000)
    assert not (await e.get(f"hosts/{closed['host']}"))["table"].get("talk")


async def rests(e: Evening) -> None:
    """A table at rest, one that has been woken, a proposal, and a player who was reminded."""
    wall = e.w.time.wall()
    resting = await e.table("rest", GAUNTLET, "Ann", "Bob")
    for seat in "AB":
        await e.post(f"seats/{resting['seats'][seat]}/away", {"until": wall + 20 * DAY_MS})
    woken = await e.table("woken", GAUNTLET, "Ann", "Bob")
    await e.post(f"hosts/{woken['host']}/away", {"until": wall + DAY_MS})
    await e.post(f"hosts/{woken['host']}/away", {"until": 0})
    await e.post(f"seats/{woken['seats']['A']}/away", {"until": wall + 9 * DAY_MS})
    await e.table("reminded", "even-groups/standard", "Ann", "Bob", pace="days")


async def before(e: Evening) -> None:
    """A lot that has fallen and one that has not, a coin that is called, a check-in, a substitute, links that were changed."""
    await e.table("lot", "lot", "Ann", "Bob", lot=LOT)
    await e.table("waiting lot", "lot", "Ann", lot=LOT)
    coin = await e.table("coin", GAUNTLET, "Ann", "Bob", coin={"sets": "dmo", "caller": "B", "sealed": True}, settings={"caster": True})
    await e.post(f"seats/{coin['seats']['B']}/call", {"face": "moon"})
    for seat in "AB":
        await e.post(f"seats/{coin['seats'][seat]}/ready", {})
    e.asked += [f"hands/{coin['onlookers']['caster']}?pictures=none", f"hosts/{coin['host']}/links"]
    await e.table("called", GAUNTLET, "Ann", coin={"sets": "dmo", "caller": "A"})
    await e.post(f"seats/{e.links['called']['seats']['A']}/call", {"face": "sun"})
    changed = await e.table("changed", "tile-joust/final", "Ann", "Bob", settings={"check_in": True})
    await e.post(f"seats/{changed['seats']['A']}/ready", {})
    ticket = (await e.post(f"hosts/{changed['host']}/seats", {"seat": "B", "substitute": True}))["key"]
    key = (await e.post(f"seats/{ticket}", {"name": "Cleo"}))["key"]
    other = (await e.post(f"seats/{changed['seats']['A']}/renew", {}))["key"]
    host = (await e.post(f"hosts/{changed['host']}/renew", {}))["key"]
    e.asked += [f"seats/{key}?pictures=none", f"seats/{other}?pictures=none", f"hosts/{host}?pictures=none"]
    e.links["changed"] |= {"seats": {"A": other, "B": key}, "host": host}


async def rulings(e: Evening) -> None:
    """A match that went back, behind spectators who chat among themselves; a rematch that one player wants."""
    made = await e.table("ruled", GAUNTLET, "Ann", "Bob", settings={"behind": 2, "gallery": True}, ec="A")
    await e.post(f"matches/{made['id']}/chat", {"text": "Bob looks tired"})
    await e.submit(made, "A score grow", "B score grow", "A score block:grow", "B claim grow", "A claim steal")
    await e.post(f"seats/{made['seats']['A']}/note", {"text": "Bob likes grow"})
    await e.post(f"hosts/{made['host']}/ruling", {"ruling": "back", "event": 3, "reason": "a wrong click"})
    await e.post(f"hosts/{made['host']}/resume", {})
    hidden = await e.table("hidden", GAUNTLET, "Ann", "Bob", settings={"hidden": True})
    await e.submit(hidden, "A score grow", "B score grow")
    over = await e.table("over", "letter-hunt/gambit", "Ann", "Bob", options={"onlookers": 1, "lexicon": "any", "holds": 0})
    table = (await e.w.lobby.memory.room(over["id"])).table
    shown = table.picture(table.started_match.seen(Seat.A, e.w.time.now()).view)
    await e.post(f"seats/{over['seats']['A']}/mark", {"slot": next(one.slot for one in shown.elements if one.markable), "text": "x"})
    await e.post(f"seats/{over['seats']['A']}/resign", {})
    await e.post(f"seats/{over['seats']['B']}/rematch", {})
    e.asked.append(f"seats/{over['seats']['A']}/receipts")


async def discretion(e: Evening) -> None:
    """A table that was cancelled, a player who did not come, and a match with rulings at the host's discretion."""
    cancelled = await e.table("cancelled", GAUNTLET, "Ann")
    await e.post(f"hosts/{cancelled['host']}/ruling", {"ruling": "cancel", "reason": "the wrong game"})
    missed = await e.table("missed", "even-groups/standard", "Ann")
    await e.post(f"hosts/{missed['host']}/ruling", {"ruling": "noshow", "seat": "B", "reason": "half an hour late"})
    made = await e.table("discretion", GAUNTLET, "Ann", "Bob", options={"bank": 60})
    for body in (
        {"ruling": "enter", "enter": ["Ann: score grow"]},
        {"ruling": "time", "seat": "B", "bank": 30},
        {"ruling": "points", "seat": "Bob", "points": 2, "unit": "chips"},
        {"ruling": "won", "seat": "Bob"},
    ):
        await e.post(f"hosts/{made['host']}/ruling", {"reason": "as agreed", **body})
    words = await e.table("words", "letter-hunt/gambit", "Ann", "Bob", options={"lexicon": "short"})
    await e.post(f"hosts/{words['host']}/ruling", {"ruling": "word", "words": "yeet", "reason": "it is one"})


async def deals(e: Evening) -> None:
    """A table dealt by hand: the host has laid out a deal that the table dealt, and one that waits."""
    options = {"first": "coin", "onlookers": 1, "lexicon": "any"}
    made = await e.table("deals", "letter-hunt/gambit", "Ann", "Bob", options=options, settings={"by_hand": True})
    await e.post(f"hosts/{made['host']}/prepare", {"deals": ["first A", "first B"]})
    await e.post(f"hosts/{made['host']}/prepare", {"deals": ["hands A:ABCDE B:FGHIJ", "first B"]})


async def seasons(e: Evening) -> None:
    """A season with co-hosts, all kinds of matches and a series that a loser goes on with."""
    made = e.links["season"] = await e.post("seasons", {"title": "Autumn", "players": ["Ann", "Bob", "Cas"], "rated": True})
    host = made["host"] = (await e.post(f"seasons/{made['host']}/renew", {}))["host"]
    cohost = await e.post(f"seasons/{host}/cohosts", {"name": "Cay"})
    gone = await e.post(f"seasons/{host}/cohosts", {"name": "Gus"})
    await e.post(f"seasons/{host}/dismiss", {"number": gone["number"]})
    await e.post(f"seasons/{host}/rename", {"number": 3, "name": "Cassandra"})
    await e.post(f"seasons/{host}/describe", {"title": "Autumn cup", "zone": "Asia/Seoul"})
    await e.post(f"seasons/{host}/players", {"name": "Steady", "bot": "steady", "anchor": 1600})
    for name in ("Caz", "Dan"):
        await e.post(f"seasons/{host}/players", {"name": name})
    await e.post(f"seasons/{host}/merge", {"number": 5, "into": 3})
    await e.post(f"seasons/{host}/remove", {"number": 6})
    results = ("date,player_a,player_b,winner,variant", f"2024-05-31,Ann,Bob,Ann,{GAUNTLET}", "2024-06-01,Ann,Bob,tie,even-groups/standard")
    await e.post(f"seasons/{host}/results", {"csv": "\n".join(results)})
    await e.post(f"seasons/{host}/strike", {"number": 2, "reason": "a friendly"})
    await e.post(f"seasons/{host}/rounds", {"title": "Episode 1", "places": [{"player": 3, "place": 1, "garnets": 2}], "garnets": 1})
    await e.post(f"seasons/{host}/moves", {"giver": 3, "taker": 1, "garnets": 1, "reason": "a bargain"})
    players = {"A": 1, "B": 2}
    wanted = {"players": players, "round": 1, "variant": GAUNTLET, "preset": "as-written", "items": "two garnets", "coin": {"sets": "dmo"}}
    played = e.links["filed"] = await e.post(f"seasons/{host}/matches", wanted)
    for seat in "AB":
        await e.post(f"seats/{played['seats'][seat]}", {})
    for seat in "AB":
        await e.post(f"seats/{played['seats'][seat]}/ready", {})
    await e.post(f"seats/{played['seats']['A']}/resign", {})
    played["host"] = (await e.post(f"hosts/{played['host']}/renew", {}))["key"]
    mistake = await e.post(f"seasons/{host}/matches", {"players": {"A": 1, "B": 3}, "variant": GAUNTLET})
    await e.post(f"hosts/{mistake['host']}/ruling", {"ruling": "cancel", "reason": "a mistake"})
    e.links["by lot"] = await e.post(f"seasons/{host}/matches", {"players": {"A": 1, "B": 3}, "variant": "lot", "lot": LOT})
    body = {"players": players, "variants": [GAUNTLET, "even-groups/standard"], "best_of": 5, "sides": "loser"}
    series = e.links["series"] = await e.post(f"seasons/{host}/series", body)
    seats = [(await e.get(f"seasons/{link}"))["contests"][0]["seat"] for link in series["players"].values()]
    for seat in seats:
        await e.post(f"seats/{seat}", {})
    await e.post(f"seats/{seats[1]}/resign", {})
    await e.until(f"seasons/{host}", lambda told: [one["state"] for one in told["matches"]].count("over") == 3)
    await e.post(f"seasons/{series['players']['B']}/choose", {"seat": "A", "variant": GAUNTLET})
    e.asked += [f"seasons/{link}" for link in (host, made["viewer"], cohost["link"], *series["players"].values())]


async def accounts(e: Evening) -> None:
    """A key with a table, a season and a name; another one whose owner has left."""
    async with e.another() as other:
        await other.post("account", {"name": "Zoe"})
        left = await other.post("matches", {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Zoe"})
        await other.post(f"seats/{left['seats']['B']}", {"name": "Bob"})
        await other.post("account/delete", {"confirm": "delete"})
    e.asked.append(f"matches/{left['id']}?pictures=none")
    async with e.another() as other:
        e.links["key"] = (await other.post("account", {"name": "Ann"}))["key"]
        mine = await other.post("matches", {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann"})
        e.links["mine"] = f"/s/{mine['seats']['A']}"
        await other.post("account/seasons", {"season": e.links["season"]["viewer"]})


async def hooks(e: Evening) -> None:
    """A webhook of each form, with deliveries."""
    made = await e.table("hooked", GAUNTLET, "Ann", "Bob")
    for form in ("json", "discord"):
        await e.post(f"hosts/{made['host']}/webhooks", {"address": f"https://receiver.example/{form}", "format": form})
    await e.submit(made, "A score grow", "B score grow")
    await e.w.time.pass_by(10_000)
    e.asked.append(f"hosts/{made['host']}/webhooks")


async def lapses(e: Evening) -> None:
    """A season one of whose tables nobody began."""
    made = await e.post("seasons", {"title": "Summer", "players": ["Ann", "Bob"], "public": True})
    await e.post(f"seasons/{made['host']}/matches", {"players": {"A": 1, "B": 2}, "variant": GAUNTLET})
    await e.w.time.pass_by(8 * DAY_MS)
    assert await e.w.lobby.tidy() == 1
    e.asked.append(f"seasons/{made['id']}")


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


PARTS = (lapses, talks, rests, before, rulings, discretion, deals, seasons, accounts, hooks, duels)


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
        await w.time.pass_by(22 * HOUR_MS)  # somebody is reminded; times are up
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
