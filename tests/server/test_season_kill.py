"""A server that is killed after each match of a series files each match once, and goes on with the next one."""

from __future__ import annotations

import json
import sqlite3
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server import tokens
from deathmatch.server.store.opening import store_file
from tests.server.kit import GAUNTLET
from tests.server.test_kill import server

BEST_OF = 15
PATIENCE_S = 60


def seat_of(client: httpx.Client, link: str, number: int) -> str:
    """The player's link of the match of this number in a series, alone or the first of its season, as soon as it is there."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        told: Any = client.get(f"/api/seasons/{link}").json()
        state = told["series"] or told["contests"][0]
        if len(told["matches"]) == number and state["seat"]:
            return str(state["seat"])
        time.sleep(0.05)
    raise AssertionError(f"match {number} did not come")


@pytest.mark.nightly
def test_a_series_over_a_server_that_is_killed_after_each_match(tmp_path: Path) -> None:
    made: Any = None
    needed = BEST_OF // 2 + 1
    for number in range(1, needed + 1):
        with server(tmp_path) as (process, address), httpx.Client(base_url=f"http://{address}", timeout=PATIENCE_S) as client:
            if made is None:
                wanted = {"players": {"A": "Ada", "B": "Ben"}, "variants": [GAUNTLET], "best_of": BEST_OF}
                made = client.post("/api/series", json=wanted).json()
            seats = {side: seat_of(client, link, number) for side, link in made["players"].items()}
            for seat in seats.values():
                assert client.post(f"/api/seats/{seat}", json={}).status_code == 200
            assert client.post(f"/api/seats/{seats['A']}/resign").status_code == 200
            process.kill()  # the end is acknowledged, and so on disk; nobody knows whether it has been filed
    with server(tmp_path) as (_, address), httpx.Client(base_url=f"http://{address}", timeout=PATIENCE_S) as client:
        told = client.get(f"/api/seasons/{made['viewer']}").json()
        assert (told["series"]["won"], told["series"]["winner"]) == ({"1": 0, "2": needed}, 2)
        assert len(told["matches"]) == needed
    with sqlite3.connect(store_file(tmp_path)) as db:
        bodies = db.execute("SELECT body FROM entries WHERE match = ?", (tokens.season_log(made["id"]),)).fetchall()
        assert db.execute("SELECT count(*) FROM matches").fetchone()[0] == needed + 1  # no table is left over
    kinds = Counter(json.loads(body)["kind"] for (body,) in bodies)
    assert kinds == {"season": 1, "enrolled": 2, "series": 1, "fixed": needed, "filed": needed}


@pytest.mark.nightly
def test_a_series_of_a_season_and_rulings_over_a_server_that_is_killed_after_each_of_them(tmp_path: Path) -> None:
    made: Any = None
    season: Any = None
    needed = 3
    for number in range(1, needed + 1):
        with server(tmp_path) as (process, address), httpx.Client(base_url=f"http://{address}", timeout=PATIENCE_S) as client:
            if made is None:
                season = client.post("/api/seasons", json={"title": "Autumn", "players": ["Ada", "Ben"]}).json()
                wanted = {"players": {"A": 1, "B": 2}, "variants": [GAUNTLET], "best_of": 2 * needed - 1}
                made = client.post(f"/api/seasons/{season['host']}/series", json=wanted).raise_for_status().json()
            seats = {side: seat_of(client, link, number) for side, link in made["players"].items()}
            for seat in seats.values():
                client.post(f"/api/seats/{seat}", json={}).raise_for_status()
            host = client.get(f"/api/seasons/{season['host']}").json()["matches"][-1]["links"]["host"]
            client.post(f"/api/seats/{seats['B']}/resign").raise_for_status()
            process.kill()  # nobody knows whether the end has been filed
        with server(tmp_path) as (process, address), httpx.Client(base_url=f"http://{address}", timeout=PATIENCE_S) as client:
            told = client.get(f"/api/seasons/{season['host']}").json()
            match = told["matches"][number - 1]
            assert (match["state"], match["players"][match["winner"]]) == ("over", 1)
            ruling = {"ruling": "back", "event": 1, "reason": "a link was lost"}
            client.post(f"/api/hosts/{host}/ruling", json=ruling).raise_for_status()
            client.post(f"/api/seats/{seats['A']}/resign").raise_for_status()
            process.kill()  # nobody knows whether the ruling has been filed
    with server(tmp_path) as (_, address), httpx.Client(base_url=f"http://{address}", timeout=PATIENCE_S) as client:
        told = client.get(f"/api/seasons/{season['viewer']}").json()
        assert (told["contests"][0]["won"], told["contests"][0]["winner"]) == ({"1": 0, "2": needed}, 2)
        assert [(row["player"], row["points"], row["played"]) for row in told["standings"]] == [(2, 1.0, 1), (1, 0.0, 1)]
