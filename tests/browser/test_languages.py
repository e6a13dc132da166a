"""The language of a page: chosen in the menu, kept, right for a screen reader; and no word of a script past the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Meet, Server
from tests.pseudo import CODE, offer
from tests.server.kit import serving
from tests.web.test_words_of_pages import bypassing

pytestmark = pytest.mark.browser

SHOWN = """(among) => {
  const NAMES = ["title", "aria-label", "alt", "placeholder", "aria-description", "aria-valuetext"];
  const found = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return found.push(node.textContent.trim());
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    if (["SCRIPT", "STYLE", "CODE"].includes(node.tagName) || (node.lang && node.lang !== document.documentElement.lang)) return;
    if (node.matches("svg *, .name, #text, .notation")) return;  // pictures, and what people are called, have tests of their own
    for (const name of NAMES) found.push(node.getAttribute(name) ?? "");
    if (node.querySelector(":scope > u")) return found.push(node.textContent.trim());  // a label with its key underlined
    node.childNodes.forEach(walk);
  };
  document.querySelectorAll(among).forEach(walk);
  return found.filter(Boolean);
}"""


@pytest.fixture
def brackets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that speaks the language of brackets too."""
    offer(monkeypatch, scripts=True)
    with serving(tmp_path) as address:
        yield Server(f"http://{address}")


def words_past_the_catalogue(page: Page, among: str = "title, body") -> list[str]:
    """All words outside of brackets on the page as it stands, or among some elements of it."""
    return bypassing(page.evaluate(SHOWN, among), {"Ada", "Bob", "steady", "novice", "Steady", "Novice", "Strong", "Random"})


def test_a_language_chosen_in_the_menu_holds_for_every_page(meet: Meet) -> None:
    page = meet("/", locale="ko-KR").page
    assert page.evaluate("document.documentElement.lang") == "ko", "it is what the browser wishes for"
    page.locator("#menu summary").click()
    with page.expect_navigation():
        page.locator("#language").select_option("de")
    assert page.evaluate("document.documentElement.lang") == "de"
    page.goto("/learn")
    assert page.evaluate("document.documentElement.lang") == "de"
    page.locator("#menu summary").click()
    with page.expect_navigation():
        page.locator("#language").select_option("en")
    assert page.evaluate("[document.documentElement.lang, 'speech' in globalThis]") == ["en", False]


@pytest.mark.nightly
def test_scripts_show_no_word_past_the_catalogue(brackets: Server, meet: Meet) -> None:
    base = brackets.url
    made = brackets.make()
    brackets.sit(made["seats"]["B"], "Bob")
    waiting = brackets.make(settings={"listed": True})

    page = meet("about:blank", base=base).page
    page.context.add_cookies([{"name": "language", "value": CODE, "url": base}])
    page.goto("/")
    page.locator("[data-ready]").wait_for()
    assert words_past_the_catalogue(page) == []
    page.goto(f"/s/{waiting['seats']['A']}")
    page.locator("#no-invite").wait_for()
    assert words_past_the_catalogue(page) == []
    page.goto(f"/s/{made['seats']['A']}")
    page.wait_for_function("() => document.body.dataset.mood === 'on'")
    assert words_past_the_catalogue(page) == []
    page.locator("#choices button").first.click()
    page.locator(".taken").first.wait_for()
    assert words_past_the_catalogue(page) == []
    page.locator("#menu summary").click()
    page.locator("#resign").click()
    assert words_past_the_catalogue(page) == []
    page.locator("#resign-dialog .danger").click()
    page.wait_for_function("() => document.body.dataset.mood === 'over'")
    page.locator("#share").click()
    page.locator("dialog[open] #share-link").wait_for()
    assert words_past_the_catalogue(page) == []
    page.goto(f"/r/{made['seats']['A']}")
    page.locator("#screen svg").first.wait_for()
    page.locator("#share").click()
    page.locator("dialog[open]").wait_for()
    assert words_past_the_catalogue(page, "title, .keys, .tray, .tabs, dialog[open]") == []
    page.goto("/learn/five-card-trick")
    page.locator("#picture svg").first.wait_for()
    assert words_past_the_catalogue(page) == []
