"""What programs ask that watch over a server, and how a server goes down: readiness first, then everybody is told, and nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import httpx
import pytest
import websockets

from deathmatch.match.journal import LateError
from deathmatch.server import running
from deathmatch.server.rooms import lobby
from deathmatch.server.settings import Settings
from deathmatch.server.store.interface import Addition, Behind
from deathmatch.server.store.sqlite import SqliteStore
from deathmatch.server.web.operating import ALL, Hush, Seldom, registry
from tests import loops
from tests.loops import apart
from tests.server.kit import World, new_world
from tests.server.test_sockets import begin, closed, sit

PROGRAM = Path(sys.executable).parent / "deathmatch"
PLAIN = (
    *("acknowledgement_seconds", "sockets", "matches", "commit_seconds", "writes_total", "failed_commits_total", "conflicts_total"),
    *("event_loop_lag_seconds", "ready"),
)
LABELLED = {"deathmatch_server_info": {"version"}, "deathmatch_submissions_total": {"result"}}
NAMES: dict[str, set[str]] = LABELLED | {f"deathmatch_{name}": set() for name in PLAIN}
"""Every sample, and its labels: one that names a match or a link would have to be added here."""


def samples(w: World) -> dict[str, float]:
    """The metrics of a world, one value for each name and its first label."""
    found = {}
    for family in registry(w.lobby).collect():
        for one in family.samples:
            if not one.name.startswith("process_"):
                found[" ".join((one.name, *one.labels.values()))] = one.value
    return found


async def test_metrics_count_submissions_matches_and_commits_and_name_nobody(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite")
    w: World = await new_world(store)  # type: ignore[arg-type]
    w.lobby.figures.store = store._figures
    made = await w.match()
    await w.full(made, "A")
    await store.beat(0)  # what the lobby wrote at its start is on disk
    before = samples(w)
    await w.submit(made, "A", 0, "score grow")
    with pytest.raises(LateError):
        await w.submit(made, "A", 5, "score grow")
    with pytest.raises(Behind):
        await store.append(Addition(made.id, 1, [b"{}"], 1, begun=True))
    after = samples(w)
    grown = {name: after[name] - before[name] for name in after if after[name] != before[name] and "_seconds" not in name}
    assert grown == {
        "deathmatch_submissions_total accepted": 1,
        "deathmatch_submissions_total refused": 1,
        "deathmatch_writes_total": 1,
        "deathmatch_conflicts_total": 1,
    }
    assert after["deathmatch_acknowledgement_seconds_bucket +Inf"] == after["deathmatch_acknowledgement_seconds_count"] == 1
    assert after["deathmatch_commit_seconds_count"] - before["deathmatch_commit_seconds_count"] == 2
    assert after["deathmatch_matches"] == after["deathmatch_ready"] == 1
    for family in registry(w.lobby).collect():
        for one in family.samples:
            if not one.name.startswith("process_"):
                assert set(one.labels) - {"le"} == NAMES[re.sub("_(bucket|sum|count)$", "", one.name)]
    w.lobby.draining = True
    assert samples(w)["deathmatch_ready"] == 0
    await w.lobby.close()


async def test_a_store_that_does_not_answer_keeps_nobody_waiting_who_asks_whether_it_is_ready(
    w: World, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "PROBE_S", 0.05)
    w.store.failing, w.store.gate = True, asyncio.Event()
    for _ in range(3):
        assert (await client.get("/ready")).json()["state"] == "failing"
    assert sum(task.get_name() == "beat" for task in asyncio.all_tasks()) == 2  # that of the lobby, and one try for all who ask
    w.store.failing = False
    w.store.gate.set()
    assert (await client.get("/ready")).json()["state"] == "ready"


# --- Real processes


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextlib.contextmanager
def serve(folder: Path, *options: str, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and its address."""
    port = port or free_port()
    command = [str(PROGRAM), "serve", "--no-warm", "--data", str(folder), "--port", str(port), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, umask=0o022)
    try:
        yield process, f"127.0.0.1:{port}"
    finally:
        process.kill()
        process.communicate()


async def until(what: Callable[[], Any], seconds: float = 120) -> Any:
    """Ask until the answer is true; a server that does not listen yet counts as no."""
    give_up = time.monotonic() + seconds
    while True:
        with contextlib.suppress(httpx.TransportError):
            if answer := await what():
                return answer
        assert time.monotonic() < give_up
        await asyncio.sleep(0.02)


async def submit(ws: websockets.ClientConnection, text: str) -> str:
    """Submit, and return the kind of the answer."""
    await ws.send(json.dumps({"type": "submit", "ply": 0, "text": text}))
    while (kind := str(json.loads(await ws.recv())["type"])) not in ("accepted", "refused"):
        pass
    return kind


