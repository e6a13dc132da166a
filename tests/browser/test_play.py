"""Moves at real pages: a round that is shown, and a move that is refused."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Server

pytestmark = pytest.mark.browser


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
    ada = meet(f"/s/{server.make(against='bot:random')['seats']['A']}")
    ada.wait_for("on")
    box = ada.page.get_by_role("textbox", name="Your move")
    box.fill("score score")
    ada.page.get_by_role("button", name="Submit").click()
    error = ada.page.get_by_role("alert")
    expect(box).to_have_value("score score")
    expect(box).to_have_attribute("aria-invalid", "true")
    error.get_by_role("link", name="rule R3").click()
    with ada.page.context.expect_page() as opened:
        ada.page.get_by_role("dialog", name="Rule R3").get_by_role("link", name="The whole rule book").click()
    expect(opened.value.locator("#r3")).to_be_in_viewport()
    opened.value.get_by_role("button", name="Back to the table").click()
    ada.page.keyboard.press("Escape")
    box.fill("score grow")
    expect(error).to_be_hidden()
