"""The list of a guest's own tables: the turn, the result, and a match that the guest wants to forget."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.server.kit import GAUNTLET, http, world


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


async def test_a_guest_forgets_a_match_and_the_match_goes_on(client: httpx.AsyncClient) -> None:
    body = {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann"}
    first, second = [(await client.post("/api/matches", json=body)).json() for _ in range(2)]
    assert [one["id"] for one in (await client.get("/api/me", params={"only": first["id"]})).json()["matches"]] == [first["id"]]
    assert (await client.post("/api/me/dismiss", json={"id": first["id"]})).json() == {"name": "Ann", "matches": []}
    assert [one["id"] for one in (await client.get("/api/me")).json()["matches"]] == [second["id"]]
    assert (await client.post("/api/me/dismiss", json={"id": "nothing"})).status_code == 200
    assert (await client.get(f"/api/seats/{first['seats']['A']}")).status_code == 200
