"""The first table of a match, from the first entry of its log. A long past is played in slices, so that others need not wait."""

from __future__ import annotations

from dataclasses import dataclass, replace

from deathmatch.core.game import Resources
from deathmatch.match.rehearsal import Rehearsal
from deathmatch.server.table import entries
from deathmatch.server.table.table import Find, Table, set_up
from deathmatch.server.times import Slices
from deathmatch.server.vault import Vault


@dataclass(frozen=True, slots=True)
class Folding:
    """All that a log needs to become a table.

    Attributes:
        find: the variant of this name.
        resources: what live play asks besides the rules.
        vault: opens the secrets in the logs.
    """

    find: Find
    resources: Resources
    vault: Vault

    async def first(self, match: str, body: bytes) -> Table:
        """The table after the first entry."""
        made = entries.decode(body)
        assert isinstance(made, entries.Made), f"the log of {match} begins with {type(made).__name__}"
        table = set_up(match, entries.unsealed(made, match, self.vault), self.find, self.resources)
        if made.past:
            table = replace(table, rehearsal=Rehearsal(table.variant, table.game, table.past))
            slices = Slices()
            while table.rehearsal is not None and table.rehearsal.step():
                await slices.turn()
        return table
