"""Every door of a server, asked through given links: what somebody gets who tries everything. Doors come from the application itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import httpx
from msgspec import inspect

from deathmatch.core.errors import Refusal
from deathmatch.match.journal import LateError
from deathmatch.server.rooms import looks
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.problems import Problem
from tests.fuzz import storm
from tests.server.kit import World, settle

LEFT_OUT = (
    "/openapi.json",
    "/renew",
    "/hosts/{key}/seats",
    "/qr",
)
"""Not asked: examples that the framework makes up; what kills links (twice); and codes
of links, which know no table, and whose allowance follows the time of day."""
LAST = ("/leave", "/rematch", "/resign")  # tried last, because a resignation ends the match
SEASON = "season"  # the roles of its links begin so
QUERIES = ("", "?ply=0", "?ply=1&pictures=none", "?moves=40&pictures=light", "?since=0&wait=0")
VISIT = {"sec-fetch-dest": "document"}


@cache
def kinds() -> dict[tuple[str, str], Any]:
    """Method and address of every door, and the type that it reads."""
    return {(door.method, door.path): door.body for door in storm.doors(Path("nowhere")) if door.method}


@cache
def doors() -> list[tuple[str, str]]:
    """Method and address of every door that is asked."""
    asked = (one for one in kinds() if not one[1].endswith(LEFT_OUT))
    return sorted(asked, key=lambda one: (one[1].endswith(LAST), one[0], one[1]))


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
        commands: list[messages.Deal | messages.Submit | messages.Line] = [
            messages.Deal(at, tried[0]),
            *(messages.Submit(at, text) for text in tried),
        ]
        commands += [messages.Line(at, tried[0])] if role == "host" else []
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


async def hooked(browser: httpx.AsyncClient, host: str | None) -> None:
    """Have a match tell a webhook of each form, and one that waits until something is decided."""
    for form, sends in (("json", "all"), ("discord", "all"), ("discord", "resolved")):
        body = {"address": f"https://receiver.example/{form}", "format": form, "sends": sends, "mention": "<@&123456789012345678>"}
        (await browser.post(f"/api/hosts/{host}/webhooks", json=body)).raise_for_status()


async def looked(browser: httpx.AsyncClient, paths: Iterable[str]) -> list[bytes]:
    """What these addresses answer, with all headers."""
    answers = [(path, await browser.get(path)) for path in paths]
    return [f"{path} {answer.status_code} {sorted(answer.headers.items())} ".encode() + answer.content for path, answer in answers]


async def read_through(browser: httpx.AsyncClient, asked: Iterable[str], keys: Sequence[str], more: Iterable[str]) -> list[bytes]:
    """What is read at these addresses of the API with all their ends, in the replays and the news of these links, and elsewhere."""
    ends = ("", "/talks", "/look?ply=0", "/picture", "/record", "/dealing", "/review", "/receipts")
    replays = ("/r/KEY", "/r/KEY.png", "/r/KEY.gif", "/r/KEY.dm", "/api/replays/KEY/film")
    paths = [*(path + end for path in asked for end in ends), *(path.replace("KEY", key) for key in keys for path in replays), *more]
    news = await browser.post("/api/news", json={"since": dict.fromkeys(keys, 0)})
    return [*await looked(browser, paths), news.content]


def assert_alike(one: Sequence[object], other: Sequence[object]) -> None:
    """Two worlds told the same, line by line, so that a failure shows the first line that differs."""
    for mine, yours in zip(one, other, strict=True):
        assert mine == yours


# --- A body for every door that takes one, from the type that it reads: the door can read it, and mostly refuses it by its rules


VALUES: dict[str, Any] = {
    "address": "https://127.0.0.1/x",
    "archive": "QQ==",
    "confirm": "no",
    "credential": {},
    "face": "sun",
    "file": "QQ==",
    "format": "discord",
    "into": 98,
    "number": 99,
    "on": True,
    "open": False,
    "players": {},
    "prefix": [],
    "ruling": "back",
    "seat": "A",
    "seats": {"A": "me", "B": "friend"},
    "since": {"x" * 22: 0},
    "slot": "1",
    "tables": [{"key": "x" * 22}],
    "tie": True,
    "title": "",
    "to": "A",
    "until": 1,
    "variant": "none/none",
    "variants": [],
    "word": "CAT",
}
"""Of fields that take no text of a move."""
OPTIONAL = {"csv", "deal", "event", "format", "name", "number", "on", "prefix", "reason", "text", "tie", "whom"}
"""Fields that are filled in wherever they may be."""


def filled(kind: Any, text: str, **more: Any) -> dict[str, Any]:
    """A body or a message of this type with the fields that it must have, and some that it may have; `text` where it takes one."""
    about = cast("inspect.StructType", inspect.type_info(kind))
    values = {**VALUES, "deals": [text], **more}
    named = [field.encode_name for field in about.fields if field.required or field.encode_name in OPTIONAL]
    return {name: values.get(name, text) for name in named}


def body(door: str, ply: int, text: str) -> dict[str, Any] | None:
    """A body that this door can read; None for one that takes none."""
    kind = kinds()["POST", door]
    if kind is None:
        return None
    more = {
        "ply": 0 if door.endswith("/continue") else ply,
        "event": 1 if door.endswith("/instead") else 1_000_000,
        "name": "" if "/seasons/" in door or door.endswith("/continue") else "Eve",
    }
    return filled(kind, "x" if door.endswith("/mark") else text, **more)
