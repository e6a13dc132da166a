"""A person leaves a table or a season for good: the log is rewritten on disk without the name, in one step.

A table leaves memory with it: its readers come again and get everything from the new log. So no picture, frame or delayed table that was
made before is served any more.
"""

from __future__ import annotations

import contextlib
import logging

from deathmatch.server.rooms.directory import Directory
from deathmatch.server.store.interface import Behind, Store, StoreError
from deathmatch.server.table import entries
from deathmatch.server.table.forgetting import Forget, forgotten, name_of
from deathmatch.server.wire import problems

log = logging.getLogger("deathmatch.rooms")

TRIES = 5  # to rewrite a log to which other processes add


async def rewrite(store: Store, directory: Directory, match: str, role: str, command: Forget, at: int, wall: int) -> bool:
    """Take the person of a role out of a table's log, and out of its row in the public lists; whether anything changed. Raises Problem."""
    try:
        for _ in range(TRIES):
            stored = await store.load(match)
            if stored is None:
                return False
            after = forgotten([entries.decode(body) for body in stored], role, at, wall, command.only)
            if after is None:
                return False
            listed = directory.nameless(match, role) if name_of(after, role) == role else None  # else somebody else has the seat now
            with contextlib.suppress(Behind):  # another process has added something
                await store.rewrite(match, len(stored), [entries.encode(entry) for entry in after], at, listed=listed)
                directory.keep(match, listed)
                directory.look_again()
                return True
    except StoreError as error:
        log.error("the log of %s was not rewritten: %s", match, error)
        raise problems.not_saved() from error
    raise problems.not_saved()
