"""The delay of news and the time of a commit with many listening processes: `python -m research.notify [SECONDS]`.

One store appends to twenty matches, about 20 times a second to each; every listener is a store of its own in this process. The delay is
from the moment at which an append is asked for to its note at a listener, so it holds the commit.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence

from deathmatch.server.store.interface import Addition, NewLog, StoreFigures
from deathmatch_postgres.database.store import PostgresStore, open_postgres
from deathmatch_postgres.sharing import Note
from packages.postgres.tests.clusters import Cluster, migrated
from research.many import VAULT, postgres_spent

LISTENERS = (1, 2, 4, 8, 16)
WRITERS = 20
PAUSE_S = 0.05  # between two appends of a writer: some 400 a second in all


def _at(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] * 1000


async def measure(cluster: Cluster, address: str, listeners: int, seconds: float) -> str:
    """A line of figures."""
    figures = StoreFigures()
    store = await open_postgres(address, figures=figures)
    sent: dict[tuple[str, int], float] = {}
    delays: list[float] = []
    notes = payloads = 0

    def heard(batch: Sequence[Note]) -> None:
        nonlocal notes, payloads
        now, payloads = time.monotonic(), payloads + 1
        for note in batch:
            notes += 1
            if (then := sent.get((note.id, note.count))) is not None:
                delays.append(now - then)

    others: list[PostgresStore] = [await open_postgres(address) for _ in range(listeners)]
    for sharing in (store.sharing, *(other.sharing for other in others)):
        sharing.carry(VAULT)
    for other in others:
        other.sharing.listen(heard, lambda: None)
    names = [f"m{listeners}-{n}" for n in range(WRITERS)]
    await asyncio.gather(*(store.create(NewLog(name, {}, [b"x" * 300]), 1) for name in names))
    await asyncio.sleep(1)  # until all listen
    spent = postgres_spent(cluster)
    took, commits, count, notes, payloads = figures.commits.sum, figures.commits.count, figures.writes, 0, 0
    end, began = time.monotonic() + seconds, time.monotonic()

    async def write(name: str) -> None:
        n = 1
        while time.monotonic() < end:
            sent[(name, n + 1)] = time.monotonic()
            await store.append(Addition(name, n, [b"x" * 300], n, begun=True, due=n))
            n += 1
            await asyncio.sleep(PAUSE_S)

    await asyncio.gather(*map(write, names))
    wall = time.monotonic() - began
    await asyncio.sleep(0.5)
    spent = postgres_spent(cluster) - spent
    made = figures.commits.count - commits
    for one in (store, *others):
        await one.close()
    return (
        f"{listeners:3} listeners  {(figures.writes - count) / wall:6.0f} appends/s  {made / wall:5.0f} commits/s  "
        f"{(figures.commits.sum - took) * 1000 / made:6.2f} ms a commit  "
        f"{spent * 1000 / (figures.writes - count):6.3f} ms of PostgreSQL's processor time an append  "
        f"append to note p50 {_at(delays, 0.5):6.2f} ms  p99 {_at(delays, 0.99):7.2f} ms  "
        f"{payloads / listeners / made:.2f} payloads a commit  {notes / max(1, payloads):.1f} notes each"
    )


def main(seconds: float) -> None:
    """Print a line for each number of listeners."""
    cluster = Cluster(durable=True)
    try:
        with cluster.database() as name:
            cluster.execute("ALTER SYSTEM SET max_connections = 200")
            cluster.stop()
            cluster.start()
            migrated(cluster.url(name))
            for listeners in LISTENERS:
                print(asyncio.run(measure(cluster, cluster.url(name), listeners, seconds)), flush=True)
    finally:
        cluster.close()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5)
