"""The WebSocket: a reader that, for seats and the host, can also act. Every incoming frame is bounded, counted and answered."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, Union

import msgspec

from deathmatch.core.speech import mark, say
from deathmatch.server import limits, settings
from deathmatch.server.rooms import looks
from deathmatch.server.rooms.lobby import Link, Lobby
from deathmatch.server.rooms.outbox import Outbox
from deathmatch.server.table import decide, entries
from deathmatch.server.times import LINE, Line, nobody_asks
from deathmatch.server.web import guard, headers
from deathmatch.server.web.doorman import LOUD, NOBODY, Doorman, Holder, Leave
from deathmatch.server.web.guests import name_behind
from deathmatch.server.wire import bodies, frames, messages, problems

# Why a connection was closed, beside the standard codes.
BAD = 4400  # no frames of ours
MISSING = 4404  # no such link
SILENT = 4408  # no hello
FLOOD = 4429  # too much
SLOW = 4409  # did not keep up
ELSEWHERE = 4410  # gave way to newer connections of the same link
REPLACED = 4411  # the link died while it was open
DAMAGED = 4500  # the match is damaged on the disk
BROKEN = 1011  # a bug of ours
AWAY = 1012  # the server goes down, or the table was put away: come again

AGAIN = 1013  # not now
CODES = {404: MISSING, problems.REPLACED: REPLACED, 429: FLOOD, 500: DAMAGED}
"""The code that closes a connection, by the status of a refusal; AGAIN for any other."""

CARRIER = "deathmatch.carrier"  # the extension of the scope that holds it
OVER = "deathmatch.over"  # in an event that comes when the outbox has ended
LISTS = "/ws/tables"  # the path of the public lists
CROWDED = mark("too many people look at the lists; try again later")
STRIKES = 20  # refused for their number, or unreadable, before the connection is closed

log = logging.getLogger("deathmatch.sockets")
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
_decoder: msgspec.json.Decoder[messages.FromPage] = msgspec.json.Decoder(
    Union[messages.Hello, messages.Compose, messages.Ping, *messages.kinds(messages.Command)]
)


class Carrier(Protocol):
    """The way out of a WebSocket; the server's own protocol puts it into the scope (`protocols.py`)."""

    def carry(self, outbox: Outbox, /) -> None:
        """Take the frames of this outbox, and cut it off if the other end takes nothing any more; at its end `OVER` comes in."""
        ...


