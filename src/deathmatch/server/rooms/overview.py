"""A table as a host sees it among others: one card, made again only if something on it has changed."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from deathmatch.core.seats import SEATS
from deathmatch.core.speech import speaking
from deathmatch.server.rooms.audiences import Presence
from deathmatch.server.rooms.room import Room
from deathmatch.server.rooms.telling import Telling
from deathmatch.server.table.roles import HOST
from deathmatch.server.table.table import Table
from deathmatch.server.wire import bodies, frames
from deathmatch.server.wire.problems import Gone


async def card(room: Room, role: str, mark: str, wait: int) -> bodies.Card | None:
    """The card of a table as soon as its mark is another one than `mark`; None if it is the same after `wait` ms."""
    end = room.now() + wait
    known, _, painted = mark.rpartition(".")
    async with room.looking() as audiences:
        while known == _mark(table := audiences.shown(role), presence := audiences.presence(role)):
            left = end - room.now()
            if left <= 0:
                return None
            await audiences.heard(role, table.version, left)
            if room.closed:
                raise Gone
        audience = await audiences.of(role)
        table, presence = audiences.shown(role), audiences.presence(role)
        return _card(table, presence, audience.telling, room.now(), painted)


def _mark(table: Table, presence: Presence) -> str:
    """Two cards with the same mark show the same, clocks apart, which go on by themselves."""
    return f"{table.version}.{''.join(_here(table, presence))}"


def _here(table: Table, presence: Presence) -> list[str]:
    return [seat.value for seat in SEATS if seat.value in presence.here or seat.value in table.made.bots]


def _card(table: Table, presence: Presence, telling: Telling, now: int, painted: str) -> bodies.Card:
    """The card of a table; the picture is left out if it is the one that is known."""
    waits, missing = _waits(table)
    match = table.match
    with speaking(telling.language):
        made = bodies.Card(
            place=0,
            mark="",
            id=table.id,
            game=table.variant.game,
            variant="" if table.undecided else table.variant.name,
            title=table.title,
            state=table.state,
            names=table.shown_names,
            bots=dict(table.made.bots),
            ec=table.ec,
            here=_here(table, presence),
            waits=list(waits),
            vacant=sorted(table.vacant),
            missing=missing,
            since=max(0, now - (table.made.at if match is None else match.waiting_since)),
            next=table.next_match is not None,
        )
        svg = ""
        if match is not None:
            seen = match.seen(telling.eye, now)
            picture = telling.look(seen)
            svg = picture.svg()
            made.title_of_picture = frames.fill(picture.scene.title, telling.people)
            made.clocks = {} if match.over is not None else frames.clocks(seen)
            made.paused = seen.paused
            made.sealed = [seat.value for seat in seen.sealed]
        if (over := table.result) is not None:
            made.ending = frames.ending(over, table.variant, table.expected, table.story)
            made.winner = over.winner.value if over.winner is not None else ""
        paint = f"{crc32(svg.encode()):08x}"
        made.svg = "" if paint == painted else svg
        made.mark = f"{_mark(table, presence)}.{paint}"
        return made


def _waits(table: Table) -> tuple[Sequence[str], str]:
    """Whom the table waits for, and before the match for what."""
    match = table.match
    if table.over:
        return (), ""
    if match is not None:
        owing = [seat.value for seat in match.owing]
        return [*([HOST] if match.waits_for_host else []), *owing], ""
    if vacant := [seat.value for seat in SEATS if seat.value not in table.names]:
        return vacant, "sit"
    if table.made.coin and not table.face:
        return [table.made.caller], "call"
    return [seat.value for seat in SEATS if seat.value not in table.seats_ready], "ready"
