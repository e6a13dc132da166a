"""A full server: thousands of matches whose players, host and a watcher are all connected, and thousands of watchers of one match.

`python -m bench load` runs the load of `docs/operating.md`, which takes about six minutes on two cores; `python -m bench.load --matches 50
--rates 20 --seconds 5 --watchers 50` is a small one. For each rate: the time to acknowledgement, the processor time of the server for a
submission, its memory, and how long its event loop stood still. For each crowd: when a turn has come to the last watcher.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from bench import server
from bench.machine import each
from deathmatch.server.running import open_more

T = TypeVar("T")

MATCHES = 2500
RATES = (300, 600)  # submissions a second, of all seats together
WATCHERS = (1000, 5000)
SECONDS, WARM = 60.0, 20.0
CLIENTS = 4  # processes, each with its share of the matches


def measure(
    matches: int = MATCHES,
    rates: Sequence[float] = RATES,
    seconds: float = SECONDS,
    warm: float = WARM,
    watchers: Sequence[int] = WATCHERS,
    clients: int = CLIENTS,
) -> dict[str, Any]:
    """All of it."""
    open_more()
    loads = {str(rate): _load(matches, rate, seconds, warm, clients) for rate in each(rates, lambda rate: f"{rate} submissions a second")}
    crowds = {str(count): _crowd(count) for count in each(watchers, lambda count: f"{count} watchers of one match")}
    return {"matches": matches, "sockets": 4 * matches, "seconds": seconds, "rates": loads, "crowds": crowds}


def _load(matches: int, rate: float, seconds: float, warm: float, clients: int) -> dict[str, Any]:
    with server.serving() as (process, address):
        began = server.memory(process.pid)
        share = matches // clients
        command = [sys.executable, "-m", "bench.client", address, "--step", "--times", "--host", "--matches", str(share)]
        command += ["--rate", str(rate / (2 * share * clients)), "--seconds", str(seconds), "--warm", str(warm)]
        started = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(clients)]
        memory = {phase: _phase(started, lambda: server.memory(process.pid)) for phase in ("made", "open")}
        before = _phase(started, lambda: (_stalls(process), server.spent(process.pid)))[1]
        playing, spent, memory["end"] = _phase(
            started, lambda: (_stalls(process), server.spent(process.pid) - before, server.memory(process.pid))
        )
        figures = [json.loads(_line(client)) for client in started]
        leaving = _stalls(process)
        for client in started:
            client.communicate()
    times = sorted(ms for one in figures for ms in one.pop("times_ms"))
    total = sum(one["acknowledged"] for one in figures)

    def at(share: float) -> float | None:
        return times[min(len(times) - 1, int(share * len(times)))] if times else None

    return {
        "acknowledged_per_second": round(total / seconds, 1),
        "p50_ms": at(0.5),
        "p99_ms": at(0.99),
        "longest_ms": at(1.0),
        "refused": sum(one["refused"] for one in figures),
        "broken": sum(one["broken"] for one in figures),
        "kb_per_update": figures[0]["kb_per_update"],
        "cpu_ms_each": round(spent * 1000 / max(1, total), 2),
        "stalls": playing,
        "stalls_when_all_leave": leaving,
        "memory_mb": {"start": began // 1000, **{phase: kb // 1000 for phase, kb in memory.items()}},
    }


def _phase(clients: Sequence[subprocess.Popen[str]], look: Callable[[], T]) -> T:
    """Wait until all clients have come so far, look at the server, and let them go on; returns the figures."""
    for client in clients:
        _line(client)
    seen = look()
    for client in clients:
        assert client.stdin is not None
        client.stdin.write("\n")
        client.stdin.flush()
    return seen


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def _stalls(process: subprocess.Popen[str]) -> Any:
    process.send_signal(signal.SIGUSR1)
    return json.loads(_line(process))


def _crowd(watchers: int) -> dict[str, Any]:
    with server.serving() as (process, address):
        began = server.memory(process.pid)
        _stalls(process)
        command = [sys.executable, "-m", "bench.crowd", address, "--watchers", str(watchers)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        kb = server.memory(process.pid) - began
        return {**json.loads(done.stdout), "stalls": _stalls(process), "memory_kb_per_socket": round(kb / watchers, 1)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--rates", type=float, nargs="*", default=RATES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--warm", type=float, default=WARM)
    parser.add_argument("--watchers", type=int, nargs="*", default=WATCHERS)
    parser.add_argument("--clients", type=int, default=CLIENTS)
    print(json.dumps(measure(**vars(parser.parse_args())), indent=1))
