"""The chat of spectators among themselves, which the players read once the match is over. Everything here is pure.

Nothing of such a line reaches a seat before: it is no version of the table, it goes into no webhook and no record, and it does not push
lines of the other chat out of memory. The spectators, the host and the caster read it at once, however late they are shown the match.
"""

from __future__ import annotations

from dataclasses import replace

from deathmatch.core.seats import SEATS
from deathmatch.server.limits import CHAT_LINES
from deathmatch.server.table.entries import VERSIONED, Entry, Murmured, Muted
from deathmatch.server.table.roles import WATCHER
from deathmatch.server.table.table import Gallery, Table
from deathmatch.server.wire.bodies import TableSettings
from deathmatch.server.wire.messages import ChatLine


def counted(entry: Entry, settings: TableSettings) -> bool:
    """Whether everybody's version counts an entry; at a table with a gallery a mute would tell the players that somebody has written."""
    return isinstance(entry, VERSIONED) and not (settings.gallery and isinstance(entry, Muted))


def murmured(table: Table, entry: Murmured) -> Table:
    """The table after a line of the gallery."""
    line = ChatLine(entry.who, WATCHER, entry.text, entry.wall, by=entry.by, apart=True)
    before = table.gallery
    return released(replace(table, gallery=before._replace(held=(*before.held, line)[-CHAT_LINES:])))


def released(table: Table) -> Table:
    """The table, with all lines so far given to the players if the match is over. A ruling that reopens the match takes none back."""
    gallery = table.gallery
    if not table.over or not gallery.held:
        return table
    return replace(table, gallery=Gallery((*gallery.told, *gallery.held)[-CHAT_LINES:]))


def lines(table: Table, role: str) -> list[ChatLine]:
    """The lines of the gallery that a role may read now, the oldest first; `table` is the one without any delay."""
    told, held = table.gallery
    return list(told) if role in SEATS else [*told, *held][-CHAT_LINES:]


def chat(table: Table, now: Table, role: str) -> list[ChatLine]:
    """Everything that was written, as a role may read it, in order of time: `table` as the role is shown it, `now` as it is."""
    apart = lines(now, role)
    return sorted((*table.chat, *apart), key=lambda line: line.at) if apart else list(table.chat)
