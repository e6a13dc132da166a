"""The arena on a cluster: the same matches to the digit, a lost worker's share played again, clear errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any
from weakref import ReferenceType, ref

import pytest
from distributed import Client
from typer.testing import CliRunner

from deathmatch.cli.main import app
from deathmatch_lab import arena
from deathmatch_lab import cluster as dask
from deathmatch_lab.arena import ArenaBout, ArenaMatch
from deathmatch_lab.cluster import CODE, connected, stamp
from deathmatch_lab.pooling import PoolError
from deathmatch_lab.tournaments.tournament import Play
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


def wait_until(done: Callable[[], bool]) -> None:
    ends = monotonic() + 60
    while not done():
        assert monotonic() < ends
        sleep(0.01)


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


def held(name: str) -> int:
    """A task that lasts until the test lets it go."""
    RAN.append(name)
    BEGUN.set()
    assert GO.wait(60)
    return 1


BEGUN, GO = Event(), Event()
RAN: list[str] = []


def test_a_cancelled_task_is_not_done() -> None:
    with in_this_process(1) as cluster, connected(cluster.scheduler_address) as pool:
        first, second = pool.submit(held, "a"), pool.submit(held, "b")
        assert BEGUN.wait(60)
        (worker,) = cluster.workers.values()
        wait_until(lambda: len(worker.state.tasks) == 2)
        assert second.cancel()
        wait_until(lambda: len(worker.state.tasks) == 1)
        third = pool.submit(divmod, 7, 2)
        GO.set()
        assert (first.result(60), third.result(60)) == (1, (3, 1))
        assert RAN == ["a"]


def test_what_cannot_be_sent_is_said(address: str) -> None:
    with connected(address) as pool, pytest.raises(PoolError, match=r"this cannot be sent to a worker: .*lambda"):
        pool.submit(lambda: 1)


def test_an_error_of_a_task_comes_back_as_it_is(address: str) -> None:
    with connected(address) as pool, pytest.raises(ZeroDivisionError):
        pool.submit(divmod, 7, 0).result(60)


def test_a_bot_that_a_worker_does_not_have_is_named(address: str) -> None:
    with connected(address) as pool:
        for bot, said in (("nowhere:Bot", "nowhere"), ("nobody", "has no bot nobody")):
            with pytest.raises(PoolError, match=f"worker tcp://.*: .*{said}.*; bots and games that .* must be installed on every worker"):
                pool.submit(arena.work, replace(BOUT, a=bot), [0]).result(60)


def test_ctrl_c_cancels_the_tasks_and_tells_the_result_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    add, numbers = Play._add, iter(range(100))

    def interrupted(*arguments: Any) -> None:
        if next(numbers) == 10:
            raise KeyboardInterrupt
        add(*arguments)

    monkeypatch.setattr(Play, "_add", interrupted)
    with in_this_process() as cluster:
        args = ("steady", "random", "--game", GAME, "--option", "side=2", "--games", "60", "--seed", "7", "--thinking", "20", "--json")
        code, out, err = deathmatch("tournament", *args, "--cluster", cluster.scheduler_address)
        some = json.loads(out)["games"]
        assert (code, err.strip()) == (130, f"interrupted: {some} of at most 60 matches were played; --out DIR would have kept them")
        assert some == 10
        wait_until(lambda: not cluster.scheduler.tasks)


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


def missing(package: str) -> str:
    """The version of a package that is not installed."""
    return version(f"{package}-that-is-not-there")


def test_a_worker_without_deathmatch_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "version", missing)
    with (
        pytest.raises(PoolError, match=r"deathmatch is not installed on tcp://.*deathmatch-lab\[cluster\]"),
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


def test_a_client_that_could_not_connect_is_gone_before_another_one_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be collected at any time, and within the start of another one it waited for itself forever."""
    made: list[ReferenceType[Client]] = []

    class Watched(Client):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            made.append(ref(self))
            super().__init__(*args, **kwargs)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(dask, "PATIENCE_S", 0.2)
    monkeypatch.setattr(dask, "Client", Watched)
    with pytest.raises(PoolError, match="no Dask scheduler answers"), connected("127.0.0.1:9"):
        pass
    assert [client() for client in made] == [None]


def test_a_cluster_without_workers_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "PATIENCE_S", 0.5)
    with (
        in_this_process(0) as cluster,
        pytest.raises(PoolError, match="has no workers; start some with `dask worker"),
        connected(cluster.scheduler_address),
    ):
        pass


def test_jobs_are_of_one_machine() -> None:
    code, _, err = deathmatch("tournament", "steady", "random", "--game", GAME, "--cluster", "127.0.0.1:9", "--jobs", "2")
    assert code == 2
    assert "it counts processes of this machine" in err
