"""Players and readers of any variant. Players compose moves step by step and submit as fast as they are answered; all remember what came.

What somebody was shown or told is the claim that the tests of a killed server check: `Link.take` compares it with every `full` that
comes later, and `Seat.acknowledged` is compared with the receipts.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import string
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from deathmatch import games
from deathmatch.core.game import Ask, Deals
from deathmatch.core.options import WholeNumber
from deathmatch.match.dealer import HmacSource

LONG_S = 3600  # each clock
CHAT = 25  # one submission of so many is followed by a line of chat
LONGER: dict[str, dict[str, str | int]] = {"five-card-trick": {"rounds": 30, "max_rounds": 60}}
Said = tuple[Any, ...]


def options(variant: str, by_hand: bool = False) -> dict[str, str | int]:
    """Options of a match in which nobody's time runs out. In one that is dealt by hand nobody chooses the first player."""
    found = games.find(variant)
    numbers = [option.key for option in found.options if option.clock and isinstance(option.kind, WholeNumber) and option.key != "bank"]
    clocks = dict.fromkeys(numbers, LONG_S)
    first = {"first": "A"} if by_hand and any(option.key == "first" for option in found.options) else {}
    return {**clocks, **LONGER.get(found.game, {}), **first}


def first_deal(variant: str, number: int) -> str:
    """A deal that a host may make whenever this variant asks one for a deal."""
    _, game = games.find(variant).bind(options(variant, by_hand=True))
    state, source = game.start(), HmacSource(b"a host", f"{variant} {number}")
    while isinstance(pending := game.pending(state), Ask):
        state = game.play(state, {seat: game.decision(game.view(state, seat)).sample(source) for seat in pending.seats})
    assert isinstance(pending, Deals), f"{variant} has no deal"
    return str(pending.chance.write(pending.chance.sample(source)))


@dataclass
class Link:
    """A link, and everything that was ever shown through it."""

    path: str
    chance: random.Random
    version: int = 0
    ply: int = -1
    log: list[Said] = field(default_factory=list)
    chat: list[Said] = field(default_factory=list)
    over: bool = False
    ws: ClientConnection | None = None

    async def connect(self, address: str) -> None:
        """Open it, and wait until everything is shown. Who was shown something before asks for the changes since, or for everything."""
        self.ws = await connect(f"ws://{address}/ws{self.path}", compression=None, open_timeout=60, ping_interval=None, max_size=None)
        await self.send(type="hello", version=self.chance.choice((0, self.version)))
        message: dict[str, Any] = {"type": ""}
        while message["type"] != "full":
            message = json.loads(await self.ws.recv())
            await self.take(message)

    async def send(self, **message: Any) -> None:
        """Send a message. A server that was killed does not get it."""
        assert self.ws is not None
        with contextlib.suppress(WebSocketException, OSError):
            await self.ws.send(json.dumps(message))

    async def listen(self) -> None:
        """Take what comes, until the connection or the match ends."""
        assert self.ws is not None
        with contextlib.suppress(WebSocketException, OSError):
            while not self.over:
                await self.take(json.loads(await self.ws.recv()))

    async def take(self, message: Any) -> None:
        """A message has come. Everything that was shown before must still be there, and in the same order."""
        kind = message["type"]
        if kind == "full":
            log, chat = [_beat(one) for one in message["log"]], [_line(one) for one in message["chat"]]
            assert message["version"] >= self.version, f"{self.path}: version {self.version} was shown, and now it is {message['version']}"
            assert log[: len(self.log)] == self.log, f"{self.path}: the log has forgotten what it showed"
            assert chat[: len(self.chat)] == self.chat, f"{self.path}: the chat has forgotten what it showed"
            self.log, self.chat = log, chat
        elif kind == "update":
            self.log += [_beat(one) for one in message.get("beats", ())]
        elif kind == "chat":
            self.chat.append(_line(message["line"]))
        if kind in ("full", "update", "chat", "table"):
            self.version = message["version"]
        if message.get("seen") is not None:
            self.ply = message["seen"]["ply"]
            self.over = bool(message["seen"]["public"]["over"])


def _beat(message: Any) -> Said:
    return message["words"], message.get("notation", ""), message.get("heading", "")


def _line(message: Any) -> Said:
    return message["who"], message["role"], message["text"], message["at"]


@dataclass
class Host(Link):
    """The host, who deals at a table where that is done by hand."""

    variant: str = ""
    dealt: int = 0

    async def take(self, message: Any) -> None:
        """Deal if a deal is due that a host makes."""
        await super().take(message)
        seen = message.get("seen")
        if seen is not None and seen["public"]["pending"] == ["deal"]:
            self.dealt += 1
            await self.send(type="deal", ply=seen["ply"], text=first_deal(self.variant, self.dealt))


