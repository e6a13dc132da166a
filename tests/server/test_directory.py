"""The public lists: who comes in, who leaves, who takes an open seat, and what those who listen are sent."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import msgspec
import pytest

from deathmatch.server.rooms import handovers
from deathmatch.server.rooms.directory import LASTING_MS, ROUND_MS
from deathmatch.server.wire import bodies
from deathmatch.server.wire.bodies import Listing
from deathmatch.server.wire.problems import Problem
from tests.server.kit import TOY, Reader, World, settle

OPEN = {"seats": {"A": "me", "B": "open"}, "host": False}


async def made(w: World, **wanted: Any) -> bodies.MatchMade:
    """A table whose open seats nobody has taken."""
    body: dict[str, Any] = {"variant": "five-card-trick/gauntlet", "seats": {"A": "me", "B": "friend"}, "name": "Ann", **wanted}
    return await w.lobby.create(msgspec.convert(body, bodies.NewMatch))


async def shown(w: World) -> list[Listing]:
    """The lists after everything that happened."""
    await w.time.pass_by(ROUND_MS)
    return w.lobby.directory.tables().tables


async def test_an_open_seat_stands_in_the_list_until_somebody_takes_it(w: World) -> None:
    table = await made(w, **OPEN, settings={"level": "beginner"}, options={"rounds": 3}, pace="relaxed")
    assert table.seats["B"] is None, "who makes a table never gets the link of a stranger's seat"
    assert await shown(w) == [], "nobody waits there"
    reader = await w.reader(table, "A")
    (one,) = await shown(w)
    assert (one.id, one.place, one.names, one.open, one.level) == (table.id, "open", {"A": "Ann"}, ["B"], "beginner")
    assert (one.pace, one.changed, one.since) == ("relaxed", {"rounds": 3}, w.time.wall() - w.time.now() + 1000)
    w.lobby.leave(await w.link(table, "A"), reader)
    with pytest.raises(Problem, match="no such table"):  # who sits down meets somebody
        await handovers.join(w.lobby, table.id, bodies.SitDown("Bob"))
    assert await shown(w) == []
    await w.reader(table, "A")
    joined = await handovers.join(w.lobby, table.id, bodies.SitDown("Bob"))
    assert (joined.id, joined.seat, joined.name) == (table.id, "B", "Bob")
    link = await w.lobby.seat(joined.token)
    assert (link.key.match, link.key.role) == (table.id, "B")
    assert (await w.full(table, "A")).table.state == "running"
    assert await shown(w) == [], "its maker did not list it"


async def test_whoever_listens_gets_everything_and_then_only_changes_one_frame_a_round(w: World) -> None:
    first = await made(w, **OPEN, pace="days")
    ear = Reader()
    w.lobby.directory.join(ear)
    (full,) = ear.read()
    assert (full["type"], [one["id"] for one in full["tables"]]) == ("tables", [first.id])
    others = [await made(w, **OPEN, pace="days") for _ in range(5)]
    await handovers.join(w.lobby, first.id, bodies.SitDown("Bob"))
    await w.time.pass_by(ROUND_MS)
    (change,) = ear.read()
    assert (change["type"], change["version"], change["gone"]) == ("changed", full["version"] + 1, [first.id])
    assert {one["id"] for one in change["put"]} == {one.id for one in others}
    await w.time.pass_by(20 * ROUND_MS)
    assert ear.read() == [], "nothing is sent while nothing changes"
    w.lobby.directory.leave(ear)
    await made(w, **OPEN, pace="days")
    await w.time.pass_by(20 * ROUND_MS)
    assert ear.read() == []
    assert w.lobby.directory.listeners == 0


async def test_a_request_can_wait_for_a_change(w: World, client: httpx.AsyncClient) -> None:
    version = (await client.get("/api/tables")).json()["version"]
    waiting = asyncio.create_task(client.get("/api/tables", params={"since": version, "wait": 20_000}))
    await settle()
    table = await made(w, **OPEN, pace="days")
    await w.time.pass_by(2 * ROUND_MS)
    got = (await waiting).json()
    assert (got["version"], [one["id"] for one in got["tables"]]) == (version + 1, [table.id])
    assert w.lobby.directory.listeners == 0
    await w.time.pass_by(LASTING_MS)
    assert await shown(w) == [], "its owner comes no more"


# --- The tables of a host side by side: a card of each, what it waits for, and nothing on it that anybody may not see


GAME = "five-card-trick/gauntlet"


async def ask(client: httpx.AsyncClient, *tables: tuple[str, str], wait: int = 0) -> dict[str, Any]:
    body = {"tables": [{"key": key, "mark": mark} for key, mark in tables], "wait": wait}
    answer = await client.post("/api/overview", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_a_card_says_what_its_table_waits_for_from_the_first_seat_to_the_end(w: World, client: httpx.AsyncClient) -> None:
    body = {"variant": TOY, "seats": {"A": "friend", "B": "friend"}, "host": True, "settings": {"check_in": True}}
    made = (await client.post("/api/matches", json=body)).json()
    at = (made["host"], "")
    await w.time.pass_by(5_000)
    [one] = (await ask(client, at))["cards"]
    assert (one["state"], one["waits"], one["missing"], one["since"]) == ("waiting", ["A", "B"], "sit", 5_000)
    for seat, name in (("A", "Ann"), ("B", "Bob")):
        await client.post(f"/api/seats/{made['seats'][seat]}", json={"name": name})
    [one] = (await ask(client, at))["cards"]
    assert (one["waits"], one["missing"], one["names"]) == (["A", "B"], "ready", {"A": "Ann", "B": "Bob"})
    assert "svg" not in one
    for seat in "AB":
        await client.post(f"/api/seats/{made['seats'][seat]}/ready", json={})
    await w.time.pass_by(2_000)
    [one] = (await ask(client, at))["cards"]
    assert (one["state"], one["waits"], one["since"]) == ("running", ["A", "B"], 2_000)
    assert one["svg"].startswith("<svg")
    assert one["clocks"]["A"]["running"]
    await client.post(f"/api/seats/{made['seats']['A']}/submit", json={"ply": 1, "text": "bid 0"})
    [one] = (await ask(client, at))["cards"]
    assert (one["waits"], one["sealed"]) == (["B"], ["A"])
    await client.post(f"/api/hosts/{made['host']}/pause", json={})
    await w.time.pass_by(3_000)
    [one] = (await ask(client, at))["cards"]
    assert (one["waits"], one["paused"], one["since"]) == (["host", "B"], True, 3_000)
    await client.post(f"/api/seats/{made['seats']['B']}/resign", json={})
    [one] = (await ask(client, at))["cards"]
    assert (one["state"], one.get("waits", []), one["winner"]) == ("over", [], "A")
    assert "Bob" in one["ending"]
    assert "clocks" not in one


async def test_a_known_card_comes_again_only_if_something_on_it_has_changed_and_its_picture_only_if_that_has(
    w: World, client: httpx.AsyncClient
) -> None:
    one, other = [await w.match(GAME, settings={"untimed": True}) for _ in range(2)]
    keys = [str(one.host), str(other.host)]
    first = (await ask(client, *((key, "") for key in keys)))["cards"]
    assert [each["place"] for each in first] == [0, 1]
    known = [(key, each["mark"]) for key, each in zip(keys, first, strict=True)]
    assert await ask(client, *known) == {"cards": [], "gone": []}
    waiting = asyncio.create_task(ask(client, *known, wait=20_000))
    await settle()
    assert not waiting.done()
    await w.ask(other, "A", lambda room, seat: room.say(seat, "", "hello"))
    [changed] = (await waiting)["cards"]
    assert changed["place"] == 1
    assert "svg" not in changed, "talk changes no picture"
    await w.submit(other, "A", 0, "score grow")
    known[1] = (keys[1], changed["mark"])
    [changed] = (await ask(client, *known))["cards"]
    assert changed["svg"] != first[1]["svg"], "the lamp of a sealed submission"


async def test_links_that_open_nothing_or_are_no_hosts_are_gone_and_count_as_guesses(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match(GAME)
    tables = [(key, "") for key in ("x" * 22, str(made.seats["A"]), str(made.host), made.id)]
    answer = await ask(client, *tables, wait=20_000)
    assert answer["gone"] == [0, 1, 3]
    assert [one["place"] for one in answer["cards"]] == [2]
    for number in (0, 49):
        body = {"tables": [{"key": str(made.host)}] * number}
        assert (await client.post("/api/overview", json=body)).status_code == 422


async def test_no_answer_of_the_overview_holds_a_link_of_any_table(w: World, client: httpx.AsyncClient) -> None:
    tables = [await w.match(GAME, settings={"delay": 60}) for _ in range(12)]
    answer = await client.post("/api/overview", json={"tables": [{"key": str(made.host)} for made in tables]})
    assert len(answer.json()["cards"]) == 12
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(answer.content) / 4
    for made in tables:
        for token in (made.host, *made.seats.values()):
            assert str(token) not in answer.text
        full = await client.get(f"/api/hosts/{made.host}")
        assert not any(str(other.host) in full.text for other in tables if other is not made)
