"""The table as spectators see it: some seconds later, some decisions later, or not before its end.

Their view follows from the log and the time alone. So a server that was started again shows them the same, and a webhook that reads the log
comes to the same changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from deathmatch.match.journal import Submitted, TimedOut
from deathmatch.server.table import entries, play, roles
from deathmatch.server.table.entries import Entry
from deathmatch.server.table.table import Table


@dataclass(frozen=True, slots=True)
class _Held:
    """An entry that spectators do not see yet.

    Attributes:
        at: when it happened; one without a moment of its own goes with the entry before.
        decisions: how many decisions were complete after it.
        entry: see there.
        table: after it.
    """

    at: int
    decisions: int
    entry: Entry
    table: Table


class Delay:
    """The table as spectators see it, and the values that they do not see yet: no entry is applied a second time for them.

    Attributes:
        shown: the table as spectators see it.
        late: whether they see this table later than its players.
    """

    def __init__(self, table: Table) -> None:
        self.shown = table
        self.late = table.late
        self._settings = table.settings
        self._now = table  # after all entries
        self._at = table.made.at  # of the last entry that spectators see
        self._decisions = 0  # so many are complete
        self._held: list[_Held] = []

    def hides(self, role: str) -> bool:
        """Whether this role sees the table later."""
        return self.late and role not in roles.UNDELAYED

    def shown_to(self, role: str, table: Table) -> Table:
        """The table as this role sees it while it is really `table`."""
        return self.shown if self.hides(role) else table

    def moment(self, now: int) -> int:
        """The present moment for spectators. Decisions late, it is that of the last entry that they see."""
        return now - self.shown.delay if self.shown.delay else self._at

    def add(self, entry: Entry, table: Table) -> None:
        """Add an entry that spectators see later, and the table after it."""
        moment, before = entry.moment, self._held[-1].at if self._held else self._at
        self._decisions += _completed(entry, table)
        self._now = table
        self._held.append(_Held(before if moment is None else max(before, moment), self._decisions, entry, table))

    def due(self) -> int | None:
        """The moment from which spectators see the next entry; None if they have seen all, or if it waits for another entry."""
        return self._held[0].at + self.shown.delay if self._held and self._is_free(self._held[0]) else None

    def step(self, now: int) -> list[Entry]:
        """Let spectators see one more entry if they may; at once the past of a match in several entries, and a hidden match to its end."""
        due = self.due()
        if due is None or due > now:
            return []
        to_the_end = self.shown.covered
        added = [self._take()]
        while self._held and (to_the_end and self.shown.covered if self._settings.hidden else play.goes_on(self._held[0].entry)):
            added.append(self._take())
        return added

    def skip(self) -> None:
        """Spectators have seen all entries so far."""
        while self._held:
            self._take()

    def _is_free(self, held: _Held) -> bool:
        """Whether the next entry waits for none after it."""
        if self._now.over or held.table.match is None:
            return True
        if self._settings.hidden:
            return not self.shown.covered
        return held.decisions + self._settings.behind <= self._decisions

    def _take(self) -> Entry:
        held = self._held.pop(0)
        self._at = held.at
        hidden = self._settings.hidden and held.table.running
        self.shown = replace(held.table, match=None, covered=True) if hidden else held.table
        return held.entry


def _completed(entry: Entry, table: Table) -> int:
    """How many decisions are complete with this entry; a joint one counts once. Events of a ruling or of another match do not."""
    if not isinstance(entry, play.Moved) or table.match is None:
        return 0
    answered = {event.ply for event in entries.events(entry) if isinstance(event, (Submitted, TimedOut))}
    return sum(ply < table.match.ply for ply in answered)
