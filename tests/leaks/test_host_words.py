"""What a host gives one player, or nobody yet, changes no byte of what anybody else gets: notes, words to one seat, cards, secret answers,
and a picture that is not posted. Every door of the server is tried with every other link, before and after the end, and webhooks listen.

A picture that is posted late for spectators cannot be told from one that is not there, by its address, its size or the time of an answer.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server.replays.orders import renewed
from deathmatch.server.wire import bodies
from tests.hooks.receiver import Pigeon
from tests.leaks.alike import alike
from tests.leaks.doors import everything, hooked, looked
from tests.leaks.test_doors import FREE
from tests.server import duels
from tests.server.duels import answer, bring, image, line, post, set_up
from tests.server.kit import World, http, world

Kept = Callable[[httpx.AsyncClient, dict[str, Any], int], Awaitable[None]]
"""Does in a duel what others must not learn; another thing in each world."""

SETTINGS = {"listed": True, "kibitz": True}
UNKNOWN = "0" * 64
TRIED = ("no move",)


async def words(client: httpx.AsyncClient, made: dict[str, Any], number: int) -> None:
    """Words to one player, and secret answers; a note is there from the beginning."""
    assert (await line(client, made, f'say A "{("yes", "a much longer hint, with a secret in it")[number]}"')).status_code == 200
    for kind, texts in (("number 0 300", "7 200"), ("some 0 2 red,green,blue", "none red"), ("text", '"no" "certainly"')):
        assert (await line(client, made, f'ask AB {kind} secret "Choose"')).status_code == 200
        assert (await answer(client, made, "A", texts.split(" ")[number])).status_code == 200
        assert (await answer(client, made, "B", texts.split(" ")[0])).status_code == 200


async def brought(client: httpx.AsyncClient, made: dict[str, Any], number: int) -> None:
    if number:
        assert (await bring(client, made, image(size=(200, 100)))).status_code == 201


KINDS: dict[str, tuple[Kept, tuple[str, ...]]] = {
    "words": (words, ("B", "watcher")),
    "picture": (brought, ("A", "B", "watcher")),
}
"""What is done, and who must not learn it."""


async def told(kind: str, number: int, folder: Path) -> list[bytes]:
    """All that the others get."""
    keep, others = KINDS[kind]
    async with world() as w, http(w, folder, pigeon := Pigeon(w.time.now), **FREE) as client:
        people = {**duels.PEOPLE, "A": {**duels.PEOPLE["A"], "notes": ("a", "something longer")[number] if kind == "words" else ""}}
        made = await set_up(client, settings=SETTINGS, people=people)
        await hooked(client, made["host"])
        keys = {**made["seats"], "watcher": made["watch"]}
        held = [(role, keys[role]) for role in others]
        readers = [await w.reader(_made(made), role) for role in others]
        await keep(client, made, number)
        await w.time.pass_by(2_000)
        ply = (await client.get(f"/api/matches/{made['watch']}")).json()["seen"]["ply"]
        out = [one.encode() for one in await everything(client, held, ply, TRIED, thorough=False, resign=False)]
        out += await looked(client, pictures(held, image(size=(200, 100))))
        assert (await line(client, made, 'end none "Enough."')).status_code == 200
        await w.time.pass_by(2_000)
        out += [one.encode() for one in await everything(client, held, ply, TRIED, thorough=False, resign=False)]
        for reader in readers:
            out += reader.frames
        again = await w.again()
        out += [repr(await again.full(_made(made), role)).encode() for role in others]
        return [*out, *pigeon.lines()]


def _made(made: dict[str, Any]) -> bodies.MatchMade:
    return bodies.MatchMade(made["id"], made["seats"], made["watch"], made["host"], made["onlookers"], "")


def pictures(held: list[tuple[str, str]], file: bytes) -> list[str]:
    """The addresses of a picture, and of one that is not there, under these links."""
    ways = {"A": "seats", "B": "seats", "host": "hosts", "watcher": "matches"}
    return [f"/api/{ways[role]}/{key}/picture/{digest}" for role, key in held for digest in (renewed(file).digest, UNKNOWN, "x")]


@pytest.mark.parametrize("kind", KINDS)
async def test_what_a_host_gives_one_player_or_nobody_yet_changes_nothing_for_all_others(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await alike({"one": 0, "other": 1}, lambda number: told(kind, number, tmp_path), monkeypatch, caplog)


@pytest.mark.parametrize("settings", [{"delay": 60}, {"behind": 1}, {"hidden": True}])
async def test_spectators_get_a_picture_with_the_state_that_shows_it(settings: dict[str, Any], w: World, client: httpx.AsyncClient) -> None:
    made = await set_up(client, settings=settings)
    digest = await post(client, made, image())
    (await line(client, made, 'ask A one yes,no "Go on?"')).raise_for_status()
    await w.time.pass_by(1_000)
    seen = await client.get(f"/api/seats/{made['seats']['A']}/picture/{digest}")
    assert (seen.status_code, seen.headers["content-type"], seen.headers["x-content-type-options"]) == (200, "image/png", "nosniff")
    assert seen.headers["cache-control"] == "private, max-age=31536000, immutable"
    for at in (digest, UNKNOWN):
        missing = await client.get(f"/api/matches/{made['watch']}/picture/{at}")
        assert (missing.status_code, missing.content) == (404, (await client.get(f"/api/seats/{'x' * 22}/picture/{at}")).content)
    (await answer(client, made, "A", "yes")).raise_for_status()
    (await line(client, made, 'end none "Enough."')).raise_for_status()
    await w.time.pass_by(61_000)
    late = await client.get(f"/api/matches/{made['watch']}/picture/{digest}")
    assert (late.status_code, late.content) == (200, seen.content)


async def test_only_the_host_sees_a_picture_before_it_is_posted_and_a_ruling_takes_none_back(w: World, client: httpx.AsyncClient) -> None:
    made = await set_up(client)
    digest = (await bring(client, made, image())).json()["digest"]
    ways = {"hosts": made["host"], "seats": made["seats"]["A"], "matches": made["watch"]}

    async def codes() -> dict[str, int]:
        return {way: (await client.get(f"/api/{way}/{key}/picture/{digest}")).status_code for way, key in ways.items()}

    assert await codes() == {"hosts": 200, "seats": 404, "matches": 404}
    (await line(client, made, f'picture {digest} "The board"')).raise_for_status()
    assert await codes() == dict.fromkeys(ways, 200)
    ruling = {"ruling": "back", "reason": "the wrong one", "event": 1}
    (await client.post(f"/api/hosts/{made['host']}/ruling", json=ruling)).raise_for_status()
    assert await codes() == dict.fromkeys(ways, 200)  # it has been seen