@dataclass
class Seat(Link):
    """A player, who answers every question with a random move that is composed from the server's steps.

    Attributes:
        acknowledged: ply -> text of everything that the server said it has.
        receipts: ply -> receipt, likewise.
        joint: how many acknowledged submissions waited sealed for the other seat's.
        held: whether a move that is ready waits for `move`.
        ready: the question and the move that waits.
    """

    acknowledged: dict[int, str] = field(default_factory=dict)
    receipts: dict[int, str] = field(default_factory=dict)
    joint: int = 0
    held: bool = False
    ready: tuple[int, str] | None = None
    _prefix: list[str] = field(default_factory=list)
    _asked: int = 0

    async def take(self, message: Any) -> None:
        """Take one more step of a move, or submit it."""
        await super().take(message)
        self.joint += (
            message["type"] == "update" and self.path.startswith("/s/") and message["seen"]["eye"] in message["seen"].get("sealed", ())
        )
        match message["type"]:
            case "full" | "update" if message.get("step") is not None:
                self._prefix = []
                await self._go_on(message["step"])
            case "step" if message["n"] == self._asked and message["ply"] == self.ply:
                await self._go_on(message["step"])
            case "accepted":
                await self._acknowledged(message)
            case "refused" if message["about"] == "submit" or message.get("n") == self._asked:
                if self.held:
                    self.ready = None  # somebody else with this link may have answered
                else:
                    await self._begin_anew()

    async def move(self) -> None:
        """Make the move that waits, or compose one if none does."""
        if self.ready is None or self.ready[0] != self.ply:
            await self._begin_anew()
        else:
            await self.send(type="submit", ply=self.ready[0], text=self.ready[1])

    async def _acknowledged(self, message: Any) -> None:
        ply, text = message["ply"], message["text"]
        assert self.acknowledged.setdefault(ply, text) == text
        assert self.receipts.setdefault(ply, message["receipt"]) == message["receipt"]
        if not self.chance.randrange(CHAT):
            await self.send(type="chat", text=f"after question {ply}")

    async def _go_on(self, step: Any) -> None:
        """One token more, or the whole move; a step may allow both."""
        tokens = [choice["token"] for choice in step.get("choices", ())]
        if number := step.get("number"):
            tokens += [str(self.chance.randint(number["low"], number["high"]))]
        if word := step.get("word"):
            letters = self.chance.randint(word["low"], min(word["high"], word["low"] + 4))
            tokens += ["".join(self.chance.choices(string.ascii_uppercase, k=letters))]
        if step.get("whole") is not None and (not tokens or self.chance.randrange(2)):
            self.ready = (self.ply, step["whole"])
            if not self.held:
                await self.move()
        elif tokens:
            self._prefix.append(self.chance.choice(tokens))
            await self._compose()
        else:
            await self._begin_anew()

    async def _begin_anew(self) -> None:
        """This move cannot be made: another one."""
        self._prefix = []
        await self._compose()

    async def _compose(self) -> None:
        self._asked += 1
        await self.send(type="compose", n=self._asked, ply=self.ply, prefix=self._prefix)


@dataclass
class Table:
    """A match with everybody who looks at it.

    Attributes:
        variant: which game.
        made: the answer that set it up.
        links: of everybody, by role.
        note: the last of A's private notes that the server said it has, and the one that was on its way after it.
    """

    variant: str
    made: Any
    links: dict[str, Link]
    note: tuple[str, str] = ("", "")

    @property
    def seats(self) -> dict[str, Seat]:
        """The people who play."""
        return {role: link for role, link in self.links.items() if isinstance(link, Seat)}

    @property
    def over(self) -> bool:
        """Whether anybody has seen its end."""
        return any(link.over for link in self.links.values())

    async def open(self, address: str) -> None:
        """Connect everybody."""
        for link in self.links.values():
            await link.connect(address)

    async def play(self) -> None:
        """Until the match or the server ends."""
        await asyncio.gather(*(link.listen() for link in self.links.values()))

    def close(self) -> None:
        """Hang up."""
        for link in self.links.values():
            if link.ws is not None:
                link.ws.transport.abort()
                link.ws = None

    async def take_notes(self, client: httpx.AsyncClient) -> None:
        """A writes private notes, one after the other, until the server ends."""
        for number in range(1_000_000):
            note = f"note {number}"
            self.note = (self.note[0], note)
            with contextlib.suppress(httpx.HTTPError):
                (await client.post(f"/api/seats/{self.made['seats']['A']}/note", json={"text": note})).raise_for_status()
                self.note = (note, note)
                continue
            return


async def new_table(
    client: httpx.AsyncClient,
    variant: str,
    number: int,
    *,
    bot: str = "",
    by_hand: bool = False,
    sit: bool = True,
    more: Mapping[str, str | int] = MappingProxyType({}),
    settings: Mapping[str, Any] = MappingProxyType({}),
    nonces: Mapping[str, str] = MappingProxyType({}),
    webhook: str = "",
) -> Table:
    """A match, its host and a watcher, and players on both seats.

    Args:
        client: sets it up.
        variant: of which game.
        number: the same number makes the same random choices.
        bot: has seat B.
        by_hand: whether the host deals.
        sit: whether a player takes B's seat.
        more: options besides the usual ones.
        settings: of the table, besides the usual ones.
        nonces: seat -> its own randomness.
        webhook: an address that gets each change.
    """
    body = {
        "variant": variant,
        "seats": {"A": "me", "B": f"bot:{bot}" if bot else "friend"},
        "name": "Ann",
        "options": {**options(variant, by_hand), **more},
        "host": True,
        "settings": {"kibitz": True, "publish": True, "by_hand": by_hand, **settings},
        "nonce": nonces.get("A", ""),
        **({"webhook": {"address": webhook, "sends": "all"}} if webhook else {}),
    }
    made = (await client.post("/api/matches", json=body)).raise_for_status().json()
    links: dict[str, Link] = {"watcher": Link(f"/w/{made['id']}", random.Random(f"{number} watcher"))}
    links["host"] = Host(f"/h/{made['host']}", random.Random(f"{number} host"), variant=variant)
    for letter, token in made["seats"].items():
        if token is not None:
            links[letter] = Seat(f"/s/{token}", random.Random(f"{number} {letter}"))
    if not bot and sit:
        body = {"name": "Bob", "nonce": nonces.get("B", "")}
        (await client.post(f"/api/seats/{made['seats']['B']}", json=body)).raise_for_status()
    return Table(variant, made, links)


@contextlib.asynccontextmanager
async def asking(address: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of this server."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        yield client
