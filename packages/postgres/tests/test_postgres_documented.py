"""The commands of docs/postgresql.md as they stand there: set up, dumped while a server runs, and restored into another database."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from packages.postgres.tests.clusters import Cluster
from packages.postgres.tests.databases import contents
from packages.postgres.tests.test_working import started
from tools import setup

PAGE = Path(__file__).parents[1] / "docs" / "postgresql.md"
NAMES = ("deathmatch", "empty")
BODY = {"variant": "tile-joust/final", "seats": {"A": "me", "B": "friend"}, "name": "Ann", "settings": {"untimed": True}}


def commands(first: str) -> list[str]:
    """The commands of the page that begin with this word, without their comments."""
    lines = [line.split(" #")[0].strip() for line in PAGE.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line.startswith(f"{first} ")]


@pytest.fixture
def place(cluster: Cluster, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment in which the page's addresses name the tests' cluster."""
    programs = setup.postgres()
    assert programs is not None
    path = f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    yield {"PATH": path, "PGHOST": str(cluster.folder), "PGPORT": str(cluster.port), "PGUSER": "deathmatch", "DEATHMATCH_STORE": ""}
    for name in NAMES:
        cluster.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def command(line: str, folder: Path) -> list[str]:
    """A command of the page: its host is that of the environment, and its folders are in ours."""
    return shlex.split(line.replace("postgresql://HOST/", "postgresql:///").replace("/srv/", f"{folder}/"))


def done(line: str, folder: Path, place: dict[str, str]) -> None:
    """Have a command of the page done."""
    ran = subprocess.run(command(line, folder), cwd=folder, env=os.environ | place, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{line}: {ran.stdout}{ran.stderr}"


def table(client: httpx.Client) -> dict[str, Any]:
    """A match of two people."""
    made: dict[str, Any] = client.post("/api/matches", json=BODY).raise_for_status().json()
    client.post(f"/api/seats/{made['seats']['B']}", json={"name": "Bob"}).raise_for_status()
    return made


def polite(client: httpx.Client, method: str, path: str, **more: Any) -> httpx.Response:
    """The answer to a request, made again as long as the server says that there are too many."""
    while (answer := client.request(method, path, **more)).status_code == 429:
        time.sleep(0.05)
    return answer.raise_for_status()


def look(client: httpx.Client, made: dict[str, Any], seat: str = "A") -> dict[str, Any]:
    """What a seat sees."""
    return dict(polite(client, "GET", f"/api/seats/{made['seats'][seat]}", params={"moves": 1000, "pictures": "none"}).json())


def play(client: httpx.Client, made: dict[str, Any], submissions: int) -> None:
    """So many submissions, or all to the end."""
    for n in range(submissions):
        seat = "AB"[n % 2]
        full = look(client, made, seat)
        if full["table"]["state"] == "over":
            return
        if full.get("legal") and full["legal"]["moves"]:
            path = f"/api/seats/{made['seats'][seat]}/submit"
            polite(client, "POST", path, json={"ply": full["legal"]["ply"], "text": full["legal"]["moves"][0]})


def serve(folder: Path, place: dict[str, str], name: str) -> Any:
    """The page's server, on this database."""
    (line,) = [line for line in commands("deathmatch") if "serve" in line and line.endswith("--data /srv/deathmatch")]
    _, *words = command(line.replace("HOST/deathmatch", f"HOST/{name}"), folder)
    return started(*words, "--port", "0", "--no-warm", **place)


@pytest.mark.nightly
def test_a_dump_that_is_made_while_people_play_is_restored_with_everything_acknowledged_before(
    cluster: Cluster, place: dict[str, str], tmp_path: Path
) -> None:
    (create,), (dump,), (restore,) = commands("createdb"), commands("pg_dump"), commands("pg_restore")
    (migrate,) = [line for line in commands("deathmatch") if "migrate" in line]
    done(create, tmp_path, place)
    done(migrate, tmp_path, place)
    with serve(tmp_path, place, NAMES[0]) as (_, said), httpx.Client(base_url=f"http://{said.split('http://')[1].split('/')[0]}") as client:
        whole, half = table(client), table(client)
        play(client, whole, 500)
        assert look(client, whole)["table"]["state"] == "over"
        play(client, half, 6)
        record, before = client.get(f"/api/matches/{whole['id']}/record").text, look(client, half)
        dumping = subprocess.Popen(command(dump, tmp_path), cwd=tmp_path, env=os.environ | place)
        while dumping.poll() is None:
            play(client, half, 1)  # after the dump's moment, or before; both are right
            time.sleep(0.01)
        assert dumping.returncode == 0
        after = look(client, half)
    cluster.execute(f"CREATE DATABASE {NAMES[1]}")
    done(restore, tmp_path, place)
    old, new = contents(cluster.url(NAMES[0])), contents(cluster.url(NAMES[1]))
    assert set(old) == set(new)
    assert old["deathmatch_format"] == new["deathmatch_format"]
    with serve(tmp_path, place, NAMES[1]) as (_, said), httpx.Client(base_url=f"http://{said.split('http://')[1].split('/')[0]}") as client:
        assert client.get(f"/api/matches/{whole['id']}/record").text == record
        restored = look(client, half)
        assert before["version"] <= restored["version"] <= after["version"]
        assert restored["log"][: len(before["log"])] == before["log"]
        play(client, half, 500)
        assert look(client, half)["table"]["state"] == "over"
