"""For operators: the log of requests, probes, and figures for Prometheus."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from datetime import UTC, datetime
from time import perf_counter
from typing import TYPE_CHECKING, Final

import msgspec
from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec

import deathmatch
from deathmatch.core.letters import visible
from deathmatch.server import limits, settings
from deathmatch.server.rooms.lobby import Figures
from deathmatch.server.times import Histogram
from deathmatch.server.web.guests import Asking, lobby_of
from deathmatch.server.wire import bodies, problems

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric
    from prometheus_client.registry import CollectorRegistry

    from deathmatch.server.rooms.lobby import Lobby


# --- The log of requests


SAME = settings.Rate(10, 0.1)  # records that differ only in their values: burst, then a second
ALL = settings.Rate(100, 1)  # records of one logger
LETTERS = 2_000  # of a record
LINK = re.compile(r"(?<=/)((?:s|h|c|w|seats|hosts|hands|matches)/)[A-Za-z0-9_-]*")


class Seldom(logging.Filter):
    """Limits how often each kind of record is written, and how many records one logger writes; it counts those that it leaves out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._same = limits.Buckets(SAME, clock, most=1_000)
        self._all = limits.Buckets(ALL, clock, most=100)
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written."""
        if record.levelno >= logging.CRITICAL:
            return True
        kind = f"{record.name} {record.msg}"
        if not (self._same.take(kind) and self._all.take(record.name)):
            self._left_out[record.name] = self._left_out.get(record.name, 0) + 1
            return False
        left_out = self._left_out.pop(record.name, 0)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (left out before this: {left_out} records)", ()
        return True


class Lines(logging.Formatter):
    """One JSON object a line: `time` in UTC, `level`, `logger` and `message`. `Hush` comes before it and strikes out secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as one line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        event = {"time": at, "level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        return msgspec.json.encode(event).decode()


class Hush(logging.Filter):
    """Keeps secrets out of every log: links are struck out, and of an error only its kind and place are kept."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always lets the record pass, without the secrets."""
        text = record.getMessage()
        clean = hush(text)
        if record.exc_info and record.exc_info[1] is not None:
            clean = f"{clean.strip()}: {problems.outline(record.exc_info[1])}"
        clean = visible(clean[:LETTERS].replace("\n", " ").replace("\r", " "))
        if clean != text:
            record.msg, record.args = clean, ()
        record.exc_info = record.exc_text = record.stack_info = None
        return True


def hush(text: str) -> str:
    """The text without anything that could be a secret link."""
    return LINK.sub(r"\1...", text)


# --- Whether the server is well


REASONS: Final[Mapping[str, str]] = {
    "well": "",
    "ready": "",
    "failing": "the store takes nothing at the moment; the log says why",
    "stopping": "nothing can be saved until the server is started again; the log says why",
    "draining": "the server is going down",
}


def _answer(state: str, *, good: bool) -> Response[bodies.ServerHealth]:
    return Response(bodies.ServerHealth(state, REASONS[state]), status_code=200 if good else 503, headers={"Cache-Control": "no-store"})


@get("/health", tags=["server"], responses={503: ResponseSpec(bodies.ServerHealth, description="Only a new start helps.")})
async def health(request: Asking) -> Response[bodies.ServerHealth]:
    """Whether the process lives: 200, or 503 if only a new start of the server helps. A full disk does not count here."""
    lasting = lobby_of(request).store.health.lasting
    return _answer("stopping" if lasting else "well", good=not lasting)


@get("/ready", tags=["server"], responses={503: ResponseSpec(bodies.ServerHealth, description="Send people to another server.")})
async def ready(request: Asking) -> Response[bodies.ServerHealth]:
    """Whether people should be sent to this server: it saves their moves, and is not about to go down."""
    lobby = lobby_of(request)
    if lobby.draining:
        return _answer("draining", good=False)
    now = await lobby.health()
    if now.lasting:
        return _answer("stopping", good=False)
    return _answer("failing" if now.trouble else "ready", good=not now.trouble)


HANDLERS: Final = (health, ready)


# --- Figures for Prometheus


PREFIX = "deathmatch_"
LOOK_S = 0.1  # between two looks at the lag of the event loop


class Shown:
    """The figures of a lobby as Prometheus collects them; it asks from a thread of its own, so only plain numbers are read."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    def collect(self) -> Iterator[Metric]:
        """The figures of now."""
        from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily

        lobby = self._lobby
        now = lobby.figures
        yield InfoMetricFamily(PREFIX + "server", "The version of the server.", {"version": deathmatch.__version__})
        answered = CounterMetricFamily(PREFIX + "submissions", "Submissions that were answered.", labels=["result"])
        answered.add_metric(["accepted"], now.acknowledged.count)
        answered.add_metric(["refused"], now.refused)
        yield answered
        yield _histogram("acknowledgement_seconds", "From the arrival of an accepted submission to its answer.", now.acknowledged)
        yield GaugeMetricFamily(PREFIX + "sockets", "Open WebSockets of tables.", value=now.sockets)
        yield GaugeMetricFamily(PREFIX + "matches", "Matches in memory.", value=len(lobby.rooms))
        yield _histogram("commit_seconds", "How long a commit of the store took.", now.store.commits)
        yield CounterMetricFamily(PREFIX + "writes", "Writes that commits have saved.", value=now.store.writes)
        yield CounterMetricFamily(PREFIX + "failed_commits", "Commits that saved nothing.", value=now.store.failed)
        yield CounterMetricFamily(PREFIX + "conflicts", "Additions that met entries of another server.", value=now.store.conflicts)
        yield _histogram("event_loop_lag_seconds", "How much later than asked the event loop came back.", now.late)
        health = lobby.store.health
        well = not lobby.draining and not health.trouble and not health.lasting
        yield GaugeMetricFamily(PREFIX + "ready", "1 if people may be sent to this server.", value=int(well))


def _histogram(name: str, words: str, figures: Histogram) -> Metric:
    from prometheus_client.metrics_core import HistogramMetricFamily

    counts, total, buckets = list(figures.counts), 0, []
    for bound, count in zip((*figures.bounds, float("inf")), counts, strict=True):
        total += count
        buckets.append(("+Inf" if bound == float("inf") else str(bound), float(total)))
    return HistogramMetricFamily(PREFIX + name, words, buckets=buckets, sum_value=figures.sum)


def registry(lobby: Lobby) -> CollectorRegistry:
    """Everything that is shown of this lobby, with the processor time, the memory and the files of the process."""
    from prometheus_client import CollectorRegistry, ProcessCollector

    made = CollectorRegistry()
    made.register(Shown(lobby))
    ProcessCollector(registry=made)
    return made


@contextlib.asynccontextmanager
async def exposed(lobby: Lobby, host: str, port: int) -> AsyncIterator[None]:
    """Show metrics at this address, and measure the event loop, meanwhile; raises OSError."""
    from prometheus_client import start_http_server

    server, thread = start_http_server(port, host, registry(lobby))
    measuring = asyncio.create_task(measure(lobby.figures), name="lag")
    try:
        yield
    finally:
        measuring.cancel()
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        thread.join()


async def measure(figures: Figures) -> None:
    """Note ten times a second how late the event loop comes back."""
    while True:
        asked = perf_counter()
        await asyncio.sleep(LOOK_S)
        figures.late.note(max(0.0, perf_counter() - asked - LOOK_S))
