"""Several servers on one PostgreSQL, beside one on SQLite, over real sockets; and the database's side alone.

`python -m research many` runs all of it. For 1, 2 and 4 servers, each with as many matches: the highest rate at which 99 of 100
acknowledgements come within 100 ms, and at each rate the processor time of a submission, split into servers, PostgreSQL and client; the
processor time of a second in which everybody is connected and nobody plays, which the other columns are without; the time of a commit;
conflicts. The two seats and the watcher of a match are together on one server, then on two, then each on another one. Then processes
without a server, each with the store's own writer, write as many entries a second as a server that is full, to see how many of them one
database takes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench.machine import each, note
from bench.server import GOAL_MS, spent
from deathmatch.server.store.interface import Addition, NewLog, StoreFigures
from deathmatch.server.vault import Vault
from deathmatch_postgres.database.store import open_postgres
from packages.postgres.tests.clusters import Cluster, free_port, migrated

SERVERS = (1, 2, 4)
MATCHES, WATCHERS = 25, 1  # of each server
ON = (1, 2, 3)  # servers that a match is on
RATES = (0.5, 1.0, 1.5, 2.0, 3.0)  # submissions a second and seat
SECONDS, WARM, IDLE = 10.0, 4.0, 3.0
WRITERS = (1, 2, 4, 8)  # processes on the database's side
EACH = 500  # entries a second and process: a server that is full submits about so many
TABLES = 200  # of one process
ENTRY = b"x" * 300
VAULT = Vault(b"x" * 32)


def measure(
    servers: Sequence[int] = SERVERS,
    matches: int = MATCHES,
    rates: Sequence[float] = RATES,
    seconds: float = SECONDS,
    writers: Sequence[int] = WRITERS,
    on: Sequence[int] = ON,
) -> dict[str, Any]:
    """All of it; without `servers` the database's side alone."""
    cluster = Cluster(durable=True)
    try:
        runs = {}
        if servers:
            note("  one server on SQLite")
            runs["sqlite 1"] = _servers(None, 1, 1, matches, rates, seconds)
        for count in each(servers, lambda count: f"{count} servers on PostgreSQL"):
            for some in on:
                if some <= count:
                    runs[f"postgres {count}, a match on {some}"] = _servers(cluster, count, some, matches, rates, seconds)
        database = {str(count): _database(cluster, count, seconds) for count in each(writers, lambda count: f"{count} writers")}
    finally:
        cluster.close()
    return {"matches_a_server": matches, "goal_p99_ms": GOAL_MS, "servers": runs, "database": database}


# --- Servers


def _servers(cluster: Cluster | None, count: int, on: int, matches: int, rates: Sequence[float], seconds: float) -> dict[str, Any]:
    """So many servers at one rate after the other. All of them, because other work on the machine makes one miss the goal."""
    runs: dict[float, dict[str, Any]] = {}
    for rate in rates:
        with ExitStack() as stack:
            url = ""
            if cluster is not None:
                url = cluster.url(stack.enter_context(cluster.database()))
                migrated(url)
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            started = [stack.enter_context(_serving(folder, url)) for _ in range(count)]
            runs[rate] = _run(cluster, started, on, matches * count, rate, seconds)
    held = [run["per_second"] for run in runs.values() if run["p99_ms"] is not None and run["p99_ms"] <= GOAL_MS]
    return {
        "per_second_held": max(held, default=None),
        "rates": {str(rate): run for rate, run in runs.items()},
    }


@contextmanager
def _serving(folder: str, url: str) -> Iterator[tuple[int, str, int]]:
    """A server; gives its process, its address and the port of its metrics."""
    metrics = free_port()
    command = [sys.executable, "-m", "tests.load.server", folder, "0", "{}", str(metrics)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ | {"DEATHMATCH_STORE": url}
    )
    assert process.stdout is not None
    found = next((said for line in process.stdout if (said := re.search(r"http://([^/]+)/", line))), None)
    assert found is not None, "the server did not start"
    try:
        yield process.pid, found[1], metrics
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


def _run(
    cluster: Cluster | None, started: Sequence[tuple[int, str, int]], on: int, matches: int, rate: float, seconds: float
) -> dict[str, Any]:
    addresses = ",".join(address for _, address, _ in started)
    command = [sys.executable, "-m", "bench.client", addresses, "--step", "--matches", str(matches), "--watchers", str(WATCHERS)]
    command += ["--rate", str(rate), "--seconds", str(seconds), "--warm", str(WARM), "--on", str(on)]
    client = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert client.stdin is not None
    assert client.stdout is not None
    looks = []
    for phase in ("made", "open", "warm", "played"):
        said = client.stdout.readline().strip()
        assert said == phase, f"the client said {said!r}"
        if phase == "open":
            looks.append(_look(cluster, started, client.pid))
            time.sleep(IDLE)
        if phase != "made":
            looks.append(_look(cluster, started, client.pid))
        client.stdin.write("\n")
        client.stdin.flush()
    figures: dict[str, Any] = json.loads(client.stdout.readline())
    client.communicate()
    idle, spent_in = ({key: after[key] - before[key] for key in after} for before, after in (looks[:2], looks[2:]))
    done = max(1.0, figures["acknowledged"])
    at_rest = {f"idle_ms_a_second_{key}": round(idle[key] * 1000 / IDLE, 1) for key in ("servers", "postgres")}
    rested = {key: idle[key] / IDLE * seconds for key in ("servers", "postgres")}
    parts = {f"cpu_ms_{key}": round((spent_in[key] - rested.get(key, 0)) * 1000 / done, 2) for key in ("servers", "postgres", "client")}
    commits = max(1.0, spent_in["commits"])
    return {
        **{key: figures[key] for key in ("per_second", "p50_ms", "p99_ms", "refused", "broken")},
        **parts,
        **at_rest,
        "ms_a_commit": round(spent_in["commit_seconds"] * 1000 / commits, 2),
        "writes_a_commit": round(spent_in["writes"] / commits, 2),
        "conflicts_of_100": round(spent_in["conflicts"] * 100 / done, 2),
        "load": round(os.getloadavg()[0], 1),
    }


