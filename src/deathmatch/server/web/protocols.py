"""Uvicorn's two protocols with bounds of their own, because the application's limits do not reach down to the bytes."""

from __future__ import annotations

import asyncio
import logging
import os
import struct
import time
from typing import Any, cast

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from deathmatch.server import limits, settings, times
from deathmatch.server.rooms.outbox import Outbox
from deathmatch.server.web import addresses, doorman, guard, sockets

log = logging.getLogger("deathmatch.sockets")
TOO_OFTEN = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
SLICE = 2048  # bytes that are parsed before the frames in them are counted
TEXT = 0x81  # the first byte of a whole message of text
AHEAD = 8  # messages of one connection that are read before the first of them is done
SEATS = "/ws/s/"  # here players connect, whose round trips count
QUICK, QUICK_S = 3, 1.0  # so many round trips of a seat are measured so many seconds apart
PING_S, SELDOM_S = 30.0, 45.0  # between two pings of a seat, and of anybody else; proxies end connections that are silent for a minute
PING = b"\x89\x04"  # the beginning of a WebSocket frame that is a ping with four bytes
AT_LEAST_S = 180.0  # between two pings of anybody else who is sent frames all the time; the kernel notices that they are not taken
GOODBYE_S = 3.0  # for a reader who takes nothing to hear why it is cut off
SMALL_FRAMES = settings.Rate(20, 2)  # pings, pongs and pieces of messages: browsers send only a pong now and then

OPEN = asyncio.Event()  # for all connections that can be written to; one that cannot has an event of its own
OPEN.set()
OWN = ("_line", "_outbox", "_over", "_ping_by", "_pinged", "_seat", "_small", "_stalled", "_wrote")
UVICORN = """
    app app_state asgi_version client close_sent close_timeout close_timer config conn connections curr_msg_data_type
    default_headers disconnected frames handshake_complete handshake_initiated initial_response last_ping_rtt logger loop
    pending_ping_payload ping_interval ping_sent_at ping_timeout ping_timer pong_timer queue read_paused request response
    root_path scheme scope server tasks transport writable
"""  # its attributes of a connection; one that is missing here works too, and takes more memory


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _guard(config: Config) -> guard.Guard:
    return cast("guard.Guard", config.app)


def _ended(timer: times.Timer | None) -> times.Timer | None:
    """Nothing, in the place of a timer that is cancelled."""
    if timer is not None:
        timer.cancel()
    return None


