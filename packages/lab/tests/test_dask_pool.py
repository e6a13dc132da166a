"""The arena on a cluster: the same matches to the digit, a lost worker's share played again, clear errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from typer.testing import CliRunner

from deathmatch.cli.main import app
from deathmatch_lab import arena
from deathmatch_lab import cluster as dask
from deathmatch_lab.arena import ArenaBout, ArenaMatch
from deathmatch_lab.cluster import CODE, connected, stamp
from deathmatch_lab.pooling import PoolError
from packages.lab.tests.clusters import in_this_process, kill, of_processes

GAME = "even-groups/standard"
BOUT = ArenaBout(GAME, "steady", "random", 60, 7, (("side", 2),), 20)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with in_this_process() as cluster:
        yield cluster.scheduler_address


def deathmatch(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, args)
    return result.exit_code, result.stdout, result.stderr


def played(bout: ArenaBout, pool: Any = None) -> tuple[dict[str, Any], list[ArenaMatch]]:
    seen: list[ArenaMatch] = []
    result = arena.run(bout, 1, seen.append, pool)
    return result.json(), sorted(seen, key=lambda match: match.number)


# --- The same results


def test_a_lost_workers_share_is_played_again() -> None:
    with in_this_process() as cluster, connected(cluster.scheduler_address) as pool:
        seen: list[ArenaMatch] = []

        def killing(match: ArenaMatch) -> None:
            seen.append(match)
            if len(seen) == 20:
                kill(cluster, 0)

        result = arena.run(BOUT, 1, killing, pool)
        assert len(cluster.scheduler.workers) == 1
    assert (result.json(), sorted(seen, key=lambda match: match.number)) == played(BOUT)


@pytest.mark.parametrize(
    "args",
    [
        ("tournament", "steady", "random", "--games", "6"),
        ("tournament", "lazy", "random", "steady", "--games", "2", "--bot", "packages.lab.tests.lazy:Lazy"),
        ("exploit", "lazy", "--bot", "packages.lab.tests.lazy:Lazy", "--search", "--trial", "2", "--games", "4"),
    ],
)
def test_the_commands_print_the_same(address: str, args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEATHMATCH_BOTS", "")
    args = (*args, "--game", GAME, "--option", "side=2", "--thinking", "20", "--seed", "3", "--json")
    alone = deathmatch(*args, "--jobs", "1")
    assert alone[0] == 0, alone
    assert json.loads(alone[1])
    monkeypatch.setenv("DEATHMATCH_BOTS", "")
    assert deathmatch(*args, "--cluster", address) == alone


# --- Tasks


BEGUN, GO = Event(), Event()


def test_a_bot_that_a_worker_does_not_have_is_named(address: str) -> None:
    with connected(address) as pool:
        for bot, said in (("nowhere:Bot", "nowhere"), ("nobody", "has no bot nobody")):
            with pytest.raises(PoolError, match=f"worker tcp://.*: .*{said}.*; bots and games that .* must be installed on every worker"):
                pool.submit(arena.work, replace(BOUT, a=bot), [0]).result(60)


# --- Processes of their own


@pytest.mark.nightly
def test_a_killed_worker_and_a_killed_scheduler(tmp_path: Path) -> None:
    bout = ArenaBout("five-card-trick/gauntlet", "steady", "random", 240, 7)
    with of_processes(tmp_path) as machines, connected(machines.address) as pool:
        seen: list[ArenaMatch] = []

        def killing(match: ArenaMatch) -> None:
            seen.append(match)
            if len(seen) == 120:
                machines.workers[0].kill()

        result = arena.run(bout, 1, killing, pool)
        assert machines.workers[0].wait() == -9
        assert (result.json(), sorted(seen, key=lambda match: match.number)) == played(bout)
        with pytest.raises(PoolError, match="the connection to the Dask scheduler was lost"):
            arena.run(bout, 1, lambda _: machines.scheduler.kill(), pool)


# --- Who may work


def test_another_version_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = stamp()
    with monkeypatch.context() as patch:
        patch.setattr(dask, "stamp", lambda: {**real, "deathmatch": "0.0.9"})
        with (
            pytest.raises(PoolError, match=r"worker tcp://.* is refused: deathmatch is .* there and 0\.0\.9 here"),
            connected(address),
        ):
            pass
    monkeypatch.setattr(dask, "stamp_of_worker", lambda: {**real, CODE: "abc", "numpy": "1.0"})
    with (
        pytest.raises(PoolError, match=r"is refused: numpy is 1\.0 there and .* here, the code of deathmatch is abc there and .* here"),
        connected(address),
    ):
        pass


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("127.0.0.1:9", "no Dask scheduler answers at 127.0.0.1:9: Timed out"),
        ("nonsense", "missing port number"),
        ("foo://127.0.0.1:9", "unknown address scheme"),
    ],
)
def test_an_address_that_does_not_answer_is_said_in_a_line(where: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "PATIENCE_S", 0.2)
    code, out, err = deathmatch("tournament", "steady", "random", "--game", GAME, "--cluster", where)
    assert (code, out) == (1, "")
    assert said in err
    assert err.startswith("--cluster: no Dask scheduler answers at ")
    assert err.count("\n") == 1
