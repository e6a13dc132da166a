"""A real server in a process of its own, a real Chromium, and people who sit at it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, TimeoutError, WebSocket, expect, sync_playwright

from tests.browser.kept import Kept, Lines
from tests.tooling.serving import PROGRAM, serving
from tools import setup

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # letters stand where they do in a window, and in our PNGs
)
WITHIN = 20_000  # ms that anything on a page may take, on a machine that does much else
expect.set_options(timeout=WITHIN)


@dataclass
class Server:
    """A server that listens at an address.

    Attributes:
        url: its address.
        made: matches so far.
    """

    url: str
    made: int = 0

    def make(
        self,
        *,
        variant: str = "five-card-trick/gauntlet",
        against: str = "friend",
        name: str = "Ada",
        host: bool = False,
        settings: dict[str, Any] | None = None,
        coin: dict[str, Any] | None = None,
        seated: Sequence[str] = (),
        **options: Any,
    ) -> Any:
        """A match with Ada at A, and a free seat or a bot at B; with `host`, two free seats, for the `seated` first."""
        seats = {"A": "friend", "B": "friend"} if host else {"A": "me", "B": against}
        body = {"variant": variant, "options": options, "seats": seats, "name": "" if host else name, "host": host}
        body |= {key: value for key, value in (("settings", settings), ("coin", coin)) if value}
        # From an address of its own each time, where the machine has them: so many matches of one address would be too many.
        self.made += 1
        source = f"127.0.{1 + self.made // 200}.{1 + self.made % 200}" if sys.platform == "linux" else None
        with httpx.Client(transport=httpx.HTTPTransport(local_address=source)) as client:
            answer = client.post(f"{self.url}/api/matches", json=body)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        for seat, who in zip("AB" if host else "B", seated, strict=False):
            self.sit(made["seats"][seat], who)
        return made

    def sit(self, token: str, name: str) -> None:
        """Take a seat without a browser."""
        answer = httpx.post(f"{self.url}/api/seats/{token}", json={"name": name})
        assert answer.status_code == 200, answer.text

    def submit(self, token: str, ply: int, text: str) -> None:
        """Play without a browser."""
        answer = httpx.post(f"{self.url}/api/seats/{token}/submit", json={"ply": ply, "text": text})
        assert answer.status_code == 200, answer.text


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that let it live, with a list of words of its host's own."""
    folder = tmp_path_factory.mktemp("server")
    (folder / "data" / "lexicons").mkdir(parents=True)
    (folder / "data" / "lexicons" / "birds.txt").write_text("EMU\nOWL\n")
    with serving(PROGRAM, folder) as url:
        yield Server(url)


@cache
def _chromium(config: pytest.Config) -> Browser:
    """The browser of this process: tests of packages take these fixtures too, and Playwright can be started only once."""
    playwright = sync_playwright().start()
    config.add_cleanup(playwright.stop)
    return playwright.chromium.launch(executable_path=setup.chromium(), args=list(ARGUMENTS))


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Browser:
    """The one that the set-up chose (`$CHROMIUM` names another), or Playwright's own."""
    return _chromium(request.config)


STILL = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const place = () => JSON.stringify(document.querySelector("#picture, main")?.getBoundingClientRect());
  for (let same = 0, last = ""; same < 20; last = place()) {
    await frame();
    same = place() === last ? same + 1 : 0;
  }
}"""
"""Ends once the picture has kept its place for twenty frames."""


@dataclass
class Person:
    """Somebody at a page.

    Attributes:
        page: the browser's page.
        frames: all text that came over the WebSockets.
        trouble: errors of scripts, of the console and of the content security policy.
    """

    page: Page
    frames: list[str] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        def socket_opened(ws: WebSocket) -> None:
            ws.on("framereceived", lambda frame: self.frames.append(frame if isinstance(frame, str) else frame.decode()))

        self._ears: dict[Any, Callable[[Any], None]] = {
            "websocket": socket_opened,
            "pageerror": lambda error: self.trouble.append(str(error)),
            "console": lambda said: self.trouble.append(said.text) if said.type in ("error", "warning") else None,
        }
        for event, ear in self._ears.items():
            Page.on(self.page, event, ear)  # by the class: a kept page counts what a test adds

    def leave(self) -> None:
        """Hears no more of the page."""
        for event, ear in self._ears.items():
            self.page.remove_listener(event, ear)

    def owe(self) -> str:
        """The loudest words of the page."""
        return self.page.locator("#owe").inner_text()

    def result(self) -> str:
        """The same at the end of a match, without the score."""
        return self.owe().split(":")[0]

    def wait_for(self, mood: str) -> None:
        """Until the page is in a mood, skipping whatever is shown meanwhile."""
        for _ in range(150):  # a bot may have to compile what it needs
            with contextlib.suppress(TimeoutError):
                self.page.wait_for_function("mood => document.body?.dataset.mood === mood", arg=mood, timeout=300)
                return
            self.page.keyboard.press("Escape")
        raise AssertionError(f"waited for {mood}, but: {self.owe()}")

    def settled(self) -> None:
        """Until everything that comes by itself has its place."""
        self.page.wait_for_function("() => !document.body.classList.contains('fresh')")
        self.page.evaluate(STILL)

    def tab_to(self, place: Locator, key: str = "Tab") -> None:
        """Press Tab, or another key, until this has the focus: past the tools of a table, whichever there are."""
        for _ in range(8):
            self.page.keyboard.press(key)
            if place.evaluate("node => node === document.activeElement"):
                return
        raise AssertionError(f"{key} does not lead to {place}")

    def chosen(self, text: str, within: float | None = None) -> None:
        """Until the composition has become this text; as long as anything may take, or within so many milliseconds."""
        self.page.wait_for_function("text => document.getElementById('text').value === text", arg=text, timeout=within)


def finger_on(page: Page) -> Callable[..., None]:
    """A finger on a page: `Start`, `Move` or `End`, and the point to which it comes, or the middle of a place."""
    line = page.context.new_cdp_session(page)

    def finger(kind: str, at: tuple[float, float] | Locator | None = None) -> None:
        if isinstance(at, Locator):
            box = at.bounding_box()
            assert box is not None
            at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        line.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": [{"x": at[0], "y": at[1]}] if at else []})

    return finger


def at_desk(page: Page, name: str) -> None:
    """Press a control of the host's desk, which on a phone is a bar that opens."""
    button = page.locator("#controls").get_by_role("button", name=name, exact=True)
    if not button.is_visible():
        page.locator("#controls-open").click()
    button.click()