class BoundedHttp(H11Protocol):
    """HTTP with bounds: on the connections of one address, and on the seconds that a request takes to arrive or an answer waits unread.

    The connections of a trusted proxy are not counted.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._deadline: times.Timer | None = None
        self._stalled: times.Timer | None = None
        self._leave: doorman.Leave | None = None
        self._upgraded = False  # no request is waited for on a WebSocket
        self._line = times.Line()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Takes a place for the address, and waits only so long for the request."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        if peer and peer not in _guard(self.config).proxies:
            self._leave = _guard(self.config).doorman.connections.enter(addresses.counted(peer), transport.abort, self._idle)
        self._time()

    def _idle(self) -> bool:
        """Whether nobody waits for an answer."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def connection_lost(self, exc: Exception | None) -> None:
        """Gives the place back."""
        super().connection_lost(exc)
        self._deadline = _ended(self._deadline)
        self._stalled = _ended(self._stalled)
        self._give_place_back()

    def _give_place_back(self) -> None:
        """Nothing of this connection leads back to it afterwards, so it is freed without the garbage collector (`running.py`)."""
        leave, self._leave = self._leave, None
        if leave is not None:
            leave()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it counts as a WebSocket. One that comes too often is refused here, where that costs least."""
        if _guard(self.config).comes_too_often(self.scope):
            self.transport.write(TOO_OFTEN)
            self.transport.close()
            return
        self._upgraded = True
        self._deadline = _ended(self._deadline)
        self._give_place_back()
        super().handle_websocket_upgrade(event)

    def data_received(self, data: bytes) -> None:
        """A request counts as having arrived with its last bytes."""
        self._line.read_at = _guard(self.config).arrived()
        super().data_received(data)

    def handle_events(self) -> None:
        """Passes the line on with a request, and stops waiting for one that is here."""
        super().handle_events()
        if self.scope is not None:
            cast("dict[str, Any]", self.scope)[times.LINE] = self._line
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._deadline = _ended(self._deadline)
        elif self.timeout_keep_alive_task is None:  # else it waits between two requests, for a time of its own
            self._time()

    def pause_writing(self) -> None:
        """A reader that takes none of the waiting bytes is cut off; otherwise its answer would wait for ever."""
        super().pause_writing()
        self._expect_less_than(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """The reader takes bytes again."""
        self._stalled = _ended(self._stalled)
        super().resume_writing()

    def _expect_less_than(self, waiting: int) -> None:
        def look() -> None:
            left = self.transport.get_write_buffer_size()
            if left < waiting:
                self._expect_less_than(left)
            else:
                self.transport.abort()

        self._stalled = _guard(self.config).later(_guard(self.config).settings.limits.send_ms / 1000, look)

    def _time(self) -> None:
        if self._deadline is None and not self._upgraded:
            self._deadline = _guard(self.config).later(_guard(self.config).settings.limits.request_ms / 1000, self.transport.abort)


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that knows when its messages arrived, and measures its round trip.

    The server's frames go straight to its transport, because the same frame goes to many readers. It is cut off when it floods us with
    frames that never become a message. No other limit counts those.
    """

    __slots__ = (*OWN, *UVICORN.split())  # a dictionary for each connection would take 2 KB more

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.queue = cast("Any", times.Mailbox[Any]())
        self.writable = OPEN
        self._line = times.Line()
        self._over = False  # whether the outbox has ended
        self._seat = False  # whether a player's
        self._pinged = 0.0
        self._wrote = self._ping_by = 0.0
        self._small = limits.Bucket(SMALL_FRAMES, self.loop.time())
        self._outbox: Outbox | None = None
        self._stalled: times.Timer | None = None

    async def run_asgi(self) -> None:
        """The application finds this end in its scope; afterwards nothing leads back to it from there."""
        extensions = cast("dict[str, Any]", self.scope)["extensions"]
        extensions[sockets.CARRIER] = self
        try:
            await super().run_asgi()
        finally:
            extensions.clear()
            self._outbox = None

    def _lighten(self) -> None:
        """The connection is open: nobody asks for the headers any more, and for nothing else of the request but its path."""
        cast("dict[str, Any]", self.scope).update(headers=[], state={})
        self.request.headers.clear()  # the parser keeps the request itself
        self.request = self.response = cast("Any", None)

    # --- Out

    def carry(self, outbox: Outbox) -> None:
        """Take the frames of this outbox."""
        outbox.attach(self)
        self._outbox = outbox

    @property
    def ready(self) -> bool:
        """Whether the transport takes a frame now."""
        return self.writable.is_set()

    def write(self, frame: bytes) -> None:
        """Send a message of text. The frame of the WebSocket is two parts, so the text is never copied."""
        if self.close_sent or self.transport.is_closing():
            return
        self._wrote = self.loop.time()
        size = len(frame)
        if size < 126:
            head = struct.pack("!BB", TEXT, size)
        elif size < 65_536:
            head = struct.pack("!BBH", TEXT, 126, size)
        else:
            head = struct.pack("!BBQ", TEXT, 127, size)
        self.transport.writelines((head, frame))

    def end(self) -> None:
        """The application hears of it when it has done the messages before."""
        if not self._over:
            self._over = True
            self.queue.put_nowait(cast("Any", {"type": "websocket.receive", sockets.OVER: True}))

    def pause_writing(self) -> None:
        """A reader who takes nothing for some seconds is cut off."""
        self.writable = asyncio.Event()
        super().pause_writing()
        self._stalled = _guard(self.config).later(_guard(self.config).settings.limits.send_ms / 1000, self._cut_off)

    def resume_writing(self) -> None:
        """The reader takes frames again."""
        super().resume_writing()
        self.writable = OPEN
        self._stalled = _ended(self._stalled)
        if self._outbox is not None:
            self._outbox.flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """If thousands leave at once, the people who stay get their turns in between."""
        self._stalled = _ended(self._stalled)
        self.stop_keepalive()
        self.disconnected = True

        def leave() -> bool:
            super(BoundedWebSocket, self).connection_lost(exc)
            return False

        _guard(self.config).leaving.add(leave)

    def _cut_off(self) -> None:
        self._stalled = _guard(self.config).later(GOODBYE_S, self.transport.abort)  # the words of farewell may not come through either
        if self._outbox is not None:
            self._outbox.cut_off()

    # --- In

    def handle_connect(self, event: Request) -> None:
        """The application gets the line with the connection."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast("dict[str, Any]", self.scope)[times.LINE] = self._line
            self._seat = self.scope["path"].startswith(SEATS)

    def _pass_on(self) -> None:
        """The application gets a message. A few are read ahead, because one that lies unread in the socket has no moment."""
        waiting = self.queue.qsize()
        super().send_receive_event_to_app()
        if self.queue.qsize() > waiting:
            self._line.came(_guard(self.config).arrived())
        if self.read_paused and self.queue.qsize() < AHEAD:
            self.read_paused = False
            self.transport.resume_reading()

    # --- The way there and back

    def start_keepalive(self) -> None:
        """A seat's connection is measured at once."""
        self._lighten()
        if self._seat:
            self.send_keepalive_ping()
        else:
            super().start_keepalive()

    def schedule_ping(self) -> None:
        """The first round trips of a seat follow one another quickly. The others only have to show that they live."""
        wait = SELDOM_S if not self._seat else QUICK_S if self._line.measures < QUICK else PING_S
        self._ping_by = self.loop.time() + AT_LEAST_S
        self.ping_timer = self.loop.call_later(wait, self.send_keepalive_ping)

    def send_keepalive_ping(self) -> None:
        """Pings in a quarter of the time that uvicorn's way takes; 10,000 connections are pinged some hundred times a second."""
        self.ping_timer = None
        if self.close_sent or self.transport.is_closing():
            return
        now = self.loop.time()
        if not self._seat and (next_at := min(self._wrote + SELDOM_S, self._ping_by)) > now:
            self.ping_timer = self.loop.call_later(next_at - now, self.send_keepalive_ping)
            return
        self.pending_ping_payload = os.urandom(4)
        self.transport.write(PING + self.pending_ping_payload)
        self._pinged = time.perf_counter()
        # Not counting the time in which the server stands still: then the answer lies in the socket, and timers come before it.
        self.pong_timer = cast("Any", _guard(self.config).later(_guard(self.config).settings.limits.pong_ms / 1000, self.keepalive_timeout))

    # --- Bounds

    def data_received(self, data: bytes) -> None:
        """Reads in slices, so that a connection that is closed meanwhile is read no further."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def send_receive_event_to_app(self) -> None:
        """A message that is not UTF-8, sent as text (RFC 6455, 8.1) or as bytes, ends the connection.

        The log mentions an address seldom for it.
        """
        if not self.close_sent and not _is_utf8(b"".join(self.frames)):
            self.frames = []
            who = addresses.counted(self.client[0]) if self.client else "nobody"
            if _guard(self.config).doorman.logged.take(who):
                log.warning("a message from %s was not UTF-8; its connection was closed", who)
            self.conn.fail(1007, "a message must be UTF-8")
            self.handle_parser_exception()
        else:
            self._pass_on()

    def handle_parser_exception(self) -> None:
        """The application may still be sending; it hears that the other end is gone."""
        super().handle_parser_exception()
        self.disconnected = True

    def _few(self) -> bool:
        """Whether this frame is within the limit; the first one beyond it ends the connection."""
        if not self.transport.is_closing() and not self._small.take(self.loop.time()):
            self.transport.abort()
        return not self.transport.is_closing()

    def handle_ping(self) -> None:
        """Answers a ping, unless too many small frames came."""
        if self._few():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A pong to our own ping measures the round trip of a seat."""
        self._ponged(bytes(event.data))

    def _ponged(self, payload: bytes) -> None:
        if self._few() and payload == self.pending_ping_payload:
            if self._seat:
                self._line.measured((time.perf_counter() - self._pinged) * 1000)
            super().handle_pong(Frame(Opcode.PONG, payload))

    def handle_cont(self, event: Frame) -> None:
        """Takes one more piece of a message, unless too many small frames came."""
        if self._few():
            super().handle_cont(event)
