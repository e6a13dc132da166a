"""What a request over HTTP can ask for: lean answers, pictures with their colours, legal moves; and how versions count."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from deathmatch.core import themes
from deathmatch.server.settings import Rate
from tests.server.kit import TOY, settle
from tests.server.test_api import begin


async def test_a_lean_answer_has_no_pictures_and_all_else(client: httpx.AsyncClient) -> None:
    made = await begin(client)
    at = f"/api/seats/{made['seats']['A']}"
    whole, lean = [(await client.get(at, params=asked)) for asked in ({}, {"pictures": "none"})]
    assert (await client.get(at, params={"pictures": "classes"})).json() == whole.json()
    assert (lean.json()["svg"], lean.json()["picture"]) == ("", "")
    assert {**lean.json(), "svg": "", "picture": ""} == {**whole.json(), "svg": "", "picture": ""}
    assert "legal" not in whole.json()
    assert len(lean.content) < len(whole.content) / 4
    await client.post(f"{at}/resign")
    looked = (await client.get(f"{at}/look", params={"ply": 0, "pictures": "none"})).json()
    assert (looked["svg"], looked["picture"]) == ("", "")


@pytest.mark.parametrize("theme", themes.THEMES)
async def test_a_picture_can_have_its_colours_in_it(client: httpx.AsyncClient, theme: str) -> None:
    made = await begin(client)
    at = f"/api/seats/{made['seats']['A']}"
    svg = (await client.get(at, params={"pictures": theme})).json()["svg"]
    assert f"<style>{themes.stylesheet(theme)}</style>" in svg
    assert "{A}" not in svg
    await client.post(f"{at}/resign")
    assert "<style>" in (await client.get(f"{at}/look", params={"ply": 0, "pictures": theme})).json()["svg"]


async def test_unknown_pictures_are_refused(client: httpx.AsyncClient) -> None:
    made = await begin(client)
    for path in ("", "/look"):
        answer = await client.get(f"/api/matches/{made['id']}{path}", params={"pictures": "oils", "ply": 0})
        assert answer.status_code == 422
        assert "pictures must be one of none, classes, light" in answer.json()["reason"]


async def test_the_seat_that_owes_gets_its_legal_moves_up_to_a_bound(client: httpx.AsyncClient) -> None:
    made = await begin(client, host=True)
    at = f"/api/seats/{made['seats']['A']}"
    counted = (await client.get(at, params={"moves": 0})).json()["legal"]
    listed = (await client.get(at, params={"moves": 1000})).json()["legal"]
    assert (counted["ply"], counted.get("moves")) == (0, None)
    assert counted["count"] == listed["count"] == len(set(listed["moves"])) > 1
    for text in listed["moves"]:
        assert text == text.strip() != ""
    assert "moves" not in (await client.get(at, params={"moves": counted["count"] - 1})).json()["legal"]
    for move in listed["moves"][-1:]:
        answer = await client.post(f"{at}/submit", json={"ply": 0, "text": move})
        assert answer.json()["text"] == move
    assert (await client.get(at, params={"moves": 5})).json()["legal"] is None  # it owes nothing now
    for path in (f"/api/matches/{made['id']}", f"/api/hosts/{made['host']}"):
        assert (await client.get(path, params={"moves": 5})).json()["legal"] is None


@pytest.mark.limits(frames=Rate(3, 0))
async def test_a_list_of_moves_counts_as_a_message(client: httpx.AsyncClient) -> None:
    made = await begin(client, variant=TOY)
    at = f"/api/seats/{made['seats']['A']}"
    answers = [await client.get(at, params={"moves": 5}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert (await client.get(at)).status_code == 200


async def test_since_is_the_last_version_that_one_has_and_ones_own_submission_is_one_more(client: httpx.AsyncClient) -> None:
    made = await begin(client)
    a, b = (f"/api/seats/{made['seats'][seat]}" for seat in "AB")
    known = (await client.get(a)).json()["version"]
    await client.post(f"{b}/submit", json={"ply": 0, "text": "score grow"})
    await client.post(f"{a}/submit", json={"ply": 0, "text": "claim grow"})
    at_once = (await asyncio.wait_for(client.get(a, params={"since": known, "wait": 20_000}), 5)).json()
    assert (at_once["version"], at_once["seen"]["ply"]) == (known + 2, 1)
    waiting = asyncio.create_task(client.get(a, params={"since": at_once["version"], "wait": 20_000}))
    await settle()
    assert not waiting.done()  # nothing is later than the version that it has
    await client.post(f"{b}/chat", json={"text": "hm"})
    assert (await waiting).json()["version"] == at_once["version"] + 1
