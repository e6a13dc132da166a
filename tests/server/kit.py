"""What the server's tests share: a clock that is turned by hand, a store in memory that can fail, a reader that keeps what it gets."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, cast
from unittest.mock import patch

import httpx
import msgspec
from litestar import Litestar
from litestar.datastructures import State

from deathmatch import games
from deathmatch.bots import study
from deathmatch.bots.answers import Preparation, Reply
from deathmatch.bots.budget import Counted
from deathmatch.bots.study import MatchReview
from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Variant
from deathmatch.core.options import Values
from deathmatch.core.seats import Seat
from deathmatch.core.speech import speaking
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import HOSTS
from deathmatch.match.record import read
from deathmatch.server import running
from deathmatch.server.hooks.places import Sender
from deathmatch.server.lexicons import Lexicons
from deathmatch.server.replays.orders import Order, RasterOrder
from deathmatch.server.replays.studio import MakerProcess, Studio, Studios
from deathmatch.server.rooms.errands import Reviews
from deathmatch.server.rooms.lobby import Link, Lobby
from deathmatch.server.rooms.turns import Turns
from deathmatch.server.settings import Limits, Settings
from deathmatch.server.times import Line, Time
from deathmatch.server.vault import Vault
from deathmatch.server.web import app as web
from deathmatch.server.web.app import create_app
from deathmatch.server.web.webhooks import real_sender
from deathmatch.server.wire import bodies, messages
from tests import loops, toy
from tests.limits import OPEN
from tests.server.memory_store import MemoryStore
from tests.server.verbs import Verbs

T = TypeVar("T")
GAUNTLET = "five-card-trick/gauntlet"
TOY = "toy/lenient"
VAULT = Vault(b"v" * 32)
HOUR_MS = 3_600_000
TASKS = ("room", "beat", "sweep", "bot", "calendar", "load", "season", "account", "people")  # of a lobby


class FakeTime(Time):
    """Time that passes only when it is told to."""

    def __init__(self, start: int = 1_000) -> None:
        self._now = start
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._off: set[int] = set()
        self._count = 0

    def now(self) -> int:
        return self._now

    def start(self) -> None:
        """It runs already."""

    def stop(self) -> None:
        """It does not run by itself."""

    def arrived(self) -> int:
        return self._now

    def heard(self) -> int:
        return self._now

    def wall(self) -> int:
        return 1_700_000_000_000 + self._now

    def later(self, wait: int, call: Callable[[], None], /) -> _Off:
        self._count += 1
        heapq.heappush(self._due, (self._now + max(0, wait), self._count, call))
        return _Off(self._off, self._count)

    async def pass_by(self, milliseconds: int) -> None:
        """Let so much time pass; whatever falls due in it happens at its moment."""
        await settle()
        end = self._now + milliseconds
        while self._due and self._due[0][0] <= end:
            moment, number, call = heapq.heappop(self._due)
            self._now = max(self._now, moment)
            if number not in self._off:
                call()
                await settle()
        self._now = end


@dataclass(frozen=True)
class _Off:
    off: set[int]
    number: int

    def cancel(self) -> None:
        self.off.add(self.number)


async def settle() -> None:
    """Let everything that can go on without time go on."""
    for _ in range(60):
        await asyncio.sleep(0)


class Reader:
    """Keeps all frames."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.gone = False
        self.dropped = ""
        self.line = Line()

    def put(self, frame: bytes, /) -> None:
        self.frames.append(frame)

    def drop(self, reason: str, /) -> None:
        self.gone = True
        self.dropped = reason

    def read(self) -> list[dict[str, Any]]:
        """The frames since the last time, decoded."""
        messages = [msgspec.json.decode(frame) for frame in self.frames]
        self.frames.clear()
        return messages

    def types(self) -> list[str]:
        return [frame["type"] for frame in self.read()]


