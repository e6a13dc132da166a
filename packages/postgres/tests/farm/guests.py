"""Players and readers who write down everything that they send and are shown, and come again whenever their connection fails.

They are no judges: `histories.py` says whether what they wrote down can be true.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import string
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.load.players import options

PATIENCE_S = 1.2  # of a guest who is to notice each fault
PING_S = 0.6  # without a message, after which a guest asks whether anybody is there
AGAIN_S = 0.1  # between two attempts to come
BESIDE = 0.4  # of its patience, after which a guest tries another connection beside the first, as the page does
TRIED = 3  # connections that it tries at the same time
CHAT = 12  # one submission of so many is followed by a line of chat
STALE = 5  # one connection of so many asks for everything
SHORT: Mapping[str, Mapping[str, str | int]] = {"five-card-trick": {"rounds": 4, "max_rounds": 6}}  # so that matches are soon over
LOST = (WebSocketException, OSError, TimeoutError)


@dataclass
class Ack:
    """A submission that a server said it has.

    Attributes:
        ply, text, receipt, version: as it said.
        sent, came: when the submission went and the answer came, in seconds of this machine's monotonic clock.
    """

    seat: str
    ply: int
    text: str
    receipt: str
    version: int
    sent: float
    came: float


@dataclass
class Connection:
    """One connection of a reader.

    Attributes:
        known: the version after which it asked for frames; 0 if for everything.
        frames: all messages but answers, each with the moment when it came.
    """

    known: int
    frames: list[tuple[float, Any]] = field(default_factory=list)


@dataclass
class Reading:
    """All that a role was shown."""

    role: str
    connections: list[Connection] = field(default_factory=list)


@dataclass
class History:
    """All that guests of one match wrote down.

    Attributes:
        match: its id.
        variant: its game.
        readings: of each guest.
        acks: in the order in which they came.
    """

    match: str
    variant: str
    readings: list[Reading] = field(default_factory=list)
    acks: list[Ack] = field(default_factory=list)


class _Line(NamedTuple):
    """A connection that has spoken.

    Attributes:
        known: as in `Connection`.
        first: the first message.
    """

    ws: ClientConnection
    known: int
    first: bytes


async def _give_up(tried: Sequence[asyncio.Task[_Line]]) -> None:
    """End these attempts, and the connections of those that came too late."""
    for task in tried:
        task.cancel()
    for late in await asyncio.gather(*tried, return_exceptions=True):
        if isinstance(late, _Line):
            late.ws.transport.abort()


class Guest:
    """A reader through one link.

    Attributes:
        reading: what it was shown.
        version: the one that it shows.
        over: whether it has seen the end of the match.
        came: how often it connected.
        patience: seconds without an answer after which it hangs up and comes again.
        losses: how each connection ended before the match was over: the server's code and, without one, the kind of the failure; "late" for
            each time that another one was tried.
    """

    def __init__(self, history: History, role: str, path: str, chance: random.Random) -> None:
        self.reading = Reading(role)
        history.readings.append(self.reading)
        self.history = history
        self.role = role
        self.path = path
        self.chance = chance
        self.version = 0
        self.over = False
        self.came = 0
        self.patience = PATIENCE_S
        self.losses: list[int | str] = []
        self.settled = False  # whether the first frame of this connection has come
        self.seen: Any = None
        self.ws: ClientConnection | None = None

    async def follow(self, address: str) -> None:
        """Read until the match is over, over one connection after the other."""
        while not self.over:
            try:
                await self._come(address)
                await self._listen()
            except LOST as loss:
                closed = loss.rcvd if isinstance(loss, ConnectionClosed) else None
                self.losses.append(type(loss).__name__ if closed is None else closed.code)
            if self.ws is not None:
                self.ws.transport.abort()
                self.ws = None
            if not self.over:
                await asyncio.sleep(AGAIN_S * self.chance.random())

    async def _come(self, address: str) -> None:
        """Connect: if nothing comes, over one connection more beside those that are tried. The first that speaks is used."""
        self.settled = False
        tried: list[asyncio.Task[_Line]] = []
        line: _Line | None = None
        try:
            while line is None:
                tried.append(asyncio.create_task(self._try(address)))
                done, _ = await asyncio.wait(tried, timeout=BESIDE * self.patience, return_when=asyncio.FIRST_COMPLETED)
                tried = [task for task in tried if task not in done]
                spoke = [task.result() for task in done if task.exception() is None]
                if spoke:
                    line, *late = spoke
                    for other in late:
                        other.ws.transport.abort()
                elif not tried:
                    done.pop().result()
                else:
                    self.losses.append("late")
                    await asyncio.sleep(AGAIN_S if done else 0.0)
                    await _give_up(tried[: max(0, len(tried) + 1 - TRIED)])
                    tried = tried[-TRIED + 1 :]
        finally:
            await _give_up(tried)
        self.ws = line.ws
        self.reading.connections.append(Connection(line.known))
        await self._take(json.loads(line.first))
        self.came += 1
        self.settled = True
        await self.arrived()

    async def _try(self, address: str) -> _Line:
        known = self.version if self.chance.randrange(STALE) else 0
        ws = await connect(f"ws://{address}/ws{self.path}", compression=None, ping_interval=None, max_size=None, close_timeout=0.1)
        try:
            await ws.send(json.dumps({"type": "hello", "version": known}))
            return _Line(ws, known, await ws.recv(decode=False))
        except BaseException:
            ws.transport.abort()
            raise

    async def arrived(self) -> None:
        """The first frame has come."""

    async def _receive(self) -> Any:
        assert self.ws is not None
        return json.loads(await self.ws.recv(decode=False))

    async def _send(self, **message: Any) -> None:
        assert self.ws is not None
        await self.ws.send(json.dumps(message))

    async def _listen(self) -> None:
        asked = 0.0
        while not self.over:
            try:
                async with asyncio.timeout(PING_S):
                    message = await self._receive()
            except TimeoutError:
                if asked and time.monotonic() - asked > self.patience:
                    raise
                asked = asked or time.monotonic()
                await self._send(type="ping")
                continue
            asked = 0.0
            await self._take(message)
            await self.check()

    async def check(self) -> None:
        """After each message: whether an answer is overdue."""

    def words(self, on: Mapping[int, int]) -> str:
        """Where it stands, in words; `on` is that of the proxy."""
        server = on.get(self.ws.transport.get_extra_info("sockname")[1]) if self.ws is not None else None
        where = "not connected" if server is None else f"at server {server}" + ("" if self.settled else ", without a first frame")
        ply = None if self.seen is None else self.seen["ply"]
        return f"{self.role} {where}, version {self.version}, question {ply}, came {self.came} times, last losses {self.losses[-3:]}"

    async def _take(self, message: Any) -> None:
        kind = message["type"]
        if kind in ("full", "update", "chat", "table"):
            self.reading.connections[-1].frames.append((time.monotonic(), message))
            self.version = message["version"]
            if message.get("seen") is not None:
                self.seen = message["seen"]
                self.over = bool(self.seen["public"]["over"])
        await self.answered(kind, message)

    async def answered(self, kind: str, message: Any) -> None:
        """For those who act."""


class Player(Guest):
    """A seat, which answers every question with a random move that is composed from the server's steps.

    Attributes:
        pause: seconds before each move, at most.
        sent_at: when the last submission went that nobody has answered yet; None without one.
    """

    def __init__(self, history: History, role: str, path: str, chance: random.Random, pause: float = 0.0) -> None:
        super().__init__(history, role, path, chance)
        self.pause = pause
        self.sent_at: dict[int, float] = {}  # by question, the first attempt
        self._waits: float | None = None  # since when for an answer
        self._prefix: list[str] = []
        self._asked = 0
        self._refused = 0
        self._text: dict[int, str] = {}  # what was submitted to a question, perhaps without an answer

    @property
    def owes(self) -> bool:
        return self.seen is not None and bool(self.seen.get("owes")) and not self.over

    async def arrived(self) -> None:
        self._waits = None
        if self.owes:
            await self._begin()

    async def check(self) -> None:
        if self._waits is not None and time.monotonic() - self._waits > self.patience:
            raise TimeoutError

    async def answered(self, kind: str, message: Any) -> None:
        match kind:
            case "full" | "update" if message.get("step") is not None and self.settled:
                await asyncio.sleep(self.pause * self.chance.random())
                await self._begin()
            case "step" if message["n"] == self._asked and message["ply"] == self.seen["ply"]:
                self._waits = None
                await self._go_on(message["step"])
            case "accepted":
                self._waits, self._refused = None, 0
                await self._acknowledged(message)
            case "refused":
                self._waits = None
                self._refused += 1
                if self.owes:
                    self._text.pop(self.seen["ply"], None)
                    await asyncio.sleep(min(0.3, 0.002 * 2**self._refused))
                    await self._begin()

    async def _acknowledged(self, message: Any) -> None:
        ply = message["ply"]
        if ply not in self.sent_at:
            return  # the resignation
        ack = Ack(self.role, ply, message["text"], message["receipt"], message["version"], self.sent_at[ply], time.monotonic())
        self.history.acks.append(ack)
        if not self.chance.randrange(CHAT):
            await self._send(type="chat", text=f"after question {ply}")

    async def _begin(self) -> None:
        """A new move; or, half of the time, the one that a lost connection may have swallowed."""
        known = self._text.get(self.seen["ply"])
        if known is not None and self.chance.randrange(2):
            await self._submit(known)
            return
        self._prefix = []
        await self._compose()

    async def _go_on(self, step: Any) -> None:
        """One token more, or the whole move; a step may allow both."""
        tokens = [choice["token"] for choice in step.get("choices", ())]
        if number := step.get("number"):
            tokens += [str(self.chance.randint(number["low"], number["high"]))]
        if word := step.get("word"):
            letters = self.chance.randint(word["low"], min(word["high"], word["low"] + 4))
            tokens += ["".join(self.chance.choices(string.ascii_uppercase, k=letters))]
        if step.get("whole") is not None and (not tokens or self.chance.randrange(2)):
            await self._submit(step["whole"])
        elif tokens:
            self._prefix.append(self.chance.choice(tokens))
            await self._compose()
        else:
            await self._begin()

    async def _submit(self, text: str) -> None:
        ply = self.seen["ply"]
        self._text[ply] = text
        self._waits = time.monotonic()
        self.sent_at.setdefault(ply, self._waits)
        await self._send(type="submit", ply=ply, text=text)

    async def _compose(self) -> None:
        self._asked += 1
        self._waits = time.monotonic()
        await self._send(type="compose", n=self._asked, ply=self.seen["ply"], prefix=self._prefix)


@dataclass
class Table:
    """A match with everybody who takes part in it."""

    history: History
    guests: list[Guest]
    record: str = ""

    @property
    def players(self) -> list[Player]:
        """The seats of people."""
        return [guest for guest in self.guests if isinstance(guest, Player)]

    @property
    def over(self) -> bool:
        """Whether everybody has seen its end."""
        return all(guest.over for guest in self.guests)

    async def play(self, address: str) -> None:
        """To the end of the match, for everybody."""
        async with asyncio.TaskGroup() as group:
            for guest in self.guests:
                group.create_task(guest.follow(address))


async def ask(client: httpx.AsyncClient, method: str, path: str, *, done: int = 200, **more: Any) -> httpx.Response:
    """A request, made again until it is answered well; `done` is the status of one whose first answer was lost."""
    while True:
        with contextlib.suppress(httpx.TransportError):
            answer = await client.request(method, path, **more)
            if answer.status_code == done or not (answer.status_code >= 500 or answer.status_code == 429):
                return answer if answer.status_code == done else answer.raise_for_status()
        await asyncio.sleep(AGAIN_S)


async def set_up(client: httpx.AsyncClient, variant: str, number: int, *, pause: float = 0.0, bot: str = "") -> Table:
    """A match with both seats taken, over HTTP; nobody is connected yet. The second seat is the bot's, if one is named."""
    other, letters = (f"bot:{bot}", "A") if bot else ("friend", "AB")
    body = {
        "variant": variant,
        "seats": {"A": "me", "B": other},
        "name": "Ann",
        "options": {**options(variant), **SHORT.get(variant.partition("/")[0], {})},
        "host": True,
    }
    made = (await ask(client, "POST", "/api/matches", json=body | {"settings": {"kibitz": True, "publish": True}})).json()
    if not bot:
        await ask(client, "POST", f"/api/seats/{made['seats']['B']}", json={"name": "Bob"}, done=409)
    history = History(made["id"], variant)
    guests: list[Guest] = [Player(history, seat, f"/s/{made['seats'][seat]}", random.Random(f"{number} {seat}"), pause) for seat in letters]
    guests.append(Guest(history, "host", f"/h/{made['host']}", random.Random(f"{number} host")))
    guests.append(Guest(history, "watcher", f"/w/{made['id']}", random.Random(f"{number} watcher")))
    return Table(history, guests)
