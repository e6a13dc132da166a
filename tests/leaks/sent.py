"""A body for every door that takes one: the door can read it, and mostly refuses it by its rules. Nothing in it kills a link."""

from __future__ import annotations

from typing import Any

SEATS = {"A": "me", "B": "friend"}
NOBODY: dict[str, Any] = {"players": {}, "variants": []}

WHOLE: dict[str, dict[str, Any] | None] = {
    "/api/account": {"name": "Eve"},
    "/api/account/delete": {"confirm": "no"},
    "/api/account/discord": {"tie": True},
    "/api/account/discord/untie": None,
    "/api/account/enter": {"key": "x"},
    "/api/account/enter/options": None,
    "/api/account/enter/passkey": {"credential": {}},
    "/api/account/key": None,
    "/api/account/leave": {},
    "/api/account/name": {"name": "Eve"},
    "/api/account/passkeys": {"credential": {}},
    "/api/account/passkeys/options": None,
    "/api/account/passkeys/remove": {"id": "x"},
    "/api/account/peek": {"key": "x"},
    "/api/account/seasons": {"season": "x"},
    "/api/account/seasons/dismiss": {"season": "x"},
    "/api/lexicons/{name}": {"word": "CAT"},
    "/api/matches": {"variant": "none/none", "seats": {}},
    "/api/me/dismiss": {"id": "x"},
    "/api/news": {"since": {"x" * 22: 0}},
    "/api/overview": {"tables": [{"key": "x" * 22}]},
    "/api/seasons": {"title": ""},
    "/api/seasons/archive": {"archive": "QQ=="},
    "/api/seasons/{key}/choose": {"seat": "A"},
    "/api/seasons/{key}/cohosts": {"name": ""},
    "/api/seasons/{key}/describe": {},
    "/api/seasons/{key}/dismiss": {"number": 99},
    "/api/seasons/{key}/matches": {"players": {}, "variant": "none/none"},
    "/api/seasons/{key}/players": {"name": ""},
    "/api/seasons/{key}/rename": {"number": 99, "name": "x"},
    "/api/seasons/{key}/merge": {"number": 99, "into": 98},
    "/api/seasons/{key}/remove": {"number": 99},
    "/api/seasons/{key}/results": {"csv": "x"},
    "/api/seasons/{key}/series": NOBODY,
    "/api/seasons/{key}/strike": {"number": 99, "reason": "x"},
    "/api/series": NOBODY,
    "/api/hosts/{key}/webhooks": {"address": "https://127.0.0.1/x"},
    "/api/hosts/{key}/webhooks/{webhook}": {"on": True},
    "/api/hosts/{key}/webhooks/{webhook}/remove": None,
    "/api/hosts/{key}/webhooks/{webhook}/test": None,
}


def _ends(ply: int, text: str) -> dict[str, dict[str, Any] | None]:
    """The bodies of the other doors of a table or a record, by the end of their addresses."""
    return {
        "ready": None,
        "rematch": None,
        "resign": None,
        "pause": None,
        "resume": None,
        "submit": {"ply": ply, "text": text},
        "deal": {"ply": ply, "text": text},
        "compose": {"ply": ply, "prefix": []},
        "picture": {"ply": ply, "prefix": []},
        "away": {"until": 1},
        "call": {"face": "sun"},
        "ruling": {"ruling": "back", "reason": text, "event": 1_000_000},
        "effect": {"ruling": "back", "reason": text, "event": 1_000_000},
        "mark": {"slot": "1", "text": "x"},
        "mute": {"whom": "x"},
        "tell": {"to": "A", "text": text},
        "talk": {"open": False},
        "sketch": {"deal": text},
        "{key}": {"name": "Eve"},
        "film": {"record": text},
        "gif": {"record": text},
        "png": {"record": text},
        "review": {"record": text},
        "records": {"record": text},
        "instead": {"event": 1, "move": text},
        "continue": {"ply": 0, "seats": SEATS},
    }


def body(door: str, ply: int, text: str) -> dict[str, Any] | None:
    """A body that this door can read; None for one that takes none."""
    if door in WHOLE:
        return WHOLE[door]
    end = door.rsplit("/", 1)[-1]
    if door.startswith(("/api/lessons/", "/api/puzzles/")):
        return {"prefix": []} if end == "compose" else {"text": text}
    found = _ends(ply, text).get(end, {"text": text})
    return {**(found or {}), "record": text} if door.startswith("/api/records/") else found
