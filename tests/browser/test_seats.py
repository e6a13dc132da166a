"""Before the match and in its midst: players who say that they are ready, links that die, and a substitute."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Meet, Server, at_desk

pytestmark = pytest.mark.browser


def test_two_players_check_in_and_a_substitute_takes_a_seat_over(server: Server, meet: Meet) -> None:
    made = server.make(host=True, settings={"check_in": True}, seated=["Ada", "Bob"])
    host = meet(f"/h/{made['host']}")
    ada, bob = (meet(f"/s/{made['seats'][seat]}", width=360, height=740) for seat in "AB")
    for person in (ada, bob):
        expect(person.page.get_by_role("heading", name="Are you ready?")).to_be_visible()
        assert person.page.evaluate("document.documentElement.scrollWidth") == 360
    ada.page.get_by_role("button", name="Ready", exact=True).click()
    expect(ada.page.get_by_text("You are ready.")).to_be_visible()
    expect(host.page.locator("#before li").first).to_contain_text("ready")
    bob.page.get_by_role("button", name="Ready", exact=True).click()
    for person in (ada, bob):
        person.wait_for("on")
    at_desk(host.page, "Links")
    host.page.get_by_role("button", name="Substitute", exact=True).last.click()
    expect(host.page.get_by_role("dialog")).to_contain_text("Bob leaves the match, and cannot come back with the old link.")
    host.page.get_by_role("button", name="Cancel").click()
    bob.wait_for("on")
    host.page.get_by_role("button", name="Substitute", exact=True).last.click()
    host.page.get_by_role("button", name="Replace Bob").click()
    link = host.page.get_by_label("Link for the substitute in seat B").input_value()
    expect(bob.page.locator("#notice")).to_have_text("The host has given your seat to a substitute.")
    expect(ada.page.locator("#notice")).to_contain_text("gives seat B to a substitute")
    cleo = meet(link, base="", width=360, height=740)
    expect(cleo.page.get_by_role("heading", name="Bob's seat is waiting for you")).to_be_visible()
    cleo.page.get_by_label("Your name").fill("Cleo")
    cleo.page.get_by_role("button", name="Sit down").click()
    cleo.wait_for("on")
    assert link not in cleo.page.url
    expect(ada.page.locator("#name-B")).to_have_text("Cleo")
    expect(ada.page.locator("#notice")).to_contain_text("Cleo plays in seat B from now on")
    assert not ada.trouble
    assert not cleo.trouble


def test_the_link_for_a_friend_seats_one_person_and_others_watch(server: Server, meet: Meet) -> None:
    made = server.make(settings={"publish": True})
    link = f"/s/{made['seats']['B']}"
    bob, eve = (meet(link, base=server.url, quiet=False) for _ in range(2))
    tab = bob.page.context.new_page()
    tab.goto(link)
    form = tab.content()
    lost: list[str] = []

    def lose(route: Route) -> None:
        """The server has the first question, and its answer never comes."""
        if not lost:
            lost.append(str(route.fetch().json()["key"]))
            route.abort()
        else:
            route.continue_()

    bob.page.route(f"**/api{link.replace('/s/', '/seats/')}", lose)
    bob.page.get_by_label("Your name").fill("Bob")
    with bob.page.expect_event("requestfailed"):
        bob.page.get_by_role("button", name="Sit down").click()
    expect(bob.page.locator("#error")).to_contain_text("cannot be reached")
    eve.page.get_by_label("Your name").fill("Eve")
    eve.page.get_by_role("button", name="Sit down").click()
    expect(eve.page.locator("#taken")).to_have_text("This seat is taken. Watch here")
    bob.page.get_by_role("button", name="Sit down").click()
    bob.wait_for("on")
    own = f"{server.url}/s/{lost[0]}"
    assert bob.page.url == own
    tab.get_by_role("button", name="Sit down").click()  # the same person
    tab.wait_for_url(own)
    forgetful = tab.context.new_page()
    forgetful.add_init_script("Object.defineProperty(window, 'localStorage', { get: () => { throw new Error('blocked'); } })")
    forgetful.route(f"**{link}", lambda route: route.fulfill(body=form, content_type="text/html"))
    forgetful.goto(link)
    forgetful.get_by_role("button", name="Sit down").click()
    forgetful.wait_for_url(own)
    forgetful.close()
    for at in (bob.page, tab):
        at.goto(link)
        at.wait_for_url(own)
    tab.context.clear_cookies()
    tab.goto(link)  # now the claim alone is left
    tab.wait_for_url(own)
    tab.close()
    for page in (eve.page, meet(link, base=server.url).page):
        page.goto(link)
        expect(page.locator("#taken")).to_have_text("This seat is taken. Watch here")
        expect(page.locator("body")).to_have_attribute("data-role", "watcher")
        expect(page.locator("#name-B")).to_have_text("Bob")
        page.get_by_role("link", name="Watch here").click()
        page.wait_for_url(f"**/w/{made['id']}")
    assert [trouble for trouble in bob.trouble if "net::ERR_FAILED" not in trouble] == []