def resign(page: Page) -> None:
    """Give up the match on this page, and say so twice."""
    page.locator("#menu summary").click()
    page.locator("#resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()


AXE = Path(".venv/node/node_modules/axe-core/axe.min.js")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}
OF_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""What the checker asks of colours. The dark scheme changes only them."""

PAPER = "getComputedStyle(document.body).backgroundColor"


def barriers_in_light_and_dark(page: Page) -> list[tuple[str, list[str]]]:
    """What the checker finds in both schemes. The page is light again afterwards, so that it can be kept."""
    found = []
    schemes: tuple[tuple[Literal["dark", "light"], Any], ...] = (("dark", OF_COLOURS), ("light", RULES))
    for scheme, rules in schemes:
        before = page.evaluate(PAPER)
        Page.emulate_media(page, color_scheme=scheme)
        page.wait_for_function(f"before => {PAPER} !== before", arg=before)
        page.wait_for_function("() => !document.getAnimations().some((one) => one instanceof CSSTransition)")
        found += barriers(page, rules)
    return found


def barriers(page: Page, rules: Any = RULES) -> list[tuple[str, list[str]]]:
    """What the checker of accessibility finds on a page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("async (rules) => (await axe.run(document, { ...rules, resultTypes: ['violations'] })).violations", rules)
    return [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found]


Meet = Callable[..., Person]


@pytest.fixture(scope="session")
def kept(server: Server, chromium: Browser) -> Kept:
    """Pages of the server that all tests share, one after the other."""

    def new(width: int, height: int, **more: Any) -> Page:
        context = chromium.new_context(base_url=server.url, viewport={"width": width, "height": height}, **more)
        return plain(context).new_page()

    return Kept(server.url, new)


def plain(context: BrowserContext, *, coach: bool = False) -> BrowserContext:
    """A browser context with our limit of time; the coach would come to every first match."""
    context.set_default_timeout(WITHIN)
    if not coach:
        context.add_init_script("try { localStorage.setItem('coach:off', 'true'); } catch {}")
    return context


@pytest.fixture
def meet(server: Server, chromium: Browser, kept: Kept) -> Iterator[Meet]:
    """Lets a person come to a page, each in a browser context of their own; nobody may meet an error.

    With `fresh` nothing is in the cache; `lines` serves the WebSockets of the page in the server's place.
    """
    people: list[Person] = []
    lent: list[Person] = []

    def come(
        path: str,
        *,
        width: int = 1280,
        height: int = 800,
        quiet: bool = True,
        base: str = "",
        coach: bool = False,
        fresh: bool = False,
        lines: Lines | None = None,
        **more: Any,
    ) -> Person:
        if base or coach or fresh or "permissions" in more:
            context = chromium.new_context(base_url=base or server.url, viewport={"width": width, "height": height}, **more)
            person = Person(plain(context, coach=coach).new_page())
            if lines is not None:
                person.page.route_web_socket("**/ws/**", lines)
        else:
            person = Person(kept.take(width, height, lines, **more))
            lent.append(person)
        if quiet:
            people.append(person)
        person.page.goto(path)
        return person

    yield come
    for person in lent:
        kept.give_back(person.page)
        person.leave()
    stay = kept.contexts
    for context in chromium.contexts:
        if context not in stay:
            context.close()
    for person in people:
        assert not person.trouble
