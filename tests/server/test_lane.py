"""Work that may wait: answers come before pictures, in small pieces, and nobody who looks sees less than what was answered."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from deathmatch.server.rooms import lane
from deathmatch.server.rooms.audiences import Audiences
from deathmatch.server.rooms.lane import Lane
from deathmatch.server.rooms.outbox import Outbox
from deathmatch.server.rooms.room import Room
from deathmatch.server.settings import Limits
from deathmatch.server.wire.messages import Submit
from tests.server.kit import GAUNTLET, World, settle, world

TABLES = 20


async def test_jobs_are_done_in_their_order_and_the_others_get_a_turn_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lane, "SLICE_S", 0)  # one piece a slice
    done: list[str] = []

    def job(name: str, pieces: int) -> lane.Job:
        left = [pieces]

        def piece() -> bool:
            done.append(name)
            left[0] -= 1
            return left[0] > 0

        return piece

    async def other() -> None:
        for _ in range(4):
            done.append("-")
            await asyncio.sleep(0)

    one = Lane()
    one.add(job("a", 1))
    one.add(job("b", 2))
    one.add(job("c", 1))
    await other()
    await settle()
    assert "".join(done).replace("-", "") == "abcb"
    assert "".join(done).count("-a-") == 1
    done.clear()
    one.add(job("d", 1))  # it begins again after all was done
    await settle()
    assert done == ["d"]


async def test_all_are_answered_before_the_others_are_shown_what_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    publish = Audiences.publish

    def noted(self: Audiences, *args: Any) -> None:
        happened.append("shown")
        publish(self, *args)

    async with world() as w:
        tables = [await w.match(GAUNTLET) for _ in range(TABLES)]
        links = [await w.link(made, "A") for made in tables]
        readers = [Outbox(Limits()) for _ in tables]
        for link, reader in zip(links, readers, strict=True):
            await w.lobby.look(link, Room.join, reader, 0)
        await settle()
        before = [reader.taken for reader in readers]
        monkeypatch.setattr(lane, "SLICE_S", 0)
        monkeypatch.setattr(Audiences, "publish", noted)
        moves = [w.lobby.act(link, Submit(0, "score grow"), answer=lambda _: happened.append("answered")) for link in links]
        await asyncio.gather(*moves)
        await settle()
        assert happened.count("answered") == happened.count("shown") == TABLES
        assert happened[:TABLES].count("answered") >= TABLES - 2
        assert all(reader.taken > taken for reader, taken in zip(readers, before, strict=True))


async def test_who_was_answered_and_looks_at_once_sees_it(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await w.match(GAUNTLET)
    await settle()
    monkeypatch.setattr(Lane, "add", lambda *_: None)  # it never gets that far
    accepted = await w.submit(made, "A", 0, "score grow")
    full = await w.full(made, "A")
    assert full.version == accepted.version
    assert full.seen.private["submitted"] == accepted.text
