"""A line that a test holds in its hands: the page is real, and what comes over its WebSocket is made up here."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import WebSocketRoute

from tests.browser.conftest import Meet, Person, Server

Json = dict[str, Any]


def element(slot: str, x: float, y: float, width: float, height: float) -> str:
    """The markup of a rectangle with a name, its middle at (x, y)."""
    shape = f'<rect class="raised line-line" x="{-width / 2}" y="{-height / 2}" width="{width}" height="{height}"/>'
    return f'<g id="slot-{slot}" data-slot="{slot}" transform="translate({x} {y})" role="img" aria-label="Place {slot}">{shape}</g>'


def picture(*elements: str) -> str:
    """A whole picture, 360 units wide."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 360" role="group" aria-label="A board"><title>A board</title>'
    return f"{head}{''.join(elements)}</svg>"


def choice(token: str, slot: str | None = None, key: str = "") -> Json:
    """A token that may come next."""
    return {"token": token, "label": token.capitalize(), "key": key} | ({"slot": slot} if slot else {})


def step(*choices: Json, prefix: tuple[str, ...] = (), **more: Any) -> Json:
    """Where a composition stands."""
    return {"prompt": "Choose", "prefix": list(prefix), "choices": list(choices), **more}


def seen(ply: int, pending: tuple[str, ...] = ("A",)) -> Json:
    """What seat A may know."""
    clocks = {seat: {"left": 60_000, "bank": 0, "running": seat in pending} for seat in "AB"}
    return {
        "eye": "A",
        "ply": ply,
        "public": {"pending": list(pending), "over": False},
        "clocks": clocks,
        "owes": "a thing" if "A" in pending else "",
    }


@dataclass
class Line:
    """The server's end of a page's line.

    Attributes:
        first: what seat A owes at first.
        svg: the picture.
        steps: what comes after each prefix; a prefix that is not here is refused.
        heard: every frame that the page sent, but for `hello` and `ping`.
        hellos: the version in each `hello`.
        slow: answers about a composition wait until `catch_up`.
        now: what seat A may know at first.
    """

    first: Json | None
    svg: str
    steps: dict[tuple[str, ...], Json] = field(default_factory=dict)
    heard: list[Json] = field(default_factory=list)
    hellos: list[int] = field(default_factory=list)
    route: WebSocketRoute | None = None
    version: int = 1
    slow: bool = False
    late: list[Json] = field(default_factory=list)
    now: Json = field(default_factory=lambda: seen(0))

    def serve(self, route: WebSocketRoute) -> None:
        """Answer this page, over one line at a time: another one that it tries beside it stays silent."""
        route.on_message(lambda text: self._take(route, json.loads(text)))
        route.on_close(lambda *_: self._closed(route))

    def _take(self, route: WebSocketRoute, frame: Json) -> None:
        if frame["type"] == "hello" and self.route is None:
            self.route = route
        if route is not self.route:
            return
        if frame["type"] == "ping":
            self.send({"type": "pong", "now": 0})
        else:
            self.hear(frame)

    def _closed(self, route: WebSocketRoute) -> None:
        if route is self.route:
            self.route = None

    def hear(self, frame: Json) -> None:
        if frame["type"] == "hello":
            self.hellos.append(frame["version"])
            self.full()
            return
        self.heard.append(frame)
        self.take(frame)
        if frame["type"] == "compose":
            step = self.steps.get(tuple(frame["prefix"]))
            if step is None:
                answer = {"type": "refused", "about": "compose", "reason": "there is no such way", "n": frame["n"]}
            else:
                answer = {"type": "step", "n": frame["n"], "ply": frame["ply"], "step": step}
            self.late.append(answer)
            if not self.slow:
                self.catch_up()

    def take(self, frame: Json) -> None:
        """Acknowledge what is neither a move nor a look, as the server does."""
        if "id" in frame and frame["type"] != "submit":
            self.send({"type": "taken", "id": frame["id"], "version": self.version})

    def catch_up(self) -> None:
        """Send the answers that wait, and from now on each at once."""
        self.slow = False
        while self.late:
            self.send(self.late.pop(0))

    def send(self, frame: Json) -> None:
        assert self.route is not None
        self.route.send(json.dumps(frame))

    def cut(self) -> None:
        """The line is lost; the page comes back."""
        assert self.route is not None
        route, self.route = self.route, None
        route.close(code=1012)

    def full(self) -> None:
        """Everything, to seat A at the first question."""
        table = {
            "id": "m", "game": "g", "variant": "v", "title": "G", "options": {}, "changed": {}, "names": {"A": "Ada", "B": "Bob"},
            "here": {"A": True, "B": True}, "bots": {}, "role": "A", "state": "running", "commitment": "", "settings": {},
        }  # fmt: skip
        rest = {"picture": "", "log": [], "chat": [], "notes": "", "marks": {}, "now": 0}
        self.send({"type": "full", "version": self.version, "table": table, "seen": self.now, "svg": self.svg, "step": self.first, **rest})

    def update(self, ply: int, then: Json | None, *words: str) -> None:
        """The match moved on to question `ply`, after beats of these words."""
        self.version += 1
        pending = ("A",) if then else ("B",)
        frame = {
            "type": "update",
            "version": self.version,
            "seen": seen(ply, pending),
            "now": 0,
            "beats": [{"words": each} for each in words],
        }
        self.send(frame | ({"step": then} if then else {}))

    @property
    def submitted(self) -> list[str]:
        """What the page submitted."""
        return [frame["text"] for frame in self.heard if frame["type"] == "submit"]

    @property
    def prefixes(self) -> list[list[str]]:
        """What the page asked about."""
        return [frame["prefix"] for frame in self.heard if frame["type"] == "compose"]


def until(person: Person, done: Callable[[], object]) -> None:
    """Let a page and its line go on until something is so."""
    for _ in range(1000):
        if done():
            return
        person.page.wait_for_timeout(20)
    assert done()


def catch_up(person: Person, line: Line) -> None:
    """Answer what the page asks about, once it does, and from then on at once."""
    until(person, lambda: line.late)
    line.catch_up()


def sit(server: Server, meet: Meet, line: Line, *, clock: bool = False, **more: Any) -> Person:
    """Ada at a page that hangs on this line; with `clock` its time goes on only where the test says so."""
    seat = server.make()["seats"]["A"]
    ada = meet("about:blank" if clock else f"/s/{seat}", lines=line.serve, **more)
    if clock:
        ada.page.clock.install()
        with ada.page.expect_request_finished(lambda request: "/outbox.js" in request.url):  # without it a line is soon given up
            ada.page.goto(f"/s/{seat}")
    ada.page.locator("body[data-mood=on]").wait_for()
    if not clock:
        ada.settled()
    return ada
