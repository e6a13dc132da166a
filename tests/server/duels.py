"""What tests of duels that a host leads share: a duel set up over HTTP, lines of its host, and pictures."""

from __future__ import annotations

import base64
from io import BytesIO
from typing import Any

import httpx
from PIL import Image

FREE_TABLE = "free-table/standard"
PEOPLE: dict[str, dict[str, Any]] = {
    "A": {"name": "Ann", "role": "EC", "items": ["Joker", "Extra life"], "notes": "your ally is Cleo"},
    "B": {"name": "Bob", "role": "DMO"},
}
DUEL: dict[str, Any] = {
    "variant": FREE_TABLE,
    "seats": {"A": "friend", "B": "friend"},
    "host": True,
    "title": "Fifteen Points",
    "rules": "Bid.\nThe higher bid wins # a point.",
    "people": PEOPLE,
}


async def set_up(client: httpx.AsyncClient, *, sit: bool = True, **more: Any) -> dict[str, Any]:
    """The answer to a request for a duel; with `sit` both players sit down."""
    answer = await client.post("/api/matches", json=DUEL | more)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    for seat in "AB" if sit else "":
        (await client.post(f"/api/seats/{made['seats'][seat]}", json={})).raise_for_status()
    return made


async def line(client: httpx.AsyncClient, made: dict[str, Any], text: str) -> httpx.Response:
    """The host enters a line now."""
    ply = (await client.get(f"/api/hosts/{made['host']}?pictures=none")).json()["seen"]["ply"]
    return await client.post(f"/api/hosts/{made['host']}/line", json={"ply": ply, "text": text})


async def answer(client: httpx.AsyncClient, made: dict[str, Any], seat: str, text: str) -> httpx.Response:
    """A seat answers the question that is open."""
    key = made["seats"][seat]
    ply = (await client.get(f"/api/seats/{key}?pictures=none")).json()["seen"]["ply"]
    return await client.post(f"/api/seats/{key}/submit", json={"ply": ply, "text": text})


def image(kind: str = "PNG", size: tuple[int, int] = (40, 30), colour: str = "red", **how: Any) -> bytes:
    """The bytes of a picture."""
    file = BytesIO()
    Image.new("RGB", size, colour).save(file, kind, **how)
    return file.getvalue()


async def bring(client: httpx.AsyncClient, made: dict[str, Any], file: bytes) -> httpx.Response:
    """The host brings a picture."""
    return await client.post(f"/api/hosts/{made['host']}/picture", json={"file": base64.b64encode(file).decode()})


async def post(client: httpx.AsyncClient, made: dict[str, Any], file: bytes) -> str:
    """The host brings a picture and shows it; its digest."""
    digest = str((await bring(client, made, file)).raise_for_status().json()["digest"])
    (await line(client, made, f'picture {digest} "The board"')).raise_for_status()
    return digest
