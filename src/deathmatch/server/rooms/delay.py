"""The spectator delay: watchers of a table see the value that it had some time ago."""

from __future__ import annotations

from deathmatch.server.table import entries
from deathmatch.server.table.entries import Entry
from deathmatch.server.table.roles import UNDELAYED
from deathmatch.server.table.table import Table


class Delay:
    """The table as watchers see it, and the values that they do not see yet: no entry is applied a second time for them.

    Attributes:
        shown: the table as watchers see it.
        late: whether this table has a delay at all.
    """

    def __init__(self, table: Table) -> None:
        self.shown = table
        self.late = table.delay > 0
        self._delay = table.delay
        self._behind: list[tuple[int, Entry, Table]] = []  # when watchers see it, the entry, and the table after it

    def hides(self, role: str) -> bool:
        """Whether this role sees the table later."""
        return self.late and role not in UNDELAYED

    def shown_to(self, role: str, table: Table) -> Table:
        """The table as this role sees it while it is really `table`."""
        return self.shown if self.hides(role) else table

    def add(self, entry: Entry, table: Table) -> None:
        """Add an entry that watchers see later, and the table after it. An entry without a moment of its own goes with the one before."""
        moment = entries.moment(entry)
        last = self._behind[-1][0] if self._behind else 0
        self._behind.append((last if moment is None else max(last, moment + self._delay), entry, table))

    def due(self) -> int | None:
        """The moment when watchers see the next entry; None if they have seen all."""
        return self._behind[0][0] if self._behind else None

    def step(self, now: int) -> list[Entry]:
        """Lets watchers see one more entry if its time has come; the past of a match, in several entries, at once."""
        added: list[Entry] = []
        while self._behind and self._behind[0][0] <= now and (not added or entries.goes_on(self._behind[0][1])):
            _, entry, self.shown = self._behind.pop(0)
            added.append(entry)
        return added
