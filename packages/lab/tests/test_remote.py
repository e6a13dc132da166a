"""Bots behind an address play; one that answers nonsense is named."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from deathmatch.core.errors import BotError
from deathmatch.match.record import Record
from deathmatch_lab.arena import ArenaBout, play

GAME = "five-card-trick/gauntlet"


def played(bot: str, number: int = 0) -> Record:
    """A match of one round against `random`, in which the bot has seat A, or B in match 1."""
    bout = ArenaBout(GAME, bot, "random", 2, 1, (("rounds", 1), ("max_rounds", 1)))
    return play(bout, number).record(bout)


@contextmanager
def answering(answer: Callable[[Any], bytes]) -> Iterator[str]:
    """A server on this machine that answers each question so; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/bot"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_it_is_asked_with_its_view_and_plays_what_it_answers() -> None:
    asked: list[Any] = []

    def last(question: Any) -> bytes:
        asked.append(question)
        return json.dumps({"move": question["legal"][-1]}).encode()

    with answering(last) as address:
        matches = [played(f"far={address}", number) for number in (0, 1)]
    assert [question["seat"] for question in asked] == ["A", "B"]
    assert asked[0]["game"] == GAME
    assert asked[0]["view"]["public"]["round"] == 1
    assert "pot" in asked[0]["view"]["public"]
    assert len(asked[0]["legal"]) == 26
    moves = [entry.text for match, seat in zip(matches, "AB", strict=True) for entry in match.entries if entry.actor == seat]
    assert moves == [question["legal"][-1] for question in asked]
    assert matches[0].header.names.a == "far"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b'{"move": "score score"}', "answered 'score score': "),
        (b'{"move": 3}', "expected"),
        (b"nonsense", "expected"),
        (b"[]", "expected"),
        (b"[" * 100_000, "expected"),
        (b"\xff", "expected"),
    ],
)
def test_an_answer_that_is_no_move_is_told(answer: bytes, words: str) -> None:
    with answering(lambda _: answer) as address, pytest.raises(BotError, match=words) as error:
        played(f"far={address}")
    assert address in str(error.value)


def test_an_address_without_a_server_is_told() -> None:
    with answering(lambda _: b"") as address:
        pass
    with pytest.raises(BotError, match="gave no answer"):
        played(address)
