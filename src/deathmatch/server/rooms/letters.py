"""What lies in the inbox of a room: commands of people and of the server, and the news that another process wrote to the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from deathmatch.core.catalogues import ENGLISH
from deathmatch.server.table.decide import Expire, Reply
from deathmatch.server.table.forgetting import Forget
from deathmatch.server.table.roles import SERVER, Command, Sender


@dataclass(frozen=True, slots=True)
class Fold:
    """The log may have more entries than the table in memory, or other ones."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A command in the inbox.

    Attributes:
        at: when it came in.
        command, sender: see there.
        answer: takes the reply before any role is shown the effect of the command.
        done: the same reply, for the task that waits.
        language: the sender's, for a refusal.
    """

    at: int
    command: Command | Forget | Fold
    sender: Sender
    answer: Callable[[Reply], None] | None
    done: asyncio.Future[Reply]
    language: str = ENGLISH


def own(at: int, command: Expire | Fold) -> Letter:
    """A letter of the server to itself."""
    return Letter(at, command, SERVER, None, asyncio.get_running_loop().create_future())


def fail(letter: Letter, error: BaseException) -> None:
    """Tell the sender, if it still waits."""
    if not letter.done.done():
        letter.done.set_exception(error)
        letter.done.exception()  # seen, should nobody wait
