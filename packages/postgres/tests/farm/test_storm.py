"""Servers, database, disks and connections fail in the middle of play. Nothing acknowledged is lost or doubled, no clock is charged, nobody
is shown anything else than the referee would show, and play goes on."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from deathmatch import games
from packages.postgres.tests.clusters import Cluster, migrated
from packages.postgres.tests.farm.disks import NoDisk, disk
from packages.postgres.tests.farm.faults import Place, able, series
from packages.postgres.tests.farm.histories import Verdict
from packages.postgres.tests.farm.servers import Zygote, farming
from packages.postgres.tests.farm.storm import Crowd, Report, apart, storm, verdict_on

DISK_MB, DATA_MB = 128, 8
COUNTS = {
    "cut connections": 4,
    "sever the database": 3,
    "stop a server": 4,
    "kill a server": 6,
    "end a server": 2,
    "kill the database": 5,
    "kill all servers": 1,
    "stop all servers": 1,
    "fill the database": 2,
    "fill the data folder": 2,
}
PARTS = 30  # of the night, each with ten of these faults: all of the above in three parts, ten times in another order
EACH = 10
OF_WORKERS = ("kill a worker", "stop a worker")  # each comes once in each part
WORKERS = 2
TABLES = 8  # that are played at the same time
VARIANTS = [variant.id for variant in games.every() if not variant.hosted]


@contextlib.contextmanager
def disks() -> Iterator[tuple[Path | None, Path | None]]:
    """A disk for the database and one for the data folder, if they can be had."""
    with contextlib.ExitStack() as stack:
        try:
            yield stack.enter_context(disk(DISK_MB)), stack.enter_context(disk(DATA_MB))
        except NoDisk as reason:
            print(f"no disk is filled: {reason}")  # noqa: T201
            yield None, None


async def weather(zygote: Zygote, folder: Path, kinds: Sequence[str], chance: random.Random) -> tuple[Report, Verdict]:
    """A storm of these faults, and the verdict on all of its matches."""
    with disks() as (of_database, of_data):
        cluster = Cluster(durable=True, parent=of_database, segment_mb=1)
        try:
            with cluster.database() as name:
                url = cluster.url(name)
                migrated(url)
                async with farming(zygote, (of_data or folder) / "data", url, folder / "servers.log", WORKERS) as (farm, proxy):
                    place = Place(farm, proxy, cluster, chance, of_database, of_data)
                    crowd = Crowd(proxy.address, VARIANTS, 0.1, "random")
                    report = await storm(place, crowd, TABLES, [able(kind, disks=of_database is not None) for kind in kinds], between_s=1)
                    print(f"\n{report.words()}")  # noqa: T201 - a figure, shown with pytest -s
                    verdict = await verdict_on(crowd.tables, url, farm.folder, proxy.address, place.downs)
                    whole = [table for table in crowd.tables if table.over]
                    verdict.expect(any(apart(table, proxy) for table in whole), "no whole match had its seats on different servers")
                    found = f"{verdict.acks} acknowledgements, {verdict.frames} frames, {verdict.charges} times"
                    print("\n".join(verdict.faults))  # noqa: T201 - pytest shows the beginning and the end alone
                    print(f"the servers' log: {farm.log}")  # noqa: T201
                    print(f"{len(kinds)} faults, {len(crowd.tables)} matches ({len(whole)} whole), {found} looked at")  # noqa: T201
        finally:
            cluster.close()
    return report, verdict


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
async def test_a_storm_of_three_hundred_faults_costs_nobody_anything(zygote: Zygote, part: int, tmp_path: Path) -> None:
    chance, first = random.Random(part // 3), part % 3 * EACH
    kinds = list(series(COUNTS, chance)[first : first + EACH])
    for kind in OF_WORKERS:
        kinds.insert(chance.randint(0, EACH), kind)
    report, verdict = await weather(zygote, tmp_path, kinds, chance)
    assert not verdict.faults[:20]
    assert not report.late
    assert sum(map(len, report.took.values())) == EACH + len(OF_WORKERS)
