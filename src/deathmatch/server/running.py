"""Running the server: a free port, quiet logs, a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn

from deathmatch import games
from deathmatch.core.errors import DeathmatchError
from deathmatch.server.lexicons import FOLDER, Lexicons, shipped
from deathmatch.server.rooms.lobby import Lobby
from deathmatch.server.rooms.others import open_store
from deathmatch.server.settings import FRAME_BYTES, Settings
from deathmatch.server.store.interface import StoreError
from deathmatch.server.web import guard, operating, protocols
from deathmatch.server.web.app import create_app, make_folder, open_vault

log = logging.getLogger("deathmatch.running")

PORTS_TRIED = 20
SEND_BYTES = 131_072  # the system keeps about twice this for a reader who does not read; left alone it would keep 4 MB
UNHEARD_MS = 30_000  # bytes may go without an answer of the other end's system so long; then it is gone
FILES = 65_536  # open at once
SWITCH_S = 0.001  # after which a busy event loop lets the thread that writes go on; Python's own 5 ms are lost at each statement
GOODBYE_S = 5  # how long readers may take to leave when the server goes down


class PortTaken(DeathmatchError):
    """No port was free."""


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens on this port or, if it is taken, on one of the next ones; raises PortTaken, OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + PORTS_TRIED, 65_536)):
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio sets no TCP_NODELAY
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; each connection has it from here
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_MS)
        try:
            listener.bind((host, candidate))
            listener.listen(512)
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                raise
            continue
        listener.set_inheritable(True)
        return listener
    raise PortTaken(f"ports {port} to {min(port + PORTS_TRIED, 65_536) - 1} are in use; choose another with --port")


def check(folder: Path, address: str = "") -> None:
    """Make the folder if it does not exist, and check at once that it and the store can be used; raises OSError, StoreError, ValueError."""
    make_folder(folder)

    async def look() -> None:
        store, others = await open_store(folder, address)
        try:
            await open_vault(folder, store)
            await others.check_lists(Lexicons(folder / FOLDER, shipped(games.every())).digest())
        finally:
            await store.close()

    asyncio.run(look())


class Server(uvicorn.Server):
    """Uvicorn that sends everybody away before it waits for connections to end; open ones would keep it waiting.

    Args:
        settings: of the server.
        opened: called once it listens.
    """

    def __init__(self, settings: Settings, opened: Callable[[], None] = lambda: None) -> None:
        self._settings = settings
        self._opened = opened
        self._guard = create_app(settings)
        super().__init__(config(self._guard))
        self._hurry = False
        self.failed = False  # whether something that was asked for could not be had
        self._shown = contextlib.AsyncExitStack()
        self._collecting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """The server's time begins to run: it listens, and can answer. The collector looks only when it hurts nobody."""
        await super().startup(sockets)
        if self._settings.metrics is not None and (lobby := self._guard.lobby) is not None:
            await self._show_metrics(lobby, *self._settings.metrics)
        self._guard.ready()
        if self.started:
            self._opened()
        sys.setswitchinterval(SWITCH_S)
        collector = Collector(idle=lambda: not self.server_state.connections)
        self._collecting = asyncio.create_task(collector.run(), name="collector")

    async def _show_metrics(self, lobby: Lobby, host: str, port: int) -> None:
        try:
            await self._shown.enter_async_context(operating.exposed(lobby, host, port))
        except OSError as error:
            where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
            log.critical("metrics cannot be shown at %s: %s", where, error.strerror or error)
            self.failed = self.should_exit = True

    @property
    def broken(self) -> bool:
        """Whether it stops, or has stopped, because it can save nothing any more."""
        return self._guard.broken

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second. A signal may set `should_exit` at any moment, so it is never set to False."""
        if self.broken:
            self.should_exit = True
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A second signal of any kind ends the wait for load balancers, as Ctrl-C ends any wait at once."""
        self._hurry = self.should_exit or sig == signal.SIGINT
        super().handle_exit(sig, frame)
        self._captured_signals.clear()  # or uvicorn raises them again at the end, and the exit status is that of a killed process

    async def drain(self) -> None:
        """Still do everything for some seconds, so that load balancers notice that nobody should be sent here any more."""
        self._guard.drain()
        until = time.monotonic() + self._settings.drain_s
        while not self._waited(until):  # noqa: ASYNC110 - a signal handler changes what is looked at
            await asyncio.sleep(0.05)

    def _waited(self, until: float) -> bool:
        """Whether the wait for load balancers is over."""
        return self._hurry or self.force_exit or self.broken or time.monotonic() >= until

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """First nobody new should come, then everybody is sent away, then connections end."""
        log.info("draining")
        await self.drain()
        if self._collecting is not None:
            self._collecting.cancel()
        await self._guard.farewell()
        await super().shutdown(sockets)
        await self._shown.aclose()
        log.info("stopped")


def config(app: guard.Guard) -> uvicorn.Config:
    """Uvicorn's settings: no access log, because links are secrets; small frames; no compression, because lengths could leak secrets."""
    return uvicorn.Config(
        app,
        http=protocols.BoundedHttp,
        ws=protocols.BoundedWebSocket,
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=1.0,  # on; `BoundedWebSocket` says how often
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        proxy_headers=False,  # the guard reads them
        timeout_graceful_shutdown=GOODBYE_S,
        timeout_keep_alive=30,
        lifespan="on",
    )