class _Close(Exception):
    """Close the connection with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class _Gone(Exception):
    """The other end is gone."""


@dataclass(slots=True, eq=False)
class Connection:
    """One open WebSocket.

    Attributes:
        receive: the next event of it.
        lobby: where it leads.
        link: the link that it was opened with.
        name: of the guest, for chat.
        count: takes the number of messages that one counts for, and raises Problem if it is too much.
        sent: takes the number of bytes that it is sent at the beginning.
        who: the address of the guest.
        line: its way through the network.
    """

    receive: Receive
    lobby: Lobby
    link: Link
    name: str
    count: Callable[[int], None]
    sent: Callable[[int], None]
    who: str
    line: Line
    _outbox: Outbox = field(init=False)
    _elsewhere: bool = False
    _strikes: int = 0
    _opened: bool = False  # whether a message was read

    def __post_init__(self) -> None:
        self._outbox = Outbox(self.lobby.settings.limits, self.line)

    def give_way(self) -> None:
        """End it, because newer connections of the same link need its place; it should not come again by itself."""
        self._elsewhere = True
        self._outbox.drop(mark("this table is open in too many places at once; this is the oldest"))

    def make_room(self) -> None:
        """End it, because newer connections of the same address need its place; it may come again at once."""
        self._outbox.drop(mark("your address has too many connections at once; come again"))

    async def run(self, carrier: Carrier) -> None:
        """Serve it to its end; raises `_Close` or `_Gone`."""
        carrier.carry(self._outbox)
        hello = await self._hello()
        await self.lobby.join(self.link, self._outbox, hello.version)
        self.line.changed = self._measured
        self.sent(self._outbox.taken)
        try:
            await self._hear_all()
        finally:
            self._outbox.drop("closed")
            self.lobby.leave(self.link, self._outbox)
            self.line.changed = nobody_asks  # it led back here

    def _measured(self) -> None:
        self.lobby.measured(self.link)

    async def _hello(self) -> messages.Hello:
        try:
            async with asyncio.timeout(self.lobby.settings.limits.hello_ms / 1000):
                first = self._read(await self._frame())
        except TimeoutError:
            raise _Close(SILENT, say("the first message must be hello, but none came in time")) from None
        except problems.Problem as problem:
            raise _Close(BAD, problem.reason) from None
        if not isinstance(first, messages.Hello):
            raise _Close(BAD, say("the first message must be hello"))
        return first

    # --- Out

    def _answer(self, message: messages.FromServer) -> None:
        self._outbox.put(frames.encode(message))

    # --- In

    async def _frame(self) -> bytes:
        """The next message. The one before it is done."""
        if self._opened:
            self.line.done()
        event = await self.receive()
        self._opened = True
        if OVER in event:
            reason = self._outbox.reason
            code = ELSEWHERE if self._elsewhere else SLOW if self._outbox.slow else REPLACED if reason in entries.DEAD else AWAY
            raise _Close(code, say(reason))
        if event["type"] != "websocket.receive":
            raise _Gone
        text = event.get("text")
        frame = text.encode() if text is not None else event.get("bytes") or b""
        if len(frame) > settings.FRAME_BYTES:
            raise _Close(1009, say("a message must not be longer than {number} bytes", number=settings.FRAME_BYTES))
        return frame

    def _read(self, frame: bytes) -> messages.FromPage:
        try:
            return _decoder.decode(frame)
        except (ValueError, RecursionError) as error:  # of msgspec, which also finds bytes that are not UTF-8
            raise problems.wrong(say("unknown message: {error}", error=error)) from None

    async def _hear_all(self) -> None:
        while True:
            frame = await self._frame()
            code = FLOOD
            try:
                self.count(1)
                code = BAD
                message = self._read(frame)
            except problems.Problem as problem:
                self._strike(code, problem.refused("message", id=_id_of(frame)))
                continue
            about, n = str(type(message).__struct_config__.tag), message.n if isinstance(message, messages.Compose) else 0
            sent = message.id if isinstance(message, messages.Command) else ""
            if isinstance(message, messages.Command) and message.loud:
                try:
                    self.count(LOUD - 1)
                except problems.Problem as problem:
                    self._strike(FLOOD, problem.refused(about, id=sent))
                    continue
            try:
                await self._handle(message)
            except headers.UNMET as error:
                self._answer(headers.problem_of(error).refused(about, n, sent))

    def _strike(self, code: int, refused: messages.Refused) -> None:
        self._strikes += 1
        if self._strikes > STRIKES:
            raise _Close(code, refused.reason)
        self._answer(refused)

    async def _handle(self, message: messages.FromPage) -> None:
        match message:
            case messages.Hello():
                raise problems.wrong(say("hello may be sent only once"))
            case messages.Ping():
                self._answer(messages.Pong(self.lobby.time.now()))
            case messages.Compose(n=n, ply=ply, prefix=prefix, slot=slot):
                step = await self.lobby.look(self.link, looks.compose, ply, prefix, slot)
                self._answer(messages.Stepped(n, ply, step))
            case command:
                at, allowance, answer = self.line.oldest, self.line.allowance, partial(self._acknowledge, command.id)
                await self.lobby.act(self.link, command, self.name, answer, at=at, allowance=allowance, address=self.who)

    def _acknowledge(self, sent: str, reply: decide.Reply) -> None:
        """A submission is acknowledged, and everything else that came with an id."""
        if isinstance(reply, messages.Accepted):
            reply.id = sent
            self._answer(reply)
        elif sent and isinstance(reply, bodies.Done):
            self._answer(messages.Taken(sent, reply.version, reply.noted))


class Sockets:
    """The WebSockets of a server, as ASGI has them: `/ws/s/TOKEN`, `/ws/w/ID`, `/ws/h/TOKEN`, and `/ws/tables` for the public lists.

    Args:
        doorman, lobby: of the server; the lobby while it runs.
    """

    def __init__(self, doorman: Doorman, lobby: Callable[[], Lobby]) -> None:
        self._doorman = doorman
        self._lobby = lobby

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """One connection."""
        lobby, who = self._lobby(), guard.address(scope)
        await receive()
        await send({"type": "websocket.accept"})
        try:
            await (self._listen if scope["path"] == LISTS else self._play)(lobby, who, scope, receive)
        except headers.UNMET as error:
            problem = headers.problem_of(error)
            if problem.status == 404:
                await self._doorman.may_guess(who, lobby)
            await _close(send, CODES.get(problem.status, AGAIN), problem.reason)
        except _Close as close:
            await _close(send, close.code, close.reason)
        except (_Gone, OSError):
            pass
        except Exception as error:
            log.error("a bug behind a connection: %s", problems.outline(error))
            await _close(send, BROKEN, say("an error in the server stopped this request; it is not your fault"))

    async def _play(self, lobby: Lobby, who: str, scope: Any, receive: Receive) -> None:
        """A table."""
        leave: Leave | None = None
        lobby.figures.sockets += 1
        try:
            link = await _link(lobby, scope["path"])
            name = await name_behind(lobby, scope)
            holder = Holder.of(link)
            count, sent = partial(self._doorman.message, who, holder), partial(self._doorman.sent.spend, who, holder)
            connection = Connection(receive, lobby, link, name, count, sent, who, scope[LINE])
            leave = self._doorman.enter(who, holder, connection.give_way, connection.make_room)
            await connection.run(scope["extensions"][CARRIER])
        finally:
            lobby.figures.sockets -= 1
            if leave is not None:
                leave()

    async def _listen(self, lobby: Lobby, who: str, scope: Any, receive: Receive) -> None:
        """The public lists, and every change of them. Nothing is read here."""
        if lobby.directory.listeners >= lobby.settings.limits.visitors:
            raise _Close(AGAIN, say(CROWDED))
        outbox = Outbox(lobby.settings.limits, scope[LINE])
        try:
            leave = self._doorman.enter(who, NOBODY, lambda: None, lambda: None)
        except problems.Problem as problem:
            raise _Close(AGAIN, problem.reason) from None
        try:
            scope["extensions"][CARRIER].carry(outbox)
            lobby.directory.join(outbox)
            self._doorman.sent.spend(who, NOBODY, outbox.taken)
            event = await receive()
        finally:
            outbox.drop("closed")
            lobby.directory.leave(outbox)
            leave()
        if OVER in event:
            raise _Close(SLOW if outbox.slow else AWAY, say(outbox.reason))
        if event["type"] != "websocket.receive":
            raise _Gone
        raise _Close(BAD, say("nothing is read here"))


class _Identified(msgspec.Struct):
    id: str = ""


def _id_of(frame: bytes) -> str:
    """The id of a message that cannot be read otherwise; empty if not even that can be."""
    try:
        return msgspec.json.decode(frame, type=_Identified).id[: limits.ID_LETTERS]
    except (msgspec.DecodeError, RecursionError):
        return ""


async def _link(lobby: Lobby, path: str) -> Link:
    """The link in this path; raises Problem."""
    doors = {"s": lobby.seat, "w": lobby.watch, "h": lobby.host}
    match path.split("/"):
        case ["", "ws", kind, key] if kind in doors:
            return await doors[kind](key)
    raise problems.missing()


async def _close(send: Send, code: int, reason: str) -> None:
    """Close, if the other end is there; a reason has at most 123 bytes."""
    with contextlib.suppress(OSError, RuntimeError, TimeoutError):
        async with asyncio.timeout(2):
            await send({"type": "websocket.close", "code": code, "reason": reason.encode()[:120].decode(errors="ignore")})
