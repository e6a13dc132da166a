"""The smaller part of a host's evening, by day, without browser or Discord: season, coin, rulings, substitute and archive together."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import httpx

from tests.server.kit import GAUNTLET, World, http, settle, world
from tests.server.test_seasons import posted, seen

PLAYERS = ["Ada", "Ben", "Cas", "Dan", "Eve", "Fay"]
WHY = "a link was lost"


async def table(client: httpx.AsyncClient, key: str, a: str, b: str, **more: Any) -> Any:
    """A table of the season with both players on their seats."""
    made = await posted(client, f"/api/seasons/{key}/matches", {"players": {"A": a, "B": b}, "variant": GAUNTLET, **more})
    for seat in made["seats"].values():
        await posted(client, f"/api/seats/{seat}", {"name": "x"}, 200)
    return made


async def played(client: httpx.AsyncClient, made: Any, **texts: str) -> None:
    for seat, text in texts.items():
        ply = (await client.get(f"/api/seats/{made['seats'][seat]}")).json()["seen"]["ply"]
        await posted(client, f"/api/seats/{made['seats'][seat]}/submit", {"ply": ply, "text": text}, 200)


async def resigned(client: httpx.AsyncClient, seat: str) -> None:
    await posted(client, f"/api/seats/{seat}/resign", {}, 200)
    await settle()


async def evening(client: httpx.AsyncClient, w: World) -> Any:
    """Three matches at once; Ada beats Ben after a ruling, Dan's substitute beats Cas after a voided time-out, Fay beats Eve."""
    season = await posted(client, "/api/seasons", {"title": "Autumn", "players": PLAYERS, "rated": True})
    cohost = (await posted(client, f"/api/seasons/{season['host']}/cohosts", {"name": "Gus"}))["link"]
    coin = {"coin": {"sets": "dmo", "caller": "A", "sealed": True}, "settings": {"check_in": True}}
    one = await table(client, season["host"], "Ada", "Ben", **coin)
    two = await table(client, cohost, "Cas", "Dan", ec="A", options={"bank": 0})
    three = await table(client, cohost, "Eve", "Fay")
    await posted(client, f"/api/seats/{one['seats']['A']}/call", {"face": "sun"}, 200)
    for seat in one["seats"].values():
        await posted(client, f"/api/seats/{seat}/ready", {}, 200)
    await played(client, one, A="score grow", B="score block:grow")
    await played(client, one, A="claim steal", B="grow block:claim")
    await posted(client, f"/api/hosts/{one['host']}/ruling", {"ruling": "back", "event": 3, "reason": WHY}, 200)
    await posted(client, f"/api/hosts/{one['host']}/resume", {}, 200)
    await played(client, one, A="score steal", B="score claim")
    await resigned(client, one["seats"]["B"])
    await resigned(client, three["seats"]["A"])
    await w.time.pass_by(100_000)  # of 90 seconds
    late = (await client.get(f"/api/hosts/{two['host']}/ruling")).json()["places"][0]["timeouts"]
    ruling = {"ruling": "timeout", "event": late[0], "seconds": 600, "reason": WHY}
    await posted(client, f"/api/hosts/{two['host']}/ruling", ruling, 200)
    ticket = (await posted(client, f"/api/hosts/{two['host']}/seats", {"seat": "B", "substitute": True}, 200))["key"]
    await posted(client, f"/api/seats/{ticket}", {"name": "Hal"}, 200)
    await posted(client, f"/api/hosts/{two['host']}/resume", {}, 200)
    await resigned(client, two["seats"]["A"])
    return season


async def test_a_small_evening(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path / "one") as client, world() as other, http(other, tmp_path / "two") as second:
        season = await evening(client, w)
        now = await seen(client, season["viewer"])
        rows = {row["player"]: (row["place"], row["won"], row["lost"]) for row in now["standings"]}
        assert rows == {1: (1, 1, 0), 4: (1, 1, 0), 6: (1, 1, 0), 2: (4, 0, 1), 3: (4, 0, 1), 5: (4, 0, 1)}
        assert {(one["player"], one["other"]) for one in now["meetings"] if one["won"]} == {(1, 2), (4, 3), (6, 5)}
        records = [(await client.get(f"/season/{season['host']}/match/{number}.dm")).text for number in (1, 2)]
        assert "tag coin " in records[0]
        assert "tag ruling back 3: " in records[0]
        assert "tag ruling timeout " in records[1]
        assert "tag substitute B " in records[1]
        archive = (await client.get(f"/api/seasons/{season['host']}/archive?pictures=false")).content
        made = await posted(second, "/api/seasons/archive", {"archive": base64.b64encode(archive).decode()})
        assert (await second.get(f"/api/seasons/{made['host']}/archive?pictures=false")).content == archive
        again = await seen(second, made["viewer"])
        assert [again[name] for name in ("standings", "meetings", "ratings")] == [
            now[name] for name in ("standings", "meetings", "ratings")
        ]
