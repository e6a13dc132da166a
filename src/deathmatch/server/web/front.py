"""The front page and its pictures. Everything here is the same for everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from litestar import MediaType, Request, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from deathmatch import games
from deathmatch.core.bots import LEVELS
from deathmatch.core.game import Variant
from deathmatch.core.speech import cached_by_language, say, spoken
from deathmatch.core.themes import THEMES
from deathmatch.server.web import guests, learning, lessons, pages, previews, showcases
from deathmatch.server.web.opponents import Opponents, opponents

DAY = "public, max-age=86400"


@dataclass(frozen=True, slots=True)
class Card:
    """A game on the front page, with its variants in the book's order and their bots; `learn` leads to its lesson, else to its rules."""

    game: str
    title: str
    learn: str
    shown: showcases.Shown
    variants: Sequence[tuple[Variant, Opponents]]


@get("/", media_type=MediaType.HTML)
async def front_page(request: Request[Any, Any, Any]) -> Response[Any]:
    """The games, each with its picture, and the way to a first move."""
    lobby = guests.lobby_of(request)
    bots = tuple(tuple(lobby.bots(variant)) for variant in games.unled())
    return pages.public_text(request, await asyncio.to_thread(_front, bots, previews.base_of(request)))


@cached_by_language(maxsize=4)
def _front(bots: tuple[tuple[str, ...], ...], base: str) -> str:
    """The front page of a server at this address if the variants have these bots.

    The pictures take some 0.3 s the first time, so they are made off the event loop.
    """
    by_game: dict[str, list[tuple[Variant, Opponents]]] = {}
    for variant, names in zip(games.unled(), bots, strict=True):
        by_game.setdefault(variant.game, []).append((variant, opponents(variant, names)))
    cards = []
    for game, known in by_game.items():
        first, _ = known[0]
        learn = f"/{'rules' if lessons.lesson_of(first) is None else 'learn'}/{game}"
        cards.append(Card(game, first.title, learn, showcases.shown(game), known))
    named = tuple(dict.fromkeys(name for names in bots for name in names))
    shown = {"cards": cards, "levels": LEVELS, "bots": named, "puzzles": learning.collections()}
    return pages.templates().get_template("front.html").render(shown, preview=previews.of_front(base, cards[0].game))


@get("/film/{name:str}")
async def film(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """`GAME.json`: a finished match as pictures, for the card of a game."""
    return await pages.packed_json(request, await asyncio.to_thread(_made, showcases.film, name, ".json"), {"Cache-Control": DAY})


@get("/card/{name:str}")
async def card(name: FromPath[str]) -> Response[bytes]:
    """`GAME.png`: the picture of a game, for the previews of links."""
    png = await asyncio.to_thread(_made, showcases.card, name, ".png")
    return Response(png, media_type="image/png", headers={"Cache-Control": DAY})


def _made(make: Any, name: str, suffix: str) -> bytes:
    """The picture or film of a game under this file name; raises NotFoundException."""
    game = name.removesuffix(suffix)
    if not name.endswith(suffix) or game not in games.names():
        raise NotFoundException("there is no such picture")
    try:
        return bytes(make(game))
    except LookupError:
        raise NotFoundException("there is no such picture") from None


@get("/offline", media_type=MediaType.HTML)
async def offline() -> Response[str]:
    """The page that an installed site shows without a connection."""
    return pages.page("offline.html")


@get("/manifest.webmanifest")
async def manifest() -> Response[dict[str, Any]]:
    """The description with which a browser installs this site."""
    dark = THEMES["dark"].paints["ground"]
    sizes = [("192", "192", "any"), ("512", "512", "any"), ("mask", "512", "maskable")]
    icons = [
        {"src": f"/icon-{name}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose} for name, size, purpose in sizes
    ]
    body = {
        "id": "/",
        "name": "Deathmatch",
        "lang": spoken(),
        "description": say("Duels for two players, in the browser."),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": dark,
        "theme_color": dark,
        "icons": icons,
    }
    return Response(body, media_type="application/manifest+json", headers={"Cache-Control": "no-cache"})


def router() -> Router:
    """The front page and its pictures."""
    return Router("/", route_handlers=[front_page, film, card, offline, manifest], include_in_schema=False)
