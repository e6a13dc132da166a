"""Whole matches at real pages: by mouse, by keyboard alone, by text alone, watched; and nobody sees what is hidden from them."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Server

pytestmark = pytest.mark.browser


def test_one_click_leads_from_the_full_form_into_a_match_against_a_bot_played_by_mouse(meet: Meet) -> None:
    ada = meet("/new")
    page = ada.page
    page.get_by_text("Options and clocks").click()
    page.get_by_label("Rounds", exact=True).first.fill("1")
    page.get_by_label("Max rounds").first.fill("1")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/s/*")
    ada.wait_for("on")
    expect(page).to_have_title(re.compile("^● Your move"))
    page.locator("[data-slot=hand-score]").click()
    expect(page.locator("[data-slot=hand-score]")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("group").get_by_role("button", name=re.compile("^Grow")).click()
    ada.chosen("score grow")
    page.get_by_role("button", name="Submit").click()
    ada.wait_for("over")
    assert ada.result() in ("You won", "You lost")
    expect(page.locator("#log")).to_contain_text("A score grow")
    expect(page).not_to_have_title(re.compile("Your move"))


def test_a_whole_match_by_keyboard_against_text_before_a_watcher_shows_nobody_what_is_sealed(server: Server, meet: Meet) -> None:
    made = server.make(rounds=2)
    ada = meet(f"/s/{made['seats']['A']}")
    expect(ada.page.get_by_role("heading", name="Waiting for the other player")).to_be_visible()
    bob = meet(f"/s/{made['seats']['B']}")
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    watcher = meet(f"/w/{made['id']}")
    for person, mood in ((ada, "on"), (bob, "on"), (watcher, "watch")):
        person.wait_for(mood)
    # Round 1: Ada by keyboard alone.
    for key in ("b", "c", "g"):
        ada.page.keyboard.press(key)
    ada.chosen("grow block:claim")
    ada.page.keyboard.press("Enter")
    ada.wait_for("wait")
    expect(ada.page.locator("#aside")).to_have_text("You play Grow and Block (naming Claim).")
    for other in (bob, watcher):
        expect(other.page.locator("#plate-A")).to_contain_text("submitted")
        assert "block:claim" not in other.page.content()
        assert not any("block:claim" in frame for frame in other.frames)
    # Bob by text alone.
    bob.page.get_by_role("textbox", name="Your move").fill("sc, CLAIM")
    bob.page.get_by_role("button", name="Submit").click()
    for person in (ada, bob, watcher):
        expect(person.page.locator("#log")).to_contain_text("A grow block:claim")
        expect(person.page.locator("#log")).to_contain_text("B score claim")
    # Round 2, Bob first.
    bob.wait_for("on")
    bob.page.get_by_role("textbox", name="Your move").fill("score steal")
    bob.page.keyboard.press("Enter")
    bob.wait_for("wait")
    ada.wait_for("on")
    expect(ada.page.locator("#aside")).to_have_text("Bob has submitted.")
    assert not any("score steal" in frame for frame in (*ada.frames, *watcher.frames))
    for key in ("s", "c"):
        ada.page.keyboard.press(key)
    ada.chosen("score claim")
    ada.page.keyboard.press("Enter")
    for person in (ada, bob, watcher):
        person.wait_for("over")
    assert (ada.result(), bob.result(), watcher.result()) == ("You lost", "You won", "Bob won")
    record = httpx.get(server.url + str(ada.page.locator("#record").get_attribute("href")))
    assert [line.split(" @")[0] for line in record.text.splitlines()[-4:]] == [
        "A grow block:claim",
        "B score claim",
        "B score steal",
        "A score claim",
    ]


def test_a_round_is_shown_step_by_step_and_escape_skips_to_its_end(server: Server, meet: Meet) -> None:
    made = server.make(seated=["Bob"])
    ada = meet(f"/s/{made['seats']['A']}", reduced_motion="reduce")
    ada.wait_for("on")
    server.submit(made["seats"]["B"], 0, "score steal")
    ada.page.get_by_role("textbox", name="Your move").fill("grow claim")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector("body.showing")
    first = ada.owe()
    expect(ada.page.get_by_role("button", name="Skip")).to_be_visible()
    ada.page.wait_for_function("first => document.getElementById('owe').textContent !== first", arg=first)
    assert ada.page.evaluate("document.body.classList.contains('showing')")
    ada.page.keyboard.press("Escape")
    ada.page.wait_for_function("() => !document.body.classList.contains('showing')")
    spoken = ada.page.locator("#log li:not(.heading)").all_inner_texts()
    assert first == "You play Grow and Claim. Bob plays Score and Steal.", "both pairs turn at once, and are read together"
    assert [line.split("\n")[0] for line in spoken[:2]] == re.findall(r"\S.*?\.", first)
    expect(ada.page.locator("#stage")).to_contain_text("Round 2")


def test_a_refused_move_says_why_beside_the_box_links_the_rule_and_loses_nothing(server: Server, meet: Meet) -> None:
    made = server.make(against="bot:random")
    ada = meet(f"/s/{made['seats']['A']}")
    ada.wait_for("on")
    box = ada.page.get_by_role("textbox", name="Your move")
    box.fill("score score")
    ada.page.get_by_role("button", name="Submit").click()
    error = ada.page.get_by_role("alert")
    expect(error).to_be_visible()
    expect(box).to_have_value("score score")
    expect(box).to_have_attribute("aria-invalid", "true")
    with ada.page.context.expect_page() as opened:
        error.get_by_role("link", name="rule R3").click()
    expect(opened.value.locator("#r3")).to_be_in_viewport()
    box.fill("score grow")
    expect(error).to_be_hidden()
