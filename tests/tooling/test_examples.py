"""The examples run as they stand."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from tests.tooling.serving import PROGRAM, fetch, serving
from tools.conventions import ROOT


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where one server for all of them listens."""
    with serving(PROGRAM, tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.mark.nightly
def test_the_bot_over_http_plays_a_match_to_its_end(address: str) -> None:
    command = [sys.executable, "examples/http_bot.py", address, "five-card-trick/setna", "bot:random"]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    watch, own, ending = done.stdout.splitlines()
    assert "/s/" in own, "so that a person can go on"
    assert ending.endswith(".")
    assert json.loads(fetch(f"{address}/api/matches/{watch.rpartition('/')[2]}"))["seen"]["public"]["over"] is True
    assert json.loads(fetch(f"{address}/api/seats/{own.rpartition('/')[2]}"))["seen"]["ending"] == ending


class Scripted(BaseHTTPRequestHandler):
    """A server that falls over: each request gets the next line of a script. A status of 0 hangs up, a text is no answer of the server."""

    script: ClassVar[list[tuple[int, Any]]] = []
    heard: ClassVar[list[tuple[str, Any]]] = []

    def do_GET(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or "null")
        self.heard.append((self.path.partition("?")[0].rpartition("/")[2], body))
        status, told = self.script.pop(0)
        if status:
            self.send_response(status)
            self.send_header("Retry-After", "7")
            self.end_headers()
            self.wfile.write(told.encode() if isinstance(told, str) else json.dumps(told).encode())

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Any, list[float]]]:
    """The address of such a server, the bot's module, and the seconds that it waited, none of which passes."""
    spec = importlib.util.spec_from_file_location("http_bot", ROOT / "examples" / "http_bot.py")
    assert spec is not None
    assert spec.loader is not None
    bot, waits = importlib.util.module_from_spec(spec), list[float]()
    spec.loader.exec_module(bot)
    monkeypatch.setattr(bot, "time", SimpleNamespace(sleep=waits.append))
    server = ThreadingHTTPServer(("127.0.0.1", 0), Scripted)
    Scripted.heard.clear()
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", bot, waits
    finally:
        server.shutdown()
        server.server_close()


def look(state: str = "running", **seen: Any) -> tuple[int, Any]:
    whole = {"choices": [], "whole": "fold"}
    return 200, {"version": 4, "seen": {"ply": 3, "ending": "Over.", **seen}, "table": {"state": state}, "step": whole}


def test_the_bot_over_http_survives_a_restart_a_pause_and_a_question_that_is_closed(scripted: tuple[str, Any, list[float]]) -> None:
    address, bot, waits = scripted
    Scripted.script[:] = [
        (503, {"reason": "stopping"}),
        (0, ""),
        (502, "<h1>Bad gateway</h1>"),
        (429, {"reason": "too much"}),
        (200, "<h1>the proxy's own page</h1>"),
        look(owes="a move"),
        (0, ""),
        (503, {"reason": "stopping"}),
        (409, {"reason": "another question is open"}),
        look(owes="a move", paused=True),
        look(owes="a move"),
        (422, {"reason": "no such word"}),
        look(owes="a move"),
        (200, {"type": "accepted"}),
        look("over"),
    ]
    assert bot.Seat(address, "key").play() == "Over."
    assert not Scripted.script
    submitted = [body for path, body in Scripted.heard if path == "submit"]
    assert submitted == 5 * [{"ply": 3, "text": "fold"}]
    assert waits[0] == 7, "as Retry-After says"
    assert all(wait >= 1 for wait in waits)


def chat_of(address: str, variant: str) -> str:
    """Two people play this variant in the terminal chat, always with the first answer."""
    command = [sys.executable, "examples/terminal_chat.py", address, variant, "Ann", "Bob"]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    *lines, ending, replay = done.stdout.splitlines()
    shown = json.loads(fetch(f"{address}/api/matches/{replay.rpartition('/')[2]}"))
    assert shown["table"]["state"] == "over"
    assert ending == f"all: {shown['seen']['ending']}"
    assert [line for line in lines if line.startswith("all: ")] == [f"all: {beat['words']}" for beat in shown["log"]]
    assert {line.partition(":")[0] for line in lines} == {"all", "Ann", "Bob"}
    return done.stdout


@pytest.mark.nightly
def test_two_people_play_a_whole_match_in_the_terminal_chat(address: str) -> None:
    chat_of(address, "tile-joust/final")
