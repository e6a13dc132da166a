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
    """The player's link of the match of this number, as soon as it is there."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        told: Any = client.get(f"/api/seasons/{link}").json()
        if len(told["matches"]) == number and told["series"]["seat"]:
            return str(told["series"]["seat"])
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
