"""The page by keyboard and by ear: where the focus is, what is spoken, and what is shown while a turn resolves."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import fake
from tests.browser.conftest import Meet, Server
from tests.browser.fake import Line, choice, step

pytestmark = pytest.mark.browser


def line() -> Line:
    """Two cards to choose from."""
    svg = fake.picture(fake.element("left", 100, 180, 80, 100), fake.element("right", 260, 180, 80, 100))
    first = step(choice("left", "left", "l"), choice("right", "right", "r"))
    return Line(first, svg, {("left",): step(prefix=("left",), whole="left")})


def test_only_the_keyboard_puts_a_ring_of_focus_on_a_place_and_a_dialog_gives_the_focus_back(server: Server, meet: Meet) -> None:
    ada = fake.sit(server, meet, line())
    left = ada.page.locator("[data-slot=left]")
    left.click()
    ada.chosen("left")
    expect(ada.page.locator("#picture :focus")).to_have_count(0)
    expect(left).to_have_css("outline-style", "none")
    left.click()
    ada.chosen("")
    ada.page.get_by_role("textbox", name="Your move").focus()
    ada.tab_to(left, "Shift+Tab")
    expect(left).to_have_css("outline-style", "solid")
    menu = ada.page.locator("#menu summary")
    menu.click()
    ada.page.locator("#resign").click()
    expect(ada.page.get_by_role("button", name="Keep playing")).to_be_focused()  # the dialog comes with a script of its own
    ada.page.keyboard.press("Escape")
    expect(menu).to_be_focused()


def test_a_refusal_is_said_by_the_alert_alone(server: Server, meet: Meet) -> None:
    table = line()
    ada = fake.sit(server, meet, table)
    ada.page.get_by_role("textbox", name="Your move").fill("up")
    ada.page.keyboard.press("Enter")
    table.send({"type": "refused", "about": "submit", "reason": "there is no up", "position": 0})
    expect(ada.page.get_by_role("alert")).to_have_text("There is no up")
    expect(ada.page.get_by_role("textbox", name="Your move")).to_be_focused()
    expect(ada.page.locator("#live p")).to_have_text(["Your move: a thing"])


def test_while_a_turn_resolves_no_seat_is_said_to_be_sealed_and_nothing_below_moves(server: Server, meet: Meet) -> None:
    table = line()
    ada = fake.sit(server, meet, table, clock=True)
    ada.settled()
    ada.page.clock.pause_at(ada.page.evaluate("Date.now() + 1000"))  # what is shown stays
    submit, picture = ada.page.locator("#submit"), ada.page.locator("#picture")
    before = submit.bounding_box(), picture.bounding_box()
    table.update(1, table.first, "A sentence about what happened that is long enough to take two lines at least, whoever reads it.")
    ada.page.locator("body.showing").wait_for()
    for seat in "AB":
        expect(ada.page.locator(f"#doing-{seat}")).to_be_hidden()
    expect(submit).to_be_hidden()  # what is asked next would tell how it ends
    skip = ada.page.get_by_role("button", name="Skip")
    assert (skip.bounding_box(), picture.bounding_box()) == before, "Skip stands where Submit stood"
