"""The requests that front ends in chats make besides: pictures of seats, also with a move in them, and news of many matches at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx

from deathmatch.server.settings import Rate
from tests.server.kit import TOY, World, http, world

GUESSES = Rate(5, 0)


async def news(client: httpx.AsyncClient, since: dict[str, int], wait: int = 0) -> dict[str, Any]:
    answer = await client.post("/api/news", json={"since": since, "wait": wait})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_a_version_from_before_a_restore_is_answered_at_once_with_the_one_that_is(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match(TOY, settings={"untimed": True, "caster": True})
    seat, later = str(made.seats["A"]), {"since": 1000, "wait": 20_000}
    paths = (f"seats/{seat}", f"hosts/{made.host}", f"matches/{made.id}", f"hands/{made.host}", f"seats/{seat}/talks")
    async with asyncio.timeout(20):  # the world's time stands still, so nobody waits it out
        told = await news(client, {seat: 1000}, 20_000)
        full, *others = [await client.get(f"/api/{path}", params=later) for path in paths]
    assert told["versions"] == {seat: full.json()["version"]}
    assert all(answer.status_code == 200 for answer in (full, *others))
    assert 0 < full.json()["version"] < 1000


async def test_news_come_as_late_as_the_role_sees_them(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match(TOY, settings={"delay": 60, "untimed": True})
    await w.time.pass_by(61_000)
    keys = [str(made.seats["B"]), made.id]
    known = (await news(client, dict.fromkeys(keys, 0)))["versions"]
    await w.ask(made, "A", lambda room, seat: room.say(seat, "", "hello"))
    assert set((await news(client, known))["versions"]) == {made.seats["B"]}
    await w.time.pass_by(61_000)
    assert set((await news(client, known))["versions"]) == set(keys)


async def test_a_link_that_opens_nothing_is_gone_and_counts_as_a_guess(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as client:
        one = await w.match(TOY, settings={"untimed": True})
        answer = await news(client, {one.id: 0, "x" * 22: 0, "nosuchmatch": 0}, 20_000)
        assert sorted(answer["gone"]) == ["nosuchmatch", "x" * 22]
        assert one.id in answer["versions"]
        assert (await client.post("/api/news", json={"since": {}})).status_code == 422
        assert (await client.post("/api/news", json={"since": {f"m{n}": 0 for n in range(101)}})).status_code == 422
    async with world() as w, http(w, tmp_path, wrong_links=GUESSES) as client:
        guesses = {"since": {f"{n:022}": 0 for n in range(10)}}
        assert (await client.post("/api/news", json=guesses)).status_code == 429