def _look(cluster: Cluster | None, started: Sequence[tuple[int, str, int]], client: int) -> dict[str, float]:
    """Processor time in seconds, and what the servers have counted."""
    found = {"servers": sum(spent(pid) for pid, _, _ in started), "postgres": postgres_spent(cluster), "client": spent(client)}
    names = {
        "commits": "commit_seconds_count",
        "commit_seconds": "commit_seconds_sum",
        "writes": "writes_total",
        "conflicts": "conflicts_total",
    }
    texts = [urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode() for _, _, port in started]
    for key, name in names.items():
        found[key] = sum(float(value) for text in texts for value in re.findall(rf"^deathmatch_{name} (\S+)", text, re.MULTILINE))
    return found


def postgres_spent(cluster: Cluster | None) -> float:
    """Seconds of processor time of a PostgreSQL, with its processes that have ended."""
    if cluster is None:
        return 0.0
    total, tick = 0, os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{cluster.pid}/task/{cluster.pid}/children").read_text().split()
    for pid in (str(cluster.pid), *children):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            continue
        total += sum(int(field) for field in fields[11 : 15 if pid == str(cluster.pid) else 13])
    return total / tick


# --- The database's side


def _database(cluster: Cluster, count: int, seconds: float) -> dict[str, Any]:
    """So many processes that write, each at its rate."""
    with cluster.database() as name:
        url = cluster.url(name)
        migrated(url)
        command = [sys.executable, "-m", "research.many", "--write", url, "--seconds", str(seconds)]
        started = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(count)]
        for process in started:
            assert process.stdout is not None
            process.stdout.readline()
        before = postgres_spent(cluster)
        for process in started:  # all of them at the same time
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        said = [json.loads(process.communicate()[0]) for process in started]
        used = postgres_spent(cluster) - before
    done = sum(one["entries"] for one in said)
    return {
        "wanted_a_second": count * EACH,
        "entries_a_second": round(done / seconds),
        "cpu_ms_postgres": round(used * 1000 / done, 3),
        "cores_of_postgres": round(used / seconds, 2),
        "cpu_ms_writers": round(sum(one["cpu"] for one in said) * 1000 / done, 3),
        "ms_a_commit": round(sum(one["commit_seconds"] for one in said) * 1000 / sum(one["commits"] for one in said), 2),
        "entries_a_commit": round(done / sum(one["commits"] for one in said), 1),
        "load": round(os.getloadavg()[0], 1),
    }


async def _write(url: str, seconds: float) -> None:
    """One process: entries at the rate `EACH`, as far as the database keeps up, each table one after the other."""
    figures = StoreFigures()
    store = await open_postgres(url, figures=figures)
    store.sharing.carry(VAULT)
    names = [f"{os.getpid()}-{n}" for n in range(TABLES)]
    await asyncio.gather(*(store.create(NewLog(name, {}, [ENTRY]), 1) for name in names))
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    began, commits, took, cpu = time.monotonic(), figures.commits.count, figures.commits.sum, time.process_time()
    entries = 0

    async def table(number: int) -> None:
        nonlocal entries
        due, n = began + number / EACH, 1
        while due < began + seconds:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if time.monotonic() >= began + seconds:
                return
            await store.append(Addition(names[number], n, [ENTRY], n, begun=True, due=n))
            entries, n, due = entries + 1, n + 1, due + TABLES / EACH

    await asyncio.gather(*map(table, range(TABLES)))
    spent_ = time.process_time() - cpu
    found = {"entries": entries, "cpu": spent_, "commits": figures.commits.count - commits, "commit_seconds": figures.commits.sum - took}
    print(json.dumps(found), flush=True)
    await store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--servers", type=int, nargs="*", default=SERVERS)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--on", type=int, nargs="*", default=ON)
    parser.add_argument("--writers", type=int, nargs="*", default=WRITERS)
    parser.add_argument("--rates", type=float, nargs="*", default=RATES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--write", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.write:
        asyncio.run(_write(args.write, args.seconds))
    else:
        print(json.dumps(measure(args.servers, args.matches, args.rates, args.seconds, args.writers, args.on), indent=1))
