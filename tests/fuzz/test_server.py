"""A real server, and everything wrong that a client can send: 100,000 mutated frames and requests by night, a share of them by day.

Nothing ends in an error of the server or in a line of its log that a client can repeat; nobody is sent a secret of others; and the
matches beside it go on, with the record that a separate referee writes of the same moves.
"""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deathmatch import games
from tests.fuzz.changes import MALFORMED
from tests.fuzz.storm import Storm, doors, sweep
from tests.server.kit import run

VARIANTS = [variant.id for variant in games.unled()]
ROOT = Path(__file__).parents[2]
BY_DAY, BY_NIGHT = 150, 10_000  # inputs in all, and for each variant
SERVER = """
import sys
from dataclasses import replace
from pathlib import Path
from deathmatch.server import running
from deathmatch.server.settings import Rate, Settings
from tests.server.kit import OPEN
limits = replace(OPEN, long_poll_ms=50, hello_ms=500, reviews=Rate(0, 0), connections_per_address=10_000, holders_per_address=10_000)
sys.exit(running.run(Settings(Path(sys.argv[1]), limits), "127.0.0.1", 0))
"""


@contextlib.contextmanager
def server(folder: Path) -> Iterator[tuple[str, Path]]:
    """The address of a server in a process of its own, with a word list of its host, and the file with its log."""
    (folder / "data" / "lexicons").mkdir(parents=True)
    (folder / "data" / "lexicons" / "own.txt").write_text("cat\ndog\n")
    log = folder / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(folder / "data")], stdout=subprocess.PIPE, stderr=out, text=True, cwd=ROOT
        )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split("http://")[1].split("/")[0], log
        assert process.poll() is None, "the server has ended"
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
    assert process.returncode in (0, -signal.SIGTERM)


@pytest.mark.parametrize("share", [32, pytest.param(1, marks=pytest.mark.nightly)])
def test_nothing_that_is_sent_hurts_anybody_and_what_is_malformed_is_refused_at_every_door_and_socket(share: int, tmp_path: Path) -> None:
    async def test(address: str, log: Path) -> None:
        storm = Storm(address, VARIANTS[::2], "day", log, kinds=("play",), doors=doors(tmp_path))
        real = await storm.run(BY_DAY, clients=4)
        assert real.moves > 5
        assert min(storm.sent["frames"], storm.sent["requests"]) > BY_DAY / 10  # one session has many frames
        storm = Storm(address, VARIANTS[:1], "sweep", log, kinds=("play",), doors=storm.doors)
        await sweep(storm, share)
        for door in storm.doors:
            assert not door.body or storm.sent[door.path] > len(MALFORMED) / share, f"{door.path} was not tried"

    with server(tmp_path) as (address, log):
        run(test(address, log), seconds=120)


@pytest.mark.nightly
@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_that_is_sent_by_night_hurts_anybody(variant: str, tmp_path: Path) -> None:
    async def test(address: str, log: Path) -> None:
        storm = Storm(address, [variant], f"night {variant}", log, doors=doors(tmp_path))
        real = await storm.run(BY_NIGHT, clients=6)
        print(f"{variant}: {dict(storm.sent)}, {real.played} matches with {real.moves} events beside it; {dict(storm.answers)}")  # noqa: T201
        assert real.moves > 50
        assert min(storm.sent["frames"], storm.sent["requests"]) > BY_NIGHT / 4

    with server(tmp_path) as (address, log):
        run(test(address, log), seconds=1800)