class Dummy:
    """A thinker in this very process: any legal move, the same for the same question. It can be told to fail, or to wait."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.seconds: list[float] = []
        self.failures = 0
        self.gate: asyncio.Event | None = None
        self.answer: str | None = None
        self.preparing = False
        self.unprepared = 0  # questions that come before a worker is ready
        self.lists: Mapping[str, str] = {}
        self.kernels: int | None = None  # that are compiled while a bot is made ready

    async def prepared(self, wanted: Preparation, seconds: float) -> bool:
        self.unprepared -= 1
        return self.unprepared < 0

    def compiled(self, _variant: str, _bot: str) -> int | None:
        return self.kernels

    async def choose(
        self, variant: str, values: Mapping[str, str | int], bot: str, view: Any, seconds: float, lists: Mapping[str, str]
    ) -> str:
        self.lists = lists
        self.asked.append((variant, bot))
        self.seconds.append(seconds)
        if self.gate is not None:
            await self.gate.wait()
        if self.failures:
            self.failures -= 1
            raise RuntimeError("the bot fell over")
        if self.answer is not None:
            return self.answer
        source: RandomSource = HmacSource(b"dummy", f"{variant} {len(self.asked)}")
        decision = find(variant).bind(values)[1].decision(view)
        return str(decision.write(decision.sample(source)))

    async def look_back(self, variant: str, record: str, _lists: object) -> MatchReview:
        self.asked.append((variant, "advisor"))
        if self.gate is not None:
            await self.gate.wait()
        if self.failures:
            self.failures -= 1
            raise RuntimeError("the advisor fell over")
        return study.look_back(read(record, find), Counted(75))

    async def reply_to(self, question: Any, _whose: str) -> Reply:
        self.asked.append((question.variant, "study"))
        self.seconds.append(question.seconds)
        if self.gate is not None:
            await self.gate.wait()
        if self.failures:
            self.failures -= 1
            raise RuntimeError("the study fell over")
        return Reply(found(question.chosen))


def found(chosen: Mapping[str, str]) -> str:
    """A finding that tells its position by the values that it was asked for."""
    value = 0.5 + int(chosen.get("lead", 0)) / 100 + int(chosen.get("round", 0)) / 1000
    a, b = [{"text": f"move of {seat}", "share": 1.0, "worth": worth} for seat, worth in (("A", value), ("B", 1 - value))]
    late = int(chosen.get("round", 0)) > 37
    here = {"plain": False, "value": value, "chances": [("blocked_collides=no", value + 0.025), ("steal_needs=any", value - 0.001)]}
    near = {"plain": True, "value": 0.5, "chances": [("extension=1", 0.501)]}
    ruled = [here] if late else [here, near] if int(chosen.get("pot", 0)) > 1 else [near]
    return msgspec.json.encode({"exact": False, "value": value, "a": [a], "b": [b], "chances": [[value]], "ruled": ruled}).decode()


def toy_words() -> Sequence[str]:
    """The list that the toy game comes with."""
    return ("cat", "dog", "owl")


def find(name: str) -> Variant:
    """Real games and the toy."""
    return toy.find(name) if name.startswith("toy/") else games.find(name)


class InProcess:
    """Makes pictures and films in this very process, of the toy's matches too."""

    def __init__(self) -> None:
        self.orders: list[Order] = []

    async def make(self, order: Order) -> bytes:
        self.orders.append(order)
        if isinstance(order, RasterOrder):
            return order.svg.encode()  # quicker, and two pictures that differ where nobody sees it differ here
        with patch.dict(games.GAMES, {"toy": "tests.toy"}), speaking(order.language):
            return order.made()

    async def close(self) -> None:
        """Nothing runs."""


def studios() -> Studios:
    """Those of a server, in this process."""
    return Studios(*[Studio(cast("MakerProcess", InProcess()), 1_000_000) for _ in range(2)])


@dataclass
class World:
    """A lobby with everything under our hands."""

    lobby: Lobby
    time: FakeTime
    store: MemoryStore
    thinker: Dummy

    async def match(self, variant: str = GAUNTLET, address: str = "", **wanted: Any) -> bodies.MatchMade:
        """A new match, Ann on seat A at once and Bob after her."""
        body: dict[str, Any] = {"variant": variant, "seats": {"A": "me", "B": "friend"}, "name": "Ann", "host": True, **wanted}
        led = variant != "lot" and find(variant).hosted
        if led:
            body |= {"seats": {"A": "friend", "B": "friend"}, "name": ""}
        made = await self.lobby.create(msgspec.convert(body, bodies.NewMatch), address)
        if led:
            await self.within(await self.lobby.seat(str(made.seats["A"])), lambda room: room.sit("A", "Ann", ""))
        if made.seats["B"] is not None:
            link = await self.lobby.seat(made.seats["B"])
            await self.within(link, lambda room: room.sit("B", "Bob", ""))
        return made

    async def link(self, made: bodies.MatchMade, role: str) -> Link:
        if role in ("A", "B"):
            return await self.lobby.seat(str(made.seats[role]))
        if role == "host":
            return await self.lobby.host(str(made.host))
        if role == "caster":
            return await self.lobby.caster(made.onlookers[role])
        return await self.lobby.watch(made.onlookers.get(role, made.watch))

    async def within(self, link: Link, ask: Callable[[Verbs], Awaitable[T]]) -> T:
        """Ask the table behind a link."""
        return await ask(Verbs(self.lobby, link))

    async def reader(self, made: bodies.MatchMade, role: str, version: int = 0) -> Reader:
        link, reader = await self.link(made, role), Reader()
        await self.lobby.join(link, reader, version)
        return reader

    async def full(self, made: bodies.MatchMade, role: str) -> Any:
        link = await self.link(made, role)
        return await self.within(link, lambda room: room.full(link.key.role))

    async def ask(self, made: bodies.MatchMade, role: str, ask: Callable[[Any, str], Coroutine[Any, Any, T]]) -> T:
        """Have the room behind this role's link do something, and tell everybody."""
        link = await self.link(made, role)
        try:
            return await self.within(link, lambda room: ask(room, link.key.role))
        finally:
            await settle()

    async def submit(self, made: bodies.MatchMade, role: str, ply: int, text: str) -> Any:
        if role == HOSTS:
            return await self.lobby.act(await self.link(made, role), messages.Line(ply, text))
        return await self.ask(made, role, lambda room, seat: room.submit(seat, ply, text))

    async def play(self, made: bodies.MatchMade, seat: str, source: RandomSource) -> Any:
        """A legal move of a seat by lot; None if it owes nothing."""
        match = (await self.lobby.room(await self.link(made, seat))).table.started_match
        decision = match.seen(Seat(seat), self.time.now()).decision
        return None if decision is None else await self.submit(made, seat, match.ply, decision.write(decision.sample(source)))

    async def ask_to_go(self, match: str) -> None:
        """Have a match leave memory."""
        (await self.lobby.rooms.room(match)).close("")
        await settle()

    async def again(self, **limits: Any) -> World:
        """The world after the server was killed and started again, on the same store, at the last moment that was on disk."""
        await kill(self.lobby)
        return await new_world(self.store, FakeTime(await self.store.last_beat()), self.thinker, **limits)


