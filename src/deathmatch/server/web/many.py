"""Requests about many tables at once: their links are found and counted, and the first answers are waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from deathmatch.core.speech import say
from deathmatch.server.rooms.lobby import Link
from deathmatch.server.web.api import doorman_of, lobby_of
from deathmatch.server.web.doorman import NOBODY
from deathmatch.server.web.guard import address
from deathmatch.server.web.remembering import Asking
from deathmatch.server.wire import problems
from deathmatch.server.wire.problems import Problem

K = TypeVar("K", str, int)
T = TypeVar("T")
COUNTED = 10  # so many links count as one message


def counted(request: Asking, number: int, most: int) -> None:
    """A request about so many links; raises Problem if it has none or too many, or there were too many such requests."""
    if not 0 < number <= most:
        raise problems.wrong(say("since must have 1 to {most} links", most=most))
    doorman_of(request).message(address(request.scope), NOBODY, 1 + number // COUNTED)


async def found(request: Asking, keys: Mapping[K, str], door: Callable[[str], Awaitable[Link]]) -> dict[K, Link]:
    """The links that open something. Each of the others counts against the address of the request, as anywhere else. Raises Problem."""
    links: dict[K, Link] = {}
    for name, key in keys.items():
        try:
            links[name] = await door(key)
        except Problem as problem:
            if problem.status != 404:
                raise
            if not await doorman_of(request).may_guess(address(request.scope), lobby_of(request)):
                raise problems.too_many() from None
    return links


async def answers(looks: Mapping[K, Awaitable[T]], *, first: bool) -> tuple[dict[K, T], list[K]]:
    """The answers, and the names of the links that have died: of all these looks, or of the first that end.

    Raises Problem.
    """
    tasks = {name: asyncio.ensure_future(look) for name, look in looks.items()}
    there: dict[K, T] = {}
    gone: list[K] = []
    if not tasks:
        return there, gone
    try:
        done, _ = await asyncio.wait(tasks.values(), return_when=asyncio.FIRST_COMPLETED if first else asyncio.ALL_COMPLETED)
        for name, task in tasks.items():
            if task not in done:
                continue
            try:
                there[name] = task.result()
            except Problem as problem:
                if problem.status != 404:
                    raise
                gone.append(name)  # somebody has replaced it
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
    return there, gone
