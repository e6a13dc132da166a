"""Private talks and announcements on the pages of players, onlookers and host, on a phone and on a desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Person, Server

pytestmark = pytest.mark.browser


def tell(person: Person, text: str) -> None:
    person.page.get_by_label("Private message").fill(text)
    person.page.locator(".private-say").get_by_role("button", name="Send", exact=True).click()
    expect(person.page.locator("#private")).to_contain_text(text)


@pytest.mark.nightly
def test_the_host_writes_to_one_player_and_announces_to_all(server: Server, meet: Meet) -> None:
    made = server.make(host=True, seated=["Ada", "Bob"])
    host = meet(f"/h/{made['host']}", width=360, height=740)
    ada, bob, watcher = meet(f"/s/{made['seats']['A']}"), meet(f"/s/{made['seats']['B']}"), meet(f"/w/{made['watch']}")
    expect(watcher.page.locator("#picture svg")).to_be_visible()
    host.page.get_by_role("tab", name="Private").click()
    host.page.get_by_label("Private talk with").select_option("A host")
    tell(host, "Is your line all right?")
    expect(ada.page.locator("#notice")).to_contain_text("Is your line all right?")
    ada.page.get_by_role("tab", name="Private").click()
    tell(ada, "It is now")
    expect(host.page.locator("#private")).to_contain_text("It is now")
    host.page.get_by_label("Private talk with").select_option("*")
    tell(host, "We go on in five minutes.")
    for person in (ada, bob, watcher):
        board = person.page.locator(".announcement")
        expect(board).to_contain_text("We go on in five minutes.")
    ada.page.locator(".announcement").get_by_role("button", name="Close").click()
    ada.page.reload()
    expect(ada.page.get_by_role("tab", name="Private")).to_be_visible()
    expect(ada.page.locator("#chat .loud-line")).to_have_count(1)
    expect(ada.page.locator(".announcement")).to_have_count(0)
    ada.page.get_by_role("tab", name="Private").click()
    expect(ada.page.locator("#private")).to_contain_text("Is your line all right?")
    assert not [frame for frame in (*bob.frames, *watcher.frames) if "line all right" in frame]
    for person in (ada, bob, watcher, host):
        assert not person.trouble