async def kill(lobby: Lobby) -> None:
    """End all that goes on in a lobby, and let nothing be said or written first."""
    for task in asyncio.all_tasks():
        if task is not asyncio.current_task() and task.get_name().split(" ")[0] in TASKS:
            task.cancel()
    await settle()


def bots(_: Variant, given: Values | None = None) -> tuple[str, ...]:
    """The bots of every variant; one of them plays matches of seven rounds alone."""
    return ("dummy", "seventh") if given and given.get("rounds") == 7 else ("dummy",)


async def new_world(
    store: MemoryStore | None = None,
    time: FakeTime | None = None,
    thinker: Dummy | None = None,
    find: Callable[[str], Variant] = find,
    lexicons: Lexicons | None = None,
    **limits: Any,
) -> World:
    store, time, thinker = store or MemoryStore(), time or FakeTime(), thinker or Dummy()
    settings = Settings(Path("nowhere"), replace(OPEN, **limits), beat_ms=HOUR_MS)  # the beat of real time would blur the time of the test
    lists = lexicons or Lexicons(None, {"short": toy_words})
    lobby = Lobby(settings, store, time, find, bots, Turns(thinker, 1), lists, Reviews(thinker), VAULT)
    await lobby.open()
    return World(lobby, time, store, thinker)


@contextlib.asynccontextmanager
async def world(**limits: Any) -> AsyncIterator[World]:
    """A world for one test."""
    made = await new_world(**limits)
    try:
        yield made
    finally:
        await kill(made.lobby)


@contextlib.asynccontextmanager
async def http(w: World, folder: Path, sender: Sender | None = None, **limits: Any) -> AsyncIterator[httpx.AsyncClient]:
    """The whole application over this world, without a socket: a client that talks to it. A sender takes what webhooks send."""

    @contextlib.asynccontextmanager
    async def lobby(_: Settings) -> AsyncIterator[Lobby]:
        yield w.lobby

    settings = Settings(folder, replace(OPEN, **limits), host_names=("here",))
    with application(lambda: create_app(settings, lobby, studios, lambda _: sender or real_sender(settings))) as guard:
        transport = httpx.ASGITransport(app=guard)
        async with cast("Litestar", guard.app).lifespan(), httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            yield client


class ServerHere(running.Server):
    """A server in the process of the tests, without the task that collects garbage (`test_growth.py`): it would look at the whole suite."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        assert self._collecting is not None
        self._collecting.cancel()  # it has not begun yet


@contextlib.contextmanager
def serving(folder: Path, limits: Limits = OPEN, **settings: Any) -> Iterator[str]:
    """A real server in a thread, on a port of its own; gives `127.0.0.1:PORT`."""
    listening = running.bind("127.0.0.1", 0)
    with application(lambda: ServerHere(Settings(folder, limits, **settings))) as server:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started and thread.is_alive():
                thread.join(0.01)
            assert server.started, "the server did not start"
            yield f"127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(30)
            listening.close()
            assert not thread.is_alive(), "the server did not end"


def run(test: Coroutine[Any, Any, None], seconds: float = 60) -> None:
    """Run a test's coroutine; one that hangs fails."""

    async def bounded() -> None:
        async with asyncio.timeout(seconds):
            await test

    loops.run(bounded())


# --- The application of a test, whose routes are made once in a process


_FREE: list[Litestar] = []


@contextlib.contextmanager
def application(create: Callable[[], T]) -> Iterator[T]:
    """What `create` makes with `create_app`, on routes that are there already if some are free: a guard, or a whole server."""
    taken: list[Litestar] = []

    def litestar(*, lifespan: list[Any], state: State, **rest: Any) -> Litestar:
        (life,) = lifespan
        if _FREE:
            app = _FREE.pop()
            app._lifespan_managers[0] = life
            app.state = state
        else:
            app = Litestar(lifespan=[life], state=state, **rest)
            assert app._lifespan_managers[0] is life
        taken.append(app)
        return app

    with patch.object(web, "Litestar", litestar):
        made = create()
    try:
        yield made
    finally:
        _FREE.extend(taken)
