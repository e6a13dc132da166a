"""Levels on the pages: a slider with a sentence on each, the same choice everywhere, and names in the reader's language."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Server, barriers

pytestmark = pytest.mark.browser


@pytest.mark.nightly
def test_the_slider_says_how_each_level_plays_and_is_remembered_on_every_page(server: Server, meet: Meet) -> None:
    first = {one["variant"].partition("/")[0]: one for one in reversed(httpx.get(f"{server.url}/api/games").json())}
    levelled = next(one for one in first.values() if one["levels"])
    page = meet("/").page
    card = page.locator(f"#{levelled['variant'].partition('/')[0]}")
    slider = card.get_by_role("slider", name="Level")
    expect(card.locator(".foe")).to_have_text("Opponent: Mole, level 1 of 8")
    slider.press("End")
    expect(slider).to_have_attribute("aria-valuetext", "Level 8 of 8, the strongest")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    play = card.get_by_role("button", name=re.compile("^Play "))
    plays = f"Opponent: Hare, level 2 of 8 {levelled['levels'][1]['about']}"
    expect(play).to_have_accessible_description(f"Guardians · about 20 minutes {plays}")
    play.click()
    page.wait_for_url("**/s/*")
    expect(page.locator("#name-B")).to_have_text("Hare · bot")
    page.goto("/")
    assert page.get_by_role("slider").evaluate_all("all => all.map((one) => one.value).sort()") == [*"11112"], "each game keeps its own"
    slider = page.get_by_role("slider", name="Level")
    page.goto(f"/new?variant={levelled['variant']}&against=bot")
    expect(slider).to_have_attribute("aria-valuetext", f"Level 2 of 8: {levelled['levels'][1]['about']}")
    expect(page.locator("#level-about")).to_have_text(levelled["levels"][1]["about"])
    page.get_by_text("More opponents").click()
    page.get_by_label("Bot", exact=True).select_option("random")
    expect(slider).to_have_count(0)
    assert barriers(page) == []
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/s/*")
    expect(page.locator("#name-B")).to_have_text("Random · bot")
    page.goto("/")
    page.locator("#bot:has([value=random]:checked)").select_option("by level")
    card.get_by_role("slider").press("ArrowRight")
    expect(card.locator(".foe")).to_have_text("Opponent: Otter, level 3 of 8")
