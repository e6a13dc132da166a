"""The end of a match and the way to the next one, what stays on the table, and a reveal that waits for its reader."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import fake
from tests.browser.conftest import Meet, Server

pytestmark = pytest.mark.browser

AWAY = "Object.defineProperty(document, 'hidden', { get: () => window.away === true });"


def test_the_end_says_the_score_and_leads_to_a_friend_and_to_a_new_game_with_the_settings_of_the_last(server: Server, meet: Meet) -> None:
    made = server.make(against="bot:random", rounds=1, max_rounds=1)
    ada = meet(f"/s/{made['seats']['A']}")
    page = ada.page
    ada.wait_for("on")
    page.get_by_role("textbox", name="Your move").fill("score claim")
    page.keyboard.press("Enter")
    ada.wait_for("over")
    before = page.url
    assert re.fullmatch(r"You (won|lost): \d+ to \d+", ada.owe())
    assert page.locator("#picture > :not(svg)").count() == 0, "nothing of the board is covered"
    page.locator(".more > summary").click()
    page.get_by_role("button", name="With a friend").click()
    friend = meet(page.get_by_role("textbox", name="Link for seat B").input_value().removeprefix(server.url))
    expect(friend.page.locator("#changed li")).to_have_text([re.compile("first compared: 1"), re.compile("No round after this one: 1")])
    page.goto(before)
    ada.wait_for("over")
    page.locator(".more > summary").click()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("dialog").get_by_role("button", name="Play").click()
    page.wait_for_url(lambda url: url != before)
    ada.wait_for("on")
    page.locator("#menu > summary").click()
    page.get_by_role("button", name="More about this match").click()
    expect(page.locator("#changed")).to_have_text(re.compile("rounds 1, max rounds 1"))
    expect(page.locator("#plate-B")).to_contain_text("Random")


def test_reveals_at_once_need_no_time_and_the_browser_remembers_them_and_the_sound(server: Server, meet: Meet) -> None:
    line = fake.Line(fake.step(fake.choice("left")), fake.picture())
    ada = fake.sit(server, meet, line)
    ada.page.locator("#menu summary").click()
    ada.page.get_by_role("radio", name="at once").check()
    ada.page.get_by_role("checkbox", name="Sound").uncheck()
    ada.page.wait_for_function("() => localStorage.sound === 'false' && localStorage.reveals === '0'")
    ada.page.clock.install()
    ada.page.reload()
    ada.wait_for("on")
    expect(ada.page.get_by_role("checkbox", name="Sound")).not_to_be_checked()
    expect(ada.page.locator("[name=reveals][value='0']")).to_be_checked()
    line.update(1, fake.step(fake.choice("right")), "Both play.", "Bob wins.")
    expect(ada.page.locator("#log li")).to_have_count(2)
    expect(ada.page.locator("#owe")).to_have_text("Your move: a thing")


def test_a_reveal_waits_until_its_reader_looks_and_the_tab_calls_meanwhile(server: Server, meet: Meet) -> None:
    line = fake.Line(fake.step(fake.choice("left")), fake.picture())
    ada = fake.sit(server, meet, line, reduced_motion="reduce")
    ada.page.evaluate(AWAY + "window.away = true;")
    line.update(1, fake.step(fake.choice("right")), "Both play.", "Bob wins.")
    expect(ada.page).to_have_title(re.compile("^● Your move"))
    expect(ada.page.locator("#log li")).to_have_count(0)
    ada.page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'));")
    expect(ada.page.locator("#owe")).to_have_text("Both play. Bob wins.")
    ada.wait_for("on")
    expect(ada.page.locator("#log li")).to_have_count(2)
