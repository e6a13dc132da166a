"""A match that goes on from a long past begins without holding up anybody else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from deathmatch.core.game import Ask, Deals
from deathmatch.match.dealer import HmacSource
from deathmatch.match.match import Match
from deathmatch.match.position import Position
from deathmatch.server.rooms.audiences import QUESTIONS
from deathmatch.server.rooms.setup import Past
from deathmatch.server.rooms.telling import Telling
from deathmatch.server.table.play import PART
from deathmatch.server.times import Slices
from deathmatch.server.wire import bodies
from tests.server.kit import World, find, world

VARIANT = "tile-joust/gauntlet"
EVENTS = 4 * PART + PART // 2


def events(variant: str, most: int) -> tuple[str, ...]:
    """The first events of a match, as lines of a record."""
    _, game = find(variant).bind({})
    state, source, lines = game.start(), HmacSource(b"past", variant), list[str]()
    while len(lines) < most:
        pending = game.pending(state)
        if isinstance(pending, Ask):
            moves = {seat: game.decision(game.view(state, seat)).sample(source) for seat in pending.seats}
            lines += [f"{seat} {game.decision(game.view(state, seat)).write(move)}" for seat, move in moves.items()]
            state = game.play(state, moves)
        else:
            assert isinstance(pending, Deals), "the match is long enough"
            deal = pending.chance.sample(source)
            lines.append(f"deal {pending.chance.write(deal)}")
            state = game.deal(state, deal)
    return tuple(lines[:most])


async def continued(w: World, **settings: Any) -> bodies.MatchMade:
    """A table whose match goes on from a past as soon as Bob sits down."""
    body = {"variant": VARIANT, "seats": {"A": "me", "B": "friend"}, "name": "Ann", "host": True, "settings": settings}
    return await w.lobby.create(msgspec.convert(body, bodies.NewMatch), "", Past(events(VARIANT, EVENTS)))


async def test_a_long_past_is_played_and_told_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    turns, accepted = [0], [0]
    told: list[int] = []
    turn, accept, tell = Slices.turn, Position.accept, Telling.tell

    async def turning(self: Slices) -> None:
        turns[0] += 1
        await turn(self)

    def accepting(self: Position, *event: Any) -> Any:
        accepted[0] += 1
        return accept(self, *event)

    def telling(self: Telling, match: Match, plies: int | None = None) -> Any:
        before = self._story._ply
        answer = tell(self, match, plies)
        told.append(self._story._ply - before)
        return answer

    monkeypatch.setattr(Slices, "turn", turning)
    monkeypatch.setattr(Position, "accept", accepting)
    monkeypatch.setattr(Telling, "tell", telling)
    async with world() as w:
        made = await continued(w, delay=60)
        roles = ("A", "host", "watcher")
        readers = {role: await w.reader(made, role) for role in roles}
        assert EVENTS - 2 <= accepted[0] <= EVENTS
        assert turns[0] >= accepted[0] - 1, "the others have their turn after each event"
        accepted[0] = turns[0] = 0
        await w.ask(made, "B", lambda room, seat: room.sit(seat, "Bob", ""))
        assert accepted[0] <= 4, "only the deals that are due after the past are new"
        assert turns[0] >= EVENTS // PART
        await w.time.pass_by(61_000)
        late = (await w.full(made, "watcher")).seen
        assert max(told) <= QUESTIONS
        assert sum(told) >= 3 * late.ply, "each of three tellings"
        for role in roles:
            full = next(frame for frame in readers[role].read() if frame["type"] == "full" and frame["seen"] is not None)
            assert full["seen"]["ply"] == late.ply
            assert len(full["log"]) > 30
        table = w.lobby.memory._rooms[made.id].table
        assert table.rehearsal is not None
        assert table.rehearsal._found == []
        await w.ask(made, "A", lambda room, seat: room.resign(seat))
        assert table.started_match.over is None
        await w.ask_to_go(made.id)
        assert "resign" in await w.ask(made, "host", lambda room, role: room.record(role))
