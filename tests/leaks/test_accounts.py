"""Whether a player has a key, with how many passkeys, tables and seasons, is nobody else's: all others get the same bytes at all doors.

Worlds differ in the key of seat A's player alone. The opponent has an account as well, whose history and list of tables are asked too.
"""

from __future__ import annotations

import logging
import secrets
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from deathmatch.server.wire import bodies
from tests import toy
from tests.hooks.receiver import Pigeon
from tests.leaks.alike import alike
from tests.leaks.doors import everything, links
from tests.leaks.pairs import Fixed, pairs
from tests.leaks.test_doors import FREE
from tests.server.authenticator import Authenticator
from tests.server.kit import GAUNTLET, http, settle, world
from tests.server.test_accounts import HERE, add, another, enter, new_key, options

PAIR = next(pairs(toy.VARIANTS[0], 1))
LATER = 100_000  # random bytes after those that a key may have used
NAME = "Zaphira Quill"
SETTINGS = {"listed": True, "publish": True, "kibitz": True}
TABLE = {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann", "host": True, "settings": SETTINGS}
OTHERS = ["B", "host", "watcher"]


async def live(ann: httpx.AsyncClient, secret: str) -> Authenticator:
    """What seat A's player does with a key; the passkey is in it in one world alone."""
    passkey = Authenticator(HERE, id=b"p" * 32)
    if secret == "nothing":
        return passkey
    key = await new_key(ann, "Ann")
    if secret == "much":
        assert (await add(ann, passkey)).status_code == 201
        for path, body in (
            ("seasons", {"title": NAME, "players": ["Ann", NAME]}),
            ("matches", {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": NAME}),
            ("account/name", {"name": NAME}),
            ("account/leave", {}),
            ("account/enter", {"key": key}),
        ):
            (await ann.post(f"/api/{path}", json=body)).raise_for_status()
    return passkey


async def told(secret: str, folder: Path, monkeypatch: pytest.MonkeyPatch, *, thorough: bool) -> list[bytes]:
    """All that the opponent, the host and spectators get, after a restart too; if `thorough`, at all doors, after the match as well."""
    async with world() as w, http(w, folder, pigeon := Pigeon(w.time.now), **FREE) as eve, another(eve) as ann:
        eve.base_url = ann.base_url = httpx.URL(HERE)
        made = await w.lobby.create(msgspec.convert(TABLE, bodies.NewMatch))
        hook = {"address": "https://receiver.example/json"}
        (await eve.post(f"/api/hosts/{made.host}/webhooks", json=hook)).raise_for_status()
        assert (await ann.get(f"/s/{made.seats['A']}")).status_code == 200
        await new_key(eve, "Eve")
        (await eve.post(f"/api/seats/{made.seats['B']}", json={"name": "Bob"})).raise_for_status()
        readers = [await w.reader(made, role) for role in OTHERS]
        passkey = await live(ann, secret)
        await w.time.pass_by(1_000)
        fixed = Fixed(PAIR)
        fixed.count = LATER
        monkeypatch.setattr(secrets, "token_bytes", fixed)
        for path, body in (("", {"name": "Ann"}), ("/chat", {"text": "good luck"}), ("/note", {"text": "a note"})):
            await ann.post(f"/api/seats/{made.seats['A']}{path}", json=body)
        await settle()
        stranger = Authenticator(HERE, id=passkey.id)
        asked: list[Any] = [await enter(eve, stranger.sign(await options(eve, "enter")))]
        asked += [await eve.get("/api/account/history"), await eve.get("/api/me"), await eve.get("/api/account")]
        out = [f"{each.status_code} {sorted(each.headers.items())} ".encode() + each.content for each in asked]
        for _ in range(2 if thorough else 0):  # a resignation is the last of it, so the second time is after the match
            out += [line.encode() for line in await everything(eve, links(made, OTHERS), 0, ("no move",), thorough=False)]
        await w.time.pass_by(3_000)
        out += pigeon.lines()
        for reader in readers:
            out += [b"reader", *reader.frames]
        later = await w.again()
        return [*out, *[repr(await later.full(made, role)).encode() for role in OTHERS]]


@pytest.mark.parametrize("names", [("much",), pytest.param(("key", "much"), marks=pytest.mark.nightly)])
async def test_nobody_else_can_tell_whether_a_player_has_a_key(
    names: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    worlds = {name: name for name in ("nothing", *names)}
    got = await alike(worlds, lambda secret: told(secret, tmp_path, monkeypatch, thorough=len(names) > 1), monkeypatch, caplog, PAIR)
    assert NAME.encode() not in got["much"]
    assert b"good luck" in got["much"]
    assert b"the passkey was not accepted" in got["much"]
    assert b'"link":"/s/' in got["much"], "the opponent's own history is there"
