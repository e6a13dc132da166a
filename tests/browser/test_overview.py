"""A host looks at several tables on one page: the loudest first, live, on a phone too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Meet, Server, barriers_in_light_and_dark

pytestmark = pytest.mark.browser


def shown(page: Page) -> list[str]:
    """The players of the tables, in their order."""
    return page.locator("#tables h2").all_inner_texts()


@pytest.mark.nightly
def test_a_host_sees_all_tables_at_once_and_the_loudest_first(server: Server, meet: Meet) -> None:
    calm, slow = (server.make(host=True, seated=[name, "Bob"], settings={"untimed": True}) for name in ("Ada", "Cleo"))
    free = server.make(host=True)
    host = meet(f"/h/{calm['host']}", width=360, height=740)  # a host page that was opened is kept
    expect(host.page.locator("#picture svg")).to_be_visible()
    page = host.page
    page.goto("/overview")
    expect(page.locator("#tables svg")).to_have_count(1)
    page.get_by_text("Add a table or a season", exact=True).click()
    for link, said in (
        (f"{server.url}/s/{slow['seats']['A']}", True),
        (f"{server.url}/h/{slow['host']}", False),
        (f"/h/{free['host']}", False),
    ):
        page.get_by_label("Link of a host").fill(link)
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_text("This is no link of a host.")).to_be_visible(visible=said)
    expect(page.locator("#tables > li")).to_have_count(3)
    assert shown(page) == ["Ada against Bob", "Cleo against Bob", "No players yet"]
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert barriers_in_light_and_dark(page) == []
    before = page.locator("#tables svg").first.inner_html()
    server.submit(calm["seats"]["A"], 0, "score grow")
    expect(page.locator("#tables > li", has_text="Ada").locator(".sides").get_by_text("sealed")).to_be_visible()
    assert page.locator("#tables > li", has_text="Ada").locator("svg").inner_html() != before
    page.request.post(f"{server.url}/api/hosts/{slow['host']}/pause", data={})
    loud = page.locator("#tables > li").first
    expect(loud).to_contain_text("Cleo against Bob")
    expect(loud).to_contain_text("Paused. It waits for you")
    expect(page.locator("#count")).to_have_text("1 needs you")
    server.sit(free["seats"]["B"], "Dora")
    expect(page.locator("#tables > li").last).to_contain_text("Dora")
    page.get_by_role("link", name="Cleo against Bob").click()
    page.wait_for_url(f"**/h/{slow['host']}")
