"""Both hands at once, for the caster and the host of a table that was made so. Everything here is pure."""

from __future__ import annotations

from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.speech import say
from deathmatch.server.table.roles import CASTER, HOST
from deathmatch.server.table.table import Table
from deathmatch.server.wire import problems
from deathmatch.server.wire.frames import NO_PICTURES, Picture
from deathmatch.server.wire.hands import Hand


def check(table: Table, role: str) -> None:
    """Raises Problem unless this role sees both hands: only the caster and the host of a table that was made so."""
    if not table.settings.caster or role not in (CASTER, HOST):
        raise problems.forbidden(say("this table was made without a caster, so nobody sees both hands"))


def hands(table: Table, role: str, pictures: str, at: int) -> dict[str, Hand]:
    """The hand of each seat; none before the match begins. Raises Problem as `check` does."""
    check(table, role)
    return {} if table.match is None else {seat.value: _hand(table, seat, pictures, at) for seat in SEATS}


def _hand(table: Table, seat: Seat, pictures: str, at: int) -> Hand:
    """A sealed submission stays sealed: it is neither in the view of its seat nor among these fields."""
    seen = table.started_match.seen(seat, at)
    picture = Picture(table.picture(seen.view, seen.sealed), table.people)
    private = {key: value for key, value in (seen.private or {}).items() if key != "submitted"}
    return Hand(private, picture.svg(pictures), picture.text() if pictures != NO_PICTURES else "")
