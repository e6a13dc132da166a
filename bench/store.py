"""Appends a second and the time of a commit, on SQLite and on PostgreSQL in the same run: `python -m bench.store [SECONDS]`.

Writers append one entry of 300 bytes to a match of their own, each as soon as the one before is acknowledged. Both stores wait for
the disk.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from deathmatch.server.rooms.others import open_store
from deathmatch.server.store.interface import Addition, NewLog
from deathmatch.server.times import StoreFigures
from packages.postgres.tests.clusters import Cluster, migrated

WRITERS = (1, 20, 100)


async def measure(folder: Path, address: str, writers: int, seconds: float) -> tuple[float, float, float]:
    """Appends a second, milliseconds a commit, and milliseconds of this process's processor time an append."""
    figures = StoreFigures()
    store, _ = await open_store(folder, address, figures=figures)
    names = [f"m{writers}-{n}" for n in range(writers)]
    await asyncio.gather(*(store.create(NewLog(name, {}, [b"x" * 300]), 1) for name in names))
    took, count, commits = figures.commits.sum, figures.writes, figures.commits.count
    end, processor, began = time.monotonic() + seconds, time.process_time(), time.monotonic()

    async def write(name: str) -> None:
        n = 1
        while time.monotonic() < end:
            await store.append(Addition(name, n, [b"x" * 300], n, begun=True, due=n))
            n += 1

    await asyncio.gather(*(write(name) for name in names))
    wall, spent, done = time.monotonic() - began, time.process_time() - processor, figures.writes - count
    await store.close()
    return done / wall, (figures.commits.sum - took) * 1000 / (figures.commits.count - commits), spent * 1000 / done


def main(seconds: float) -> None:
    """Print a line for each number of writers."""
    cluster = Cluster(durable=True)
    try:
        with cluster.database() as name, tempfile.TemporaryDirectory() as folder:
            migrated(cluster.url(name))
            for writers in WRITERS:
                one, other = (asyncio.run(measure(Path(folder), address, writers, seconds)) for address in ("", cluster.url(name)))
                for store, (rate, commit, spent) in (("SQLite", one), ("PostgreSQL", other)):
                    print(
                        f"{writers:4} writers  {store:10} {rate:7.0f} appends/s  {commit:6.2f} ms a commit  {spent:5.2f} ms CPU an append"
                    )
                print(f"{writers:4} writers  PostgreSQL/SQLite: {other[0] / one[0]:.2f}")
    finally:
        cluster.close()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5)
