"""Everything wrong, sent to a server by several clients at once, and everything that must hold meanwhile."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
from litestar import Litestar
from litestar.routes import HTTPRoute

from deathmatch import games
from deathmatch.server.settings import Settings
from deathmatch.server.web import sockets
from deathmatch.server.web.app import create_app
from tests.fuzz import changes
from tests.fuzz import tables as bodies
from tests.fuzz.lines import Socket, ask, is_message, websocket
from tests.fuzz.tables import Fuzzed, Real, Secrets, fuzzed, some
from tests.load.players import asking

KINDS = ("play", "late", "hand", "over", "waiting")
BROKEN = (1011, 4500)  # codes that close a WebSocket if the server is at fault
FAULT = re.compile(r"\b(ERROR|CRITICAL|Traceback|a bug)\b")
PING = changes.frame(b'{"type":"ping"}')
SHOWN = 40  # inputs in the report of a failure
NAMES = ("readme", "letter-hunt", "GUIDANCE-RITE", "match.js", "page.css", "own", "any", "standard", "colosseum", "none")
ENDINGS = ("", ".png", ".gif", ".dm", ".svg", ".txt")
OUR_PACE, THEIR_PACE = 8, 25  # inputs for each move at a table that is fuzzed, and in a real match
LOG_BYTES = 20_000  # whatever is sent


@dataclass(frozen=True)
class Door:
    """A door of the application.

    Attributes:
        method: of HTTP.
        path: with its parameters in braces.
        body: the type that it reads; None if it reads none.
    """

    method: str
    path: str
    body: Any = None


def doors(folder: Path) -> list[Door]:
    """Every door of HTTP, so that a new one is fuzzed too; other methods are tried everywhere."""

    def unopened(_: Settings) -> Any:
        raise AssertionError("nobody asks")

    found = []
    for route in cast("Litestar", create_app(Settings(folder), unopened).app).routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                data = handler.parsed_data_field
                body = None if data is None else data.annotation
                found += [Door(method, route.path_format, body) for method in handler.http_methods if method in ("GET", "POST")]
    return sorted(found, key=lambda door: (door.method, door.path))


@dataclass
class Storm:
    """Fuzzing of one server.

    Attributes:
        address: of the server.
        variants: those that are played.
        seed: of all that is sent. The order in which several clients are served is the machine's.
        log: where the server's log goes.
        kinds: of the tables of each variant.
        sent: how much has been sent, by kind.
        answers: how often each status and closing code came back.
    """

    address: str
    variants: list[str]
    seed: str
    log: Path
    kinds: tuple[str, ...] = KINDS
    doors: list[Door] = field(default_factory=list)
    sent: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    secrets: Secrets = field(default_factory=Secrets)
    tables: list[Fuzzed] = field(default_factory=list)
    _trail: deque[str] = field(default_factory=lambda: deque(maxlen=SHOWN))
    _playing: list[asyncio.Task[None]] = field(default_factory=list)
    _made: int = 0
    _cookie: str = ""
    _moves: int = 0

    async def run(self, count: int, clients: int) -> Real:
        """Send so much, from so many clients at once; fails with the last inputs if anything does not hold."""
        async with asking(self.address) as client, asking(self.address) as other:
            for variant in self.variants:
                for kind in self.kinds:
                    if kind != "hand" or games.find(variant).deals:
                        await self._set_up(client, variant, kind)
            self._cookie = next((f"guest={one.value}" for one in client.cookies.jar if one.name == "guest"), "")
            real = Real(self.address, self.variants, self.secrets)
            await real.begin(other)
            self._playing.append(asyncio.create_task(real.table.play()))  # type: ignore[union-attr]
            keeping: asyncio.Future[Any] = asyncio.create_task(self._keep(client, other, real))
            working: asyncio.Future[Any] = asyncio.gather(*(self._client(number, count, real) for number in range(clients)))
            try:
                done, _ = await asyncio.wait({keeping, working}, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
                keeping.cancel()
                await real.end(other)
                await self._look(client)
            except Exception as error:
                inputs = "\n".join(self._trail)
                raise AssertionError(f"{error!r}\nseed {self.seed!r}, after {self.sent}; the last inputs:\n{inputs}") from error
            finally:
                for task in (keeping, working, *self._playing):
                    task.cancel()
                await asyncio.gather(keeping, working, *self._playing, return_exceptions=True)
                for one in self.tables:
                    one.table.close()
        return real

    async def _set_up(self, client: httpx.AsyncClient, variant: str, kind: str, place: int | None = None) -> None:
        self._made += 1
        made = await fuzzed(client, self.address, variant, self._made, kind, self.secrets)
        if place is None:
            self.tables.append(made)
        else:
            self.tables[place] = made
        if kind not in ("over", "waiting"):
            self._playing.append(asyncio.create_task(made.table.play()))

    async def _keep(self, client: httpx.AsyncClient, other: httpx.AsyncClient, real: Real) -> None:
        """See that the matches go on: their moves, the next match after one that is over, the health and the log of the server."""
        looked = 0
        while True:
            await asyncio.sleep(0.01)
            for task in self._playing:
                if task.done():
                    task.result()
            for place, one in enumerate(self.tables):
                if one.table.over and one.kind != "over":
                    one.table.close()
                    await self._set_up(client, one.table.variant, one.kind, place)
            if real.table is not None and real.table.over:
                await real.end(other)
                await real.begin(other)
                self._playing.append(asyncio.create_task(real.table.play()))
            if self.sent.total() - looked > 500:
                looked = self.sent.total()
                await self._look(client)

    async def _look(self, client: httpx.AsyncClient) -> None:
        """The server is well, and its log is short and has no fault and no secret."""
        health = await client.get("/health")
        assert (health.status_code, health.json()["state"]) == (200, "well"), health.text
        log = self.log.read_bytes()
        assert not FAULT.search(log.decode()), log[-2_000:].decode()
        assert len(log) < LOG_BYTES, log[-2_000:].decode()
        assert not list(self.secrets.told(log, b"")), "the log has a secret"

    # --- What is sent

    async def _client(self, number: int, count: int, real: Real) -> None:
        chance = random.Random(f"{self.seed} {number}")
        while self.sent.total() < count:
            if chance.randrange(3):
                await self._session(chance, real)
            else:
                for _ in range(20):
                    await self._request(chance, real)

    def _note(self, kind: str, what: str, data: bytes) -> None:
        self.sent[kind] += 1
        self._trail.append(f"{self.sent.total()} {what} {data[:3_000]!r}")

    async def _moves_on(self, at: Fuzzed | None, real: Real) -> None:
        """Now and then somebody makes a move."""
        moving = []
        if at is not None:
            at.sent += 1
            moving += [at.table] if at.sent % OUR_PACE == 0 else []
        self._moves += 1
        if self._moves % THEIR_PACE == 0 and real.table is not None:
            moving.append(real.table)
        for seat in [seat for table in moving for seat in table.seats.values()]:
            if seat.ws is not None and not seat.over:
                await seat.move()

    async def _session(self, chance: random.Random, real: Real) -> None:
        """A WebSocket, and some frames through it."""
        at, role, link = some(chance, self.tables)
        if not chance.randrange(8) and real.table is not None:
            at, role, link = None, "watcher", f"/w/{real.table.made['watch']}"  # type: ignore[assignment]
        if not chance.randrange(12):
            link = sockets.LISTS.removeprefix("/ws")
        path = f"/ws{link}" if chance.randrange(30) else changes.target(chance, f"/ws{link}")
        path = re.sub(r"[^!-~]", "_", path)  # the first line of a request is fuzzed elsewhere

        def got(payload: bytes) -> None:
            for secret in self.secrets.told(payload, path.encode()):
                raise AssertionError(f"{path} was sent {secret}: {payload[:2_000]!r}")
            assert len(payload) > 2_000 or is_message(payload), f"{path} was sent {payload!r}"

        async with websocket(self.address, path, got) as ws:
            if ws is None:
                self._note("websockets refused", path, b"")
                return
            await self._frames(chance, ws, at, role, real)
        code, reason = ws.closed
        self.answers[f"closed {code}"] += 1
        assert code not in BROKEN, f"{path} was closed with {code}"
        assert not list(self.secrets.told(reason.encode(), path.encode())), f"{path} was closed with {reason}"

    async def _frames(self, chance: random.Random, ws: Socket, at: Fuzzed | None, role: str, real: Real) -> None:
        sent: list[bytes] = []
        rough = bool(chance.randrange(2))
        first = changes.frame(changes.encoded(chance, {"type": "hello", "version": chance.choice((0, 0, 1, 10**6))}))
        usable = True
        for place in range(chance.randrange(3, 60)):
            if place == 0 and chance.randrange(12):
                data = first
            elif sent and not chance.randrange(8):
                data = chance.choice(sent)  # replayed
            else:
                data, usable = self._frame(chance, at, role, rough)
            if usable and not chance.randrange(12):
                more, usable = self._frame(chance, at, role, rough)
                self._note("frames", role, more)
                data = more + data  # in one write, and in the other order
            if usable:
                sent.append(data)
            self._note("frames", role, data)
            ws.send(data)
            await self._moves_on(at, real)
            if not usable or not ws.open:
                break
            if not chance.randrange(4):
                await ws.heard(PING)
        if usable:
            await ws.heard(PING)

    def _frame(self, chance: random.Random, at: Fuzzed | None, role: str, rough: bool) -> tuple[bytes, bool]:
        """A frame, right or wrong, and whether the connection can be used after it. A rough one may be wrong below its JSON."""
        texts = at.texts() if at is not None else []
        valid = _message(chance, role, at.ply if at is not None else 0, texts)
        match chance.randrange(10):
            case 0 | 5:
                return changes.frame(changes.encoded(chance, valid)), True
            case 1 | 2 if rough:
                return changes.frame(changes.in_bytes(chance, changes.encoded(chance, valid))), True
            case 3 if rough:
                return changes.frames(chance, changes.encoded(chance, valid))
            case 4:
                return changes.frame(changes.encoded(chance, changes.value(chance, texts))), True
            case _:
                return changes.frame(changes.encoded(chance, changes.message(chance, valid, texts))), True

    async def _request(self, chance: random.Random, real: Real) -> None:
        """A request, and its answer."""
        at, role, _ = some(chance, self.tables)
        door = chance.choice(self.doors)
        if door.path.endswith(("/resign", "/pause")) and chance.randrange(10):
            door = Door("POST", "/api/hosts/{key}/resume")
        method, body = door.method, b""
        where = _filled(chance, door.path, at, role, real)
        headers = [("Host", self.address), ("Content-Type", "application/json")]
        if not chance.randrange(4) and self._cookie:
            headers.append(("Cookie", self._cookie))
        texts = at.texts()
        if method == "POST":
            valid = bodies.body(door.body, chance, at.table.variant, at.ply, texts) if door.body is not None else {}
            body = changes.encoded(chance, changes.message(chance, valid, texts) if chance.randrange(2) else valid)
        half = False
        match chance.randrange(8):
            case 0 | 1:
                where = changes.target(chance, where)
            case 2:
                headers, half = changes.headers(chance, headers), True
            case 3:
                method = chance.choice(("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "get", "X" * 50))
            case _:
                pass
        data = changes.request(method, where, headers, body)
        if not chance.randrange(10):
            data, half = changes.in_bytes(chance, data), True
        elif not chance.randrange(40):
            data, half = chance.randbytes(chance.randrange(1, 300)), True
        await self._asked(data, half)
        await self._moves_on(at, real)

    async def _asked(self, data: bytes, half: bool) -> None:
        self._note("requests", "cut" if half else "whole", data)
        answer = await ask(self.address, data, half=half)
        self.answers[str(answer.status)] += 1
        shown = f"{data[:2_000]!r} was answered {answer.head!r} {answer.body[:500]!r}"
        assert answer.status < 500, shown
        assert answer.status or half, shown
        links = [token for links in self.secrets.owners.values() for token in links]  # that the guest's cookie remembers
        asked = data + b"".join(links if self._cookie.encode() in data else [])
        for secret in self.secrets.told(answer.head + answer.body, asked):
            raise AssertionError(f"{secret} is in an answer: {shown}")
        if answer.status >= 400 and answer.is_json and answer.body:
            assert is_message(answer.body), shown


def _message(chance: random.Random, role: str, ply: int, texts: list[str]) -> dict[str, Any]:
    """A right message of this role, more or less."""
    text = chance.choice(texts) if texts else "pass"
    prefix = text.split(" ")[: chance.randrange(4)]
    own: list[dict[str, Any]] = [
        {"type": "submit", "ply": ply, "text": text},
        {"type": "compose", "n": chance.randrange(99), "ply": ply, "prefix": prefix, "slot": chance.choice(("", "1", "a-1"))},
        {"type": "note", "text": "a note"},
        {"type": "mark", "slot": chance.choice(("1", "a-1", "")), "text": "x"},
        {"type": "rematch"},
    ]
    hosts: list[dict[str, Any]] = [{"type": "resume"}, {"type": "deal", "ply": ply, "text": text}]
    common: list[dict[str, Any]] = [{"type": "chat", "text": "hello"}, {"type": "ping"}, {"type": "hello", "version": 0}]
    rare: list[dict[str, Any]] = [{"type": "resign"}, {"type": "pause"}]
    if not chance.randrange(60):
        return chance.choice(rare)
    if not chance.randrange(8):
        return chance.choice(own + hosts + common)  # whosever it is
    return chance.choice((own if role in "AB" else hosts if role == "host" else []) + common)


def _filled(chance: random.Random, door: str, at: Fuzzed, role: str, real: Real) -> str:
    """The address of a door, with links and names in it, mostly of the right kind."""
    roles = {"/api/seats/": "AB", "/s/": "AB", "/api/hosts/": ("host",), "/h/": ("host",)}
    wanted = next((chance.choice(found) for start, found in roles.items() if door.startswith(start)), "watcher")
    link = at.links[wanted if chance.randrange(8) else role]
    if wanted == "watcher" and not chance.randrange(4) and real.table is not None:
        link = f"/w/{real.table.made['watch']}"

    def fill(place: re.Match[str]) -> str:
        match place[1]:
            case "game" | "variant":
                return at.table.variant.split("/")[place[1] == "variant"] if chance.randrange(6) else chance.choice(NAMES)
            case "name" | "version" | "file":
                return chance.choice((*NAMES, *(link[3:] + ending for ending in ENDINGS)))
            case "at":
                return chance.choice(("0", "1", "2", "99", "-1", "x"))
            case _:
                return link[3:]

    path = re.sub(r"\{(\w+)\}", fill, door)
    ply = chance.choice((0, at.ply, at.ply + 1))
    query = (
        f"since={chance.choice((-1, 0, 10**6))}&wait=1",
        f"ply={ply}",
        f"moves={chance.choice((0, 40))}&pictures=none",
        "pictures=light",
        "",
    )
    return f"{path}?{chance.choice(query)}"


# --- Every malformed message at every socket, every malformed body and value at every door, one after the other


HELLO = changes.frame(b'{"type":"hello","version":0}')
PLACE = "instead of this"
NOT_UTF_8 = 1007


async def sweep(storm: Storm, share: int) -> None:
    """Send one in so many of all inputs to each door, and others to the next one. All are refused, and the log has no fault."""
    each = cycle(range(share))
    async with asking(storm.address) as client:
        await storm._set_up(client, storm.variants[0], "play")
        (at,) = storm.tables
        try:
            for path in (*(f"/ws{link}" for link in at.links.values()), "/ws/tables"):
                for message, first in islice(product(changes.MALFORMED, (0x81, 0x82)), next(each), None, share):
                    await _socket(storm, path, message, first)
            for door in storm.doors:
                for body in islice(_bodies(door, at), next(each), None, share) if door.method == "POST" else ():
                    await _request(storm, door, at, body)
            await storm._look(client)
        finally:
            for task in storm._playing:
                task.cancel()
            at.table.close()


async def _socket(storm: Storm, path: str, message: bytes, first: int) -> None:
    shown = f"{first:#x} {message[:40]!r} at {path}"
    async with websocket(storm.address, path, lambda *_: None) as ws:
        assert ws is not None, shown
        ws.send(HELLO if path != "/ws/tables" else b"")
        ws.send(changes.frame(message, first))
        await ws.heard(changes.frame(b'{"type":"ping"}'))
    storm.sent[path] += 1
    code, _ = ws.closed
    assert code not in BROKEN, f"{shown} was closed with {code}"
    if message.decode(errors="replace").encode() != message:  # it is no UTF-8
        assert code == NOT_UTF_8 or path == "/ws/tables", f"{shown} was closed with {code}"


def _bodies(door: Door, at: Fuzzed) -> Iterator[bytes]:
    """Malformed bodies for a door, and right ones with one value each that is strange."""
    yield from changes.MALFORMED if door.body is not None else changes.MALFORMED[:4]
    if door.body is None:
        return
    right: dict[str, Any] = bodies.body(door.body, random.Random(door.path), at.table.variant, at.ply, at.texts())
    kind = msgspec.inspect.type_info(door.body)
    if isinstance(kind, msgspec.inspect.StructType):
        right |= dict.fromkeys([field.encode_name for field in kind.fields if field.encode_name not in right])
    for key in right:
        before, _, after = json.dumps({**right, key: PLACE}).partition(json.dumps(PLACE))
        for value in changes.VALUES:
            yield before.encode() + value + after.encode()


async def _request(storm: Storm, door: Door, at: Fuzzed, body: bytes) -> None:
    roles = {"/api/seats/": "A", "/api/hosts/": "host"}
    link = at.links[next((role for start, role in roles.items() if door.path.startswith(start)), "watcher")][3:]
    game, _, variant = at.table.variant.partition("/")
    path = re.sub(r"\{(\w+)\}", lambda place: {"game": game, "variant": variant, "at": "0"}.get(place[1], link), door.path)
    headers = [("Host", storm.address), ("Content-Type", "application/json")]
    storm.sent[door.path] += 1
    await storm._asked(changes.request("POST", path, headers, body), False)
