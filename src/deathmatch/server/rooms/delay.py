"""The spectator delay: watchers of a table see the value that it had some time ago."""

from __future__ import annotations

from collections import deque

from deathmatch.server.table import entries
from deathmatch.server.table.apply import apply
from deathmatch.server.table.entries import Entry
from deathmatch.server.table.roles import UNDELAYED
from deathmatch.server.table.table import Table


class Delay:
    """The table as watchers see it, and the entries that they do not see yet.

    Attributes:
        shown: the table as watchers see it.
        late: whether this table has a delay at all.
    """

    def __init__(self, table: Table) -> None:
        self.shown = table
        self.late = table.delay > 0
        self._delay = table.delay
        self._behind: deque[tuple[int, Entry]] = deque()  # when watchers see it, and the entry

    def hides(self, role: str) -> bool:
        """Whether this role sees the table later."""
        return self.late and role not in UNDELAYED

    def add(self, entry: Entry) -> None:
        """An entry that watchers see later; those that have no moment of their own go with the one before them."""
        moment = entries.moment(entry)
        last = self._behind[-1][0] if self._behind else 0
        self._behind.append((last if moment is None else max(last, moment + self._delay), entry))

    def due(self) -> int | None:
        """When watchers see the next entry; None if they have seen all."""
        return self._behind[0][0] if self._behind else None

    def step(self, now: int) -> Entry | None:
        """Lets watchers see one more entry if its time has come."""
        if not self._behind or self._behind[0][0] > now:
            return None
        entry = self._behind.popleft()[1]
        self.shown = apply(self.shown, entry)
        return entry
