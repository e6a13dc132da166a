"""The one way in which a table changes, live and at a restart alike: an entry makes the next value of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, assert_never

import msgspec

from deathmatch.core.game import Resources, Variant
from deathmatch.core.optional import Aid
from deathmatch.core.seats import SEATS
from deathmatch.core.words import PinnedWords
from deathmatch.match.journal import Submitted
from deathmatch.server.limits import CHAT_LINES, IDS
from deathmatch.server.table import entries
from deathmatch.server.table.coin import tossed
from deathmatch.server.table.entries import (
    Allotted,
    Called,
    Claimed,
    Closed,
    Entry,
    Forgotten,
    Handed,
    Heard,
    Inherits,
    Made,
    Marked,
    Moved,
    Murmured,
    Muted,
    Noted,
    Opened,
    Proposed,
    Readied,
    Reissued,
    Reminded,
    Renewed,
    Rested,
    Ruled,
    Said,
    Sat,
    Spoken,
    Tossed,
    Wished,
    Woken,
)
from deathmatch.server.table.gallery import counted, murmured, released
from deathmatch.server.table.handing import seated
from deathmatch.server.table.lot import allotted
from deathmatch.server.table.rest import rested
from deathmatch.server.table.roles import WATCHER
from deathmatch.server.table.table import Answered, Bound, Find, Table
from deathmatch.server.table.talks import spoken, taken_back, talked
from deathmatch.server.wire.bodies import TableSettings
from deathmatch.server.wire.messages import ChatLine

Steps: TypeAlias = Sequence[tuple[Entry, Table]]
"""Entries, each with the table after it."""

ENTRY_BYTES = 100  # an entry takes about so many beside its text


def set_up(match: str, made: Made, find: Find, resources: Resources) -> Table:
    """The table after its first entry."""
    variant = find(made.variant)
    values, game = variant.bind(made.options)
    settings = _settings(made.settings, variant)
    chosen_from = [(find(name), options) for name, options in made.lot]
    return Table(
        match,
        made,
        variant,
        values,
        game,
        settings,
        bytes.fromhex(made.seed),
        PinnedWords(resources, made.lists) if made.lists else resources,
        names={seat: bot.capitalize() for seat, bot in made.bots.items()},
        nonces=dict.fromkeys(made.bots, ""),
        choices=tuple([Bound(one, options, *one.bind(options), _settings(made.settings, one)) for one, options in chosen_from]),
    )


def apply(table: Table, entry: Entry) -> Table:
    """The table after one more entry."""
    if isinstance(entry, Moved):
        return _moved(table, entry)
    if isinstance(entry, Ruled):
        return _ruled(table, entry)
    if isinstance(entry, (Opened, Closed)):
        return talked(table, entry)
    if isinstance(entry, (Proposed, Rested, Woken, Reminded)):
        return rested(table, entry)
    version = table.version + counted(entry, table.settings)
    return replace(_after(table, entry), count=table.count + 1, version=version)


_Small: TypeAlias = (
    Muted
    | Made
    | Sat
    | Said
    | Murmured
    | Spoken
    | Noted
    | Marked
    | Heard
    | Wished
    | Inherits
    | Readied
    | Called
    | Tossed
    | Allotted
    | Handed
    | Forgotten
)


def _after(table: Table, entry: _Small) -> Table:
    match entry:
        case Muted() | Spoken() | Murmured():
            return _talked(table, entry)
        case Noted() | Marked() | Heard():
            return _kept(table, entry)
        case Allotted():
            return allotted(table, entry)
        case Called() | Tossed():
            return tossed(table, entry)
        case Readied() | Reissued() | Claimed() | Renewed() | Forgotten():
            return seated(table, entry)
        case Sat(seat=seat, name=name, nonce=nonce):
            return replace(table, names={**table.names, seat: name}, nonces={**table.nonces, seat: nonce})
        case Said(who=who, role=role, text=text, wall=wall, loud=loud, by=by):
            lines = (*table.chat, ChatLine(who, role, text, wall, loud=loud, by=by))[-CHAT_LINES:]
            return replace(table, chat=lines, written=_written(table, role, text))
        case Wished(seat=seat, heir=heir):
            return replace(table, wishes={**table.wishes, seat: heir}, heirs={**table.heirs, seat: heir})
        case Inherits(role=role, heir=heir, sealed=sealed):
            known = {**table.sealed, role: sealed} if sealed else table.sealed
            return replace(table, heirs={**table.heirs, role: heir}, sealed=known)
        case Made():
            raise AssertionError(f"{table.id} is made twice")
        case _:
            assert_never(entry)


def _talked(table: Table, entry: Muted | Spoken | Murmured) -> Table:
    if isinstance(entry, Muted):
        return replace(table, muted=table.muted | {entry.whom} if entry.on else table.muted - {entry.whom})
    if isinstance(entry, Murmured):
        return replace(murmured(table, entry), written=_written(table, WATCHER, entry.text))
    return replace(spoken(table, entry), written=_written(table, entry.role, entry.text))


def _kept(table: Table, entry: Noted | Marked | Heard) -> Table:
    role = entry.role
    if isinstance(entry, Heard):
        return replace(table, heard={**table.heard, role: (*table.heard.get(role, ()), entry.id)[-IDS:]})
    table = replace(table, written=_written(table, role, entry.text))
    if isinstance(entry, Noted):
        noted = {**table.noted, role: table.noted.get(role, 0) + 1}
        return replace(table, notes={**table.notes, role: entry.text}, noted=noted)
    mine = {slot: mark for slot, mark in table.marks.get(role, {}).items() if slot != entry.slot}
    mine |= {entry.slot: entry.text} if entry.text else {}
    return replace(table, marks={**table.marks, role: mine})


def _moved(table: Table, entry: Moved) -> Table:
    """The table after a move, made at once, because every submission makes one."""
    events = entries.events(entry)
    match = (table.match or table.new_match()).fold(events)
    version = table.version + 1
    answers = {event.seat.value: Answered(event.ply, event.text, version) for event in events if isinstance(event, Submitted)}
    ended_at = entries.moment(entry) if match.over is not None else None
    table = table if match.over is None else replace(table, talk=None, rest=None, proposed={})
    after = replace(table, count=table.count + 1, version=version, match=match, ended_at=ended_at, answers={**table.answers, **answers})
    return after if match.over is None else released(after)


def _ruled(table: Table, entry: Ruled) -> Table:
    """The table after a ruling. A match that goes on is over no more, and nobody has asked for the next one."""
    match = table.started_match.fold(entries.events(entry))
    version = table.version + 1
    ended_at = None if match.over is None else table.ended_at if table.over else entry.at
    standing = {seat.value: last for seat in SEATS if (last := match.last_answer(seat)) is not None}
    kept = {seat: Answered(last.ply, last.text, version) for seat, last in standing.items()}
    wishes = table.wishes if match.over is not None or table.next_match is not None else {}
    walls = (*table.walls, entry.wall)
    after = replace(table, count=table.count + 1, version=version, match=match, ended_at=ended_at, answers=kept, wishes=wishes, walls=walls)
    after = replace(after, rest=None, proposed={})  # the clocks may stand still all the same, until the host lets them run on
    after = after if table.talk is None or after.may_talk else replace(after, talk=None)
    return taken_back(table, released(after))


def _written(table: Table, role: str, text: str) -> dict[str, int]:
    return {**table.written, role: table.written.get(role, 0) + ENTRY_BYTES + len(text.encode())}


def _settings(kept: Mapping[str, Any], variant: Variant) -> TableSettings:
    """The settings as they are on disk, with the variant's own default if nobody has chosen."""
    aids = kept.get("aids", Aid.LOG.value)
    settings = TableSettings(**{**kept, "aids": aids if isinstance(aids, str) else Aid.LOG.value})  # it was yes or no, and meant nothing
    return msgspec.structs.replace(settings, publish=not variant.discreet) if settings.publish is None else settings
