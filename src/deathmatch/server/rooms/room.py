"""Rooms: what can be asked of a match that is in memory. Every verb waits its turn, and returns once what it did is on disk."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from deathmatch.core.game import Explaining
from deathmatch.core.seats import SEATS, Seat
from deathmatch.match.journal import Event, Resigned
from deathmatch.match.position import RESIGN
from deathmatch.server import limits, tokens
from deathmatch.server.lexicons import BadLexicon, NoLexicon
from deathmatch.server.rooms.actor import CLOSE_TO, Actor, Shared
from deathmatch.server.rooms.audience import Reader
from deathmatch.server.rooms.seatbots import SeatBots, Thinker
from deathmatch.server.rooms.sketches import sketch
from deathmatch.server.store.interface import StoreError
from deathmatch.server.table import entries
from deathmatch.server.table.entries import Entry
from deathmatch.server.table.table import HOST, WATCHER, Table, inheritance
from deathmatch.server.wire import frames, messages, problems
from deathmatch.server.wire.bodies import Dealing, Links, Looked, Sketch
from deathmatch.server.wire.problems import Gone, Problem


class Room(Actor):
    """One match in memory. Anybody may call these at any time."""

    def __init__(self, shared: Shared, thinker: Thinker, table: Table, past: list[Entry]) -> None:
        self._bots = SeatBots(self, thinker)
        super().__init__(shared, table, past)

    def _settled(self, now: int) -> None:
        self._bots.wake(self._table, now)

    def _stop(self) -> None:
        self._bots.stop()

    # --- What people do

    async def _act(self, role: str, act: Callable[[int], tuple[Event, ...]], now: int) -> tuple[Event, ...]:
        if self._table.match is None:
            raise problems.conflict("the match has not begun; a seat is still free")
        events = act(now)
        if events:
            self._fold(entries.moved(events))
            await self._save(now)
        return events

    async def sit(self, role: str, name: str, nonce: str) -> int:
        """Somebody takes a seat; returns the version. The second one begins the match."""

        async def work(now: int) -> int:
            if role not in ("A", "B"):
                raise problems.forbidden("this link is not a seat's")
            if role in self._table.names:
                raise problems.conflict("this seat is taken already")
            self._fold(entries.Sat(now, role, name, nonce))
            await self._begin(now)
            await self._save(now)
            return self._table.version

        return await self._ask(work)

    async def _begin(self, now: int) -> None:
        if self._table.full and self._table.match is None:
            self._fold(entries.moved(self._table.referee.start(now)))

    async def begin(self) -> None:
        """Begin the match if both seats are taken already."""

        async def work(now: int) -> None:
            await self._begin(now)
            await self._save(now)

        await self._ask(work)

    async def submit(self, role: str, ply: int, text: str) -> messages.Accepted:
        """A seat answers what it was asked."""

        async def work(now: int) -> messages.Accepted:
            seat = _seat(role)
            try:
                events = await self._act(role, lambda at: self._table.referee.submit(seat, text, ply, at), now)
            except (NoLexicon, BadLexicon) as error:
                raise problems.Problem(f"{error}; only the host can fix this", 503) from None
            if any(isinstance(event, Resigned) for event in events):
                return messages.Accepted(ply, RESIGN)
            return messages.Accepted(ply, self._table.answers[role][1])  # now or before; an answer to another question is refused above

        return await self._ask(work)

    async def resign(self, role: str) -> int:
        """A seat gives up."""

        async def work(now: int) -> int:
            seat = _seat(role)
            await self._act(role, lambda at: self._table.referee.resign(seat, at), now)
            return self._table.version

        return await self._ask(work)

    async def pause(self, role: str, stop: bool) -> int:
        """The host stops the clocks, or lets them run on."""

        async def work(now: int) -> int:
            if role != HOST:
                raise problems.forbidden("only the host stops the clocks and lets them run")
            await self._act(role, lambda at: self._table.referee.pause(at) if stop else self._table.referee.resume(at), now)
            return self._table.version

        return await self._ask(work)

    async def deal(self, role: str, ply: int, text: str) -> int:
        """The host deals by hand, where the table is set up so."""

        async def work(now: int) -> int:
            if role != HOST:
                raise problems.forbidden("only the host deals")
            if not self._table.settings.by_hand:
                raise problems.conflict("nobody deals by hand at this table")
            await self._act(role, lambda at: self._table.referee.deal(text, ply, at), now)
            return self._table.version

        return await self._ask(work)

    async def say(self, role: str, who: str, text: str) -> int:
        """Somebody talks."""

        async def work(now: int) -> int:
            line = limits.clean(text, limits.CHAT_LETTERS)
            if not line:
                raise problems.wrong("a line of chat has at least one letter")
            table = self._table_for(role)()  # whether it is over yet, and which version this is, is told as the role knows it
            watching = role not in CLOSE_TO
            if watching and not table.settings.kibitz and not table.over:
                raise problems.forbidden("watchers may talk once the match is over")
            name = table.names.get(role) or limits.clean(who, limits.NAME_LETTERS) or role.capitalize()
            writer = WATCHER if watching else role
            self._room_to_write(writer)
            self._fold(entries.Said(now, self._shared.time.wall(), name, writer, line))
            await self._save(now)
            return self._table_for(role)().version

        return await self._ask(work)

    async def note(self, role: str, text: str) -> int:
        """A seat keeps notes for itself."""

        async def work(now: int) -> int:
            seat = _seat(role)
            kept = limits.clean(text, limits.NOTE_LETTERS, lines=True)
            if kept != self._table.notes.get(seat.value, ""):
                self._room_to_write(role)
                self._fold(entries.Noted(seat.value, kept))
                await self._save(now)
            return self._table.version

        return await self._ask(work)

    async def mark(self, role: str, slot: str, text: str) -> int:
        """A seat marks a place in the picture for itself."""

        async def work(now: int) -> int:
            seat = _seat(role)
            kept = limits.clean(text, limits.MARK_LETTERS)
            if self._table.match is None:
                raise problems.conflict("the match has not begun; a seat is still free")
            mine = self._table.marks.get(seat.value, {})
            view = self._table.referee.seen(seat, now).view
            if slot not in mine and not any(e.markable and e.slot == slot for e in self._table.picture(view).elements):
                raise problems.wrong(f"there is no place to mark of the name {limits.clean(slot, 60)}")
            if kept and slot not in mine and len(mine) >= limits.MARKS:
                raise problems.wrong(f"there are {limits.MARKS} marks already; take one away first")
            if kept != mine.get(slot, ""):
                self._room_to_write(role)
                self._fold(entries.Marked(seat.value, slot, kept))
                await self._save(now)
            return self._table.version

        return await self._ask(work)

    def _room_to_write(self, writer: str) -> None:
        """What is written is kept for ever, also what replaced it: there is an end to it."""
        if self._table.written[writer] >= self._shared.limits.written:
            raise problems.conflict("so much has been written at this table that no more is kept; the match itself goes on")

    async def wish(self, role: str, token: str) -> int:
        """A seat wants another match. Once both do, there is one."""

        async def work(now: int) -> int:
            seat = _seat(role)
            if not self._table.over:
                raise problems.conflict("the match is not over yet")
            if seat.value not in self._table.wishes:
                self._fold(entries.Wished(now, seat.value, tokens.digest(tokens.heir(token)).hex()))
                if self._table.next_match is not None:
                    try:
                        await self._shared.rematch(self._table)
                    except StoreError as error:
                        await self._reload()
                        raise problems.not_saved() from error
                await self._save(now)
            return self._table.version

        return await self._ask(work)

    # --- Looks

    async def contact(self, role: str, token: str) -> None:
        """Somebody came with a secret link: from it follows the link to a rematch, whose digest is kept."""
        if self._audience_knows(role):
            return

        async def work(now: int) -> None:
            table = self._table
            (await self._told(role)).token = token
            if table.next_match is not None:
                return  # it is made, with the links that were known
            for entry in inheritance(role, token, table.made.onlookers):
                if entry.role not in table.heirs or (entry.sealed and entry.role not in table.sealed):
                    self._fold(entry)
            with contextlib.suppress(Problem):  # a disk that is full keeps nobody from looking
                await self._save(now)

        await self._ask(work)

    def _audience_knows(self, role: str) -> bool:
        return role in self._audiences and self._audiences[role].token is not None

    async def join(self, role: str, reader: Reader, version: int) -> None:
        """A reader comes; frames go to it until it leaves."""

        async def work(now: int) -> None:
            if sum(len(audience.readers) for audience in self._audiences.values()) >= self._shared.limits.sockets_per_table:
                raise problems.too_many("too many look at this table already")
            (await self._told(role)).join(reader, version, self._moment(role, now), self._presence_for(role))
            self._presence()

        await self._ask(work)

    def leave(self, role: str, reader: Reader) -> None:
        """A reader went."""
        audience = self._audiences.get(role)
        if audience is None or reader not in audience.readers:
            return
        audience.leave(reader, self._shared.time.now())
        self._presence()
        self._ring()

    async def full(self, role: str) -> messages.Full:
        """Everything that this role may see."""

        async def work(now: int) -> messages.Full:
            return (await self._told(role)).full(self._moment(role, now), self._presence_for(role))

        return await self._ask(work)

    async def news(self, role: str, since: int, wait: int) -> messages.Full:
        """Everything that this role may see, as soon as it is more than version `since`, or after `wait` milliseconds."""
        end = self._shared.time.now() + wait
        self._waiting += 1
        try:
            while True:
                found = await self.full(role)
                left = end - self._shared.time.now()
                if found.version > since or left <= 0:
                    return found
                heard = self._news
                if found.version == self._table_for(role)().version:
                    await _first(heard.wait(), left)
                if self.closed:
                    raise Gone
        finally:
            self._waiting -= 1
            self._ring()

    async def compose(self, role: str, ply: int, prefix: list[str], slot: str = "") -> messages.Step:
        """What may come after these tokens; raises a Refusal where a rule has something against the place `slot`."""

        async def work(now: int) -> messages.Step:
            seat = _seat(role)
            if self._table.match is None:
                raise problems.conflict("the match has not begun; a seat is still free")
            if ply != self._table.match.ply:
                raise problems.conflict(f"question {self._table.match.ply} is open now, not {ply}")
            seen = self._table.match.seen(seat, now)
            if seen.decision is None:
                raise problems.conflict("nothing is asked of this seat now")
            if slot and isinstance(seen.decision, Explaining) and (why := seen.decision.why_not(tuple(prefix), slot)) is not None:
                raise why
            step, people, change = seen.decision.compose(tuple(prefix)), self._table.people, None
            if step.view is not None:
                before, then = [frames.Picture(self._table.picture(view, seen.sealed), people) for view in (seen.view, step.view)]
                change = then.change(before)
            return frames.step(step, prefix, people, change)

        return await self._ask(work)

    async def look(self, role: str, ply: int) -> Looked:
        """How it looked to this role when question `ply` opened; for a match that is over."""

        async def work(now: int) -> Looked:
            table = self._table_for(role)()
            if table.match is None or not table.over:
                raise problems.conflict("positions can be looked at again once the match is over")
            return (await self._told(role)).look(ply)

        return await self._ask(work)

    async def record(self, role: str) -> str:
        """The record, once it may be seen."""

        async def work(now: int) -> str:
            return self._finished(role).referee.record()

        return await self._ask(work)

    async def to_review(self, role: str) -> tuple[str, str]:
        """Variant and record of a match that can be looked back at. Whoever is given the record may ask for that, and nobody else."""

        async def work(now: int) -> tuple[str, str]:
            table = self._finished(role)
            if "advise" not in table.variant.capabilities:
                raise problems.wrong(f"nobody looks back at matches of {table.variant.id}")
            return table.variant.id, table.referee.record()

        return await self._ask(work)

    async def dealing(self, role: str) -> Dealing:
        """What the deals were made from, once it may be seen."""

        async def work(now: int) -> Dealing:
            table = self._finished(role)
            return Dealing(table.dealer.commitment, table.seed.hex(), {seat.value: table.nonces[seat] for seat in SEATS})

        return await self._ask(work)

    async def sketch(self, role: str, deal: str, prefix: list[str]) -> Sketch:
        """The host lays a deal out by hand; it changes nothing at the table."""

        async def work(now: int) -> Sketch:
            if role != HOST:
                raise problems.forbidden("only the host lays a deal out")
            return sketch(self._table.variant, self._table.game, self._table.people, deal, prefix)

        return await self._ask(work)

    async def links(self, role: str, token: str) -> Links:
        """The onlookers' secret links, for the host, whose link alone can read them."""

        async def work(now: int) -> Links:
            if role != HOST:
                raise problems.forbidden("only the host hands out links")
            sealed = self._table.made.onlookers
            return Links({onlooker: tokens.unseal(sealed[onlooker], token, onlooker) for onlooker in sealed})

        return await self._ask(work)

    def _finished(self, role: str) -> Table:
        table = self._table_for(role)()
        if not table.over:
            raise problems.conflict("it is given out once the match is over")
        if not table.settings.publish and role != HOST:
            raise problems.forbidden("this table does not publish its record")
        return table

    async def table(self, role: str) -> messages.Table:
        """Which match this is, and who sits there."""

        async def work(now: int) -> messages.Table:
            return (await self._told(role)).table(self._presence_for(role))

        return await self._ask(work)


def _seat(role: str) -> Seat:
    if role not in ("A", "B"):
        raise problems.forbidden("only a seat may do that")
    return Seat(role)


async def _first(wait: Awaitable[Any], milliseconds: int) -> None:
    """Wait for it, but no longer than this."""
    try:
        await asyncio.wait_for(wait, milliseconds / 1000)
    except TimeoutError:
        return
