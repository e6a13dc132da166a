"""Guests go from server to server at random, while commits fail, answers are lost, news are late and servers die. The servers share a store
in memory, so many matches are quick. The judge of histories decides."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from deathmatch import games
from deathmatch.core.errors import Refusal
from deathmatch.match.journal import LateError
from deathmatch.server.rooms.lobby import Link
from deathmatch.server.store.interface import StoreError
from deathmatch.server.wire.bodies import MatchMade
from deathmatch.server.wire.problems import Gone, Problem
from packages.postgres.tests.farm.guests import Connection, History, Reading
from packages.postgres.tests.farm.histories import Verdict, judge
from packages.postgres.tests.many import answer, die, server, servers, store_of, table
from packages.postgres.tests.shared_store import SharedStore
from tests.server.kit import VAULT, Reader, World, settle

ROLES = ("A", "B", "B", "host", "watcher")
UNMET = (Problem, Gone, StoreError, LateError, Refusal)
BY_NIGHT = 40  # matches of each variant
STALE = 5  # one connection of so many asks for everything
VARIANTS = [variant.id for variant in games.every()]

pytestmark = pytest.mark.one_variant


@pytest.fixture
def doubt(monkeypatch: pytest.MonkeyPatch) -> Doubt:
    """Commits that fail, before or after they are on disk."""
    doubt = Doubt()
    append = SharedStore.append

    async def doubtful(self: SharedStore, *args: Any, **more: Any) -> None:
        fate = doubt.chance.random()
        if fate < doubt.share:
            raise StoreError("it is not on disk")
        await append(self, *args, **more)
        if fate < 2 * doubt.share:
            raise StoreError("it is on disk, and the answer was lost")
        for _ in range(doubt.chance.randrange(4)):
            await asyncio.sleep(0)

    monkeypatch.setattr(SharedStore, "append", doubtful)
    return doubt


@dataclass
class Doubt:
    """How many commits fail.

    Attributes:
        share: of all commits that do not get on disk; as many do so without an answer.
    """

    chance: random.Random = field(default_factory=random.Random)
    share: float = 0.0


class Guest:
    """A reader who is at one server at a time."""

    def __init__(self, history: History, role: str) -> None:
        self.reading = Reading(role)
        history.readings.append(self.reading)
        self.role = role
        self._version = 0
        self._reader: Reader | None = None
        self.at: World | None = None
        self._link: Link | None = None

    async def come(self, to: World, made: MatchMade, known: bool) -> None:
        """Leave the last server, and come to this one; a guest who knows the match goes on from the version that it shows."""
        self.leave()
        version, link, reader = self._version if known else 0, await to.link(made, self.role), Reader()
        self.reading.connections.append(Connection(version))
        self.at, self._link, self._reader = to, link, reader
        with contextlib.suppress(*UNMET):
            await to.lobby.join(link, reader, version)

    def take(self) -> None:
        """Read all frames that have come."""
        if self._reader is not None:
            for frame in self._reader.read():
                if frame["type"] in ("full", "update", "chat", "table"):
                    self.reading.connections[-1].frames.append((0.0, frame))
                    self._version = frame["version"]
            if self._reader.gone:
                self._reader = None

    def leave(self) -> None:
        """Hang up. Frames that are still on their way are lost."""
        self.take()
        if self._reader is not None and self.at is not None and self._link is not None:
            self._reader.gone = True
            self.at.lobby.leave(self._link, self._reader)
            self._reader = None


class Evening:
    """One match, and all that happens to it at random."""

    def __init__(self, worlds: list[World], made: MatchMade, history: History, chance: random.Random) -> None:
        self.worlds = worlds
        self.made = made
        self.chance = chance
        self.guests = [Guest(history, role) for role in ROLES]
        self._playing: set[asyncio.Task[None]] = set()
        self._events: list[tuple[int, Callable[[World], Awaitable[None]]]] = [
            (45, self._play), (20, self._hop), (5, self._hang_up), (4, self._chat), (4, self._hold), (4, self._let_go), (2, self._lose),
            (4, self._find), (2, self._pass_by), (2, self._look), (1, self._put_away), (1, self._kill),
        ]  # fmt: skip

    async def go_on(self, steps: int) -> None:
        """So many of these things happen."""
        weights, events = zip(*self._events, strict=True)
        for event in self.chance.choices(events, weights, k=steps):
            with contextlib.suppress(*UNMET):
                await event(self.chance.choice(self.worlds))
            for _ in range(self.chance.choice((0, 1, 3, 10, 60))):
                await asyncio.sleep(0)
            for guest in self.guests:
                if self.chance.random() < 0.5:
                    guest.take()

    async def end(self) -> None:
        """Everything is well again, and everybody goes."""
        for world in self.worlds:
            store_of(world).let_go()
            await self._find(world)
        for _ in range(5):
            await settle()
        for guest in self.guests:
            guest.leave()

    async def _play(self, world: World) -> None:
        async def play() -> None:
            with contextlib.suppress(*UNMET):
                seat = self.chance.choice("AB")
                text = await answer(world, self.made, seat, self.chance.random())
                if text is not None:
                    await world.submit(self.made, seat, (await table(world, self.made.id)).started_match.ply, text)

        task = asyncio.create_task(play())
        self._playing.add(task)
        task.add_done_callback(self._playing.discard)

    async def _hop(self, world: World) -> None:
        await self.chance.choice(self.guests).come(world, self.made, bool(self.chance.randrange(STALE)))

    async def _hang_up(self, world: World) -> None:
        self.chance.choice(self.guests).leave()

    async def _chat(self, world: World) -> None:
        await world.ask(self.made, self.chance.choice("AB"), lambda room, seat: room.say(seat, "", "hello"))

    async def _hold(self, world: World) -> None:
        store_of(world).held = True

    async def _let_go(self, world: World) -> None:
        store_of(world).let_go()

    async def _lose(self, world: World) -> None:
        store_of(world).lost = True

    async def _find(self, world: World) -> None:
        store_of(world).reconnect()

    async def _pass_by(self, world: World) -> None:
        await world.time.pass_by(self.chance.choice((10, 500, 20_000)))

    async def _look(self, world: World) -> None:
        await world.full(self.made, self.chance.choice(ROLES))

    async def _put_away(self, world: World) -> None:
        await world.ask_to_go(self.made.id)

    async def _kill(self, world: World) -> None:
        for guest in self.guests:
            if guest.at is world:
                guest.leave()
        database = store_of(world).database
        await die(world)
        self.worlds[self.worlds.index(world)] = await server(database, world.time)


async def play(variant: str, seed: int, doubt: Doubt) -> Verdict:
    """The verdict on one match."""
    chance = random.Random(f"{variant} {seed}")
    async with servers(chance.choice((2, 2, 3))) as worlds:
        doubt.chance, doubt.share = chance, 0.0
        made = await worlds[0].match(variant)
        history = History(made.id, variant)
        evening = Evening(worlds, made, history, chance)
        doubt.share = chance.choice((0.0, 0.05, 0.15))
        for guest in evening.guests:
            await guest.come(chance.choice(worlds), made, known=False)
        await evening.go_on(chance.choice((60, 150, 300)))
        doubt.share = 0.0
        await evening.end()
        verdict, truth = await judge(history, store_of(worlds[0]).disk.matches[made.id], VAULT)
    assert truth is not None
    # The clocks run out here when much time passes at once.
    verdict.faults = [fault for fault in verdict.faults if "time-outs" not in fault]
    return verdict


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(1, BY_NIGHT))])
async def test_a_guest_who_goes_from_server_to_server_is_shown_what_the_referee_shows(variant: str, seed: int, doubt: Doubt) -> None:
    verdict = await play(variant, seed, doubt)
    assert not verdict.faults
    assert verdict.frames > 10
