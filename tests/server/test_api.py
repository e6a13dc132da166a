"""What a request over HTTP can ask for: lean answers, pictures with their colours, legal moves; and how versions count."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.core import themes
from deathmatch.server import tokens
from deathmatch.server.settings import FRAME_BYTES, Rate
from tests.server.kit import GAUNTLET, TOY, World, http, world

TWO = {"A": "me", "B": "friend"}


async def begin(client: httpx.AsyncClient, **wanted: Any) -> Any:
    """A match with Ann and Bob; the answer to its making."""
    made = (await client.post("/api/matches", json={"variant": GAUNTLET, "seats": TWO, "name": "Ann", **wanted})).json()
    sat = await client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"})
    assert sat.status_code == 200
    return made


async def test_a_match_is_set_up_played_and_kept_over_plain_http(client: httpx.AsyncClient) -> None:
    made = await begin(client, options={"rounds": 3, "extension": "1"}, nonce="0f" * 16)
    a, b = (f"/api/seats/{made['seats'][seat]}" for seat in "AB")
    full = (await client.get(a)).json()
    assert full["table"]["names"] == {"A": "Ann", "B": "Bob"}
    step = (await client.post(f"{a}/compose", json={"ply": 0, "prefix": ["grow"]})).json()
    assert {choice["token"] for choice in step["choices"]} >= {"score", "claim"}
    accepted = await client.post(f"{a}/submit", json={"ply": 0, "text": "GROW+score"})
    assert (accepted.status_code, accepted.json()["text"]) == (200, "score grow")
    wrong = await client.post(f"{b}/submit", json={"ply": 0, "text": "score score"})
    assert (wrong.status_code, wrong.json()["rule"]) == (422, "five-card-trick R3")
    await client.post(f"{b}/submit", json={"ply": 0, "text": "claim steal"})
    late = await client.post(f"{b}/submit", json={"ply": 0, "text": "claim grow"})
    assert late.status_code == 409
    assert (await client.post(f"{a}/chat", json={"text": "well played"})).status_code == 200
    assert (await client.post(f"{a}/note", json={"text": "steals early"})).status_code == 200
    assert (await client.get(a)).json()["notes"] == "steals early"
    assert (await client.get(f"/api/matches/{made['id']}/record")).status_code == 409
    assert (await client.post(f"{b}/resign")).status_code == 200
    record = await client.get(f"/api/matches/{made['id']}/record")
    assert record.headers["content-type"].startswith("text/plain")
    assert "B resign" in record.text
    dealing = (await client.get(f"/api/matches/{made['id']}/dealing")).json()
    assert dealing["nonces"] == {"A": "0f" * 16, "B": ""}
    assert (await client.get(f"{a}/look", params={"ply": 1})).json()["private"]["seat"] == "A"
    for link in (a, b):
        assert (await client.post(f"{link}/rematch")).status_code == 200
    assert (await client.get(a)).json()["table"]["rematch"].startswith("/s/")


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


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"null", 400),
        (b'{"variant": 7}', 400),
        (b"\xff\xfe", 400),
        (b'{"variant": "\xff\xfe"}', 400),
        (b"x" * (FRAME_BYTES + 1), 413),
        (json.dumps({"variant": GAUNTLET, "seats": TWO, "colour": "red"}).encode(), 400),
        (b"[" * 5000, 400),
    ],
)
async def test_a_body_that_is_none_is_refused_in_words(client: httpx.AsyncClient, content: bytes, status: int) -> None:
    answer = await client.post("/api/matches", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == status
    assert set(answer.json()) == {"type", "about", "reason"}
    assert "Traceback" not in answer.text


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


async def test_this_browser_is_remembered_by_a_cookie_that_no_script_reads(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/me")).json() == {"name": "", "matches": []}
    answer = await client.post("/api/matches", json={"variant": GAUNTLET, "seats": TWO, "name": " Ann\u0000 ", "host": True})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    mine = (await client.get("/api/me")).json()
    assert mine["name"] == "Ann"
    assert [match["link"][:3] for match in mine["matches"]] == ["/h/", "/s/"]
    client.cookies.set("deathmatch", answer.cookies["deathmatch"][:-2] + "AA", domain="here.local")
    client.cookies.delete("deathmatch")
    client.cookies.set("deathmatch", "forged.cookie")
    assert (await client.get("/api/me")).json() == {"name": "", "matches": []}


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
    for _ in range(40):
        assert (await client.get("/", headers=behind)).status_code == 403
    assert (await client.get(f"/api/seats/{made['seats']['A']}")).status_code == 200


@pytest.mark.parametrize("kind", ["s", "w", "h"])
@pytest.mark.limits(wrong_links=Rate(5, 1e-9))
async def test_guessing_the_addresses_of_pages_ends_as_soon(client: httpx.AsyncClient, kind: str) -> None:
    answers = [await client.get(f"/{kind}/{tokens.new_token()}") for _ in range(8)]
    assert [answer.status_code for answer in answers] == [404] * 5 + [429] * 3
    assert "does not exist" in answers[0].text


async def test_what_cannot_be_saved_is_answered_as_such(w: World, client: httpx.AsyncClient) -> None:
    made = await begin(client)
    await client.get(f"/api/seats/{made['seats']['A']}")
    w.store.failing = True
    answer = await client.post(f"/api/seats/{made['seats']['A']}/submit", json={"ply": 0, "text": "score grow"})
    assert (answer.status_code, "could not be saved" in answer.json()["reason"]) == (503, True)
    assert (await client.post("/api/matches", json={"variant": GAUNTLET, "seats": TWO})).status_code == 503
    w.store.failing = False
    assert (await client.get(f"/api/seats/{made['seats']['A']}")).json()["seen"].get("sealed", []) == []


async def test_a_bug_of_ours_is_said_to_be_one_and_tells_no_link(
    w: World, client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    made = await begin(client)
    w.store.matches[made["id"]].append(b"rubbish")
    await w.ask_to_go(made["id"])
    answer = await client.get(f"/api/seats/{made['seats']['A']}")
    assert (answer.status_code, "not your fault" in answer.json()["reason"]) == (500, True)
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith("httpx")]  # the client names what it asks for
    assert ours
    assert not any(made["seats"]["A"] in line for line in ours)


async def test_the_description_names_every_address_and_loads_nothing_from_outside(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/openapi.json")
    assert answer.headers["content-type"].startswith("application/json")
    paths = answer.json()["paths"]
    for path in ("/api/matches", "/api/seats/{key}", "/api/seats/{key}/submit", "/api/matches/{key}/stream", "/api/hosts/{key}/pause"):
        assert path in paths
    for path in ("/api", "/api/swagger", "/api/redoc", "/schema", "/api/openapi.json/swagger"):
        assert (await client.get(path)).status_code == 404


# --- What a request over HTTP can ask for: lean answers, pictures with their colours, legal moves; and how versions count


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
        assert "owes" not in mine
        assert "since" not in mine, "when the other player answers is nobody's business"
        assert (await bob.get("/api/me")).json()["matches"][0]["owes"]
        await bob.post(f"/api/seats/{made['seats']['B']}/resign", json={})
        (over,) = [one for one in (await ann.get("/api/me")).json()["matches"] if one["role"] == "A"]
        assert (over["state"], over["winner"], over["ending"]) == ("over", "A", "Bob resigned.")
