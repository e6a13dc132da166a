"""The tables of a host side by side: a card of each, what it waits for, and nothing on it that anybody may not see."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from deathmatch.server.rooms.room import PRESENCE_MS
from tests.server.kit import TOY, World, settle

GAME = "five-card-trick/gauntlet"


async def ask(client: httpx.AsyncClient, *tables: tuple[str, str], wait: int = 0) -> dict[str, Any]:
    body = {"tables": [{"key": key, "mark": mark} for key, mark in tables], "wait": wait}
    answer = await client.post("/api/overview", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def card(client: httpx.AsyncClient, made: Any) -> dict[str, Any]:
    [one] = (await ask(client, (str(made.host), "")))["cards"]
    return dict(one)


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


async def test_a_deal_by_hand_waits_for_the_host(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match(TOY, settings={"by_hand": True})
    assert (await card(client, made))["waits"] == ["host"]


async def test_a_toss_waits_for_its_caller(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match("even-groups/standard", coin={"sets": "dmo", "caller": "B"})
    one = await card(client, made)
    assert (one["waits"], one["missing"]) == (["B"], "call")


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


async def test_a_player_who_comes_or_goes_is_told_of_at_once(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match(GAME, settings={"untimed": True})
    one = await card(client, made)
    assert "here" not in one
    known = (str(made.host), one["mark"])
    waiting = asyncio.create_task(ask(client, known, wait=20_000))
    await settle()
    await w.reader(made, "B")
    await w.time.pass_by(PRESENCE_MS + 1)
    await settle()
    [one] = (await waiting)["cards"]
    assert one["here"] == ["B"]
    assert "svg" not in one


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
