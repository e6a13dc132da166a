"""A Dask cluster of two workers for tests, in this process or with processes of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import LocalCluster


@contextmanager
def in_this_process(workers: int = 2, threads: int = 1) -> Iterator[Any]:
    """A cluster whose scheduler and workers are threads of this process and speak over TCP; it takes no processes, which start slowly."""
    local: Any = LocalCluster
    with local(
        n_workers=workers, threads_per_worker=threads, processes=False, protocol="tcp://", host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as cluster:
        yield cluster


def kill(cluster: Any, place: int) -> None:
    """End a worker, whatever it is doing."""
    worker = list(cluster.workers.values())[place]
    cluster.sync(worker.close, nanny=False, executor_wait=False, reason="killed by a test")


@dataclass(frozen=True)
class Machines:
    """A scheduler and workers in processes of their own."""

    address: str
    scheduler: subprocess.Popen[str]
    workers: list[subprocess.Popen[str]]


@contextmanager
def of_processes(folder: Path, workers: int = 2, threads: int = 1) -> Iterator[Machines]:
    """Such a cluster, as its owner would start it; files of the workers go to `folder`."""
    with ExitStack() as ends:
        scheduler = _started(ends, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        found = None
        while found is None:
            line = scheduler.stderr.readline() if scheduler.stderr else ""
            assert line, "the scheduler ended"
            found = re.search(r"Scheduler at:\s+(tcp://\S+)", line)
        options = ("--no-nanny", "--host", "127.0.0.1", "--no-dashboard", "--memory-limit", "0", "--nthreads", str(threads))
        hands = [_started(ends, "worker", found[1], *options, "--local-directory", str(folder)) for _ in range(workers)]
        yield Machines(found[1], scheduler, hands)


def _started(ends: ExitStack, *args: str) -> subprocess.Popen[str]:
    errors = subprocess.PIPE if args[0] == "scheduler" else subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, "-m", "dask", *args], stdout=subprocess.DEVNULL, stderr=errors, text=True)
    ends.enter_context(process)  # waits
    ends.callback(process.kill)
    return process
