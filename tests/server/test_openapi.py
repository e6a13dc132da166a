"""The description of the API is whole: every operation, and the body of each answer."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from deathmatch.server.settings import FRAME_BYTES, Limits, Rate
from deathmatch.server.table import entries
from deathmatch.server.web import sockets
from deathmatch.server.web.doorman import LOUD
from deathmatch.server.wire.messages import kinds
from tests.limits import OPEN
from tests.server.kit import World, serving

SCHEMATHESIS = Path(sys.executable).parent / "schemathesis"
BODY = dict.fromkeys(("text", "slot", "name", "nonce", "word"), "") | {
    "ply": 0,
    "prefix": [],
    "deal": "deal",
    "variant": "none/none",
    "seats": {},
}


def refused(schema: Any, body: Any) -> None:
    """Whether a body is a Refused as it is described."""
    described = schema["components"]["schemas"]["Refused"]
    assert set(described["required"]) <= set(body) <= set(described["properties"])
    assert body["type"] == "refused"


async def test_every_answer_of_an_operation_is_described_with_its_body(w: World, client: httpx.AsyncClient) -> None:
    seen: set[int] = set()
    schema, again = [(await client.get("/api/openapi.json")).json() for _ in range(2)]
    assert schema == again
    made = await w.match()
    keys = [str(made.seats["A"]), str(made.host), made.watch, "nothing"]  # the last one opens nothing
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            for key in keys:
                at = path.format(key=key, name="none", game="five-card-trick", variant="gauntlet", at=0, webhook="none", digest="none")
                for answer in await ask(client, method, at, operation):
                    if answer.status_code == 405 and not key:
                        continue
                    described = operation["responses"].get(str(answer.status_code), operation["responses"]["default"])
                    assert answer.status_code >= 400 or str(answer.status_code) in operation["responses"], f"{method} {path}"
                    kind = answer.headers["content-type"].split(";")[0]
                    assert kind in {each.split(";")[0] for each in described["content"]}
                    seen.add(answer.status_code)
                    if answer.status_code >= 400:
                        refused(schema, answer.json())
    assert {200, 400, 403, 404, 409, 413, 415, 421, 422} <= seen


async def ask(client: httpx.AsyncClient, method: str, path: str, operation: Any) -> list[httpx.Response]:
    """The answers to a request that is well-formed, and to some that are not."""
    ask = client.get if method == "get" else client.post
    answers = [await ask(path, headers=headers) for headers in ({"sec-fetch-site": "cross-site"}, {"host": "evil.example"})]
    if "requestBody" not in operation:
        queries: tuple[dict[str, Any], ...] = ({}, {"since": "x", "ply": "x"}, {"ply": 0}, {"pictures": "loud", "ply": 0})
        return [*answers, *[await client.request(method, path, params={"wait": 0} | query) for query in queries]]
    sent: tuple[dict[str, Any], ...] = (
        {"json": {key: BODY[key] for key in BODY if key in required(operation)} or BODY},
        {"json": {"ply": 0, "text": "nonsense"}},
        {"json": {}},
        {"content": b"{", "headers": {"content-type": "application/json"}},
        {"content": b"x", "headers": {"content-type": "text/plain"}},
        {"content": b" " * (FRAME_BYTES + 1), "headers": {"content-type": "application/json"}},
    )
    return [*answers, *[await client.request(method, path, **one) for one in sent]]


def required(operation: Any) -> list[str]:
    """The fields of a body whose names are in its reference: submissions and texts."""
    name = str(operation["requestBody"])
    if "SubmitBody" in name or "DealBody" in name:
        return ["ply", "text"]
    return ["text"] if "ChatBody" in name or "AnnounceBody" in name else []


async def test_a_body_is_read_as_strictly_as_it_is_described(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match()
    for path, body, wrong in (
        ("mute", {"on": 0}, "on: Expected `bool`, got `int`"),
        ("seats", {"seat": "A", "substitute": 1}, "substitute: Expected `bool`, got `int`"),
        ("ruling", {"ruling": "time", "reason": "x", "seat": "A", "seconds": "5"}, "seconds: Expected `int`, got `str`"),
    ):
        answer = await client.post(f"/api/hosts/{made.host}/{path}", json=body)
        assert answer.status_code == 400
        assert wrong in answer.json()["reason"]
    whole = {"variant": "five-card-trick/gauntlet", "seats": {"A": "me", "B": "friend"}, "settings": {"listed": "true"}}
    assert "settings.listed: Expected `bool`" in (await client.post("/api/matches", json=whole)).json()["reason"]


CONFIG = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "422", "429"]  # 422: a text that fits the description, and that a rule refuses

[[operations]]
include-path-regex = "^/api/seats/"
parameters = {{ key = "{seat}" }}

[[operations]]
include-path-regex = "^/api/hosts/"
parameters = {{ key = "{host}" }}

[[operations]]
include-path-regex = "^/api/matches/"
parameters = {{ key = "{watch}" }}
"""


