"""A receiver of webhooks on this machine: it keeps all that it gets, and answers as it is told to."""

from __future__ import annotations

import contextlib
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from deathmatch.server.hooks.places import Answer, Place, Sender

NETWORK = "127.0.0.0/8"


@dataclass
class Got:
    """A request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


@dataclass
class Receiver:
    """A server of its own in threads.

    Attributes:
        got: all requests.
        answers: status and headers of the next answers; then 200.
        gate: closed while requests are held up.
    """

    got: list[Got] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)
    port: int = 0

    def address(self, path: str = "/hook", scheme: str = "http") -> str:
        return f"{scheme}://127.0.0.1:{self.port}{path}"

    def wait(self, enough: Callable[[list[Got]], bool], seconds: float = 20) -> list[Got]:
        """Wait until it has got enough."""
        end = time.monotonic() + seconds
        while not enough(list(self.got)):
            assert time.monotonic() < end, f"only {[got.body[:200] for got in self.got]}"
            time.sleep(0.01)
        return list(self.got)

    def numbers(self) -> list[int]:
        return [got.json["number"] for got in self.got]


@contextlib.contextmanager
def receiving(tls: ssl.SSLContext | None = None, port: int = 0) -> Iterator[Receiver]:
    """A receiver for one test."""
    receiver = Receiver()
    receiver.gate.set()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", -1))
            body = self.rfile.read(max(0, length))
            if len(body) != length:
                return  # the sender was killed in the middle of it, so no receiver has got anything
            receiver.gate.wait(30)
            receiver.got.append(Got(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            status, headers = receiver.answers.pop(0) if receiver.answers else (200, {})
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.gate.set()
        server.shutdown()
        thread.join()
        server.server_close()


# --- A sender that sends nothing, and keeps all that it should have sent


@dataclass
class Pigeon(Sender):
    """See above.

    Attributes:
        now: the time.
        sent: all messages, each after its moment.
        answers: the next answers; then 200.
    """

    now: Callable[[], int]
    sent: list[tuple[int, str, Mapping[str, str], bytes]] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    async def check(self, url: str) -> Place:
        return Place(url, str(urlsplit(url).hostname), 443, ("192.0.2.1",))

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        self.sent.append((self.now(), url, dict(headers), body))
        return self.answers.pop(0) if self.answers else Answer(200)

    def close(self) -> None:
        """Nothing is held."""

    def json(self) -> list[dict[str, Any]]:
        """The messages in our own form."""
        return [json.loads(body) for _, url, _, body in self.sent if url.endswith("/json")]

    def lines(self) -> list[bytes]:
        """All of it, to be compared."""
        return [repr((at, url, sorted(headers.items()))).encode() + body for at, url, headers, body in self.sent]
