"""The things in the inbox of a room: commands of people and of the server, and work that it does between two commands."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from deathmatch.core.catalogues import ENGLISH
from deathmatch.server.table.commands import SERVER, Command, Expire, Forget, Sender
from deathmatch.server.table.decide import Reply

Work: TypeAlias = Callable[[], Awaitable[None]]
"""Something that the task of a room does, and that is no command."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A command in the inbox.

    Attributes:
        at: when it came in.
        command: the verb and its values, or work.
        sender: who gives it.
        answer: takes the reply before any role is shown the effect of the command.
        done: the same reply, for the task that waits.
        language: the sender's, for a refusal.
    """

    at: int
    command: Command | Forget | Work
    sender: Sender
    answer: Callable[[Reply], None] | None
    done: asyncio.Future[Reply]
    language: str = ENGLISH


def own(at: int, command: Expire | Work) -> Letter:
    """A letter of the server to itself."""
    return Letter(at, command, SERVER, None, asyncio.get_running_loop().create_future())


def fail(letter: Letter, error: BaseException) -> None:
    """Tell the sender, if it still waits."""
    if not letter.done.done():
        letter.done.set_exception(error)
        letter.done.exception()  # seen, should nobody wait
