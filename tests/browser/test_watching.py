"""The form of a new table, the banner of late spectators, the page of a hidden match before and after its end, and the caster's page."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Server, at_desk

pytestmark = pytest.mark.browser


def test_a_hidden_match_with_a_caster(server: Server, meet: Meet) -> None:
    made = server.make(settings={"hidden": True, "caster": True}, host=True, seated=["Ann", "Bob"])
    spectator = meet(f"/w/{made['id']}", width=360, height=740).page
    expect(spectator.locator("#late")).to_contain_text("Spectators see this match once it is over.")
    expect(spectator.locator("#late")).to_contain_text("A caster and the host see both hands.")
    expect(spectator.locator("#owe")).to_have_text("Hidden until the end")
    expect(spectator.locator("#before")).to_contain_text("Ann")
    expect(spectator.locator("#table")).to_be_hidden()
    assert spectator.evaluate("document.documentElement.scrollWidth") == 360
    caster = meet(f"/c/{made['onlookers']['caster']}", width=360, height=740).page
    expect(caster.locator("figure .drawn svg")).to_have_count(2)
    before = caster.locator("#both").get_attribute("data-version")
    host = meet(f"/h/{made['host']}").page
    at_desk(host, "Both hands")
    expect(host.get_by_role("dialog", name="Both hands").locator("figure .drawn svg")).to_have_count(2)
    seat = f"{server.url}/api/seats/{made['seats']['A']}"
    httpx.post(f"{seat}/resign").raise_for_status()
    expect(caster.locator(".hands-state")).to_have_text("Ann resigned.")
    assert caster.locator("#both").get_attribute("data-version") != before
    expect(spectator.locator("#table")).to_be_visible()
    expect(spectator.locator("#owe")).to_contain_text("Bob won")
    # The result stands under the name of A, not in its place.
    above, below = spectator.locator(".headline .name").bounding_box(), spectator.locator(".headline .loud").bounding_box()
    assert above is not None
    assert below is not None
    assert above["width"] > 20
    assert above["y"] + above["height"] <= below["y"] + 1
