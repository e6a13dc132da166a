"""The news of who is at a table, and of bots that are made ready: one message tells of all that changed within a moment."""

from __future__ import annotations

from deathmatch.core.seats import Seat
from deathmatch.server.rooms.audiences import Audiences
from deathmatch.server.rooms.shared import Shared

PRESENCE_MS = 300  # who came and went is told this much later


class Attendance:
    """Tells the readers of a table, and the other processes, that people came and went.

    Args:
        shared: the common parts of all rooms.
        match: the id of the table.
        audiences: its readers.
    """

    def __init__(self, shared: Shared, match: str, audiences: Audiences) -> None:
        self._shared = shared
        self._match = match
        self._audiences = audiences
        self._due = False
        self._stopped = False

    def changed(self) -> None:
        """Somebody came or went, or a connection became slower or faster: tell it soon, together with the others who do."""
        self._shared.others.tell(self._match)
        if not self._due and not self._stopped:
            self._due = True
            self._shared.time.later(max(PRESENCE_MS, self._audiences.readers), self._tell)  # seldom if it goes to thousands

    def making_ready(self, seat: Seat, compiled: int | None) -> None:
        """So many parts of the code of this seat's bot are compiled; None once it is ready."""
        if compiled is None:
            self._audiences.making_ready.pop(seat.value, None)
        else:
            self._audiences.making_ready[seat.value] = compiled
        self.changed()

    def stop(self) -> None:
        """Tell nothing more: the table has left memory."""
        self._stopped = True

    def _tell(self) -> None:
        self._due = False
        if not self._stopped:
            self._audiences.tell_presence()
