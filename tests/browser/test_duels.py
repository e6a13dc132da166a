"""A host sets a duel of their own up, in the browser: the form, the links, the announcement, and the seat that is taken with one tap."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Meet, barriers

pytestmark = pytest.mark.browser


def test_a_host_sets_a_duel_up_and_whoever_opens_a_players_link_sits_down_with_one_tap(meet: Meet) -> None:
    host = meet("/").page
    host.get_by_role("link", name="Host a match").click()
    host.get_by_role("radio", name="Any other game").check()
    for label, text in (("Title", "Two Dice"), ("Rules, or their address", "Throw.\nThe higher one wins.")):
        host.get_by_label(label, exact=True).fill(text)
    for seat, name, role in (("A", "Ann", "EC"), ("B", "Bob", "thief")):
        player = host.get_by_role("group", name=f"Player {seat}")
        player.get_by_label(f"Name of player {seat}").fill(name)
        player.get_by_label("Role").fill(role)
    first = host.get_by_role("group", name="Player A")
    first.get_by_label("Items, one a line").fill("Joker\n\nShield")
    first.get_by_label("Notes").fill("trust nobody")
    host.get_by_label("Spectators see the match").select_option("some seconds later")
    host.get_by_label("Seconds, 1 to 3600").fill("30")
    assert not barriers(host)
    host.get_by_role("button", name="Set up the match").click()

    expect(host.get_by_role("heading", name="Two Dice")).to_be_focused()
    announced = host.get_by_label("Announcement")
    expect(announced).to_have_value(
        "Two Dice\nAnn (EC) against Bob (thief)\nAnn has: Joker, Shield\nClock: 120 seconds a question\n"
        "Spectators see this match 30 seconds later.\nRules: Throw.\nThe higher one wins.\n"
        f"Watch: {host.get_by_role('textbox', name='For spectators').input_value()}"
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
    host.get_by_role("radio", name="Any other game").check()
    host.get_by_label("Title", exact=True).fill("Two Dice")
    for seat in "AB":
        host.get_by_label(f"Name of player {seat}").fill("Ann")
    host.get_by_role("group", name="Player A").get_by_label("Items, one a line").fill("\n".join("abcdefghijklm"))
    host.get_by_role("button", name="Set up the match").click()
    expect(host.get_by_role("alert")).to_have_text("A player can have 12 items, not 13")
    host.reload()
    expect(host.get_by_label("Title", exact=True)).to_have_value("Two Dice")


class Clicks:
    """Counts what a host presses."""

    number = 0

    def __call__(self, place: Locator) -> None:
        self.number += 1
        place.click()


@pytest.mark.nightly
def test_from_the_front_page_to_copied_links_are_at_most_eight_clicks_and_two_names(meet: Meet) -> None:
    """Sentences 15 and 17: each player has items by name, the card says which, and who is the EC and the DMO is said."""
    host, click = meet("/").page, Clicks()
    click(host.get_by_role("link", name="Host a match"))
    click(host.get_by_role("radio", name="Final Match 1: Five Card Trick"))
    for seat, name in (("A", "Penzo"), ("B", "Jkitty")):
        click(host.get_by_label(f"Name of player {seat}"))
        host.keyboard.type(name)
    expect(host.get_by_label("EC and DMO")).to_have_value("A")
    expect(host.get_by_label("EC and DMO").locator("option").first).to_have_text("Penzo is the EC, Jkitty is the DMO.")
    expect(host.get_by_label("Overload")).to_have_value("A")
    expect(host.get_by_label("Limit Reset").locator("option:checked")).to_have_text("Jkitty")
    expect(host.get_by_role("checkbox", name="Claim Priority may be used when the holder's own Claim was blocked.")).to_be_checked()
    assert not barriers(host)
    click(host.get_by_role("button", name="Set up the match"))
    click(host.get_by_role("button", name="Copy all links"))
    expect(host.get_by_role("button", name="Copied")).to_be_visible()
    assert click.number <= 8

    announced = host.get_by_label("Announcement").input_value().split("\n")
    assert announced[:5] == [
        "Final Match 1: Five Card Trick",
        "Penzo (EC) against Jkitty (DMO)",
        "Overload: Penzo.",
        "Claim Priority: Jkitty.",
        "Limit Reset: Jkitty.",
    ]
    assert "The match waits until both players have pressed Ready." in host.locator("#summary").inner_text()
    jkitty = meet(host.get_by_role("textbox", name="For Jkitty (DMO)").input_value()).page
    main = jkitty.get_by_role("main")
    for words in ("You play as Jkitty.", "You are the DMO", "Limit Reset", "Claim Priority", "1 minute 30 seconds for each round."):
        expect(main).to_contain_text(words)
    expect(main).not_to_contain_text("Overload")
    jkitty.get_by_role("button", name="Sit down").click()
    expect(host.locator("#links [data-seat=B]")).to_contain_text("has sat down")
    expect(host.locator("#links [data-seat=A]")).to_contain_text("has not sat down yet")


@pytest.mark.nightly
def test_garnets_say_who_chooses_and_onlookers_have_names(meet: Meet) -> None:
    """Sentences 1, 2 and 8; the garnets of a player of a season are read there."""
    host = meet("/seasons", quiet=False).page
    host.get_by_label("Title").fill("Winter")
    host.get_by_label("Players, one a line").fill("Penzo\nCas")
    host.get_by_role("button", name="Open the season").click()
    host.wait_for_url("**/season/*")
    season = host.url.replace("/season/", "/api/seasons/")
    assert host.request.post(f"{season}/moves", data={"taker": 1, "garnets": 3, "reason": "won"}).ok
    host.goto("/host?variant=letter-hunt/gambit")
    host.get_by_label("Names and garnets from a season").select_option("Winter")
    for seat, name in (("A", "penzo"), ("B", "Jkitty")):
        host.get_by_label(f"Name of player {seat}").fill(name)
    host.get_by_label("Who takes the first turn", exact=True).select_option("garnets")
    expect(host.get_by_label("Garnets of penzo")).to_have_value("3")
    host.get_by_label("Name of player A").fill("Penzo")
    host.get_by_label("Garnets of Jkitty").fill("2")
    host.get_by_label("Onlookers, one name a line").fill("Dora\nEli")
    expect(host.get_by_label("Talk with the onlookers")).to_be_visible()
    assert not barriers(host)
    host.get_by_role("button", name="Set up the match").click()
    expect(host.get_by_label("Announcement", exact=True)).to_have_value(re.compile("first hold phase: 46800, until 2.* UTC."))
    dora = meet(host.get_by_role("textbox", name="For Dora (onlooker 1)").input_value()).page
    expect(dora.locator("#called")).to_contain_text("You are Dora.")
    for name in ("Penzo (EC)", "Jkitty (DMO)"):
        player = meet(host.get_by_role("textbox", name=f"For {name}").input_value()).page
        player.get_by_role("button", name="Sit down").click()
        expect(player.locator("body")).to_have_attribute("data-role", (name[0] == "P" and "A") or "B")
    expect(player.get_by_role("main")).to_contain_text("who chooses the player that starts")


@pytest.mark.parametrize(
    ("button", "absent", "said"),
    [
        ("No-show…", "Jkitty: Penzo wins.", "Jkitty did not come."),
        pytest.param("Cancel the match…", "", "The match was cancelled.", marks=pytest.mark.nightly),
    ],
)
def test_a_host_ends_a_match_that_never_begins_on_the_page_of_its_links(meet: Meet, button: str, absent: str, said: str) -> None:
    host = meet("/host?variant=even-groups/standard", width=360, height=740).page
    host.wait_for_load_state("networkidle")  # the scripts of the form are there
    for seat, name in (("A", "Penzo"), ("B", "Jkitty")):
        host.get_by_label(f"Name of player {seat}").fill(name)
    host.get_by_role("button", name="Set up the match").click()
    expect(host.get_by_role("button", name=button)).to_be_visible()
    host.wait_for_load_state("networkidle")
    host.get_by_role("button", name=button).click()
    assert not barriers(host)
    assert host.evaluate("document.documentElement.scrollWidth") == 360
    if absent:
        host.get_by_label("Who did not come").select_option(absent)
    host.get_by_label("Reason, for everybody").fill("the train was late")
    host.get_by_role("button", name="Confirm").click()
    expect(host.locator("#ended")).to_contain_text(said)
    expect(host.get_by_role("button", name=button)).to_be_hidden()
    jkitty = meet(host.get_by_role("textbox", name="For Jkitty (DMO)").input_value()).page
    expect(jkitty.get_by_role("button", name="Sit down")).to_be_hidden()
