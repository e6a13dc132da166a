"""What a request over HTTP can ask for: lean answers, pictures with their colours, legal moves; and how versions count."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.core import themes
from deathmatch.server import tokens
from deathmatch.server.settings import Rate
from tests.server.kit import GAUNTLET, TOY, World, http, world

TWO = {"A": "me", "B": "friend"}


async def begin(client: httpx.AsyncClient, **wanted: Any) -> Any:
    """A match with Ann and Bob; the answer to its making."""
    made = (await client.post("/api/matches", json={"variant": GAUNTLET, "seats": TWO, "name": "Ann", **wanted})).json()
    sat = await client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})
    assert sat.status_code == 200
    return made


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"variant": "chess/blitz", "seats": TWO}, "unknown game chess"),
        ({"variant": GAUNTLET, "seats": {"A": "me"}}, "of A and of B"),
        ({"variant": GAUNTLET, "seats": {"A": "me", "B": "me"}}, "me (for one seat only)"),
        ({"variant": GAUNTLET, "seats": {"A": "me", "B": "bot:deep"}}, "bot:dummy"),
        ({"variant": GAUNTLET, "seats": TWO, "options": {"rounds": 0}}, "rounds must be a whole number from 1 to 99"),
        ({"variant": GAUNTLET, "seats": TWO, "options": {"hands": 3}}, "unknown option hands"),
        ({"variant": GAUNTLET, "seats": TWO, "options": {"rounds": 3, "ROUNDS": 4}}, "given twice"),
        ({"variant": GAUNTLET, "seats": TWO, "settings": {"delay": 9999}}, "delay must be 0 to 3600"),
        ({"variant": GAUNTLET, "seats": TWO, "name": "Ann", "nonce": "xyz"}, "32 hexadecimal digits"),
    ],
)
async def test_what_is_wrong_with_a_new_match_is_said_and_nothing_is_made(
    w: World, client: httpx.AsyncClient, body: dict[str, Any], words: str
) -> None:
    answer = await client.post("/api/matches", json=body)
    assert answer.status_code == 422
    assert words in answer.json()["reason"]
    assert w.store.matches == {}


async def test_every_wrong_link_gets_the_same_answer(client: httpx.AsyncClient) -> None:
    made = await begin(client, host=True)
    right = made["seats"]["A"]
    wrong = ["x", "A" * 22, right[:-1] + ("A" if right[-1] != "A" else "B"), made["id"], made["host"], right + "/", "%00"]
    answers = [await client.get(f"/api/seats/{link}") for link in wrong if link != right + "/"]
    answers += [await client.post(f"/api/seats/{link}/submit", json={"ply": 0, "text": "x"}) for link in wrong[:5]]
    assert {answer.status_code for answer in answers} == {404}
    assert {answer.json()["reason"] for answer in answers} == {"there is no such link"}
    assert (await client.get(f"/api/hosts/{right}")).status_code == 404
    assert (await client.get(f"/api/matches/{right}")).status_code == 404
    for page in (f"/s/{'A' * 22}", f"/h/{right}", "/w/nothing", "/nowhere"):
        answer = await client.get(page)
        assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (404, "text/html")


async def test_every_answer_has_the_headers_that_keep_pages_apart(client: httpx.AsyncClient) -> None:
    made = await begin(client)
    for path in ("/", "/api/games", f"/s/{made['seats']['A']}", f"/api/seats/{made['seats']['A']}", "/nowhere", "/api/seats/x"):
        headers = (await client.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        if path.startswith(("/s/", "/api/")):
            assert headers.get_list("cache-control") == ["no-store"]


async def test_a_page_of_another_site_can_do_nothing(client: httpx.AsyncClient) -> None:
    made = await begin(client)
    seat = f"/api/seats/{made['seats']['A']}"
    for origin in ("http://evil.example", "null", "http://here:81", "http://here.evil.example", "https://nowhere", "http://["):
        answer = await client.post(f"{seat}/resign", headers={"Origin": origin})
        assert answer.status_code == 403, origin
    assert (await client.post(f"{seat}/resign", headers={"Sec-Fetch-Site": "cross-site"})).status_code == 403
    assert (await client.get(seat)).json()["table"]["state"] == "running"
    assert (await client.post(f"{seat}/resign", headers={"Origin": "http://here"})).status_code == 200


@pytest.mark.limits(wrong_links=Rate(5, 1e-9), requests=Rate(30, 1e-9))
async def test_a_page_of_another_site_spends_none_of_its_visitors_guesses(client: httpx.AsyncClient) -> None:
    made = await begin(client)
    behind = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image"}
    for path in ("/s/", "/api/seats/"):
        for _ in range(8):
            assert (await client.get(f"{path}{tokens.new_token()}", headers=behind | {"Sec-Fetch-Dest": "document"})).status_code == 404
            assert (await client.get(f"{path}{tokens.new_token()}", headers=behind)).status_code == 403
    for kind in ("text/html", "application/json") * 20:
        answer = await client.get("/", headers=behind | {"Accept": kind})
        assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (403, kind)
    assert (await client.get(f"/api/seats/{made['seats']['A']}")).status_code == 200


async def test_a_bug_of_ours_is_said_to_be_one_and_tells_no_link(
    w: World, client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    made = await begin(client)
    w.store.put(made["id"], [*w.store.matches[made["id"]], b"rubbish"])
    await w.ask_to_go(made["id"])
    answer = await client.get(f"/api/seats/{made['seats']['A']}")
    assert (answer.status_code, "not your fault" in answer.json()["reason"]) == (500, True)
    shown = await client.get(f"/s/{made['seats']['A']}", headers={"Accept": "text/html"})
    assert (shown.status_code, "not your fault</h1>" in shown.text) == (500, True)
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith("httpx")]  # the client names what it asks for
    assert ours
    assert not any(made["seats"]["A"] in line for line in ours)


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


@pytest.mark.limits(frames=Rate(3, 0))
async def test_a_list_of_moves_counts_as_a_message(client: httpx.AsyncClient) -> None:
    made = await begin(client, variant=TOY)
    at = f"/api/seats/{made['seats']['A']}"
    answers = [await client.get(at, params={"moves": 5}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert (await client.get(at)).status_code == 200


# --- The list of a guest's own tables: the turn, the result, and a match that the guest wants to forget


async def test_a_guest_reads_whose_turn_it_is_since_when_and_how_it_ended(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as ann, http(w, tmp_path) as bob:
        body = {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann", "host": True}
        made = (await ann.post("/api/matches", json=body)).json()
        seat, host = (await ann.get("/api/me")).json()["matches"][::-1]
        assert (seat["role"], seat["state"], host["role"]) == ("A", "waiting", "host")
        await bob.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})
        await w.time.pass_by(5_000)
        for browser, role in ((ann, "A"), (bob, "B")):
            mine = (await browser.get("/api/me")).json()["matches"][-1]
            assert (mine["role"], mine["owes"], mine["since"]) == (role, "two cards", 5_000)
        await ann.post(f"/api/seats/{made['seats']['A']}/submit", json={"ply": 0, "text": "score grow"})
        (mine,) = [one for one in (await ann.get("/api/me")).json()["matches"] if one["role"] == "A"]
        assert "since" not in mine, "when the other player answers is nobody's business"
        await bob.post(f"/api/seats/{made['seats']['A']}/keep", json={})
        assert [(one["role"], "owes" in one) for one in (await bob.get("/api/me")).json()["matches"]] == [("A", False), ("B", True)]
        await bob.post(f"/api/seats/{made['seats']['B']}/resign", json={})
        (over,) = [one for one in (await ann.get("/api/me")).json()["matches"] if one["role"] == "A"]
        assert (over["state"], over["winner"], over["ending"], "score" in over) == ("over", "A", "Bob resigned.", False)


# --- What front ends in chats ask besides: news of many matches at once


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
    async with world() as w, http(w, tmp_path, wrong_links=Rate(5, 0)) as client:
        guesses = {"since": {f"{n:022}": 0 for n in range(10)}}
        assert (await client.post("/api/news", json=guesses)).status_code == 429
