"""Signing in with Discord, against a stand-in of its two addresses: by code, with PKCE and a state that only this browser has."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import httpx
import pytest
from typer.testing import CliRunner

from deathmatch.cli.main import app
from deathmatch.core import plugins
from deathmatch_discord.signing import DiscordClient, set_up
from tests.server.kit import World, http, world
from tests.server.test_accounts import another, new_key

SECRET = "s3cret-of-the-application"


@dataclass
class Discord:
    """Gives a code to each user who agrees, and takes it once, from the application with the right secret and verifier."""

    site: str = ""
    codes: dict[str, tuple[str, str]] = field(default_factory=dict)  # code -> digest of the verifier, user
    tokens: dict[str, str] = field(default_factory=dict)
    scopes: set[str] = field(default_factory=set)

    def agree(self, address: str, user: str) -> dict[str, str]:
        """A user agrees on Discord's page; what the browser brings back."""
        asked = dict(parse_qsl(urlsplit(address).query))
        assert (asked["response_type"], asked["client_id"], asked["code_challenge_method"]) == ("code", "123", "S256")
        assert asked["redirect_uri"] == "http://here/api/account/discord/back"
        self.scopes.add(asked["scope"])
        code = f"code-{len(self.codes)}"
        self.codes[code] = asked["code_challenge"], user
        return {"code": code, "state": asked["state"]}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head.split("\r\n")[1:])}
        body = (await reader.readexactly(int(headers.get("content-length", 0)))).decode()
        status, said = self.token(parse_qs(body)) if head.startswith("POST /api/oauth2/token ") else self.me(headers)
        packed = json.dumps(said).encode()
        writer.write(f"HTTP/1.1 {status} X\r\nContent-Length: {len(packed)}\r\nConnection: close\r\n\r\n".encode() + packed)
        await writer.drain()
        writer.close()

    def token(self, form: dict[str, list[str]]) -> tuple[int, Any]:
        digest, user = self.codes.pop(form["code"][0], ("", ""))
        proof = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"][0].encode()).digest()).rstrip(b"=").decode()
        if form["client_secret"] != [SECRET] or proof != digest or form["redirect_uri"] != ["http://here/api/account/discord/back"]:
            return 400, {"error": "invalid_grant"}
        self.tokens[f"token-{user}"] = user
        return 200, {"access_token": f"token-{user}", "token_type": "Bearer"}

    def me(self, headers: dict[str, str]) -> tuple[int, Any]:
        user = self.tokens.get(headers.get("authorization", "").removeprefix("Bearer "))
        return (200, {"id": user, "username": "zoe"}) if user else (401, {})


@contextlib.asynccontextmanager
async def discord(w: World) -> AsyncIterator[Discord]:
    there = Discord()
    server = await asyncio.start_server(there.serve, "127.0.0.1", 0)
    there.site = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    w.lobby.settings = replace(w.lobby.settings, sign_in={"discord": DiscordClient("123", SECRET, "http://here", there.site)})
    async with server:
        yield there


async def start(client: httpx.AsyncClient, **body: Any) -> str:
    answer = await client.post("/api/account/discord", json=body)
    assert answer.status_code == 200, answer.text
    assert SECRET not in answer.text + str(answer.headers)
    (cookie,) = answer.headers.get_list("set-cookie")
    assert {"httponly", "samesite=lax", "path=/api/account/discord/back"} <= {part.strip().lower() for part in cookie.split(";")}
    return str(answer.json()["address"])


async def back(client: httpx.AsyncClient, brought: dict[str, str]) -> str:
    """Where the browser lands."""
    answer = await client.get(
        "/api/account/discord/back", params=brought, headers={"sec-fetch-site": "cross-site", "sec-fetch-dest": "document"}
    )
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


async def test_discord_makes_a_key_and_opens_it_on_another_device(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as ann, another(ann) as other, discord(w) as there:
        assert (await ann.get("/api/account")).json()["offers"] == ["discord"]
        assert await back(ann, there.agree(await start(ann), "77")) == "/key"
        assert (await ann.get("/api/account")).json()["discord"]
        await ann.post("/api/account/name", json={"name": "Ann"})
        assert await back(other, there.agree(await start(other), "77")) == "/key"
        assert (await other.get("/api/account")).json()["name"] == "Ann"
        assert there.scopes == {"identify"}
        assert "token-77" not in str(w.store.table("accounts") + w.store.table("doors"))
        await ann.post("/api/account/discord/untie")
        await other.post("/api/account/leave", json={})
        await back(other, there.agree(await start(other), "77"))
        assert "name" not in (await other.get("/api/account")).json(), "a new key: the old one is not tied any more"


async def test_a_way_back_that_this_browser_did_not_begin_signs_nobody_in(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as ann, another(ann) as eve, discord(w) as there:
        foreign = there.agree(await start(eve), "66")
        assert await back(ann, foreign) == "/key#discord", "Eve's code in Ann's browser"
        own = there.agree(await start(ann), "77")
        assert await back(ann, {**own, "state": foreign["state"]}) == "/key#discord"
        await start(ann)
        assert (
            await back(ann, {"code": foreign["code"], "state": dict(parse_qsl(urlsplit(await start(ann)).query))["state"]})
            == "/key#discord"
        )
        assert await back(ann, {"error": "access_denied", "state": "x"}) == "/key#discord"
        address = await start(ann)
        w.time._now += 700_000
        assert await back(ann, there.agree(address, "77")) == "/key#discord", "too late"
        assert not (await ann.get("/api/account")).json()["open"]
        assert w.store.table("accounts") == []


async def test_a_key_is_tied_by_its_owner_alone_and_to_one_user(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as ann, another(ann) as eve, discord(w) as there:
        assert (await ann.post("/api/account/discord", json={"tie": True})).status_code == 403
        await new_key(ann, "Ann")
        address = await start(ann, tie=True)
        await ann.post("/api/account/leave", json={})
        assert await back(ann, there.agree(address, "77")) == "/key#discord", "nobody is signed in any more"
        await new_key(ann, "Ann")
        assert await back(ann, there.agree(await start(ann, tie=True), "77")) == "/key"
        await new_key(eve, "Eve")
        assert await back(eve, there.agree(await start(eve, tie=True), "77")) == "/key#discord", "this user opens Ann's key"
        assert not (await eve.get("/api/account")).json().get("discord")


async def test_a_server_that_is_not_set_up_offers_nothing(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path) as ann:
        assert (await ann.post("/api/account/discord", json={})).status_code == 403
        assert (await ann.get("/api/account/discord/back")).status_code == 403


def test_the_environment_names_the_application_and_loses_its_secret() -> None:
    given = {"DEATHMATCH_DISCORD_ID": "123", "DEATHMATCH_DISCORD_SECRET": SECRET}
    left = dict(given)
    client = set_up(left, ["http://here", "http://there"])
    assert client == DiscordClient("123", SECRET, "http://here")
    assert (left, set_up(left, [])) == ({}, None)
    assert SECRET not in repr(client)
    for environment, public in ((given, []), ({"DEATHMATCH_DISCORD_ID": "123"}, ["http://here"])):
        with pytest.raises(ValueError, match="DEATHMATCH_DISCORD_SECRET and --origin"):
            set_up(dict(environment), public)


def test_a_server_without_this_package_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "additions", dict)
    monkeypatch.setenv("DEATHMATCH_DISCORD_ID", "123")
    done = CliRunner().invoke(app, ["serve"])
    assert (done.exit_code, "pip install deathmatch-discord" in done.output) == (2, True)
