"""docs/api.md and docs/server.md say what is so."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from deathmatch.server.settings import FRAME_BYTES, Limits
from deathmatch.server.table import entries
from deathmatch.server.web import sockets
from deathmatch.server.web.doorman import LOUD
from deathmatch.server.wire.messages import kinds
from tests.server.kit import http, world

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


async def test_every_address_is_documented_and_every_documented_one_is_there(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as client:
        paths = (await client.get("/api/openapi.json")).json()["paths"]
    there = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert _documented() == there


def test_every_close_code_is_documented() -> None:
    for code in (
        sockets.BAD,
        sockets.MISSING,
        sockets.SILENT,
        sockets.SLOW,
        sockets.ELSEWHERE,
        sockets.FLOOD,
        sockets.AWAY,
        sockets.BROKEN,
        sockets.DAMAGED,
        1007,
        1009,
    ):
        assert str(code) in API
    assert str(FRAME_BYTES) in API


def test_every_kind_of_entry_is_documented() -> None:
    for kind in kinds(entries.Entry):
        assert f"`{msgspec.inspect.type_info(kind).tag}`" in SERVER


def test_the_bounds_in_the_docs_are_those_of_the_code() -> None:
    limits = Limits()
    for words in (
        f"{limits.frames.per_second:g} a second, {limits.frames.burst:g} at once",
        f"{limits.requests.per_second:g} a second, {limits.requests.burst:g} at once",
        f"{limits.files.per_second:g} a second, {limits.files.burst:g} at once",
        f"one in {1 / limits.matches.per_second:g} s, {limits.matches.burst:g} at once",
        f"one in {1 / limits.wrong_links.per_second:g} s, {limits.wrong_links.burst:g} at once",
        f"without a secret link | {limits.sockets_per_address} |",
        f"| {limits.connections_of_link}; a new one",
        f"| {limits.holders_per_address}; a new one",
        f"without a secret link | {limits.watchers_per_table} |",
        f"{limits.requests_of_link.per_second:g} a second, {limits.requests_of_link.burst:g} at once",
        f"{limits.sent_to_link.per_second / 1000:g} KB a second, {limits.sent_to_link.burst / 1e6:g} MB at once",
        f"{limits.frames_of_links.per_second:g} a second, {limits.frames_of_links.burst:g} at once",
        f"{limits.frames_spare.per_second:g} a second, {limits.frames_spare.burst:g} at once",
        f"{limits.requests_of_links.per_second:g} a second, {limits.requests_of_links.burst:g} at once",
        f"{limits.requests_spare.per_second:g} a second, {limits.requests_spare.burst:g} at once",
        f"{limits.sent_to_links.per_second / 1000:g} KB a second, {limits.sent_to_links.burst / 1e6:g} MB at once",
        f"{limits.sent_spare.per_second / 1000:g} KB a second, {limits.sent_spare.burst / 1e6:g} MB at once",
        f"{limits.answers_to_links.per_second / 1000:g} KB a second, {limits.answers_to_links.burst / 1e6:g} MB at once",
        f"{limits.answers_spare.per_second / 1000:g} KB a second, {limits.answers_spare.burst / 1e6:g} MB at once",
        f"count as {LOUD},",
        f"{limits.sent.per_second / 1000:g} KB a second, {limits.sent.burst / 1e6:g} MB at once",
        f"{limits.answers_to_link.per_second / 1000:g} KB a second, {limits.answers_to_link.burst / 1e6:g} MB at once",
        f"{limits.answers.per_second / 1000:g} KB a second, {limits.answers.burst / 1e6:g} MB at once",
        f"{limits.files_sent.per_second / 1e6:g} MB a second, {limits.files_sent.burst / 1e6:g} MB at once",
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
