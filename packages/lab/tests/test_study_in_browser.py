"""The page Study as a reader meets it: other choices show another mixture, with a script and without, and nothing stands in the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Meet, Server, barriers
from tests.browser.conftest import chromium as chromium
from tests.browser.conftest import kept as kept
from tests.browser.conftest import meet as meet
from tests.browser.conftest import server as server

pytestmark = pytest.mark.browser
PAGE = "/study/five-card-trick/gauntlet"
COMPILED = 180_000  # ms in which the worker has its kernels, at their first use on a machine that does much else


def played(page: Page) -> list[str]:
    """The best mixture of A as the page tells it."""
    return page.locator("table.seat-A .played").all_inner_texts()


@pytest.mark.nightly
def test_another_round_and_lead_show_another_mixture(server: Server, meet: Meet) -> None:
    page = meet(f"{PAGE}?round=40", width=360, height=740).page
    expect(page.locator(".value")).to_have_text("A wins 0.00 % with best play exact", timeout=COMPILED)
    before = played(page)
    assert before
    page.evaluate("document.getElementById('position').dataset.kept = 'yes'")
    page.get_by_label("Round", exact=True).fill("39")
    page.keyboard.press("Tab")
    expect(page.locator(".value")).to_have_text("A wins 23.08 % with best play exact")
    assert played(page) != before
    page.get_by_label("Lead of A in chips").fill("2")
    page.keyboard.press("Tab")
    expect(page.locator(".value")).not_to_contain_text("23.08")
    page.get_by_text("Lights and cards of B").click()
    page.get_by_label("Played in the last round").last.select_option("score+grow")
    expect(page.locator("#result")).to_contain_text("B may not repeat Score + Grow.")
    assert page.locator("#position[data-kept]").count() == 1, "the page was loaded anew"
    assert "round=39&lead=2" in page.url
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert barriers(page) == []
    page.reload()
    expect(page.locator("#result")).to_contain_text("B may not repeat Score + Grow.")
