"""A table after its seats were made ready or changed hands: the links that die, the names that change, and the lines that tell everybody.

A player's notes and marks are private to that person, and so is what the player and the host said to each other; a substitute starts
without them. Everything that the game has shown to the seat stays with the seat, and so does its talk with the onlookers.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from deathmatch.core.seats import SEATS
from deathmatch.core.speech import mark
from deathmatch.match.record import tidy
from deathmatch.server.limits import CHAT_LINES
from deathmatch.server.table.entries import Claimed, Forgotten, Handed, Readied, Reissued, Renewed
from deathmatch.server.table.roles import HOST, ticket
from deathmatch.server.table.table import Table
from deathmatch.server.wire.messages import ChatLine

TABLE = "table"
"""The role of the lines that the table itself writes. They stand there in English, and each reader gets them in their own language."""

SUBSTITUTE = "substitute"
"""The key of a tag of the record: a seat, the number of the question at which a substitute sat down there, and the substitute's name."""

LOST = mark("The host gave out a new link for seat {seat}. The old link is dead.")
SOUGHT = mark("The host gives seat {seat} to a substitute. The link of {name} is dead.")
OPENED = mark("{name} is back in seat {seat}, with the new link.")
TAKEN_OVER = mark("{name} plays in seat {seat} from now on, in place of {before}.")
PLAYER_DELETED = mark("The player in seat {seat} has deleted their name and messages.")
HOST_DELETED = mark("The host has deleted their name and messages.")
RENEWED = mark("{name} changed the link of seat {seat}.")
HOST_RENEWED = mark("The host changed the host's link.")


def seated(table: Table, entry: Readied | Handed | Forgotten) -> Table:
    """The table after one of these entries."""
    if isinstance(entry, Forgotten):
        return told(table, PLAYER_DELETED if entry.role in SEATS else HOST_DELETED, {"seat": entry.role}, entry.wall)
    if isinstance(entry, Readied):
        return replace(table, ready=table.ready | {entry.seat})
    seat = entry.seat
    after = replace(table, handed=table.handed + 1)
    match entry:
        case Reissued(key=key, substitute=substitute):
            after = _dead(after, seat)
            after = replace(after, keys={**after.keys, seat: "", ticket(seat): key}, vacant={**after.vacant, seat: substitute})
            facts = {"seat": seat, "name": table.people[seat]}
            return told(after, SOUGHT if substitute else LOST, facts, entry.wall)
        case Renewed(key=key):
            after = _dead(after, seat)
            after = replace(after, keys={**after.keys, seat: key})
            if seat == HOST:
                made = msgspec.structs.replace(table.made, onlookers=entry.onlookers)
                return told(replace(after, made=made, sealed={}), HOST_RENEWED, {}, entry.wall)
            return told(after, RENEWED, {"seat": seat, "name": table.people[seat]}, entry.wall)
        case Claimed():
            return _claimed(after, entry)


def _claimed(table: Table, entry: Claimed) -> Table:
    seat = entry.seat
    vacant = {other: sought for other, sought in table.vacant.items() if other != seat}
    after = replace(_dead(table, seat), keys={**table.keys, seat: entry.key, ticket(seat): ""}, vacant=vacant)
    if seat not in table.names:
        return after  # the entry that follows says who sits down
    facts = {"seat": seat, "name": entry.name, "before": table.people[seat]}
    if not table.vacant.get(seat):
        return told(after, OPENED, facts, entry.wall)
    after = replace(
        after,
        names={**after.names, seat: entry.name},
        notes={role: text for role, text in after.notes.items() if role != seat},
        marks={role: marks for role, marks in after.marks.items() if role != seat},
        talks={ends: talk for ends, talk in after.talks.items() if ends != (seat, HOST)},
        ready=after.ready - {seat},
    )
    if after.match is not None:
        header = after.match.header
        tag = (SUBSTITUTE, tidy(f"{seat} {after.match.ply} {entry.name}"))
        after = replace(after, match=replace(after.match, header=replace(header, tags=(*header.tags, tag))))
    return told(after, TAKEN_OVER, facts, entry.wall)


def _dead(table: Table, seat: str) -> Table:
    """The table once the link of a seat is dead: nothing follows from it any more for the next match."""
    return replace(
        table,
        wishes={role: wish for role, wish in table.wishes.items() if role != seat},
        heirs={role: heir for role, heir in table.heirs.items() if role != seat},
    )


def told(table: Table, text: str, facts: dict[str, str], wall: int) -> Table:
    """The table after it wrote a line of its own; `facts` fill the names in it."""
    return replace(table, chat=(*table.chat, ChatLine("", TABLE, text, wall, facts))[-CHAT_LINES:])
