"""A host sets a duel of their own up, in the browser: the form, the links, the announcement, and the seat that is taken with one tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, barriers

pytestmark = pytest.mark.browser


def test_a_host_sets_a_duel_up_and_whoever_opens_a_players_link_sits_down_with_one_tap(meet: Meet) -> None:
    host = meet("/").page
    host.get_by_role("link", name="Host any game").click()
    for label, text in (("Title", "Two Dice"), ("Rules, or their address", "Throw.\nThe higher one wins.")):
        host.get_by_label(label, exact=True).fill(text)
    for seat, name, role in (("A", "Ann", "EC"), ("B", "Bob", "thief")):
        player = host.get_by_role("group", name=f"Player {seat}")
        player.get_by_label("Name").fill(name)
        player.get_by_label("Role").fill(role)
    first = host.get_by_role("group", name="Player A")
    first.get_by_label("Items, one a line").fill("Joker\n\nShield")
    first.get_by_label("Notes").fill("trust nobody")
    host.get_by_label("Spectators see the match").select_option("some seconds later")
    host.get_by_label("Seconds, 1 to 3600").fill("30")
    assert not barriers(host)
    host.get_by_role("button", name="Set up the duel").click()

    expect(host.get_by_role("heading", name="Two Dice")).to_be_focused()
    announced = host.get_by_label("Announcement")
    expect(announced).to_have_value(
        "Two Dice\nAnn (EC) against Bob (thief)\nAnn has: Joker, Shield\nClock: 120 seconds a question\n"
        f"Watch: {host.get_by_role('textbox', name='For spectators').input_value()}\nSpectators see this match 30 seconds later.\n"
        "Rules: Throw.\nThe higher one wins."
    )
    links = {name: host.get_by_role("textbox", name=f"For {name}").input_value() for name in ("Ann (EC)", "Bob (thief)", "you, the host")}
    host.reload()  # the links are kept in this browser
    assert host.get_by_role("textbox", name="For Ann (EC)").input_value() == links["Ann (EC)"]
    assert not barriers(host)

    ann = meet(links["Ann (EC)"]).page
    for words in ("The host sees everything.", "You play as Ann.", "You are the EC", "Joker", "trust nobody", "The higher one wins."):
        expect(ann.get_by_role("main")).to_contain_text(words)
    expect(ann.get_by_label("Your name")).to_be_hidden()
    assert not barriers(ann)
    ann.get_by_role("button", name="Sit down").click()
    expect(ann.get_by_role("heading", name="Two Dice")).to_be_visible()
    bob = meet(links["Bob (thief)"]).page
    expect(bob.get_by_role("heading", name="Ann is waiting for you")).to_be_visible()
    expect(bob.get_by_role("main")).to_contain_text("Your role: thief")
    expect(bob.get_by_role("main")).not_to_contain_text("trust nobody")
    host.get_by_role("link", name="Go to the table").click()
    expect(host.locator("h1")).to_have_text("Two Dice")


def test_the_next_form_begins_with_what_was_asked_for_last_and_says_what_is_wrong(meet: Meet) -> None:
    host = meet("/host", quiet=False).page
    host.get_by_label("Title", exact=True).fill("Two Dice")
    for seat in "AB":
        host.get_by_role("group", name=f"Player {seat}").get_by_label("Name").fill("Ann")
    host.get_by_role("group", name="Player A").get_by_label("Items, one a line").fill("\n".join("abcdefghijklm"))
    host.get_by_role("button", name="Set up the duel").click()
    expect(host.get_by_role("alert")).to_have_text("A player can have 12 items, not 13")
    host.reload()
    expect(host.get_by_label("Title", exact=True)).to_have_value("Two Dice")
