"""Pages that tests hand on to later tests: one that goes to another address costs less than half of a new one (docs/notes/suite.md)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from playwright.sync_api import BrowserContext, Error, Page, WebSocketRoute

MOST: Final = 6  # pages that wait for the next test
QUIET: Final = "/api/games"  # an address of the server without a script
Lines = Callable[[WebSocketRoute], object]
FORGET: Final = """async () => {
  sessionStorage.clear();
  localStorage.clear();
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
}"""


def _spends(name: str) -> Callable[..., Any]:
    method = getattr(Page, name)

    def called(page: Watched, *args: Any, **more: Any) -> Any:
        page.spent = True
        return method(page, *args, **more)

    return called


class Watched(Page):
    """A page that knows whether a test has changed something that outlasts the test.

    Attributes:
        spent: whether it did.
    """

    spent = False

    add_init_script = _spends("add_init_script")
    emulate_media = _spends("emulate_media")
    expose_function = _spends("expose_function")
    on = _spends("on")
    once = _spends("once")
    route = _spends("route")
    route_web_socket = _spends("route_web_socket")

    def wait_for_function(self, expression: str, **more: Any) -> Any:
        """Waits until a function of the page returns a true value.

        Raises:
            ValueError: if it is an expression: its page evaluates it anew at each look, which its policy forbids from the second one on.
        """
        if "=>" not in expression:
            raise ValueError(f"expected a function such as `() => {expression}`")
        return super().wait_for_function(expression, **more)

    @property
    def context(self) -> BrowserContext:
        self.spent = True
        return super().context

    @property
    def clock(self) -> Any:
        self.spent = True
        return super().clock


def _context(page: Page) -> BrowserContext:
    return super(Watched, page).context if isinstance(page, Watched) else page.context


class Kept:
    """The pages of one server that wait for a test.

    Args:
        url: of the server.
        new: opens a page of this size, with these options, in a context of its own.
    """

    def __init__(self, url: str, new: Callable[..., Page]) -> None:
        self.url = url
        self._new = new
        self._waiting: list[Page] = []  # the longest first
        self._kinds: dict[Page, str] = {}
        self._lines: dict[Page, Lines] = {}

    @property
    def contexts(self) -> list[BrowserContext]:
        """Those of the pages that wait."""
        return [_context(page) for page in self._waiting]

    def take(self, width: int, height: int, lines: Lines | None = None, **more: object) -> Page:
        """A page that knows nothing of earlier tests; if `lines` is given, it serves the page's WebSockets."""
        kind = repr((lines is not None, sorted(more.items())))
        page = next((page for page in reversed(self._waiting) if self._kinds[page] == kind), None)
        if page is None:
            page = self._new(width, height, **more)
            self._kinds[page] = kind
            if lines is not None:
                page.route_web_socket("**/ws/**", partial(self._serve, page))
            page.__class__ = Watched
        else:
            self._waiting.remove(page)
            if page.viewport_size != {"width": width, "height": height}:
                page.set_viewport_size({"width": width, "height": height})
        if lines is not None:
            self._lines[page] = lines
        return page

    def _serve(self, page: Page, line: WebSocketRoute) -> None:
        self._lines[page](line)

    def give_back(self, page: Page) -> None:
        """A test has ended: empty the page, or close it if that is not enough."""
        if not self._emptied(page):
            self._close(page)
            return
        self._waiting.append(page)
        if len(self._waiting) > MOST:
            self._close(self._waiting.pop(0))

    def _emptied(self, page: Page) -> bool:
        assert isinstance(page, Watched)
        context = _context(page)
        if page.spent or page.is_closed() or context.pages != [page]:
            return False
        try:
            page.mouse.move(0, 0)
            page.goto(self.url + QUIET)
            page.evaluate(FORGET)
            context.clear_cookies()
        except Error:
            return False
        return True

    def _close(self, page: Page) -> None:
        del self._kinds[page]
        self._lines.pop(page, None)
        _context(page).close()
