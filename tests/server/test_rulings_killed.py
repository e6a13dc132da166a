"""A server that is killed while its host rules loses no ruling that it has acknowledged, and the record of the match replays."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.test_replay import run as command
from tests.server.test_kill import server

KILLS, RULINGS = 6, 4  # rulings before each kill
WHY = "a link was lost"

pytestmark = pytest.mark.nightly


class Desk:
    """A match over HTTP, with the links of all."""

    def __init__(self, client: httpx.Client, made: dict[str, Any]) -> None:
        self.client = client
        self.made = made

    def get(self, path: str) -> Any:
        return self.client.get(path).raise_for_status().json()

    def play(self, chance: random.Random) -> None:
        """Both seats answer the open question."""
        for token in self.made["seats"].values():
            seen = self.get(f"/api/seats/{token}/?pictures=none&moves=1000")
            if seen["legal"] is not None:
                body = {"ply": seen["seen"]["ply"], "text": chance.choice(seen["legal"]["moves"])}
                self.client.post(f"/api/seats/{token}/submit", json=body).raise_for_status()

    def rule(self, event: int) -> int:
        """The version of a ruling that takes the match back."""
        body = {"ruling": "back", "reason": WHY, "event": event}
        return int(self.client.post(f"/api/hosts/{self.made['host']}/ruling", json=body).raise_for_status().json()["version"])

    def shown(self) -> dict[str, Any]:
        """The match as each link shows it, without clocks and the people connected."""
        views = {}
        for name, path in {
            "A": f"seats/{self.made['seats']['A']}",
            "B": f"seats/{self.made['seats']['B']}",
            "host": f"hosts/{self.made['host']}",
        }.items():
            full = self.get(f"/api/{path}/?pictures=none")
            views[name] = {key: full[key] for key in ("version", "log")} | {
                "seen": {**full["seen"], "clocks": {}},
                "rulings": full["table"].get("rulings"),
            }
        return views


def test_acknowledged_rulings_survive_a_kill(tmp_path: Path) -> None:
    chance = random.Random(20)
    made: dict[str, Any] = {}
    before: dict[str, Any] = {}
    for _ in range(KILLS):
        with server(tmp_path) as (process, address), httpx.Client(base_url=f"http://{address}", timeout=20) as client:
            if not made:
                body = {"variant": "tile-joust/final", "seats": {"A": "friend", "B": "friend"}, "host": True, "pace": "days"}
                made = client.post("/api/matches", json=body).raise_for_status().json()
                for token in made["seats"].values():
                    client.post(f"/api/seats/{token}", json={"name": "Ann"}).raise_for_status()
            desk = Desk(client, made)
            assert not before or desk.shown() == before
            for _ in range(RULINGS):
                for _ in range(3):
                    desk.play(chance)
                places = desk.get(f"/api/hosts/{made['host']}/ruling")["places"]
                version = desk.rule(chance.choice(places[-2:])["event"])
                assert desk.get(f"/api/matches/{made['id']}?pictures=none")["version"] == version
                desk.client.post(f"/api/hosts/{made['host']}/resume").raise_for_status()
            desk.play(chance)
            before = desk.shown()
            process.kill()
    with server(tmp_path) as (_, address), httpx.Client(base_url=f"http://{address}", timeout=20) as client:
        desk = Desk(client, made)
        assert desk.shown() == before
        assert len(before["host"]["rulings"]) == KILLS * RULINGS
        desk.client.post(f"/api/seats/{made['seats']['A']}/resign").raise_for_status()
        record = desk.client.get(f"/api/hosts/{made['host']}/record").raise_for_status().text
    assert record.count("tag ruling back ") == KILLS * RULINGS
    (tmp_path / "match.dm").write_text(record)
    done = command("replay", "--json", "match.dm", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    last = json.loads(done.stdout.decode().splitlines()[-1])
    assert (last["public"]["over"], last["public"]["reason"]) == (True, "resign")
