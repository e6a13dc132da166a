"""The page *Study*: a position that the reader chooses, with both optimal mixtures, and the solved figures of a game.

It works without a script: the choices are a form that is sent by GET, and the picture is part of the page. Positions are worked out by the
worker processes that review matches (`rooms/errands.py`); until one is there, the page says so and loads itself again.
"""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import groupby
from typing import Any, Final, cast

from litestar import MediaType, Request, Response, Router, get
from litestar.params import FromPath

from deathmatch import games
from deathmatch.bots.study import studied
from deathmatch.core.errors import OptionError, PluginError
from deathmatch.core.game import Variant
from deathmatch.core.speech import say
from deathmatch.core.studying import Control, Finding, Map, Study, read_all
from deathmatch.server.rooms.lobby import Lobby
from deathmatch.server.web import guard, guests, heat, maps, pages, previews
from deathmatch.server.wire.problems import Problem

WAIT_MS: Final = 1_500  # that a request waits for a position; then the page comes without it
MOST: Final = 64  # values in an address; all controls together have fewer


def studies() -> list[Variant]:
    """The variants that have something to study."""
    return [variant for variant in games.every() if variant.has("study")]


@get("/study", media_type=MediaType.HTML)
async def all_studies(request: Request[Any, Any, Any]) -> Response[Any]:
    """Every variant with something to study."""
    found = await asyncio.to_thread(studies)
    preview = previews.of_studies(previews.base_of(request), found[0].game) if found else None
    return pages.public_page(request, "studies.html", games=[list(own) for _, own in groupby(found, lambda one: one.game)], preview=preview)


@get("/study/{game:str}/{name:str}", media_type=MediaType.HTML)
async def study(request: Request[Any, Any, Any], game: FromPath[str], name: FromPath[str]) -> Response[Any]:
    """A position of a variant, by the choices in the address."""
    made = await asyncio.to_thread(_made, game, name)
    if made is None:
        return pages.missing(say("There is nothing to study here"))
    variant, position = made
    if not position.controls:
        return _page(request, variant, position, {})
    given = list(request.query_params.multi_items())
    try:
        if len(given) > MOST:
            raise OptionError(say("an address has at most {number} choices", number=MOST))
        chosen = read_all(position.controls, given)
        position.check(chosen)
    except OptionError as error:
        return _page(request, variant, position, _readable(position, given), error=error.reason, wrong=error.keys, status=400)
    admit = partial(guests.doorman_of(request).studies.enter, guard.address(request.scope))
    studies = cast("Lobby", request.app.state["lobby"]).studies
    try:
        found = await studies.of(variant.id, chosen, wait=WAIT_MS, admit=admit)
    except Problem as problem:
        answer = _page(request, variant, position, chosen, error=problem.reason, status=problem.status)
        answer.headers["Retry-After"] = "2"
        return answer
    return _page(request, variant, position, chosen, told=position.told(chosen), found=found, preparing=studies.preparing)


def _made(game: str, name: str) -> tuple[Variant, Study] | None:
    """A variant and its study; None if there is nothing."""
    try:
        variant = games.find(f"{game}/{name}")
        made = studied(variant)
    except (LookupError, PluginError):
        return None
    return None if made is None else (variant, made)


def _readable(position: Study, given: list[tuple[str, str]]) -> dict[str, str]:
    """The choices of a wrong address that can be read, for its form."""
    chosen = {control.key: control.default for control in position.controls}
    for control in position.controls:
        try:
            chosen |= read_all((control,), [pair for pair in given if pair[0] == control.key])
        except OptionError:
            continue
    return chosen


def _page(request: Request[Any, Any, Any], variant: Variant, position: Study, chosen: dict[str, str], **more: Any) -> Response[Any]:
    found: Finding | None = more.get("found")
    return pages.public_page(
        request,
        "study.html",
        status=more.get("status", 200),
        preview=previews.of_study(previews.base_of(request), variant),
        variant=variant,
        groups=_groups(position.controls, chosen),
        chosen=chosen,
        error=more.get("error", ""),
        wrong=more.get("wrong", ()),
        told=more.get("told", ()),
        found=found,
        rulings=position.rulings,
        preparing=more.get("preparing", False),
        picture=None if found is None else heat.picture(found),
        facts=[(each, maps.picture(each) if isinstance(each, Map) else None) for each in position.facts()],
    )


def _groups(controls: tuple[Control, ...], chosen: dict[str, str]) -> list[tuple[str, list[Control], bool]]:
    """The controls of the table, of A and of B, and whether anything is chosen there that is not as at the start."""
    groups: dict[str, list[Control]] = {}
    for control in controls:
        groups.setdefault("" if control.seat is None else control.seat.value, []).append(control)
    return [(seat, own, any(chosen[control.key] != control.default for control in own)) for seat, own in groups.items()]


def router() -> Router:
    """Both pages."""
    return Router("/", route_handlers=[all_studies, study], include_in_schema=False)
