"""Before the match and in its midst: players who say that they are ready, links that die, and a substitute."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Server

pytestmark = pytest.mark.browser


def test_two_players_check_in_and_a_substitute_takes_a_seat_over(server: Server, meet: Meet) -> None:
    made = server.make(host=True, settings={"check_in": True})
    for seat, name in (("A", "Ada"), ("B", "Bob")):
        server.sit(made["seats"][seat], name)
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
    host.page.locator("#menu summary").click()
    host.page.get_by_role("button", name="Seats and substitutes").click()
    host.page.get_by_role("button", name="Substitute", exact=True).last.click()
    link = host.page.get_by_label("Link for the substitute in seat B").input_value()
    expect(bob.page.get_by_text("This link is no longer valid.")).to_be_visible()
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


def test_a_sealed_call_a_toss_and_the_match_that_follows_it(server: Server, meet: Meet) -> None:
    made = server.make(variant="even-groups/standard", host=True, coin={"sets": "dmo", "caller": "A", "sealed": True})
    for seat, name in (("A", "Ada"), ("B", "Bob")):
        server.sit(made["seats"][seat], name)
    ada, bob = (meet(f"/s/{made['seats'][seat]}", width=360, height=740) for seat in "AB")
    watcher = meet(f"/w/{made['watch']}")
    expect(bob.page.get_by_text("Ada calls the toss.")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Sun")).to_have_count(0)
    ada.page.get_by_role("button", name="Moon").click()
    for person in (ada, bob, watcher):
        expect(person.page.locator(".coin .result")).to_contain_text("the toss")
    expect(watcher.page.get_by_text("Ada called the moon.").first).to_be_visible()
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 360
    for person in (ada, bob):
        person.page.get_by_role("button", name="Ready", exact=True).click()
    for person in (ada, bob, watcher):
        expect(person.page.locator("#picture svg")).to_be_visible()
        assert sorted(person.page.locator("abbr.role").all_inner_texts()) == ["DMO", "EC"]
        assert not person.trouble
