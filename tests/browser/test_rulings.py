"""A host who rules: the effect is shown before it is confirmed, everybody reads the reason, the match goes on, and the replay shows it."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.browser import stand
from tests.browser.conftest import Meet, Server, at_desk
from tests.browser.test_space import at_table, show

pytestmark = pytest.mark.browser
WHY = "Bob's <b>link</b> was {A} lost"


def test_a_host_takes_a_match_back_and_everybody_reads_why(server: Server, meet: Meet) -> None:
    made = server.make(host=True, seated=["Ada", "Bob"])
    host = meet(f"/h/{made['host']}")
    ada = meet(f"/s/{made['seats']['A']}", width=360, height=740)
    watcher = meet(f"/w/{made['id']}")
    rounds = [("score grow", "score block:grow"), ("claim steal", "grow block:claim")]
    for ply, texts in enumerate(rounds):
        for seat, text in zip("AB", texts, strict=True):
            server.submit(made["seats"][seat], ply, text)
    page = host.page
    at_desk(page, "Rulings")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Before event")).to_be_visible()
    expect(dialog.locator("[name=seat]")).to_be_hidden()
    dialog.get_by_label("Before event").select_option("3 ")
    expect(dialog.get_by_role("button", name="Confirm")).to_be_hidden()
    dialog.get_by_label("Reason").fill(WHY)
    dialog.get_by_role("button", name="Show the effect").click()
    expect(dialog).to_contain_text("The host takes back event 3 and all that came after it.")
    expect(dialog).to_contain_text("Everybody has seen this, and it is undone:")
    expect(dialog.locator(".undone li").first).to_be_visible()
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_be_hidden()
    for person in (host, ada, watcher):
        expect(person.page.locator("#notice")).to_contain_text(f"Reason: {WHY}")
        expect(person.page.locator("#log")).to_contain_text(WHY)
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("button", name="Resume the match").click()
    ada.wait_for("on")
    for seat, text in zip("AB", rounds[1], strict=True):
        server.submit(made["seats"][seat], 3, text)
    expect(ada.page.locator("#notice")).to_be_hidden()
    at_desk(page, "Rulings")
    expect(page.get_by_role("dialog")).to_contain_text(f"Reason: {WHY}")
    page.get_by_role("dialog").locator("[name=ruling]").select_option("forfeit")
    page.get_by_role("dialog").get_by_label("Reason").fill("she left")
    page.get_by_role("dialog").get_by_role("button", name="Show the effect").click()
    page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    ada.wait_for("over")
    assert ada.result() == "You lost"
    expect(ada.page.locator("#main")).to_contain_text("Ada lost by a ruling of the host.")
    assert "tag ruling back 3: " in httpx.get(f"{server.url}/r/{made['id']}.dm").text
    replay = meet(f"/r/{made['id']}")
    expect(replay.page.locator("#log")).to_contain_text(WHY)
    expect(replay.page.locator("#log")).to_contain_text("she left")


def test_a_match_that_a_ruling_reopens_has_no_panel_of_its_end_even_if_that_comes_late(server: Server, meet: Meet) -> None:
    name = "five-card-trick/gauntlet"
    stands = {each.kind: each for each in stand.stands(name)}
    line = stand.line(stands["submit owed"])
    ada = at_table(server, meet, name, line)
    held: list[Route] = []
    ada.page.route("**/ending.js", lambda route: held.append(route))
    with ada.page.expect_request("**/ending.js"):
        show(ada, line, stands["the end"])
    show(ada, line, stands["submit owed"])
    for route in held:
        route.continue_()
    ada.page.evaluate("url => import(url).then(() => 0)", held[0].request.url)
    expect(ada.page.locator("#end")).to_be_hidden()
