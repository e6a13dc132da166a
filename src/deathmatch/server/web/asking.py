"""Asking a room on behalf of HTTP or a WebSocket: whatever it does not do becomes a Problem."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from deathmatch.core.errors import Refusal
from deathmatch.match.match import Late
from deathmatch.server.rooms.lobby import Link, Lobby
from deathmatch.server.rooms.room import Room
from deathmatch.server.store.interface import StoreError
from deathmatch.server.wire import problems

T = TypeVar("T")


async def asked(lobby: Lobby, link: Link, ask: Callable[[Room], Awaitable[T]]) -> T:
    """Ask a room; whatever it does not do becomes a Problem."""
    try:
        return await lobby.within(link, ask)
    except Refusal as refusal:
        raise problems.by_the_rules(refusal) from None
    except Late as late:
        raise problems.conflict(late.reason) from None
    except StoreError:
        raise problems.Problem("the matches cannot be read now; try again in a moment", 503) from None
