"""The checker of accessibility goes over the pages of hosts, keys, casters, seasons and talks: wide, narrow, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Meet, Server, barriers_in_light_and_dark
from tests.browser.test_private import GAMBIT

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


def overview(server: Server, meet: Meet, **how: Any) -> Page:
    made = server.make(host=True, seated=["Ada", "Bob"], settings={"untimed": True})
    page = meet(f"/h/{made['host']}", **how).page
    expect(page.locator("#picture svg")).to_be_visible()
    page.goto("/overview")
    expect(page.locator("#tables svg")).to_have_count(1)
    page.get_by_text("Add a table or a season", exact=True).click()
    return page


def key(server: Server, meet: Meet, **how: Any) -> Page:
    page = meet("/key", **how).page
    page.get_by_role("button", name="Make a key").click()
    expect(page.locator("#fresh-link")).to_contain_text("/key#")
    page.get_by_role("button", name="Show it as a QR code").click()
    expect(page.locator("#fresh-code svg")).to_be_visible()
    return page


def deletion(server: Server, meet: Meet, **how: Any) -> Page:
    page = key(server, meet, **how)
    page.get_by_role("button", name="Delete my key and my name…").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def caster(server: Server, meet: Meet, **how: Any) -> Page:
    made = server.make(settings={"hidden": True, "caster": True}, host=True, seated=["Ann", "Bob"])
    page = meet(f"/c/{made['onlookers']['caster']}", **how).page
    expect(page.locator("figure .drawn svg")).to_have_count(2)
    return page


def hidden(server: Server, meet: Meet, **how: Any) -> Page:
    made = server.make(settings={"hidden": True}, host=True)
    page = meet(f"/w/{made['id']}", **how).page
    expect(page.locator("#late")).to_contain_text("once it is over")
    return page


def new_season(server: Server, meet: Meet, **how: Any) -> Page:
    return meet("/seasons", **how).page


def season(server: Server, meet: Meet, **how: Any) -> Page:
    page = meet("/seasons", **how).page
    made = page.request.post(f"{server.url}/api/seasons", data={"title": "Autumn", "players": ["Ada", "Ben"], "rated": True}).json()
    at = f"{server.url}/api/seasons/{made['host']}"
    page.request.post(f"{at}/matches", data={"players": {"A": "Ada", "B": "Ben"}, "variant": "five-card-trick/gauntlet"})
    page.request.post(f"{at}/series", data={"players": {"A": "Ada", "B": "Ben"}, "variants": ["even-groups/standard"], "best_of": 3})
    page.request.post(f"{at}/results", data={"csv": "date,player_a,player_b,winner,variant\n2026-01-02,Ada,Ben,A,even-groups/standard\n"})
    page.goto(f"/season/{made['host']}")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    expect(page.get_by_role("button", name="Set up the series")).to_be_visible()
    return page


def player(server: Server, meet: Meet, **how: Any) -> Page:
    page = season(server, meet, **how)
    page.goto(page.get_by_role("link", name="Ada").first.get_attribute("href") or "")  # a press opens it beside the season
    expect(page.get_by_role("heading", name="Ada")).to_be_visible()
    return page


def talk(server: Server, meet: Meet, **how: Any) -> Page:
    made = server.make(variant="letter-hunt/gambit", host=True, settings={"talk": 600}, seated=["Ada", "Bob"], **GAMBIT)
    page = meet(f"/s/{made['seats']['A']}", **how).page
    page.get_by_role("button", name="Speak", exact=True).click()
    expect(page.get_by_text("Only the two of you and the host can read this.")).to_be_visible()
    return page


def seat(server: Server, meet: Meet, **how: Any) -> Page:
    return meet(f"/s/{server.make()['seats']['B']}", **how).page


PAGES: tuple[Callable[..., Page], ...] = (overview, key, deletion, caster, hidden, new_season, season, player, talk, seat)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
@pytest.mark.parametrize("kind", PAGES, ids=lambda kind: kind.__name__)
def test_the_checker_of_accessibility_finds_nothing(server: Server, meet: Meet, kind: Any, width: int, height: int) -> None:
    page: Page = kind(server, meet, width=width, height=height)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert barriers_in_light_and_dark(page) == []
