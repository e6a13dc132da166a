"""The figures of a server for Prometheus, at an address of their own, so that a web server in front of the pages does not pass them on.

No sample names a match, a link or a guest: the only labels are the bounds of histograms, what became of a submission,
and the version. They do tell when somebody submits, which spectators of a delayed table should not learn, so they are for operators alone
(docs/operating.md).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING

import deathmatch
from deathmatch.server.figures import Figures, Histogram

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric
    from prometheus_client.registry import CollectorRegistry

    from deathmatch.server.rooms.lobby import Lobby

PREFIX = "deathmatch_"
LOOK_S = 0.1  # between two looks at the lag of the event loop


class Shown:
    """The figures of a lobby as Prometheus collects them; it asks from a thread of its own, so only plain numbers are read."""

    def __init__(self, lobby: Callable[[], Lobby | None]) -> None:
        self._lobby = lobby

    def collect(self) -> Iterator[Metric]:
        """See prometheus_client; nothing while no lobby is open."""
        from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily

        lobby = self._lobby()
        if lobby is None:
            return
        now = lobby.figures
        yield InfoMetricFamily(PREFIX + "server", "The version of the server.", {"version": deathmatch.__version__})
        answered = CounterMetricFamily(PREFIX + "submissions", "Submissions that were answered.", labels=["result"])
        answered.add_metric(["accepted"], now.acknowledged.count)
        answered.add_metric(["refused"], now.refused)
        yield answered
        yield _histogram("acknowledgement_seconds", "From the arrival of an accepted submission to its answer.", now.acknowledged)
        yield GaugeMetricFamily(PREFIX + "sockets", "Open WebSockets of tables.", value=now.sockets)
        yield GaugeMetricFamily(PREFIX + "matches", "Matches in memory.", value=lobby.rooms)
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


def registry(lobby: Callable[[], Lobby | None]) -> CollectorRegistry:
    """Everything that is shown of this lobby, with the processor time, the memory and the files of the process."""
    from prometheus_client import CollectorRegistry, ProcessCollector

    made = CollectorRegistry()
    made.register(Shown(lobby))
    ProcessCollector(registry=made)
    return made


class Exposition:
    """The address at which metrics are shown, and the task that measures the event loop; both from `open` to `close`."""

    def __init__(self, lobby: Callable[[], Lobby | None], address: tuple[str, int]) -> None:
        self._lobby = lobby
        self._address = address
        self._close: Callable[[], None] | None = None
        self._measuring: asyncio.Task[None] | None = None

    @property
    def where(self) -> str:
        """The address in words."""
        host, port = self._address
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

    def open(self) -> int:
        """Listen, and measure from now on; returns the port. Raises OSError."""
        from prometheus_client import start_http_server

        host, port = self._address
        server, thread = start_http_server(port, host, registry(self._lobby))

        def close() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        self._close = close
        if (lobby := self._lobby()) is not None:
            self._measuring = asyncio.create_task(measure(lobby.figures), name="lag")
        return int(server.server_port)

    async def close(self) -> None:
        """Listen no longer."""
        if self._measuring is not None:
            self._measuring.cancel()
        if self._close is not None:
            await asyncio.to_thread(self._close)
            self._close = None


async def measure(figures: Figures) -> None:
    """Note ten times a second how late the event loop comes back."""
    while True:
        asked = perf_counter()
        await asyncio.sleep(LOOK_S)
        figures.late.note(max(0.0, perf_counter() - asked - LOOK_S))
