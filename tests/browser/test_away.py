"""Two players agree that their clocks stand still until a time, and go on together; the host sets one too."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Server

pytestmark = pytest.mark.browser


def test_players_agree_on_a_rest_and_end_it_and_the_host_sets_one(server: Server, meet: Meet) -> None:
    made = server.make(host=True, seated=["Ada", "Ben"])
    ada, ben, host = (
        meet(path, width=360, height=740) for path in (f"/s/{made['seats']['A']}", f"/s/{made['seats']['B']}", f"/h/{made['host']}")
    )
    ada.wait_for("on")
    ada.page.locator("#menu > summary").click()
    ada.page.get_by_role("button", name="More about this match").click()
    ada.page.get_by_role("button", name="Away until…").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog.get_by_label("Until, in your local time")).not_to_have_value("")
    dialog.get_by_role("button", name="Propose it").click()
    expect(ada.page.locator("#away")).to_contain_text("You propose that the clocks stand still until")
    expect(ben.page.locator("#away")).to_contain_text("Ada proposes that the clocks stand still until")
    expect(ben.page.locator("#notice")).to_be_hidden()  # the same in another time
    ben.page.get_by_role("button", name="Agree", exact=True).click()
    for person in (ada, ben, host):
        expect(person.page.locator("#away")).to_contain_text("both players have agreed")
        assert person.page.evaluate("document.documentElement.scrollWidth") == 360
    for person in (ben, ada):
        person.page.get_by_role("button", name="Go on now").click()
    for person in (ada, ben, host):
        expect(person.page.locator("#away")).to_be_hidden()
    ada.wait_for("on")
    host.page.locator("#menu > summary").click()
    host.page.get_by_role("button", name="More about this match").click()
    host.page.get_by_role("button", name="Away until…").click()
    host.page.get_by_role("button", name="Let the clocks stand still").click()
    expect(ben.page.locator("#away")).to_contain_text("The host lets the clocks stand still until")
    expect(ben.page.get_by_role("button", name="Go on now")).to_have_count(0)
    host.page.get_by_role("button", name="Let the clocks run on").click()
    expect(ben.page.locator("#away")).to_be_hidden()