@pytest.mark.nightly
@pytest.mark.parametrize("links", ["right", "any"])
def test_schemathesis_finds_nothing(links: str, tmp_path: Path) -> None:
    with serving(tmp_path / "data", replace(OPEN, long_poll_ms=500)) as address:
        wanted = {"variant": "five-card-trick/gauntlet", "seats": {"A": "me", "B": "bot:random"}, "name": "Ann", "host": True}
        wanted["options"] = {"rounds": 99, "time_submit": 3600}
        made = httpx.post(f"http://{address}/api/matches", json=wanted).json()
        config = CONFIG.format(seat=made["seats"]["A"], host=made["host"], watch=made["watch"])
        (tmp_path / "schemathesis.toml").write_text(config if links == "right" else config.split("[[operations]]")[0])
        command = [str(SCHEMATHESIS), "--config-file", str(tmp_path / "schemathesis.toml"), "run", f"http://{address}/api/openapi.json"]
        options = ["--checks", "all", "--max-examples", "60", "--request-timeout", "60", "--no-color"]
        done = subprocess.run([*command, *options], capture_output=True, text=True, cwd=tmp_path, timeout=1800)
    assert done.returncode == 0, done.stdout.partition(" FAILURES ")[2].partition(" WARNINGS ")[0] + done.stderr[-2000:]
    tested = re.search(r"Tested: (\d+)", done.stdout)
    assert tested is not None
    assert int(tested[1]) >= 36


# --- docs/api.md and docs/server.md say what is so


DOCS = Path(__file__).parents[2] / "docs"
API = (DOCS / "api.md").read_text()
SERVER = (DOCS / "server.md").read_text()


def _documented() -> set[tuple[str, str]]:
    """Method and address of every row of the table."""
    routes = set()
    for method, cell in re.findall(r"^\| `(GET|POST) ([^|]+)\|", API, re.MULTILINE):
        first, *more = re.findall(r"`?(/[^`,\s]+)`?", cell)
        routes.add((method, first))
        routes.update((method, first.rsplit("/", 1)[0] + rest) for rest in more)
    return routes


async def test_every_address_is_documented_and_every_documented_one_is_there(w: World, client: httpx.AsyncClient) -> None:
    paths = (await client.get("/api/openapi.json")).json()["paths"]
    there = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert _documented() == there | {("GET", f"/{way}") for way in ("r/{key}.png", "r/{key}.gif", "r/{key}.dm", "w/{key}.png")}


def test_every_close_code_is_documented() -> None:
    names = ("BAD", "MISSING", "SILENT", "SLOW", "ELSEWHERE", "REPLACED", "FLOOD", "AWAY", "BROKEN", "DAMAGED")
    for code in (*(getattr(sockets, name) for name in names), 1007, 1009):
        assert str(code) in API
    assert str(FRAME_BYTES) in API


def test_every_kind_of_entry_is_documented() -> None:
    for kind in kinds(entries.Entry):
        assert f"`{msgspec.inspect.type_info(kind).tag}`" in SERVER


def told(rate: Rate) -> tuple[str, ...]:
    """The ways in which the docs put a rate: of things, of seldom things, and of bytes."""
    burst, each = rate.burst, rate.per_second
    things = f"{each:g} a second, {burst:g} at once", f"one in {1 / each:g} s, {burst:g} at once"
    return *things, f"{each / 1e3:g} KB a second, {burst / 1e6:g} MB at once", f"{each / 1e6:g} MB a second, {burst / 1e6:g} MB at once"


def test_the_bounds_in_the_docs_are_those_of_the_code() -> None:
    limits = Limits()
    for name in (one.name for one in fields(limits)):
        rate = getattr(limits, name)
        assert not isinstance(rate, Rate) or any(words in SERVER for words in told(rate)), name
    for words in (
        f"without a secret link | {limits.sockets_per_address} |",
        f"| {limits.connections_of_link}; a new one",
        f"| {limits.holders_per_address}; a new one",
        f"without a secret link | {limits.watchers_per_table} |",
        f"count as {LOUD},",
        f"answer to a ping | {limits.pong_ms // 1000} s |",
        f"that are not over | {limits.open_matches} |",
        f"matches between two bots | {limits.bots_alone} |",
        f"{limits.outbox_frames} frames or {limits.outbox_bytes // 1_000_000} MB",
        f"wait for one table | {limits.inbox}; spectators' messages wait only if fewer than {limits.inbox // 2} do",
        f"wait for the disk | {limits.writes} |",
        f"{limits.live_matches};",
        f"last {limits.ring} versions",
    ):
        assert words in SERVER, words
    assert f"at most {limits.long_poll_ms} ms" in API
