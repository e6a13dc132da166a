"""The pages that teach: lessons, and puzzles. They are the same for everybody; their script asks `web/lessons.py` for the steps."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from litestar import MediaType, Request, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from deathmatch import games
from deathmatch.core.game import Variant
from deathmatch.core.lessons import Lesson, LessonError
from deathmatch.core.scene import Scene
from deathmatch.core.speech import say
from deathmatch.server.web import book, guests, opponents, pages, previews, showcases
from deathmatch.server.web.lessons import Classroom, LessonInfo, infos, lesson_of, puzzles_of
from deathmatch.server.wire.problems import Problem

KEPT_PICTURES: Final = 64  # of some 30 KB
DAY_MS: Final = 86_400_000


@dataclass(frozen=True, slots=True)
class Shelf:
    """A game on an index page: its variants that have something to learn from, the first one as the main one."""

    game: str
    title: str
    still: str
    infos: tuple[LessonInfo, ...]


def _shelves() -> list[Shelf]:
    found = groupby(infos(), lambda info: info.variant.partition("/")[0])
    return [Shelf(game, games.variants(game)[0].title, showcases.shown(game).still, tuple(its)) for game, its in found]


def _of_puzzles(request: Request[Any, Any, Any]) -> bool:
    return request.url.path.startswith("/puzzles")


@get(["/learn", "/puzzles"], media_type=MediaType.HTML)
async def index(request: Request[Any, Any, Any]) -> Response[Any]:
    """Every lesson, or every collection of puzzles."""
    puzzles = _of_puzzles(request)
    shelves = await asyncio.to_thread(_shelves)
    preview = previews.of_lessons(previews.base_of(request), shelves[0].game, puzzles=puzzles) if shelves else None
    return pages.public_page(request, "shelf.html", shelves=shelves, puzzles=puzzles, preview=preview)


def _taught(game: str, name: str, puzzles: bool) -> tuple[Variant, Lesson] | None:
    """The lesson, or the puzzles, that an address names, and its variant; without a variant the first one that has any."""
    load = puzzles_of if puzzles else lesson_of
    try:
        named = [variant for variant in games.variants(game.lower()) if name in ("", variant.name)]
    except LookupError:
        return None
    return next(((variant, made) for variant in named if (made := load(variant)) is not None), None)


@lru_cache(maxsize=KEPT_PICTURES)
def _first(puzzles: bool, name: str) -> Scene | None:
    """The first picture: the page keeps its place free until the script has fetched it. None if the record has a fault."""
    try:
        return Classroom(puzzles, name, 0).scene
    except (LessonError, Problem):
        return None


@get([f"/{kind}/{{game:str}}{name}" for kind in ("learn", "puzzles") for name in ("", "/{name:str}")], media_type=MediaType.HTML)
async def lesson(request: Request[Any, Any, Any], game: FromPath[str], name: FromPath[str] = "") -> Response[Any]:
    """The lesson or the puzzles of a game, or of one of its variants."""
    puzzles = _of_puzzles(request)
    found = await asyncio.to_thread(_taught, game, name, puzzles)
    if found is None:
        return pages.missing(say("This page of puzzles does not exist") if puzzles else say("This lesson does not exist"))
    variant, made = found
    lessons = [] if puzzles else [info for info in await asyncio.to_thread(infos) if info.steps]
    own = [info for info in lessons if info.variant.startswith(f"{variant.game}/")]
    return pages.public_page(
        request,
        "learn.html",
        preview=previews.of_lesson(previews.base_of(request), variant, say(made.title), say(made.about), puzzles=puzzles),
        variant=variant,
        title=made.title,
        steps=len(made),
        first=await asyncio.to_thread(_first, puzzles, variant.id),
        puzzles=puzzles,
        bot=opponents.opponents(variant, guests.lobby_of(request).bots(variant)).weakest,
        others=[info for info in own if info.variant != variant.id],
        next=(lessons[lessons.index(own[-1]) + 1 :] + lessons)[0] if own else None,  # of the next game
        more=(lesson_of if puzzles else puzzles_of)(variant) is not None,
        things=await asyncio.to_thread(book.things, variant.game),
    )


def collections() -> list[tuple[str, int]]:
    """The variants with puzzles, and how many each has."""
    return [(info.variant, info.puzzles) for info in infos() if info.puzzles]


@get("/puzzles/today")
async def today(request: Request[Any, Any, Any]) -> Redirect:
    """The puzzle of the day, the same for everybody: each day the next collection of puzzles, and in it the next puzzle."""
    known = await asyncio.to_thread(collections)
    if not known:
        raise NotFoundException("there are no puzzles")
    day = guests.lobby_of(request).time.wall() // DAY_MS
    variant, number = known[day % len(known)]
    return Redirect(
        f"/puzzles/{variant}?n={1 + day // len(known) % number}&day={day}", status_code=303, headers={"Cache-Control": "no-store"}
    )


def router() -> Router:
    """All of them."""
    return Router("/", route_handlers=[index, today, lesson], include_in_schema=False)
