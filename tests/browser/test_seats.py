"""Before the match and in its midst: players who say that they are ready, links that die, and a substitute."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Meet, Server

pytestmark = pytest.mark.browser


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
    expect(eve.page.locator("#taken")).to_have_text("This seat is taken: you are watching.")
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
        expect(page.locator("#taken")).to_have_text("This seat is taken: you are watching.")
        expect(page.locator("body")).to_have_attribute("data-role", "watcher")
        expect(page.locator("#name-B")).to_have_text("Bob")
    assert [trouble for trouble in bob.trouble if "net::ERR_FAILED" not in trouble] == []
