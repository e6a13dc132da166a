"""The random numbers that a page sends and the receipts that it gets: kept, and checked at the end."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Meet, Server, resign

pytestmark = pytest.mark.browser
DEALT = "letter-hunt/gambit"  # a variant with deals


def kept(page: Page) -> tuple[str, dict[str, Any]]:
    """What this browser keeps about its one match, and where."""
    ((key, value),) = page.evaluate("Object.entries(localStorage).filter(([key]) => key.startsWith('dealing:'))")
    return key, json.loads(value)


@pytest.mark.nightly
def test_the_end_offers_to_check_the_dealing_and_a_server_that_dealt_otherwise_is_found_out(server: Server, meet: Meet) -> None:
    ada = meet("/new")
    ada.page.get_by_text("Letter Hunt", exact=True).click()
    ada.page.locator(f"[name=variant][value='{DEALT}']").check(force=True)
    ada.page.get_by_text("Options and clocks").click()
    ada.page.locator("#publish").check()
    ada.page.get_by_role("radio", name="A friend").check()
    ada.page.locator("#play").click()
    ada.page.wait_for_url("**/s/*")
    bob = meet(ada.page.get_by_role("textbox", name="Link for seat B").input_value())
    bob.page.get_by_role("button", name="Sit down").click()
    for person in (ada, bob):
        person.page.locator("body[data-state=running]").wait_for()
    resign(ada.page)
    for person, seat in ((ada, "A"), (bob, "B")):
        person.wait_for("over")
        key, own = kept(person.page)
        person.page.locator(".more summary").click()
        person.page.get_by_role("button", name="Check the deals").click()
        dialog = person.page.get_by_role("dialog", name="Check the deals")
        expect(dialog).to_contain_text(own["nonce"])
        expect(dialog).to_contain_text(own["commitment"])
        expect(dialog).to_contain_text("The seed matches the commitment, and your number was used.")
        link = dialog.get_by_role("link", name="Show the seed and the numbers").get_attribute("href")
        assert httpx.get(f"{server.url}{link}").json()["nonces"][seat] == own["nonce"]
        person.page.keyboard.press("Escape")
    for forged, words in (
        ({"nonce": "0" * 32}, "that your browser did not send"),
        ({"commitment": "0" * 64}, "does not match the commitment"),
    ):
        bob.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps(own | forged)])
        bob.page.get_by_role("button", name="Check the deals").click()
        expect(bob.page.get_by_role("dialog")).to_contain_text(words)
        bob.page.keyboard.press("Escape")
