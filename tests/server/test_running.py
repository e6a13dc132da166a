"""The log of a server: no client can make it grow without bound, and nothing in it quotes a secret."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import resource
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from deathmatch.server import running
from deathmatch.server.settings import Settings
from deathmatch.server.web.operating import ALL, Hush, Seldom
from tests.loops import apart

PROGRAM = str(Path(sys.executable).parent / "deathmatch")


def serve(*options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [PROGRAM, "serve", "--no-warm", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, umask=0o022
    )


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
        process = serve("--port", str(port), "--data", str(tmp_path / "deep" / "down"), *doors)
        assert process.stdout is not None
        assert process.stderr is not None
        try:
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
        finally:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        assert errors == ""
        folder = tmp_path / "deep" / "down"
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


# --- The log of a server: no client can make it grow without bound, and nothing in it quotes a secret


def record(words: str, *values: object, name: str = "deathmatch.rooms", level: int = logging.ERROR) -> logging.LogRecord:
    return logging.LogRecord(name, level, "", 0, words, values, None)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_records_of_all_kinds_are_bounded_for_each_logger_and_the_end_of_the_writer_is_always_written() -> None:
    clock = Clock()
    seldom = Seldom(clock)
    assert sum(seldom.filter(record(f"{n}")) for n in range(5_000)) == ALL.burst
    clock.now += 100
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
    assert re.fullmatch(r"Exception in ASGI application: ValueError at test_running\.py:\d+", line)


def test_a_record_holds_no_sign_that_a_terminal_obeys() -> None:
    said = record("no such host: %s", "a\x1b[2K\r\u202eb")
    assert Hush().filter(said)
    assert said.getMessage() == "no such host: a\\x1b[2K \\u202eb"