def test_a_server_that_drains_says_so_first_works_on_then_sends_everybody_away_and_has_lost_nothing(tmp_path: Path) -> None:
    metrics = free_port()

    async def first(process: subprocess.Popen[str], address: str) -> Any:
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as client, contextlib.AsyncExitStack() as stack:

            async def state() -> str:
                return str((await client.get("/ready")).json()["state"])

            await until(state)
            assert await state() == "ready"
            made = await begin(address, options={"time_submit": 3600})
            a, b = [await stack.enter_async_context(sit(address, f"/s/{made['seats'][seat]}")) for seat in "AB"]
            assert await submit(a, "score grow") == "accepted"
            shown = (await client.get(f"http://127.0.0.1:{metrics}/metrics")).text
            assert 'deathmatch_submissions_total{result="accepted"} 1.0' in shown
            assert "deathmatch_sockets 2.0" in shown
            assert made["id"] not in shown
            assert made["seats"]["A"] not in shown
            assert (await client.get("/metrics")).status_code == 404  # not beside the pages
            process.send_signal(signal.SIGTERM)

            async def drains() -> bool:
                return await state() == "draining"

            await until(drains)
            assert await submit(b, "score grow") == "accepted"
            process.send_signal(signal.SIGTERM)  # a second one ends the wait
            assert [await closed(ws) for ws in (a, b)] == [1012, 1012]
            return made

    async def second(address: str, made: Any) -> None:
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as client:
            seen = await until(lambda: client.get(f"/api/seats/{made['seats']['A']}?pictures=none"))
            assert seen.json()["seen"]["ply"] > 0  # both submissions count

    with serve(tmp_path, "--drain", "600", "--log-format", "json", "--metrics", str(metrics)) as (process, address):
        made = loops.run(first(process, address))
        out, log = process.communicate(timeout=120)
    assert process.returncode == 0
    assert out == ""
    events = [json.loads(line) for line in log.splitlines()]
    assert all(set(event) == {"time", "level", "logger", "message"} for event in events)
    assert [event["message"].split(" ")[0] for event in events] == ["Deathmatch", "draining", "stopped"]
    with serve(tmp_path) as (process, address):
        loops.run(second(address, made))


# --- The process: its socket, its files, how it says where it is and ends, and a log that is bounded and quotes no secret


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no such option")
def test_the_system_ends_a_connection_whose_other_end_confirms_nothing() -> None:
    """So those who are sent frames all the time need few pings."""
    with running.bind("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == running.UNHEARD_MS


async def test_nothing_that_is_sent_waits_for_the_reader_to_acknowledge_what_was_sent_before() -> None:
    option: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def came(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        option.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    listening = running.bind("127.0.0.1", 0)
    async with await asyncio.start_server(came, sock=listening):
        _, writer = await asyncio.open_connection(*listening.getsockname())
        assert await option == 1
        writer.close()
        await writer.wait_closed()


def test_as_many_files_may_be_open_as_the_system_allows() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = 256
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, hard))
        running.open_more()
        assert few < resource.getrlimit(resource.RLIMIT_NOFILE)[0] <= running.FILES
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_serve_says_where_it_is_serves_there_and_ends_when_asked(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        doors = ("--host-name", "Play.example.org", "--host-name", "b.example", "--proxy", "192.0.2.1, 10.0.0.0/8", "--proxy", "fd00::1")
        folder = tmp_path / "deep" / "down"
        with serve(folder, *doors, port=port) as (process, _):
            assert process.stdout is not None
            said = process.stdout.readline()
            assert said.startswith(f"Port {port} is in use; using ")
            where = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
            assert where is not None
            with urlopen(f"{where[0]}api/games", timeout=20) as answer:
                assert answer.status == 200
            for name in ("play.example.org:8443", "b.example", "localhost"):
                with urlopen(Request(f"{where[0]}api/me", headers={"Host": name}), timeout=20) as answer:
                    assert answer.status == 200
            with pytest.raises(HTTPError, match="421"):
                urlopen(Request(f"{where[0]}api/me", headers={"Host": "c.example"}), timeout=20)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        assert errors == ""
        assert (folder / "matches.sqlite").exists() == ("DEATHMATCH_STORE" not in os.environ)
        for path in (folder, *folder.iterdir()):
            assert path.stat().st_mode & 0o077 == 0, path  # whatever the umask of whoever started it


def test_a_folder_that_cannot_be_used_is_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert running.run(Settings(tmp_path / "file"), "127.0.0.1", 0) == 1
    assert "file" in capsys.readouterr().err
    (tmp_path / "secrets.key").write_bytes(b"short")
    assert apart(running.run, Settings(tmp_path), "127.0.0.1", 0) == 1
    assert "32 bytes" in capsys.readouterr().err


async def test_a_signal_is_never_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even one that comes while the server looks whether it can still save."""

    def broken(server: running.Server) -> bool:
        server.handle_exit(signal.SIGTERM, None)
        return False

    monkeypatch.setattr(running.Server, "broken", property(broken))
    server = running.Server(Settings(tmp_path))
    assert await server.on_tick(1)
    assert server.should_exit


def record(words: str, *values: object, name: str = "deathmatch.rooms", level: int = logging.ERROR) -> logging.LogRecord:
    return logging.LogRecord(name, level, "", 0, words, values, None)


def test_records_of_all_kinds_are_bounded_for_each_logger_and_the_end_of_the_writer_is_always_written() -> None:
    seconds = [0.0]
    seldom = Seldom(lambda: seconds[0])
    assert sum(seldom.filter(record(f"{n}")) for n in range(5_000)) == ALL.burst
    seconds[0] += 100
    assert sum(seldom.filter(record(f"{n}")) for n in range(5_000)) == 100 * ALL.per_second
    assert seldom.filter(record("another logger", name="uvicorn.error"))
    assert all(seldom.filter(record("the thread has ended", level=logging.CRITICAL)) for _ in range(1_000))


def test_of_an_error_only_kind_and_place_are_kept() -> None:
    try:
        raise ValueError("what A hides")
    except ValueError:
        failed = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "Exception in ASGI application\n", (), sys.exc_info())
    assert Hush().filter(failed)
    line = logging.Formatter().format(failed)
    assert re.fullmatch(r"Exception in ASGI application: ValueError at test_operating\.py:\d+", line)


def test_a_record_holds_no_sign_that_a_terminal_obeys() -> None:
    said = record("no such host: %s", "a\x1b[2K\r\u202eb")
    assert Hush().filter(said)
    assert said.getMessage() == "no such host: a\\x1b[2K \\u202eb"
