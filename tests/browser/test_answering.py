"""Ways to answer: a tap that is seen at once, a button that stays, a bare word, a warning however a move is put, an error that leaves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import fake, stand
from tests.browser.conftest import Meet, Person, Server
from tests.browser.fake import Line, choice, step
from tests.browser.test_space import at_table

pytestmark = pytest.mark.browser


def cards() -> Line:
    """Two cards, then a third one."""
    svg = fake.picture(fake.element("left", 100, 180, 80, 100), fake.element("right", 260, 180, 80, 100))
    first = step(choice("left", "left", "l"), choice("right", "right", "r"))
    more: dict[tuple[str, ...], fake.Json] = {
        ("left",): step(choice("far"), prefix=("left",), whole="left"),
        ("right",): step(prefix=("right",), whole="right"),
    }
    return Line(first, svg, more)


def test_a_tap_is_marked_before_the_server_answers(server: Server, meet: Meet) -> None:
    line = cards()
    line.slow = True
    ada = fake.sit(server, meet, line)
    ada.page.locator("[data-slot=left]").click()
    expect(ada.page.locator("[data-slot=left]")).to_have_attribute("aria-pressed", "true")
    expect(ada.page.get_by_role("button", name="Take back Left")).to_be_visible()
    assert line.late
    fake.catch_up(ada, line)
    ada.chosen("left")


def test_a_chosen_button_stays_where_it_is_and_another_takes_its_place(server: Server, meet: Meet) -> None:
    ada = fake.sit(server, meet, cards())
    before = ada.page.get_by_role("button", name="Left", exact=True).bounding_box()
    other = ada.page.get_by_role("group").get_by_role("button", name="Right", exact=True)
    beside = other.bounding_box()
    ada.page.keyboard.press("l")
    ada.chosen("left")
    assert ada.page.get_by_role("button", name="Take back Left").bounding_box() == before
    assert other.bounding_box() == beside
    other.click()
    ada.chosen("right")


def test_what_the_lost_line_is_blamed_for_leaves_with_its_return_and_choices_keep_their_marks(server: Server, meet: Meet) -> None:
    line = cards()
    ada = fake.sit(server, meet, line)
    ada.page.keyboard.press("l")
    ada.chosen("left")
    assert line.route is not None
    ada.page.evaluate("() => { window.setTimeout = () => 0; }")  # so that the page does not try again by itself
    line.route.close(code=1012)
    expect(ada.page.locator("#notice")).to_contain_text("Connection lost")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#error")).to_contain_text("No connection to the server.")
    ada.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(ada.page.locator("#notice")).to_contain_text("Reconnected.")
    expect(ada.page.locator("#error")).to_be_hidden()
    expect(ada.page.locator("[data-slot=left]")).to_have_attribute("aria-pressed", "true")


def hunting(server: Server, meet: Meet) -> tuple[Person, stand.StandLine]:
    """Somebody whose turn it is in a hunt for letters."""
    stands = {each.kind: each for each in stand.stands("letter-hunt/colosseum")}
    line = stand.line(stands["turn owed"])
    return at_table(server, meet, "letter-hunt/colosseum", line), line


def test_a_bare_word_and_enter_plays_it_and_the_field_has_the_focus(server: Server, meet: Meet) -> None:
    ada, line = hunting(server, meet)
    field = ada.page.get_by_role("textbox", name=re.compile("^A word of"))
    expect(field).to_be_focused()
    ada.page.keyboard.type("house")
    expect(ada.page.locator(".spelling")).to_have_text("in the list")
    ada.page.keyboard.press("Enter")
    fake.until(ada, lambda: line.submitted)
    assert line.submitted == ["word HOUSE"]


def test_a_bare_word_in_the_text_field_is_a_word_too(server: Server, meet: Meet) -> None:
    ada, line = hunting(server, meet)
    ada.page.get_by_role("textbox", name="Your move").fill("house")
    ada.page.get_by_role("button", name="Submit").click()
    fake.until(ada, lambda: line.submitted)
    assert line.submitted == ["word house"]


def test_the_field_for_a_word_has_the_focus_after_its_key(server: Server, meet: Meet) -> None:
    ada, _ = hunting(server, meet)
    ada.page.get_by_role("button", name=re.compile("^Guess a letter")).focus()
    ada.page.keyboard.press("w")
    expect(ada.page.get_by_role("textbox", name=re.compile("^A word of"))).to_be_focused()


def test_a_typed_move_is_warned_of_as_a_tapped_one_is(server: Server, meet: Meet) -> None:
    made = server.make(variant="tile-joust/gauntlet", chips=9)
    server.sit(made["seats"]["B"], "Bob")
    ada, bob = (meet(f"/s/{made['seats'][seat]}") for seat in "AB")
    ada.page.wait_for_function("() => /on|wait/.test(document.body.dataset.mood)")
    mover = ada if ada.page.evaluate("document.body.dataset.mood") == "on" else bob
    mover.wait_for("on")
    mover.page.get_by_role("textbox", name="Your move").fill("bid 5")
    mover.page.keyboard.press("Enter")
    expect(mover.page.get_by_role("alert")).to_contain_text("5 is more than half of your 9 chips. Press Submit again")
    assert mover.page.evaluate("document.body.dataset.mood") == "on"
    mover.page.keyboard.press("Enter")
    mover.wait_for("wait")
