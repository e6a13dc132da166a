"""What people do at a table besides moving: invite, host, give up, want more, talk, note, mark, look again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Person, Server

pytestmark = pytest.mark.browser


def test_a_rematch_needs_both_and_swaps_the_seats(server: Server, meet: Meet) -> None:
    made = server.make(rounds=1, seated=["Bob"])
    server.submit(made["seats"]["A"], 0, "score claim")
    server.submit(made["seats"]["B"], 0, "grow block:grow")
    ada, bob = (meet(f"/s/{made['seats'][seat]}") for seat in "AB")
    before = ada.page.url
    ada.page.get_by_role("button", name="Rematch").click()
    expect(ada.page.locator("#rematch-state")).to_have_text("Waiting for Bob to accept the rematch.")
    expect(bob.page.locator("#rematch-state")).to_have_text("Ada wants a rematch.")
    expect(bob.page).to_have_title("Ada wants a rematch.")
    ada.page.get_by_role("button", name="Cancel").click()
    expect(bob.page.locator("#rematch-state")).to_have_text("Ada took it back.")
    expect(ada.page.locator("#rematch-state")).to_be_empty()
    ada.page.get_by_role("button", name="Rematch").click()
    bob.page.get_by_role("button", name="Not now").click()
    expect(ada.page.locator("#rematch-state")).to_have_text("Bob wants no rematch now.")
    ada.page.get_by_role("button", name="Rematch").click()
    bob.page.goto("about:blank")
    expect(ada.page.locator("#rematch-state")).to_have_text("Bob is away. The rematch waits.")
    bob.page.go_back()
    bob.page.get_by_role("button", name="Accept").click()
    for person, seat, won in ((ada, "B", "1 to 0"), (bob, "A", "0 to 1")):
        expect(person.page.locator("h1:visible, #swapped:visible")).to_contain_text([f"Matches won: {won}.", f"you are {seat}."])
    again = meet(before)  # the old link still opens the old match, and leads on
    expect(again.page.get_by_role("link", name="Go to the rematch")).to_be_visible()
    again.page.route("**/api/seats/*", lambda route: route.fulfill(json={"table": {"ending": "Nobody came."}}), times=1)
    again.page.reload()
    expect(again.page.locator("#rematch-state")).to_have_text("The rematch was cancelled.")


def test_chat_reaches_the_other_notes_and_marks_stay_with_their_seat_and_resigning_asks_first(server: Server, meet: Meet) -> None:
    made = server.make(seated=["Bob"])
    ada, bob = (meet(f"/s/{made['seats'][seat]}") for seat in "AB")
    ada.wait_for("on")
    bob.wait_for("on")
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Chat message").fill("<b onclick=x>hi</b> & good luck")
    ada.page.keyboard.press("Enter")
    bob.page.get_by_role("tab", name="Chat 1 new").click()
    expect(bob.page.locator("#chat")).to_contain_text("<b onclick=x>hi</b> & good luck")
    expect(bob.page.get_by_role("tab", name="Chat", exact=True)).to_be_visible()
    ada.page.get_by_role("tab", name="Notes").click()
    box = ada.page.get_by_label("Your private notes")
    box.evaluate("(box, text) => { box.value = text; box.dispatchEvent(new Event('input')); }", "x" * 4001)
    expect(ada.page.locator("#notes-state")).to_have_text("Not saved: notes can have 4000 letters, not 4001; shorten them.")
    box.fill("always steals" + "가" * 3987)
    expect(ada.page.locator("#notes-state")).to_contain_text("Saved.")
    marked(ada)
    ada.page.reload()
    ada.wait_for("on")
    expect(ada.page.locator("#notes")).to_have_value(re.compile("^always steals"))
    expect(ada.page.locator("[data-slot=their-steal]")).to_have_attribute("aria-description", "Your mark: soon?")
    expect(ada.page.locator("[data-slot=their-grow]")).to_have_attribute("aria-description", "Your mark: ✗")
    for answer, mood in (("Keep playing", "on"), ("Resign", "over")):
        ada.page.locator("#menu summary").click()
        ada.page.locator("#resign").click()
        ada.page.get_by_role("dialog").get_by_role("button", name=answer).click()
        ada.wait_for(mood)
    bob.wait_for("over")
    assert (ada.result(), bob.result()) == ("You lost", "You won")
    for secret in ("always steals", "soon?", "✗"):
        assert secret not in bob.page.content()
        assert not any(secret in frame for frame in bob.frames)


def marked(ada: Person) -> None:
    """Marks each in turn on one place by taps, and a text of one's own on another by keys."""
    ada.page.locator("#menu > summary").click()
    ada.page.get_by_role("button", name="Mark places in the picture").click()
    expect(ada.page.locator("#choices")).to_be_hidden()
    grow = ada.page.locator("[data-slot=their-grow]")
    for sign in ("✗", "✓", "", "✗"):
        grow.click()
        expect(grow).to_have_attribute("data-mark", sign) if sign else expect(grow.locator(".mark")).to_have_count(0)
    expect(ada.page.locator("#live")).to_contain_text("no mark")
    ada.page.get_by_role("checkbox", name="Own text").check()
    ada.page.locator("[data-slot=their-steal]").focus()
    ada.page.keyboard.press("Enter")
    ada.page.get_by_role("dialog").get_by_label("Your mark").fill("soon?")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("[data-slot=their-steal] .mark")).to_have_text("soon?")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#choices")).to_be_visible()


def test_the_bank_takes_the_place_of_time_that_is_used_up_and_a_low_clock_warns_by_form(server: Server, meet: Meet) -> None:
    made = server.make(time_submit=1, bank=12, seated=["Bob"])
    ada = meet(f"/s/{made['seats']['A']}")
    ada.wait_for("on")
    clock = ada.page.locator("#clock-A")
    expect(clock).to_have_class(re.compile("banking"))
    expect(clock).to_have_text(re.compile(r"^bank 0:1\d$"))
    expect(clock).to_have_text(re.compile(r"^! bank 0:(10|0\d)$"), timeout=15_000)