def quiet_logs(*, as_json: bool = False) -> None:
    """Log warnings and errors, and the compilation of kernels, to standard error, without secret links.

    As JSON, the log also says when the server started, drained and stopped.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(operating.Lines() if as_json else logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(operating.Seldom())
    handler.addFilter(operating.Hush())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("deathmatch.bots").setLevel(logging.INFO)  # what was compiled, once a variant
    log.setLevel(logging.INFO if as_json else logging.WARNING)


def open_more() -> None:
    """Raise the system's limit on open files if we may: each connection is one, and the usual 1024 are few."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def run(settings: Settings, host: str, port: int, *, open_page: bool = False, as_json: bool = False) -> int:
    """Serve until somebody ends it; returns the exit status."""
    quiet_logs(as_json=as_json)
    tell: Callable[[str], None] = log.info if as_json else _say
    complain: Callable[[str], None] = log.error if as_json else _complain
    try:
        check(settings.data, settings.store)
        listening = bind(host, port)
    except (OSError, PortTaken, StoreError, ValueError) as error:
        complain(str(error))
        return 1
    os.umask(0o077)  # whatever the server writes from here on holds secrets
    real = listening.getsockname()[1]
    shown = "127.0.0.1" if host in ("0.0.0.0", "") else "[::1]" if host == "::" else f"[{host}]" if ":" in host else host  # noqa: S104
    address = f"http://{shown}:{real}/"
    if port and real != port:
        tell(f"Port {port} is in use; using {real}.")
    open_more()

    def opened() -> None:
        tell(f"Deathmatch runs at {address}  (data folder {settings.data}; Ctrl-C stops the server)")
        if open_page and _has_browser():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    server = Server(settings, opened)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
    if server.broken:
        complain("the server has stopped, because it could save nothing any more; the log says why")
    return 0 if server.started and not server.broken and not server.failed else 1


def _has_browser() -> bool:
    """Whether there is a screen to open a browser on."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _say(words: str) -> None:
    print(words, flush=True)  # noqa: T201


def _complain(words: str) -> None:
    print(f"deathmatch: {words}", file=sys.stderr)  # noqa: T201


# --- Python's garbage collector, held back until it hurts nobody
#
# A reference count frees an object at once. The collector is for cycles alone, and the objects of a table form none in play
# (`tests/server/test_growth.py`). Left to itself, it looks at every object of a busy server again and again: with 2,500 matches it found
# nothing, and each search stopped all tables for 135 to 527 ms. So it is switched off, and this task has it look:
#
# - once a second at the objects of the last 20 ms. There is nothing to find: neither requests nor connections nor submissions leave cycles.
#   If it finds more than a few, it looks every 20 ms, until that is over. All older objects are set aside, which costs nothing;
# - at all of them, if nobody is connected and something has been added since the last time;
# - at all of them in any case, if the server has grown by `GROWTH` since the last time: then something does make cycles, and one pause is
#   better than a server without memory. It is logged.
#
# Python's own count is of no use for this. It is of the objects that were made less those that were freed, and a busy server frees old ones
# all the time: 40,000 objects could be young while it stood at 4,000, and a look at them took 15 to 20 ms.


cycles = logging.getLogger("deathmatch.collector")

TICK_S = 0.02
SELDOM = 50  # ticks between two looks at the objects of one tick
FEW = 100  # objects found in one tick: 5,000 a second, which is 1 MB or less
IDLE_S = 60.0  # between two looks at all objects while nobody is connected
ADDED = 10_000  # blocks of memory added since the last look at all objects, below which it is not worth another one
GROWTH = (
    16_000_000  # blocks of memory added since then that have it look in any case: 1 to 2 GB, more than 2,500 matches and their readers need
)


class Collector:
    """The task that has the garbage collector look.

    Args:
        idle: whether nobody is connected.
        clock: seconds that never go back.
    """

    def __init__(self, idle: Callable[[], bool], clock: Callable[[], float] = time.monotonic) -> None:
        self._idle = idle
        self._clock = clock
        self._blocks = sys.getallocatedblocks()  # after the last look at all objects
        self._looked_at = clock()
        self._ticks = 0
        self._found = False  # whether the last look found more than a few

    async def run(self) -> None:
        """Switch the collector off, and have it look from time to time; it is switched on again at the end."""
        gc.collect()
        gc.freeze()
        gc.disable()
        try:
            while True:
                await asyncio.sleep(TICK_S)
                self.tick()
        finally:
            gc.enable()
            gc.unfreeze()

    def tick(self) -> None:
        """Have it look at the objects of this tick, and at all if it is time to."""
        self._ticks += 1
        if self._found or self._ticks % SELDOM == 0:
            self._found = gc.collect(0) > FEW
        gc.freeze()
        now = self._clock()
        if now - self._looked_at < IDLE_S:
            return
        added = sys.getallocatedblocks() - self._blocks
        if added >= GROWTH:
            cycles.warning("collected garbage in %.0f ms, because the server has grown by %d blocks of memory", self._look() * 1000, added)
        elif added >= ADDED and self._idle():
            self._look()
        self._looked_at = now

    def _look(self) -> float:
        """Have it look at all objects; returns the seconds that it took."""
        started = time.perf_counter()
        gc.unfreeze()
        gc.collect()
        self._blocks = sys.getallocatedblocks()
        return time.perf_counter() - started
