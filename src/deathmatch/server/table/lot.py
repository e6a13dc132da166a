"""The game of a table chosen by lot from a list of its host's: the fall, and the table after it. Everything here is pure."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from deathmatch.core.speech import mark, say
from deathmatch.match.dealer import allot
from deathmatch.server.table.commands import Now
from deathmatch.server.table.entries import Allotted
from deathmatch.server.table.handing import told
from deathmatch.server.table.table import Table
from deathmatch.server.wire.messages import LotGame, LotMessage

FALLEN = mark("The lot falls on {game}, {variant}.")


def fall_now(table: Table, now: Now) -> tuple[Allotted, ...]:
    """The fall of the lot, if it is due."""
    return (Allotted(now.at, now.wall, allot(table.dealer, len(table.choices))),) if table.lot_due else ()


def allotted(table: Table, entry: Allotted) -> Table:
    """The table after the lot has fallen: of the game that was chosen, as if it had been set up so."""
    variant, options, values, game, settings = table.choices[entry.place]
    made = msgspec.structs.replace(table.made, variant=variant.id, options=options)
    after = replace(table, made=made, variant=variant, values=values, game=game, settings=settings, allotted=entry.place)
    return told(after, FALLEN, {"game": variant.title, "variant": variant.name}, entry.wall)


def message(table: Table) -> LotMessage | None:
    """The lot as everybody is shown it; None at a table whose game was named."""
    if not table.choices:
        return None
    games = [LotGame(one.variant.id, say(one.variant.title), say(one.variant.name)) for one in table.choices]
    return LotMessage(games, 0 if table.allotted is None else table.allotted + 1)
