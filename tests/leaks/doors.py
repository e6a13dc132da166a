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
from deathmatch.match.errors import LateError
from deathmatch.server.rooms import looks
from deathmatch.server.settings import Settings
from deathmatch.server.web.app import create_app
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.problems import Problem
from tests.server.kit import World, settle

LEFT_OUT = (
    "/stream",
    "/openapi.json",
    "/renew",
)  # the first has no end, and a reader gets the same frames; the framework makes up examples in the second; the last kills the link
LAST = ("/rematch", "/resign")  # tried last, because a resignation ends the match
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


def body(door: str, ply: int, text: str) -> dict[str, Any]:
    """A body that this door can read."""
    match door.rsplit("/", 1)[-1]:
        case "submit" | "deal":
            return {"ply": ply, "text": text}
        case "compose":
            return {"ply": ply, "prefix": []}
        case "away":
            return {"until": 1}
        case "ruling" | "effect":
            return {"ruling": "back", "reason": text, "event": 1_000_000}
        case "mark":
            return {"slot": "1", "text": "x"}
        case "sketch":
            return {"deal": text}
        case "qr":
            return {"link": "http://here/w/x"}
        case "overview":
            return {"tables": [{"key": "x" * 22}]}
        case "{name}" if "lexicons" in door:
            return {"word": "CAT"}
        case "matches":
            return {"variant": "none/none", "seats": {}}
        case "{key}":
            return {"name": "Eve"}
        case _:
            return {"text": text}


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
    told = [(await browser.post("/api/overview", json={"tables": [{"key": token} for _, token in held]})).text]
    for method, door in doors():
        if door.endswith("/resign") and not resign:
            continue
        for role, token in [*held, ("nobody", "nothing")] if "{" in door else [("anybody", "")] if thorough else []:
            path = re.sub(r"\{\w+(:\w+)?\}", token, door)
            if method == "POST":
                plies = (ply - 1, ply + 1) if thorough and "ply" in body(door, 0, "") else (ply + 1,)
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
