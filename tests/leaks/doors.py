"""Every door of a server, asked through given links: what somebody gets who tries everything. Doors come from the application itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import httpx
from litestar import Litestar
from litestar.routes import HTTPRoute

from deathmatch.core.errors import Refusal
from deathmatch.match.journal import LateError
from deathmatch.server.rooms import looks
from deathmatch.server.settings import Settings
from deathmatch.server.web.app import create_app
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.problems import Problem
from tests.leaks.sent import body
from tests.server.kit import World, settle

LEFT_OUT = (
    "/stream",
    "/openapi.json",
    "/renew",
    "/hosts/{key}/seats",
    "/qr",
)
"""Not asked: what has no end, and a reader gets the same frames; examples that the framework makes up; what kills links (twice); and codes
of links, which know no table, and whose allowance follows the time of day."""
LAST = ("/leave", "/rematch", "/resign")  # tried last, because a resignation ends the match
SEASON = "season"  # the roles of its links begin so
QUERIES = ("", "?ply=0", "?ply=1&pictures=none", "?moves=40&pictures=light", "?since=0&wait=0")
VISIT = {"sec-fetch-dest": "document"}


@cache
def doors() -> list[tuple[str, str]]:
    """Method and address of every door."""

    def unopened(_: Settings) -> Any:
        raise AssertionError("nobody asks")

    app = cast("Litestar", create_app(Settings(Path("nowhere")), unopened).app)
    found = [route for route in app.routes if isinstance(route, HTTPRoute)]
    every = {(method, route.path_format) for route in found for method in route.methods if method in ("GET", "POST")}
    return sorted((one for one in every if not one[1].endswith(LEFT_OUT)), key=lambda one: (one[1].endswith(LAST), one[0], one[1]))


def links(made: bodies.MatchMade, roles: Sequence[str]) -> list[tuple[str, str]]:
    """Role and token of these roles."""
    tokens = {**made.seats, "host": made.host, "watcher": made.watch, **made.onlookers}
    return [(role, str(tokens[role])) for role in roles]


def address_of(door: str, role: str, token: str) -> str:
    """The address of a door with this link in it; the other parts of it are those of the first match or player of a season."""
    path = door.replace("{number}", "1").replace("{name}", "1.dm") if role.startswith(SEASON) else door
    return re.sub(r"\{\w+(:\w+)?\}", token, path)


def tried_by(door: str, held: Sequence[tuple[str, str]], *, thorough: bool) -> Sequence[tuple[str, str]]:
    """Who asks a door, and by which link. Links of seasons are tried where seasons are, and some links are no table's."""
    if "{" not in door:
        return [("anybody", "")] if thorough else []
    return [*((role, token) for role, token in held if not role.startswith(SEASON) or "season" in door), ("nobody", "nothing")]


async def everything(
    browser: httpx.AsyncClient, held: Sequence[tuple[str, str]], ply: int, tried: Sequence[str], *, thorough: bool, resign: bool = True
) -> list[str]:
    """All answers to those who hold these links: every door with every link, right or wrong for it.

    Args:
        browser: asks.
        held: role and link.
        ply: of the question that is open.
        tried: texts, all of them refused.
        thorough: whether each door is asked in several ways, and those without a link too.
        resign: whether the seats among them give up at last.
    """
    keys = [token for role, token in held if not role.startswith(SEASON)]
    told = [(await browser.post("/api/overview", json={"tables": [{"key": key} for key in keys]})).text]
    told.append((await browser.post("/api/news", json={"since": dict.fromkeys(keys, 0)})).text)
    for method, door in doors():
        if door.endswith("/resign") and not resign:
            continue
        for role, token in tried_by(door, held, thorough=thorough):
            path = address_of(door, role, token)
            if method == "POST":
                plies = (ply - 1, ply + 1) if thorough and "ply" in (body(door, 0, "") or {}) else (ply + 1,)
                answers = [await browser.post(path, json=body(door, at, text)) for at in plies for text in tried[: None if thorough else 1]]
            else:
                queries = QUERIES if thorough and "/api/" in door else QUERIES[1:2]
                answers = [await browser.get(path + query, headers=VISIT) for query in queries]
            told += [f"{role} {method} {door}: {each.status_code} {sorted(each.headers.items())} {each.text}" for each in answers]
    return told


async def errors(w: World, made: bodies.MatchMade, role: str, ply: int, tried: Sequence[str]) -> list[str]:
    """What a role is told through its WebSocket about this and that, all of it refused."""
    link = await w.link(made, role)
    room = await w.lobby.room(link)
    told = []
    for at in (ply - 1, ply + 1):
        commands: list[messages.Deal | messages.Submit] = [messages.Deal(at, tried[0]), *(messages.Submit(at, text) for text in tried)]
        for command in commands:
            try:
                told.append(repr(await w.lobby.act(link, command)))
            except (Problem, Refusal, LateError) as error:
                told.append(f"{type(error).__name__} {error}")
        try:
            told.append(repr(await looks.compose(room, role, at, [], "")))
        except (Problem, Refusal, LateError) as error:
            told.append(f"{type(error).__name__} {error}")
    await settle()
    return told
