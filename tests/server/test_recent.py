"""The frames for readers who come back take so much memory and no more, over all tables; nobody misses anything for it."""

from __future__ import annotations

import json

from deathmatch.server.rooms.audiences import Recent
from deathmatch.server.rooms.outbox import Outbox
from deathmatch.server.rooms.room import Room
from deathmatch.server.settings import Limits
from tests.server.kit import GAUNTLET, settle, world

TABLES = 6


class Keeper:
    """Something that forgets."""

    def __init__(self) -> None:
        self.forgot = 0

    def forget(self) -> None:
        self.forgot += 1


def test_the_one_with_the_oldest_news_forgets_first() -> None:
    recent, (a, b, c) = Recent(100), [Keeper() for _ in range(3)]
    recent.keep(a, 40)
    recent.keep(b, 40)
    recent.keep(a, 50)  # it has had news since
    recent.keep(c, 20)
    assert (a.forgot, b.forgot, c.forgot, recent.size, len(recent)) == (0, 1, 0, 70, 2)
    recent.keep(c, 0)
    assert (recent.size, len(recent)) == (50, 1)
    recent.keep(b, 200)  # more than all may keep
    assert (a.forgot, b.forgot, recent.size, len(recent)) == (1, 2, 0, 0)


async def _frames(most: int) -> tuple[list[str], int]:
    """The kinds of frames that seat A of the first table gets when it comes back, and the bytes kept at the end, when nobody is there."""
    async with world(rings_bytes=most) as w:
        tables = [await w.match(GAUNTLET) for _ in range(TABLES)]
        links = [await w.link(made, "A") for made in tables]
        for link in links:
            await w.lobby.look(link, Room.join, Outbox(Limits()), 0)
        await w.submit(tables[0], "A", 0, "score grow")
        await settle()
        before = (await w.full(tables[0], "A")).version
        await w.submit(tables[0], "B", 0, "score grow")
        for made in tables[1:]:
            await w.submit(made, "A", 0, "score grow")
            await settle()
        now = (await w.full(tables[0], "A")).version
        recent = w.lobby.memory._shared.recent
        assert 0 < recent.size <= most
        again = Outbox(Limits())
        await w.lobby.look(links[0], Room.join, again, before)
        again.drop("read to the end")
        kinds = []
        while (frame := await again.next()) is not None:
            kinds.append((told := json.loads(frame))["type"])
            assert told["version"] == now
        for made in tables:
            await w.ask_to_go(made.id)
        assert len(recent) == 0
        return kinds, recent.size


async def test_a_reader_gets_the_frames_that_are_kept_or_everything() -> None:
    assert await _frames(1_000_000) == (["update", "table"], 0)
    assert await _frames(6_000) == (["full"], 0)
